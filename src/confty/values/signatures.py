"""The words that mark special values on the wire and in state files."""

from __future__ import annotations

from typing import Final

KEY: Final = "4dabf18193072939515e22adb298388d"

ASSET: Final = "c44067f5952c0a294b673a41bacd8c17"
ARCHIVE: Final = "0def7320c3a5731c473e5ecbe6d01bc7"
SECRET: Final = "1b47061264138c4ac30d75fd1eb44270"  # noqa: S105  a public constant
REFERENCE: Final = "5cf8f73096256a8f31e491e813e4eb8e"
OUTPUT: Final = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
BYTES: Final = "803fd3297a5875dc03ca845dda5d2a98"
# Only in state files: the wire carries such numbers as they are.
NUMBER: Final = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c"

# What is known of the type of an unknown, and the string that stands for it.
SENTINEL_OF: Final = {
    "string": "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    "bool": "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "number": "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "array": "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "asset": "030794c1-ac77-496b-92df-f27374a8bd58",
    "archive": "e48ece36-62e2-4504-bad9-02848725956a",
    "object": "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
}
KIND_OF: Final = {sentinel: kind for kind, sentinel in SENTINEL_OF.items()}
UNKNOWN_STRING: Final = SENTINEL_OF["string"]

"""What goes over a wire: bytes behind their digest, which is looked at before they are read.

Reading damaged bytes may do anything: ``pickle`` raises whatever comes to its mind, ``marshal``
may end the process.  A parcel that is not whole is as good as lost, and is sent again.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest
from typing import Final

_DIGEST: Final = 32


class DamagedParcel(OSError):
    """Something came that is not what was sent."""

    def __init__(self) -> None:
        super().__init__("a message was damaged on its way")


def closed(data: bytes) -> bytes:
    """Return bytes to send."""
    return blake2b(data, digest_size=_DIGEST).digest() + data


def opened(parcel: object) -> bytes:
    """Return what was sent; raise ``DamagedParcel`` for anything else."""
    if not isinstance(parcel, bytes):
        raise DamagedParcel
    digest, data = parcel[:_DIGEST], parcel[_DIGEST:]
    if not compare_digest(digest, blake2b(data, digest_size=_DIGEST).digest()):
        raise DamagedParcel
    return data

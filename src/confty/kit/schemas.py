"""The store of schemas: what somebody asked to keep, by name, address and digest.

Nothing is fetched here.  ``confty schema add`` writes an entry, checks only read.  An entry is the
bytes as they came, under their digest; the index says what they are called and where they came
from.  Bytes that no longer have their digest are not used.
"""

from __future__ import annotations

import os

from confty.kit.reading import read_file, stamp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

_INDEX: Final = "index.json"
#: The most that one schema may have, in bytes, and their list.
MOST: Final = 64 << 20


class Lost(Exception):
    """A schema whose bytes cannot be used any more; the message says why."""


class Damaged(Exception):
    """The list of what is kept cannot be used; the message says why, and what to do."""


class Stored:
    """One schema that is kept."""

    __slots__ = ("digest", "ids", "kinds", "name", "source", "suffix")

    def __init__(
        self,
        name: str,
        source: str,
        digest: str,
        suffix: str = ".json",
        ids: tuple[str, ...] = (),
        kinds: Mapping[str, str] | None = None,
    ) -> None:
        self.name: Final = name
        # The address or file that it came from, which it goes by as well.
        self.source: Final = source
        self.digest: Final = digest
        self.suffix: Final = suffix
        # What it calls itself.
        self.ids: Final = ids
        # Of Kubernetes: ``apps/v1/Deployment`` -> the place inside that describes it.
        self.kinds: Final[Mapping[str, str]] = kinds or {}

    @property
    def file(self) -> str:
        """The name of its bytes in the store's folder."""
        return self.digest.removeprefix("sha256:") + self.suffix

    def plain(self) -> dict[str, object]:
        """The entry as the index has it."""
        return {
            "name": self.name,
            "source": self.source,
            "digest": self.digest,
            "suffix": self.suffix,
            "ids": list(self.ids),
            "kinds": dict(self.kinds),
        }


class SchemaStore:
    """A folder of schemas; read on first use."""

    def __init__(self, folder: str) -> None:
        self.folder: Final = folder
        self._entries: list[Stored] | None = None
        self._names: dict[str, Stored] = {}
        self._kinds: dict[str, tuple[Stored, str]] = {}
        self._state: str | None = None
        self._damage: str | None = None

    @property
    def entries(self) -> list[Stored]:
        """All that is kept, in the order it was added; of a damaged list what is whole."""
        return self._read()

    def _read(self) -> list[Stored]:
        if self._entries is None:
            self._entries, self._damage = _read_index(f"{self.folder}/{_INDEX}")
            for entry in self._entries:
                for name in (entry.name, entry.source, *entry.ids):
                    self._names[_bare(name)] = entry
                for kind, pointer in entry.kinds.items():
                    self._kinds[kind] = entry, pointer
        return self._entries

    @property
    def damage(self) -> str | None:
        """What is wrong with the list of what is kept, in a sentence; None if nothing is."""
        self._read()
        return self._damage

    def state(self) -> str:
        """Return what answers depend on: what is kept, and whether its bytes are there."""
        if self._state is None:
            there = [stamp(f"{self.folder}/{one.file}") for one in self.entries]
            self._state = repr([self.folder, [one.plain() for one in self.entries], there])
        return self._state

    def find(self, address: str) -> Stored | None:
        """Return the schema of a name, an address or an identifier; the last added wins."""
        return self._names.get(_bare(address)) if self.entries else None

    def for_kind(self, version: str, kind: str) -> tuple[Stored, str] | None:
        """Return the schema of a kind of Kubernetes, and the place inside that describes it."""
        return self._kinds.get(f"{version}/{kind}") if self.entries else None

    def read(self, entry: Stored) -> bytes:
        """Return the bytes of an entry, or raise ``Lost``."""
        try:
            data = read_file(f"{self.folder}/{entry.file}", MOST)
        except (OSError, ValueError) as error:
            raise Lost(f"it is not in the store any more: {entry.name}") from error
        if digest_of(data) != entry.digest:
            raise Lost("its bytes in the store are not those that were added")
        return data

    def add(self, added: list[tuple[Stored, bytes]]) -> None:
        """Keep schemas; those of the same names go.  A damaged list stays as it is."""
        self._refuse_damage()
        os.makedirs(self.folder, exist_ok=True)
        for entry, data in added:
            _write(f"{self.folder}/{entry.file}", data)
        fresh = list({entry.name: entry for entry, _ in added}.values())
        names = {one.name for one in fresh}
        kept = [one for one in self.entries if one.name not in names]
        self._keep([*kept, *fresh])

    def remove(self, entry: Stored) -> None:
        """Forget a schema; its bytes go unless another entry has the same."""
        self._refuse_damage()
        self._keep([one for one in self.entries if one is not entry])

    def _refuse_damage(self) -> None:
        if self.damage is not None:
            raise Damaged(self.damage)

    def _keep(self, entries: list[Stored]) -> None:
        import json  # noqa: PLC0415  start-up: only ``confty schema`` writes

        gone = {one.file for one in self.entries} - {one.file for one in entries}
        listed = json.dumps([one.plain() for one in entries], indent=1)
        _write(f"{self.folder}/{_INDEX}", listed.encode())
        for file in gone:
            os.unlink(f"{self.folder}/{file}")
        self._entries, self._names, self._kinds = None, {}, {}
        self._state = None


def _bare(address: str) -> str:
    """An address without an empty fragment and without the difference between http and https."""
    address = address.removesuffix("#")
    return "https" + address.removeprefix("http") if address.startswith("http://") else address


def digest_of(data: bytes) -> str:
    """Return the digest that bytes are kept under."""
    import hashlib  # noqa: PLC0415  start-up: most users have no store

    return "sha256:" + hashlib.sha256(data).hexdigest()


def user_schemas(environment: Mapping[str, str] | None = None) -> SchemaStore:
    """Return the user's store: CONFTY_SCHEMA_DIR, or a folder of the user's data."""
    found = os.environ if environment is None else environment
    chosen = found.get("CONFTY_SCHEMA_DIR")
    if chosen:
        return SchemaStore(chosen)
    data = found.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return SchemaStore(f"{data}/confty/schemas")


def _read_index(path: str) -> tuple[list[Stored], str | None]:
    """Read the list of what is kept, and say what is wrong with it, if anything is."""
    advice = "mend it, or remove it and add the schemas again"
    try:
        data = read_file(path, MOST)
    except FileNotFoundError:
        return [], None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return [], f"{path} cannot be read, so no kept schema is used: {reason.lower()}"
    import json  # noqa: PLC0415  start-up: most users have no store

    try:
        listed: object = json.loads(data)
    except (ValueError, RecursionError):
        listed = None
    if not isinstance(listed, list):
        return [], f"{path} is no list of schemas, so no kept schema is used; {advice}"
    whole = [_entry(one) for one in listed if _is_entry(one)]
    if len(whole) == len(listed):
        return whole, None
    return whole, f"{path} has {len(listed) - len(whole)} entries that are none; {advice}"


def _is_entry(one: object) -> bool:
    if not isinstance(one, dict):
        return False
    texts = [one.get(key) for key in ("name", "source", "digest", "suffix")]
    digest = str(one.get("digest")).removeprefix("sha256:")
    return (
        all(isinstance(text, str) for text in texts)
        and one["suffix"] in {".json", ".yaml", ".toml"}
        and len(digest) == 64
        and digest.isalnum()
        and isinstance(one.get("ids"), list)
        and isinstance(one.get("kinds"), dict)
    )


def _entry(one: dict[str, Any]) -> Stored:
    ids = tuple(map(str, one["ids"]))
    kinds = {str(kind): str(pointer) for kind, pointer in one["kinds"].items()}
    return Stored(one["name"], one["source"], one["digest"], one["suffix"], ids, kinds)


def _write(path: str, data: bytes) -> None:
    """Write a file beside and rename it, so that nobody reads half of it."""
    fresh = f"{path}.{os.getpid()}.new"
    try:
        with open(fresh, "wb") as file:
            file.write(data)
        os.replace(fresh, path)
    except OSError:
        if os.path.exists(fresh):
            os.unlink(fresh)
        raise

"""A package schema as an index: where each resource, function and type stands, read on demand.

Schemas of large providers have tens of megabytes, and a program uses a handful of entries.  So a
schema is parsed once; what remains is a *pack*: one line of JSON that says where each entry is,
and then the entries without their descriptions.  The pack is kept in the user's store
under the hash of the schema's bytes, and later runs read single entries out of it.  The
descriptions stand in a second pack, which only editors open.
"""

from __future__ import annotations

import json
from _blake2 import blake2b

from confty.kit.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_SECTIONS: Final = ("resources", "functions", "types")
_FORMAT: Final = 3
_HEAD: Final = "head"


class BadSchema(Exception):
    """A schema that cannot be used; the message says what is wrong with it."""


class Descriptions:
    """The descriptions of a schema: in memory as they were read, or in a store beside the pack."""

    __slots__ = ("_blob", "_key", "_known", "_pack", "_store", "_table")

    def __init__(
        self, pieces: dict[str, bytes] | None = None, store: Store | None = None, key: str = ""
    ) -> None:
        self._blob: dict[str, bytes] | None = pieces
        self._store = store
        self._key = key
        self._table: dict[str, list[int]] | None = None
        self._pack = b""
        # The entry asked for last: questions about one resource come in a row.
        self._known: tuple[str, dict[str, object]] = ("", {})

    def of(self, section: str, token: str) -> dict[str, object]:
        """The descriptions of one entry."""
        key = f"{section} {token}"
        if self._known[0] != key:
            piece = self._blob.get(key) if self._blob is not None else self._from_store(key)
            try:
                found = json.loads(piece) if piece else {}
            except ValueError:
                found = {}
            self._known = (key, found if isinstance(found, dict) else {})
        return self._known[1]

    def _from_store(self, key: str) -> bytes | None:
        try:
            if self._table is None:
                data = self._store.load(self._key) if self._store is not None else None
                line, _, self._pack = (data or b"{}").partition(b"\n")
                self._table = json.loads(line)
            start, length = self._table[key]
        except KeyError:
            # A cache that is gone has no words.
            return None
        return self._pack[start : start + length]

    def packed(self) -> bytes:
        """The words as bytes, for a file."""
        table: dict[str, tuple[int, int]] = {}
        at = 0
        pieces = self._blob or {}
        for key, piece in pieces.items():
            table[key] = (at, len(piece))
            at += len(piece)
        return json.dumps(table).encode() + b"\n" + b"".join(pieces.values())


class SchemaIndex:
    """One package's schema; entries are decoded when they are asked for."""

    __slots__ = ("_blob", "_entries", "_refers", "_tables", "_words", "head")

    def __init__(
        self, head: dict[str, Any], tables: dict[str, Any], blob: bytes, words: Descriptions
    ) -> None:
        # Everything but the three big tables: name, version, meta, provider, language, …
        self.head = head
        self._tables = tables
        self._blob = blob
        self._words = words
        self._entries: dict[tuple[str, str], dict[str, object]] = {}
        self._refers: bool | None = None

    def words(self, section: str, token: str) -> dict[str, object]:
        """The descriptions of one entry, in the shape of the entry; empty where it has none."""
        return self._words.of(section, token)

    def provider_words(self) -> dict[str, object]:
        """The descriptions of the provider."""
        found = self._words.of(_HEAD, "").get("provider")
        return found if isinstance(found, dict) else {}

    @property
    def refers_to_others(self) -> bool:
        """Whether a type may be one of another package."""
        if self._refers is None:
            self._refers = b'"$ref":"/' in self._blob or '"$ref": "/' in json.dumps(self.head)
        return self._refers

    def tokens(self, section: str) -> list[str]:
        """The tokens of a section."""
        return list(self._tables.get(section, ()))

    def entry(self, section: str, token: str) -> dict[str, Any] | None:
        """One entry, or None when there is none of that name."""
        place = self._tables.get(section, {}).get(token)
        if place is None:
            return None
        found = self._entries.get((section, token))
        if found is None:
            start, length = place
            found = json.loads(self._blob[start : start + length])
            if not isinstance(found, dict):
                raise BadSchema(f"expected an object for {token!r}")
            self._entries[section, token] = found
        return found

    def packed(self) -> bytes:
        """The index as bytes, for ``unpacked``."""
        line = json.dumps({"format": _FORMAT, "head": self.head, "tables": self._tables})
        return line.encode() + b"\n" + self._blob

    def packed_words(self) -> bytes:
        """The descriptions as bytes, for the file beside the pack."""
        return self._words.packed()


def _bare(value: object) -> Any:
    """A copy without descriptions, which are most of a schema and nothing to a checker."""
    if isinstance(value, dict):
        return {
            key: _bare(inner)
            for key, inner in value.items()
            if key != "description" or not isinstance(inner, str)
        }
    if isinstance(value, list):
        return [_bare(inner) for inner in value]
    return value


def _spoken(value: object) -> Any:
    """What ``_bare`` leaves out, in its place; None where there is nothing."""
    if isinstance(value, dict):
        inside = {key: _spoken(inner) for key, inner in value.items() if key != "description"}
        made = {key: inner for key, inner in inside.items() if inner is not None}
        if isinstance(value.get("description"), str):
            made["description"] = value["description"]
        return made or None
    if isinstance(value, list):
        elements = [_spoken(inner) for inner in value]
        return elements if any(one is not None for one in elements) else None
    return None


def _keep_words(pieces: dict[str, bytes], key: str, value: object) -> None:
    words = _spoken(value)
    if words is not None:
        pieces[key] = json.dumps(words, separators=(",", ":")).encode()


def indexed(data: bytes) -> SchemaIndex:
    """Parse a whole schema into an index."""
    try:
        schema = json.loads(data)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadSchema(f"it is not JSON: {why}") from None
    if not isinstance(schema, dict):
        raise BadSchema("expected a JSON object")
    if not isinstance(schema.get("name"), str):
        raise BadSchema("it has no name")
    tables: dict[str, dict[str, tuple[int, int]]] = {}
    pieces: list[bytes] = []
    words: dict[str, bytes] = {}
    at = 0
    for section in _SECTIONS:
        entries = schema.pop(section, None)
        entries = {} if entries is None else entries
        if not isinstance(entries, dict):
            raise BadSchema(f"expected an object for {section!r}")
        table = tables[section] = {}
        for token, entry in entries.items():
            piece = json.dumps(_bare(entry), separators=(",", ":")).encode()
            pieces.append(piece)
            table[token] = (at, len(piece))
            at += len(piece)
            _keep_words(words, f"{section} {token}", entry)
    _keep_words(words, f"{_HEAD} ", schema)
    return SchemaIndex(_bare(schema), tables, b"".join(pieces), Descriptions(words))


def unpacked(data: bytes, words: Descriptions) -> SchemaIndex | None:
    """Read what ``packed`` wrote; None when it is of another format or damaged."""
    line, newline, blob = data.partition(b"\n")
    try:
        header = json.loads(line)
        if not newline or header["format"] != _FORMAT:
            return None
        return SchemaIndex(header["head"], header["tables"], blob, words)
    except (ValueError, KeyError, TypeError):
        return None


def load(data: bytes, store: Store | None) -> SchemaIndex:
    """The index of a schema's bytes, through the user's store if there is one."""
    if store is None:
        return indexed(data)
    pack, words = (
        blake2b(data, digest_size=16, person=kind).hexdigest() for kind in (b"pack", b"words")
    )
    kept = store.load(pack)
    found = unpacked(kept, Descriptions(store=store, key=words)) if kept is not None else None
    if found is None:
        found = indexed(data)
        # The words first: a pack that is there has them.
        store.store(words, found.packed_words())
        store.store(pack, found.packed())
        store.evict()
    return found

"""A package schema as an index: where each resource, function and type stands, read on demand.

Schemas of large providers have tens of megabytes, and a program uses a handful of entries.  So a
schema is parsed once; what remains is a *pack*: one line of JSON that says where each entry is,
and then the entries without their descriptions.  The pack is kept in the cache folder
under the hash of the schema's bytes, and later runs read single entries out of it.  The
descriptions stand in a second pack, which only editors open.
"""

from __future__ import annotations

import contextlib
import json
import os
from _blake2 import blake2b
from typing import Any, Final

_SECTIONS: Final = ("resources", "functions", "types")
_FORMAT: Final = 3
_HEAD: Final = "head"


class BadSchema(Exception):
    """A schema that cannot be used; the message says what is wrong with it."""


class Words:
    """The descriptions of a schema: in memory as they were read, or in a file beside the pack."""

    __slots__ = ("_begin", "_blob", "_known", "_path", "_table")

    def __init__(self, path: str = "", pieces: dict[str, bytes] | None = None) -> None:
        self._path = path
        self._blob: dict[str, bytes] | None = pieces
        self._table: dict[str, list[int]] | None = None
        self._begin = 0
        # The entry asked for last: questions about one resource come in a row.
        self._known: tuple[str, dict[str, Any]] = ("", {})

    def of(self, section: str, token: str) -> dict[str, Any]:
        """The descriptions of one entry."""
        key = f"{section} {token}"
        if self._known[0] != key:
            piece = self._blob.get(key) if self._blob is not None else self._from_file(key)
            try:
                found = json.loads(piece) if piece else {}
            except ValueError:
                found = {}
            self._known = (key, found if isinstance(found, dict) else {})
        return self._known[1]

    def _from_file(self, key: str) -> bytes | None:
        try:
            with open(self._path, "rb") as stream:
                if self._table is None:
                    line = stream.readline()
                    self._table, self._begin = json.loads(line), len(line)
                    assert isinstance(self._table, dict)
                start, length = self._table[key]
                stream.seek(self._begin + start)
                return stream.read(length)
        except (OSError, ValueError, KeyError, TypeError, AssertionError):
            # A cache that is gone or damaged has no words.
            return None

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

    __slots__ = ("_blob", "_entries", "_tables", "_words", "head")

    def __init__(
        self, head: dict[str, Any], tables: dict[str, Any], blob: bytes, words: Words
    ) -> None:
        # Everything but the three big tables: name, version, meta, provider, language, …
        self.head = head
        self._tables = tables
        self._blob = blob
        self._words = words
        self._entries: dict[tuple[str, str], dict[str, Any]] = {}

    def words(self, section: str, token: str) -> dict[str, Any]:
        """The descriptions of one entry, in the shape of the entry; empty where it has none."""
        return self._words.of(section, token)

    def provider_words(self) -> dict[str, Any]:
        """The descriptions of the provider."""
        found = self._words.of(_HEAD, "").get("provider")
        return found if isinstance(found, dict) else {}

    @property
    def refers_to_others(self) -> bool:
        """Whether a type may be one of another package."""
        return b'"$ref":"/' in self._blob or '"$ref": "/' in json.dumps(self.head)

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
    return SchemaIndex(_bare(schema), tables, b"".join(pieces), Words(pieces=words))


def unpacked(data: bytes, words: Words) -> SchemaIndex | None:
    """Read what ``packed`` wrote; None when it is of another format or damaged."""
    line, newline, blob = data.partition(b"\n")
    try:
        header = json.loads(line)
        if not newline or header["format"] != _FORMAT:
            return None
        return SchemaIndex(header["head"], header["tables"], blob, words)
    except (ValueError, KeyError, TypeError):
        return None


def load(data: bytes, folder: str | None) -> SchemaIndex:
    """The index of a schema's bytes, through the cache folder if there is one."""
    if folder is None:
        return indexed(data)
    path = os.path.join(folder, "schemas", blake2b(data, digest_size=16).hexdigest())
    try:
        with open(f"{path}.pack", "rb") as stream:
            found = unpacked(stream.read(), Words(f"{path}.words"))
    except OSError:
        found = None
    if found is None:
        found = indexed(data)
        # The words first: a pack that is there has them.
        _store(f"{path}.words", found.packed_words())
        _store(f"{path}.pack", found.packed())
    return found


def _store(path: str, data: bytes) -> None:
    """Write a file whole or not at all; a cache that cannot be written is no trouble."""
    draft = f"{path}.{os.getpid()}"
    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(draft, "wb") as stream:
            stream.write(data)
        os.replace(draft, path)

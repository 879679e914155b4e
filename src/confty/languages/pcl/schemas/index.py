"""A package schema as an index: where each resource, function and type stands, read on demand.

Schemas of large providers have tens of megabytes, and a program uses a handful of entries.  So a
schema is parsed once; what remains is a *pack*: one line of JSON that says where each entry is,
and then the entries without their descriptions.  The pack is kept in the cache folder
under the hash of the schema's bytes, and later runs read single entries out of it.
"""

from __future__ import annotations

import contextlib
import json
import os
from hashlib import blake2b
from typing import Any, Final

_SECTIONS: Final = ("resources", "functions", "types")
_FORMAT: Final = 2


class BadSchema(Exception):
    """A schema that cannot be used; the message says what is wrong with it."""


class SchemaIndex:
    """One package's schema; entries are decoded when they are asked for."""

    __slots__ = ("_blob", "_entries", "_tables", "head")

    def __init__(self, head: dict[str, Any], tables: dict[str, Any], blob: bytes) -> None:
        # Everything but the three big tables: name, version, meta, provider, language, …
        self.head = head
        self._tables = tables
        self._blob = blob
        self._entries: dict[tuple[str, str], dict[str, Any]] = {}

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


def _bare(value: Any) -> Any:
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
    return SchemaIndex(_bare(schema), tables, b"".join(pieces))


def unpacked(data: bytes) -> SchemaIndex | None:
    """Read what ``packed`` wrote; None when it is of another format or damaged."""
    line, newline, blob = data.partition(b"\n")
    try:
        header = json.loads(line)
        if not newline or header["format"] != _FORMAT:
            return None
        return SchemaIndex(header["head"], header["tables"], blob)
    except (ValueError, KeyError, TypeError):
        return None


def load(data: bytes, folder: str | None) -> SchemaIndex:
    """The index of a schema's bytes, through the cache folder if there is one."""
    if folder is None:
        return indexed(data)
    path = os.path.join(folder, "schemas", blake2b(data, digest_size=16).hexdigest() + ".pack")
    try:
        with open(path, "rb") as stream:
            found = unpacked(stream.read())
    except OSError:
        found = None
    if found is None:
        found = indexed(data)
        _store(path, found.packed())
    return found


def _store(path: str, data: bytes) -> None:
    """Write a file whole or not at all; a cache that cannot be written is no trouble."""
    draft = f"{path}.{os.getpid()}"
    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(draft, "wb") as stream:
            stream.write(data)
        os.replace(draft, path)

"""Which schema a file is held against when nobody says: what the file says, then what it is.

A comment at its start, its key ``$schema``, the convention of its name, the kind of a Kubernetes
manifest.  Addresses are looked up in the store of schemas and never fetched.
"""

from __future__ import annotations

from re import MULTILINE
from re import compile as pattern
from typing import Final, NamedTuple, TypeAlias

from confty.kit.schemas import SchemaStore, Stored
from confty.language import Host
from confty.languages.data import codes
from confty.languages.data.checker.schema.conventions import known_name
from confty.languages.data.checker.schema.drafts import draft_of
from confty.languages.data.checker.schema.local_kinds import Kinds, kinds_around
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path
from confty.text import Diagnostic, Span

#: How much of a file the comments at its start may take.
_HEAD: Final = 4096
_COMMENT: Final = pattern(
    r"^#[ \t]*(?:yaml-language-server:[ \t]*\$schema=|:schema[ \t]+|\$schema:[ \t]*)(\S+)",
    MULTILINE,
)

#: A manifest: where it stands, its value, and the schema of its kind: an entry of the store or a
#: file, and the place inside.
Manifest: TypeAlias = tuple[Path, object, Stored | str, str]


class FoundSchema(NamedTuple):
    """A schema by its file or address, and the place that names it."""

    address: str | Stored
    place: Span | None


def store_of(host: Host) -> SchemaStore | None:
    """Return the store of schemas that a host has."""
    found = host.settings.get("schema_store")
    return found if isinstance(found, SchemaStore) else None


def named_schema(document: Document, host: Host) -> tuple[FoundSchema | None, list[Diagnostic]]:
    """Return the schema that a file names, or has by convention, and what is wrong with that."""
    named = _commented(document) or _keyed(document)
    if named is not None:
        return _resolved(named, document, host)
    store, name = store_of(host), known_name(document.source.name)
    stored = store.find(name) if store is not None and name is not None else None
    return (None if stored is None else FoundSchema(stored, None)), []


def _commented(document: Document) -> tuple[str, Span] | None:
    if document.kind not in {"yaml", "toml"}:
        return None
    head = document.source.text[:_HEAD]
    found = _COMMENT.search(head)
    return None if found is None else (found[1], Span(document.source, *found.span(1)))


def _keyed(document: Document) -> tuple[str, Span | None] | None:
    if "$schema" not in document.source.text:
        return None
    value = document.value
    path: Path = ("$schema",)
    named = value.get("$schema") if isinstance(value, dict) else None
    if not isinstance(named, str) or draft_of(named) is not None:
        # It says which draft a schema is written in.
        return None
    return named, document.span(path)


def _resolved(
    named: tuple[str, Span | None], document: Document, host: Host
) -> tuple[FoundSchema | None, list[Diagnostic]]:
    address, place = named
    store = store_of(host)
    stored = None if store is None else store.find(address)
    if stored is not None:
        return FoundSchema(stored, place), []
    if "://" not in address:
        file = host.resolve(address, document.source.name)
        if file is not None:
            return FoundSchema(file, place), []
        message = f"there is no schema {address}, so nothing is held against it"
        return None, [codes.SCHEMA_ABSENT.at(place, message)]
    message = f"the schema {address} is not in the store, and nothing is fetched"
    found = codes.SCHEMA_ABSENT.at(place, message)
    return None, [found.with_help(f"confty schema add {address}")]


def kubernetes(document: Document, host: Host) -> list[Manifest]:
    """Return the manifests of a file whose kinds are described, each with its schema.

    What the user keeps in the store comes first, then what the tree has.
    """
    if "apiVersion" not in document.source.text:
        return []
    store = store_of(host)
    around: Kinds | None = None
    value = document.value
    waiting: list[tuple[Path, object]] = [((), value)]
    if document.stream and isinstance(value, list):
        waiting = [((index,), one) for index, one in enumerate(value)]
    found: list[Manifest] = []
    while waiting:
        path, one = waiting.pop(0)
        if not isinstance(one, dict):
            continue
        version, kind = one.get("apiVersion"), one.get("kind")
        if not isinstance(version, str) or not isinstance(kind, str):
            continue
        known: tuple[Stored | str, str] | None = None
        if store is not None:
            known = store.for_kind(version, kind)
        if known is None:
            around = kinds_around(document.source.name, host) if around is None else around
            known = around.get(f"{version}/{kind}")
        if known is not None:
            found.append((path, one, *known))
        elif kind.endswith("List") and isinstance(items := one.get("items"), list):
            waiting = [((*path, "items", i), item) for i, item in enumerate(items)] + waiting
    return found

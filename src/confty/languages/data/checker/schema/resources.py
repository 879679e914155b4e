"""Schema files, and where a reference leads.

A schema is known by its ``$id`` or by its file name; parts of it by a JSON pointer or an anchor.
Nothing is fetched from the network: an address that neither a loaded file nor the store of
schemas carries leads nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import unquote, urldefrag, urljoin

from confty.kit.encoding import decode
from confty.kit.schemas import Lost, SchemaStore, Stored
from confty.language import Host, Outcome, Unreadable
from confty.languages.data import codes
from confty.languages.data.checker.schema.drafts import KNOWN, NEWEST, OPEN_API, draft_in
from confty.languages.data.checker.schema.patterns import Patience
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.json import parse_json
from confty.languages.data.parser.places import Path, Places
from confty.render.codes import Unwritable
from confty.render.survey import survey
from confty.text import Diagnostic, Source, Span
from confty.text.digits import whole_number

#: Keywords whose value is data; what looks like a schema in there is none.
DATA = frozenset({"enum", "const", "default", "examples"})

# What aliases may make of a short schema.
_MOST_PARTS: Final = 1_000_000


class SchemaNode:
    """A schema inside a file: its value, its place, and the address it resolves names against."""

    __slots__ = (
        "_children",
        "allowed",
        "assertions",
        "base",
        "document",
        "draft",
        "path",
        "patience",
        "raw",
    )

    def __init__(
        self,
        raw: object,
        document: Document,
        path: Path,
        base: str,
        draft: int,
        patience: Patience,
    ) -> None:
        self.raw = raw
        self.document = document
        self.path = path
        self.base = base
        self.draft = draft
        #: The time that patterns have, of all the schemas together.
        self.patience = patience
        #: The keywords that judge a value by itself; set by the validator on first use.
        self.assertions: list[tuple[str, Callable[..., Any]]] | None = None
        #: The values of ``enum`` in a form that can be compared; set on first use.
        self.allowed: frozenset[object] | None = None
        self._children: dict[tuple[str | int, ...], SchemaNode] = {}

    def get(self, keyword: str) -> object:
        """The value of a keyword, None when it is absent."""
        return self.raw.get(keyword) if isinstance(self.raw, dict) else None

    def has(self, keyword: str) -> bool:
        """Whether a keyword is there."""
        return isinstance(self.raw, dict) and keyword in self.raw

    def child(self, *steps: str | int) -> SchemaNode:
        """The schema further in; the same object each time."""
        known = self._children.get(steps)
        if known is not None:
            return known
        raw, base = self.raw, self.base
        for step in steps:
            raw = raw[step]  # type: ignore[index]  # callers have seen the shape
            base = _based(raw, base, self.draft)
        made = SchemaNode(
            raw, self.document, (*self.path, *steps), base, self.draft, self.patience
        )
        self._children[steps] = made
        return made

    def span(self, *steps: str | int) -> Span | None:
        """Where a keyword stands: its key."""
        return self.document.key_span((*self.path, *steps))


def exploding(document: Document) -> Diagnostic | None:
    """Refuse a schema with more parts than its text has letters, and too many to walk."""
    source = document.source
    try:
        if survey(document.value).size <= max(len(source.text), _MOST_PARTS):
            return None
    except Unwritable:
        pass  # it contains itself
    message = f"the schema {source.name} cannot be read: its aliases repeat their parts too often"
    return codes.SCHEMA_UNREADABLE.at(Span(source, 0, 0), message)


def _based(raw: object, base: str, draft: int) -> str:
    if isinstance(raw, dict) and draft != OPEN_API:
        own = raw.get("id" if draft == 4 else "$id")
        if isinstance(own, str) and not own.startswith("#"):
            return divided(joined(base, own))[0]
    return base


class SchemaFiles:
    """The schema files read so far."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.roots: dict[str, SchemaNode] = {}
        self.anchors: dict[tuple[str, str], SchemaNode] = {}
        self.findings: list[Diagnostic] = []
        self.patience = Patience()
        #: The bytes of each file, to see whether it has changed, and the entries of the store.
        self.read: dict[str, bytes] = {}
        self.stored: dict[str, str] = {}
        #: Where paths led, by who wrote them, and what the store had for addresses.
        self.led: dict[tuple[str, str | None], str | None] = {}
        self.asked: dict[str, str | None] = {}
        self._failed: set[str] = set()

    def open(self, name: object) -> SchemaNode | None:
        """The schema that the user named: a file, a name in the store, or a mapping as it is.

        An entry of the store, or a file of the tree, stands with the place inside that is meant.
        """
        if isinstance(name, Mapping):
            source = Source("schema", "")
            return self._enter(Document(source, "json", dict(name), Places), "")
        if isinstance(name, tuple):
            entry, pointer = name
            if isinstance(entry, str):
                root = self._load(entry, None)
            else:
                root = self._load_stored(entry, None)
            return None if root is None else self._inside(root, pointer)
        if is_python(name):
            return self._load_python(str(name))
        file = self._resolved(str(name), None)
        if file is None and (stored := self._stored(str(name))) is not None:
            return self._load_stored(stored, None)
        return self._load(file or str(name), None)

    def _load_python(self, address: str) -> SchemaNode | None:
        """A class of a Python program, as a schema."""
        from confty.languages.data.checker.schema.python import described  # noqa: PLC0415  rare

        made = described(address, self.host)
        self.read.update(made.read)
        self.led.update(made.led)
        self.findings.extend(made.findings)
        return None if made.document is None else self._enter(made.document, address)

    def is_as_it_was(self, host: Host) -> bool:
        """Whether all that was asked is answered in the same way by another host.

        The texts first: a reference that stands there no more leads nowhere, and must not be
        taken for an import.
        """
        self.host = host
        try:
            if any(host.read(file) != data for file, data in self.read.items()):
                return False
        except Unreadable:
            return False
        if any(host.resolve(*asked) != file for asked, file in self.led.items()):
            return False
        if any(self._digest(address) != digest for address, digest in self.asked.items()):
            return False
        return all(self._digest(source) == digest for source, digest in self.stored.items())

    def _resolved(self, path: str, importer: str | None) -> str | None:
        found = self.led[path, importer] = self.host.resolve(path, importer)
        return found

    def _in_store(self, address: str) -> Stored | None:
        store = self.host.settings.get("schema_store")
        return store.find(address) if isinstance(store, SchemaStore) else None

    def _digest(self, address: str) -> str | None:
        found = self._in_store(address)
        return None if found is None else found.digest

    def _stored(self, address: str) -> Stored | None:
        self.asked[address] = self._digest(address)
        return self._in_store(address)

    def _load_stored(self, entry: Stored, because: Span | None) -> SchemaNode | None:
        store = self.host.settings.get("schema_store")
        if entry.source in self.roots:
            return self.roots[entry.source]
        if entry.source in self._failed or not isinstance(store, SchemaStore):
            return None
        try:
            data = store.read(entry)
        except Lost as lost:
            self._failed.add(entry.source)
            message = f"the schema {entry.name} cannot be read: {lost}"
            self.findings.append(codes.SCHEMA_UNREADABLE.at(because, message))
            return None
        self.stored[entry.source] = entry.digest
        return self._parsed(entry.source, data, entry.suffix)

    def _load(self, file: str, because: Span | None) -> SchemaNode | None:
        if file in self.roots:
            return self.roots[file]
        if file in self._failed:
            return None
        try:
            data = self.host.read(file)
        except Unreadable as unreadable:
            self._failed.add(file)
            message = f"the schema {file} cannot be read: {unreadable}"
            self.findings.append(codes.SCHEMA_UNREADABLE.at(because, message))
            return None
        self.read[file] = data
        return self._parsed(file, data, file)

    def _parsed(self, file: str, data: bytes, suffixed: str) -> SchemaNode | None:
        source, wrong = decode(file, data)
        parsed = reader_of(suffixed)(source)
        self.findings.extend((*wrong, *parsed.diagnostics))
        if wrong or parsed.failed:
            self._failed.add(file)
            return None
        bomb = exploding(parsed.output)
        if bomb is not None:
            self._failed.add(file)
            self.findings.append(bomb)
            return None
        return self._enter(parsed.output, file)

    def _enter(self, document: Document, file: str) -> SchemaNode:
        raw = document.value
        draft = draft_in(raw)
        if draft is None:
            self._unknown_draft(document)
            draft = NEWEST
        root = SchemaNode(raw, document, (), _based(raw, file, draft), draft, self.patience)
        self.roots[file] = self.roots[root.base] = root
        if draft == OPEN_API:
            # A catalogue has no schemas that go by names of their own, and is large.
            return root
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node.raw, dict):
                self._name(node)
                inside = [key for key in node.raw if key not in DATA and isinstance(key, str)]
                stack.extend([node.child(key) for key in inside])
            elif isinstance(node.raw, list):
                stack.extend([node.child(index) for index in range(len(node.raw))])
        return root

    def _unknown_draft(self, document: Document) -> None:
        raw = document.value
        named = raw.get("$schema") if isinstance(raw, dict) else None
        message = f"the draft {named} is not known, and is read as 2020-12"
        found = codes.SCHEMA_DRAFT.at(document.span(("$schema",)), message)
        self.findings.append(found.with_help(f"known are {KNOWN}"))

    def enter(self, document: Document) -> SchemaNode:
        """Take in a schema that is read already."""
        return self._enter(document, document.source.name)

    def _name(self, node: SchemaNode) -> None:
        """Enter the names by which others may refer to a schema."""
        for keyword in ("$anchor", "$dynamicAnchor"):
            anchor = node.get(keyword)
            if isinstance(anchor, str):
                self.anchors.setdefault((node.base, anchor), node)
        own = node.get("id" if node.draft == 4 else "$id")
        if isinstance(own, str):
            if own.startswith("#"):
                self.anchors.setdefault((node.base, own[1:]), node)
            else:
                self.roots.setdefault(node.base, node)

    def follow(self, node: SchemaNode, reference: str) -> SchemaNode | None:
        """The schema that ``reference`` means where ``node`` stands."""
        address, fragment = divided(reference)
        absolute = joined(node.base, address) if address else node.base
        root = self.roots.get(absolute)
        if root is None and address:
            stored = self._stored(absolute)
            root = None if stored is None else self._load_stored(stored, node.span("$ref"))
        if root is None and address:
            root = self._beside(node, address)
        return None if root is None else self._inside(root, unquote(fragment))

    def complain(self, node: SchemaNode, keyword: str, reference: str) -> None:
        """Say why a reference leads nowhere, unless what it leads to is complained of already."""
        address, fragment = divided(reference)
        place = node.document.span((*node.path, keyword))
        absolute = joined(node.base, address) if address else node.base
        found = absolute in self.roots or (address and self._beside(node, address) is not None)
        if found:
            message = f"there is nothing called {fragment} in the schema"
            if address:
                message = f"there is nothing called {fragment} in {address}"
            finding = codes.SCHEMA_REFERENCE.at(place, message)
        elif "://" in address:
            message = f"{address} is not in the store, and nothing is fetched"
            finding = codes.SCHEMA_REFERENCE.at(place, message).with_help(
                f"confty schema add {address}"
            )
        elif self._failed.intersection(self._files(node, address)):
            return
        else:
            message = f"there is no such file: {address}"
            finding = codes.SCHEMA_REFERENCE.at(place, message)
        self.findings.append(finding)

    def _files(self, node: SchemaNode, address: str) -> list[str]:
        """The files that an address may mean."""
        names = (address, address.rsplit("/", 1)[-1])
        near = [name for name in names if "://" not in name]
        found = [self._resolved(name, node.document.source.name) for name in near]
        return [file for file in found if file is not None]

    def _beside(self, node: SchemaNode, address: str) -> SchemaNode | None:
        """A file beside the one that refers to it, also when that one has an address as its id."""
        files = self._files(node, address)
        return self._load(files[0], node.span("$ref")) if files else None

    def _inside(self, root: SchemaNode, fragment: str) -> SchemaNode | None:
        if not fragment:
            return root
        if not fragment.startswith("/"):
            return self.anchors.get((root.base, fragment))
        node = root
        for part in fragment[1:].split("/"):
            step = part.replace("~1", "/").replace("~0", "~")
            if isinstance(node.raw, dict) and step in node.raw:
                node = node.child(step)
                continue
            index = whole_number(step)
            if not isinstance(node.raw, list) or index is None or index >= len(node.raw):
                return None
            node = node.child(index)
        return node


def is_python(name: object) -> bool:
    """Whether a schema is a class of a Python program: ``python:package.module:Class``."""
    return isinstance(name, str) and name.startswith("python:")


def reader_of(file: str) -> Callable[[Source], Outcome[Document]]:
    """The reader of a schema file, by its suffix."""
    if file.endswith((".yaml", ".yml")):
        from confty.languages.data.parser.yaml import parse_yaml  # noqa: PLC0415  start-up

        return parse_yaml
    if file.endswith(".toml"):
        from confty.languages.data.parser.toml import parse_toml  # noqa: PLC0415  start-up

        return parse_toml
    return parse_json


def joined(base: str, address: str) -> str:
    """Return what an address means under a base."""
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def divided(reference: str) -> tuple[str, str]:
    """Return the address and the fragment of a reference."""
    try:
        address, fragment = urldefrag(reference)
    except ValueError:
        address, _, fragment = reference.partition("#")
    return address, fragment

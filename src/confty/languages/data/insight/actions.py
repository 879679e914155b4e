"""Changes that are offered in a data file: required keys put in, surplus keys taken out."""

from __future__ import annotations

from typing import Final

from confty.kit.sights import Action
from confty.kit.stretches import line_end, line_start, margin, whole_lines
from confty.languages.data import codes
from confty.languages.data.checker.schema import Schema
from confty.languages.data.checker.schema.failure import SchemaFailure, TooSlow
from confty.languages.data.checker.schema.patterns import TooLong
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.checker.schema.steps import nodes_at
from confty.languages.data.insight.offers import key_text, possible_values, value_text
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path
from confty.text import Edit, Span

#: A document with more values than this is not held against its schema again for a menu.
_LARGEST: Final = 20_000
_VALUES: Final = {
    "string": "",
    "integer": 0,
    "number": 0,
    "boolean": False,
    "array": [],
    "object": {},
    "null": None,
}


def actions(document: Document, schema: Schema, start: int, end: int) -> list[Action]:
    """The changes for a stretch of text."""
    if len(document.places) > _LARGEST:
        return []
    found: list[Action] = []
    done: set[tuple[str, Path]] = set()
    for failure in _failures(document, schema):
        key = (failure.code.name, failure.path)
        if key in done or not _touches(document, failure, start, end):
            continue
        done.add(key)
        if failure.code == codes.SCHEMA_REQUIRED:
            found += _missing(document, schema, failure)
        elif failure.code == codes.SCHEMA_UNKNOWN:
            found += _surplus(document, failure.path)
    return found


def _failures(document: Document, schema: Schema) -> list[SchemaFailure]:
    parts: list[tuple[Path, object]] = [((), document.value)]
    if document.stream and isinstance(document.value, list):
        parts = [((index,), one) for index, one in enumerate(document.value)]
    found: list[SchemaFailure] = []
    schema.root.patience.renew()
    schema.validator.begin()
    try:
        for path, value in parts:
            found += schema.validator.failures(schema.root, value, path)
    except (TooSlow, TooLong):
        pass
    return found


def _touches(document: Document, failure: SchemaFailure, start: int, end: int) -> bool:
    """Whether a failure is told at a place, or is of the innermost object there."""
    place = failure.place(document)
    if place is not None and place.start <= end and start <= place.end:
        return True
    if failure.code != codes.SCHEMA_REQUIRED:
        return False
    whole = document.span(failure.path)
    if whole is None or not whole.start <= start <= whole.end:
        return False
    inner = document.places.at(start)
    path = () if inner is None else document.places.path(inner)
    while path and not isinstance(document.part(path), dict):
        path = path[:-1]
    return path == failure.path


# Required keys.


def _missing(document: Document, schema: Schema, failure: SchemaFailure) -> list[Action]:
    value = document.part(failure.path)
    listed = failure.node.get("required")
    if not isinstance(value, dict) or not isinstance(listed, list):
        return []
    names = [one for one in listed if isinstance(one, str) and one not in value]
    path = failure.path[1:] if document.stream else failure.path
    entries = [(name, _placeholder(_nodes(schema, (*path, name)))) for name in names]
    edit = _added(document, failure.path, entries)
    if edit is None or not names:
        return []
    shown = ", ".join(f"'{name}'" for name in names[:4]) + (", …" if len(names) > 4 else "")
    word = "key" if len(names) == 1 else "keys"
    return [Action(f"Add the required {word} {shown}", [edit], "quickfix")]


def _nodes(schema: Schema, path: Path) -> list[SchemaNode]:
    try:
        return nodes_at(schema.validator, schema.root, path)
    except TooLong:
        return []


def _placeholder(nodes: list[SchemaNode], depth: int = 0) -> object:
    """A value that a schema names, or one of its type."""
    for node in nodes:
        named = possible_values(node)
        if named:
            return named[0]
    for node in nodes:
        kind = node.get("type")
        kind = kind[0] if isinstance(kind, list) and kind else kind
        if kind == "object" or (kind is None and node.has("properties")):
            return _object(node, depth)
        if isinstance(kind, str) and kind in _VALUES:
            return _VALUES[kind]
    return ""


def _object(node: SchemaNode, depth: int) -> dict[str, object]:
    listed, known = node.get("required"), node.get("properties")
    if depth > 3 or not isinstance(listed, list) or not isinstance(known, dict):
        return {}
    return {
        name: _placeholder([node.child("properties", name)], depth + 1)
        for name in listed
        if isinstance(name, str) and name in known
    }


def _added(document: Document, path: Path, entries: list[tuple[str, object]]) -> Edit | None:
    """Write entries at the end of an object."""
    places, text = document.places, document.source.text
    index = places.find(path)
    if index is None:
        return None
    index = places.aliases.get(index, index)
    kind, last = document.kind, -1
    for child in places.inside(index):
        if places.key_starts[child] >= 0:
            last = child
    written = [(key_text(name, kind), value_text(value, kind)) for name, value in entries]
    lines = [key + value for key, value in written if value is not None]
    start, end = places.starts[index], places.ends[index]
    if text[start : start + 1] == "{" and kind != "toml":
        return _into_braces(document, start, end, places.ends[last] if last >= 0 else -1, lines)
    if kind == "toml":
        return _into_table(document, path, lines)
    if last < 0:
        return None
    return _under_last(document, last, lines)


def _into_braces(document: Document, start: int, end: int, last: int, lines: list[str]) -> Edit:
    text, source = document.source.text, document.source
    if last < 0:
        return Edit(Span(source, start + 1, max(start + 1, end - 1)), ", ".join(lines))
    joint = f",\n{margin(text, last)}" if "\n" in text[start:last] else ", "
    return Edit(Span(source, last, last), joint + joint.join(lines))


def _under_last(document: Document, last: int, lines: list[str]) -> Edit:
    """New lines of YAML under the last entry, in its column."""
    places, text = document.places, document.source.text
    key = places.key_starts[last]
    column = key - line_start(text, key)
    stop = line_end(text, _end(document, last))
    made = "".join(f"\n{' ' * column}{line}" for line in lines)
    return Edit(Span(document.source, stop, stop), made)


def _end(document: Document, index: int) -> int:
    """Where an entry ends, with all that is in it."""
    places = document.places
    end, waiting = places.key_ends[index], [index]
    while waiting:
        one = waiting.pop()
        end = max(end, places.ends[one])
        waiting += places.inside(one)
    return len(document.source.text[:end].rstrip())


def _into_table(document: Document, path: Path, lines: list[str]) -> Edit | None:
    """New lines of TOML: at the top for the whole file, else under the header of the table."""
    text, source = document.source.text, document.source
    if not path:
        at = 0
        while text.startswith("#", at):
            at = min(line_end(text, at) + 1, len(text))
        return Edit(Span(source, at, at), "".join(f"{line}\n" for line in lines))
    key = document.key_span(path)
    if key is None:
        return None
    stop = line_end(text, key.end)
    if not text[line_start(text, key.start) : key.start].lstrip().startswith("["):
        return None
    return Edit(Span(source, stop, stop), "".join(f"\n{line}" for line in lines))


# Keys that are too many.


def _surplus(document: Document, path: Path) -> list[Action]:
    places, text = document.places, document.source.text
    index = places.find(path)
    if index is None or places.key_starts[index] < 0:
        return []
    start, end = places.key_starts[index], _end(document, index)
    parent = places.parents[index]
    in_braces = parent >= 0 and text[places.starts[parent] : places.starts[parent] + 1] == "{"
    if in_braces:
        start, end = _with_comma(text, start, end)
    elif document.kind == "toml" and text[line_start(text, start) : start].strip():
        return []  # a table, whose parts may stand anywhere
    else:
        start, end = whole_lines(text, start, end)
    edit = Edit(Span(document.source, start, end), "")
    return [Action(f"Remove '{path[-1]}'", [edit], "quickfix")]


def _with_comma(text: str, start: int, end: int) -> tuple[int, int]:
    after = end
    while after < len(text) and text[after] in " \t\r\n":
        after += 1
    before = start
    while before > 0 and text[before - 1] in " \t\r\n":
        before -= 1
    if text[after : after + 1] == ",":
        after += 1
        while after < len(text) and text[after] in " \t":
            after += 1
        if text[after : after + 1] == "\n" and "\n" in text[before:start]:
            return before, after
        return start, after
    return (before - 1, end) if text[before - 1 : before] == "," else (start, end)

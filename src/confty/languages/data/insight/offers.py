"""What may be written at a place of a data file, and what its schema says of a value there."""

from __future__ import annotations

from re import compile as pattern
from typing import Final

from confty.kit.sights import Kind, Offer
from confty.kit.stretches import line_end
from confty.languages.data.checker.schema.patterns import TooLong
from confty.languages.data.checker.schema.prepared import Schema
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.checker.schema.steps import nodes_at
from confty.languages.data.checker.schema.typed import SchemaTyping
from confty.languages.data.checker.schema.values import canonical, shown
from confty.languages.data.insight.brackets import WritingPlace
from confty.languages.data.parser.places import Path
from confty.languages.data.rules import NOTATION
from confty.render import render
from confty.text import Source, Span
from confty.types import DYNAMIC, show

_SEPARATORS: Final = {"yaml": ": ", "toml": " = "}
#: Texts longer than this say nothing more in a list of offers.
_LONGEST: Final = 200
#: Texts that need no quotes in YAML, unless somebody reads them as something else.
_PLAIN: Final = pattern(r"[A-Za-z][A-Za-z0-9_./-]*+")
_NO_TEXTS: Final = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_WORD: Final = pattern(r"[\w-]*+")


def offers(
    schema: Schema, source: Source, kind: str, cursor: WritingPlace, offset: int
) -> list[Offer]:
    """Return what may be written where a cursor stands, what must be there first."""
    schema.root.patience.renew()
    try:
        nodes = nodes_at(schema.validator, schema.root, cursor.path)
    except TooLong:
        return []
    start = max(0, cursor.start)
    replaces = Span(source, start, _end(source.text, start, max(offset, start)))
    if cursor.is_key and (keys := _keys(schema, nodes, kind, cursor, replaces)):
        return keys
    if cursor.is_key and kind != "yaml":
        return []
    # A line of YAML without a colon may also be a value.
    return _values(nodes, kind, replaces)


def _end(text: str, start: int, offset: int) -> int:
    """Where the word or the string ends that the cursor is in."""
    mark = text[start : start + 1]
    if start < offset and mark in ("'", '"'):
        close = text.find(mark, offset, line_end(text, offset))
        return offset if close < 0 else close + 1
    found = _WORD.match(text, offset)
    return offset if found is None else found.end()


def _keys(
    schema: Schema, nodes: list[SchemaNode], kind: str, cursor: WritingPlace, replaces: Span
) -> list[Offer]:
    found: dict[str, Offer] = {}
    required = {name for node in nodes for name in _listed(node, "required")}
    after = replaces.source.text[replaces.end :].lstrip(" \t")
    is_set = after.startswith("=" if kind == "toml" else ":")
    for node in nodes:
        properties = node.get("properties")
        for name in properties if isinstance(properties, dict) else ():
            inner = node.child("properties", name)
            if name in cursor.present or inner.raw is False:
                continue
            said = found.get(name)
            found[name] = Offer(
                name,
                Kind.FIELD,
                replaces.start,
                replaces.end,
                insert=key_text(name, kind, bare=is_set),
                detail=(said and said.detail) or spelled(schema, inner),
                documentation=(said and said.documentation)
                or described(nodes_at(schema.validator, inner, ())),
                required=name in required,
            )
    return sorted(found.values(), key=lambda offer: not offer.required)


def _listed(node: SchemaNode, keyword: str) -> list[str]:
    listed = node.get(keyword)
    return [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []


def _values(nodes: list[SchemaNode], kind: str, replaces: Span) -> list[Offer]:
    found: dict[object, Offer] = {}
    for node in nodes:
        for value, why in _possible(node):
            text = value_text(value, kind)
            if text is None or len(text) > _LONGEST:
                continue
            made = Offer(text, Kind.CONSTANT, replaces.start, replaces.end, detail=why)
            found.setdefault(canonical(value), made)
    return list(found.values())


def possible_values(node: SchemaNode) -> list[object]:
    """The values that a schema names itself, its default first."""
    return [
        value for value, why in _possible(node) if why in ("default", "const", "enum", "examples")
    ]


def _possible(node: SchemaNode) -> list[tuple[object, str]]:
    """The values that a schema names, and how it names them."""
    found: list[tuple[object, str]] = []
    if node.has("const"):
        found.append((node.get("const"), "const"))
    for keyword in ("enum", "examples"):
        listed = node.get(keyword)
        found += [(one, keyword) for one in listed] if isinstance(listed, list) else []
    if node.has("default"):
        found.insert(0, (node.get("default"), "default"))
    named = node.get("type")
    names = named if isinstance(named, list) else [named]
    if "boolean" in names and not node.has("enum"):
        found += [(True, "bool"), (False, "bool")]
    if "null" in names:
        found.append((None, "null"))
    return found


def key_text(name: str, kind: str, *, bare: bool = False) -> str:
    """A key as its file writes it, with what stands before its value unless that is there."""
    separator = "" if bare else _SEPARATORS.get(kind, ": ")
    if kind == "yaml":
        written = render({name: 0}, "yaml")
        spelled = written.removesuffix(": 0\n") if isinstance(written, str) else name
    elif kind == "toml":
        plain = name.replace("-", "").replace("_", "").isalnum() and name.isascii()
        spelled = name if plain else shown_in_json(name)
    else:
        spelled = shown_in_json(name)
    return spelled + separator


def value_text(value: object, kind: str) -> str | None:
    """A value as its file writes it, on one line; None where it does not go."""
    if kind == "toml":
        return _in_toml(value)
    plain = kind == "yaml" and isinstance(value, str) and _PLAIN.fullmatch(value) is not None
    if plain and isinstance(value, str) and value.lower() not in _NO_TEXTS:
        return value
    return shown_in_json(value)


def _in_toml(value: object) -> str | None:
    text = render({"x": value}, "toml")
    made = text.removeprefix("x = ").rstrip("\n") if isinstance(text, str) else None
    return made if made is not None and "\n" not in made and made != "[x]" else None


def shown_in_json(value: object) -> str:
    """A value as JSON, which is YAML, too."""
    written = render(value, "json-compact")
    return written.rstrip("\n") if isinstance(written, str) else shown(value)


def spelled(schema: Schema, node: SchemaNode) -> str:
    """The type that a schema asks for, in the notation of data."""
    try:
        made = SchemaTyping(schema.validator).of(node)
    except RecursionError:
        return ""
    return "" if made is DYNAMIC else show(made, NOTATION)


def described(nodes: list[SchemaNode]) -> str:
    """What a schema says in words: title, description, default, what is allowed."""
    parts: list[str] = []
    for keyword in ("title", "description"):
        texts = [node.get(keyword) for node in nodes]
        parts += [one for one in texts[:1] + texts[1:] if isinstance(one, str)][:1]
    defaults = [node.get("default") for node in nodes if node.has("default")]
    parts += [f"default: {shown(one)}" for one in defaults[:1]]
    allowed = next((one for node in nodes if isinstance(one := node.get("enum"), list)), None)
    if allowed:
        parts.append("one of: " + ", ".join([shown(one) for one in allowed[:20]]))
    if any(node.get("deprecated") is True for node in nodes):
        parts.append("deprecated")
    return "\n\n".join(dict.fromkeys(parts))


def documentation(schema: Schema, path: Path) -> tuple[str, str]:
    """Return the type and the words that a schema has for the value at a path."""
    schema.root.patience.renew()
    try:
        nodes = nodes_at(schema.validator, schema.root, path)
    except TooLong:
        return "", ""
    if not nodes:
        return "", ""
    return spelled(schema, nodes[0]), described(nodes)

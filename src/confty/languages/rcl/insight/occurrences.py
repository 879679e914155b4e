"""Every name of a document where it is written, with what introduces it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from confty.kit.sights import Kind, Occurrence
from confty.languages.rcl.checker.annotations import ATOMS, BUILT_IN
from confty.languages.rcl.checker.checked import Binding, Checked
from confty.languages.rcl.checker.signatures import std_type
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.library.table import BY_KEY
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.typesyntax import RecordField, TypeApply, TypeName
from confty.languages.rcl.parser.walk import TreePart, parts
from confty.text import Span
from confty.types import Function, Object, unfold

_NOWHERE: Final = "it is not known where the field is declared"
_DOTTED: Final = re.compile(r"([A-Za-z_][\w-]*)\s*\.\s*([A-Za-z_][\w-]*)")


def occurrences(ground: Ground) -> list[Occurrence]:
    """Return the names of a document in the order they are written."""
    found: list[Occurrence] = []
    for step in ground.steps:
        if isinstance(step, syntax.Name):
            found += _name(ground, step)
        elif isinstance(step, syntax.Chain):
            found += _chain(ground, step)
        elif isinstance(step, syntax.Collection):
            found += _keys(ground, step)
    found += _types(ground)
    called = _called(ground)
    for index, one in enumerate(found):
        if one.start in called and one.kind in (Kind.FUNCTION, Kind.VARIABLE, Kind.PARAMETER):
            found[index] = Occurrence(
                one.name, one.kind, one.start, one.end, one.definitions, called=True,
                fixed=one.fixed,
            )  # fmt: skip
    found.sort(key=lambda one: one.start)
    return found


def _called(ground: Ground) -> set[int]:
    return {
        step.base.start
        for step in ground.steps
        if isinstance(step, syntax.Chain)
        and isinstance(step.base, syntax.Name)
        and isinstance(step.links[0], syntax.Call)
    }


def kind_of_binding(binding: Binding) -> Kind:
    """Say what kind of thing a name is."""
    if binding.role == "parameter":
        return Kind.PARAMETER
    is_function = binding.function is not None or isinstance(unfold(binding.known), Function)
    return Kind.FUNCTION if is_function else Kind.VARIABLE


def _name(ground: Ground, node: syntax.Name) -> Iterator[Occurrence]:
    checked = ground.checked
    own = checked.binders.get(node)
    if own is not None:
        place = [ground.span(node.start, node.end)]
        kind = kind_of_binding(own)
        yield Occurrence(node.text, kind, node.start, node.end, place, writes=True)
        return
    binding = checked.uses.get(node)
    if binding is None:
        return
    kind = kind_of_binding(binding)
    if binding.node is None:
        fixed = f"'{node.text}' is part of the language"
        if node.text != "std":
            fixed = f"'{node.text}' comes from outside the file"
        yield Occurrence(node.text, kind, node.start, node.end, (), fixed=fixed)
        return
    place = [ground.span(binding.node.start, binding.node.end)]
    yield Occurrence(node.text, kind, node.start, node.end, place)


def _chain(ground: Ground, node: syntax.Chain) -> Iterator[Occurrence]:
    for at, link in enumerate(node.links):
        called = at + 1 < len(node.links) and isinstance(node.links[at + 1], syntax.Call)
        if isinstance(link, syntax.Field):
            if link.name.text:
                yield _field(ground, node, at, link.name, called=called)
            following = node.links[at + 1] if called else None
            if isinstance(following, syntax.Call) and link.name.text in BY_KEY:
                yield from _named_field(ground, node, at, following)
        elif isinstance(link, syntax.Index) and isinstance(link.index, syntax.StringLiteral):
            yield from _quoted(ground, node, at, link.index)


def _field(
    ground: Ground, node: syntax.Chain, at: int, name: syntax.Name, *, called: bool
) -> Occurrence:
    if name in ground.checked.methods:
        kind = Kind.METHOD if called else Kind.FUNCTION
        fixed = f"'{name.text}' is part of the library"
        return Occurrence(name.text, kind, name.start, name.end, (), called=called, fixed=fixed)
    places = ground.origins.of_field(node, at, name.text)
    return Occurrence(
        name.text, Kind.FIELD, name.start, name.end, places, called=called,
        fixed=_why_fixed(places, name.text),
    )  # fmt: skip


def _why_fixed(places: list[Span], name: str) -> str:
    """Say why a field cannot be renamed: nobody knows its declaration, or it is no name there."""
    for one in places:
        if one.text.strip("\"'") != name:
            return f"it is declared in {one.source.name}, not by its name alone"
    return "" if places else _NOWHERE


def _named_field(
    ground: Ground, node: syntax.Chain, at: int, call: syntax.Call
) -> Iterator[Occurrence]:
    """Return the field that ``get``, ``contains`` or ``except`` of a dict names."""
    owner = ground.origins.owner_type(node, at)
    key = call.arguments[0] if call.arguments else None
    if isinstance(key, syntax.StringLiteral) and owner is not None:
        inside = unfold(owner)
        if isinstance(inside, Object) and inside is not std_type():
            yield from _quoted(ground, node, at, key)


def _quoted(
    ground: Ground, node: syntax.Chain, at: int, key: syntax.StringLiteral
) -> Iterator[Occurrence]:
    places = ground.origins.of_field(node, at, key.value)
    if places and _is_plain(ground, key):
        fixed = _why_fixed(places, key.value)
        yield Occurrence(key.value, Kind.FIELD, key.start, key.end, places, fixed=fixed)


def _is_plain(ground: Ground, key: syntax.StringLiteral) -> bool:
    """Whether a key is written as it is meant, in quotes or without."""
    text = ground.text[key.start : key.end]
    return text in (key.value, f'"{key.value}"')


def _keys(ground: Ground, node: syntax.Collection) -> Iterator[Occurrence]:
    for element in node.elements:
        pair = element.result
        if not isinstance(pair, syntax.Pair) or not isinstance(pair.key, syntax.StringLiteral):
            continue
        key = pair.key
        if not _is_plain(ground, key) or not key.value:
            continue
        places = ground.origins.of_key(node, key.value) or [ground.span(key.start, key.end)]
        yield Occurrence(key.value, Kind.FIELD, key.start, key.end, places, writes=True)


# Types.


def _types(ground: Ground) -> Iterator[Occurrence]:
    """Return the names of types; each block's are known throughout it."""
    waiting: list[tuple[TreePart, dict[str, Span]]] = [(ground.checked.document.body, {})]
    while waiting:
        step, scope = waiting.pop()
        if isinstance(step, syntax.Block | syntax.Element):
            scope = {**scope, **_declared(ground, step)}
        if isinstance(step, syntax.TypeAliasStatement):
            place = ground.span(step.name.start, step.name.end)
            yield _introduced(step.name, place)
            own = {one.text: ground.span(one.start, one.end) for one in step.parameters}
            scope = {**scope, **own}
            yield from [_introduced(one, own[one.text]) for one in step.parameters]
        elif isinstance(step, RecordField):
            yield _record_field(ground, step)
        elif isinstance(step, TypeName | TypeApply):
            yield from _type_name(ground, step, scope)
        waiting.extend((one, scope) for one in parts(step))


def _declared(ground: Ground, step: syntax.Block | syntax.Element) -> dict[str, Span]:
    statements = step.statements if isinstance(step, syntax.Block) else step.controls
    return {
        one.name.text: ground.span(one.name.start, one.name.end)
        for _, one in statements
        if isinstance(one, syntax.TypeAliasStatement)
    }


def _introduced(name: syntax.Name, place: Span) -> Occurrence:
    return Occurrence(name.text, Kind.TYPE, name.start, name.end, [place], writes=True)


def _record_field(ground: Ground, step: RecordField) -> Occurrence:
    name = step.name
    place = ground.span(name.start, name.end)
    return Occurrence(name.text, Kind.FIELD, name.start, name.end, [place], writes=True)


def _type_name(
    ground: Ground, step: TypeName | TypeApply, scope: dict[str, Span]
) -> Iterator[Occurrence]:
    if "." in step.text:
        yield from _imported_type(ground, step)
        return
    name, end = step.text, step.start + len(step.text)
    if not name or ground.text[step.start : end] != name:
        return
    if name in scope:
        yield Occurrence(name, Kind.TYPE, step.start, end, [scope[name]])
    elif name in ATOMS or name in BUILT_IN:
        fixed = f"{name} is part of the language"
        yield Occurrence(name, Kind.TYPE, step.start, end, (), fixed=fixed)


def _imported_type(ground: Ground, step: TypeName | TypeApply) -> Iterator[Occurrence]:
    """Return the file's name and the type's, ``lib.User``."""
    written = _DOTTED.match(ground.text, step.start)
    module = step.text.partition(".")[0]
    binding = ground.file_named(module, step.start)
    if binding is None or binding.node is None:
        return
    place = ground.span(binding.node.start, binding.node.end)
    yield Occurrence(module, Kind.VARIABLE, step.start, step.start + len(module), [place])
    if written is None:
        return
    node = ground.imported(binding)
    file = None if node is None else ground.checked.files.get(node)
    places = [] if file is None else declared_in(file.checked, written[2])
    fixed = "" if places else f"it is not known where {written[2]} is declared"
    yield Occurrence(written[2], Kind.TYPE, written.start(2), written.end(2), places, fixed=fixed)


def declared_in(checked: Checked | None, name: str) -> list[Span]:
    """Return where a document declares one of its types."""
    if checked is None:
        return []
    body = checked.document.body
    statements = body.statements if isinstance(body, syntax.Block) else ()
    return [
        checked.span(one.name.start, one.name.end)
        for _, one in statements
        if isinstance(one, syntax.TypeAliasStatement) and one.name.text == name
    ]

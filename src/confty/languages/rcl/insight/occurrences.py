"""Every name of a document where it is written, with what introduces it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from confty.kit.sights import Kind, Occurrence
from confty.languages.rcl.checker.annotations import ATOMS, BUILT_IN
from confty.languages.rcl.checker.checked import Binding, Checked
from confty.languages.rcl.checker.signatures import std_type
from confty.languages.rcl.insight.view import View
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.typesyntax import RecordField, TypeApply, TypeName
from confty.languages.rcl.parser.walk import Step, parts
from confty.text import Span
from confty.types import Function, Object, unfold

#: The methods of dicts whose first argument names a field.
_BY_KEY: Final = frozenset(("get", "contains", "except"))
_NOWHERE: Final = "it is not known where the field is declared"
_DOTTED: Final = re.compile(r"([A-Za-z_][\w-]*)\s*\.\s*([A-Za-z_][\w-]*)")


def occurrences(view: View) -> list[Occurrence]:
    """Return the names of a document in the order they are written."""
    found: list[Occurrence] = []
    for step in view.steps:
        if isinstance(step, syntax.Name):
            found += _name(view, step)
        elif isinstance(step, syntax.Chain):
            found += _chain(view, step)
        elif isinstance(step, syntax.Collection):
            found += _keys(view, step)
    found += _types(view)
    called = _called(view)
    for index, one in enumerate(found):
        if one.start in called and one.kind in (Kind.FUNCTION, Kind.VARIABLE, Kind.PARAMETER):
            found[index] = Occurrence(
                one.name, one.kind, one.start, one.end, one.definitions, called=True,
                fixed=one.fixed,
            )  # fmt: skip
    found.sort(key=lambda one: one.start)
    return found


def _called(view: View) -> set[int]:
    return {
        step.base.start
        for step in view.steps
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


def _name(view: View, node: syntax.Name) -> Iterator[Occurrence]:
    checked = view.checked
    own = checked.binders.get(node)
    if own is not None:
        place = [view.span(node.start, node.end)]
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
    place = [view.span(binding.node.start, binding.node.end)]
    yield Occurrence(node.text, kind, node.start, node.end, place)


def _chain(view: View, node: syntax.Chain) -> Iterator[Occurrence]:
    for at, link in enumerate(node.links):
        called = at + 1 < len(node.links) and isinstance(node.links[at + 1], syntax.Call)
        if isinstance(link, syntax.Field):
            if link.name.text:
                yield _field(view, node, at, link.name, called=called)
            following = node.links[at + 1] if called else None
            if isinstance(following, syntax.Call) and link.name.text in _BY_KEY:
                yield from _named_field(view, node, at, following)
        elif isinstance(link, syntax.Index) and isinstance(link.index, syntax.StringLiteral):
            yield from _quoted(view, node, at, link.index)


def _field(
    view: View, node: syntax.Chain, at: int, name: syntax.Name, *, called: bool
) -> Occurrence:
    if name in view.checked.methods:
        kind = Kind.METHOD if called else Kind.FUNCTION
        fixed = f"'{name.text}' is part of the library"
        return Occurrence(name.text, kind, name.start, name.end, (), called=called, fixed=fixed)
    places = view.origins.of_field(node, at, name.text)
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
    view: View, node: syntax.Chain, at: int, call: syntax.Call
) -> Iterator[Occurrence]:
    """Return the field that ``get``, ``contains`` or ``except`` of a dict names."""
    owner = view.origins.owner_type(node, at)
    key = call.arguments[0] if call.arguments else None
    if isinstance(key, syntax.StringLiteral) and owner is not None:
        inside = unfold(owner)
        if isinstance(inside, Object) and inside is not std_type():
            yield from _quoted(view, node, at, key)


def _quoted(
    view: View, node: syntax.Chain, at: int, key: syntax.StringLiteral
) -> Iterator[Occurrence]:
    places = view.origins.of_field(node, at, key.value)
    if places and _is_plain(view, key):
        fixed = _why_fixed(places, key.value)
        yield Occurrence(key.value, Kind.FIELD, key.start, key.end, places, fixed=fixed)


def _is_plain(view: View, key: syntax.StringLiteral) -> bool:
    """Whether a key is written as it is meant, in quotes or without."""
    text = view.text[key.start : key.end]
    return text in (key.value, f'"{key.value}"')


def _keys(view: View, node: syntax.Collection) -> Iterator[Occurrence]:
    for element in node.elements:
        pair = element.result
        if not isinstance(pair, syntax.Pair) or not isinstance(pair.key, syntax.StringLiteral):
            continue
        key = pair.key
        if not _is_plain(view, key) or not key.value:
            continue
        places = view.origins.of_key(node, key.value) or [view.span(key.start, key.end)]
        yield Occurrence(key.value, Kind.FIELD, key.start, key.end, places, writes=True)


# Types.


def _types(view: View) -> Iterator[Occurrence]:
    """Return the names of types; each block's are known throughout it."""
    waiting: list[tuple[Step, dict[str, Span]]] = [(view.checked.document.body, {})]
    while waiting:
        step, scope = waiting.pop()
        if isinstance(step, syntax.Block | syntax.Element):
            scope = {**scope, **_declared(view, step)}
        if isinstance(step, syntax.TypeAliasStatement):
            place = view.span(step.name.start, step.name.end)
            yield _introduced(step.name, place)
            own = {one.text: view.span(one.start, one.end) for one in step.parameters}
            scope = {**scope, **own}
            yield from [_introduced(one, own[one.text]) for one in step.parameters]
        elif isinstance(step, RecordField):
            yield _record_field(view, step)
        elif isinstance(step, TypeName | TypeApply):
            yield from _type_name(view, step, scope)
        waiting.extend((one, scope) for one in parts(step))


def _declared(view: View, step: syntax.Block | syntax.Element) -> dict[str, Span]:
    statements = step.statements if isinstance(step, syntax.Block) else step.controls
    return {
        one.name.text: view.span(one.name.start, one.name.end)
        for _, one in statements
        if isinstance(one, syntax.TypeAliasStatement)
    }


def _introduced(name: syntax.Name, place: Span) -> Occurrence:
    return Occurrence(name.text, Kind.TYPE, name.start, name.end, [place], writes=True)


def _record_field(view: View, step: RecordField) -> Occurrence:
    name = step.name
    place = view.span(name.start, name.end)
    return Occurrence(name.text, Kind.FIELD, name.start, name.end, [place], writes=True)


def _type_name(
    view: View, step: TypeName | TypeApply, scope: dict[str, Span]
) -> Iterator[Occurrence]:
    if "." in step.text:
        yield from _imported_type(view, step)
        return
    name, end = step.text, step.start + len(step.text)
    if not name or view.text[step.start : end] != name:
        return
    if name in scope:
        yield Occurrence(name, Kind.TYPE, step.start, end, [scope[name]])
    elif name in ATOMS or name in BUILT_IN:
        fixed = f"{name} is part of the language"
        yield Occurrence(name, Kind.TYPE, step.start, end, (), fixed=fixed)


def _imported_type(view: View, step: TypeName | TypeApply) -> Iterator[Occurrence]:
    """Return the file's name and the type's, ``lib.User``."""
    written = _DOTTED.match(view.text, step.start)
    module = step.text.partition(".")[0]
    binding = view.file_named(module, step.start)
    if binding is None or binding.node is None:
        return
    place = view.span(binding.node.start, binding.node.end)
    yield Occurrence(module, Kind.VARIABLE, step.start, step.start + len(module), [place])
    if written is None:
        return
    node = view.imported(binding)
    file = None if node is None else view.checked.files.get(node)
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

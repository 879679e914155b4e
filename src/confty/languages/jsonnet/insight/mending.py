"""Changes that answer findings: what each once applied removes its finding and breaks nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from confty import types
from confty.kit.sights import Action
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.kinds import kind_of, members
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.written import is_word, quoted, stripped, subscript
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.merges import first_of
from confty.languages.jsonnet.insight.occurrences import occurrences_of
from confty.languages.jsonnet.insight.signature import is_closed
from confty.languages.jsonnet.insight.writing import deleted, insert_member, std_is_free
from confty.languages.jsonnet.parser import syntax
from confty.text import Code, Diagnostic, Edit, Span

Mending: TypeAlias = Callable[[Ground, Diagnostic, list[syntax.Node]], Iterator[Action]]

_EMPTY: Final = {
    "number": "0",
    "string": "''",
    "array": "[]",
    "object": "{}",
    "true": "true",
    "false": "false",
    "function": "function() null",
}


def mended(ground: Ground, start: int, end: int) -> Iterator[Action]:
    """Offer changes for the findings that touch a stretch of the text."""
    for finding in ground.checked.findings:
        span = finding.span
        if span is None or span.source.name != ground.source.name:
            continue
        mend = _MENDINGS.get(finding.code)
        if mend is not None and span.start <= end and start <= span.end:
            yield from mend(ground, finding, ground.path_at(span.start))


# Names that nobody uses.


def _unused(ground: Ground, _: Diagnostic, path: list[syntax.Node]) -> Iterator[Action]:
    name = path[-1]
    owner = path[-2] if len(path) > 1 else None
    if not isinstance(name, syntax.Identifier) or owner is None:
        return
    if isinstance(owner, syntax.Bind):
        around = path[-3]
        edit = without(ground, owner, around, path[-4] if len(path) > 3 else None)
        if edit is not None:
            yield Action(f"Remove `{name.name}`", [edit], "quickfix")
    places = [
        one
        for one in occurrences_of(ground)
        if any(place.start == name.start for place in one.definitions)
        and all(place.source is ground.source for place in one.definitions)
    ]
    edits = [Edit(Span(ground.source, one.start, one.end), f"_{name.name}") for one in places]
    if edits and not _is_taken(ground, f"_{name.name}"):
        yield Action(f"Call it `_{name.name}`", edits, "quickfix")


def _is_taken(ground: Ground, name: str) -> bool:
    return any(one.name == name for one in occurrences_of(ground))


def without(
    ground: Ground, bind: syntax.Bind, around: syntax.Node, outer: syntax.Node | None
) -> Edit | None:
    """Return what takes a bind out of its ``local``, the ``local`` included if it was alone."""
    if isinstance(around, syntax.Local):
        if len(around.binds) == 1:
            return deleted(ground, around.start, around.body.start)
        at = around.binds.index(bind)
        if at:
            return Edit(Span(ground.source, around.binds[at - 1].end, bind.end), "")
        return Edit(Span(ground.source, bind.start, around.binds[1].start), "")
    if isinstance(around, syntax.ObjectLocal) and isinstance(
        outer, syntax.Object | syntax.ObjectComprehension
    ):
        at = outer.members.index(around)
        if at + 1 < len(outer.members):
            return deleted(ground, around.start, outer.members[at + 1].start)
        if at:
            return Edit(Span(ground.source, outer.members[at - 1].end, around.end), "")
        if isinstance(outer, syntax.Object):
            return Edit(Span(ground.source, outer.start + 1, outer.end - 1), "")
    return None


# Calls.


def _missing_argument(
    ground: Ground, finding: Diagnostic, path: list[syntax.Node]
) -> Iterator[Action]:
    span = finding.span
    assert span is not None
    for call in reversed(path):
        if not isinstance(call, syntax.Call) or not is_closed(ground, call):
            continue
        callee = stripped(call.callee)
        if (callee.start, callee.end) != (span.start, span.end):
            continue
        missing = _not_given(ground, call)
        if not missing:
            return
        written = ", ".join([f"{name}={_value_for(type_)}" for name, type_ in missing])
        place, before = _end_of_arguments(ground, call)
        text = f"{before}{written}"
        names = ", ".join([f"`{name}`" for name, _ in missing])
        edit = Edit(Span(ground.source, place, place), text)
        yield Action(f"Add {names}", [edit], "quickfix")
        return


def _not_given(ground: Ground, call: syntax.Call) -> list[tuple[str, types.Type]]:
    known = [one for one in ground.functions(stripped(call.callee)) if one.parameters is not None]
    if len(known) != 1:
        return []
    names = [None if one.name is None else one.name.name for one in call.arguments]
    found = types.deal(known[0], names, {})
    return [
        (one.parameter.name, one.parameter.type)
        for one in found.complaints
        if one.wrong is types.Misdealt.MISSING
        and one.parameter is not None
        and one.parameter.name is not None
        and one.parameter.utterable
    ]


def _value_for(type_: types.Type) -> str:
    """Return something that fits a type, to be replaced."""
    for one in members(type_):
        found = _EMPTY.get(kind_of(one))
        if found is not None:
            return found
    return "null"


def _end_of_arguments(ground: Ground, call: syntax.Call) -> tuple[int, str]:
    if not call.arguments:
        opening = ground.tokens.at(call.callee.end)
        return ground.tokens.end(opening), ""
    last = call.arguments[-1].end
    following = ground.tokens.at(last)
    if ground.tokens.kinds[following] == ",":
        return ground.tokens.end(following), " "
    return last, ", "


# Fields.


def _no_such_field(
    ground: Ground, finding: Diagnostic, path: list[syntax.Node]
) -> Iterator[Action]:
    span = finding.span
    assert span is not None
    access = next(
        (
            one
            for one in reversed(path)
            if isinstance(one, syntax.Dot | syntax.Index)
            and span.end <= one.end
            and (one.start == span.start or one.start <= span.start)
            and subscript(one) is not None
        ),
        None,
    )
    if access is None:
        return
    target, name = subscript(access) or (access, "")
    wrapped = with_default(ground, access)
    if wrapped is not None:
        yield Action(f"Write std.get(…, {quoted(name)}, null)", [wrapped], "quickfix")
    literal = _only_literal(ground, target)
    if literal is not None and name:
        key = name if is_word(name) else quoted(name)
        member = f"{key}: error {quoted(f'{name} is not given')}"
        edit = insert_member(ground, literal, member)
        if edit is not None:
            yield Action(f"Add the field {key} to the object", [edit], "quickfix")


def with_default(ground: Ground, access: syntax.Dot | syntax.Index) -> Edit | None:
    """Return what makes ``std.get(o, 'f', null)`` of ``o.f``."""
    found = subscript(access)
    if found is None or not std_is_free(ground, access):
        return None
    target, name = found
    if isinstance(stripped(target), syntax.Missing) or not name:
        return None
    text = f"std.get({ground.text(target)}, {quoted(name)}, null)"
    return Edit(ground.span(access), text)


def _only_literal(ground: Ground, target: syntax.Expression) -> syntax.Object | None:
    """Return the literal of this file that an object is made of, where there is one only."""
    with ground.looking():
        objects = ground.objects(target)
    origin = first_of(objects[0]) if len(objects) == 1 else None
    if origin is None or len(origin.layers) != 1:
        return None
    layer = origin.layers[0]
    if not isinstance(layer, Layer) or layer.check.source.name != ground.source.name:
        return None
    return layer.node if isinstance(layer.node, syntax.Object) else None


def _not_found(ground: Ground, finding: Diagnostic, path: list[syntax.Node]) -> Iterator[Action]:
    """An import that is found when it is written from here or from the search folders."""
    span = finding.span
    assert span is not None
    for node in reversed(path):
        if isinstance(node, syntax.Import):
            yield from _other_paths(ground, node)
            return


def _other_paths(ground: Ground, node: syntax.Import) -> Iterator[Action]:
    resolve, written = ground.checker.imports.resolve, node.path.value
    if not written:
        return
    tried = [f"{written}{suffix}" for suffix in (".libsonnet", ".jsonnet", ".json")]
    stem, dot, _ = written.rpartition(".")
    tried += [f"{stem}{suffix}" for suffix in (".libsonnet", ".jsonnet", ".json") if dot]
    tried += [f"../{written}", written.removeprefix("./"), written.rpartition("/")[2]]
    for path in dict.fromkeys(tried):
        if path and path != written and resolve(path) is not None:
            edit = Edit(ground.span(node.path), quoted(path))
            yield Action(f"Import {quoted(path)}", [edit], "quickfix")


_MENDINGS: Final[dict[Code, Mending]] = {
    codes.UNUSED_NAME: _unused,
    codes.MISSING_ARGUMENT: _missing_argument,
    codes.NO_SUCH_FIELD: _no_such_field,
    codes.IMPORT_NOT_FOUND: _not_found,
}

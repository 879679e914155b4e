"""Changes that keep what a program gives: inline, extract, sort imports, write it otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from confty.kit.sights import Action
from confty.languages.jsonnet.checker.written import is_word, stripped, subscript
from confty.languages.jsonnet.insight.cursor import CursorPlace
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.layout import chain_of
from confty.languages.jsonnet.insight.mending import with_default, without
from confty.languages.jsonnet.insight.scopes import Binding
from confty.languages.jsonnet.lexer.tokens import IDENTIFIER
from confty.languages.jsonnet.parser import syntax
from confty.text import Edit, Span

_MOST_USES: Final = 50
# What can be put in the place of a name without parentheses.
_TIGHT: Final = (
    syntax.Name, syntax.Dot, syntax.Index, syntax.Call, syntax.String, syntax.Object,
    syntax.Array, syntax.Parens, syntax.Null, syntax.Boolean, syntax.Self, syntax.Dollar,
)  # fmt: skip
# What is walked through from an expression to the place where a local may stand: it binds no
# name, and ``self`` is the same on both sides.
_OPEN: Final = (
    syntax.Binary, syntax.Unary, syntax.Dot, syntax.Index, syntax.Slice, syntax.Call,
    syntax.Argument, syntax.Parens, syntax.Array, syntax.If, syntax.Extend, syntax.Error,
    syntax.Assert,
)  # fmt: skip


def reshaped(ground: Ground, start: int, end: int) -> Iterator[Action]:
    """Offer what may be done with what stands at a stretch of the text."""
    path = ground.path_to(start) or ground.path_to(max(start - 1, 0))
    if start < end:
        yield from _extract(ground, start, end)
    if path:
        yield from _access(ground, path)
        yield from _inline(ground, path[-1])
    yield from _sort_imports(ground)


# Accesses.


def _access(ground: Ground, path: list[syntax.Node]) -> Iterator[Action]:
    access = path[-1] if isinstance(path[-1], syntax.Index) else path[max(len(path) - 2, 0)]
    if not isinstance(access, syntax.Dot | syntax.Index) or access in ground.scopes.called:
        return
    found = subscript(access)
    if found is None or path[-1] is found[0]:
        return
    target, name = found
    is_std = isinstance(stripped(target), syntax.Name) and ground.text(target) == "std"
    wrapped = None if is_std else with_default(ground, access)
    if wrapped is not None:
        yield Action("Read the field with std.get, null where it is missing", [wrapped])
    if isinstance(access, syntax.Index) and is_word(name):
        place = Span(ground.source, target.end, access.end)
        number = isinstance(stripped(target), syntax.Number) and target is stripped(target)
        if not number:
            yield Action(f"Write .{name}", [Edit(place, f".{name}")])


# Inline.


def _inline(ground: Ground, node: syntax.Node) -> Iterator[Action]:
    binding = ground.scopes.meaning.get(node)
    value = None if binding is None else binding.value
    if binding is None or value is None or not isinstance(binding.owner, syntax.Bind):
        return
    uses = [
        one
        for one, meant in ground.scopes.meaning.items()
        if meant is binding and isinstance(one, syntax.Name)
    ]
    inside = [one for one in uses if value.start <= one.start < value.end]
    if not uses or inside or len(uses) > _MOST_USES:
        return
    if not all(_means_the_same(ground, binding, value, one) for one in uses):
        return
    path = ground.path_at(binding.name.start)
    around, outer = path[-3], path[-4] if len(path) > 3 else None
    gone = without(ground, binding.owner, around, outer)
    if gone is None:
        return
    text = ground.text(value)
    text = text if isinstance(value, _TIGHT) else f"({text})"
    edits = [Edit(ground.span(one), text) for one in uses]
    if any(gone.span.start < one.span.end and one.span.start < gone.span.end for one in edits):
        return
    yield Action(f"Put the value of `{binding.name.name}` in its place", [gone, *edits])


def _means_the_same(
    ground: Ground, binding: Binding, value: syntax.Expression, use: syntax.Name
) -> bool:
    """Whether a value means at a use what it means where it is bound."""
    there = CursorPlace(ground, use.start + 1).scope()
    for part in syntax.walk(value):
        if isinstance(part, syntax.Self | syntax.Dollar | _SUPER):
            return False
        if isinstance(part, syntax.Name):
            meant = ground.scopes.meaning.get(part)
            own = meant is not None and value.start <= meant.name.start < value.end
            if not own and there.get(part.name) is not meant:
                return False
    return binding.name.name != "std"


_SUPER: Final = syntax.SuperField | syntax.SuperIndex | syntax.InSuper


# Extract.


def _extract(ground: Ground, start: int, end: int) -> Iterator[Action]:
    text = ground.source.text[start:end]
    start, end = start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
    path = ground.path_to(start)
    chosen = next((at for at, one in enumerate(path) if (one.start, one.end) == (start, end)), -1)
    if chosen < 0:
        return
    at = chosen
    while at > 0 and isinstance(path[at - 1], _OPEN):
        at -= 1
    slot, node = path[at], path[chosen]
    above = path[chosen - 1] if chosen else None
    is_key = isinstance(above, syntax.Field) and node is above.key and not above.computed
    if not isinstance(node, syntax.Expression) or not isinstance(slot, syntax.Expression):
        return
    if isinstance(above, syntax.Import) or is_key or isinstance(node, syntax.Missing):
        return
    if isinstance(node, syntax.Object) and isinstance(above, syntax.Extend) and node is above.body:
        return  # ``a { … }`` takes no name
    taken = {one.name.name for one in ground.scopes.meaning.values()}
    written = set(_words(ground))
    name = next(
        one
        for one in ("value", *[f"value{number}" for number in range(2, 10_000)])
        if one not in taken and one not in written
    )
    before = Edit(
        Span(ground.source, slot.start, slot.start), f"local {name} = {ground.text(node)};\n"
    )
    if slot is node:
        edit = Edit(ground.span(node), f"local {name} = {ground.text(node)};\n{name}")
        yield Action("Give it a name", [edit])
        return
    yield Action("Give it a name", [before, Edit(ground.span(node), name)])


def _words(ground: Ground) -> Iterator[str]:
    tokens = ground.tokens
    for kind, text in zip(tokens.kinds, tokens.texts, strict=True):
        if kind == IDENTIFIER:
            yield text


# Imports.


def _sort_imports(ground: Ground) -> Iterator[Action]:
    edits: list[Edit] = []
    for group in _import_groups(ground):
        ordered = sorted(group, key=lambda one: one[0])
        if [one[0] for one in ordered] != [one[0] for one in group]:
            edits += [
                Edit(Span(ground.source, old[1], old[2]), ground.source.text[new[1] : new[2]])
                for old, new in zip(group, ordered, strict=True)
                if old is not new
            ]
    if edits:
        yield Action("Sort the imports", edits, "source")


def _import_groups(ground: Ground) -> list[list[tuple[str, int, int]]]:
    """Return the path and the stretch of each import, those together that stand together."""
    groups: list[list[tuple[str, int, int]]] = []
    names: set[str] = set()
    last = -1
    for node in chain_of(ground):
        value = stripped(node.binds[0].value)
        if len(node.binds) > 1 or not isinstance(value, syntax.Import):
            last = -1
            continue
        closing = ground.tokens.at(node.binds[0].end)
        if ground.tokens.kinds[closing] != ";":
            break
        between = ground.source.text[last : node.start] if last >= 0 else ""
        name = node.binds[0].name.name
        together = last >= 0 and not between.strip() and between.count("\n") == 1
        if not together or name in names:
            groups.append([])
            names = set()
        names.add(name)
        last = ground.tokens.end(closing)
        groups[-1].append((value.path.value, node.start, last))
    return groups

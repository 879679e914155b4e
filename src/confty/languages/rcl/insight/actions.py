"""Changes that are offered at a place, beyond the fixes that findings bring."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, get_args

from confty import types
from confty.kit.sights import Action
from confty.kit.stretches import line_start, whole_lines
from confty.languages.rcl.checker.mending import with_fields
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.insight.layout import imports_together
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.typesyntax import TypeExpr
from confty.languages.rcl.parser.walk import walk
from confty.languages.rcl.rules import is_identifier, spelled
from confty.text import Edit


def actions(ground: Ground, start: int, end: int) -> list[Action]:
    """Return what may be done with the text between two offsets."""
    found: list[Action] = []
    for step in ground.way(start):
        if isinstance(step, syntax.Let) and start <= step.name.end and end >= step.name.start:
            found += _of_let(ground, step)
        elif isinstance(step, syntax.Collection):
            found += _of_literal(ground, step)
        elif isinstance(step, syntax.Pair):
            found += _of_pair(ground, step, start)
        elif isinstance(step, syntax.Chain):
            found += _of_chain(ground, step, start)
    found += _sorted_imports(ground, start)
    if end > start:
        found += _named(ground, start, end)
    return found


def _sorted_imports(ground: Ground, offset: int) -> Iterator[Action]:
    """Offer to sort the imports that stand together, by their paths."""
    run = [one for one in imports_together(ground) if ground.text[one.end - 1 : one.end] == ";"]
    if len(run) < 2 or not run[0].start <= offset <= run[-1].end:
        return
    between = [ground.text[one.end : two.start] for one, two in pairwise(run)]
    if len({one.name.text for one in run}) < len(run) or any(one.strip() for one in between):
        return
    ordered = sorted(run, key=lambda one: ground.text[one.value.start : one.value.end])
    texts = [ground.text[one.start : one.end] for one in ordered]
    made = "".join([text + gap for text, gap in zip(texts, [*between, ""], strict=True)])
    place = ground.span(run[0].start, run[-1].end)
    if made != place.text:
        yield Action("Sort the imports", [Edit(place, made)], "source")


def _named(ground: Ground, start: int, end: int) -> Iterator[Action]:
    """Offer to give the selected expression a name, before the statement it stands in."""
    node, body = _selected(ground, start, end), ground.checked.document.body
    if node is None or ground.checked.document.lost:
        return
    statements = [one for _, one in body.statements] if isinstance(body, syntax.Block) else []
    home = next((one.start for one in statements if one.start <= start < one.end), body.start)
    known = {one.name for one in statements if isinstance(one, syntax.Let) and one.end <= home}
    for one in walk(node):
        binding = ground.checked.uses.get(one) if isinstance(one, syntax.Name) else None
        place = None if binding is None else binding.node
        if place is not None and place not in known and not start <= place.start < end:
            return  # it is not there yet, where the name would be given
    name = next(one for one in _NAMES if one not in ground.in_scope(start))
    line = ground.text[line_start(ground.text, home) : home]
    indent = line if not line.strip() else ""
    edits = [
        Edit(ground.span(home, home), f"let {name} = {ground.text[start:end]};\n{indent}"),
        Edit(ground.span(start, end), name),
    ]
    yield Action("Give it a name", edits)


def _selected(ground: Ground, start: int, end: int) -> syntax.Node | None:
    """Return the expression that a selection holds, no more and no less."""
    way = ground.way(start)
    for parent, one in zip([None, *way], way, strict=False):
        if isinstance(one, syntax.Element) or (one.start, one.end) != (start, end):
            continue
        key = isinstance(parent, syntax.Pair) and one is parent.key
        if key or isinstance(parent, syntax.Import) or isinstance(one, _NO_VALUES):
            continue
        if one in ground.checked.types:
            return one
    return None


_NAMES: Final = ("value", "part", *[f"value{at}" for at in range(2, 1000)])
# What has a type and cannot stand for itself, or would gain nothing by a name.
_NO_VALUES: Final = (
    syntax.Name, syntax.Missing, syntax.Partial, syntax.Block, *get_args(syntax.Link),
    *get_args(TypeExpr),
)  # fmt: skip


def _of_let(ground: Ground, node: syntax.Let) -> Iterator[Action]:
    binding = ground.checked.binders.get(node.name)
    if binding is None:
        return
    if node.annotation is None and _can_be_written(ground, binding.known, node):
        place = ground.span(node.name.end, node.name.end)
        text = spelled(binding.known)
        yield Action(f"Annotate {node.name.text} with {_cut(text)}", [Edit(place, f": {text}")])
    if not _is_used(ground, node.name):
        yield from _removed(ground, node)


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _can_be_written(ground: Ground, type_: types.Type, node: syntax.Let) -> bool:
    """Whether the notation of a type can be read back, and the value is sure to have it."""
    if type_ is types.DYNAMIC or isinstance(node.value, syntax.Missing):
        return False
    names = ground.aliases(node.start)

    def strange(part: types.Type) -> bool:
        if part is types.NEVER or part is types.DYNAMIC:
            return True
        return isinstance(part, types.Ref) and part.name not in names

    if any(map(strange, types.parts(type_))):
        return False
    if any(isinstance(part, types.Function) for part in types.parts(type_)):
        return False
    return "…" not in spelled(type_)


def _is_used(ground: Ground, name: syntax.Name) -> bool:
    binding = ground.checked.binders[name]
    if any(one is binding for one in ground.checked.uses.values()):
        return True
    return ground.imported(binding) is not None and f"{name.text}." in ground.text


def _removed(ground: Ground, node: syntax.Let) -> Iterator[Action]:
    """Offer to remove a statement that nobody needs, line and all."""
    if ground.text[node.end - 1 : node.end] == ";":
        place = ground.span(*whole_lines(ground.text, node.start, node.end))
        yield Action(f"Remove {node.name.text}", [Edit(place, "")], "quickfix")


def _of_literal(ground: Ground, node: syntax.Collection) -> Iterator[Action]:
    wanted = ground.checked.wanted.get(node)
    record = None if wanted is None else types.unfold(wanted)
    if not isinstance(record, types.Object) or node.bracket != "{":
        return
    given = {
        one.result.key.value
        for one in node.elements
        if isinstance(one.result, syntax.Pair) and isinstance(one.result.key, syntax.StringLiteral)
    }
    if any(one.controls or isinstance(one.result, syntax.Unpack) for one in node.elements):
        return
    lacking = [one for one in record.fields if one.name not in given]
    edit = with_fields(ground.source, node, lacking)
    if edit is not None and any(one.optional for one in lacking):
        yield Action("Add all fields that are not given", [edit])


def _of_pair(ground: Ground, node: syntax.Pair, start: int) -> Iterator[Action]:
    key = node.key
    if not isinstance(key, syntax.StringLiteral) or not key.start <= start <= key.end:
        return
    text = ground.text[key.start : key.end]
    if "//" in ground.text[key.end : node.at]:
        return
    place = ground.span(key.start, node.at + 1)
    if node.mark == "=":
        yield Action("Write the key as a string", [Edit(place, f'"{key.value}":')])
    elif text == f'"{key.value}"' and is_identifier(key.value):
        yield Action("Write the key as a name", [Edit(place, f"{key.value} =")])


def _of_chain(ground: Ground, node: syntax.Chain, start: int) -> Iterator[Action]:
    """Offer to read what may be missing with ``get``."""
    for at, link in enumerate(node.links):
        if not isinstance(link, syntax.Field) or not link.start <= start <= link.end:
            continue
        owner = ground.origins.owner_type(node, at)
        record = None if owner is None else types.unfold(owner)
        own = record.by_name.get(link.name.text) if isinstance(record, types.Object) else None
        if own is not None and own.optional and at == len(node.links) - 1:
            place = ground.span(link.start, link.end)
            edit = Edit(place, f'.get("{link.name.text}", null)')
            yield Action(f"Read {link.name.text} with get", [edit], "quickfix")

"""The shape of a file: outline, folding, colours, hints, what a selection grows to."""

from __future__ import annotations

from collections.abc import Iterator

from confty.kit.sights import ColouredStretch, Hint, Kind, Region, Symbol
from confty.kit.stretches import folds, nested
from confty.languages.phy.checker.checked import Declare, Procedure
from confty.languages.phy.insight.ground import Ground, declares, form_of, walk
from confty.languages.phy.insight.occurrences import field_name, heads
from confty.languages.phy.insight.sight import shortly, signature_of
from confty.languages.phy.lexer import COMMENT, FLOAT, INT, STRING
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import is_unknown
from confty.types import Function


def symbols(ground: Ground) -> list[Symbol]:
    """Return the procedures with their parameters and locals, and the types with their fields."""
    top = ground.checked.top
    if top is None:
        return []
    items = top.items if form_of(top) == "Module" else [top]
    found = [_symbol(ground, one) for one in items]
    return [one for one in found if one is not None]


def _symbol(ground: Ground, node: Node) -> Symbol | None:
    name = declares(node)
    if name is None or not str(name.value):
        return None
    place, whole = ground.name_place(name.start, name.end), ground.span(node.start, node.end)
    entity = ground.entities.get(name.start)
    if form_of(node) == "TypeDecl":
        detail = "" if entity is None else shortly(entity.type)
        return Symbol(str(name.value), Kind.TYPE, place, whole, detail, _fields(ground, node))
    if form_of(node) != "ProcDecl":
        return None
    detail = ""
    if isinstance(entity, Procedure):
        detail = signature_of(entity).removeprefix(str(entity.name))
    inner = [_local(ground, one) for one in walk(node) if form_of(one) in ("ParamDecl", "Decl")]
    children = [one for one in inner if one is not None]
    return Symbol(str(name.value), Kind.FUNCTION, place, whole, detail, children)


def _local(ground: Ground, node: Node) -> Symbol | None:
    name = declares(node)
    if name is None or not str(name.value):
        return None
    kind = Kind.PARAMETER if form_of(node) == "ParamDecl" else Kind.VARIABLE
    entity = ground.entities.get(name.start)
    detail = "" if entity is None or is_unknown(entity.type) else shortly(entity.type)
    place = ground.name_place(name.start, name.end)
    return Symbol(str(name.value), kind, place, ground.span(node.start, node.end), detail)


def _fields(ground: Ground, node: Node) -> list[Symbol]:
    found: list[Symbol] = []
    record = node.items[1] if len(node.items) > 1 else None
    for item in record.items if record is not None and form_of(record) == "RecordTy" else ():
        name = field_name(item)
        if name is None or not str(name.value):
            continue
        type_ = ground.type_of(item.items[1]) if len(item.items) > 1 else None
        detail = "" if type_ is None else shortly(type_)
        place = ground.name_place(name.start, name.end)
        whole = ground.span(item.start, item.end)
        found.append(Symbol(str(name.value), Kind.FIELD, place, whole, detail))
    return found


def regions(ground: Ground) -> list[Region]:
    """Return what spans lines and can be folded."""
    found = [Region(node.start, node.end) for node in ground.nodes]
    comments = [(one.start, one.end) for one in ground.tokens if one.kind is COMMENT]
    return folds(ground.text, found, comments)


def around(ground: Ground, offset: int) -> list[tuple[int, int]]:
    """Return the stretches around an offset, each inside the next."""
    return nested(ground.text, offset, [(one.start, one.end) for one in ground.way(offset)])


def tokens(ground: Ground) -> list[ColouredStretch]:
    """Return the names of forms, literals and comments in order."""
    kinds = {STRING: "string", INT: "number", FLOAT: "number", COMMENT: "comment"}
    words = dict(heads(ground))
    found: list[ColouredStretch] = []
    for one in ground.tokens:
        kind = kinds.get(one.kind)
        if kind is not None:
            found.append(ColouredStretch(one.start, one.end, kind))
        elif one.start in words:
            found.append(ColouredStretch(one.start, one.end, "keyword"))
        elif ground.text[one.start] == '"':
            found.append(ColouredStretch(one.start, one.end, "string"))
    return found


def hints(ground: Ground, start: int, end: int) -> list[Hint]:
    """Return the types of locals, and the names of parameters at calls."""
    found: list[Hint] = []
    for node in ground.typed:
        if isinstance(node, Declare) and not is_unknown(node.variable.type):
            text = f": {shortly(node.variable.type)}"
            found.append(Hint(node.variable.end, text, "type"))
    for one in ground.nodes:
        if form_of(one) == "Call" and one.items:
            found += _arguments(ground, one)
    chosen = {(one.at, one.text): one for one in found if start <= one.at <= end}
    return sorted(chosen.values(), key=lambda one: one.at)


def _arguments(ground: Ground, node: Node) -> Iterator[Hint]:
    callee = ground.uses.get(node.items[0].start)
    if not isinstance(callee, Procedure) or not isinstance(callee.type, Function):
        return
    for argument, parameter in zip(node.items[1:], callee.parameters, strict=False):
        if argument.form == "Ident" and argument.value == parameter.name:
            continue
        yield Hint(argument.start, f"{parameter.name}=", "parameter")

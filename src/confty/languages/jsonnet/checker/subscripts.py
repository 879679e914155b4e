"""Types of ``x.f``, ``x[i]`` and ``x[i:j:k]``."""

from __future__ import annotations

from confty.languages.jsonnet.checker.borders import point_at_declaration
from confty.languages.jsonnet.checker.certain import check_slice
from confty.languages.jsonnet.checker.engine import RULES_BY_NODE, Checker
from confty.languages.jsonnet.checker.objects import read_self, suggest_field
from confty.languages.jsonnet.checker.scope import Frame
from confty.languages.jsonnet.checker.tests import stripped
from confty.languages.jsonnet.codes import (
    BAD_SUBSCRIPT,
    NO_SUCH_ELEMENT,
    NO_SUCH_FIELD,
    TYPE_MISMATCH,
)
from confty.languages.jsonnet.parser.nodes import Node
from confty.languages.jsonnet.parser.syntax import (
    Dollar,
    Dot,
    Expression,
    Index,
    Number,
    Self,
    Slice,
    String,
    Unary,
)
from confty.languages.jsonnet.rules import (
    ANY,
    element_of,
    erased,
    kind_of,
    members,
    spell,
    unknown,
    vague,
)
from confty.text import Severity
from confty.types import (
    NEVER,
    NULL,
    NUMBER,
    STRING,
    Object,
    Tuple,
    Type,
    gradual_union,
    list_of,
    tuple_of,
    union_of,
)


def _frame_of(check: Checker, node: Expression) -> Frame | None:
    """Return the object that ``self`` or ``$`` means."""
    node = stripped(node)
    if check.frame is None:
        return None
    if isinstance(node, Self):
        return check.frame
    return check.frame.root() if isinstance(node, Dollar) else None


def _dot(check: Checker, node: Dot) -> Type:
    frame = _frame_of(check, node.target)
    if frame is not None:
        own = read_self(check, frame, node.field.name)
        if own is not None:
            check.infer(node.target)
            return own
    target = check.infer(node.target)
    if not node.field.name:
        return ANY
    if target is NEVER:
        check.reached(node, target)
        return NEVER
    return read_field(check, target, node.field.name, node, node.target)


def read_field(
    check: Checker, target: Type, name: str, place: Node, subject: Node, key: Node | None = None
) -> Type:
    """Read a fixed field of each part; ``place`` is blamed for a field that is not there."""
    parts = (ANY,) if unknown(target) or vague(target) else members(target)
    results: list[Type] = []
    wrong: list[Type] = []
    for part in parts:
        if isinstance(part, Object):
            known = part.by_name.get(name)
            if known is not None:
                results.append(known.type)
                continue
            if part.rest is not None:
                results.append(part.rest)
                continue
        elif kind_of(part) == "any":
            results.append(ANY)
            continue
        wrong.append(part)
    severity = Severity.ERROR if not results else Severity.WARNING
    for part in wrong:
        _refuse_field(check, part, name, (key or place, subject), severity)
    if not wrong:
        return gradual_union(*results)
    if results or any(isinstance(part, Object) for part in wrong):
        return ANY
    return _element_anyway(wrong)


def _element_anyway(parts: list[Type]) -> Type:
    """What an index would have given, for a field read off an array or a string."""
    inside: list[Type] = []
    for part in parts:
        element = STRING if part is STRING else element_of(part)
        inside.append(ANY if element is None else element)
    return gradual_union(*inside)


def _refuse_field(
    check: Checker, part: Type, name: str, places: tuple[Node, Node], severity: Severity
) -> None:
    place, subject = places
    if isinstance(part, Object):
        if check.report(NO_SUCH_FIELD, place, f"there is no field `{name}`", severity):
            suggest_field(check, place, name, [one.name for one in part.fields])
            point_at_declaration(check, subject)
    elif kind_of(part) in {"string", "array"}:
        message = f"expected `number` as the index of `{spell(part)}`, found `string`"
        check.report(TYPE_MISMATCH, place, message, severity)
    else:
        message = f"expected a value with fields or elements, found `{spell(part)}`"
        check.report(BAD_SUBSCRIPT, subject, message, severity)


def _index(check: Checker, node: Index) -> Type:
    key = stripped(node.index)
    frame = _frame_of(check, node.target)
    if frame is not None and isinstance(key, String):
        own = read_self(check, frame, key.value)
        if own is not None:
            check.infer(node.target)
            check.infer(node.index)
            return own
    target = check.infer(node.target)
    index = check.infer(node.index)
    check.reached(node, target, index)
    if target is NEVER:
        return NEVER
    if isinstance(key, String):
        return read_field(check, target, key.value, node, node.target, node.index)
    parts = (ANY,) if unknown(target) or vague(target) else members(target)
    results: list[Type] = []
    good = [part for part in parts if kind_of(part) in _SUBSCRIPTED]
    severity = Severity.ERROR if not good else Severity.WARNING
    for part in parts:
        if part in good:
            some = None if len(parts) == 1 else Severity.WARNING
            results.append(_element(check, node, part, index, some))
        else:
            message = f"expected a value with fields or elements, found `{spell(part)}`"
            check.report(BAD_SUBSCRIPT, node.target, message, severity)
            results.append(ANY)
    return gradual_union(*results)


_SUBSCRIPTED = {"any", "string", "array", "object"}


def _element(
    check: Checker, node: Index, part: Type, index: Type, severity: Severity | None
) -> Type:
    kind = kind_of(part)
    if kind == "any":
        return ANY
    if isinstance(part, Object):
        check.want(node.index, index, STRING, severity)
        if part.rest is not None:
            return ANY
        return gradual_union(*[one.type for one in part.fields])
    fits = check.want(node.index, index, NUMBER, severity)
    if fits:
        _bad_place(check, node, severity)
    if kind == "string":
        return STRING
    if isinstance(part, Tuple):
        return _of_tuple(check, node, part, severity)
    return element_of(part) or ANY


def _bad_place(check: Checker, node: Index, severity: Severity | None) -> None:
    """An index that is a negative or a broken number fails on anything."""
    key = stripped(node.index)
    negative = isinstance(key, Unary) and key.operator == "-"
    inner = stripped(key.operand) if isinstance(key, Unary) else key
    if not isinstance(inner, Number):
        return
    if (negative and inner.value > 0) or not float(inner.value).is_integer():
        message = f"expected a whole number from 0 as an index, found {'-' * negative}{inner.text}"
        check.report(NO_SUCH_ELEMENT, node.index, message, severity)


def _of_tuple(check: Checker, node: Index, part: Tuple, severity: Severity | None) -> Type:
    key = stripped(node.index)
    if not isinstance(key, Number) or not float(key.value).is_integer():
        return gradual_union(*part.elements)
    place = int(key.value)
    if place < len(part.elements):
        return part.elements[place]
    count = len(part.elements)
    wanted = f"an index below {count}" if count else "no index, for the array is empty"
    check.report(NO_SUCH_ELEMENT, node.index, f"expected {wanted}, found {place}", severity)
    return ANY


def _slice(check: Checker, node: Slice) -> Type:
    target = check.infer(node.target)
    check.reached(node, target)
    for part in (node.first, node.last, node.step):
        if part is not None:
            check.want(part, check.infer(part), union_of(NULL, NUMBER))
    check.want(node.target, target, union_of(STRING, list_of(ANY)))
    check_slice(check, node)
    return sliced(target, node)


def sliced(target: Type, node: Slice | None) -> Type:
    """Return the type of a part of an array or a string."""
    results: list[Type] = []
    for part in members(erased(target)):
        if isinstance(part, Tuple):
            exact = _cut(part, node)
            results.append(exact or list_of(gradual_union(*part.elements)))
        elif kind_of(part) in {"array", "string"}:
            results.append(part)
        else:
            results.append(union_of(STRING, list_of(ANY)))
    return gradual_union(*results)


def _cut(part: Tuple, node: Slice | None) -> Type | None:
    """Cut a tuple where the slice is written out in numbers."""
    if node is None:
        return None
    places: list[int | None] = []
    for bound in (node.first, node.last, node.step):
        if bound is None:
            places.append(None)
        elif isinstance(bound, Number) and float(bound.value).is_integer():
            places.append(int(bound.value))
        else:
            return None
    if places[2] == 0:
        return None
    return tuple_of(*part.elements[slice(*places)])


RULES_BY_NODE.update({Dot: _dot, Index: _index, Slice: _slice})

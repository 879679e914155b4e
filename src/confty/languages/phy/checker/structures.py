"""Forms that make values, take them apart, or store them."""

from __future__ import annotations

from typing import Final

from confty.languages.phy import codes
from confty.languages.phy.checker.checked import FIXED, MUTABLE, VALUE, Typed, Variable
from confty.languages.phy.checker.context import Context, Handler
from confty.languages.phy.checker.denotations import denoted, inhabited
from confty.languages.phy.checker.expressions import joined
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import canonical, common_type, equal, is_unknown, union_as_written
from confty.languages.phy.spelling import brief
from confty.types import (
    CHAR,
    DYNAMIC,
    INT,
    UNIT,
    ListOf,
    Never,
    Object,
    Tuple,
    Type,
    Union,
    list_of,
    object_of,
    tuple_of,
)


def _member(context: Context, node: Node, role: str) -> Typed:
    """Check an operand of a constructor: a value, read at once."""
    typed = context.read(context.scoped(node))
    if isinstance(typed.type, Never):
        context.say(context.mismatch(codes.VOID_MEMBER, f"a value for {role}", typed))
        return context.broken(node)
    return typed


def _tuple(context: Context, node: Node) -> Typed:
    parts = tuple([_member(context, item, "a member") for item in node.items])
    type_ = context.bounded(tuple_of(*[part.type for part in parts]), node)
    return Typed("tuple", type_, node.start, node.end, parts)


def _record(context: Context, node: Node) -> Typed:
    parts: list[Typed] = []
    fields: dict[str, Type] = {}
    for item in node.items:
        if item.form == "Broken":
            return context.broken(node)
        name, inner = item.items
        typed = _member(context, inner, "a field")
        text = str(name.value)
        if text in fields:
            context.refuse(codes.FIELD_DUPLICATE, name, f"the field {text} is already there")
            continue
        fields[text] = typed.type
        parts.append(typed)
    type_ = context.bounded(object_of(fields), node)
    return Typed("record", type_, node.start, node.end, tuple(parts), tuple(fields))


def _array(context: Context, node: Node) -> Typed:
    parts = [_member(context, item, "an element") for item in node.items]
    element = parts[0].type
    for part in parts[1:]:
        found = common_type(element, part.type)
        if found is None:
            finding = context.mismatch(codes.NO_COMMON_TYPE, brief(element), part)
            place = context.span(parts[0])
            context.say(finding.note(place, f"because the elements before are {brief(element)}"))
            continue
        if not is_unknown(part.type):
            element = found
    type_ = context.bounded(list_of(element, len(parts)), node)
    fitted = tuple([context.fit(part, element) for part in parts])
    return Typed("array", type_, node.start, node.end, fitted)


def _sequence(context: Context, node: Node) -> Typed:
    first = node.items[0]
    if first.form == "Text":
        return Typed("text", list_of(CHAR), node.start, node.end, (), first.value)
    element = inhabited(context, first, codes.VOID_TYPE, "an element")
    code = codes.ELEMENT_MISMATCH
    rest = node.items[1:]
    parts = tuple([context.fitted(context.scoped(item), element, code) for item in rest])
    type_ = context.bounded(list_of(element), node)
    return Typed("seq", type_, node.start, node.end, parts)


def _as(context: Context, node: Node) -> Typed:
    typed = context.scoped(node.items[0])
    type_ = inhabited(context, node.items[1], codes.VOID_TYPE, "As")
    value = context.fitted(typed, type_, codes.AS_MISMATCH)
    return Typed("as", type_, node.start, node.end, (value,))


# Taking apart.


def _field(context: Context, node: Node) -> Typed:
    base = context.scoped(node.items[0])
    selector = node.items[1]
    if is_unknown(base.type) and not isinstance(base.type, (Tuple, Object)):
        return context.broken(node)
    if isinstance(base.type, Tuple) and base.type.elements:
        return _position(context, node, base, selector)
    if isinstance(base.type, Object):
        return _named(context, node, base, selector)
    context.say(context.mismatch(codes.NOT_TUPLE, "a tuple or a record", base))
    return context.broken(node)


def _position(context: Context, node: Node, base: Typed, selector: Node) -> Typed:
    assert isinstance(base.type, Tuple)
    count = len(base.type.elements)
    if not isinstance(selector.value, int):
        message = f"expected a position of {brief(base.type)}, found a name"
        context.refuse(codes.FIELD_SELECTOR, selector, message)
        return context.broken(node)
    if not 0 <= selector.value < count:
        wanted = "position 0" if count == 1 else f"a position from 0 to {count - 1}"
        message = f"expected {wanted} of {brief(base.type)}, found {selector.value}"
        context.refuse(codes.NO_SUCH_FIELD, selector, message)
        return context.broken(node)
    type_ = base.type.elements[selector.value]
    data = selector.value
    return Typed("field", type_, node.start, node.end, (base,), data, base.place)


def _named(context: Context, node: Node, base: Typed, selector: Node) -> Typed:
    assert isinstance(base.type, Object)
    if not isinstance(selector.value, str):
        message = f"expected a field name of {brief(base.type)}, found a position"
        context.refuse(codes.FIELD_SELECTOR, selector, message)
        return context.broken(node)
    field = base.type.by_name.get(selector.value)
    if field is None:
        message = f"expected a field of {brief(base.type)}, found {selector.value}"
        context.refuse(codes.NO_SUCH_FIELD, selector, message)
        return context.broken(node)
    data = base.type.fields.index(field)
    return Typed("field", field.type, node.start, node.end, (base,), data, base.place)


def _at(context: Context, node: Node) -> Typed:
    base = context.scoped(node.items[0])
    index = context.scoped(node.items[1])
    if not equal(index.type, INT):
        context.say(context.mismatch(codes.INDEX_NOT_INT, "int", index))
    parts = (base, context.read(index))
    if isinstance(base.type, ListOf):
        return Typed("at", base.type.element, node.start, node.end, parts, None, base.place)
    if isinstance(base.type, Tuple) and base.type.elements:
        # A member chosen at run time: its type is one of the members', and it is never written.
        type_ = _any_member(context, base.type, node)
        place = VALUE if base.place == VALUE else FIXED
        return Typed("at", type_, node.start, node.end, parts, None, place)
    if not is_unknown(base.type):
        wanted = "a sequence, an array or a tuple"
        context.say(context.mismatch(codes.NOT_INDEXABLE, wanted, base))
    return context.broken(node)


def _any_member(context: Context, type_: Tuple, node: Node) -> Type:
    distinct: dict[Type, Type] = {}
    for element in type_.elements:
        distinct.setdefault(canonical(element), element)
    members = tuple(distinct.values())
    return members[0] if len(members) == 1 else context.bounded(union_as_written(members), node)


# Storing.


def _assignment(context: Context, node: Node) -> Typed:
    target = context.scoped(node.items[0])
    value = context.scoped(node.items[1])
    typed = Typed("asgn", UNIT, node.start, node.end, (target, value))
    if target.place != MUTABLE and not (target.op == "error" or isinstance(target.type, Never)):
        _not_assignable(context, target)
        return typed
    if isinstance(target.type, Never):
        context.refuse(codes.NOT_ASSIGNABLE, target, "expected a location, found void")
        return typed
    if isinstance(value.type, Never):
        context.say(context.mismatch(codes.VOID_VALUE, brief(target.type), value))
        return typed
    value = context.fitted(value, target.type, codes.ASGN_MISMATCH)
    return Typed("asgn", UNIT, node.start, node.end, (target, value))


def _not_assignable(context: Context, target: Typed) -> None:
    root = target
    while root.op in {"field", "at", "exprs"} and root.parts:
        root = root.parts[-1] if root.op == "exprs" else root.parts[0]
    spelled = brief(target.type)
    message = f"expected a mutable location, found a value of type {spelled}"
    finding = codes.NOT_ASSIGNABLE.at(context.span(target), message)
    if isinstance(root.data, Variable) and root.data.kind == "parameter":
        finding = codes.NOT_ASSIGNABLE.at(
            context.span(target),
            f"expected a mutable location, found a parameter of type {spelled}",
        )
        finding = finding.with_help("copy the parameter into a local with Decl")
    elif isinstance(root.data, Variable) and root.data.kind == "binder":
        finding = finding.with_help("copy what the rule binds into a local with Decl")
    elif root.place == MUTABLE:
        finding = finding.with_help("a tuple is written through FieldAccess")
    context.say(finding)


def _local(context: Context, node: Node) -> Typed:
    name = node.items[0]
    value = context.read(context.scoped(node.items[1]))
    type_ = value.type
    if isinstance(type_, Never):
        context.say(context.mismatch(codes.VOID_VALUE, "a value", value))
        type_ = DYNAMIC
    variable = Variable("local", str(name.value), type_, name.start, name.end)
    context.declare(name, variable)
    return Typed("decl", UNIT, node.start, node.end, (value,), variable)


# Looking into unions.


def _match(context: Context, node: Node) -> Typed:
    operand = context.read(context.scoped(node.items[0]))
    known = not is_unknown(operand.type)
    if known and not isinstance(operand.type, Union):
        context.say(context.mismatch(codes.MATCH_NOT_UNION, "a union", operand))
        known = False
    taken: set[Type] = set()
    parts: list[Typed] = [operand]
    rules: list[Variable] = []
    for item in node.items[1:]:
        if item.form == "Broken":
            known = False
            context.scoped(item)
            continue
        member = denoted(context, item.items[0].items[1])
        if known:
            member = _take(context, operand, item.items[0].items[1], member, taken)
        variable, body = _rule(context, item, member)
        rules.append(variable)
        parts.append(body)
    # A rule that takes no member was meant for one: then none is reported as missing.
    if known and not any(is_unknown(variable.type) for variable in rules):
        _missing(context, operand, taken)
    return _matched(context, node, parts, tuple(rules))


def _take(context: Context, operand: Typed, place: Node, member: Type, taken: set[Type]) -> Type:
    """Tick off the member that a rule takes."""
    assert isinstance(operand.type, Union)
    key = canonical(member)
    if is_unknown(member):
        return member
    if key not in {canonical(one) for one in operand.type.members}:
        message = f"expected a member of {brief(operand.type)}, found {brief(member)}"
        context.refuse(codes.MATCH_FOREIGN, place, message)
        return DYNAMIC
    if key in taken:
        message = f"expected a member without a rule, found {brief(member)} again"
        context.refuse(codes.MATCH_DUPLICATE, place, message)
        return DYNAMIC
    taken.add(key)
    return member


def _missing(context: Context, operand: Typed, taken: set[Type]) -> None:
    assert isinstance(operand.type, Union)
    members = [one for one in operand.type.members if canonical(one) not in taken]
    if members:
        spelled = ", ".join([brief(member) for member in members])
        wanted = f"expected a rule for every member of {brief(operand.type)}"
        context.refuse(codes.MATCH_MISSING, operand, f"{wanted}, none for {spelled}")


def _rule(context: Context, item: Node, member: Type) -> tuple[Variable, Typed]:
    mark = context.mark()
    name = item.items[0].items[0]
    variable = Variable("binder", str(name.value), member, name.start, name.end)
    context.declare(name, variable)
    body = context.scoped(item.items[1])
    context.leave(mark)
    return variable, body


def _matched(
    context: Context, node: Node, parts: list[Typed], rules: tuple[Variable, ...]
) -> Typed:
    if len(parts) < 2:
        return context.broken(node)
    type_ = parts[1].type
    standing = parts[1]
    for body in parts[2:]:
        type_ = joined(context, standing, body)
        standing = Typed("exprs", type_, standing.start, standing.end)
    fitted = (parts[0], *[context.fit(body, type_) for body in parts[1:]])
    return Typed("match", type_, node.start, node.end, fitted, rules)


HANDLERS: Final[dict[str, Handler]] = {
    "TupleCons": _tuple,
    "RecordCons": _record,
    "ArrayCons": _array,
    "Seq": _sequence,
    "As": _as,
    "FieldAccess": _field,
    "At": _at,
    "Asgn": _assignment,
    "Decl": _local,
    "Match": _match,
}

"""Type expressions: which type a form in a type's place denotes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty import types
from confty.languages.phy import codes
from confty.languages.phy.checker.checked import Alias, Procedure, Variable
from confty.languages.phy.checker.context import LONGEST_ARRAY, Context
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import is_unknown
from confty.languages.phy.spelling import brief
from confty.text import Code
from confty.types import Type


def denoted(context: Context, node: Node) -> Type:
    """Return the type that ``node`` denotes; what is wrong with it has been reported."""
    context.forms += 1
    handler = DENOTATIONS.get(node.form)
    type_ = types.DYNAMIC if handler is None else handler(context, node)
    context.checked.types.append((node.start, node.end, type_))
    return type_


def inhabited(context: Context, node: Node, code: Code, role: str) -> Type:
    """Return a denoted type that must have values: not void."""
    type_ = denoted(context, node)
    if isinstance(type_, types.Never):
        context.refuse(code, node, f"expected a type with values for {role}, found void")
        return types.DYNAMIC
    return type_


def _name(context: Context, node: Node) -> Type:
    entity = context.lookup(node, codes.TYPE_UNKNOWN, "type")
    if isinstance(entity, Alias):
        return entity.type
    known = not isinstance(entity, (Variable, Procedure)) or not is_unknown(entity.type)
    if entity is not None and known:
        context.refuse(codes.TYPE_UNKNOWN, node, f"{node.value} is not a type")
    return types.DYNAMIC


def _tuple(context: Context, node: Node) -> Type:
    parts = [inhabited(context, item, codes.VOID_TYPE, "a member") for item in node.items]
    return context.bounded(types.tuple_of(*parts), node)


def _union(context: Context, node: Node) -> Type:
    members: list[Type] = []
    seen: set[Type] = set()
    for item in node.items:
        member = inhabited(context, item, codes.VOID_TYPE, "a member")
        if not is_unknown(member) and types.canonical(member) in seen:
            spelled = brief(member)
            context.refuse(codes.UNION_DUPLICATE, item, f"{spelled} is already a member")
            continue
        seen.add(types.canonical(member))
        members.append(member)
    return context.bounded(types.written_union(*members), node)


def _procedure(context: Context, node: Node) -> Type:
    result = denoted(context, node.items[0])
    rest = node.items[1:]
    parts = [inhabited(context, item, codes.PARAM_VOID, "a parameter") for item in rest]
    return context.bounded(types.function_of(parts, result), node)


def _sequence(context: Context, node: Node) -> Type:
    element = inhabited(context, node.items[0], codes.VOID_TYPE, "an element")
    return context.bounded(types.list_of(element), node)


def _array(context: Context, node: Node) -> Type:
    length, inner = node.items
    element = inhabited(context, inner, codes.VOID_TYPE, "an element")
    count = length.value
    if length.form != "IntVal" or not isinstance(count, int):
        return types.DYNAMIC
    if not 0 <= count <= LONGEST_ARRAY:
        message = f"expected a length from 0 to {LONGEST_ARRAY}, found {count}"
        context.refuse(codes.ARRAY_LENGTH, length, message)
        return types.DYNAMIC
    return context.bounded(types.list_of(element, count), node)


def _record(context: Context, node: Node) -> Type:
    fields: dict[str, Type] = {}
    for item in node.items:
        if item.form == "Broken":
            return types.DYNAMIC
        name, inner = item.items
        type_ = inhabited(context, inner, codes.VOID_TYPE, "a field")
        text = str(name.value)
        if text in fields:
            context.refuse(codes.FIELD_DUPLICATE, name, f"the field {text} is already there")
            continue
        fields[text] = type_
    return context.bounded(types.object_of(fields), node)


def _always(type_: Type) -> Callable[[Context, Node], Type]:
    return lambda _context, _node: type_


#: Form of a type: which type it denotes.
DENOTATIONS: Final[dict[str, Callable[[Context, Node], Type]]] = {
    "Ident": _name,
    "VoidTy": _always(types.NEVER),
    "UnitTy": _always(types.UNIT),
    "BoolTy": _always(types.BOOL),
    "IntTy": _always(types.INT),
    "FloatTy": _always(types.FLOAT),
    "CharTy": _always(types.CHAR),
    "TupleTy": _tuple,
    "UnionTy": _union,
    "ProcTy": _procedure,
    "SeqTy": _sequence,
    "ArrayTy": _array,
    "RecordTy": _record,
}

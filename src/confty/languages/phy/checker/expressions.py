"""Expressions without parts of their own making: names, literals, control flow and lists."""

from __future__ import annotations

from typing import Final

from confty.languages.phy import codes
from confty.languages.phy.checker.checked import (
    FIXED,
    MUTABLE,
    VALUE,
    Alias,
    Builtin,
    Procedure,
    Typed,
    Variable,
)
from confty.languages.phy.checker.context import Context, Handler
from confty.languages.phy.forms import EXPRESSIONS
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import common_type, equal, fits, is_unknown
from confty.languages.phy.spelling import brief
from confty.text import Code, Span
from confty.types import BOOL, DYNAMIC, FLOAT, INT, NEVER, UNIT, Never, Type

_PLACES: Final = {"local": MUTABLE, "parameter": FIXED, "binder": VALUE}


def _name(context: Context, node: Node) -> Typed:
    entity = context.lookup(node, codes.NAME_UNKNOWN, "name")
    start, end = node.start, node.end
    if isinstance(entity, Variable):
        return Typed("local", entity.type, start, end, (), entity, _PLACES[entity.kind])
    if isinstance(entity, Procedure):
        return Typed("proc", entity.type, start, end, (), entity)
    if isinstance(entity, Builtin):
        if entity.name in {"true", "false"}:
            return Typed("bool", BOOL, start, end, (), entity.name == "true")
        message = f"{entity.name} is a built-in procedure and can only be called"
        context.refuse(codes.NAME_NOT_VALUE, node, message)
    elif isinstance(entity, Alias) and not is_unknown(entity.type):
        message = f"expected a value, found the type {entity.name}"
        context.refuse(codes.NAME_NOT_VALUE, node, message)
    return context.broken(node)


# Control flow.


def as_bool(context: Context, typed: Typed, code: Code) -> Typed:
    """Make a bool of an operand that must be one."""
    if not equal(typed.type, BOOL):
        context.say(context.mismatch(code, "bool", typed))
    return context.read(typed)


def _list(context: Context, node: Node) -> Typed:
    parts: list[Typed] = []
    void = False
    for item in node.items:
        if parts and _dropped(context, parts[-1]):
            void = True
        parts.append(context.opened(item))
    last = parts[-1]
    type_: Type = NEVER if void else last.type
    place = VALUE if void else last.place
    return Typed("exprs", type_, node.start, node.end, tuple(parts), None, place)


def _dropped(context: Context, typed: Typed) -> bool:
    """Judge an expression whose value nobody takes; tell whether it is void."""
    type_ = typed.type
    if isinstance(type_, Never):
        return True
    if type_ is not UNIT and not is_unknown(type_):
        finding = context.mismatch(codes.VALUE_DROPPED, "unit or void", typed)
        context.say(finding.with_help("only the last expression of a list may give a value"))
    return False


def _if(context: Context, node: Node) -> Typed:
    condition = as_bool(context, context.opened(node.items[0]), codes.COND_NOT_BOOL)
    body = context.scoped(node.items[1])
    if len(node.items) < 3:
        return _if_only(context, node, condition, body)
    other = context.scoped(node.items[2])
    type_ = joined(context, body, other)
    parts = (condition, context.fit(body, type_), context.fit(other, type_))
    return Typed("if", type_, node.start, node.end, parts)


def _if_only(context: Context, node: Node, condition: Typed, body: Typed) -> Typed:
    type_ = common_type(body.type, UNIT)
    if type_ is None:
        finding = context.mismatch(codes.NO_COMMON_TYPE, "unit or void", body)
        context.say(finding.with_help("an If without a third operand gives unit: add one"))
        type_ = DYNAMIC
    # A missing third operand is the unit value.
    other = Typed("tuple", UNIT, node.end - 1, node.end)
    parts = (condition, context.fit(body, type_), context.fit(other, type_))
    return Typed("if", type_, node.start, node.end, parts)


def joined(context: Context, first: Typed, other: Typed) -> Type:
    """Return the common type of two branches, or report that there is none."""
    type_ = common_type(first.type, other.type)
    if type_ is None:
        finding = context.mismatch(codes.NO_COMMON_TYPE, brief(first.type), other)
        context.say(finding.note(context.span(first), f"because this is {brief(first.type)}"))
        return DYNAMIC
    return type_


def _logic(context: Context, node: Node) -> Typed:
    first = as_bool(context, context.opened(node.items[0]), codes.OPERAND_NOT_BOOL)
    second = as_bool(context, context.scoped(node.items[1]), codes.OPERAND_NOT_BOOL)
    return Typed(node.form.lower(), BOOL, node.start, node.end, (first, second))


def _while(context: Context, node: Node) -> Typed:
    head = node.items[0]
    condition = as_bool(context, context.scoped(head), codes.COND_NOT_BOOL)
    body = context.scoped(node.items[1])
    if not fits(body.type, UNIT):
        context.say(context.mismatch(codes.BODY_NOT_UNIT, "unit or void", body))
    endless = head.form == "Ident" and head.value == "true"
    type_: Type = NEVER if endless else UNIT
    return Typed("while", type_, node.start, node.end, (condition, body), endless)


def _return(context: Context, node: Node) -> Typed:
    operand = context.scoped(node.items[0]) if node.items else None
    procedure = context.procedure
    if procedure is None:
        message = "Return stands outside of a procedure"
        context.refuse(codes.RETURN_OUTSIDE, node, message)
        return Typed("error", NEVER, node.start, node.end)
    if operand is None:
        operand = Typed("tuple", UNIT, node.start, node.end)
    if isinstance(operand.type, Never):
        wanted = brief(procedure.result)
        context.say(context.mismatch(codes.RETURN_VOID, wanted, operand))
        parts: tuple[Typed, ...] = (operand,)
    elif fits(operand.type, procedure.result):
        parts = (context.fit(operand, procedure.result),)
    else:
        parts = (operand,)
        finding = context.mismatch(codes.RETURN_MISMATCH, brief(procedure.result), operand)
        place = Span(context.source, *procedure.result_place)
        context.say(finding.note(place, "because of this result type"))
    return Typed("return", NEVER, node.start, node.end, parts)


def _broken(context: Context, node: Node) -> Typed:
    """Look into a form that breaks the grammar, and say no more about itself."""
    parts = [context.scoped(item) for item in node.items if item.form in _LOOKED_INTO]
    if node.items and node.items[0].form == "Ident":
        name = node.items[0]
        # It may have been meant as a declaration: what follows would miss the name.
        if str(name.value) not in context.names:
            variable = Variable("local", str(name.value), DYNAMIC, name.start, name.end)
            context.declare(name, variable)
    return Typed("error", DYNAMIC, node.start, node.end, tuple(parts))


def _integer(_context: Context, node: Node) -> Typed:
    return Typed("int", INT, node.start, node.end, (), node.value)


def _float(_context: Context, node: Node) -> Typed:
    return Typed("float", FLOAT, node.start, node.end, (), node.value)


def _unreachable(_context: Context, node: Node) -> Typed:
    return Typed("unreachable", NEVER, node.start, node.end)


_LOOKED_INTO: Final = (EXPRESSIONS - {"Ident"}) | {"Broken"}

HANDLERS: Final[dict[str, Handler]] = {
    "Ident": _name,
    "IntVal": _integer,
    "FloatVal": _float,
    "Exprs": _list,
    "If": _if,
    "And": _logic,
    "Or": _logic,
    "While": _while,
    "Return": _return,
    "Unreachable": _unreachable,
    "Broken": _broken,
}

"""Expressions without parts of their own making: names, literals, control flow and lists."""

from __future__ import annotations

from typing import Final, Literal

from confty.languages.phy import codes, library
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Alias, Procedure, Typed, Variable
from confty.languages.phy.checker.context import Context
from confty.languages.phy.forms import EXPRESSIONS, FORMS
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import common_type, equal, fits, is_unknown
from confty.languages.phy.spelling import brief
from confty.text import Code, Span
from confty.types import BOOL, DYNAMIC, FLOAT, INT, NEVER, UNIT, Never, Type

_PLACES: Final = {"local": tree.MUTABLE, "parameter": tree.FIXED, "binder": tree.VALUE}


def name(context: Context, node: Node) -> Typed:
    """Check a name that stands for a value."""
    entity = context.lookup(node, codes.NAME_UNKNOWN, "name")
    start, end = node.start, node.end
    if isinstance(entity, Variable):
        place = _PLACES[entity.kind]
        return tree.VariableName(entity.type, start, end, entity, place)
    if isinstance(entity, Procedure):
        context.named.add(entity)
        return tree.ProcedureName(entity.type, start, end, entity)
    if isinstance(entity, library.Builtin):
        if isinstance(entity.lowering, library.Known):
            return tree.Number(BOOL, start, end, entity.lowering.value)
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


def expressions(context: Context, node: Node) -> Typed:
    """Check a list of expressions."""
    parts: list[Typed] = []
    void = False
    for item in node.items:
        if parts and _dropped(context, parts[-1]):
            void = True
        parts.append(context.opened(item))
    last = parts[-1]
    type_ = NEVER if void else last.type
    place = tree.VALUE if void else last.place
    return tree.Exprs(type_, node.start, node.end, tuple(parts), place)


def _dropped(context: Context, typed: Typed) -> bool:
    """Judge an expression whose value nobody takes; tell whether it is void."""
    type_ = typed.type
    if isinstance(type_, Never):
        return True
    if type_ is not UNIT and not is_unknown(type_):
        finding = context.mismatch(codes.VALUE_DROPPED, "unit or void", typed)
        context.say(finding.with_help("only the last expression of a list may give a value"))
    return False


def choice(context: Context, node: Node) -> Typed:
    """Check an If."""
    condition = as_bool(context, context.opened(node.items[0]), codes.COND_NOT_BOOL)
    body = context.scoped(node.items[1])
    if len(node.items) < 3:
        return _choice_or_unit(context, node, condition, body)
    other = context.scoped(node.items[2])
    type_ = joined(context, body, other)
    first, second = context.fit(body, type_), context.fit(other, type_)
    return tree.If(type_, node.start, node.end, condition, first, second)


def _choice_or_unit(context: Context, node: Node, condition: Typed, body: Typed) -> Typed:
    type_ = common_type(body.type, UNIT)
    if type_ is None:
        finding = context.mismatch(codes.NO_COMMON_TYPE, "unit or void", body)
        context.say(finding.with_help("an If without a third operand gives unit: add one"))
        type_ = DYNAMIC
    # A missing third operand is the unit value.
    other = tree.MakeTuple(UNIT, node.end - 1, node.end, ())
    first, second = context.fit(body, type_), context.fit(other, type_)
    return tree.If(type_, node.start, node.end, condition, first, second)


def joined(context: Context, first: Typed, other: Typed) -> Type:
    """Return the common type of two branches, or report that there is none."""
    type_ = common_type(first.type, other.type)
    if type_ is None:
        finding = context.mismatch(codes.NO_COMMON_TYPE, brief(first.type), other)
        context.say(finding.note(context.span(first), f"because this is {brief(first.type)}"))
        return DYNAMIC
    return type_


def logic(context: Context, node: Node) -> Typed:
    """Check And and Or."""
    first = as_bool(context, context.opened(node.items[0]), codes.OPERAND_NOT_BOOL)
    second = as_bool(context, context.scoped(node.items[1]), codes.OPERAND_NOT_BOOL)
    word: Literal["and", "or"] = "and" if node.form == "And" else "or"
    return tree.Logic(BOOL, node.start, node.end, word, first, second)


def loop(context: Context, node: Node) -> Typed:
    """Check a While."""
    head = node.items[0]
    condition = as_bool(context, context.scoped(head), codes.COND_NOT_BOOL)
    body = context.scoped(node.items[1])
    if not fits(body.type, UNIT):
        context.say(context.mismatch(codes.BODY_NOT_UNIT, "unit or void", body))
    endless = head.form == "Ident" and head.value == "true"
    type_: Type = NEVER if endless else UNIT
    return tree.While(type_, node.start, node.end, condition, body, endless)


def leave(context: Context, node: Node) -> Typed:
    """Check a Return."""
    operand = context.scoped(node.items[0]) if node.items else None
    procedure = context.procedure
    if procedure is None:
        message = "Return stands outside of a procedure"
        context.refuse(codes.RETURN_OUTSIDE, node, message)
        return tree.Broken(NEVER, node.start, node.end)
    if operand is None:
        operand = tree.MakeTuple(UNIT, node.start, node.end, ())
    if isinstance(operand.type, Never):
        wanted = brief(procedure.result)
        context.say(context.mismatch(codes.RETURN_VOID, wanted, operand))
    elif fits(operand.type, procedure.result):
        operand = context.fit(operand, procedure.result)
    else:
        finding = context.misfit(codes.RETURN_MISMATCH, procedure.result, operand)
        place = Span(context.source, *procedure.result_place)
        context.say(finding.note(place, "because of this result type"))
    return tree.Return(NEVER, node.start, node.end, operand)


def broken(context: Context, node: Node) -> Typed:
    """Look into a form that breaks the grammar, and say no more about itself."""
    if node.value == "Rule":
        return _broken_rule(context, node)
    visit = context.opened if node.value in _OPEN or not node.value else context.scoped
    parts = [visit(item) for item in node.items if _is_looked_into(context, item)]
    if node.items and node.items[0].form == "Ident":
        head = node.items[0]
        # It may have been meant as a declaration: what follows would miss the name.
        if str(head.value) not in context.names:
            variable = Variable("local", str(head.value), DYNAMIC, head.start, head.end)
            context.declare(head, variable)
    elif node.value == "Decl":
        context.nameless = True
    elif isinstance(node.value, str) and node.value not in FORMS and node.value:
        # Nor must they miss one that lost the word before it.
        _declare_unknown(context, node.value, node)
    return tree.Broken(DYNAMIC, node.start, node.end, tuple(parts))


def _broken_rule(context: Context, node: Node) -> Typed:
    """Look into a rule; whatever it begins with names what the rest of it works with."""
    mark = context.mark()
    heads = node.items[:1]
    if heads and heads[0].form != "Ident":
        heads = heads[0].items[:1]
    for head in heads:
        if head.form == "Ident" and str(head.value) not in context.names:
            name = str(head.value)
            context.declare(head, Variable("binder", name, DYNAMIC, head.start, head.end))
    parts = [context.scoped(item) for item in node.items if _is_looked_into(context, item)]
    context.leave(mark)
    return tree.Broken(DYNAMIC, node.start, node.end, tuple(parts))


def _declare_unknown(context: Context, name: str, node: Node) -> None:
    if name not in context.names:
        place = Node("Ident", node.start + 1, node.start + 1 + len(name), [], name)
        context.declare(place, Variable("local", name, DYNAMIC, place.start, place.end))


def integer(_context: Context, node: Node) -> Typed:
    """Take an integer."""
    assert isinstance(node.value, int)
    return tree.Number(INT, node.start, node.end, node.value)


def real(_context: Context, node: Node) -> Typed:
    """Take a float."""
    assert isinstance(node.value, float)
    return tree.Number(FLOAT, node.start, node.end, node.value)


def unreachable(_context: Context, node: Node) -> Typed:
    """Take an Unreachable."""
    return tree.Unreachable(NEVER, node.start, node.end)


def _is_looked_into(context: Context, item: Node) -> bool:
    """Whether an operand of a broken form is sure to be an expression; a name may be a new one."""
    if item.form == "Ident":
        return isinstance(context.names.get(str(item.value)), Variable | Procedure)
    return item.form in _LOOKED_INTO


# Forms whose operands may declare names for those behind them.
_OPEN: Final = frozenset(("Exprs", "If", "And", "Or"))
_LOOKED_INTO: Final = (EXPRESSIONS - {"Ident"}) | {"Broken"}

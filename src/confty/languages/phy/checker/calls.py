"""Calls: of declared procedures, of procedure values, and of built-ins."""

from __future__ import annotations

from confty.languages.phy import codes
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Typed
from confty.languages.phy.checker.context import Context
from confty.languages.phy.checker.mending import as_float
from confty.languages.phy.library import Builtin, OnSequence, Uniform
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import equal, fits, is_unknown
from confty.languages.phy.spelling import brief
from confty.text import Diagnostic, Span
from confty.types import DYNAMIC, Function, ListOf, Never, Type, deal


def call(context: Context, node: Node) -> Typed:
    """Check a Call."""
    head = node.items[0]
    if head.form == "Ident":
        entity = context.names.get(str(head.value))
        if isinstance(entity, Builtin) and isinstance(entity.signature, (Uniform, OnSequence)):
            return _builtin(context, node, entity, entity.signature)
    callee = context.read(context.scoped(head))
    arguments = [context.scoped(item) for item in node.items[1:]]
    type_ = callee.type
    if not isinstance(type_, Function) or type_.parameters is None:
        if not is_unknown(type_):
            context.say(context.mismatch(codes.NOT_CALLABLE, "a procedure", callee))
        return context.broken(node)
    dealt = deal(type_, [None] * len(arguments))
    if dealt.complaints:
        _miscounted(context, node, len(type_.parameters), callee)
        return tree.Broken(type_.result, node.start, node.end, (callee, *arguments))
    fitted = [
        _argument(context, arguments[at], parameter.type, callee) for at, parameter in dealt.pairs
    ]
    return tree.Call(type_.result, node.start, node.end, callee, tuple(fitted))


def _argument(context: Context, argument: Typed, wanted: Type, callee: Typed) -> Typed:
    suits = equal(argument.type, wanted) if context.seed else fits(argument.type, wanted)
    if suits:
        return context.fit(argument, wanted)
    finding = context.misfit(codes.ARG_MISMATCH, wanted, argument)
    context.say(_declared(context, finding, callee))
    return argument


def _declared(context: Context, finding: Diagnostic, callee: Typed) -> Diagnostic:
    if not isinstance(callee, tree.ProcedureName):
        return finding
    procedure = callee.procedure
    place = Span(context.source, procedure.start, procedure.end)
    return finding.note(place, f"{procedure.name} is declared here")


def _miscounted(context: Context, node: Node, wanted: int, callee: Typed) -> None:
    found = len(node.items) - 1
    plural = "" if wanted == 1 else "s"
    message = f"expected {wanted or 'no'} argument{plural}, found {found or 'none'}"
    finding = codes.ARITY.at(context.span(node), message)
    context.say(_declared(context, finding, callee))


def _builtin(
    context: Context, node: Node, builtin: Builtin, signature: Uniform | OnSequence
) -> Typed:
    operands = tuple([context.read(context.scoped(item)) for item in node.items[1:]])
    context.forms += 1
    count = signature.count
    if len(operands) != count:
        plural = "" if count == 1 else "s"
        found = len(operands) or "none"
        message = f"{builtin.name} takes {count} operand{plural}, found {found}"
        context.refuse(codes.ARITY, node, message)
        return _failed(node, signature, operands)
    if isinstance(signature, Uniform):
        type_ = _uniform(context, operands, signature)
    else:
        type_, operands = _on_sequence(context, operands, signature)
    if type_ is None:
        return _failed(node, signature, operands)
    return tree.BuiltinCall(type_, node.start, node.end, builtin, operands)


def _failed(node: Node, signature: Uniform | OnSequence, operands: tuple[Typed, ...]) -> Typed:
    """Stand for a call with wrong operands: its result may be known all the same."""
    return tree.Broken(signature.result or DYNAMIC, node.start, node.end, operands)


def _uniform(context: Context, operands: tuple[Typed, ...], signature: Uniform) -> Type | None:
    """Return the result of operands of one type, None when that cannot be told."""
    first, *rest = operands
    wanted = next((type_ for type_ in signature.types if equal(first.type, type_)), None)
    if wanted is None:
        spelled = " or ".join([brief(type_) for type_ in signature.types])
        context.say(context.mismatch(codes.OPERAND_TYPES, spelled, first))
        return None
    if is_unknown(first.type):
        return None
    for other in rest:
        if not equal(other.type, wanted):
            _unlike(context, other, wanted, first)
    return signature.result or wanted


def _on_sequence(
    context: Context, operands: tuple[Typed, ...], signature: OnSequence
) -> tuple[Type | None, tuple[Typed, ...]]:
    """Return the result of a sequence and elements, None when that cannot be told.

    An element is made what the sequence holds: a member becomes its union.  One without a value
    fits every type, but is no element.
    """
    first, *rest = operands
    sequence = first.type
    if not isinstance(sequence, ListOf) or sequence.length is not None:
        if not is_unknown(sequence):
            context.say(context.mismatch(codes.OPERAND_TYPES, "a sequence", first))
        return None, operands
    elements: list[Typed] = []
    for other in rest:
        if isinstance(other.type, Never) or not fits(other.type, sequence.element):
            _unlike(context, other, sequence.element, first)
        elements.append(context.fit(other, sequence.element))
    return signature.result or sequence, (first, *elements)


def _unlike(context: Context, other: Typed, wanted: Type, first: Typed) -> None:
    finding = as_float(context.mismatch(codes.OPERAND_TYPES, brief(wanted), other), wanted)
    place = context.span(first)
    context.say(finding.note(place, f"because this is {brief(first.type)}"))

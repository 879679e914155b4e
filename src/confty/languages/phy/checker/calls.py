"""Calls: of declared procedures, of procedure values, and of built-ins.

A built-in is a line in a table: its operands and its result.  An operand that may be one of
several types is a tuple of them; all such operands of a call have the same type.
"""

from __future__ import annotations

from typing import Final

from confty.languages.phy import codes
from confty.languages.phy.checker.checked import Builtin, Procedure, Typed
from confty.languages.phy.checker.context import Context, Handler
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import equal, fits, is_unknown
from confty.languages.phy.spelling import brief
from confty.text import Diagnostic, Span
from confty.types import BOOL, CHAR, FLOAT, INT, UNIT, Function, ListOf, Type, list_of

_TEXT: Final = list_of(CHAR)

# Name: how many operands, the types they may all have, the result (None: the operands' type).
_BUILTINS: Final[dict[str, tuple[int, tuple[Type, ...], Type | None]]] = {
    "+": (2, (INT, FLOAT), None),
    "-": (2, (INT, FLOAT), None),
    "*": (2, (INT, FLOAT), None),
    "/": (2, (FLOAT,), None),
    "div": (2, (INT,), None),
    "mod": (2, (INT,), None),
    "==": (2, (BOOL, INT, FLOAT), BOOL),
    "<": (2, (INT, FLOAT), BOOL),
    "<=": (2, (INT, FLOAT), BOOL),
    "not": (1, (BOOL,), None),
    "write": (1, (_TEXT,), UNIT),
    "writeErr": (1, (_TEXT,), UNIT),
    "readFile": (1, (_TEXT,), None),
    "len": (1, (), INT),
    "concat": (2, (), None),
}


def _call(context: Context, node: Node) -> Typed:
    head = node.items[0]
    if head.form == "Ident":
        entity = context.names.get(str(head.value))
        if isinstance(entity, Builtin) and entity.name in _BUILTINS:
            return _builtin(context, node, entity.name)
    callee = context.read(context.scoped(head))
    arguments = [context.scoped(item) for item in node.items[1:]]
    type_ = callee.type
    if not isinstance(type_, Function) or type_.parameters is None:
        if not is_unknown(type_):
            context.say(context.mismatch(codes.NOT_CALLABLE, "a procedure", callee))
        return context.broken(node)
    if len(arguments) != len(type_.parameters):
        _miscounted(context, node, len(type_.parameters), callee)
        return Typed("error", type_.result, node.start, node.end, (callee, *arguments))
    fitted = [callee]
    for argument, parameter in zip(arguments, type_.parameters, strict=True):
        fitted.append(_argument(context, argument, parameter.type, callee))
    return Typed("call", type_.result, node.start, node.end, tuple(fitted))


def _argument(context: Context, argument: Typed, wanted: Type, callee: Typed) -> Typed:
    suits = equal(argument.type, wanted) if context.seed else fits(argument.type, wanted)
    if suits:
        return context.fit(argument, wanted)
    finding = context.mismatch(codes.ARG_MISMATCH, brief(wanted), argument)
    context.say(_declared(context, finding, callee))
    return argument


def _declared(context: Context, finding: Diagnostic, callee: Typed) -> Diagnostic:
    procedure = callee.data
    if not isinstance(procedure, Procedure):
        return finding
    place = Span(context.source, procedure.start, procedure.end)
    return finding.note(place, f"{procedure.name} is declared here")


def _miscounted(context: Context, node: Node, wanted: int, callee: Typed) -> None:
    found = len(node.items) - 1
    plural = "" if wanted == 1 else "s"
    message = f"expected {wanted or 'no'} argument{plural}, found {found or 'none'}"
    finding = codes.ARITY.at(context.span(node), message)
    context.say(_declared(context, finding, callee))


def _builtin(context: Context, node: Node, name: str) -> Typed:
    count, allowed, result = _BUILTINS[name]
    parts = tuple([context.read(context.scoped(item)) for item in node.items[1:]])
    context.forms += 1
    if len(parts) != count:
        plural = "" if count == 1 else "s"
        message = f"{name} takes {count} operand{plural}, found {len(parts) or 'none'}"
        context.refuse(codes.ARITY, node, message)
        return context.broken(node) if result is None else _typed(node, name, (), result)
    if not allowed:
        return _on_sequence(context, node, name, parts)
    wanted = next((type_ for type_ in allowed if equal(parts[0].type, type_)), None)
    if wanted is None:
        spelled = " or ".join([brief(type_) for type_ in allowed])
        context.say(context.mismatch(codes.OPERAND_TYPES, spelled, parts[0]))
        return context.broken(node) if result is None else _typed(node, name, (), result)
    if is_unknown(parts[0].type):
        return context.broken(node) if result is None else _typed(node, name, (), result)
    for other in parts[1:]:
        if not equal(other.type, wanted):
            finding = context.mismatch(codes.OPERAND_TYPES, brief(wanted), other)
            place = context.span(parts[0])
            context.say(finding.note(place, f"because this is {brief(wanted)}"))
    return _typed(node, name, parts, wanted if result is None else result)


def _on_sequence(context: Context, node: Node, name: str, parts: tuple[Typed, ...]) -> Typed:
    sequence = parts[0].type
    if not isinstance(sequence, ListOf) or sequence.length is not None:
        if not is_unknown(sequence):
            context.say(context.mismatch(codes.OPERAND_TYPES, "a sequence", parts[0]))
        return _typed(node, name, (), INT) if name == "len" else context.broken(node)
    if name == "len":
        return _typed(node, name, parts, INT)
    if not equal(parts[1].type, sequence.element):
        finding = context.mismatch(codes.OPERAND_TYPES, brief(sequence.element), parts[1])
        place = context.span(parts[0])
        context.say(finding.note(place, f"because this is {brief(sequence)}"))
    return _typed(node, name, parts, sequence)


def _typed(node: Node, name: str, parts: tuple[Typed, ...], type_: Type) -> Typed:
    return Typed("builtin", type_, node.start, node.end, parts, name)


HANDLERS: Final[dict[str, Handler]] = {"Call": _call}

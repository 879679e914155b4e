"""Syntax to the checked tree: every name found, every type known, every mistake reported once.

Checking recurses with the nesting of the text.  Python's own calls cost no native stack, so
raising the limit is enough to follow any nesting that the reader lets through.
"""

from __future__ import annotations

from typing import Final

from confty import types
from confty.kit.collector import uncollected
from confty.kit.rooms import room_for
from confty.language import Outcome
from confty.languages.phy import codes
from confty.languages.phy.checker import calls, expressions, structures
from confty.languages.phy.checker.checked import Alias, Broken, Checked, Procedure, Typed, Variable
from confty.languages.phy.checker.context import Context, Handler
from confty.languages.phy.checker.denotations import denoted, inhabited
from confty.languages.phy.forms import DECLARATIONS, EXPRESSIONS, FORMS, TYPES
from confty.languages.phy.parser import CURRENT, DEEPEST, Node, Syntax, parse
from confty.languages.phy.rules import fits
from confty.text import Diagnostic, Source, Span

#: Form of an expression: who checks it.
HANDLERS: Final[dict[str, Handler]] = {
    "Ident": expressions.name,
    "IntVal": expressions.integer,
    "FloatVal": expressions.real,
    "Exprs": expressions.expressions,
    "If": expressions.choice,
    "And": expressions.logic,
    "Or": expressions.logic,
    "While": expressions.loop,
    "Return": expressions.leave,
    "Unreachable": expressions.unreachable,
    "Broken": expressions.broken,
    "Call": calls.call,
    "TupleCons": structures.make_tuple,
    "RecordCons": structures.make_record,
    "ArrayCons": structures.make_array,
    "Seq": structures.make_sequence,
    "As": structures.take_as,
    "FieldAccess": structures.field,
    "At": structures.at,
    "Asgn": structures.assignment,
    "Decl": structures.local,
    "Match": structures.match,
}

# The frames of Python that checking may take: the most for one level of nesting, and some more.
FRAMES: Final = DEEPEST * 4 + 10_000


def check(source: Source, dialect: str = CURRENT) -> Outcome[Checked]:
    """Read and check a file."""
    with uncollected():
        return check_syntax(parse(source, dialect), dialect)


def check_syntax(syntax: Outcome[Syntax], dialect: str) -> Outcome[Checked]:
    """Check a file that was read in a dialect."""
    context = Context(syntax.output.source, dialect, HANDLERS)
    with uncollected():
        top = syntax.output.top
        if top is not None:
            with room_for(FRAMES):
                _top(context, top)
    context.checked.top, context.checked.dialect = syntax.output.top, dialect
    damaged = syntax.output.is_damaged
    told = [finding for finding in context.findings.all if not damaged(finding)]
    findings = [*syntax.diagnostics, *told]
    findings.sort(key=_place)
    return Outcome(context.checked, tuple(findings))


def _place(finding: Diagnostic) -> int:
    return finding.span.start if finding.span else 0


def _top(context: Context, top: Node) -> None:
    if top.form == "Module" or (top.form == "Broken" and top.value == "Module"):
        for item in top.items:
            declaration(context, item)
    elif top.form in DECLARATIONS or (top.form == "Broken" and top.value in DECLARATIONS):
        declaration(context, top)
    else:
        _lone_expression(context, top)
    procedures = context.checked.procedures
    context.checked.entry = procedures[-1] if procedures else None


def _lone_expression(context: Context, node: Node) -> None:
    body = context.read(context.scoped(node))
    procedure = Procedure(None, types.function_of((), body.type), node.start, node.end)
    procedure.body = body
    procedure.size = context.forms
    procedure.named = context.named
    context.checked.procedures.append(procedure)


def declaration(context: Context, node: Node) -> None:
    """Check a procedure or a type alias."""
    if node.form == "TypeDecl":
        name, inner = node.items
        alias = Alias(str(name.value), denoted(context, inner), name.start, name.end)
        context.declare(name, alias)
        context.checked.aliases.append(alias)
    elif node.form == "ProcDecl":
        _procedure(context, node)
    elif node.items and node.items[0].form == "Ident":
        # Broken, but what it declares must not be missed by what follows.
        name = node.items[0]
        alias = Alias(str(name.value), types.DYNAMIC, name.start, name.end)
        context.declare(name, alias)
        if node.value == "ProcDecl":
            _unfinished(context, node)


def _unfinished(context: Context, node: Node) -> None:
    """Look into a procedure that is not whole: what is written of it has types all the same."""
    context.unknown.clear()
    context.nameless = False
    mark = context.mark()
    context.procedure = Procedure(None, types.function_of((), types.DYNAMIC), node.start, node.end)
    around, context.named = context.named, set()
    for item in node.items[1:]:
        if item.form == "Params" or (item.form == "Broken" and item.value == "Params"):
            for one in item.items:
                _unfinished_parameter(context, one)
        elif _is_expression(item):
            context.checked.fragments.append(context.opened(item))
        elif item.form in TYPES:
            denoted(context, item)
    context.procedure, context.named = None, around
    context.leave(mark)


def _is_expression(node: Node) -> bool:
    if node.form == "Broken":
        return node.value in EXPRESSIONS or node.value not in FORMS
    return node.form in EXPRESSIONS and node.form != "Ident"


def _unfinished_parameter(context: Context, node: Node) -> None:
    if node.form == "ParamDecl":
        variable, place = _parameter(context, node)
        context.declare(place, variable)
    elif node.items and node.items[0].form == "Ident":
        name = node.items[0]
        variable = Variable("parameter", str(name.value), types.DYNAMIC, name.start, name.end)
        context.declare(name, variable)
    else:
        context.nameless = True


def _procedure(context: Context, node: Node) -> None:
    name, result_node, parameter_list, body = node.items
    context.unknown.clear()
    context.nameless = False
    result = denoted(context, result_node)
    parameters = [_parameter(context, item) for item in parameter_list.items]
    type_ = types.function_of([variable.type for variable, _ in parameters], result)
    procedure = Procedure(str(name.value), type_, name.start, name.end)
    procedure.result_place = (result_node.start, result_node.end)
    procedure.parameters = tuple([variable for variable, _ in parameters])
    context.declare(name, procedure)
    mark = context.mark()
    for variable, place in parameters:
        context.declare(place, variable)
    context.procedure = procedure
    around, context.named = context.named, procedure.named
    before = context.forms
    typed = context.scoped(body)
    procedure.body = _body(context, procedure, typed)
    procedure.size = context.forms - before
    context.procedure = None
    context.named = around
    context.leave(mark)
    context.checked.procedures.append(procedure)


def _parameter(context: Context, node: Node) -> tuple[Variable, Node]:
    name, inner = node.items
    type_ = inhabited(context, inner, codes.PARAM_VOID, "a parameter")
    return Variable("parameter", str(name.value), type_, name.start, name.end), name


def _body(context: Context, procedure: Procedure, typed: Typed) -> Typed:
    """Judge what a procedure's body gives; the original wanted it to give nothing."""
    if isinstance(typed.type, types.Never):
        return typed
    if context.seed and not isinstance(typed, Broken):
        finding = context.mismatch(codes.BODY_NOT_VOID, "void", typed)
        context.say(finding.with_help("end the body with Return"))
        return typed
    if not fits(typed.type, procedure.result):
        finding = context.misfit(codes.BODY_MISMATCH, procedure.result, typed)
        place = Span(context.source, *procedure.result_place)
        context.say(finding.note(place, "because of this result type"))
        return typed
    return context.fit(typed, procedure.result)

"""Types of calls: arguments dealt to parameters, generic results, the library's own rules."""

from __future__ import annotations

from confty import types
from confty.kit.checking import Wanted
from confty.kit.suggest import nearest
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.arguments import Arguments
from confty.languages.jsonnet.checker.checker import PARTLY, WRITTEN, Checker
from confty.languages.jsonnet.checker.closures import Closure
from confty.languages.jsonnet.checker.constant_mistakes import check_arguments
from confty.languages.jsonnet.checker.functions import infer_literal
from confty.languages.jsonnet.checker.generics import Bindings, replaced, solved
from confty.languages.jsonnet.checker.kinds import parts_of, unknown
from confty.languages.jsonnet.checker.library import LIBRARY
from confty.languages.jsonnet.checker.look_budget import said_by_all
from confty.languages.jsonnet.checker.misspelt import near_callees
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.printed import read_whole
from confty.languages.jsonnet.checker.scope import Variable
from confty.languages.jsonnet.checker.signatures import OTHER_NAMES, signature
from confty.languages.jsonnet.checker.whence import note_places, whence
from confty.languages.jsonnet.checker.written import library_name, stripped
from confty.languages.jsonnet.library import FUNCTIONS
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, FUNCTION
from confty.text import Diagnostic, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

Given = list[types.Type]

_NO_NAMES: Final[Mapping[str, str]] = {}
_BECAUSE: Final = "because of this parameter and what is asserted of it"


def infer_call(check: Checker, node: syntax.Call) -> types.Type:
    """Infer a call; each part of a union of functions is called on its own."""
    name = library_name(check, node.callee)
    if name is not None and (known := signature(name)) is not None:
        return _library_call(check, node, name, known)
    callee = check.infer(node.callee)
    if isinstance(callee, types.Function):
        deal = _deal(node, callee)
        wanted = {at: parameter.type for at, parameter in deal.pairs}
        if check.close and isinstance(callee.origin, Closure):
            return _apply_lazily(check, node, callee, callee.origin, deal)
        given = [_argument(check, one, wanted.get(at)) for at, one in enumerate(node.arguments)]
        return _apply(check, node, callee, deal, given, None)
    parts = parts_of(callee)
    functions = [one for one in parts if isinstance(one, types.Function)]
    if len(functions) == len(parts) and all(isinstance(one.origin, Closure) for one in functions):
        return _call_each(check, node, functions)
    given = [check.infer(one.value) for one in node.arguments]
    some = any(_is_callable(part) for part in parts)
    severity = PARTLY if some else Severity.ERROR
    return types.gradual_union(*[_call_part(check, node, one, given, severity) for one in parts])


def _call_part(
    check: Checker, node: syntax.Call, part: types.Type, given: Given, severity: Severity
) -> types.Type:
    if _is_callable(part):
        function = part if isinstance(part, types.Function) else FUNCTION
        deal = _deal(node, function)
        return _apply(check, node, function, deal, given, PARTLY)
    message = f"expected a function to call, found `{spell(part)}`"
    if check.report(codes.BAD_CALL, node, message, severity) and part is types.NULL:
        check.findings.amend(check.findings.last.noted(*whence(check, node.callee, part)))
    return ANY


def _call_each(check: Checker, node: syntax.Call, methods: list[types.Function]) -> types.Type:
    """Call each function that a value may be; what all of them say is certain."""
    given = [check.infer(one.value) for one in node.arguments]
    results: list[types.Type] = []
    heard: list[tuple[Diagnostic, ...]] = []
    for one in methods:
        check.work.listen()
        results.append(_apply(check, node, one, _deal(node, one), given, None))
        heard.append(check.work.heard())
    check.hear(said_by_all(heard))
    return types.gradual_union(*results)


def _is_callable(type_: types.Type) -> bool:
    return isinstance(type_, types.Function) or unknown(type_)


def _argument(check: Checker, argument: syntax.Argument, wanted: types.Type | None) -> types.Type:
    """Infer an argument; a function literal learns what it will be called with."""
    inner = stripped(argument.value)
    if (
        isinstance(inner, syntax.Function)
        and isinstance(wanted, types.Function)
        and wanted.parameters
        and not wanted.flags & types.HAS_VAR
    ):
        hints = tuple([each.type for each in wanted.parameters])
        if ANY not in hints:
            return infer_literal(check, argument.value, inner, hints)
    return check.infer(argument.value)


def _deal(
    node: syntax.Call, function: types.Function, other_names: Mapping[str, str] = _NO_NAMES
) -> types.Deal:
    names = [None if one.name is None else one.name.name for one in node.arguments]
    return types.deal(function, names, other_names)


def _apply(
    check: Checker,
    node: syntax.Call,
    function: types.Function,
    deal: types.Deal,
    given: Given,
    severity: Severity | None,
) -> types.Type:
    """Report what does not fit of the dealt arguments, return the result."""
    for complaint in _worth_saying(node, deal.complaints):
        mark = len(check.findings)
        _complain(check, node, function.parameters or (), complaint, severity)
        if len(check.findings) > mark:
            near = near_callees(check, node.callee, lambda one: not _deal(node, one).complaints)
            check.findings.amend(check.findings.last.noted(*near))
    bindings = _solved(function, [(one, given[at]) for at, one in deal.pairs])
    fits = not deal.complaints
    callee = check.uses.get(stripped(node.callee))
    names = {} if callee is None else {one.name.name: one.name for one in callee.parameters}
    for at, parameter in deal.pairs:
        wanted = replaced(parameter.type, bindings)
        value = node.arguments[at].value
        asked = _asked(check, callee, names.get(parameter.name or ""), wanted)
        fits &= check.want(value, given[at], asked, severity)
    if fits and isinstance(function.origin, Closure):
        if not check.close:
            check.work.at = node
        named = {parameter.name or "": given[at] for at, parameter in deal.pairs}
        texts = _texts(check, node, deal)
        found = function.origin.call(check, named, texts=texts)
        _note_places(check, node, function.origin.looked_at(named, texts), deal)
        if found is not None:
            return found
    return replaced(function.result, bindings)


def _apply_lazily(
    check: Checker,
    node: syntax.Call,
    function: types.Function,
    closure: Closure,
    deal: types.Deal,
) -> types.Type:
    """Call in a closer look: what is wrong with an argument is told where the body uses it."""
    found = [check.apart(one.value) for one in node.arguments]
    if deal.complaints:
        return _apply(check, node, function, deal, [type_ for type_, _ in found], None)
    given: dict[str, types.Type] = {}
    said: dict[str, tuple[Diagnostic, ...]] = {}
    for at, parameter in deal.pairs:
        given[parameter.name or ""] = found[at][0]
        check.want(node.arguments[at].value, found[at][0], parameter.type)
        if found[at][1]:
            said[parameter.name or ""] = found[at][1]
    texts = _texts(check, node, deal)
    result = closure.call(check, given, said, texts)
    _note_places(check, node, closure.looked_at(given, texts, said), deal)
    if result is None:
        for findings in said.values():
            check.hear(findings)
    return function.result if result is None else result


def _note_places(
    check: Checker, node: syntax.Call, variables: Mapping[str, Variable], deal: types.Deal
) -> None:
    """Remember that the parameters of a look at a body are given here."""
    if variables:
        pairs = [(one.name or "", node.arguments[at].value) for at, one in deal.pairs]
        note_places(check, node, variables, pairs)


def _texts(check: Checker, node: syntax.Call, deal: types.Deal) -> Mapping[str, str]:
    """Return the arguments that are data files, imported as texts."""
    found: dict[str, str] = {}
    for at, parameter in deal.pairs:
        value = stripped(node.arguments[at].value)
        text = check.imports.text(value) if isinstance(value, syntax.Import) else None
        if text is not None:
            found[parameter.name or ""] = text
    return found or _NO_NAMES


def _solved(function: types.Function, given: list[tuple[types.Parameter, types.Type]]) -> Bindings:
    """Find what the variables of a generic function stand for in this call."""
    if not function.flags & types.HAS_VAR:
        return {}
    bindings = solved(function, given)
    for parameter in function.parameters or ():
        if isinstance(parameter.type, types.Var):
            bindings.setdefault(parameter.type.name, ANY)
    return bindings


def _asked(
    check: Checker, callee: Variable | None, name: syntax.Identifier | None, type_: types.Type
) -> Wanted:
    """Say why a parameter may ask for a type, where the function that is called can be seen."""
    if callee is not None and callee.annotated is not None:
        return Wanted(type_, WRITTEN, callee.annotated)
    if name is not None:
        return Wanted(type_, _BECAUSE, check.span(name))
    return Wanted(type_)


def _complain(
    check: Checker,
    node: syntax.Call,
    parameters: tuple[types.Parameter, ...],
    complaint: types.Complaint,
    severity: Severity | None,
) -> None:
    """Say what is wrong with the number or the names of arguments."""
    wrong, parameter = complaint.wrong, complaint.parameter
    if wrong is types.Misdealt.MISSING:
        assert parameter is not None
        wanted = f"an argument for `{parameter.name}` of type `{spell(parameter.type)}`"
        check.report(codes.MISSING_ARGUMENT, node.callee, f"expected {wanted}", severity)
        return
    assert complaint.argument is not None
    argument = node.arguments[complaint.argument]
    name = argument.name.name if argument.name is not None else ""
    if wrong is types.Misdealt.SURPLUS:
        message = f"expected {_arguments(len(parameters))}, found {complaint.argument + 1}"
        check.report(codes.EXTRA_ARGUMENT, argument.value, message, severity)
    elif wrong is types.Misdealt.REPEATED and parameter is None:
        message = f"expected `{name}` once, found it a second time"
        check.report(codes.REPEATED_ARGUMENT, argument.value, message)
    elif wrong is types.Misdealt.REPEATED:
        message = f"expected `{name}` once, found it by place and by name"
        check.report(codes.REPEATED_ARGUMENT, argument.value, message, severity)
    elif wrong is types.Misdealt.UNKNOWN:
        message = f"there is no parameter `{name}`"
        if check.report(codes.EXTRA_ARGUMENT, argument.value, message, severity):
            known = [each.name or "" for each in parameters if each.utterable]
            near = nearest(name, known)
            if near is not None:
                check.add_guess(argument.name or argument.value, near)
            else:
                listed = ", ".join([f"`{each}`" for each in known])
                check.add_help(f"the parameters are {listed}" if known else "it takes none")


def _worth_saying(node: syntax.Call, complaints: list[types.Complaint]) -> list[types.Complaint]:
    """Leave out what a misspelt name explains: the argument that is missing because of it."""
    misspelt: set[str] = set()
    missing = [one.parameter.name or "" for one in complaints if one.parameter is not None]
    for one in complaints:
        if one.wrong is types.Misdealt.UNKNOWN and one.argument is not None:
            name = node.arguments[one.argument].name
            near = None if name is None else nearest(name.name, missing)
            if near is not None:
                misspelt.add(near)
    return [
        one
        for one in complaints
        if one.wrong is not types.Misdealt.MISSING
        or one.parameter is None
        or one.parameter.name not in misspelt
    ]


def _arguments(count: int) -> str:
    return "no arguments" if count == 0 else f"{count} argument{'s' * (count != 1)}"


def _library_call(
    check: Checker, node: syntax.Call, name: str, function: types.Function
) -> types.Type:
    """Call a library function: its own rule may know more than its signature."""
    check.infer(node.callee)
    rule = LIBRARY.get(name)
    arguments = Arguments(check, node, name, function)
    found = rule(arguments) if rule is not None and arguments.plain else None
    given = arguments.given()
    check_arguments(check, name, node, arguments.types)
    if given and FUNCTIONS[name].printed and given[0].flags & types.HAS_ORIGIN:
        if not check.close:
            check.work.at = node
        read_whole(check, given[0])
    if found is not None:
        return found
    deal = _deal(node, function, OTHER_NAMES.get(name, _NO_NAMES))
    return _apply(check, node, function, deal, given, arguments.severity())

"""Types of calls: arguments dealt to parameters, generic results, the library's own rules."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.arguments import Arguments
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.constant_mistakes import check_arguments
from confty.languages.jsonnet.checker.functions import infer_literal
from confty.languages.jsonnet.checker.generics import Bindings, bind, replaced
from confty.languages.jsonnet.checker.kinds import parts_of, unknown
from confty.languages.jsonnet.checker.library import LIBRARY
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.signatures import OTHER_NAMES, signature
from confty.languages.jsonnet.checker.written import library_name, stripped
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY
from confty.text import Severity

Given = list[tuple[syntax.Argument, types.Type]]


def infer_call(check: Checker, node: syntax.Call) -> types.Type:
    """Infer a call; each part of a union of functions is called on its own."""
    name = library_name(check, node.callee)
    if name is not None and (known := signature(name)) is not None:
        return _library_call(check, node, name, known)
    callee = check.infer(node.callee)
    given = [
        (one, _argument(check, one, callee, place)) for place, one in enumerate(node.arguments)
    ]
    _repeated(check, node)
    parts = parts_of(callee)
    if callee is types.NEVER:
        return types.NEVER
    callable_parts = [one for one in parts if _is_callable(one)]
    severity = Severity.ERROR if not callable_parts else Severity.WARNING
    results: list[types.Type] = []
    for part in parts:
        if isinstance(part, types.Function):
            some = None if len(parts) == 1 else Severity.WARNING
            results.append(apply(check, node, part, given, some))
        elif _is_callable(part):
            results.append(ANY)
        else:
            message = f"expected a function to call, found `{spell(part)}`"
            check.report(codes.BAD_CALL, node, message, severity)
            results.append(ANY)
    return types.gradual_union(*results)


def _is_callable(type_: types.Type) -> bool:
    return isinstance(type_, types.Function) or unknown(type_)


def _argument(check: Checker, one: syntax.Argument, callee: types.Type, place: int) -> types.Type:
    """Infer an argument; a function literal learns what it will be called with."""
    inner = stripped(one.value)
    if (
        isinstance(inner, syntax.Function)
        and isinstance(callee, types.Function)
        and callee.parameters
    ):
        wanted: types.Type | None = None
        if one.name is None and place < len(callee.parameters):
            wanted = callee.parameters[place].type
        if (
            isinstance(wanted, types.Function)
            and wanted.parameters
            and not wanted.flags & types.HAS_VAR
        ):
            hints = tuple(each.type for each in wanted.parameters)
            if ANY not in hints:
                return infer_literal(check, one.value, inner, hints)
    return check.infer(one.value)


def _repeated(check: Checker, node: syntax.Call) -> None:
    seen: set[str] = set()
    for one in node.arguments:
        if one.name is None:
            continue
        if one.name.name in seen:
            message = f"expected `{one.name.name}` once, found it a second time"
            check.report(codes.REPEATED_ARGUMENT, one.value, message)
        seen.add(one.name.name)


def apply(
    check: Checker,
    node: syntax.Call,
    function: types.Function,
    given: Given,
    severity: Severity | None,
    other_names: dict[str, str] | None = None,
) -> types.Type:
    """Deal arguments to parameters, report what does not fit, return the result."""
    if function.parameters is None:
        return function.result
    dealt = _deal(check, node, function.parameters, given, severity, other_names or {})
    bindings = _solve(check, function, dealt)
    for one, found, wanted in dealt:
        said = len(check.findings)
        check.want(one.value, found, replaced(wanted.type, bindings), severity)
        if len(check.findings) > said:
            _explain(check, node, wanted)
    return (
        replaced(function.result, bindings)
        if function.result.flags & types.HAS_VAR
        else function.result
    )


def _explain(check: Checker, node: syntax.Call, wanted: types.Parameter) -> None:
    """Show the parameter that an argument does not fit, where it can be seen."""
    callee = stripped(node.callee)
    variable = check.uses.get(callee)
    for one in variable.parameters if variable is not None else ():
        if one.name.name == wanted.name:
            check.add_note(one.name, "because of this parameter and what is asserted of it")


Dealt = list[tuple[syntax.Argument, types.Type, types.Parameter]]


def _deal(
    check: Checker,
    node: syntax.Call,
    parameters: tuple[types.Parameter, ...],
    given: Given,
    severity: Severity | None,
    other_names: dict[str, str],
) -> Dealt:
    dealt: Dealt = []
    waiting: dict[str, tuple[syntax.Argument, types.Type]] = {}
    place = 0
    for one, found in given:
        if one.name is not None:
            waiting.setdefault(other_names.get(one.name.name, one.name.name), (one, found))
        elif place < len(parameters):
            dealt.append((one, found, parameters[place]))
            place += 1
        else:
            count = len(parameters)
            message = f"expected {_arguments(count)}, found {place + 1}"
            check.report(codes.EXTRA_ARGUMENT, one.value, message, severity)
            place += 1
    for parameter in parameters[place:]:
        name = parameter.name or ""
        if name in waiting:
            one, found = waiting.pop(name)
            dealt.append((one, found, parameter))
        elif not parameter.optional:
            message = f"expected an argument for `{name}` of type `{spell(parameter.type)}`"
            check.report(codes.MISSING_ARGUMENT, node.callee, message, severity)
    for name, (one, _) in waiting.items():
        taken = any(name == parameter.name for parameter in parameters[:place])
        if taken:
            message = f"expected `{name}` once, found it by place and by name"
            check.report(codes.REPEATED_ARGUMENT, one.value, message, severity)
        else:
            message = f"expected the name of a parameter, found `{name}`"
            if check.report(codes.EXTRA_ARGUMENT, one.value, message, severity):
                known = ", ".join(f"`{each.name}`" for each in parameters if each.utterable)
                check.add_help(f"the parameters are {known}" if known else "it takes none")
    return dealt


def _arguments(count: int) -> str:
    return "no arguments" if count == 0 else f"{count} argument{'s' * (count != 1)}"


def _solve(check: Checker, function: types.Function, dealt: Dealt) -> Bindings:
    """Find what the variables of a generic function stand for in this call."""
    if not function.flags & types.HAS_VAR:
        return {}
    bindings: Bindings = {}
    for _, found, wanted in dealt:
        bind(bindings, wanted.type, found)
    for parameter in function.parameters or ():
        if isinstance(parameter.type, types.Var) and parameter.type.name not in bindings:
            default = check.defaults.get(parameter.type.name, ANY)
            bindings[parameter.type.name] = default if parameter.optional else ANY
    return bindings


def _library_call(
    check: Checker, node: syntax.Call, name: str, function: types.Function
) -> types.Type:
    """Call a library function: its own rule may know more than its signature."""
    check.infer(node.callee)
    rule = LIBRARY.get(name)
    arguments = Arguments(check, node, name, function)
    found = rule(arguments) if rule is not None and arguments.plain else None
    arguments.rest()
    check_arguments(check, name, node, arguments.types)
    if found is not None:
        return found
    _repeated(check, node)
    given, severity = arguments.given(), arguments.severity()
    return apply(check, node, function, given, severity, OTHER_NAMES.get(name))

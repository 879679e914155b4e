"""Types of calls: arguments dealt to parameters, generic results, the library's own rules."""

from __future__ import annotations

from confty.languages.jsonnet.checker.arguments import Arguments
from confty.languages.jsonnet.checker.certain import check_arguments
from confty.languages.jsonnet.checker.engine import RULES_BY_NODE, Checker
from confty.languages.jsonnet.checker.functions import infer_function
from confty.languages.jsonnet.checker.library import LIBRARY
from confty.languages.jsonnet.checker.signatures import OTHER_NAMES, signature
from confty.languages.jsonnet.checker.tests import library_name, stripped
from confty.languages.jsonnet.codes import (
    BAD_CALL,
    EXTRA_ARGUMENT,
    MISSING_ARGUMENT,
    REPEATED_ARGUMENT,
)
from confty.languages.jsonnet.parser.syntax import (
    Argument,
    Call,
)
from confty.languages.jsonnet.parser.syntax import (
    Function as FunctionNode,
)
from confty.languages.jsonnet.rules import (
    ANY,
    erased,
    members,
    replaced,
    spell,
    unknown,
    vague,
)
from confty.text import Severity
from confty.types import (
    HAS_VAR,
    NEVER,
    Function,
    Parameter,
    Type,
    Var,
    gradual_union,
)
from confty.types import match as solve

Given = list[tuple[Argument, Type]]


def _call(check: Checker, node: Call) -> Type:
    name = library_name(check, node.callee)
    if name is not None and (known := signature(name)) is not None:
        return _library_call(check, node, name, known)
    callee = check.infer(node.callee)
    given = [
        (one, _argument(check, one, callee, place)) for place, one in enumerate(node.arguments)
    ]
    _repeated(check, node)
    parts = (ANY,) if vague(callee) else members(callee)
    if callee is NEVER:
        return NEVER
    callable_parts = [one for one in parts if _is_callable(one)]
    severity = Severity.ERROR if not callable_parts else Severity.WARNING
    results: list[Type] = []
    for part in parts:
        if isinstance(part, Function):
            some = None if len(parts) == 1 else Severity.WARNING
            results.append(apply(check, node, part, given, some))
        elif _is_callable(part):
            results.append(ANY)
        else:
            message = f"expected a function to call, found `{spell(part)}`"
            check.report(BAD_CALL, node, message, severity)
            results.append(ANY)
    return gradual_union(*results)


def _is_callable(type_: Type) -> bool:
    return isinstance(type_, Function) or unknown(type_)


def _argument(check: Checker, one: Argument, callee: Type, place: int) -> Type:
    """Infer an argument; a function literal learns what it will be called with."""
    inner = stripped(one.value)
    if isinstance(inner, FunctionNode) and isinstance(callee, Function) and callee.parameters:
        wanted: Type | None = None
        if one.name is None and place < len(callee.parameters):
            wanted = callee.parameters[place].type
        if isinstance(wanted, Function) and wanted.parameters and not wanted.flags & HAS_VAR:
            hints = tuple(each.type for each in wanted.parameters)
            if ANY not in hints:
                found = infer_function(check, inner.parameters, inner.body, hints)
                check.types[inner] = check.types[one.value] = found
                return found
    return check.infer(one.value)


def _repeated(check: Checker, node: Call) -> None:
    seen: set[str] = set()
    for one in node.arguments:
        if one.name is None:
            continue
        if one.name.name in seen:
            message = f"expected `{one.name.name}` once, found it a second time"
            check.report(REPEATED_ARGUMENT, one.value, message)
        seen.add(one.name.name)


def apply(
    check: Checker,
    node: Call,
    function: Function,
    given: Given,
    severity: Severity | None,
    other_names: dict[str, str] | None = None,
) -> Type:
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
        replaced(function.result, bindings) if function.result.flags & HAS_VAR else function.result
    )


def _explain(check: Checker, node: Call, wanted: Parameter) -> None:
    """Show the parameter that an argument does not fit, where it can be seen."""
    callee = stripped(node.callee)
    variable = check.uses.get(callee)
    for one in variable.parameters if variable is not None else ():
        if one.name.name == wanted.name:
            check.add_note(one.name, "because of this parameter and what is asserted of it")


Dealt = list[tuple[Argument, Type, Parameter]]


def _deal(
    check: Checker,
    node: Call,
    parameters: tuple[Parameter, ...],
    given: Given,
    severity: Severity | None,
    other_names: dict[str, str],
) -> Dealt:
    dealt: Dealt = []
    waiting: dict[str, tuple[Argument, Type]] = {}
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
            check.report(EXTRA_ARGUMENT, one.value, message, severity)
            place += 1
    for parameter in parameters[place:]:
        name = parameter.name or ""
        if name in waiting:
            one, found = waiting.pop(name)
            dealt.append((one, found, parameter))
        elif not parameter.optional:
            message = f"expected an argument for `{name}` of type `{spell(parameter.type)}`"
            check.report(MISSING_ARGUMENT, node.callee, message, severity)
    for name, (one, _) in waiting.items():
        taken = any(name == parameter.name for parameter in parameters[:place])
        if taken:
            message = f"expected `{name}` once, found it by place and by name"
            check.report(REPEATED_ARGUMENT, one.value, message, severity)
        else:
            message = f"expected the name of a parameter, found `{name}`"
            if check.report(EXTRA_ARGUMENT, one.value, message, severity):
                known = ", ".join(f"`{each.name}`" for each in parameters if each.utterable)
                check.add_help(f"the parameters are {known}" if known else "it takes none")
    return dealt


def _arguments(count: int) -> str:
    return "no arguments" if count == 0 else f"{count} argument{'s' * (count != 1)}"


def _solve(check: Checker, function: Function, dealt: Dealt) -> dict[str, Type]:
    """Find what the variables of a generic function stand for in this call."""
    if not function.flags & HAS_VAR:
        return {}
    bindings: dict[str, Type] = {}
    for _, found, wanted in dealt:
        if isinstance(wanted.type, Var):
            known = bindings.get(wanted.type.name)
            bindings[wanted.type.name] = found if known is None else gradual_union(known, found)
        elif wanted.type.flags & HAS_VAR:
            solve(wanted.type, erased(found), bindings, gradual_union)
    for parameter in function.parameters or ():
        if isinstance(parameter.type, Var) and parameter.type.name not in bindings:
            default = check.defaults.get(parameter.type.name, ANY)
            bindings[parameter.type.name] = default if parameter.optional else ANY
    return bindings


def _library_call(check: Checker, node: Call, name: str, function: Function) -> Type:
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


RULES_BY_NODE[Call] = _call

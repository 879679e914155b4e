"""Fields, calls and indexes: one link of a chain after the other.

The core's ``read_field``, ``read_index`` and ``call`` answer for one type.  Here two go along, and
which of them refutes a link decides between an error and a warning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from confty.kit.suggest import did_you_mean
from confty.languages.rcl import codes
from confty.languages.rcl.checker.checked import ANYTHING, UNKNOWN, Found, Wanted
from confty.languages.rcl.checker.mismatch import mismatch
from confty.languages.rcl.checker.signatures import METHODS, as_map, kind_of, method_type, solve
from confty.languages.rcl.parser.syntax import (
    Call,
    Chain,
    Expr,
    Field,
    Function,
    Index,
    Parens,
    StringLiteral,
)
from confty.languages.rcl.rules import RELATION, spelled
from confty.text import Diagnostic
from confty.types import (
    DYNAMIC,
    NEVER,
    NO,
    NUMBER,
    STRING,
    Dynamic,
    ListOf,
    MapOf,
    Object,
    Type,
    substitute,
    unfold,
    variables,
    widen,
)
from confty.types import Function as FunctionType

if TYPE_CHECKING:
    from confty.languages.rcl.checker.expressions import Checker

_INDEX = Wanted(NUMBER, "because a list is indexed with a number")


def chain(checker: Checker, node: Chain, wanted: Wanted, start: int, end: int) -> Found:
    """Check a chain from its base to its last link."""
    found = checker.infer(node.base)
    before = node.base.end
    callee: str | None = None
    for link in node.links:
        if isinstance(link, Field):
            found = _field(checker, link, found)
            callee = link.name.text
        elif isinstance(link, Call):
            found = _call(checker, link, found, (node.start, before), callee)
        else:
            found = _index(checker, link, found, (node.start, before))
        checker.checked.types[link] = found[1]
        before = link.end
    return checker.require(node, found, wanted, start, end)


def _field(checker: Checker, link: Field, found: Found) -> Found:
    hard, known = unfold(found[0]), unfold(found[1])
    name = link.name.text
    own = known if isinstance(known, Object) else None
    method = method_type(known, name)
    if method is not None:
        checker.checked.types[link.name] = method
        return DYNAMIC, method
    if own is not None and name in own.by_name:
        type_ = own.by_name[name].type
        checker.checked.types[link.name] = type_
        return (type_ if hard is known else DYNAMIC), type_
    if own is not None and own.rest is not None:
        return DYNAMIC, own.rest
    if isinstance(known, MapOf):
        return DYNAMIC, known.value
    missing = _no_field(checker, link, found[1])
    if missing is not None:
        if isinstance(hard, Object):
            checker.report(missing)
        else:
            checker.will_fail(missing)
    return UNKNOWN


def _no_field(checker: Checker, link: Field, named: Type) -> Diagnostic | None:
    """Say that a field cannot exist, where that is certain."""
    known = unfold(named)
    if isinstance(known, (MapOf, Dynamic)) or kind_of(known) is None:
        return None
    name = link.name.text
    names = list(METHODS[str(kind_of(known))])
    if isinstance(known, Object):
        names += [one.name for one in known.fields]
    return codes.UNKNOWN_FIELD.at(
        checker.span(link.name.start, link.name.end),
        f"{spelled(named)} has no field '{name}'{did_you_mean(name, names)}",
    )


def _call(
    checker: Checker, link: Call, found: Found, callee: tuple[int, int], name: str | None
) -> Found:
    hard, known = unfold(found[0]), unfold(found[1])
    if isinstance(hard, FunctionType):
        return _typed_call(checker, link, hard, known)
    if isinstance(hard, Dynamic):
        if isinstance(known, FunctionType):
            return DYNAMIC, _known_call(checker, link, known, name)
        for argument in link.arguments:
            checker.infer(argument)
        if not isinstance(known, Dynamic):
            checker.will_fail(_not_callable(checker, callee, known))
        return UNKNOWN
    checker.report(_not_callable(checker, callee, hard))
    for argument in link.arguments:
        checker.infer(argument)
    return UNKNOWN


def _not_callable(checker: Checker, callee: tuple[int, int], found: Type) -> Diagnostic:
    return codes.NOT_CALLABLE.at(
        checker.span(*callee), f"expected a function, found {spelled(found)}"
    )


def argument_count(
    checker: Checker, link: Call, names: tuple[str | None, ...]
) -> Diagnostic | None:
    """Say that a call has too few or too many arguments."""
    given, taken = len(link.arguments), len(names)
    plural = "" if taken == 1 else "s"
    if given < taken:
        name = names[given]
        lacking = f"; '{name}' is missing" if name else ""
        return codes.ARGUMENT_COUNT.at(
            checker.span(link.end - 1, link.end),
            f"expected {taken} argument{plural}, found {given}{lacking}",
        )
    if given > taken:
        first = link.arguments[taken]
        return codes.ARGUMENT_COUNT.at(
            checker.span(first.start, first.end),
            f"expected {taken} argument{plural}, found {given}",
        )
    return None


def _typed_call(checker: Checker, link: Call, hard: FunctionType, known: Type) -> Found:
    parameters = hard.parameters or ()
    wrong = argument_count(checker, link, tuple([one.name for one in parameters]))
    if wrong is not None:
        checker.report(wrong)
        for argument in link.arguments:
            checker.infer(argument)
        return hard.result, hard.result
    for argument, one in zip(link.arguments, parameters, strict=True):
        name = f" '{one.name}'" if one.name else ""
        wanted = Wanted(one.type, f"because the parameter{name} is {spelled(one.type)}")
        checker.check(argument, wanted, argument.start, argument.end)
    result = known.result if isinstance(known, FunctionType) else hard.result
    return hard.result, result


def _known_call(checker: Checker, link: Call, known: FunctionType, name: str | None) -> Type:
    """Call something the original knows nothing of: hints go in, warnings come out."""
    parameters = known.parameters or ()
    wrong = argument_count(checker, link, tuple([one.name for one in parameters]))
    if wrong is not None:
        checker.will_fail(wrong)
        for argument in link.arguments:
            checker.infer(argument)
        return DYNAMIC
    bindings: dict[str, Type] = {}
    for argument, one in zip(link.arguments, parameters, strict=True):
        passed = _known_argument(checker, argument, one.type)
        solve(one.type, passed, bindings)
        if _is_refuted(passed, one.type):
            wanted = Wanted(one.type, f"because '{name}' takes {spelled(one.type)} here")
            span = checker.span(argument.start, argument.end)
            checker.will_fail(mismatch(wanted, passed, span))
    result = known.result
    if name == "get" and len(parameters) == 2 and "U" in bindings:
        result = widen(result, bindings["U"])
    for left_over in variables(result):
        bindings.setdefault(left_over, DYNAMIC)
    return substitute(result, bindings)


def _is_refuted(passed: Type, wanted: Type) -> bool:
    """Whether an argument cannot be right; a callback that gets no elements is never called."""
    if isinstance(wanted, FunctionType) and any(p.type is NEVER for p in wanted.parameters or ()):
        return False
    return not wanted.flags and RELATION.assignable(passed, wanted) is NO


def _known_argument(checker: Checker, argument: Expr, wanted: Type) -> Type:
    literal: Expr = argument
    while isinstance(literal, Parens):
        literal = literal.body
    if isinstance(literal, Function) and isinstance(wanted, FunctionType):
        hints = tuple([one.type for one in wanted.parameters or ()])
        if len(hints) == len(literal.parameters):
            place = (argument.start, argument.end)
            return checker.function(literal, ANYTHING, *place, hints)[1]
    return checker.infer(argument)[1]


def _index(checker: Checker, link: Index, found: Found, before: tuple[int, int]) -> Found:
    hard, known = unfold(found[0]), unfold(found[1])
    index = link.index
    if isinstance(hard, ListOf):
        checker.check(index, _INDEX, index.start, index.end)
        return hard.element, known.element if isinstance(known, ListOf) else hard.element
    if isinstance(hard, MapOf):
        wanted = Wanted(hard.key, f"because the keys of the dict are {spelled(hard.key)}")
        checker.check(index, wanted, index.start, index.end)
        return hard.value, known.value if isinstance(known, MapOf) else hard.value
    if isinstance(hard, Object):
        return _record_index(checker, link, hard)
    if isinstance(hard, Dynamic):
        checker.infer(index)
        if isinstance(known, ListOf):
            return DYNAMIC, known.element
        return DYNAMIC, known.value if isinstance(known, MapOf) else DYNAMIC
    what = "a String cannot be indexed" if hard is STRING else f"{spelled(hard)} cannot be indexed"
    finding = codes.NOT_INDEXABLE.at(checker.span(link.start, link.start + 1), what)
    finding = finding.note(checker.span(*before), f"this is {spelled(hard)}")
    if hard is STRING:
        finding = finding.with_help("use .chars() to get a list of its characters")
    checker.report(finding)
    checker.infer(index)
    return UNKNOWN


def _record_index(checker: Checker, link: Index, record: Object) -> Found:
    wanted = Wanted(STRING, "because the keys of a record are strings")
    index = link.index
    checker.check(index, wanted, index.start, index.end)
    if isinstance(index, StringLiteral):
        own = record.by_name.get(index.value)
        if own is not None:
            return own.type, own.type
        if record.rest is None:
            checker.report(
                codes.UNKNOWN_FIELD.at(
                    checker.span(index.start, index.end),
                    f"{spelled(record)} has no field '{index.value}'",
                )
            )
            return UNKNOWN
    value = as_map(record).value
    return value, value

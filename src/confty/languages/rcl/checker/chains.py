"""Fields, calls and indexes: one link of a chain after the other.

The core answers for one type.  Here two go along, and which of them refutes a link decides between
an error and a warning.
"""

from __future__ import annotations

from confty import types
from confty.kit.checking import Wanted
from confty.kit.suggest import did_you_mean
from confty.languages.rcl import codes
from confty.languages.rcl.checker.checked import ANYTHING, UNKNOWN, Found
from confty.languages.rcl.checker.checker import Checker
from confty.languages.rcl.checker.mismatch import mismatch
from confty.languages.rcl.checker.signatures import kind_of, method_type
from confty.languages.rcl.library import METHODS
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import RELATION, briefly
from confty.text import Diagnostic
from confty.types import DYNAMIC, NO, Type, unfold

_INDEX = Wanted(types.NUMBER, "because a list is indexed with a number")


def chain(checker: Checker, node: syntax.Chain, wanted: Wanted, start: int, end: int) -> Found:
    """Check a chain from its base to its last link."""
    found = checker.infer(node.base)
    before = node.base.end
    callee: str | None = None
    for link in node.links:
        if isinstance(link, syntax.Field):
            found = _field(checker, link, found)
            callee = link.name.text
        elif isinstance(link, syntax.Call):
            found = _call(checker, link, found, (node.start, before), callee)
        else:
            found = _index(checker, link, found, (node.start, before))
        checker.checked.types[link] = found[1]
        before = link.end
    return checker.require(node, found, wanted, start, end)


def _field(checker: Checker, link: syntax.Field, found: Found) -> Found:
    hard, known = unfold(found[0]), unfold(found[1])
    name = link.name.text
    method = method_type(known, name)
    if method is not None:
        checker.checked.types[link.name] = method
        return DYNAMIC, method
    if isinstance(known, (types.Union, types.Never)):
        # A member may have a method of that name; what never is there has no fields to miss.
        return UNKNOWN
    access = types.read_field(known, name)
    if access.verdict is NO:
        missing = _no_field(checker, link, found[1])
        if isinstance(hard, types.Object):
            checker.report(missing)
        else:
            checker.will_fail(missing)
        return UNKNOWN
    if not isinstance(known, types.Object) or name not in known.by_name:
        return DYNAMIC, access.type
    checker.checked.types[link.name] = access.type
    return (access.type if hard is known else DYNAMIC), access.type


def _no_field(checker: Checker, link: syntax.Field, named: Type) -> Diagnostic:
    """Say that a field cannot exist."""
    known, name = unfold(named), link.name.text
    names = list(METHODS.get(kind_of(known) or "", ()))
    if isinstance(known, types.Object):
        names += [one.name for one in known.fields]
    return codes.UNKNOWN_FIELD.at(
        checker.span(link.name.start, link.name.end),
        f"{briefly(named)} has no field '{name}'{did_you_mean(name, names)}",
    )


def _call(
    checker: Checker, link: syntax.Call, found: Found, callee: tuple[int, int], name: str | None
) -> Found:
    hard, known = unfold(found[0]), unfold(found[1])
    if isinstance(hard, types.Function):
        return _typed_call(checker, link, hard, known)
    if isinstance(hard, types.Dynamic):
        if isinstance(known, types.Function):
            return DYNAMIC, _known_call(checker, link, known, name)
        for argument in link.arguments:
            checker.infer(argument)
        if not isinstance(known, types.Dynamic):
            checker.will_fail(_not_callable(checker, callee, known))
        return UNKNOWN
    checker.report(_not_callable(checker, callee, hard))
    for argument in link.arguments:
        checker.infer(argument)
    return UNKNOWN


def _not_callable(checker: Checker, callee: tuple[int, int], found: Type) -> Diagnostic:
    return codes.NOT_CALLABLE.at(
        checker.span(*callee), f"expected a function, found {briefly(found)}"
    )


def _dealt(
    checker: Checker, link: syntax.Call, function: types.Function
) -> tuple[list[tuple[syntax.Expr, types.Parameter]], Diagnostic | None]:
    """Deal the arguments of a call; say what is wrong when there are too few or too many."""
    arguments, taken = link.arguments, len(function.parameters or ())
    deal = types.deal(function, [None] * len(arguments))
    pairs = [(arguments[at], parameter) for at, parameter in deal.pairs]
    if not deal.complaints:
        return pairs, None
    first = deal.complaints[0]
    plural = "" if taken == 1 else "s"
    message = f"expected {taken} argument{plural}, found {len(arguments)}"
    if first.argument is not None:
        surplus = arguments[first.argument]
        span = checker.span(surplus.start, surplus.end)
        return pairs, codes.ARGUMENT_COUNT.at(span, message)
    if first.parameter is not None and first.parameter.name:
        message += f"; '{first.parameter.name}' is missing"
    return pairs, codes.ARGUMENT_COUNT.at(checker.span(link.end - 1, link.end), message)


def _typed_call(checker: Checker, link: syntax.Call, hard: types.Function, known: Type) -> Found:
    pairs, wrong = _dealt(checker, link, hard)
    if wrong is not None:
        checker.report(wrong)
        for argument in link.arguments:
            checker.infer(argument)
        return hard.result, hard.result
    for argument, one in pairs:
        name = f" '{one.name}'" if one.name else ""
        wanted = Wanted(one.type, f"because the parameter{name} is {briefly(one.type)}")
        checker.check(argument, wanted, argument.start, argument.end)
    result = known.result if isinstance(known, types.Function) else hard.result
    return hard.result, result


def _known_call(
    checker: Checker, link: syntax.Call, known: types.Function, name: str | None
) -> Type:
    """Call something the original knows nothing of: hints go in, warnings come out."""
    pairs, wrong = _dealt(checker, link, known)
    if wrong is not None:
        checker.will_fail(wrong)
        for argument in link.arguments:
            checker.infer(argument)
        return DYNAMIC
    given: list[tuple[types.Parameter, Type]] = []
    for argument, one in pairs:
        passed = _known_argument(checker, argument, one.type)
        given.append((one, passed))
        if _is_refuted(passed, one.type):
            wanted = Wanted(one.type, f"because '{name}' takes {briefly(one.type)} here")
            span = checker.span(argument.start, argument.end)
            checker.will_fail(mismatch(wanted, passed, span))
    bindings = types.solve(known, given, types.widen)
    return types.substitute(known.result, bindings, types.widen, DYNAMIC)


def _is_refuted(passed: Type, wanted: Type) -> bool:
    """Whether an argument cannot be right; a callback that gets no elements is never called."""
    if isinstance(wanted, types.Function) and any(
        p.type is types.NEVER for p in wanted.parameters or ()
    ):
        return False
    return not wanted.flags and RELATION.assignable(passed, wanted) is NO


def _known_argument(checker: Checker, argument: syntax.Expr, wanted: Type) -> Type:
    literal: syntax.Expr = argument
    while isinstance(literal, syntax.Parens):
        literal = literal.body
    if isinstance(literal, syntax.Function) and isinstance(wanted, types.Function):
        hints = tuple([one.type for one in wanted.parameters or ()])
        if len(hints) == len(literal.parameters):
            place = (argument.start, argument.end)
            return checker.function(literal, ANYTHING, *place, hints)[1]
    return checker.infer(argument)[1]


def _asked(type_: Type) -> Wanted | None:
    """Say what a type can be indexed with; nothing else can be."""
    if isinstance(type_, types.ListOf):
        return _INDEX
    if isinstance(type_, types.MapOf):
        return Wanted(type_.key, f"because the keys of the dict are {briefly(type_.key)}")
    if isinstance(type_, types.Object):
        return Wanted(types.STRING, "because the keys of a record are strings")
    return ANYTHING if isinstance(type_, types.Dynamic) else None


def _index(checker: Checker, link: syntax.Index, found: Found, before: tuple[int, int]) -> Found:
    hard, known = unfold(found[0]), unfold(found[1])
    index, asked = link.index, _asked(hard)
    if asked is None:
        checker.report(_not_indexable(checker, link, hard, before))
        checker.infer(index)
        return UNKNOWN
    passed = checker.check(index, asked, index.start, index.end)[0]
    if isinstance(index, syntax.StringLiteral):
        passed = types.literal(types.STRING, index.value)
    access = _element(hard, passed)
    if access.verdict is NO and access.problems[0].wrong is types.Wrong.NO_SUCH_FIELD:
        assert isinstance(index, syntax.StringLiteral)
        message = f"{briefly(hard)} has no field '{index.value}'"
        checker.report(codes.UNKNOWN_FIELD.at(checker.span(index.start, index.end), message))
        return UNKNOWN
    own = UNKNOWN[1] if _asked(known) is None else _element(known, passed).type
    return access.type, access.type if own is DYNAMIC else own


def _element(type_: Type, index: Type) -> types.Access:
    return types.read_index(type_, index, RELATION, types.widen)


def _not_indexable(
    checker: Checker, link: syntax.Index, hard: Type, before: tuple[int, int]
) -> Diagnostic:
    what = "a String" if hard is types.STRING else briefly(hard)
    span = checker.span(link.start, link.start + 1)
    finding = codes.NOT_INDEXABLE.at(span, f"{what} cannot be indexed")
    finding = finding.note(checker.span(*before), f"this is {briefly(hard)}")
    if hard is types.STRING:
        finding = finding.with_help("use .chars() to get a list of its characters")
    return finding

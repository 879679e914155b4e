"""Fields, calls and indexes: one link of a chain after the other.

The core answers for one type.  Here two go along, and which of them refutes a link decides between
an error and a warning.
"""

from __future__ import annotations

from confty import types
from confty.kit.checking import Wanted
from confty.kit.suggest import did_you_mean
from confty.languages.rcl import codes
from confty.languages.rcl.checker import reads
from confty.languages.rcl.checker.checked import (
    ANYTHING,
    INPUTS,
    UNKNOWN,
    Annotated,
    Found,
    read_of,
)
from confty.languages.rcl.checker.checker import Checker
from confty.languages.rcl.checker.conditions import stripped
from confty.languages.rcl.checker.foresight import surely_apart
from confty.languages.rcl.checker.functions import function
from confty.languages.rcl.checker.mending import meant
from confty.languages.rcl.checker.mismatch import mismatch
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.typesyntax import TypeFunction
from confty.languages.rcl.rules import RELATION, briefly
from confty.records import Record
from confty.text import Diagnostic
from confty.types import DYNAMIC, NO, Type, unfold

_INDEX = Wanted(types.NUMBER, "because a list is indexed with a number")


def chain(checker: Checker, node: syntax.Chain, wanted: Wanted, start: int, end: int) -> Found:
    """Check a chain from its base to its last link."""
    found = checker.infer(node.base)
    if isinstance(node.base, syntax.Name) and node.base.text == INPUTS:
        read = read_of(node)
        if read is not None:
            checker.checked.inputs[node.base] = read
    before = node.base.end
    callee: Callee | None = None
    # Whether there still is an element for each that the base has.
    counted = True
    for at, link in enumerate(node.links):
        owner = found
        if isinstance(link, syntax.Field):
            found = reads.field(checker, link, found, (node.base, before))
            callee = Callee(link.name.text, owner[1], node.base if counted else None)
        elif isinstance(link, syntax.Call):
            base = node.base if at == 0 else None
            if base is not None:
                _note_call(checker, base)
            found = _call(checker, link, found, (node.start, before), callee, base)
        else:
            found = _index(checker, link, found, (node.base, before))
        counted = counted and reads.keeps_count(link, at)
        checker.checked.types[link] = found[1]
        before = link.end
    return checker.require(node, found, wanted, start, end)


class Callee(metaclass=Record):
    """What is called: a member of something made of ``base``, element by element if known."""

    name: str
    owner: Type
    base: syntax.Expr | None

    def is_filled(self, checker: Checker) -> bool:
        """Whether the owner is sure to have an element."""
        return self.base is not None and reads.is_filled(checker, self.base)


def _note_call(checker: Checker, callee: syntax.Expr) -> None:
    """Remember that a function of this document is called here."""
    if isinstance(callee, syntax.Name):
        binding = checker.scope.find(callee.text)
        if binding is not None and binding.function is not None:
            checker.foresight.call(binding.function, checker.reach)


def _call(
    checker: Checker, link: syntax.Call, found: Found, place: tuple[int, int],
    callee: Callee | None, base: syntax.Expr | None,
) -> Found:  # fmt: skip
    hard, known = unfold(found[0]), unfold(found[1])
    if isinstance(hard, types.Function):
        return _typed_call(checker, link, hard, known, base)
    if isinstance(known, types.Function) and isinstance(hard, types.Dynamic | types.Union):
        # A union was refused by the original; a test has shown that it is a function.
        return DYNAMIC, _known_call(checker, link, known, callee)
    if isinstance(hard, types.Dynamic):
        for argument in link.arguments:
            checker.infer(argument)
        if not isinstance(known, types.Dynamic | types.Union | types.Never):
            checker.will_fail(_not_callable(checker, place, known))
        return UNKNOWN
    checker.report(_not_callable(checker, place, hard))
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
    unsure = any(isinstance(one, syntax.Missing | syntax.Partial) for one in arguments)
    if not deal.complaints or unsure:
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


def _typed_call(
    checker: Checker, link: syntax.Call, hard: types.Function, known: Type,
    base: syntax.Expr | None,
) -> Found:  # fmt: skip
    pairs, wrong = _dealt(checker, link, hard)
    if wrong is not None:
        checker.report(wrong)
        for argument in link.arguments:
            checker.infer(argument)
        return hard.result, hard.result
    for at, (argument, one) in enumerate(pairs):
        checker.check(argument, _parameter(checker, base, one, at), argument.start, argument.end)
    result = known.result if isinstance(known, types.Function) else hard.result
    return hard.result, result


def _parameter(
    checker: Checker, base: syntax.Expr | None, one: types.Parameter, at: int
) -> Wanted:
    """Ask for what a parameter takes, because of the annotation that says so."""
    binding = checker.checked.uses.get(base) if isinstance(base, syntax.Name) else None
    annotation = None if binding is None else checker.checked.annotations.get(binding)
    if isinstance(annotation, TypeFunction) and at < len(annotation.parameters.types):
        declared = checker.annotations.declarations
        written = annotation.parameters.types[at]
        return Annotated(one.type, checker.source, written, declared, cast=False)
    name = f" '{one.name}'" if one.name else ""
    return Wanted(one.type, f"because the parameter{name} is {briefly(one.type)}")


def _known_call(
    checker: Checker, link: syntax.Call, known: types.Function, callee: Callee | None
) -> Type:
    """Call something the original knows nothing of: hints go in, findings come out."""
    pairs, wrong = _dealt(checker, link, known)
    if wrong is not None:
        checker.will_fail(wrong)
        for argument in link.arguments:
            checker.infer(argument)
        return DYNAMIC
    given: list[tuple[types.Parameter, Type]] = []
    name = "" if callee is None else callee.name
    for argument, one in pairs:
        called = isinstance(one.type, types.Function)
        filled = called and callee is not None and callee.is_filled(checker)
        if not one.type.flags:
            checker.checked.wanted[argument] = one.type
        passed = _known_argument(checker, argument, one.type, filled)
        given.append((one, passed))
        wanted = Wanted(one.type, f"because '{name}' takes {briefly(one.type)} here")
        if _is_refuted(passed, one.type):
            span = checker.span(argument.start, argument.end)
            # Without elements, nobody may look at a callback.
            apart = surely_apart(passed, one.type)
            surely = apart and (filled or not called)
            checker.will_fail(mismatch(wanted, passed, span), surely=surely)
        elif not one.type.flags:
            checker.may_be_null(passed, wanted, argument.start, argument.end)
    own = None if callee is None else _of_record(callee, link, given)
    if own is not None:
        return own
    bindings = types.solve(known, given, types.widen)
    return types.substitute(known.result, bindings, types.widen, DYNAMIC)


def _of_record(
    callee: Callee, link: syntax.Call, given: list[tuple[types.Parameter, Type]]
) -> Type | None:
    """Return what ``get`` and ``except`` give for a record and a field that is written out."""
    owner = unfold(callee.owner)
    if not isinstance(owner, types.Object) or callee.name not in ("get", "except"):
        return None
    key = stripped(link.arguments[0])
    if not isinstance(key, syntax.StringLiteral):
        return None
    field = owner.by_name.get(key.value)
    if callee.name == "except":
        others = [one for one in owner.fields if one is not field]
        return types.object_of(others, owner.rest)
    default = given[1][1]
    if field is None:
        return default if owner.rest is None else types.gradual_union(owner.rest, default)
    return types.gradual_union(field.type, default) if field.optional else field.type


def _is_refuted(passed: Type, wanted: Type) -> bool:
    """Whether an argument cannot be right; a callback that gets no elements is never called."""
    if isinstance(wanted, types.Function) and any(
        p.type is types.NEVER for p in wanted.parameters or ()
    ):
        return False
    return not wanted.flags and RELATION.assignable(passed, wanted) is NO


def _known_argument(checker: Checker, argument: syntax.Expr, wanted: Type, filled: bool) -> Type:
    literal = stripped(argument)
    if isinstance(literal, syntax.Function) and isinstance(wanted, types.Function):
        if filled:
            checker.foresight.expect(literal)
        hints = tuple([one.type for one in wanted.parameters or ()])
        if len(hints) == len(literal.parameters):
            place = (argument.start, argument.end)
            return function(checker, literal, ANYTHING, *place, hints)[1]
    if isinstance(literal, syntax.Name) and filled:
        _note_call(checker, literal)
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


def _index(
    checker: Checker, link: syntax.Index, found: Found, owner: tuple[syntax.Expr, int]
) -> Found:
    hard, known = unfold(found[0]), unfold(found[1])
    index, asked = link.index, _asked(hard)
    if asked is None and isinstance(hard, types.Union) and _asked(known) is not None:
        # The original refuses a union; a test has shown what it is.
        hard, asked = known, _asked(known)
    if asked is None:
        checker.report(_not_indexable(checker, link, hard, (owner[0].start, owner[1])))
        checker.infer(index)
        return UNKNOWN
    passed = checker.check(index, asked, index.start, index.end)[0]
    if isinstance(index, syntax.StringLiteral):
        passed = types.literal(types.STRING, index.value)
    access = _element(hard, passed)
    if access.verdict is NO and access.problems[0].wrong is types.AccessProblem.NO_SUCH_FIELD:
        assert isinstance(index, syntax.StringLiteral)
        message = f"{briefly(found[0])} has no field '{index.value}'"
        checker.report(codes.UNKNOWN_FIELD.at(checker.span(index.start, index.end), message))
        return UNKNOWN
    if _asked(known) is None:
        return access.type, access.type
    own = _known_element(checker, index, found[1], passed, owner)
    return access.type, access.type if own is DYNAMIC else own


def _known_element(
    checker: Checker, index: syntax.Expr, known: Type, passed: Type,
    owner: tuple[syntax.Expr, int],
) -> Type:  # fmt: skip
    """Say what is known of an element; a field that a record does not have is a mistake."""
    record = unfold(known)
    if isinstance(record, types.Object) and isinstance(index, syntax.StringLiteral):
        place = checker.span(index.start, index.end)
        if record.rest is None and index.value not in record.by_name:
            names = list(checker.findings.names(lambda: record.by_name))
            near = did_you_mean(index.value, names)
            message = f"{briefly(known)} has no field '{index.value}'{near}"
            checker.will_fail(meant(codes.UNKNOWN_FIELD.at(place, message), index.value, names))
            return DYNAMIC
        own = record.by_name.get(index.value)
        if own is not None and own.optional:
            return reads.MemberRead(checker, owner, index.value, place).of(known)[0]
    return _element(record, passed).type


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

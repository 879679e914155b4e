"""Calls, fields and indexes in the reference evaluator: who is blamed for what."""

from __future__ import annotations

from confty.kit.suggest import did_you_mean
from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.operations import MISSING, Place
from confty.languages.rcl.evaluator.run import Stop
from confty.languages.rcl.evaluator.walk import Walk
from confty.languages.rcl.library.call_site import CallFailure, Exhausted
from confty.languages.rcl.library.table import BY_CLASS
from confty.languages.rcl.parser.syntax import Call, Field, Index
from confty.languages.rcl.renderer import shown
from confty.languages.rcl.rules import RELATION, briefly
from confty.languages.rcl.unit import LoadProblem
from confty.languages.rcl.values import Builtin, Lambda, Method, Value, kind
from confty.text import Diagnostic, Frame, Span
from confty.types import DYNAMIC, SAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class CallSite:
    """A call of a library function, for its body: where everything is."""

    def __init__(
        self, home: Walk, depth: int, name: str, link: Call,
        places: tuple[Place, Place | None, Place],
    ) -> None:  # fmt: skip
        self.home = home
        self.depth = depth
        self.name = name
        self.link = link
        self.callee, self.method, self.receiver = places
        self.value_depth = home.run.limits.value_depth
        self.most_rounds = home.run.limits.steps

    def span(self, where: str | int) -> Span:
        """Return the place that a failure blames."""
        arguments = self.link.arguments
        if isinstance(where, int):
            one = arguments[where]
            return self.home.span(one.start, one.end)
        if where == "all":
            return self.home.span(arguments[0].start, arguments[-1].end)
        place = self.receiver if where == "receiver" else self.method or self.callee
        return self.home.span(*place)

    def caller(
        self, callback: Value, count: int, argument: int, role: str
    ) -> Callable[..., Value]:
        """Return a function that calls back; its frame names the library function."""
        node = self.link.arguments[argument]
        home, place = self.home, (node.start, node.end)
        what = f"in internal call to {role} from '{self.name}'"

        def call(*arguments: Value) -> Value:
            span = home.span(*place)
            try:
                return apply(home, callback, arguments, self.depth, span, None)
            except Stop as stop:
                if stop.frames and stop.frames[-1].span == span:
                    stop.frames.pop()
                stop.frames.append(Frame(span, what))
                raise

        assert count
        return call

    def read_file(self, path: str) -> str:
        """Read a file for ``std.read_file_utf8``."""
        run = self.home.run
        try:
            # Relative to the document that is being evaluated, as in the original.
            importer = run.under_way[-1][0] if run.under_way else self.home.unit
            return run.program.text(path, importer.source.name)
        except LoadProblem as problem:
            raise Stop(problem.at(self.span(0))) from None


def call_value(
    home: Walk, callee: Value, arguments: tuple[Value, ...], depth: int, link: Call,
    places: tuple[Place, Place | None, Place],
) -> Value:  # fmt: skip
    """Call a value where the program says so."""
    opening = home.span(link.start, link.start + 1)
    if not isinstance(callee, (Lambda, Builtin, Method)):
        given = home.operations.called(
            callee,
            lambda inner: call_checked(home, inner, arguments, depth, link, places),
            home,
            (places[0][0], link.end),
        )
        if given is not MISSING:
            return given
        message = f"expected a function, found {kind(callee)} {shown(callee)}"
        home.stop(codes.NOT_CALLABLE, *places[0], message)
    if isinstance(callee, Method) and places[1] is None:
        places = (places[0], None, places[0])
    return apply(home, callee, arguments, depth, opening, (link, places))


def apply(
    home: Walk, callee: Value, arguments: tuple[Value, ...], depth: int, opening: Span,
    site: tuple[Call, tuple[Place, Place | None, Place]] | None,
) -> Value:  # fmt: skip
    """Call a function; ``site`` is missing when the library calls back."""
    if not isinstance(callee, (Lambda, Builtin, Method)):
        message = f"expected a function, found {kind(callee)} {shown(callee)}"
        raise Stop(codes.NOT_CALLABLE.at(opening, message))
    wrong = _argument_count(home, callee, arguments, opening, site[0] if site else None)
    if wrong is not None:
        raise Stop(wrong)
    depth = home.enter(depth, opening.start, opening.end)
    try:
        if isinstance(callee, Lambda):
            _check_arguments(callee, arguments, opening, home, site[0] if site else None)
            assert callee.home is not None  # functions of translated code never come here
            return callee.home.call(callee, arguments, depth)
        return _library(home, callee, arguments, depth, opening, site)
    except Stop as stop:
        stop.frames.append(Frame(opening, _frame_text(callee)))
        raise


def _frame_text(callee: Lambda | Builtin | Method) -> str:
    if isinstance(callee, Lambda):
        return "in call to function"
    what = "method" if isinstance(callee, Method) else "function"
    return f"in call to {what} '{callee.name}'"


def _argument_count(
    home: Walk, callee: Lambda | Builtin | Method, arguments: tuple[Value, ...],
    opening: Span, link: Call | None,
) -> Diagnostic | None:  # fmt: skip
    if isinstance(callee, Lambda):
        names = tuple([str(one.name) for one in callee.type.parameters or ()])
        what = "the function"
    else:
        names, what = callee.function.names, f"'{callee.name}'"
    given, taken = len(arguments), len(names)
    if given == taken:
        return None
    plural = "" if taken == 1 else "s"
    message = f"{what} takes {taken} argument{plural}, found {given}"
    if given < taken:
        span = home.span(link.end - 1, link.end) if link else opening
        return codes.ARGUMENT_COUNT.at(span, f"{message}; '{names[given]}' is missing")
    if link is None:
        return codes.ARGUMENT_COUNT.at(opening, message)
    first = link.arguments[taken]
    return codes.ARGUMENT_COUNT.at(home.span(first.start, first.end), message)


def _check_arguments(
    callee: Lambda, arguments: tuple[Value, ...], opening: Span, home: Walk, link: Call | None
) -> None:
    """Enforce parameter types also where the call was not seen by the checker."""
    if callee.open_arity >= 0:
        return
    tests = home.operations.tests
    for index, (one, value) in enumerate(
        zip(callee.type.parameters or (), arguments, strict=True)
    ):
        wrong = tests.misfit(value, tests.argument_type(one.type))
        if wrong is None:
            continue
        span = opening
        if link is not None:
            span = home.span(link.arguments[index].start, link.arguments[index].end)
        stop = Stop(codes.CHECK_FAILED.at(span, f"{wrong.message} for the parameter '{one.name}'"))
        stop.path.extend(wrong.path)
        raise stop


def call_checked(
    home: Walk, callee: Value, arguments: tuple[Value, ...], depth: int, link: Call,
    places: tuple[Place, Place | None, Place],
) -> Value:  # fmt: skip
    """Call a value, and check what a function gives that has no precise type of its own."""
    value = call_value(home, callee, arguments, depth, link, places)
    if isinstance(callee, Lambda):
        _check_result(home, callee, value, link, places[0][0])
    return value


def _check_result(home: Walk, callee: Lambda, value: Value, link: Call, start: int) -> None:
    """Enforce the result type of a function that was passed without having one of its own."""
    tests = home.operations.tests
    wanted = tests.argument_type(home.checked.types.get(link, DYNAMIC))
    if wanted is DYNAMIC or RELATION.assignable(callee.type.result, wanted) is SAFE:
        return
    wrong = tests.misfit(value, wanted)
    if wrong is not None:
        message = f"the function should return {briefly(wanted)}: {wrong.message}"
        stop = Stop(codes.CHECK_FAILED.at(home.span(start, link.end), message))
        stop.path.extend(wrong.path)
        raise stop


def _library(
    home: Walk, callee: Builtin | Method, arguments: tuple[Value, ...], depth: int,
    opening: Span, site: tuple[Call, tuple[Place, Place | None, Place]] | None,
) -> Value:  # fmt: skip
    if site is None:
        # The library calls itself back: everything happens at the argument that was passed.
        here = (opening.start, opening.end)
        site = (Call(*here, (), (), trailing_comma=False), (here, here, here))
    where = CallSite(home, depth, _short_name(callee), *site)
    values = [callee.receiver, *arguments] if isinstance(callee, Method) else list(arguments)
    try:
        return home.operations.library(where, callee, values)
    except Exhausted:
        return home.too_long(opening.start, opening.end)
    except CallFailure as failure:
        stop = Stop(failure.at(_blamed(where, failure, opening)))
        stop.path.extend(reversed(failure.path))
        raise stop from None


def _blamed(where: CallSite, failure: CallFailure, opening: Span) -> Span:
    return where.span(failure.where) if where.link.arguments or failure.where in (
        "receiver", "name",
    ) else opening  # fmt: skip


def _short_name(callee: Builtin | Method) -> str:
    return "transitive_closure" if callee.name.endswith("transitive_closure") else callee.name


def field_value(home: Walk, value: Value, link: Field, receiver: Place) -> Value:
    """Look up a field: methods of the kind first, then the keys of a dict."""
    name = link.name.text
    inner = home.operations.bare(value)
    methods = BY_CLASS.get(inner.__class__, {})
    function = methods.get(name)
    if function is not None:
        place = (home.unit.index, link.name.start, link.name.end)
        return Method(function, kind(inner), value, place)
    found = home.operations.field(value, name, home, (receiver[0], link.end))
    if found is not MISSING:
        return found
    names = [
        *methods,
        *[key for key in (value if value.__class__ is dict else ()) if isinstance(key, str)],
    ]
    message = f"a {kind(value)} has no field '{name}'{did_you_mean(name, names)}"
    finding = codes.UNKNOWN_FIELD.at(home.span(link.name.start, link.name.end), message)
    raise Stop(finding.note(home.span(*receiver), f"its value is {shown(value)}"))


def index_value(home: Walk, value: Value, key: Value, link: Index, receiver: Place) -> Value:
    """Look up an element of a list or a dict."""
    try:
        return home.operations.index(value, key, home, (receiver[0], link.end))
    except CallFailure as failure:
        if failure.where == 1:
            finding = failure.at(home.span(link.index.start, link.index.end))
        else:
            finding = failure.at(home.span(link.start, link.start + 1))
        raise Stop(finding.note(home.span(*receiver), f"its value is {shown(value)}")) from None

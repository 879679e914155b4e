"""Functions as they were met: where one is called, its body is looked at with these arguments."""

from __future__ import annotations

from _collections_abc import Mapping

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.letters import exact
from confty.languages.jsonnet.checker.look_budget import Known
from confty.languages.jsonnet.checker.scope import Scope, Variable
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY
from confty.text import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# The types of the arguments of a call, None for one that is not given, then what is known as a
# text, then what is wrong with some: that is one caller's, and told where the body uses it.
Key = tuple[types.Type | str | tuple[str, tuple[Diagnostic, ...]] | None, ...]
Said = Mapping[str, tuple[Diagnostic, ...]]

_NOTHING: Final[Said] = {}
_NO_TEXTS: Final[Mapping[str, str]] = {}
_NO_VARIABLES: Final[Mapping[str, Variable]] = {}
# How many different calls of a function one request looks at, and how many are remembered.
_MOST_CALLS: Final = 40
_MOST_KNOWN: Final = 400


class Closure:
    """A function as it was met."""

    __slots__ = ("around", "body", "check", "known", "parameters", "variables")

    def __init__(
        self, check: Checker, parameters: list[syntax.Parameter], body: syntax.Expression
    ) -> None:
        self.check = check
        self.around = check.surroundings()
        self.parameters = parameters
        self.body = body
        self.known: dict[Key, Known] = {}
        # The parameters of each look at the body.
        self.variables: dict[Key, dict[str, Variable]] = {}

    def call(
        self,
        check: Checker,
        given: dict[str, types.Type],
        said: Said = _NOTHING,
        texts: Mapping[str, str] = _NO_TEXTS,
    ) -> types.Type | None:
        """Return the result for these arguments, None where it is not worth another look.

        ``said`` is what is wrong with arguments; it is told where they are used.  ``texts`` are
        arguments of which even the letters are known.
        """
        key = self._key(given, texts, said)
        # The bound is that of one request: what others asked before must not change the answer;
        # and of the text, which a look at what is around it meets as another function each time.
        if not check.work.asks(self.body, key, _MOST_CALLS):
            return None
        known = self.known.get(key)
        if known is not None:
            check.hear(known[1])
            return known[0]
        if not check.work.enter(self.body):
            return None
        if len(self.known) >= _MOST_KNOWN:
            self.known.clear()
            self.variables.clear()
        self.known[key] = None, ()  # while it is being found
        # A library looks into its own functions for whoever calls one of them.
        if check.work is not self.check.own_work and any(map(types.knows_origin, given.values())):
            check.work.leave_behind(self, key)
        inner = self.check
        try:
            found = inner.look_closer(
                check.work, self.around, lambda: self._result(inner, key, given, said, texts)
            )
        finally:
            check.work.leave(self.body)
        self.known[key] = found
        check.hear(found[1])
        return found[0]

    def _result(
        self,
        check: Checker,
        key: Key,
        given: dict[str, types.Type],
        said: Said,
        texts: Mapping[str, str],
    ) -> types.Type:
        scope = Scope(self.around.scope)
        check.scope = scope
        for one in self.parameters:
            variable = Variable(one.name, "parameter", given.get(one.name.name))
            variable.close = True
            variable.said = said.get(one.name.name, ())
            variable.text = texts.get(one.name.name)
            if variable.type is None:
                _pend(check, variable, one.default, scope)
            scope.names[one.name.name] = variable
        self.variables[key] = scope.names
        return check.infer(self.body)

    def forget(self, call: object) -> None:
        """Forget a look."""
        self.known.pop(call, None)  # type: ignore[call-overload]  # any key may be asked for
        self.variables.pop(call, None)  # type: ignore[call-overload]  # the same

    def looked_at(
        self,
        given: Mapping[str, types.Type],
        texts: Mapping[str, str],
        said: Said = _NOTHING,
    ) -> Mapping[str, Variable]:
        """Return the parameters of the look that a call led to."""
        return self.variables.get(self._key(given, texts, said), _NO_VARIABLES)

    def _key(self, given: Mapping[str, types.Type], texts: Mapping[str, str], said: Said) -> Key:
        key: Key = tuple([given.get(one.name.name) for one in self.parameters])
        return (*key, *texts.values(), *said.items()) if texts or said else key


def _pend(
    check: Checker, variable: Variable, default: syntax.Expression | None, scope: Scope
) -> None:
    """Let a parameter be what its default is, found when it is asked for."""
    if default is None:
        variable.type = ANY
        return
    variable.pending = _Default(check, default, scope)


class _Default:
    """The default of a parameter, inferred when somebody asks for it."""

    __slots__ = ("check", "default", "frame", "narrowed", "scope")

    def __init__(self, check: Checker, default: syntax.Expression, scope: Scope) -> None:
        self.check: Final = check
        self.default: Final = default
        self.scope: Final = scope
        self.frame: Final = check.frame
        self.narrowed: Final = check.narrowed

    def __call__(self) -> types.Type:
        check = self.check
        before = check.scope, check.frame, check.narrowed
        check.scope, check.frame, check.narrowed = self.scope, self.frame, self.narrowed
        try:
            # This very text: a call that gives none asks for it by its letters.
            return exact(self.default, check.infer(self.default))
        finally:
            check.scope, check.frame, check.narrowed = before

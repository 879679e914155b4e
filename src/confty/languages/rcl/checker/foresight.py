"""What the known types say about a program that the original would run.

The original refuses little before it runs.  What the known types refute fails when it is reached,
so it is an error where the place is reached for sure, and a warning where that depends: in a
branch, in a loop that may have no rounds, in a function.  What a function's body is sure to do is
remembered with the function, and becomes an error when a call is reached for sure.
"""

from __future__ import annotations

from confty import types
from confty.kit.checking import Findings
from confty.languages.rcl.parser import syntax
from confty.text import Diagnostic
from confty.types import Type, unfold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

#: Whether a place is reached: for sure, when a function is called, or perhaps never.
Reach: TypeAlias = "bool | syntax.Function | None"


class Foresight:
    """Findings of a check that do not stop a program from running."""

    __slots__ = ("_called", "_calls", "_findings", "_promised", "all")

    def __init__(self) -> None:
        self._findings = Findings()
        self.all = self._findings.all
        self._promised: dict[syntax.Function, list[tuple[Diagnostic, Diagnostic]]] = {}
        self._calls: dict[syntax.Function, list[syntax.Function]] = {}
        # Functions that are called as soon as they are written: callbacks of the library.
        self._called: set[syntax.Function] = set()

    def mark(self) -> int:
        """Return how much was said so far."""
        return len(self.all)

    def take_back(self, mark: int) -> None:
        """Forget everything that was said since then."""
        self._findings.take_back(mark)

    def warn(self, finding: Diagnostic) -> None:
        """Keep a finding that is what it is."""
        self._findings.say(finding)

    def say(self, error: Diagnostic, warning: Diagnostic, reach: Reach) -> None:
        """Keep a finding: the error where it is sure to happen, the warning elsewhere."""
        if reach is True:
            self._findings.say(error)
        elif self._findings.say(warning) and isinstance(reach, syntax.Function):
            self._promised.setdefault(reach, []).append((warning, error))

    def expect(self, function: syntax.Function) -> None:
        """Note that a function is called where it is written, at least once."""
        self._called.add(function)

    def inside(self, function: syntax.Function, reach: Reach) -> Reach:
        """Return how the body of a function is reached."""
        return reach if function in self._called else function

    def call(self, function: syntax.Function, reach: Reach) -> None:
        """Note a call: what the body is sure to do happens if the call does."""
        if isinstance(reach, syntax.Function):
            self._calls.setdefault(reach, []).append(function)
            return
        if reach is not True:
            return
        waiting = [function]
        while waiting:
            one = waiting.pop()
            waiting.extend(self._calls.pop(one, ()))
            for warning, error in self._promised.pop(one, ()):
                if warning in self.all:
                    self.all[self.all.index(warning)] = error


def surely_apart(found: Type, wanted: Type) -> bool:
    """Whether no value is of both types; of collections the empty one nearly always is."""
    found, wanted = unfold(found), unfold(wanted)
    if isinstance(found, types.Union):
        return all(surely_apart(one, wanted) for one in found.members)
    if isinstance(wanted, types.Union):
        return all(surely_apart(found, one) for one in wanted.members)
    if isinstance(found, types.Dynamic | types.Var) or isinstance(wanted, types.Dynamic):
        return False
    if isinstance(wanted, types.Never):
        return True
    if isinstance(found, types.Literal):
        if isinstance(wanted, types.Literal):
            return found.value != wanted.value
        return surely_apart(found.base, wanted)
    if isinstance(wanted, types.Literal):
        return found is not wanted.base
    if isinstance(found, types.Object):
        return _object_apart(found, wanted)
    if isinstance(found, types.MapOf) and isinstance(wanted, types.Object):
        return False
    if found.__class__ is not wanted.__class__:
        return True
    return isinstance(found, types.Atom) and found is not wanted


def _object_apart(found: types.Object, wanted: Type) -> bool:
    there = [one for one in found.fields if not one.optional]
    if isinstance(wanted, types.MapOf):
        if there and surely_apart(types.STRING, wanted.key):
            return True
        return any(surely_apart(one.type, wanted.value) for one in there)
    if not isinstance(wanted, types.Object):
        return True
    for one in there:
        own = wanted.by_name.get(one.name)
        inside = wanted.rest if own is None else own.type
        if inside is None or surely_apart(one.type, inside):
            return True
    return found.rest is None and any(
        not one.optional and one.name not in found.by_name for one in wanted.fields
    )

"""A language's answers about places, as everybody but itself sees them: none breaks down."""

from __future__ import annotations

from confty.kit.insight import Insight
from confty.language import Outcome
from confty.workspace.bounds import guarded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Final

    from confty.kit import sights
    from confty.kit.limits import Limits
    from confty.text import Diagnostic
    from confty.types import Type
    from confty.workspace.bounds import Telling


class LimitedInsight(Insight):
    """Answers about places; what goes too far is no answer, and ``problems`` says why."""

    def __init__(
        self, make: Callable[[], Insight], telling: Telling, limits: Limits | None
    ) -> None:
        # Who only wants to know what was found does not pay for answers.
        self._make: Final = make
        self._inner: Insight | None = None
        self.telling: Final = telling
        self.limits: Final = limits
        self.problems: list[Diagnostic] = []
        self._occurrences: Sequence[sights.Occurrence] | None = None

    @property
    def inner(self) -> Insight:
        """The language's own answers."""
        if self._inner is None:
            self._inner = self._make()
        return self._inner

    def __getattribute__(self, name: str) -> object:
        """A question is asked within limits; without an answer it is that of a file unknown."""
        if name not in _ASKED:
            return super().__getattribute__(name)
        return lambda *about: self._ask(name, about)

    def _ask(self, name: str, about: tuple[object, ...]) -> Any:
        answer = guarded(
            lambda: Outcome(getattr(self.inner, name)(*about)),
            getattr(_UNKNOWN, name)(*about),
            self.telling,
            self.limits,
        )
        for found in answer.diagnostics:
            if found not in self.problems:
                self.problems.append(found)
        return answer.output

    def occurrences(self) -> Sequence[sights.Occurrence]:
        """Every name of the file where it is written; the list is made once."""
        if self._occurrences is None:
            self._occurrences = self._ask("occurrences", ())
        return self._occurrences

    def said(self, owner: Type, field: str | None) -> str:
        """What comments say of a named type, or of a field of it: too little to need limits."""
        return self.inner.said(owner, field)


_UNKNOWN: Final = Insight()
_ASKED: Final = frozenset(name for name in vars(Insight) if not name.startswith("_")) - {
    "occurrences",
    "said",
}

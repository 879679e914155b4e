"""What a checker has said: each mistake once, and taken back where it was said on trial."""

from __future__ import annotations

from confty.text import Diagnostic, Severity, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

# Looking for near names among all that there are takes time for each finding, so that many of
# them would take the square; who has so many does not read them one by one. What is asked for
# counts, not what was said: some is said only later, or taken back.
_SUGGESTED: Final = 200


class Findings:
    """The findings of one check, in the order they were made."""

    __slots__ = ("_said", "_suggested", "all")

    def __init__(self, *, suggesting: bool = True) -> None:
        self.all: list[Diagnostic] = []
        self._said: set[tuple[Span | None, str]] = set()
        # Nobody looks for near names for what is forgotten at once.
        self._suggested = 0 if suggesting else _SUGGESTED

    def say(self, finding: Diagnostic, severity: Severity | None = None) -> bool:
        """Keep a finding, unless the same was said of the same place; return whether it is new."""
        key = (finding.span, finding.message)
        if key in self._said:
            return False
        self._said.add(key)
        if severity is not None and severity is not finding.severity:
            finding = finding.with_severity(severity)
        self.all.append(finding)
        return True

    def say_all(self, findings: Iterable[Diagnostic]) -> None:
        """Take over what somebody else found."""
        for finding in findings:
            self.say(finding)

    def names(self, known: Callable[[], Iterable[str]]) -> Iterable[str]:
        """The known names that a suggestion may take: all, or none after many of them."""
        self._suggested += 1
        return known() if self.suggesting else ()

    @property
    def suggesting(self) -> bool:
        """Whether names are still suggested; each suggestion goes through all that are known."""
        return self._suggested <= _SUGGESTED

    @property
    def failed(self) -> bool:
        """Whether an error is among them."""
        return any(finding.severity is Severity.ERROR for finding in self.all)

    def amend(self, finding: Diagnostic) -> None:
        """Replace what was said last by the same with more to it: a note, help, a fix."""
        self.all[-1] = finding

    @property
    def last(self) -> Diagnostic:
        """What was said last."""
        return self.all[-1]

    def take_back(self, mark: int) -> None:
        """Forget everything said since there were ``mark`` findings."""
        for finding in self.all[mark:]:
            self._said.discard((finding.span, finding.message))
        del self.all[mark:]

    def __len__(self) -> int:
        return len(self.all)

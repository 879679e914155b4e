"""``confty: ignore[rule]`` in a comment: a finding that somebody has looked at and accepted.

At the end of a line it speaks of that line; alone on the first line, of the whole file.  Without
brackets it takes every rule.  One that takes nothing is itself reported, since it would hide the
next mistake, and so is a rule that nobody has.  In a text, as a program has it, it is no comment.
"""

from __future__ import annotations

from confty.generics import Protocol
from confty.kit.suggest import did_you_mean
from confty.language import Outcome
from confty.patterns import pattern
from confty.registry import is_library
from confty.text import Diagnostic, Edit, Severity, Source, Span
from confty.workspace.codes import UNKNOWN_RULE, UNUSED_IGNORE
from confty.workspace.meanings import ReadsFiles, without_meaning
from confty.workspace.validate import rule_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Mapping
    from typing import Final

_COMMENT: Final = pattern(
    r"(?m)(?P<comment>(?://|#|(?<!;);++)[ \t]*+confty:[ \t]*+ignore"
    r"(?:\[(?P<rules>[^\]\n]{0,2000}+)\])?)[ \t]*+\r?$",
)
_EVERYTHING: Final = ""


def line_comment(line: str) -> re.Match[str] | None:
    """Find the comment at the end of a line that suppresses something."""
    return _COMMENT.search(line)


def with_rules(line: str, comment: re.Match[str], rules: list[str]) -> str:
    """Return the line with more rules in its comment; one without brackets takes all already."""
    if comment["rules"] is None:
        return line
    known = [name.strip() for name in comment["rules"].split(",") if name.strip()]
    listed = ", ".join(dict.fromkeys([*known, *rules]))
    return f"{line[: comment.start('rules')]}{listed}{line[comment.end('rules') :]}"


class LevelsFindings(ReadsFiles, Protocol):
    """Who knows beside what a project wants to hear of: the project."""

    def levelled(self, name: str, found: list[Diagnostic]) -> list[Diagnostic]:
        """The findings of a file that the project asks for, at its levels."""


class _Ignore:
    """One comment, and which of its rules have taken something."""

    __slots__ = ("certain", "end", "line", "rules", "start", "used")

    def __init__(self, source: Source, found: re.Match[str], *, certain: bool) -> None:
        # Whether it is known to be a comment, which can be removed.
        self.certain: Final = certain
        self.start, self.end = found.span("comment")
        line = source.place(self.start)[0]
        alone = not source.line_text(line)[: source.place(self.start)[1] - 1].strip()
        self.line = None if alone and line == 1 else line
        listed = found["rules"]
        names = [name.strip() for name in (listed or "").split(",")]
        # Without brackets every rule; with nothing in them none.
        self.rules = dict.fromkeys(
            [_EVERYTHING] if listed is None else [name for name in names if name]
        )
        self.used: set[str] = set()

    def takes(self, finding: Diagnostic) -> bool:
        """Whether the comment accepts a finding of its line; remembers that it did."""
        name = finding.code.name
        for rule in (name, name.partition("/")[2], _EVERYTHING):
            if rule in self.rules:
                self.used.add(rule)
                return True
        return False


def suppressed(
    project: ReadsFiles, source: Source, findings: list[Diagnostic]
) -> list[Diagnostic]:
    """Drop what comments accept, and report the comments of a file that accept nothing.

    A comment speaks of its line, also where the check of another file finds something there.  So
    of a library it is not said that its comments accept nothing: its users may know better.
    """
    ignores = _ignores_of(project, source, findings)
    return _not_taken(findings, ignores) + [
        found for ignore in ignores.get(source.name, ()) for found in _unused(source, ignore)
    ]


def laid_out(
    project: LevelsFindings, source: Source, text: str, findings: tuple[Diagnostic, ...]
) -> Outcome[str | None]:
    """A text that was laid out and what the project wants to hear of it; all where that failed.

    A formatter finds a part of what a check does: of no comment is said that it accepts nothing.
    """
    if any(one.severity is Severity.ERROR for one in findings):
        return Outcome(None, findings)
    kept = _not_taken(list(findings), _ignores_of(project, source, findings))
    return Outcome(text, tuple(project.levelled(source.name, kept)))


def _ignores_of(
    project: ReadsFiles, source: Source, findings: Iterable[Diagnostic]
) -> dict[str, list[_Ignore]]:
    """The comments of a file and of the others in which something was found, by their names."""
    others = [one.span.source for one in findings if one.span and one.span.source is not source]
    sources = {one.name: one for one in (*others, source)}
    return {name: _ignores(project, one) for name, one in sources.items() if "confty:" in one.text}


def _not_taken(
    findings: list[Diagnostic], ignores: Mapping[str, list[_Ignore]]
) -> list[Diagnostic]:
    by_line: dict[tuple[str, int | None], list[_Ignore]] = {}
    for name, listed in ignores.items():
        for ignore in listed:
            by_line.setdefault((name, ignore.line), []).append(ignore)
    return [finding for finding in findings if not _taken(finding, by_line)]


def _ignores(project: ReadsFiles, source: Source) -> list[_Ignore]:
    found = list(_COMMENT.finditer(source.text))
    if not found:
        return []
    idle = without_meaning(project, source, [one.span("comment") for one in found])
    # In a text that means nothing, what looks like a comment is taken for one.
    known = [(one, idle[one.span("comment")]) for one in found]
    return [_Ignore(source, one, certain=sure is True) for one, sure in known if sure is not False]


def _taken(finding: Diagnostic, by_line: dict[tuple[str, int | None], list[_Ignore]]) -> bool:
    span = finding.span
    if span is None:
        return False
    name, line = span.source.name, span.first[0]
    there = (*by_line.get((name, None), ()), *by_line.get((name, line), ()))
    # Every comment is asked, so that two that speak of one finding both count as used.
    answers = [ignore.takes(finding) for ignore in there]
    return any(answers)


def _unused(source: Source, ignore: _Ignore) -> list[Diagnostic]:
    span = Span(source, ignore.start, ignore.end)
    unknown = [rule for rule in ignore.rules if rule and rule not in rule_names()]
    said = [_unknown(span, rule) for rule in unknown]
    idle = [rule for rule in ignore.rules if rule not in ignore.used and rule not in unknown]
    if (not idle and ignore.rules) or is_library(source.name):
        return said
    what = f"`{', '.join(idle)}`" if idle not in ([], [_EVERYTHING]) else "anything"
    found = UNUSED_IGNORE.at(span, f"there is nothing to ignore here for {what}")
    if len(idle) == len(ignore.rules) and ignore.certain:
        found = found.with_fix(Edit(span, ""), safe=True)
    return [*said, found.with_help("remove the comment, or the rule from its brackets")]


def _unknown(span: Span, rule: str) -> Diagnostic:
    near = did_you_mean(rule, sorted(rule_names()))
    found = UNKNOWN_RULE.at(span, f"there is no rule `{rule}` to ignore{near}")
    return found.with_help("`confty explain` lists the rules")

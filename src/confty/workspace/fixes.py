"""Applying the fixes that findings offer, and writing suppressions for what stays.

Nothing is written that was not tried: a file is checked again with its new text, in memory, and an
edit after which the file has errors that it did not have before is left out.
"""

from __future__ import annotations

from _bisect import bisect_left, insort_right
from collections import Counter

from confty.kit.rooms import room_for
from confty.light import deque
from confty.records import Record
from confty.registry import COMMENTS
from confty.text import Diagnostic, Edit, Severity, Source
from confty.workspace.meanings import keeps_meaning
from confty.workspace.project import Project
from confty.workspace.suppress import line_comment, with_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

#: How often a file is mended and checked again: one fix may make room for another.
ROUNDS: Final = 5
#: How many groups of fixes are tried in one round: enough for sixteen that all break something.
MOST_TRIES: Final = 31


class Mended(metaclass=Record):
    """A file with its new text, and how many findings that answers."""

    text: Final[str]
    count: Final[int]


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits that do not overlap; of two at one place, the later comes first."""
    parts: list[str] = []
    done = 0
    placed = sorted(enumerate(edits), key=lambda one: (one[1].span.start, -one[0]))
    for _, edit in placed:
        parts += (text[done : edit.span.start], edit.text)
        done = max(done, edit.span.end)
    return "".join(parts) + text[done:]


def chosen(findings: Iterable[Diagnostic], name: str, *, unsafe: bool) -> list[Diagnostic]:
    """Return the findings whose fixes can be applied to a file together, the first one first."""
    taken: list[tuple[int, int]] = []
    kept: list[Diagnostic] = []
    findings = list(findings)
    # What others should have said: a name that nobody uses may be what one of them means.
    meant = {
        edit.text
        for finding in findings
        if finding.severity is Severity.ERROR
        for edit in finding.fix
        if any(map(str.isalnum, edit.text))
    }
    for finding in findings:
        if finding.span is not None and finding.span.text in meant:
            continue
        spans = [(edit.span.start, edit.span.end) for edit in finding.fix]
        if not spans or not (finding.safe or unsafe):
            continue
        if any(edit.span.source.name != name for edit in finding.fix):
            continue
        if any(_clashes(span, taken) for span in spans):
            continue
        for span in spans:
            insort_right(taken, span)
        kept.append(finding)
    return kept


def _clashes(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    """Whether a span overlaps one of many that do not: in their order, only a neighbour can."""
    start, end = span
    after = bisect_left(taken, span)
    return any(
        near == span or (start < near[1] and near[0] < end)
        for near in taken[max(after - 1, 0) : after + 1]
    )


def _groups(step: list[Diagnostic]) -> Iterator[list[Diagnostic]]:
    """All together, then by halves down to one by one; not so often that it takes for ever."""
    waiting = deque([step])
    for _ in range(MOST_TRIES):
        if not waiting:
            return
        group = waiting.popleft()
        yield group
        if len(group) > 1:
            middle = (len(group) + 1) // 2
            waiting += (group[:middle], group[middle:])


def mended(project: Project, name: str, *, unsafe: bool) -> Mended | None:
    """Apply the fixes of one file, again and again; None when there is nothing to apply."""
    opened = project.open(name).output
    if opened is None:
        return None
    text, count = opened.text, 0
    for _ in range(ROUNDS):
        findings = _checked(project, name, text)
        step = chosen(findings, name, unsafe=unsafe)
        errors = _errors(findings)
        for group in _groups(step) if step else ():
            changed = edited(text, [edit for one in group for edit in one.fix])
            after = _checked(project, name, changed)
            allowed = errors + _uncovered(project, name, (text, findings), (changed, after), group)
            if _errors(after) <= allowed and all(
                _left_to(after, code, changed) < _left_to(findings, code, text)
                for code in {one.code.name for one in group}
            ):
                text, count = changed, count + len(group)
                break
        else:
            break
    return Mended(text, count) if count else None


def _uncovered(
    project: Project,
    name: str,
    before: tuple[str, list[Diagnostic]],
    after: tuple[str, list[Diagnostic]],
    group: list[Diagnostic],
) -> int:
    """How many errors a text had all along, which nobody looked for while it could not be read.

    They stand before all that was changed: what stands behind it may have come with the change.
    """
    first = min([edit.span.start for one in group for edit in one.fix])
    earlier = [
        Counter([_mark(one) for one in findings if _is_before(one, first, name)])
        for _, findings in (before, after)
    ]
    count = (earlier[1] - earlier[0]).total()
    if not count or not is_unread(project, name, before[0]) or is_unread(project, name, after[0]):
        return 0
    return count


def _mark(finding: Diagnostic) -> tuple[str, int]:
    return finding.code.name, finding.span.start if finding.span else 0


def _is_before(finding: Diagnostic, offset: int, name: str) -> bool:
    span = finding.span
    if span is None or span.source.name != name or finding.severity is not Severity.ERROR:
        return False
    return span.end <= offset


def is_unread(project: Project, name: str, text: str) -> bool:
    """Whether a text has a mistake of syntax."""
    language = project.language(name).output
    if language is None:
        return False
    try:
        with room_for():
            return language.parser(Source(name, text), project.host(name, language.name)).failed
    except RecursionError:
        return False


def _left_to(findings: list[Diagnostic], code: str, text: str) -> tuple[int, int]:
    """What is left of one kind of finding: how many, and how much of the text from the first on.

    Behind what is mended a parser may find the same further on; one that is found where it was
    is not mended.
    """
    places = [one.span.start for one in findings if one.span and one.code.name == code]
    return len(places), len(text) - min(places, default=len(text))


def ignoring(project: Project, name: str) -> tuple[Mended | None, list[Diagnostic]]:
    """Write a suppression for every finding of a file; also return what cannot be suppressed."""
    opened = project.open(name).output
    language = project.language(name).output
    findings = project.check(name)
    if opened is None or language is None:
        return None, findings
    comment = COMMENTS.get(language.name, "")
    lines: dict[int, list[str]] = {}
    left: list[Diagnostic] = []
    for finding in findings:
        if not comment or finding.span is None or finding.span.source.name != name:
            left.append(finding)
        else:
            lines.setdefault(finding.span.first[0], []).append(finding.code.name)
    text, count = opened.text, 0
    waiting = [lines] if lines else []
    while waiting:
        # Together, and where that does not do, by halves: comments leave the lines where they are.
        some = waiting.pop()
        tried = _suppressing(project, name, text, some)
        if tried is not None:
            text, count = tried, count + sum(map(len, some.values()))
        elif len(some) > 1:
            numbers = sorted(some)
            middle = len(numbers) // 2
            waiting += (
                {one: some[one] for one in half} for half in (numbers[middle:], numbers[:middle])
            )
        else:
            left += [one for one in findings if one.span is not None and one.span.first[0] in some]
    return (Mended(text, count) if count else None), left


def ignoring_line(project: Project, name: str, line: int, rules: list[str]) -> str | None:
    """Return a file's text with a suppression at the end of one line; None if that cannot be."""
    opened = project.open(name).output
    return None if opened is None else _suppressing(project, name, opened.text, {line: rules})


def _suppressing(
    project: Project, name: str, text: str, lines: dict[int, list[str]]
) -> str | None:
    language = project.language(name).output
    comment = "" if language is None else COMMENTS.get(language.name, "")
    if not comment:
        return None
    tried = _ignored(text, lines, comment)
    if not _is_harmless(project, name, text, tried):
        return None
    return None if _left_over(_checked(project, name, tried), lines) else tried


def _ignored(text: str, ignored: dict[int, list[str]], comment: str) -> str:
    lines = text.split("\n")
    for line, rules in ignored.items():
        written = lines[line - 1]
        ending = "\r" if written.endswith("\r") else ""
        written = written.removesuffix("\r")
        known = line_comment(written)
        if known is not None:
            lines[line - 1] = with_rules(written, known, rules) + ending
        else:
            listed = ", ".join(dict.fromkeys(rules))
            lines[line - 1] = f"{written.rstrip()}  {comment} confty: ignore[{listed}]{ending}"
    return "\n".join(lines)


def _is_harmless(project: Project, name: str, before: str, after: str) -> bool:
    """Whether a comment is one: at the end of a line inside a text block it would not be.

    In a text that means nothing that shows in what is wrong with it: no more than before.
    """
    kept = keeps_meaning(project, name, before, after)
    if kept is not None:
        return kept
    codes = [
        Counter([one.code.name for one in found if one.severity is Severity.ERROR])
        for found in (_checked(project, name, before), _checked(project, name, after))
    ]
    return not codes[1] - codes[0]


def _left_over(findings: list[Diagnostic], lines: dict[int, list[str]]) -> bool:
    return any(
        one.span is not None and one.code.name in lines.get(one.span.first[0], ())
        for one in findings
    )


def _checked(project: Project, name: str, text: str) -> list[Diagnostic]:
    """Check a file as if it had another text."""
    return project.with_texts({name: text}).check(name)


def _errors(findings: list[Diagnostic]) -> int:
    return sum(one.severity is Severity.ERROR for one in findings)

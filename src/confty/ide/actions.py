"""Changes that are offered at a place: fixes, suppressions, and what a language knows beside.

Nothing is offered that was not tried: the text is checked with the change, and there must be no
error that was not there before; a fix must make its finding go away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Final

from confty.ide.layout import changes
from confty.kit.suggest import mended as nearest_instead
from confty.text import Diagnostic, Edit, Severity, Span
from confty.workspace.desk import Look
from confty.workspace.fixes import chosen, edited, ignoring_line, mended
from confty.workspace.project import Project

#: A project in which some files have other texts.
Trial = Callable[[Mapping[str, str]], Project]

#: How long changes are tried for one request, in seconds.
_BUDGET: Final = 2.0
_CALL_IT: Final = re.compile(r"call it [`'\"](_[^`'\"]+)[`'\"]")


class Offered:
    """A change with its title; ``finding`` is what it makes go away."""

    __slots__ = ("edits", "finding", "kind", "preferred", "title")

    def __init__(
        self,
        title: str,
        kind: str,
        edits: Sequence[Edit],
        finding: Diagnostic | None = None,
        *,
        preferred: bool = False,
    ) -> None:
        self.title: Final = title
        self.kind: Final = kind
        self.edits: Final = tuple(edits)
        self.finding: Final = finding
        self.preferred: Final = preferred


def actions_at(
    look: Look, start: int, end: int, trial: Trial, wanted: Callable[[str], bool]
) -> list[Offered]:
    """Return the changes for a stretch of text, of the kinds that are wanted."""
    offered: list[Offered] = []
    ends = monotonic() + _BUDGET
    for one in _candidates(look, start, end, trial, wanted):
        if monotonic() > ends:
            break
        known = {(other.title, other.kind) for other in offered}
        if (one.title, one.kind) not in known and _does_good(one, look, trial):
            offered.append(one)
    return offered


def _candidates(
    look: Look, start: int, end: int, trial: Trial, wanted: Callable[[str], bool]
) -> Iterator[Offered]:
    here = [one for one in look.findings if _touches(one, look, start, end)]
    if wanted("quickfix"):
        for finding in here:
            yield from _fixes(finding)
    for action in look.answers.actions_at(start, end):
        kind = _kind(action.kind, action.title)
        if wanted(kind):
            about = next((one for one in here if kind == "quickfix"), None)
            yield Offered(action.title, kind, action.edits, about)
    if wanted("quickfix"):
        for finding in here:
            yield from _suppressions(finding, look, trial)
    if wanted("source.fixAll") and chosen(look.findings, look.name, unsafe=False):
        made = mended(trial({}), look.name, unsafe=False)
        if made is not None:
            yield Offered(
                "Fix all that can be fixed safely", "source.fixAll", _whole(look, made.text)
            )


def _touches(one: Diagnostic, look: Look, start: int, end: int) -> bool:
    if one.span is None or one.span.source.name != look.name:
        return False
    return one.span.start <= end and start <= one.span.end


def _kind(kind: str, title: str) -> str:
    if kind == "source" and "import" in title.lower():
        return "source.organizeImports"
    return kind


def _fixes(finding: Diagnostic) -> Iterator[Offered]:
    """What a finding offers itself, and what its help says in words."""
    edits = nearest_instead(finding).fix
    if edits:
        title = _title(edits) or finding.help or finding.message
        yield Offered(title, "quickfix", edits, finding, preferred=True)
    span = finding.span
    assert span is not None
    said = f"{finding.message}\n{finding.help or ''}"
    underscored = _CALL_IT.search(said)
    if underscored is not None and span.text == underscored[1][1:]:
        edit = Edit(span, underscored[1])
        yield Offered(f"Call it `{underscored[1]}`", "quickfix", [edit], finding)


def _title(edits: Sequence[Edit]) -> str:
    if len(edits) != 1:
        return ""
    old, new = edits[0].span.text.strip(), edits[0].text.strip()
    if "\n" in old or "\n" in new or len(old) > 60 or len(new) > 60:
        return ""
    if old and new:
        return f"Replace `{old}` with `{new}`"
    return f"Remove `{old}`" if old else f"Insert `{new}`"


def _suppressions(finding: Diagnostic, look: Look, trial: Trial) -> Iterator[Offered]:
    assert finding.span is not None
    line = finding.span.first[0]
    code = finding.code.name
    text = ignoring_line(trial({}), look.name, line, [code])
    if text is not None:
        title = f"Ignore `{code}` on this line with a comment"
        yield Offered(title, "quickfix", _whole(look, text), finding)


def _whole(look: Look, after: str) -> list[Edit]:
    return [
        Edit(Span(look.source, one.start, one.end), one.text)
        for one in changes(look.source.text, after)
    ]


def _does_good(one: Offered, look: Look, trial: Trial) -> bool:
    """Whether a change makes its finding go away, and no error appear."""
    if not one.edits:
        return False
    texts: dict[str, str] = {}
    for name in dict.fromkeys(edit.span.source.name for edit in one.edits):
        own = [edit for edit in one.edits if edit.span.source.name == name]
        texts[name] = edited(own[0].span.source.text, own)
    after = trial(texts).check(look.name)
    if _errors(after) > _errors(look.findings):
        return False
    finding = one.finding
    if finding is None:
        return True
    code = finding.code.name
    return sum(each.code.name == code for each in after) < sum(
        each.code.name == code for each in look.findings
    )


def _errors(findings: Sequence[Diagnostic]) -> int:
    return sum(one.severity is Severity.ERROR for one in findings)

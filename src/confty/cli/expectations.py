"""Expectations written beside the code they are about, as comments that point.

    local n = 1 + 2;
    ##    ^ type: number

A row of ``^`` points at columns of the line above, ``v`` of the line below, ``V`` between two
columns of the line below; lines of expectations are passed over.  ``type`` (or ``hover``) is the
type at the first column, ``err`` (or ``diagnostic``) a finding with exactly that place, whose
message or code holds the text.  ``def`` marks an expression and ``use`` a name that leads to it,
both with a label.  In a Markdown text every fenced block of a known language is a program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from confty.kit.insight import Insight
from confty.records import Record
from confty.registry import NAMES, SUFFIXES
from confty.text import Diagnostic, Severity, Source
from confty.workspace.config import Config
from confty.workspace.files import Disk, Memory
from confty.workspace.project import Project

_MARK: Final = re.compile(
    r"^\s*(?:##|//|#)\s*(\^+|v+|V)\s+(type|hover|err|diagnostic|def|use)\b(?::\s*(.*?))?\s*$"
)
_FENCE: Final = re.compile(r"^(\s*)(`{3,}|~{3,})\s*([\w.+-]*)[^\n]*$")


class Expectation:
    """One thing that should be so."""

    __slots__ = ("end", "kind", "line", "start", "text", "written")

    def __init__(self, line: int, columns: tuple[int, int], kind: str, text: str) -> None:
        self.line = line
        self.start, self.end = columns
        self.kind = {"hover": "type", "diagnostic": "err"}.get(kind, kind)
        self.text = text
        # The line the comment itself stands on, which is where a failure is reported.
        self.written = 0


class Example:
    """A program with expectations: a file, or a block of a document."""

    __slots__ = ("expectations", "name", "shown", "text")

    def __init__(self, name: str, shown: str, text: str) -> None:
        self.name = name
        self.shown = shown
        self.text = text
        self.expectations = list(expected_in(text))


def expected_in(text: str) -> Iterator[Expectation]:
    """Yield the expectations of a text."""
    lines = text.split("\n")
    marks = [_MARK.match(line) for line in lines]
    for index, mark in enumerate(marks):
        if mark is None:
            continue
        step = -1 if mark[1][0] == "^" else 1
        target = index + step
        while 0 <= target < len(lines) and marks[target] is not None:
            target += step
        start, end = mark.span(1)
        if mark[1] == "V":
            end = start
        made = Expectation(target + 1, (start + 1, end + 1), mark[2], mark[3] or "")
        made.written = index + 1
        yield made


def programs(name: str, text: str) -> list[Example]:
    """Return the programs in a file: itself, or the blocks of a document."""
    if any(name.endswith(suffix) for suffix in SUFFIXES):
        return [Example(name, name, text)]
    found: list[Example] = []
    for number, (language, first, block) in enumerate(_blocks(text)):
        suffix = next((one for one, its in SUFFIXES.items() if its == language), None)
        if suffix is not None:
            # Padded, so that places in the block are places in the document.
            padded = "\n" * first + block
            found.append(Example(f"{name}.{number + 1}{suffix}", name, padded))
    return found


def _blocks(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield the fenced blocks of a Markdown text: language, first line, text."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        fence = _FENCE.match(lines[at])
        at += 1
        if fence is None:
            continue
        first = at
        while at < len(lines) and not lines[at].strip().startswith(fence[2]):
            at += 1
        if fence[3] in NAMES:
            yield fence[3], first, "\n".join(lines[first:at]) + "\n"
        at += 1


class BrokenExpectation(metaclass=Record):
    """An expectation that does not hold, or a finding that none expects."""

    name: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.name}:{self.line}:{self.column}: {self.message}"


def failures(
    program: Example, config: Config, settings: dict[str, object]
) -> list[BrokenExpectation]:
    """Hold a program against its expectations."""
    files = Memory({program.name: program.text}, Disk())
    work = Project(config, files, settings)
    checked = work.checked(program.name)
    source = work.open(program.name).output
    assert source is not None
    judge = _Judge(program, source, checked.output, work.check(program.name))
    for one in program.expectations:
        judge.hold(one)
    judge.leftover()
    return judge.failures


class _Judge:
    def __init__(
        self, program: Example, source: Source, insight: Insight | None, found: list[Diagnostic]
    ) -> None:
        self.program = program
        self.source = source
        self.insight = insight
        self.findings = [one for one in found if one.severity is not Severity.HINT]
        self.expected: set[int] = set()
        self.failures: list[BrokenExpectation] = []

    def fail(self, one: Expectation, message: str) -> None:
        self.failures.append(
            BrokenExpectation(self.program.shown, one.written, one.start, message)
        )

    def hold(self, one: Expectation) -> None:
        start = self.source.offset(one.line, one.start)
        end = self.source.offset(one.line, one.end)
        if start is None or end is None:
            self.fail(one, "expected to point at a place in the text, found none there")
        elif one.kind == "type":
            self._type(one, start)
        elif one.kind == "err":
            self._error(one, start, end)
        elif one.kind == "use":
            self._use(one, start)
        elif not any(other.kind == "use" and other.text == one.text for other in self._all()):
            self.fail(one, f"expected a `use` of `{one.text}`, found none")

    def _all(self) -> list[Expectation]:
        return self.program.expectations

    def _type(self, one: Expectation, start: int) -> None:
        found = None if self.insight is None else self.insight.spelled_at(start)
        spelled = "<none>" if found is None else found
        if ordered(spelled) != ordered(one.text):
            self.fail(one, f"expected the type `{one.text}`, found `{spelled}`")

    def _error(self, one: Expectation, start: int, end: int) -> None:
        here = []
        for number, finding in enumerate(self.findings):
            span = finding.span
            if span is not None and (span.start, span.end) == (start, end):
                here.append(finding)
                if one.text in finding.message or one.text in finding.code.name:
                    self.expected.add(number)
                    return
        said = "; ".join(f"`{finding.message}`" for finding in here) or "none"
        self.fail(one, f"expected a finding that says `{one.text}`, found {said}")

    def _use(self, one: Expectation, start: int) -> None:
        found = None if self.insight is None else self.insight.definition_at(start)
        wanted = [other for other in self._all() if (other.kind, other.text) == ("def", one.text)]
        if not wanted:
            self.fail(one, f"expected a `def` of `{one.text}`, found none")
            return
        places = [self._span(other) for other in wanted]
        if found is None or (found.start, found.end) not in places:
            where = "nothing"
            if found is not None:
                where = f"line {found.first[0]}, column {found.first[1]}"
            self.fail(one, f"expected the definition marked `{one.text}`, found {where}")

    def _span(self, one: Expectation) -> tuple[int | None, int | None]:
        start = self.source.offset(one.line, one.start)
        return start, self.source.offset(one.line, one.end)

    def leftover(self) -> None:
        """Report findings that no expectation speaks of."""
        if not self.program.expectations:
            return
        for number, finding in enumerate(self.findings):
            if number not in self.expected:
                line, column = finding.span.first if finding.span else (1, 1)
                message = f"expected no finding here, found: {finding.message}"
                self.failures.append(BrokenExpectation(self.program.shown, line, column, message))


def ordered(spelled: str) -> str:
    """Return a spelling in which the order of union members and of fields does not matter."""
    depth = 0
    parts: list[str] = [""]
    for character in spelled:
        depth += character in "([{"
        depth -= character in ")]}"
        parts[-1] += character
        if depth == 0 and parts[-1].endswith(" | "):
            parts[-1] = parts[-1][:-3]
            parts.append("")
    if len(parts) > 1 and "=>" not in _outside(spelled):
        return " | ".join(sorted(ordered(part) for part in parts))
    if spelled.startswith("{ ") and spelled.endswith(" }"):
        return "{ " + ", ".join(sorted(_fields(spelled[2:-2]))) + " }"
    return spelled


def _outside(spelled: str) -> str:
    """Return what stands outside of all brackets."""
    depth, kept = 0, ""
    for character in spelled:
        depth += character in "([{"
        kept += character if depth == 0 else ""
        depth -= character in ")]}"
    return kept


def _fields(inside: str) -> list[str]:
    depth, parts = 0, [""]
    for character in inside:
        depth += character in "([{"
        depth -= character in ")]}"
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    named = [part.strip().partition(": ") for part in parts]
    return [f"{name}{mark}{ordered(type_)}" for name, mark, type_ in named]

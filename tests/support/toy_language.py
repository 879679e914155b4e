"""A language of lines ``name = number``: the least that a front end is.

``tests/repo/test_new_language.py`` puts it beside the others with one line in the registry.
"""

from __future__ import annotations

import re

from confty import types
from confty.kit.checking import Findings
from confty.kit.insight import Insight
from confty.language import FromChecked, FromSyntax, Host, Language, Outcome
from confty.render import FORMATS, render
from confty.text import Code, Severity, Source, Span

UNREAD = Code("toy/unread-line", Severity.ERROR, "a line is no `name = number`")
TWICE = Code("toy/defined-twice", Severity.ERROR, "a name is defined twice")
LINE = re.compile(r"(?P<name>\w+)\s*=\s*(?P<number>\d+)\s*")

Syntax = list[tuple[Span, str, int]]


def parse(source: Source, host: Host) -> Outcome[Syntax]:
    """Read the lines; one that is none is passed over, with a finding."""
    del host
    found, findings, at = [], Findings(), 0
    for line in source.text.splitlines(keepends=True):
        place, at = Span(source, at, at + len(line.rstrip())), at + len(line)
        if read := LINE.fullmatch(line):
            found.append((place, read["name"], int(read["number"])))
        elif line.strip():
            findings.say(UNREAD.at(place, "expected `name = number`"))
    return Outcome(found, tuple(findings.all))


class ToyInsight(Insight):
    """The lines with their types, and the answers about them."""

    def __init__(self, lines: Syntax) -> None:
        self.lines = lines

    def whole(self) -> types.Type:
        """The type of the file's value."""
        return types.object_of([(name, types.INT) for _, name, _ in self.lines])

    def result(self) -> str:
        """The same as people read it."""
        return types.show(self.whole())

    def type_at(self, offset: int) -> types.Type | None:
        """The type of what stands at a place."""
        return types.INT if any(at.start <= offset <= at.end for at, _, _ in self.lines) else None

    def spelled_at(self, offset: int) -> str | None:
        """The same as people read it."""
        found = self.type_at(offset)
        return None if found is None else types.show(found)

    def definition_at(self, offset: int) -> Span | None:
        """Where what stands at a place is introduced."""
        return next((at for at, _, _ in self.lines if at.start <= offset <= at.end), None)

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a part of the value is declared."""
        return next((at for at, name, _ in self.lines if path[:1] == (name,)), None)


def check(parsed: Outcome[Syntax], host: Host) -> Outcome[ToyInsight]:
    """Find what is defined twice."""
    del host
    findings = Findings()
    seen: dict[str, Span] = {}
    findings.say_all(parsed.diagnostics)
    for at, name, _ in parsed.output:
        if name in seen:
            findings.say(TWICE.at(at, f"`{name}` is defined twice").note(seen[name], "first here"))
        seen.setdefault(name, at)
    return Outcome(ToyInsight(list(parsed.output)), tuple(findings.all))


def evaluate(checked: Outcome[ToyInsight], host: Host) -> Outcome[dict[str, int] | None]:
    """Take the numbers by their names."""
    del host
    value = {name: number for _, name, number in checked.output.lines}
    return Outcome(None if checked.failed else value, checked.diagnostics)


def shown(value: dict[str, int], form: str) -> Outcome[str]:
    """Write a value in one of the forms."""
    text = render(value, form)
    return Outcome(text) if isinstance(text, str) else Outcome("", (text,))


def layout(parsed: Outcome[Syntax], host: Host) -> Outcome[str]:
    """Write every line with a space on either side of its sign."""
    del host
    text = "".join(f"{name} = {number}\n" for _, name, number in parsed.output)
    return Outcome(text, parsed.diagnostics)


LANGUAGE: Language[Syntax, ToyInsight, dict[str, int]] = Language(
    name="toy",
    codes=(UNREAD, TWICE),
    parser=parse,
    checker=FromSyntax(check),
    insight=lambda checked: checked,
    evaluator=FromChecked(evaluate),
    plain=Outcome,
    formats=FORMATS,
    render=shown,
    formatter=FromSyntax(layout),
)

"""Case files: inputs and what each room makes of them, in one file.

    Prose that says what the case shows.
    -- input.rcl --
    1 + 1
    -- checked --
    1:1 Number
    -- value --
    2

The first input is the main one.  Only the sections that are present are compared, so an empty
``diagnostics`` says that there are none.
"""

from __future__ import annotations

import re
from pathlib import Path

from confty.languages.phy.lexer import lex as lex_phy
from confty.registry import SUFFIXES
from confty.report import full
from confty.workspace import Config, Memory, Project

HEADER = re.compile(r"^-- (.+?) --$")
LEXERS = {"phy": lex_phy}
SECTIONS = ("tokens", "syntax", "checked", "diagnostics", "value", "formatted")
# What somebody reads at a glance, in every language.
MOST_LINES = 12
MOST_LETTERS = 240


class Case:
    """One case file, read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.prose: list[str] = []
        self.inputs: dict[str, str] = {}
        self.expected: dict[str, str] = {}
        name = None
        body: list[str] = []
        for line in [*path.read_text(encoding="utf-8").splitlines(), "-- end --"]:
            header = HEADER.match(line)
            if header is None:
                (self.prose if name is None else body).append(line)
                continue
            if name is not None:
                self._section(name, body)
            name, body = header[1], []
        assert self.inputs, f"{path} has no input"

    def _section(self, name: str, body: list[str]) -> None:
        text = "".join(f"{line}\n" for line in body)
        if name in SECTIONS or name.startswith("rendered "):
            self.expected[name] = text
        else:
            assert "." in name, f"{self.path} has an unknown section {name!r}"
            self.inputs[name] = text

    @property
    def main(self) -> str:
        return next(iter(self.inputs))

    def settings(self) -> dict[str, object]:
        """Settings given in the prose as ``setting: name = value``."""
        found = {}
        for line in self.prose:
            if match := re.match(r"setting: (\w+) = (.+)$", line):
                found[match[1]] = match[2]
        return found

    def text(self, sections: dict[str, str]) -> str:
        """The file with these expected sections."""
        parts = ["".join(f"{line}\n" for line in self.prose)]
        for name, body in {**self.inputs, **sections}.items():
            parts.append(f"-- {name} --\n{body}")
        return "".join(parts)


def actual(case: Case) -> dict[str, str]:
    """Run the rooms that the case expects something of."""
    suffix = "." + case.main.rpartition(".")[2]
    assert suffix in SUFFIXES, f"{case.path}: no language for {case.main}"
    project = Project(Config({}), Memory(case.inputs), case.settings())
    return {name: _section(case, project, name) for name in case.expected}


def _section(case: Case, project: Project, name: str) -> str:
    if name == "checked":
        return _checked(case, project)
    if name == "diagnostics":
        return _diagnostics(case, project)
    if name == "formatted":
        return project.reformat(case.main).output or ""
    if name == "value" or name.startswith("rendered "):
        return _value(case, project, name.removeprefix("rendered ") if name != "value" else None)
    room, source = project.language(case.main).output, project.open(case.main).output
    assert room is not None
    assert source is not None
    if name == "tokens":
        return "".join(f"{token}\n" for token in LEXERS[room.name](source).output)
    return dump(room.parser(source, project.host(case.main, room.name)).output) + "\n"


def _checked(case: Case, project: Project) -> str:
    insight, source = project.checked(case.main).output, project.open(case.main).output
    assert insight is not None
    assert source is not None
    lines = []
    for line in case.expected["checked"].splitlines():
        place = line.split(" ")[0]
        row, column = map(int, place.split(":"))
        offset = source.offset(row, column)
        assert offset is not None, f"{case.path}: there is no place {place}"
        lines.append(f"{place} {insight.spelled_at(offset)}\n")
    return "".join(lines)


def _diagnostics(case: Case, project: Project) -> str:
    findings = project.check_all([case.main])
    runs = not {"checked", "tokens", "syntax", "formatted"} & case.expected.keys()
    if runs and not any(found.severity.word == "error" for found in findings):
        evaluated = project.evaluate(case.main)
        findings += [f for f in evaluated.diagnostics if f.severity.word == "error"]
        if evaluated.output is not None:
            room, value = evaluated.output
            findings += room.render(value, room.formats[0]).diagnostics
    return "".join(f"{_line(case, found)}\n" for found in findings)


def _line(case: Case, found) -> str:
    drawn = full(found)
    assert drawn.count("\n") < MOST_LINES, f"{case.path}: a message is too long:\n{drawn}"
    assert len(found.message) <= MOST_LETTERS, f"{case.path}: a long sentence: {found.message}"
    place = str(found.span).removeprefix(f"{case.main}:") + " " if found.span else ""
    return f"{place}{found.severity.word}[{found.code.name}] {found.message}"


def _value(case: Case, project: Project, form: str | None) -> str:
    evaluated = project.evaluate(case.main)
    if evaluated.output is None:
        return "".join(f"{_line(case, found)}\n" for found in evaluated.diagnostics)
    room, value = evaluated.output
    rendered = room.render(value, form or room.formats[0])
    if rendered.failed:
        return "".join(f"{_line(case, found)}\n" for found in rendered.diagnostics)
    return rendered.output if rendered.output.endswith("\n") else rendered.output + "\n"


def dump(node: object, margin: str = "") -> str:
    """Show a tree of slotted nodes, a line a node, whatever language it belongs to."""
    if isinstance(node, list | tuple):
        return "\n".join(dump(item, margin) for item in node)
    slots = [slot for kind in type(node).__mro__[::-1] for slot in getattr(kind, "__slots__", ())]
    if not slots:
        return f"{margin}{node!r}"
    plain, deep = [], []
    for slot in slots:
        value = getattr(node, slot, None)
        if isinstance(value, str | int | float | bool | None.__class__):
            plain.append(f"{slot}={value!r}")
        elif value not in ((), []):
            deep.append(f"{margin}  {slot}:\n{dump(value, margin + '    ')}")
    return "\n".join([f"{margin}{type(node).__name__} {' '.join(plain)}".rstrip(), *deep])

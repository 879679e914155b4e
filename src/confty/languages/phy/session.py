"""A session: what was entered so far, and what the next entry makes of it.

Every entry that succeeds is kept as text.  The value of a new one is found by running the kept
expressions again before it, with what they write left out: a program's only input is files, so
variables have the values they had.
"""

from __future__ import annotations

from confty.language import Host, Outcome
from confty.languages.phy.checker.checked import Assign, Checked, Declare, Typed, parts
from confty.languages.phy.checker.entries import check_entries
from confty.languages.phy.evaluator.effects import console_of
from confty.languages.phy.evaluator.run import run_checked
from confty.languages.phy.evaluator.values import Result, write_result
from confty.languages.phy.forms import DECLARATIONS
from confty.languages.phy.parser import Node, open_forms, parse_several
from confty.languages.phy.settings import dialect_of
from confty.languages.phy.spelling import spell
from confty.text import Diagnostic, Severity, Source, Span


class Session:
    """The state of one read-evaluate-print loop."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.dialect = dialect_of(host)
        self.kept = ""
        self.written = 0

    def is_complete(self, text: str) -> bool:
        """Whether every form that a text opens is closed."""
        return open_forms(text) == 0

    def enter(self, text: str) -> Outcome[str]:
        """Take an entry; return what to show, without a line break at its end."""
        source = Source("session", self.kept + text)
        checked = check_entries(source, self.dialect)
        if checked.failed:
            return Outcome("", self._located(checked.diagnostics, text))
        forms = self._forms(text)
        if not forms:
            return Outcome("")
        if forms[-1].form in DECLARATIONS or forms[-1].form == "Module":
            self.kept = f"{source.text}\n"
            return Outcome(_declared(checked.output, len(self.kept) - len(text) - 1))
        return self._run(checked.output, text, forms[-1])

    def type_of(self, text: str) -> Outcome[str]:
        """Return the type of an expression, without running it."""
        checked = check_entries(Source("session", self.kept + text), self.dialect)
        entry = checked.output.entry
        if checked.failed or entry is None or not self._forms(text):
            return Outcome("", self._located(checked.diagnostics, text))
        return Outcome(spell(entry.result))

    def _forms(self, text: str) -> list[Node]:
        return parse_several(Source("session", text), self.dialect).output

    def _run(self, checked: Checked, text: str, form: Node) -> Outcome[str]:
        console = _Later(self.host, self.written)
        outcome = run_checked(checked, self.host, console)
        if outcome.output is None:
            return Outcome("", self._located(outcome.diagnostics, text))
        assert isinstance(outcome.output, Result)
        if checked.entry is not None and _changes(checked, len(self.kept)):
            self.kept += f"{text}\n"
            self.written = console.count
        if form.form in {"Decl", "Asgn"}:
            return Outcome("")
        return Outcome(write_result(outcome.output))

    def _located(self, findings: tuple[Diagnostic, ...], text: str) -> tuple[Diagnostic, ...]:
        """Move findings to places in the entry; what lies before it has no place any more."""
        source = Source("entry", text)
        moved: list[Diagnostic] = []
        for finding in findings:
            if finding.severity is Severity.ERROR:
                span = self._moved(finding.span, source)
                twin = finding.code.at(span, finding.message)
                moved.append(twin.with_help(finding.help) if finding.help else twin)
        return tuple(moved)

    def _moved(self, span: Span | None, source: Source) -> Span | None:
        before = len(self.kept)
        if span is None or span.start < before:
            return None
        return Span(source, span.start - before, span.end - before)


def _declared(checked: Checked, start: int) -> str:
    """Say what was declared from ``start`` on."""
    types = [one for one in checked.aliases if one.start >= start]
    procedures = [one for one in checked.procedures if one.name and one.start >= start]
    lines = [f"type {one.name} = {spell(one.type)}" for one in types]
    lines.extend([f"{one.name} : {spell(one.type)}" for one in procedures])
    return "\n".join(lines)


def _changes(checked: Checked, start: int) -> bool:
    """Whether the last entry declares or assigns anything."""
    assert checked.entry is not None
    assert checked.entry.body is not None
    waiting: list[Typed] = [checked.entry.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (Declare, Assign)) and node.start >= start:
            return True
        waiting.extend(parts(node))
    return False


class _Later:
    """A console that leaves out the writes of entries that are only run again."""

    def __init__(self, host: Host, skipped: int) -> None:
        self.console = console_of(host)
        self.skipped = skipped
        self.count = 0

    def write(self, stream: int, data: bytes) -> None:
        """Write, unless this was written before."""
        self.count += 1
        if self.count > self.skipped:
            self.console.write(stream, data)

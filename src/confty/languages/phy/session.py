"""A session: what was declared so far, and the values that its variables have.

Declarations are kept as text and checked with every entry.  Expressions are run once: an entry is
a procedure that takes the variables of those before it and gives them back, with the new ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from confty.kit.entries import Entries
from confty.language import Host, Outcome
from confty.languages.phy.checker.checked import Checked, Variable
from confty.languages.phy.checker.entries import Earlier, Entry, check_entry, whole
from confty.languages.phy.evaluator.run import run_checked
from confty.languages.phy.evaluator.values import Result, write_result
from confty.languages.phy.forms import DECLARATIONS, FORMS
from confty.languages.phy.library import BUILTINS
from confty.languages.phy.parser import Node, open_forms, parse_several
from confty.languages.phy.settings import dialect_of
from confty.languages.phy.spelling import spell
from confty.text import Diagnostic, Frame, Note, Severity, Source, Span
from confty.types import ListOf, Object, Tuple, Type, Union


class Session:
    """The state of one read-evaluate-print loop."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.dialect = dialect_of(host)
        self.entries = Entries()
        # The declarations, and which entry each stretch of them was typed in.
        self.kept = ""
        self.earlier = Earlier()
        self.pieces: list[tuple[int, int, Source]] = []
        self.variables: tuple[Variable, ...] = ()
        self.values: tuple[object, ...] = ()
        self.members: Mapping[int, Type] = {}

    def is_complete(self, text: str) -> bool:
        """Whether every form that a text opens is closed."""
        return open_forms(text) == 0

    def enter(self, text: str) -> Outcome[str]:
        """Take an entry; return what to show, without a line break at its end."""
        typed = self.entries.source(text)
        checked = self._checked(text)
        if checked.failed:
            return Outcome("", self._located(checked.diagnostics, typed))
        forms = self._forms(text)
        if not forms:
            return Outcome("")
        if _declares(forms[-1]):
            if not all(map(_declares, forms)):
                # What it does beside that is done now, once.
                done = self._run(checked.output, typed, forms[-1])
                if done.failed:
                    return done
            start = len(self.kept)
            self.kept += f"{text}\n"
            self.pieces.append((start, len(self.kept), typed))
            self.earlier.add(checked.output.checked, len(self.kept))
            return Outcome(_declared(checked.output.checked))
        return self._run(checked.output, typed, forms[-1])

    def type_of(self, text: str) -> Outcome[str]:
        """Return the type of an expression, without running it."""
        checked = self._checked(text)
        if checked.failed or not self._forms(text):
            return Outcome("", self._located(checked.diagnostics, Source("entry", text)))
        return Outcome(spell(checked.output.type))

    def documentation(self, text: str) -> Outcome[str]:
        """Return what is said of a form or a built-in."""
        name = text.strip().strip("()")
        form, builtin = FORMS.get(name), BUILTINS.get(name)
        found = form.documentation if form is not None else ""
        return Outcome(found or ("" if builtin is None else builtin.documentation))

    def completions(self, text: str) -> list[str]:
        """Return what the last word of a line may go on as."""
        word = re.split(r"[\s()]", text)[-1]
        declared = re.findall(r"\((?:ProcDecl|TypeDecl)\s+([^\s()]+)", self.kept)
        known = {*FORMS, *BUILTINS, *declared, *[one.name for one in self.variables]}
        return sorted(name for name in known if name.startswith(word))

    def _checked(self, text: str) -> Outcome[Entry]:
        source = Source("session", self.kept + text)
        return check_entry(source, self.dialect, self.variables, self.earlier)

    def _forms(self, text: str) -> list[Node]:
        return parse_several(Source("session", text), self.dialect).output

    def _run(self, entry: Entry, typed: Source, form: Node) -> Outcome[str]:
        outcome = run_checked(
            whole(entry.checked, self.earlier),
            self.host,
            self._arguments if entry.variables else None,
        )
        if outcome.output is None:
            return Outcome("", self._located(outcome.diagnostics, typed))
        assert isinstance(outcome.output, Result)
        result = outcome.output
        if not result.trapped:
            value, values = result.value, []
            if entry.variables:
                assert isinstance(value, tuple)
                value, *values = value
            self.variables, self.values = entry.variables, tuple(values)
            self.members = result.members
            for one in self.variables:
                one.start = one.end = -1  # it is older than whatever comes
            result = Result(value, entry.type, result.members)
        if form.form in {"Decl", "Asgn"}:
            return Outcome("")
        return Outcome(write_result(result))

    def _arguments(self, tags: Mapping[Type, int]) -> list[object]:
        """Return the values of the variables, for a program that numbers members in its way."""
        pairs = zip(self.variables, self.values, strict=True)
        return [_copied(value, one.type, self.members, dict(tags)) for one, value in pairs]

    def _located(self, findings: tuple[Diagnostic, ...], typed: Source) -> tuple[Diagnostic, ...]:
        """Move findings to places in the entries that were typed."""
        moved: list[Diagnostic] = []
        for finding in findings:
            if finding.severity is not Severity.ERROR:
                continue
            twin = finding.code.at(self._moved(finding.span, typed), finding.message)
            twin.label, twin.help, twin.within = finding.label, finding.help, finding.within
            twin.notes = tuple(
                [Note(self._moved(one.span, typed), one.text) for one in finding.notes]
            )
            twin.trail = tuple(
                [Frame(self._moved(one.span, typed), one.what) for one in finding.trail]
            )
            moved.append(twin)
        return tuple(moved)

    def _moved(self, span: Span | None, typed: Source) -> Span | None:
        if span is None:
            return None
        for start, end, source in (*self.pieces, (len(self.kept), None, typed)):
            if span.start >= start and (end is None or span.start < end):
                most = len(source.text)
                return Span(source, min(span.start - start, most), min(span.end - start, most))
        return None


def _copied(
    value: object, type_: Type, members: Mapping[int, Type], tags: dict[Type, int]
) -> object:
    """Copy a value, so that a run that fails half-way changes nothing, with new member numbers."""
    if isinstance(type_, Union):
        assert isinstance(value, tuple)
        tag, inner = value
        kind = members[tag]
        return tags.setdefault(kind, len(tags)), _copied(inner, kind, members, tags)
    if isinstance(type_, ListOf):
        assert isinstance(value, list)
        return [_copied(one, type_.element, members, tags) for one in value]
    if isinstance(type_, Object | Tuple):
        # Inside of a list it may be a list.
        assert isinstance(value, tuple | list)
        kinds = [one.type for one in type_.fields] if isinstance(type_, Object) else type_.elements
        parts = zip(value, kinds, strict=True)
        return tuple([_copied(one, kind, members, tags) for one, kind in parts])
    return value


def _declares(form: Node) -> bool:
    return form.form in DECLARATIONS or form.form == "Module"


def _declared(checked: Checked) -> str:
    """Say what an entry declares."""
    procedures = [one for one in checked.procedures if one.name]
    lines = [f"type {one.name} = {spell(one.type)}" for one in checked.aliases]
    lines.extend([f"{one.name} : {spell(one.type)}" for one in procedures])
    return "\n".join(lines)

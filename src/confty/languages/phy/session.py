"""A session: what was declared so far, and the values that its variables have.

Everything is checked once and run once.  An entry of expressions is a procedure that takes the
variables that it names and gives them back, with the new ones.  The text of declarations is kept:
a trap may have happened there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from confty.kit.entries import Entries, begun
from confty.language import Host, Outcome
from confty.languages.phy.checker.checked import Checked, Variable
from confty.languages.phy.checker.entries import CheckedEntry, KeptDeclarations, check_forms
from confty.languages.phy.evaluator.analysis import reached
from confty.languages.phy.evaluator.run import run_checked
from confty.languages.phy.evaluator.values import Evaluated, write_result
from confty.languages.phy.forms import DECLARATIONS, FORMS
from confty.languages.phy.library import BUILTINS
from confty.languages.phy.parser import Node, open_forms, parse_several
from confty.languages.phy.settings import dialect_of
from confty.languages.phy.spelling import spell
from confty.text import Diagnostic, Severity, Source, Span
from confty.types import ListOf, Object, Tuple, Type, Union


class Held(NamedTuple):
    """The value of a variable; union members are numbered as in the program that made it."""

    value: object
    members: Mapping[int, Type]


class _SoFar(Source):
    """What was declared and an entry, one text when somebody asks for it.

    To put it together for each entry would take the square of their number.
    """

    __slots__ = ("_count", "_entry", "_texts")

    def __init__(self, texts: list[str], entry: str) -> None:
        self.name = "session"
        self._starts = None
        self._texts = texts
        self._count = len(texts)
        self._entry = entry

    def __getattr__(self, name: str) -> str:
        if name != "text":
            raise AttributeError(name)
        self.text = "".join([*self._texts[: self._count], self._entry])
        return self.text


class Session:
    """The state of one read-evaluate-print loop."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.dialect = dialect_of(host)
        self.entries = Entries()
        self.kept = KeptDeclarations(self.dialect)
        # The texts of declarations and how long they are, and which entry each was typed in, from
        # where.
        self.texts: list[str] = []
        self.size = 0
        self.pieces: list[tuple[int, int, Source, int]] = []
        self.values: dict[str, Held] = {}

    def is_complete(self, text: str) -> bool:
        """Whether every form that a text opens is closed."""
        return open_forms(text) == 0

    def enter(self, text: str) -> Outcome[str]:
        """Take an entry; return what to show, without a line break at its end."""
        typed = self.entries.source(text)
        forms = parse_several(typed, self.dialect)
        if forms.failed:
            return Outcome("", forms.diagnostics)
        shown = Outcome("")
        for form in forms.output:
            shown = self._enter(form, typed)
            if shown.failed:
                break
        return shown

    def _enter(self, form: Node, typed: Source) -> Outcome[str]:
        """Take one form of an entry."""
        start, place = self.size, form.start
        text = typed.text[place : form.end]
        source = _SoFar(self.texts, text)
        _move([form], start - place)
        checked = check_forms([form], source, self.dialect, self.kept)
        if checked.failed:
            return Outcome("", self._located(checked.diagnostics, typed, place))
        if form.form in DECLARATIONS or form.form == "Module":
            self.texts.append(f"{text}\n")
            self.size += len(text) + 1
            self.pieces.append((start, self.size, typed, place))
            return Outcome(_declared(checked.output.checked, start))
        return self._run(checked.output, typed, form.form, place)

    def type_of(self, text: str) -> Outcome[str]:
        """Return the type of an expression, without running it."""
        typed = Source("entry", text)
        forms = parse_several(typed, self.dialect)
        if forms.failed or not forms.output:
            return Outcome("", forms.diagnostics)
        before = dict(self.kept.names), dict(self.kept.variables)
        _move(forms.output, self.size)
        source = _SoFar(self.texts, text)
        checked = check_forms(forms.output, source, self.dialect, self.kept)
        # Nothing that is only asked for is kept.
        self.kept.names, self.kept.variables = before
        if checked.failed:
            return Outcome("", self._located(checked.diagnostics, typed, 0))
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
        declared = re.findall(r"\((?:ProcDecl|TypeDecl)\s+([^\s()]+)", "".join(self.texts))
        return begun((*FORMS, *BUILTINS, *declared, *self.values), word)

    def _run(self, entry: CheckedEntry, typed: Source, form: str, at: int) -> Outcome[str]:
        checked = entry.checked
        assert checked.entry is not None
        older = reached(checked.entry).difference(checked.procedures)
        checked.procedures[:0] = sorted(older, key=lambda one: one.start)
        by_hand = entry.given or entry.variables

        def arguments(tags: dict[Type, int]) -> list[object]:
            return [self._value(one, tags) for one in entry.given]

        outcome = run_checked(checked, self.host, arguments if by_hand else None)
        if outcome.output is None:
            return Outcome("", self._located(outcome.diagnostics, typed, at))
        assert isinstance(outcome.output, Evaluated)
        result = outcome.output
        if not result.trapped:
            value = result.value
            if entry.variables:
                assert isinstance(value, tuple)
                value, *values = value
                for one, held in zip(entry.variables, values, strict=True):
                    one.start = one.end = -1  # it is older than whatever comes
                    self.kept.variables[one.name] = one
                    self.values[one.name] = Held(held, result.members)
            result = Evaluated(value, entry.type, result.members)
        if form in {"Decl", "Asgn"}:
            return Outcome("")
        return Outcome(write_result(result))

    def _value(self, one: Variable, tags: dict[Type, int]) -> object:
        """Return the value of a variable, for a program that numbers members in its way."""
        held = self.values[one.name]
        return _copied(held.value, one.type, held.members, tags)

    def _located(
        self, findings: tuple[Diagnostic, ...], typed: Source, offset: int
    ) -> tuple[Diagnostic, ...]:
        """Move findings to places in the entries that were typed, this one from an offset on."""
        pieces = (*self.pieces, (self.size, None, typed, offset))

        def place(span: Span | None) -> Span | None:
            for start, end, source, before in pieces:
                if span is not None and span.start >= start and (end is None or span.start < end):
                    most, move = len(source.text), before - start
                    return Span(source, min(span.start + move, most), min(span.end + move, most))
            return None

        errors = [one for one in findings if one.severity is Severity.ERROR]
        return tuple([one.moved(place) for one in errors])


def _move(forms: list[Node], by: int) -> None:
    """Move forms that were read in an entry to their places in the text of the session."""
    waiting = list(forms)
    while waiting:
        node = waiting.pop()
        node.start += by
        node.end += by
        waiting.extend(node.items)


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


def _declared(checked: Checked, start: int) -> str:
    """Say what was declared from ``start`` on."""
    types = [one for one in checked.aliases if one.start >= start]
    procedures = [one for one in checked.procedures if one.name and one.start >= start]
    lines = [f"type {one.name} = {spell(one.type)}" for one in types]
    lines.extend([f"{one.name} : {spell(one.type)}" for one in procedures])
    return "\n".join(lines)

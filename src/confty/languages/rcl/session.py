"""A prompt's session: values and types stay from entry to entry, and nothing is worked out twice.

An entry is a document, its ``let`` statements and aliases included.  What it binds is taken out of
the run as it is, and is in scope of the next entry with the types it had.
"""

from __future__ import annotations

import re

from confty.kit.entries import LONGEST_WORD, Entries, begun, is_closed, last_word
from confty.language import Host, Outcome
from confty.languages.rcl import codes
from confty.languages.rcl.checker.annotations import Generic, Prelude
from confty.languages.rcl.checker.checked import Found
from confty.languages.rcl.checker.reads import fields_of
from confty.languages.rcl.evaluator import Evaluated, evaluate
from confty.languages.rcl.insight import insight
from confty.languages.rcl.lexer import KEYWORDS, lex
from confty.languages.rcl.library.table import STD
from confty.languages.rcl.loader import Program
from confty.languages.rcl.parser import parse, syntax
from confty.languages.rcl.renderer import render
from confty.languages.rcl.rules import spelled
from confty.languages.rcl.unit import Unit
from confty.languages.rcl.values import Lambda, Value
from confty.text import Diagnostic, Severity, Source

_LINTS = frozenset((codes.UNUSED_NAME, codes.SHADOWED_NAME))
_LAST_NAME = re.compile(r"[\w-]*\Z")
_CHAIN = re.compile(r"[\w.\-\"\])(]+\Z")


class Session:
    """The state of one read-evaluate-print loop."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.entries = Entries()
        self.names: dict[str, Found] = {}
        self.values: dict[str, Value] = {}
        self.prelude = Prelude()

    def is_complete(self, text: str) -> bool:
        """Whether an entry may end here."""
        return is_closed(text)

    def enter(self, text: str) -> Outcome[str]:
        """Take an entry; return what to show."""
        source, document = self._read(text)
        if isinstance(document, tuple):
            return Outcome("", document)
        body = document.body
        bound = _bound(body)
        shows = not (isinstance(body, syntax.Block) and body.body.start >= len(text))
        program, unit = self._checked(source, _with_values(document, bound))
        said = tuple(one for one in unit.told if one.code not in _LINTS)
        if any(one.severity is Severity.ERROR for one in said):
            return Outcome("", self.entries.moved(said))
        for value in self.values.values():
            if isinstance(value, Lambda) and value.home is not None:
                value.home.renew()
        outcome = evaluate(program, unit, self.values, patience=None)
        evaluated = outcome.output
        if evaluated is None:
            return Outcome("", self.entries.moved((*said, *outcome.diagnostics)))
        *values, last = evaluated.value
        self._keep(unit, bound, values)
        shown = self._shown(last, evaluated) if shows else ""
        return Outcome(shown, self.entries.moved(said))

    def type_of(self, text: str) -> Outcome[str]:
        """Return the type of an expression, without evaluating it."""
        unit, wrong = self._asked(text)
        if unit is None or unit.checked is None:
            return Outcome("", wrong)
        return Outcome(spelled(unit.checked.known), self.entries.moved(unit.mistakes))

    def documentation(self, text: str) -> Outcome[str]:
        """Return what is said of a name, a field, a method or a type."""
        alias = self.prelude.aliases.get(text.strip())
        if alias is not None and not isinstance(alias, Generic):
            return Outcome(self.prelude.declarations.documentation.get(alias, ""))
        unit, wrong = self._asked(text)
        if unit is None:
            return Outcome("", wrong)
        return Outcome(insight(unit).documentation_at(len(text.rstrip()) - 1))

    def completions(self, text: str) -> list[str]:
        """Return what the last word of a line may go on as."""
        word = last_word(_LAST_NAME, text)
        before = text[: len(text) - len(word)]
        if not before.endswith("."):
            return begun((*self.names, "std", *KEYWORDS), word)
        chain = _CHAIN.search(before[-LONGEST_WORD:-1])
        owner = chain.group() if chain is not None else ""
        if owner == "std":
            members = [*STD, "empty_set"]
        else:
            unit, _ = self._asked(owner)
            known_type = None if unit is None or unit.checked is None else unit.checked.known
            members = [] if known_type is None else fields_of(known_type)
        return begun(members, word)

    def _asked(self, text: str) -> tuple[Unit | None, tuple[Diagnostic, ...]]:
        source, document = self._read(text)
        if isinstance(document, tuple):
            return None, document
        return self._checked(source, document)[1], ()

    def _read(self, text: str) -> tuple[Source, syntax.Document | tuple[Diagnostic, ...]]:
        """Read an entry; one of statements alone stands for null."""
        source = self.entries.source(text)
        wrong: tuple[Diagnostic, ...] = ()
        for tail in ("", "\nnull", ";\nnull"):
            whole = Source(source.name, text + tail)
            lexed = lex(whole)
            parsed = None if lexed.diagnostics else parse(lexed.output)
            if parsed is None or parsed.diagnostics:
                wrong = wrong or (lexed.diagnostics if parsed is None else parsed.diagnostics)
            elif not tail or isinstance(parsed.output.body, syntax.Block):
                return whole, parsed.output
        return source, self.entries.moved(wrong)

    def _checked(self, source: Source, document: syntax.Document) -> tuple[Program, Unit]:
        program = Program(self.host, runs=True)
        return program, program.add_document(source, document, self.names, self.prelude)

    def _keep(self, unit: Unit, bound: list[syntax.Name], values: list[Value]) -> None:
        checked = unit.checked
        assert checked is not None
        for name, value in zip(bound, values, strict=True):
            binding = checked.binders[name]
            self.names[name.text] = (binding.hard, binding.known)
            self.values[name.text] = value
            self.prelude.modules.pop(name.text, None)
        self.prelude.take_over(checked.prelude)

    def _shown(self, value: Value, evaluated: Evaluated) -> str:
        one = Evaluated(
            value, evaluated.unit, labelled=evaluated.labelled,
            show_secrets=evaluated.show_secrets,
        )  # fmt: skip
        return render(one.visible(), "rcl").rstrip("\n")


def _bound(body: syntax.Expr) -> list[syntax.Name]:
    """Return the names that the statements of an entry bind, the last of each."""
    statements = body.statements if isinstance(body, syntax.Block) else ()
    names = {one.name.text: one.name for _, one in statements if isinstance(one, syntax.Let)}
    return list(names.values())


def _with_values(document: syntax.Document, bound: list[syntax.Name]) -> syntax.Document:
    """Return a document that gives what is bound, too, before its own value."""
    body = document.body
    inner = body.body if isinstance(body, syntax.Block) else body
    parts = [syntax.Name(one.start, one.end, one.text) for one in bound]
    elements = tuple([syntax.Element((), (), syntax.Item(one)) for one in (*parts, inner)])
    made: syntax.Expr = syntax.Collection(
        inner.start, inner.end, "[", elements, (), trailing_comma=False
    )
    if isinstance(body, syntax.Block):
        made = syntax.Block(body.statements, body.before_body, made)
    return syntax.Document(made, document.suffix)

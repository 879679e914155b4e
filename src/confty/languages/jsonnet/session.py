"""A prompt's session: what ``local`` binds stays, as values that are worked out once.

An entry is a text of its own.  Names of earlier entries are external variables to it, whose values
are those that the earlier runs have made, worked out as far as somebody has read them.
"""

from __future__ import annotations

import re
from typing import Final

from confty.kit.entries import Entries, begun, is_closed, last_word
from confty.language import Host, Outcome
from confty.languages.jsonnet.checker import Units
from confty.languages.jsonnet.evaluator.hosted import HostImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Evaluated, Failure, evaluate
from confty.languages.jsonnet.evaluator.values import Func, Thunk, Value, force
from confty.languages.jsonnet.insight import JsonnetInsight
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.lexer.tokens import KEYWORDS
from confty.languages.jsonnet.library import FUNCTIONS
from confty.languages.jsonnet.parser import parse, syntax
from confty.languages.jsonnet.wiring import settings_of
from confty.text import Source

_KEPT: Final = "<session>"
_BINDING: Final = re.compile(r"\s*local\b")
_LAST_WORD: Final = re.compile(r"(std\.)?\w*\Z")


class Session:
    """The state of one read-evaluate-print loop."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.entries = Entries()
        self.values: dict[str, Value] = {}
        self.texts: list[str] = []  # what was bound, for the checker

    def is_complete(self, text: str) -> bool:
        """Whether an entry may end here."""
        return is_closed(text)

    def enter(self, text: str) -> Outcome[str]:
        """Take an entry; return what to show."""
        bound = _bound(text)
        if bound is None:
            return self._shown(text)
        end = "" if text.rstrip().endswith(";") else ";"
        evaluated = self._evaluated(text, "", f"{end}\n[{', '.join(bound)}]")
        try:
            values: list[Value] = evaluated.apply(list)  # not worked out
        except Failure as failure:
            return Outcome("", self.entries.moved(failure.findings))
        self.values.update(zip(bound, values, strict=True))
        self.texts.append(_ended(text))
        return Outcome("")

    def type_of(self, text: str) -> Outcome[str]:
        """Check an entry with those before it."""
        before = "".join(f"{one}\n" for one in self.texts)
        source = self.entries.source(text, before)
        checked = Units(self.host).check(source)
        spelled = JsonnetInsight(checked).result() or ""
        found = [one for one in checked.errors() if one.span and one.span.start >= len(before)]
        return Outcome(spelled, self.entries.moved(found))

    def documentation(self, text: str) -> Outcome[str]:
        """Return what is said of a function of the library."""
        function = FUNCTIONS.get(text.strip().removeprefix("std."))
        return Outcome("" if function is None else function.doc)

    def completions(self, text: str) -> list[str]:
        """Return what the last word of a line may go on as."""
        word = last_word(_LAST_WORD, text)
        known = [*self.values, *KEYWORDS, "std", *[f"std.{name}" for name in FUNCTIONS]]
        near = begun(known, word)
        return [one.removeprefix("std.") if word.startswith("std.") else one for one in near]

    def _shown(self, text: str) -> Outcome[str]:
        tokens = lex(Source("entry", text))
        if len(tokens.output.kinds) == 1:
            return Outcome("")  # nothing but its end: a comment
        # In an array, since a function for a whole file would be called; an entry that is broken
        # by itself would mean something else there.
        around = ("", "") if tokens.then(parse).failed else ("[", "\n]")
        evaluated = self._evaluated(text, *around)
        try:
            if evaluated.apply(lambda value: isinstance(_only(value), Func)):
                return Outcome("function")
            return Outcome(evaluated.show(lambda value: json_text(_only(value))))
        except Failure as failure:
            return Outcome("", self.entries.moved(failure.findings))

    def _evaluated(self, text: str, opening: str, closing: str) -> Evaluated:
        """Begin a run of an entry, with the names before it."""
        names = [f"{name} = std.extVar('{_KEPT}{name}')" for name in self.values]
        before = f"local {', '.join(names)}; " if names else ""
        source = self.entries.source(text, before + opening, closing)
        settings = settings_of(self.host, source.name)
        settings.passing = True
        # Values outlive the entry that made them, and a later one may find out that they fail.
        settings.often = None
        settings.kept = {f"{_KEPT}{name}": value for name, value in self.values.items()}
        data = source.text.encode("utf-8", "surrogatepass")
        return evaluate(source.name, data, HostImporter(self.host), settings)


def _only(value: Value) -> Value:
    """Return the one element of an array, worked out so far that it is known what it is."""
    element = value[0]
    return force(element) if isinstance(element, Thunk) else element


def _ended(text: str) -> str:
    return text.rstrip().removesuffix(";") + ";"


def _bound(text: str) -> list[str] | None:
    """Return the names that an entry binds without using them; None for an expression."""
    if not _BINDING.match(text):
        return None
    source = Source("entry", f"{_ended(text)}\nnull")
    parsed = lex(source).then(parse)
    node = parsed.output.body
    names: list[str] = []
    while isinstance(node, syntax.Local):
        names += [one.name.name for one in node.binds]
        node = node.body
    whole = isinstance(node, syntax.Null) and node.start > len(text.rstrip()) - 1
    return list(dict.fromkeys(names)) if whole and not parsed.diagnostics else None

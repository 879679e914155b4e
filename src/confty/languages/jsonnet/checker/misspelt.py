"""Which of two spellings is the mistake: that of a field that is read, or that of its declaration.

A field that is not there is found out where it is read.  When an object has one that is nearly
called so, the slip may as well be there, and then the mark belongs there.  The texts of the
program decide: a slip makes a word that stands nowhere else, in place of one that does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from confty.kit.suggest import nearest
from confty.languages.jsonnet.checker.origins import Layer, Narrowed, instance_of
from confty.languages.jsonnet.checker.turns import behind_name
from confty.languages.jsonnet.checker.written import stripped, subscript
from confty.languages.jsonnet.parser import syntax
from confty.text import Diagnostic, Edit, Note, Span

if TYPE_CHECKING:
    from confty import types
    from confty.languages.jsonnet.checker.checker import Checker
    from confty.languages.jsonnet.checker.origins import Instance

_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_]+")
# How many of the places that read a field are shown.
_MOST_SHOWN: Final = 3


class Near(Note):
    """A declaration that may be what a place meant that reads another name."""

    __slots__ = ("meant", "written")

    def __init__(self, span: Span, written: str, meant: str) -> None:
        super().__init__(span, f"`{written}` is declared here")
        self.written = written
        self.meant = meant

    def blamed(self, words: Words) -> bool:
        """Whether the declaration is the mistake."""
        return words.blame(self.written, self.meant)

    def moved(self, finding: Diagnostic) -> Diagnostic:
        """Say at the declaration what was said where it is read."""
        assert self.span is not None
        message = f"there is no field `{self.meant}`, only `{self.written}`"
        made = finding.code.at(self.span, message).with_help(f"did you mean `{self.meant}`?")
        start = self.span.text.find(self.written)
        if start >= 0:
            at = self.span.start + start
            name = Span(self.span.source, at, at + len(self.written))
            made = made.with_fix(Edit(name, self.meant))
        return made


class Absent(Near):
    """A null that is written out and that a place uses as if it were a value."""

    __slots__ = ()

    def __init__(self, span: Span, name: str) -> None:
        super().__init__(span, name, name)

    def blamed(self, words: Words) -> bool:
        """Whether nobody reckons with a null there."""
        return not words.expect_null(self.meant)

    def moved(self, finding: Diagnostic) -> Diagnostic:
        """Say it of the null."""
        made = finding.code.at(self.span, finding.message)
        return made.with_help(f"give `{self.meant}` a value, or test whether it is null first")


def near_name(name: str, known: Iterable[str]) -> str | None:
    """Return the name that was probably meant; docsonnet's names are nobody's to read."""
    return nearest(name, [one for one in known if one[:1] != "#" or name[:1] == "#"])


def near_declaration(part: types.Object, written: str, meant: str) -> list[Near]:
    """Return where an object's field is declared, to be judged when the program is known."""
    origin = instance_of(part)
    if origin is None:
        return []
    first = origin.first() if isinstance(origin, Narrowed) else origin
    return _declared(first.layers, written, meant)


def near_below(instance: Instance, place: int, meant: str) -> tuple[str | None, list[Near]]:
    """Return the name that was probably meant to be in the layers below one, and where it is."""
    below = instance.layers[:place]
    names = [
        name for one in below for name in (one.own if isinstance(one, Layer) else one).by_name
    ]
    near = near_name(meant, names)
    return near, [] if near is None else _declared(below, near, meant)


def _declared(layers: Iterable[object], written: str, meant: str) -> list[Near]:
    for layer in reversed(tuple(layers)):
        field = layer.field(written) if isinstance(layer, Layer) else None
        if field is not None and isinstance(layer, Layer):
            span = Span(layer.check.source, field.key.start, field.key.end)
            return [Near(span, written, meant)]
    return []


def null_written(check: Checker, subject: syntax.Node) -> list[Near]:
    """Return the null that a field is, where it is written out, to be judged later."""
    if not isinstance(subject, syntax.Expression):
        return []
    access = subscript(behind_name(check, stripped(subject)))
    known = None if access is None else check.types.get(access[0]) or check.general(access[0])
    origin = None if known is None else instance_of(known)
    if access is None or origin is None:
        return []
    first = origin.first() if isinstance(origin, Narrowed) else origin
    for layer in reversed(first.layers):
        field = layer.field(access[1]) if isinstance(layer, Layer) else None
        if field is not None and isinstance(layer, Layer):
            value = stripped(field.value)
            span = Span(layer.check.source, value.start, value.end)
            return [Absent(span, access[1])] if isinstance(value, syntax.Null) else []
    return []


def rightly_placed(
    said: Iterable[Diagnostic], texts: Callable[[], Iterable[str]]
) -> list[Diagnostic]:
    """Move findings to the declaration where that is misspelt: one for all places that read it."""
    kept: list[Diagnostic] = []
    moved: dict[tuple[Span | None, str], int] = {}
    words: Words | None = None
    for one in said:
        near = next((note for note in one.notes if isinstance(note, Near)), None)
        if near is None:
            kept.append(one)
            continue
        others = tuple(note for note in one.notes if note is not near)
        if words is None:
            words = Words(texts())
        if not near.blamed(words):
            kept.append(_with_notes(one, others))
            continue
        key = near.span, near.meant
        if key in moved:
            at = moved[key]
            kept[at] = _read_also(kept[at], one)
        else:
            moved[key] = len(kept)
            kept.append(_at_declaration(one, near, others))
    return kept


def _with_notes(finding: Diagnostic, notes: tuple[Note, ...]) -> Diagnostic:
    twin = finding.with_severity(finding.severity)
    twin.notes = notes
    return twin


def _at_declaration(finding: Diagnostic, near: Near, others: tuple[Note, ...]) -> Diagnostic:
    made = near.moved(finding).with_severity(finding.severity)
    return _with_notes(made, (Note(finding.span, f"`{near.meant}` is read here"), *others))


def _read_also(finding: Diagnostic, other: Diagnostic) -> Diagnostic:
    words = finding.notes[0].text
    shown = [note for note in finding.notes if note.text == words]
    worst = finding.with_severity(max(finding.severity, other.severity))
    if len(shown) >= _MOST_SHOWN or any(note.span == other.span for note in shown):
        return worst
    at = len(shown)
    return _with_notes(worst, (*finding.notes[:at], Note(other.span, words), *finding.notes[at:]))


class Words:
    """The words of a program's texts, each looked for once."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = list(texts)
        self._known: dict[str, int] = {}

    def expect_null(self, name: str) -> bool:
        """Whether a test stands somewhere of whether a field is null, or there at all."""
        one = re.escape(name)
        tests = (
            rf"(?<!\w){one}\W{{0,3}}\s*[!=]=\s*null",
            rf"null\s*[!=]=\s*[\w.$\[\]'\"]*(?<!\w){one}(?!\w)",
            rf"std\.(?:get|is\w+|type|object\w+)\([^\n]*(?<!\w){one}(?!\w)",
            rf"['\"]{one}['\"]\s+in\b",
        )
        return any(self._count(test) for test in tests)

    def blame(self, written: str, meant: str) -> bool:
        """Whether the declaration, and not what reads the field, is the slip."""
        if written in {f"{meant}s", f"{meant}es"} or meant in {f"{written}s", f"{written}es"}:
            return False  # both are words: one of them, or many
        if self._count(rf"(?<!\w){re.escape(written)}(?!\w)") > 1:
            return False
        odd, usual = _differing(written, meant)
        if not odd or not usual:
            return self._count(rf"(?<!\w){re.escape(meant)}(?!\w)") > 1
        return all(self._alone(one) for one in odd) and not any(self._alone(one) for one in usual)

    def _alone(self, word: str) -> bool:
        """Whether a word, or a part of a name, stands in one place only."""
        low, title = re.escape(word.lower()), re.escape(word.title())
        upper = re.escape(word.upper())
        return self._count(rf"(?<![A-Za-z])(?:{low}|{upper})(?![a-z])|{title}(?![a-z])") <= 1

    def _count(self, pattern: str) -> int:
        """Count what a pattern matches, up to two."""
        found = self._known.get(pattern)
        if found is None:
            found, compiled = 0, re.compile(pattern)
            for text in self._texts:
                for _ in compiled.finditer(text):
                    found += 1
                    if found > 1:
                        break
                if found > 1:
                    break
            self._known[pattern] = found
        return found


def _differing(written: str, meant: str) -> tuple[list[str], list[str]]:
    """Return the words in which two names differ."""
    one, other = _PART.findall(written), _PART.findall(meant)
    common = {part.lower() for part in one} & {part.lower() for part in other}
    return (
        [part for part in one if part.lower() not in common],
        [part for part in other if part.lower() not in common],
    )

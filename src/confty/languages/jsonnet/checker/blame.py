"""Where a mistake is marked: where it is met, or where the text is that somebody has to change.

A run fails where a value is used.  The slip may be elsewhere: the field is declared under a
misspelt name, a null is written where a value belongs, a function is named and not called, a call
gives one thing for another.  A finding carries a note that knows such a place; which of the two
is marked is decided when a file's check is concluded, since the texts of the program decide.
"""

from __future__ import annotations

from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.scope import ArgumentPlace, Variable
from confty.languages.jsonnet.lexer import lex
from confty.patterns import pattern
from confty.text import Diagnostic, Edit, Note, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Mapping
    from typing import Final

_PART: Final = pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_]+")
# How many of the places that read a field are shown.
_MOST_SHOWN: Final = 3
# Through how many functions a parameter is followed that each hands on.
_MOST_HANDED: Final = 20
# What stands inside of the parentheses of a call, other calls among it.
_INSIDE: Final = r"(?:[^()]|\([^()]*\)){0,200}?"


class Near(Note):
    """A declaration that may be what a place meant that reads another name."""

    __slots__ = ("meant", "message", "written")

    def __init__(self, span: Span, written: str, meant: str, message: str | None = None) -> None:
        super().__init__(span, f"`{written}` is declared here")
        self.written = written
        self.meant = meant
        # What is said of the declaration, where that is to blame.
        self.message = message or f"there is no field `{meant}`, only `{written}`"

    def blamed(self, words: TextWords) -> bool:
        """Whether the declaration is the mistake."""
        return words.blame(self.written, self.meant)

    def left(self) -> tuple[Note, ...]:
        """Return what remains of it where it is not to blame."""
        return ()

    def moved(self, finding: Diagnostic) -> Diagnostic:
        """Say at the declaration what was said where it is read."""
        assert self.span is not None
        made = finding.code.at(self.span, self.message)
        made = made.with_help(f"did you mean `{self.meant}`?")
        start = self.span.text.find(self.written)
        if start >= 0:
            at = self.span.start + start
            name = Span(self.span.source, at, at + len(self.written))
            made = made.with_fix(Edit(name, self.meant))
        return made


class WrittenNull(Near):
    """A null that is written out and that a place uses as if it were a value."""

    __slots__ = ()

    def __init__(self, span: Span, name: str) -> None:
        super().__init__(span, name, name)

    def blamed(self, words: TextWords) -> bool:
        """Whether nobody reckons with a null there."""
        return not words.expect_null(self.meant)

    def moved(self, finding: Diagnostic) -> Diagnostic:
        """Say it of the null."""
        made = finding.code.at(self.span, finding.message)
        return made.with_help(f"give `{self.meant}` a value, or test whether it is null first")

    def left(self) -> tuple[Note, ...]:
        """The null is worth a look also where it is not to blame."""
        return (Note(self.span, "it is null here"),)


class Uncalled(Near):
    """A function that is given a name as if it were what it returns."""

    __slots__ = ()

    def __init__(self, span: Span, name: str) -> None:
        super().__init__(span, name, name)

    def blamed(self, words: TextWords) -> bool:
        """Whether nobody calls it by that name."""
        return not words.called(self.meant)

    def moved(self, finding: Diagnostic) -> Diagnostic:
        """Say it of the function."""
        del finding  # however it is used: it is the same mistake
        message = f"expected a value for `{self.meant}`, found a function that nothing calls"
        made = codes.TYPE_MISMATCH.at(self.span, message)
        return made.with_help("call it, if its result is meant")

    def left(self) -> tuple[Note, ...]:
        """The name is worth a look also where it is not to blame."""
        return (Note(self.span, "it is a function here"),)


class Returned(Uncalled):
    """A function that a method gives as if it were what that function returns."""

    __slots__ = ()

    def blamed(self, words: TextWords) -> bool:
        """Whether nobody calls what the method gives."""
        return not words.called_twice(self.meant)


class Passed(Note):
    """A parameter that is used as what its argument is not."""

    __slots__ = ("crossed", "message", "variable")

    def __init__(
        self, variable: Variable, span: Span, message: str | None, *, crossed: bool
    ) -> None:
        super().__init__(span, f"`{variable.name.name}` is used here")
        self.variable = variable
        # What is said of the argument, None for what is said where it is used.
        self.message = message
        # Whether only a call with its arguments crossed is to blame.
        self.crossed = crossed

    def place(self, texts: Mapping[str, str]) -> ArgumentPlace | None:
        """Return the one place of a program where the value is given, None for several."""
        variable: Variable | None = self.variable
        for _ in range(_MOST_HANDED):
            assert variable is not None
            found = [one for one in variable.given if one.stands(texts)]
            if len(found) != 1:
                return None
            variable = found[0].outer
            if variable is None:
                return found[0]
        return None

    def moved(self, finding: Diagnostic, texts: Mapping[str, str]) -> Diagnostic:
        """Say at the argument what was said where the parameter is used, or note who gives it."""
        others = tuple([note for note in finding.notes if note is not self])
        place = self.place(texts)
        if place is None:
            return _with_notes(finding, others)
        span = place.span
        # The call is before the reader's eyes now, so nobody need say that it led here.
        others = tuple([note for note in others if not _around(note, span)])
        if self.crossed and not place.crossed:
            given = Note(span, f"`{self.variable.name.name}` is given here")
            return _with_notes(finding, (*others, given))
        made = finding.code.at(span, self.message or finding.message)
        made = made.with_severity(finding.severity)
        if place.crossed:
            made = made.with_help("the arguments may be in the wrong order")
        return _with_notes(made, (Note(self.span, self.text), *place.notes, *others))


def rightly_placed(
    said: Iterable[Diagnostic], texts: Callable[[], Mapping[str, str]]
) -> list[Diagnostic]:
    """Move findings to where the mistake is: one for all places that meet it."""
    said = list(said)
    if not any(isinstance(note, Near | Passed) for one in said for note in one.notes):
        return said
    kept: list[Diagnostic] = []
    moved: dict[tuple[Span | None, str], int] = {}
    words = TextWords(texts())
    said = [_as_given(one, words.texts) for one in said]
    # A null that several places use as a value is the slip: nobody makes the same one twice.
    pairs = {
        (one.span, note) for one in said for note in one.notes if isinstance(note, WrittenNull)
    }
    met: dict[Span | None, int] = {}
    for _, null in {(place, note.span) for place, note in pairs}:
        met[null] = met.get(null, 0) + 1
    for finding in said:
        nears = [note for note in finding.notes if isinstance(note, Near)]
        others = tuple([note for note in finding.notes if not isinstance(note, Near)])
        near = next((one for one in nears if met.get(one.span, 0) > 1 or one.blamed(words)), None)
        if near is None:
            left = [note for one in nears for note in one.left()]
            kept.append(_with_notes(finding, (*left, *others)) if nears else finding)
            continue
        key = near.span, near.meant
        if key in moved:
            at = moved[key]
            kept[at] = _read_also(kept[at], finding)
        else:
            moved[key] = len(kept)
            kept.append(_at_declaration(finding, near, others))
    return kept


def _as_given(finding: Diagnostic, texts: Mapping[str, str]) -> Diagnostic:
    """Mark the argument that is to blame, or note all that are used."""
    used = [note for note in finding.notes if isinstance(note, Passed)]
    for passed in used:
        moved = passed.moved(finding, texts)
        if moved.span != finding.span:
            kept = tuple([note for note in moved.notes if not isinstance(note, Passed)])
            return _with_notes(moved, kept)
        finding = moved
    return finding


def _around(note: Note, span: Span) -> bool:
    """Whether a note is about a stretch around another."""
    at = note.span
    if at is None or at.source.name != span.source.name:
        return False
    return at.start <= span.start and span.end <= at.end


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


class TextWords:
    """The words of a program's texts, each looked for once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts: Final = texts
        self._texts = list(texts.values())
        self._known: dict[str, int] = {}
        # Where the tokens of a text start, for those that were asked about.
        self._starts: dict[int, set[int]] = {}

    def expect_null(self, name: str) -> bool:
        """Whether a test stands somewhere of whether a field is null, or there at all."""
        one = _spelled(name)
        tests = (
            rf"(?<!\w)(?:{one}|['\"]{one}['\"])\W{{0,2}}\s*[!=]=\s*null",
            rf"null\s*[!=]=\s*[\w.$\[\]'\"]*(?<!\w){one}(?!\w)",
            rf"std\.(?:get|is\w+|type|object\w+)\({_INSIDE}(?<!\w){one}(?!\w)",
            rf"['\"]{one}['\"]\s+in\b",
        )
        return any(self._stands(test) for test in tests)

    def called(self, name: str) -> bool:
        """Whether a call of something with a name stands somewhere."""
        return self._stands(rf"(?<!\w){_spelled(name)}\s*\(")

    def called_twice(self, name: str) -> bool:
        """Whether what a call of something with a name gives is called somewhere."""
        return self._stands(rf"(?<!\w){_spelled(name)}\s*\({_INSIDE}\)\s*\(")

    def _stands(self, expression: str) -> bool:
        """Whether something stands in a text, and neither in a comment nor inside of a string."""
        found = self._known.get(expression)
        if found is None:
            compiled = _compiled(expression)
            found = self._known[expression] = any(
                match.start() in self._tokens(at)
                for at, text in enumerate(self._texts)
                for match in compiled.finditer(text)
            )
        return bool(found)

    def _tokens(self, at: int) -> set[int]:
        if at not in self._starts:
            self._starts[at] = set(lex(Source("", self._texts[at])).output.starts)
        return self._starts[at]

    def blame(self, written: str, meant: str) -> bool:
        """Whether the declaration, and not what reads the field, is the slip."""
        if written in {f"{meant}s", f"{meant}es"} or meant in {f"{written}s", f"{written}es"}:
            return False  # both are words: one of them, or many
        if self._count(rf"(?<!\w){_spelled(written)}(?!\w)") > 1:
            return False
        if self._count(rf"(?<!\w){_spelled(meant)}(?!\w)") > 1:
            return True  # nobody makes the same slip twice
        odd, usual = _differing(written, meant)
        if not odd or not usual:
            return False
        return all(self._alone(one) for one in odd) and not any(self._alone(one) for one in usual)

    def _alone(self, word: str) -> bool:
        """Whether a word, or a part of a name, stands in one place only."""
        low, title = _spelled(word.lower()), _spelled(word.title())
        upper = _spelled(word.upper())
        return self._count(rf"(?<![A-Za-z])(?:{low}|{upper})(?![a-z])|{title}(?![a-z])") <= 1

    def _count(self, expression: str) -> int:
        """Count what an expression matches, up to two."""
        found = self._known.get(expression)
        if found is None:
            found, compiled = 0, _compiled(expression)
            for text in self._texts:
                for _ in compiled.finditer(text):
                    found += 1
                    if found > 1:
                        break
                if found > 1:
                    break
            self._known[expression] = found
        return found


def _differing(written: str, meant: str) -> tuple[list[str], list[str]]:
    """Return the words in which two names differ."""
    one, other = _PART.findall(written), _PART.findall(meant)
    common = {part.lower() for part in one} & {part.lower() for part in other}
    return (
        [part for part in one if part.lower() not in common],
        [part for part in other if part.lower() not in common],
    )


def _spelled(name: str) -> str:
    """A name, as an expression that matches it."""
    import re  # noqa: PLC0415  start-up: only names in findings are looked for

    return re.escape(name)


def _compiled(expression: str) -> re.Pattern[str]:
    import re  # noqa: PLC0415  start-up: the same

    return re.compile(expression)

"""Mismatches in words, the same in every language.

The core says which parts of two types disagree; here the innermost of them becomes one sentence,
with the path to it, the fields that are missing or too many, and types cut to what can be read at
a glance.  A language brings its spelling and its quotation marks.

Where a type came from is no part of the type: equal types from two places are one object.  So the
reason why a place asks for a type travels with the question, as ``Wanted``.
"""

from __future__ import annotations

from confty import types
from confty.kit.suggest import nearest
from confty.records import NamedTuple, Record
from confty.text import Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

_MOST_NAMES = 5


class ToldMismatch(NamedTuple):
    """A mismatch in words: one sentence, what else to know, and what to do."""

    message: str
    notes: tuple[str, ...] = ()
    help: str | None = None


class LanguageWords(NamedTuple):
    """How a language speaks: it spells types briefly and puts names in quotes."""

    spell: Callable[[types.Type], str]
    quote: Callable[[str], str]

    def tell(
        self, source: types.Type, target: types.Type, relation: types.Relation
    ) -> ToldMismatch:
        """Say why ``source`` does not fit ``target``, which it is known not to."""
        why = types.explain(source, target, relation)
        if why is None:
            return ToldMismatch(self.expected(target, source))
        return self.told(why)

    def expected(self, wanted: types.Type, found: types.Type) -> str:
        """Say it of two types as they are."""
        return f"expected {self.spell(wanted)}, found {self.spell(found)}"

    def told(self, why: types.Mismatch) -> ToldMismatch:
        """Put an explanation into words, innermost part first."""
        path, inner = why.innermost()
        where = self._where(path)
        notes: tuple[str, ...] = ()
        if path:
            notes = (f"the whole value was expected to be {self.spell(why.target)}",)
        if inner.missing:
            what = self._named("is missing", "are missing", inner.missing)
            return ToldMismatch(f"{what}{where}", notes, self._meant(inner))
        if inner.surplus:
            what = self._named("is not known", "are not known", inner.surplus)
            return ToldMismatch(f"{what}{where}", notes, self._meant(inner))
        if path and path[-1][0] == "parameter":
            takes, given = self.spell(inner.target), self.spell(inner.source)
            where = where.removeprefix(" in ")
            return ToldMismatch(f"{where} takes {takes} and is given {given}", notes)
        return ToldMismatch(f"{self._wrong(inner)}{where}", notes)

    def _where(self, path: tuple[types.PathStep, ...]) -> str:
        """Say where a part is: in data by the way to it, in a function by its role."""
        if not path:
            return ""
        kind, place = path[-1]
        if kind not in ("parameter", "result"):
            return f" in {self.quote(spelled_path(path))}"
        role = "the result" if kind == "result" else f"parameter {int(place or 0) + 1}"
        return f" in {role}{self._where(path[:-1]).replace(' in ', ' of ', 1)}"

    def _wrong(self, why: types.Mismatch) -> str:
        if why.reason is types.MismatchKind.LENGTH:
            return f"{self.expected(why.target, why.source)}, which is of another length"
        if why.reason is types.MismatchKind.NAME:
            return f"{self.expected(why.target, why.source)}, whose parameters have other names"
        if why.reason is types.MismatchKind.ARITY:
            taken, wanted = _taken(why.source), _taken(why.target)
            takes = "1 argument" if taken == 1 else f"{taken} arguments"
            return f"{self.expected(why.target, why.source)}, which takes {takes} and not {wanted}"
        return self.expected(why.target, why.source)

    def _named(self, one: str, several: str, names: tuple[str, ...]) -> str:
        listed = self.listed(names)
        return f"the field {listed} {one}" if len(names) == 1 else f"the fields {listed} {several}"

    def listed(self, names: Iterable[str]) -> str:
        """Name some names, and count the rest."""
        quoted = [self.quote(name) for name in names]
        if len(quoted) > _MOST_NAMES:
            quoted[_MOST_NAMES:] = [f"{len(quoted) - _MOST_NAMES} more"]
        return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]

    def _meant(self, why: types.Mismatch) -> str | None:
        """Guess which of the known fields one that nobody knows was meant to be."""
        source, target = types.unfold(why.source), types.unfold(why.target)
        if not isinstance(source, types.Object) or not isinstance(target, types.Object):
            return None
        # A relation may put up with fields that are too many; one of them may still be a slip.
        unknown = [one.name for one in source.fields if one.name not in target.by_name]
        free = [one.name for one in target.fields if one.name not in source.by_name]
        for name in unknown:
            near = nearest(name, why.missing or free)
            if near is not None:
                return f"did you mean {self.quote(near)} instead of {self.quote(name)}?"
        return None


def _taken(type_: types.Type) -> int:
    """Return how many arguments a function takes."""
    function = types.unfold(type_)
    return len(function.parameters or ()) if isinstance(function, types.Function) else 0


def spelled_path(path: tuple[types.PathStep, ...]) -> str:
    """Spell the way into a value: ``spec.ports[0].name``, ``[]`` for every element."""
    text = ""
    for kind, name in path:
        if kind == "field":
            plain = isinstance(name, str) and name.replace("-", "_").isidentifier()
            text += (f".{name}" if text else str(name)) if plain else f'["{name}"]'
        elif kind == "item":
            text += f"[{name}]"
        elif kind in ("element", "value"):
            text += "[]"
        elif kind == "key":
            text += "[key]"
        else:
            text += "(result)"
    return text


class Wanted(metaclass=Record):
    """A type some place asks for, why, and what to point at."""

    type: Final[types.Type]
    because: Final[str] = ""
    at: Final[Span | None] = None

    def part(self, type_: types.Type, at: Span | None = None) -> Wanted:
        """Ask for a part of the type, for the same reason."""
        return Wanted(type_, self.because, at or self.at)

    def blamed(self, finding: Diagnostic) -> Diagnostic:
        """Return the finding with a note that points at what asked."""
        return finding.note(self.at, self.because) if self.because else finding

"""Mismatches in words, the same in every language.

The core says which parts of two types disagree; here the innermost of them becomes one sentence,
with the path to it, the fields that are missing or too many, and types cut to what can be read at
a glance.  A language brings its spelling and its quotation marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from confty.kit.suggest import nearest
from confty.types import Mismatch, Object, Reason, Relation, Step, Type, explain, unfold

_MOST_NAMES = 5


class Told(NamedTuple):
    """A mismatch in words: one sentence, what else to know, and what to do."""

    message: str
    notes: tuple[str, ...] = ()
    help: str | None = None


class Words(NamedTuple):
    """How a language speaks: it spells types briefly and puts names in quotes."""

    spell: Callable[[Type], str]
    quote: Callable[[str], str]

    def tell(self, source: Type, target: Type, relation: Relation) -> Told:
        """Say why ``source`` does not fit ``target``, which it is known not to."""
        why = explain(source, target, relation)
        if why is None:
            return Told(self.expected(target, source))
        return self.told(why)

    def expected(self, wanted: Type, found: Type) -> str:
        """Say it of two types as they are."""
        return f"expected {self.spell(wanted)}, found {self.spell(found)}"

    def told(self, why: Mismatch) -> Told:
        """Put an explanation into words, innermost part first."""
        path, inner = why.innermost()
        where = f" in {self.quote(spelled_path(path))}" if path else ""
        notes: tuple[str, ...] = ()
        if path:
            notes = (f"the whole value was expected to be {self.spell(why.target)}",)
        if inner.missing:
            what = self._named("is missing", "are missing", inner.missing)
            return Told(f"{what}{where}", notes, self._meant(inner))
        if inner.surplus:
            what = self._named("is not known", "are not known", inner.surplus)
            return Told(f"{what}{where}", notes, self._meant(inner))
        return Told(f"{self._wrong(inner)}{where}", notes)

    def _wrong(self, why: Mismatch) -> str:
        if why.reason is Reason.LENGTH:
            return f"{self.expected(why.target, why.source)}, which is of another length"
        if why.reason is Reason.NAME:
            return f"{self.expected(why.target, why.source)}, whose parameters have other names"
        return self.expected(why.target, why.source)

    def _named(self, one: str, several: str, names: tuple[str, ...]) -> str:
        listed = self._listed(names)
        return f"the field {listed} {one}" if len(names) == 1 else f"the fields {listed} {several}"

    def _listed(self, names: Iterable[str]) -> str:
        quoted = [self.quote(name) for name in names]
        if len(quoted) > _MOST_NAMES:
            quoted[_MOST_NAMES:] = [f"{len(quoted) - _MOST_NAMES} more"]
        return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]

    def _meant(self, why: Mismatch) -> str | None:
        """Guess which of the wanted fields one that nobody asked for was meant to be."""
        source, target = unfold(why.source), unfold(why.target)
        if not isinstance(source, Object) or not isinstance(target, Object):
            return None
        strange = why.surplus or [one.name for one in source.fields]
        free = [one.name for one in target.fields if one.name not in source.by_name]
        for name in strange:
            near = None if name in target.by_name else nearest(name, free)
            if near is not None:
                return f"did you mean {self.quote(near)} instead of {self.quote(name)}?"
        return None


def spelled_path(path: tuple[Step, ...]) -> str:
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
        elif kind == "parameter":
            text += f"(parameter {int(name or 0) + 1})"
        else:
            text += "(result)"
    return text

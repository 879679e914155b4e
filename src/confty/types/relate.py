"""Assignability: may a value of one type stand where another is wanted?

Three answers, not two.  A configuration language is gradual: it must refuse what can never
work, accept what always works, and put a check where the value arrives for the rest.

Axioms, before any rule is asked: a type flows into itself; Never flows into everything;
everything flows into Dynamic; nothing else flows into Never.  After that the target
decides, then the ``Rules``.  Answers are cached on the pair.  A pair that is asked again while
it is being answered (recursive types) counts as SAFE: what follows from assuming it is the
greatest relation.  An answer that relied on a question still open is not cached, unless it is NO.

A language makes one ``Relation`` of its rules.  A step that only one language takes differently is
a method that its relation overrides; the axioms and the cache are above all steps.

This module may be compiled, so it asks ``isinstance`` and not ``match``.
"""

from __future__ import annotations

from _thread import _local

from confty.generics import TypeVar
from confty.types import build, nodes
from confty.types.constants import covers, equal_constants, has_constant, overlap
from confty.types.questions import remembering
from confty.types.rules import NO, SAFE, SOUND_CROSSINGS, UNSAFE, Extra, Rules, Verdict
from confty.types.walk import resolve, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Final

Answer = TypeVar("Answer")

_MOST_CACHED: Final = 1_024
_DEEPEST: Final = 160
_NONE_USED: Final = 1 << 30
# How many times as many fields make it worth while to look at those that are there.
_FEW: Final = 4
_MOST_KEPT: Final = 64

# The atoms whose values lie inside another's: every number is whole or not.
WITHIN: Final = {(build.INT, build.NUMBER), (build.FLOAT, build.NUMBER)}


class _Asking(_local):
    """The questions about recursive types that are being answered right now, in one thread."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[nodes.Type, nodes.Type], int] = {}  # each with its depth
        self.lowest = _NONE_USED  # the outermost of them that an answer has relied on


class Relation:
    """One language's relation between types, with the answers it has given."""

    __slots__ = ("_asking", "_known", "_older", "rules")

    # Whether a union is asked about member by member; if not, one member must take all of it.
    splits_unions = True

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        # By serial numbers, so that no type lives because somebody asked about it; in two
        # generations, so that what is not asked for again is forgotten.
        self._known: dict[tuple[int, int], Verdict] = {}
        self._older: dict[tuple[int, int], Verdict] = {}
        self._asking: Final = _Asking()

    def assignable(self, source: nodes.Type, target: nodes.Type) -> Verdict:
        """Say whether a ``source`` value may stand where ``target`` is wanted."""
        key = source.serial, target.serial
        known = self._known.get(key)
        if known is not None:
            return known
        known = self._older.get(key)
        if known is not None:
            return self._remembered(source, target, known)
        if (source.flags | target.flags) & nodes.HAS_REF:
            return self._assuming(source, target)
        return self._remembered(source, target, self._answer(source, target))

    def _remembered(self, source: nodes.Type, target: nodes.Type, verdict: Verdict) -> Verdict:
        if len(self._known) >= _MOST_CACHED:
            self._older, self._known = self._known, {}
        self._known[source.serial, target.serial] = verdict
        return verdict

    def _assuming(self, source: nodes.Type, target: nodes.Type) -> Verdict:
        """Answer for types that may be recursive."""
        key = (source, target)
        asking = self._asking
        pairs = asking.pairs
        relied_on = pairs.get(key)
        if relied_on is not None:
            asking.lowest = min(asking.lowest, relied_on)
            return SAFE
        depth = len(pairs)
        if depth > _DEEPEST:
            # Deeper than any honest configuration: the value itself will have to show it.
            return UNSAFE
        before = asking.lowest
        asking.lowest = _NONE_USED
        pairs[key] = depth
        try:
            verdict = self._answer(source, target)
        finally:
            del pairs[key]
            lowest = asking.lowest
            asking.lowest = min(before, lowest) if lowest < depth else before
        if lowest >= depth or verdict is NO:
            return self._remembered(source, target, verdict)
        return verdict

    def unassuming(self, work: Callable[[], Answer]) -> tuple[Answer, bool]:
        """Answer, and say whether that holds for good or relied on a question still open."""
        asking = self._asking
        before = asking.lowest
        asking.lowest = _NONE_USED
        try:
            answer = work()
        finally:
            lowest = asking.lowest
            asking.lowest = min(before, lowest)
        return answer, lowest == _NONE_USED

    def _answer(self, source: nodes.Type, target: nodes.Type) -> Verdict:
        """Apply the axioms, then take unions apart, then ask by kind."""
        fixed = self.rules.union_into_union
        # With a fixed answer for unions a union may not be SAFE even into itself.
        if source is target and (fixed is None or not source.flags & nodes.HAS_UNION):
            return SAFE
        if isinstance(source, nodes.Never) or isinstance(target, nodes.Dynamic):
            return SAFE
        if isinstance(source, nodes.Ref) or isinstance(target, nodes.Ref):
            if isinstance(target, nodes.Union) and source in target.members:
                return SAFE
            return self.assignable(build.unfold(source), build.unfold(target))
        if isinstance(target, nodes.Never):
            return NO
        if fixed is None and same(source, target):
            return SAFE
        if isinstance(source, nodes.Union) and self.splits_unions:
            return self._from_union(source, target)
        if isinstance(source, nodes.Dynamic):
            return self._from_dynamic(target)
        return self.into(source, target)

    def _from_dynamic(self, target: nodes.Type) -> Verdict:
        """An unknown value; where it is refused, a target with room for it still takes it."""
        if self.rules.dynamic is NO:
            if isinstance(target, nodes.Union):
                return self._into_union(build.DYNAMIC, target)
            if isinstance(target, nodes.Eventual):
                return self.assignable(build.DYNAMIC, target.inner)
        return self.rules.dynamic

    def _from_union(self, source: nodes.Union, target: nodes.Type) -> Verdict:
        """Every member may turn up; where only some pass, the value has to show which it is."""
        fixed = self.rules.union_into_union
        if isinstance(target, nodes.Union) and fixed is not None:
            return fixed
        best, worst = NO, SAFE
        for member in source.members:
            verdict = self.assignable(member, target)
            best, worst = max(best, verdict), min(worst, verdict)
        return UNSAFE if worst is NO and best is not NO else worst

    def into(self, source: nodes.Type, target: nodes.Type) -> Verdict:
        """Compare by the kind of the target; the source is known and is no union to be split."""
        if isinstance(target, nodes.Union):
            return self._into_union(source, target)
        if isinstance(target, nodes.Eventual):
            return self.into_eventual(source, target)
        if isinstance(source, (nodes.Literal, nodes.Enum)) or isinstance(
            target, (nodes.Literal, nodes.Enum)
        ):
            return self.constants(source, target)
        if isinstance(target, nodes.Atom):
            if isinstance(source, nodes.Atom):
                return self.rules.conversions.get((source, target), NO)
            return NO
        if isinstance(target, nodes.Object):
            return self._into_object(source, target)
        if isinstance(target, nodes.MapOf):
            return self._into_map(source, target)
        if isinstance(target, (nodes.ListOf, nodes.SetOf, nodes.Tuple)):
            return self._into_sequence(source, target)
        if isinstance(target, nodes.Function) and isinstance(source, nodes.Function):
            return self._functions(source, target)
        return NO

    def _into_union(self, source: nodes.Type, target: nodes.Union) -> Verdict:
        """One member that takes the value is enough, so the best answer stands."""
        if source in target.members:
            return SAFE
        best = NO
        for member in target.members:
            best = max(best, self.assignable(source, member))
            if best is SAFE:
                return SAFE
        if isinstance(source, nodes.Atom) and best is UNSAFE and covers(source, target):
            return SAFE
        return best

    def constants(self, source: nodes.Type, target: nodes.Type) -> Verdict:
        """Literals and enumerations, on one side or on both."""
        if isinstance(target, nodes.Enum):
            if isinstance(source, nodes.Literal) and source.base is target.base:
                return SAFE if has_constant(target, source.value) else NO
            if isinstance(source, nodes.Enum) and not overlap(source, target):
                return NO
            return min(UNSAFE, self.assignable(source, target.base))
        if isinstance(target, nodes.Literal):
            return self._into_literal(source, target)
        assert isinstance(source, (nodes.Literal, nodes.Enum))
        return self.assignable(source.base, target)

    def _into_literal(self, source: nodes.Type, target: nodes.Literal) -> Verdict:
        if isinstance(source, nodes.Literal):
            reached = self.assignable(source.base, target.base)
            other = self.rules.one_from_other
            if other is NO and equal_constants(source.value, target.value):
                return reached
            return min(other, reached)
        if isinstance(source, nodes.Enum) and not has_constant(source, target.value):
            return NO
        return min(self.rules.one_from_base, self.assignable(source, target.base))

    def into_eventual(self, source: nodes.Type, target: nodes.Eventual) -> Verdict:
        """Now flows into later, an earlier eventual into a later one."""
        if not isinstance(source, nodes.Eventual):
            return self.assignable(source, target.inner)
        if source.rank == target.rank:
            return self.assignable(source.inner, target.inner)
        if source.rank < target.rank:
            return self.assignable(resolve(source.inner), target.inner)
        return NO

    def _into_sequence(
        self, source: nodes.Type, target: nodes.ListOf | nodes.SetOf | nodes.Tuple
    ) -> Verdict:
        """Lists, sets and tuples, into their own kind or across."""
        crossings = self.rules.crossings
        if isinstance(source, nodes.Tuple):
            if isinstance(target, nodes.Tuple):
                return self.tuples(source, target)
            if isinstance(target, nodes.ListOf) and target.length not in (
                None,
                len(source.elements),
            ):
                return NO
            best = crossings.get(("tuple", _kind(target)), NO)
            return self._each(source.elements, target.element, best)
        if not isinstance(source, (nodes.ListOf, nodes.SetOf)):
            return NO
        if isinstance(target, nodes.Tuple):
            if isinstance(source, nodes.ListOf) and source.length not in (
                None,
                len(target.elements),
            ):
                return NO
            best = crossings.get((_kind(source), "tuple"), NO)
            for element in target.elements:
                best = min(best, self.assignable(source.element, element))
            return best
        if isinstance(source, nodes.ListOf) and isinstance(target, nodes.ListOf):
            return min(_lengths(source, target), self.assignable(source.element, target.element))
        if isinstance(source, nodes.SetOf) and isinstance(target, nodes.SetOf):
            return self.assignable(source.element, target.element)
        best = crossings.get((_kind(source), _kind(target)), NO)
        if isinstance(target, nodes.ListOf) and target.length is not None:
            best = min(best, UNSAFE)
        return min(best, self.assignable(source.element, target.element))

    def _each(self, parts: Iterable[nodes.Type], target: nodes.Type, best: Verdict) -> Verdict:
        for part in parts:
            if best is NO:
                break
            best = min(best, self.assignable(part, target))
        return best

    def tuples(self, source: nodes.Tuple, target: nodes.Tuple) -> Verdict:
        """Tuples of one length, element by element."""
        if len(source.elements) != len(target.elements):
            return NO
        worst = SAFE
        for found, wanted in zip(source.elements, target.elements, strict=True):
            worst = min(worst, self.assignable(found, wanted))
            if worst is NO:
                break
        return worst

    def _into_map(self, source: nodes.Type, target: nodes.MapOf) -> Verdict:
        """A map, or an object whose fields all fit."""
        if isinstance(source, nodes.MapOf):
            key = self.assignable(source.key, target.key)
            return min(key, self.assignable(source.value, target.value))
        if not isinstance(source, nodes.Object):
            return NO
        best = self.rules.crossings.get(("object", "map"), NO)
        for one in source.fields:
            key = self.assignable(build.literal(build.STRING, one.name), target.key)
            fit = min(key, self.assignable(one.type, target.value))
            best = min(best, max(fit, UNSAFE) if one.optional else fit)
        if source.rest is not None:
            key = self.assignable(build.STRING, target.key)
            fit = min(key, self.assignable(source.rest, target.value))
            best = min(best, max(fit, UNSAFE))  # there may be no unknown fields at all
        return best

    def _into_object(self, source: nodes.Type, target: nodes.Object) -> Verdict:
        """Field by field; what is missing and what is too many is the language's business."""
        if isinstance(source, nodes.Object):
            return self.objects(source, target)
        if not isinstance(source, nodes.MapOf):
            return NO
        best = self.rules.crossings.get(("map", "object"), NO)
        best = min(best, self.assignable(source.key, build.STRING))
        for wanted in target.fields:
            fit = self.assignable(source.value, wanted.type)
            best = min(best, max(fit, UNSAFE) if wanted.optional else fit)
        if target.rest is not None and not target.fields:
            best = min(best, self.assignable(source.value, target.rest))
        return best

    def objects(self, source: nodes.Object, target: nodes.Object) -> Verdict:
        """Every wanted field supplied, and no field that is not allowed."""
        worst = SAFE
        fields: Iterable[nodes.Field] = target.fields
        if source.rest is None and len(source.fields) * _FEW < len(target.fields):
            # Few of very many: what may be left out, and is, fits.
            there = [one.name for one in source.fields if one.name in target.by_name]
            fields = [*_required(target), *[target.by_name[name] for name in there]]
        for wanted in fields:
            worst = min(worst, self.field_verdict(source, wanted))
            if worst is NO:
                return NO
        return min(worst, self._extra(source, target))

    def field_verdict(self, source: nodes.Object, wanted: nodes.Field) -> Verdict:
        """Say whether ``source`` supplies one wanted field."""
        found = source.by_name.get(wanted.name)
        if found is not None:
            verdict = self.assignable(found.type, wanted.type)
            if found.optional:
                # Left out, it fits where it may be left out.
                return max(UNSAFE, verdict) if wanted.optional else min(UNSAFE, verdict)
            return verdict
        if source.rest is not None:
            verdict = self.assignable(source.rest, wanted.type)
            return max(UNSAFE, verdict) if wanted.optional else min(UNSAFE, verdict)
        if wanted.optional:
            return SAFE
        missing = self.rules.missing
        return NO if missing is None else self.assignable(missing, wanted.type)

    def _extra(self, source: nodes.Object, target: nodes.Object) -> Verdict:
        """Judge the fields of ``source`` that ``target`` does not name."""
        extra = self.rules.extra
        open_into_closed = SAFE if source.rest is None else UNSAFE
        if target.rest is None:
            if extra is Extra.IGNORED:
                return SAFE
            if extra is Extra.COUNTED:
                return NO if len(source.fields) > len(target.fields) else open_into_closed
        worst = SAFE
        for one in source.fields:
            if one.name in target.by_name:
                continue
            reached = NO if target.rest is None else self.assignable(one.type, target.rest)
            worst = min(worst, max(reached, UNSAFE) if one.optional else reached)
        if target.rest is None:
            return min(worst, open_into_closed)
        if source.rest is not None:
            worst = min(worst, max(UNSAFE, self.assignable(source.rest, target.rest)))
        return worst

    def _functions(self, source: nodes.Function, target: nodes.Function) -> Verdict:
        """Parameters the other way around, the result straight."""
        worst = self.assignable(source.result, target.result)
        if target.parameters is None:
            return worst
        if source.parameters is None:
            return min(UNSAFE, worst)
        if self.rules.fixed_arity and len(source.parameters) != len(target.parameters):
            return NO
        for place, wanted in enumerate(target.parameters):
            if worst is NO:
                return NO
            if place < len(source.parameters):
                worst = min(worst, self._parameters(source.parameters[place], wanted))
            elif source.rest is None:
                return NO
            else:
                worst = min(worst, self.assignable(wanted.type, source.rest))
        return min(worst, self._surplus(source, target))

    def _parameters(self, found: nodes.Parameter, wanted: nodes.Parameter) -> Verdict:
        if self.rules.parameter_names and wanted.utterable and found.name != wanted.name:
            return NO
        if wanted.optional and not found.optional:
            return NO
        return self.assignable(wanted.type, found.type)

    def _surplus(self, source: nodes.Function, target: nodes.Function) -> Verdict:
        """Parameters beyond what the target passes must be optional; a rest needs a rest."""
        assert source.parameters is not None
        assert target.parameters is not None
        surplus = source.parameters[len(target.parameters) :]
        if any(not parameter.optional for parameter in surplus):
            return NO
        if target.rest is None:
            return SAFE
        if source.rest is None:
            return NO
        worst = self.assignable(target.rest, source.rest)
        for parameter in surplus:
            worst = min(worst, self.assignable(target.rest, parameter.type))
        return worst

    def contains(self, source: nodes.Type, target: nodes.Type) -> bool:
        """Say whether every value of ``source`` is in ``target`` as it is, without conversion."""
        lists = self.rules.crossings.get(("set", "list")) is SAFE
        return (_MEMBERSHIP_OF_LISTS if lists else _MEMBERSHIP).assignable(source, target) is SAFE


@remembering(_MOST_KEPT)
def _required(target: nodes.Object) -> tuple[nodes.Field, ...]:
    """The fields that may not be left out."""
    return tuple([one for one in target.fields if not one.optional])


def _kind(type_: nodes.ListOf | nodes.SetOf) -> str:
    return "list" if isinstance(type_, nodes.ListOf) else "set"


def _lengths(source: nodes.ListOf, target: nodes.ListOf) -> Verdict:
    """A fixed length fits itself and any length."""
    if target.length is None or source.length == target.length:
        return SAFE
    return UNSAFE if source.length is None else NO


# "Is every value of this in that?", which is not the same as "does this convert to that?".
_IN_NUMBERS: Final = dict.fromkeys(WITHIN, SAFE)
_MEMBERSHIP: Final = Relation(Rules(conversions=_IN_NUMBERS))
# The same where a set is a list with a promise, rather than a kind of its own.
_MEMBERSHIP_OF_LISTS: Final = Relation(
    Rules(
        conversions=_IN_NUMBERS,
        crossings={**SOUND_CROSSINGS, ("set", "list"): SAFE},
    )
)

"""Assignability: may a value of one type stand where another is wanted?

Three answers, not two.  A configuration language is gradual: it must refuse what can never
work, accept what always works, and put a check where the value arrives for the rest.

Axioms, before any rule is asked: a type flows into itself; Never flows into everything;
everything flows into Dynamic and Top; nothing else flows into Never.  After that the target
decides, then the ``Rules``.  Answers are cached on the pair.  A pair that is asked again while
it is being answered (recursive types) counts as SAFE: what follows from assuming it is the
greatest relation.  An answer that relied on a question still open is not cached, unless it is NO.

This module may be compiled, so it asks ``isinstance`` and not ``match``.
"""

from __future__ import annotations

from _thread import _local
from typing import Final

from confty.types.build import DYNAMIC, FLOAT, INT, NUMBER, STRING, literal, unfold
from confty.types.constants import covers, equal_constants, has_constant, overlap
from confty.types.nodes import (
    HAS_REF,
    HAS_UNION,
    HAS_WRITTEN,
    Atom,
    Dynamic,
    Enum,
    Eventual,
    Field,
    Function,
    ListOf,
    Literal,
    MapOf,
    Never,
    Object,
    Parameter,
    Ref,
    Resource,
    SetOf,
    Top,
    Tuple,
    Type,
    Union,
)
from confty.types.rules import NO, SAFE, UNSAFE, Extra, LiteralRules, Rules, Verdict

_MOST_CACHED: Final = 200_000
_DEEPEST: Final = 160
_NONE_USED: Final = 1 << 30

# The atoms whose values lie inside another's: every number is whole or not.
WITHIN: Final = {(INT, NUMBER), (FLOAT, NUMBER)}

# "Is every value of this in that?", which is not the same as "does this convert to that?".
_MEMBERSHIP: Final = Rules(
    "membership", literals=LiteralRules(conversions=dict.fromkeys(WITHIN, SAFE))
)


class _Asking(_local):
    """The questions about recursive types that are being answered right now, in one thread."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[Type, Type, Rules], int] = {}  # each with its depth
        self.lowest = _NONE_USED  # the outermost of them that an answer has relied on


_asking: Final = _Asking()


def assignable(source: Type, target: Type, rules: Rules) -> Verdict:
    """Say whether a ``source`` value may stand where ``target`` is wanted."""
    known = rules.cache.get((source, target))
    if known is not None:
        return known
    if (source.flags | target.flags) & HAS_REF:
        return _assuming(source, target, rules)
    verdict = _answer(source, target, rules)
    if len(rules.cache) >= _MOST_CACHED:
        rules.cache.clear()
    rules.cache[source, target] = verdict
    return verdict


def convertible(source: Type, target: Type, rules: Rules) -> bool:
    """Say whether ``source`` can stand for ``target`` at all, with or without a check."""
    return assignable(source, target, rules) is not NO


def contained(source: Type, target: Type) -> bool:
    """Say whether every value of ``source`` is in ``target`` as it is, without conversion."""
    return assignable(source, target, _MEMBERSHIP) is SAFE


def same(left: Type, right: Type) -> bool:
    """Say whether two types are equal; unions kept as written are compared as sets."""
    if left is right:
        return True
    if not left.flags & right.flags & HAS_WRITTEN:
        return False
    from confty.types.walk import canonical

    return canonical(left) is canonical(right)


def _assuming(source: Type, target: Type, rules: Rules) -> Verdict:
    """Answer for types that may be recursive."""
    key = (source, target, rules)
    pairs = _asking.pairs
    relied_on = pairs.get(key)
    if relied_on is not None:
        _asking.lowest = min(_asking.lowest, relied_on)
        return SAFE
    depth = len(pairs)
    if depth > _DEEPEST:
        # Deeper than any honest configuration: the value itself will have to show it.
        return UNSAFE
    before = _asking.lowest
    _asking.lowest = _NONE_USED
    pairs[key] = depth
    try:
        verdict = _answer(source, target, rules)
    finally:
        del pairs[key]
        lowest = _asking.lowest
        _asking.lowest = min(before, lowest) if lowest < depth else before
    if lowest >= depth or verdict is NO:
        rules.cache[source, target] = verdict
    return verdict


def _answer(source: Type, target: Type, rules: Rules) -> Verdict:
    """Apply the axioms, then take unions apart, then ask by kind."""
    # With a fixed answer for unions a union may not be SAFE even into itself.
    if source is target and (rules.unions.into_union is None or not source.flags & HAS_UNION):
        return SAFE
    if isinstance(source, Never) or isinstance(target, (Dynamic, Top)):
        return SAFE
    if isinstance(source, Ref) or isinstance(target, Ref):
        if isinstance(target, Union) and source in target.members:
            return SAFE
        return assignable(unfold(source), unfold(target), rules)
    if isinstance(target, Never):
        if isinstance(source, Dynamic):
            return rules.dynamic.into_never
        if not isinstance(source, Union):
            return NO
        fixed = rules.unions.into_never
        return _from_union(source, target, rules) if fixed is None else fixed
    if same(source, target) and rules.unions.into_union is None:
        return SAFE
    if isinstance(source, Union) and not rules.unions.whole:
        return _from_union(source, target, rules)
    if isinstance(source, Dynamic):
        return _from_dynamic(target, rules)
    if isinstance(source, Top):
        return max(rules.dynamic.top_into_any, _into(source, target, rules))
    return _into(source, target, rules)


def _from_dynamic(target: Type, rules: Rules) -> Verdict:
    """An unknown value; where it is refused, a target with room for it still takes it."""
    if rules.dynamic.into_any is NO:
        if isinstance(target, Union):
            return _into_union(DYNAMIC, target, rules)
        if isinstance(target, Eventual):
            return assignable(DYNAMIC, target.inner, rules)
    return rules.dynamic.into_any


def _from_union(source: Union, target: Type, rules: Rules) -> Verdict:
    """Every member may turn up, so all must pass; if only some do, languages differ."""
    if rules.containers.exact:
        return _into(source, target, rules)
    if isinstance(target, Union) and rules.unions.into_union is not None:
        return rules.unions.into_union
    best, worst = NO, SAFE
    for member in source.members:
        verdict = assignable(member, target, rules)
        best, worst = max(best, verdict), min(worst, verdict)
    if worst is NO and best is not NO:
        return rules.unions.mixed
    return worst


def _into_union(source: Type, target: Union, rules: Rules) -> Verdict:
    """One member that takes the value is enough, so the best answer stands."""
    best = NO
    if source in target.members:
        return SAFE
    for member in target.members:
        if rules.containers.exact:
            if same(source, member):
                return SAFE
            continue
        best = max(best, assignable(source, member, rules))
        if best is SAFE:
            return SAFE
    if isinstance(source, Atom) and best is UNSAFE and covers(source, target):
        return SAFE
    return best


def _into(source: Type, target: Type, rules: Rules) -> Verdict:
    """Compare by the kind of the target; the source is known and is no union to be split."""
    if isinstance(target, Union):
        return _into_union(source, target, rules)
    if rules.containers.exact:
        return NO
    if isinstance(target, Eventual):
        return _into_eventual(source, target, rules)
    if isinstance(source, (Literal, Enum)) or isinstance(target, (Literal, Enum)):
        return _constants(source, target, rules)
    if isinstance(target, Atom):
        return _atoms(source, target, rules)
    if isinstance(target, Object):
        return _into_object(source, target, rules)
    if isinstance(target, MapOf):
        return _into_map(source, target, rules)
    if isinstance(target, (ListOf, SetOf, Tuple)):
        return _into_sequence(source, target, rules)
    if isinstance(target, Function) and isinstance(source, Function):
        return _functions(source, target, rules)
    if isinstance(target, Resource) and isinstance(source, Resource):
        return SAFE if target.token == "" else (UNSAFE if source.token == "" else NO)
    return NO


def _atoms(source: Type, target: Atom, rules: Rules) -> Verdict:
    if isinstance(source, Atom):
        return rules.literals.conversions.get((source, target), NO)
    return NO


def _constants(source: Type, target: Type, rules: Rules) -> Verdict:
    """Literals and enumerations, on one side or on both."""
    literals = rules.literals
    if isinstance(target, Enum):
        if isinstance(source, Literal):
            return _literal_into_enum(source, target, rules)
        if isinstance(source, Enum) and not overlap(source, target):
            return NO
        return min(UNSAFE, assignable(source, target.base, rules))
    if isinstance(target, Literal):
        if isinstance(source, Literal):
            reached = assignable(source.base, target.base, rules)
            if literals.other_values is NO and equal_constants(source.value, target.value):
                return reached
            return min(literals.other_values, reached)
        if isinstance(source, Enum):
            if not has_constant(source, target.value):
                return NO
            reached = min(literals.enum_to_base, assignable(source.base, target.base, rules))
            return min(literals.from_base, reached)
        return min(literals.from_base, assignable(source, target.base, rules))
    if isinstance(source, Literal):
        return assignable(source.base, target, rules)
    assert isinstance(source, Enum)
    return min(literals.enum_to_base, assignable(source.base, target, rules))


def _literal_into_enum(source: Literal, target: Enum, rules: Rules) -> Verdict:
    reached = assignable(source.base, target.base, rules)
    if rules.literals.enum_quirk:
        if has_constant(target, source.value) and source.base is not target.base:
            return SAFE
        return min(UNSAFE, reached)
    if source.base is target.base:
        return SAFE if has_constant(target, source.value) else NO
    return min(UNSAFE, reached)


def _into_eventual(source: Type, target: Eventual, rules: Rules) -> Verdict:
    """Now flows into later, an earlier eventual into a later one."""
    if not isinstance(source, Eventual):
        return assignable(source, target.inner, rules)
    if source.rank == target.rank:
        return assignable(source.inner, target.inner, rules)
    if source.rank < target.rank:
        from confty.types.shapes import resolve

        return assignable(resolve(source.inner), target.inner, rules)
    return assignable(source, target.inner, rules) if rules.containers.higher_rank else NO


def _into_sequence(source: Type, target: ListOf | SetOf | Tuple, rules: Rules) -> Verdict:
    """Lists, sets and tuples, into their own kind or across."""
    if isinstance(source, Tuple):
        if isinstance(target, Tuple):
            return _tuples(source, target, rules)
        if isinstance(target, ListOf) and target.length not in (None, len(source.elements)):
            return NO
        best = rules.containers.crossings.get(("tuple", _kind(target)), NO)
        return _each(source.elements, target.element, best, rules)
    if not isinstance(source, (ListOf, SetOf)):
        return NO
    if isinstance(target, Tuple):
        if isinstance(source, ListOf) and source.length not in (None, len(target.elements)):
            return NO
        best = rules.containers.crossings.get((_kind(source), "tuple"), NO)
        for element in target.elements:
            best = min(best, assignable(source.element, element, rules))
        return best
    if isinstance(source, ListOf) and isinstance(target, ListOf):
        return min(_lengths(source, target), assignable(source.element, target.element, rules))
    if isinstance(source, SetOf) and isinstance(target, SetOf):
        return assignable(source.element, target.element, rules)
    best = rules.containers.crossings.get((_kind(source), _kind(target)), NO)
    if isinstance(target, ListOf) and target.length is not None:
        best = min(best, UNSAFE)
    return min(best, assignable(source.element, target.element, rules))


def _kind(type_: ListOf | SetOf) -> str:
    return "list" if isinstance(type_, ListOf) else "set"


def _lengths(source: ListOf, target: ListOf) -> Verdict:
    """A fixed length fits itself and any length."""
    if target.length is None or source.length == target.length:
        return SAFE
    return UNSAFE if source.length is None else NO


def _each(parts: tuple[Type, ...], target: Type, best: Verdict, rules: Rules) -> Verdict:
    for part in parts:
        if best is NO:
            break
        best = min(best, assignable(part, target, rules))
    return best


def _tuples(source: Tuple, target: Tuple, rules: Rules) -> Verdict:
    if rules.unifying:
        from confty.types.unify import strength

        return strength(source, target, rules)
    padding = rules.containers.padding
    if padding is None and len(source.elements) != len(target.elements):
        return NO
    worst = SAFE
    for place, wanted in enumerate(target.elements):
        found = source.elements[place] if place < len(source.elements) else padding
        assert found is not None
        worst = min(worst, assignable(found, wanted, rules))
        if worst is NO:
            break
    return worst


def _into_map(source: Type, target: MapOf, rules: Rules) -> Verdict:
    """A map, or an object whose fields all fit."""
    if isinstance(source, MapOf):
        key = assignable(source.key, target.key, rules)
        return min(key, assignable(source.value, target.value, rules))
    if not isinstance(source, Object):
        return NO
    best = rules.containers.crossings.get(("object", "map"), NO)
    for one in source.fields:
        key = assignable(literal(STRING, one.name), target.key, rules)
        fit = min(key, assignable(one.type, target.value, rules))
        best = min(best, max(fit, UNSAFE) if one.optional else fit)
    if source.rest is not None:
        fit = min(
            assignable(STRING, target.key, rules), assignable(source.rest, target.value, rules)
        )
        best = min(best, max(fit, UNSAFE))  # there may be no unknown fields at all
    return best


def _into_object(source: Type, target: Object, rules: Rules) -> Verdict:
    """Field by field; what is missing and what is too many is the language's business."""
    if isinstance(source, MapOf):
        best = rules.containers.crossings.get(("map", "object"), NO)
        best = min(best, assignable(source.key, STRING, rules))
        for wanted in target.fields:
            fit = assignable(source.value, wanted.type, rules)
            best = min(best, max(fit, UNSAFE) if wanted.optional else fit)
        if target.rest is not None and not target.fields:
            best = min(best, assignable(source.value, target.rest, rules))
        return best
    if not isinstance(source, Object):
        return NO
    if rules.unifying:
        from confty.types.unify import strength

        return strength(source, target, rules)
    worst = SAFE
    for wanted in target.fields:
        worst = min(worst, field_verdict(source, wanted, rules))
        if worst is NO:
            return NO
    return min(worst, _extra(source, target, rules))


def field_verdict(source: Object, wanted: Field, rules: Rules) -> Verdict:
    """Say whether ``source`` supplies one wanted field."""
    found = source.by_name.get(wanted.name)
    if found is not None:
        verdict = assignable(found.type, wanted.type, rules)
        if found.optional:
            # Left out, it fits where it may be left out.
            return max(UNSAFE, verdict) if wanted.optional else min(UNSAFE, verdict)
        return verdict
    missing = rules.objects.missing
    if source.rest is not None:
        verdict = assignable(source.rest, wanted.type, rules)
        if wanted.optional:
            return max(UNSAFE, verdict)
        return min(rules.objects.open_source, verdict)
    if wanted.optional:
        return SAFE
    return NO if missing is None else assignable(missing, wanted.type, rules)


def _extra(source: Object, target: Object, rules: Rules) -> Verdict:
    """Judge the fields of ``source`` that ``target`` does not name."""
    extra = rules.objects.extra
    if target.rest is None:
        if extra is Extra.IGNORED:
            return SAFE
        if extra is Extra.COUNTED:
            refused = len(source.fields) > len(target.fields)
            return NO if refused else _open_into_closed(source, rules)
    worst = SAFE
    for one in source.fields:
        if one.name in target.by_name:
            continue
        reached = NO if target.rest is None else assignable(one.type, target.rest, rules)
        worst = min(worst, max(reached, UNSAFE) if one.optional else reached)
    if target.rest is None:
        return min(worst, _open_into_closed(source, rules))
    if source.rest is not None:
        worst = min(worst, max(UNSAFE, assignable(source.rest, target.rest, rules)))
    return worst


def _open_into_closed(source: Object, rules: Rules) -> Verdict:
    return SAFE if source.rest is None else rules.objects.open_into_closed


def _functions(source: Function, target: Function, rules: Rules) -> Verdict:
    """Parameters the other way around, the result straight."""
    if target.parameters is None:
        return assignable(source.result, target.result, rules)
    if source.parameters is None:
        return min(rules.functions.unknown, assignable(source.result, target.result, rules))
    worst = assignable(source.result, target.result, rules)
    if rules.functions.arity and len(source.parameters) != len(target.parameters):
        return NO
    for place, wanted in enumerate(target.parameters):
        if worst is NO:
            return NO
        if place < len(source.parameters):
            worst = min(worst, _parameters(source.parameters[place], wanted, rules))
        elif source.rest is None:
            return NO
        else:
            worst = min(worst, assignable(wanted.type, source.rest, rules))
    return min(worst, _surplus(source, target, rules))


def _parameters(found: Parameter, wanted: Parameter, rules: Rules) -> Verdict:
    if rules.functions.names and wanted.utterable and found.name != wanted.name:
        return NO
    if wanted.optional and not found.optional:
        return NO
    return assignable(wanted.type, found.type, rules)


def _surplus(source: Function, target: Function, rules: Rules) -> Verdict:
    """Parameters beyond what the target passes must be optional; a wanted rest needs a rest."""
    assert source.parameters is not None
    assert target.parameters is not None
    surplus = source.parameters[len(target.parameters) :]
    if any(not parameter.optional for parameter in surplus):
        return NO
    if target.rest is None:
        return SAFE
    if source.rest is None:
        return NO
    worst = assignable(target.rest, source.rest, rules)
    for parameter in surplus:
        worst = min(worst, assignable(target.rest, parameter.type, rules))
    return worst

"""What may be written at a place: forms, names, types, fields."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from confty.kit.sights import Kind, Offer
from confty.languages.phy.checker.checked import Alias, Procedure, Variable
from confty.languages.phy.forms import FORMS, LETTERS, Form
from confty.languages.phy.insight.cursor import OperandPlace, operand, place_at
from confty.languages.phy.insight.ground import Ground, form_of
from confty.languages.phy.insight.occurrences import kind_of
from confty.languages.phy.insight.sight import about, builtin_told, constant, shortly, told
from confty.languages.phy.library import BUILTINS, Named
from confty.languages.phy.parser import SEED
from confty.languages.phy.rules import fits, is_unknown
from confty.languages.phy.spelling import brief, written
from confty.types import Function, Object, Tuple, Type, Union, canonical

_WORD: Final = re.compile(r"\((?:[^()]|\([^()]*\))*+\)[+*?]?|[^\s()]+")
_TOP: Final = ("Module", "ProcDecl", "TypeDecl")


def offers(ground: Ground, offset: int) -> list[Offer]:
    """Return what may be written at an offset, what suits best first."""
    place = place_at(ground, offset)
    if place is None:
        return []
    found = list(_forms(ground, place))
    if not place.naming:
        found += _names(ground, place)
    unique: dict[str, Offer] = {}
    for one in found:
        unique.setdefault(one.label, one)
    return sorted(unique.values(), key=lambda one: (one.rank, one.label))


def operands_of(form: Form) -> list[str]:
    """Return how the operands of a form are called in its usage."""
    inside = form.usage[1:-1].strip()
    return [one for one in _WORD.findall(inside)[1:] if one]


# Forms.


def _wanted(place: OperandPlace) -> list[Form]:
    letter = place.letter
    if letter == "m":
        expressions = [one for one in FORMS.values() if one.name in LETTERS["e"][1]]
        return [*[FORMS[name] for name in _TOP], *expressions]
    if letter not in LETTERS:
        return []
    return [FORMS[name] for name in LETTERS[letter][1] if name in FORMS]


def _forms(ground: Ground, place: OperandPlace) -> Iterator[Offer]:
    if place.letter == "r":
        yield from _rules(ground, place)
    for form in _wanted(place):
        if ground.checked.dialect == SEED and not form.in_seed:
            continue
        snippet = " ".join([form.name, *_slots(form)])
        opened = "" if place.naming else "("
        closed = "" if place.naming else ")"
        plain = f"({form.name})" if not form.shape else f"({form.name} "
        yield Offer(
            form.name, Kind.KEYWORD, place.start, place.end,
            insert=form.name if place.naming else plain,
            snippet=f"{opened}{snippet}{closed}", detail=form.usage,
            documentation=form.documentation, rank=_rank(place, form),
        )  # fmt: skip


def _rank(place: OperandPlace, form: Form) -> int:
    if place.letter == "m":
        return 1 if form.name in _TOP else 5
    return 1 if place.naming else 4 if place.letter != "t" else 2


def _slots(form: Form) -> list[str]:
    slots: list[str] = []
    for at, one in enumerate(operands_of(form), 1):
        if one.startswith("("):
            # A form inside of a form: its name stays, the rest is to be filled in.
            name, _, _ = one.strip("()+*?").partition(" ")
            slots.append(f"({name} ${{{at}}})")
        elif not one.endswith(("?", "*")):
            slots.append(f"${{{at}:{one.rstrip('+')}}}")
    return slots


def _rules(ground: Ground, place: OperandPlace) -> Iterator[Offer]:
    """Offer a rule for each member of the union that has none."""
    union = operand(ground, place, 0)
    found = None if union is None else ground.type_of(union)
    if not isinstance(found, Union):
        return
    taken: set[Type] = set()
    for at in range(1, len(place.operands)):
        rule = operand(ground, place, at)
        if rule is not None and rule.items and len(rule.items[0].items) > 1:
            member = ground.type_of(rule.items[0].items[1])
            if member is not None:
                taken.add(canonical(member))
    for member in found.members:
        if canonical(member) in taken:
            continue
        text = f"Rule (As ${{1:value}} {written(member)}) ${{2}}"
        plain = f"Rule (As value {written(member)}) (Unreachable)"
        yield Offer(
            f"Rule {brief(member)}", Kind.MEMBER, place.start, place.end,
            insert=plain if place.naming else f"({plain})",
            snippet=text if place.naming else f"({text})",
            detail=f"(Rule (As value {written(member)}) body)", required=True, rank=0,
        )  # fmt: skip


# Names.


def _names(ground: Ground, place: OperandPlace) -> Iterable[Offer]:
    letter = place.letter
    if letter == "s":
        return _members(ground, place)
    if letter in ("t", "x"):
        visible = ground.visible(place.start)
        types = [one for one in visible.values() if isinstance(one, Alias)]
        found = [_named(ground, place, one, None) for one in types]
        return [*found, *(_values(ground, place) if letter == "x" else ())]
    return _values(ground, place) if letter in ("e", "m") else ()


def _members(ground: Ground, place: OperandPlace) -> Iterator[Offer]:
    """Offer the fields of a record, or the positions of a tuple."""
    base = operand(ground, place, 0)
    owner = None if base is None else ground.type_of(base)
    if isinstance(owner, Object):
        for one in owner.fields:
            yield Offer(
                one.name, Kind.FIELD, place.start, place.end,
                detail=f"{one.name}: {shortly(one.type)}", rank=0,
            )  # fmt: skip
    elif isinstance(owner, Tuple):
        for at, type_ in enumerate(owner.elements):
            yield Offer(
                str(at), Kind.FIELD, place.start, place.end, detail=f"{at}: {shortly(type_)}",
                rank=0,
            )  # fmt: skip


def _values(ground: Ground, place: OperandPlace) -> Iterator[Offer]:
    calling = place.form is not None and place.form.name == "Call" and place.index == 0
    storing = place.form is not None and place.form.name == "Asgn" and place.index == 0
    wanted = wanted_type(ground, place)
    for entity in ground.visible(place.start).values():
        unfinished = is_unknown(entity.type)
        if isinstance(entity, Alias) and not unfinished:
            continue
        if calling and not isinstance(entity.type, Function) and not unfinished:
            continue
        if storing and (not isinstance(entity, Variable) or entity.kind != "local"):
            continue
        yield _named(ground, place, entity, wanted)
    if storing:
        return
    for builtin in BUILTINS.values():
        if ground.checked.dialect == SEED and not builtin.in_seed:
            continue
        constant_ = isinstance(builtin.signature, Named)
        if calling == constant_:
            continue
        yield Offer(
            builtin.name, Kind.CONSTANT if constant_ else Kind.FUNCTION, place.start, place.end,
            detail=builtin_told(builtin).partition("\n")[0], documentation=builtin.documentation,
            rank=3,
        )  # fmt: skip


def _named(
    ground: Ground, place: OperandPlace, entity: Variable | Procedure | Alias, wanted: Type | None
) -> Offer:
    suits = wanted is not None and fits(entity.type, wanted)
    value = constant(ground, entity)
    detail = told(entity) + (f" = {value}" if value else "")
    return Offer(
        str(entity.name), kind_of(entity), place.start, place.end, detail=detail,
        documentation=about(ground, entity), rank=0 if suits else 1 if wanted is None else 2,
    )  # fmt: skip


def wanted_type(ground: Ground, place: OperandPlace) -> Type | None:
    """Return the type that a place asks for, where that is known."""
    form = "" if place.form is None else place.form.name
    if form == "Call" and place.index:
        callee = operand(ground, place, 0)
        type_ = None if callee is None else ground.type_of(callee)
        if isinstance(type_, Function) and type_.parameters is not None:
            parameters = type_.parameters
            at = place.index - 1
            return parameters[at].type if at < len(parameters) else None
    if form == "Asgn" and place.index == 1:
        target = operand(ground, place, 0)
        return None if target is None else ground.type_of(target)
    if form == "Return":
        for node in ground.way(place.opened)[::-1]:
            if form_of(node) == "ProcDecl" and len(node.items) > 1:
                return ground.type_of(node.items[1])
    return None

"""The form or the call that a cursor is in, and which operand is being written."""

from __future__ import annotations

from confty.kit.sights import Parameter, Signature
from confty.languages.phy.checker.checked import Procedure
from confty.languages.phy.insight.cursor import OperandPlace, operand, place_at
from confty.languages.phy.insight.ground import Ground
from confty.languages.phy.insight.offers import operands_of
from confty.languages.phy.insight.sight import about, shortly
from confty.languages.phy.library import BUILTINS, Builtin, Named, OnSequence, Uniform
from confty.languages.phy.rules import equal
from confty.languages.phy.spelling import spell
from confty.types import Function


def signature(ground: Ground, offset: int) -> Signature | None:
    """Return what the innermost form around an offset takes."""
    place = place_at(ground, offset)
    if place is None or place.form is None:
        return None
    if place.form.name == "Call" and place.index:
        called = _called(ground, place)
        if called is not None:
            return called
    return _form(place)


def _form(place: OperandPlace) -> Signature:
    form = place.form
    assert form is not None
    labels = operands_of(form)
    parameters = [
        Parameter(one.strip("()+*?"), one, optional=one.endswith(("?", "*"))) for one in labels
    ]
    active: int | None = place.index if place.index < len(labels) else None
    if labels and form.most is None and place.index >= len(labels):
        active = len(labels) - 1
    return Signature(form.usage, parameters, active, form.documentation)


def _called(ground: Ground, place: OperandPlace) -> Signature | None:
    callee = operand(ground, place, 0)
    if callee is None:
        return None
    active = place.index - 1
    entity = ground.uses.get(callee.start)
    type_ = ground.type_of(callee)
    builtin = BUILTINS.get(str(callee.value)) if callee.form == "Ident" else None
    if entity is None and builtin is not None:
        return _builtin(ground, place, builtin, active)
    if not isinstance(type_, Function) or type_.parameters is None:
        return None
    names = [""] * len(type_.parameters)
    said = ""
    written = ground.text[callee.start : callee.end]
    if isinstance(entity, Procedure):
        names = [one.name for one in entity.parameters]
        said = about(ground, entity)
    types = [shortly(one.type) for one in type_.parameters]
    labels = [f"{name}: {one}" if name else one for name, one in zip(names, types, strict=True)]
    label = f"{written}({', '.join(labels)}) -> {shortly(type_.result)}"
    parameters = [Parameter(name or one, one) for name, one in zip(names, labels, strict=True)]
    return Signature(label, parameters, active if active < len(labels) else None, said)


def _builtin(
    ground: Ground, place: OperandPlace, builtin: Builtin, active: int
) -> Signature | None:
    """Return what a built-in takes: of several kinds, that of the first operand."""
    taken = builtin.signature
    if isinstance(taken, Named):
        return None
    if isinstance(taken, OnSequence):
        labels = ["seq(t)", *["t"] * taken.elements]
        result = spell(taken.result) if taken.result else "seq(t)"
    else:
        labels, result = _uniform(ground, place, taken)
    label = f"{builtin.name}({', '.join(labels)}) -> {result}"
    parameters = [Parameter(one, one) for one in labels]
    at = active if active < len(labels) else None
    return Signature(label, parameters, at, builtin.documentation)


def _uniform(ground: Ground, place: OperandPlace, taken: Uniform) -> tuple[list[str], str]:
    first = operand(ground, place, 1)
    given = None if first is None else ground.type_of(first)
    chosen = [one for one in taken.types if given is not None and equal(one, given)]
    if len(chosen) == 1 or len(taken.types) == 1:
        type_ = chosen[0] if chosen else taken.types[0]
        return [spell(type_)] * taken.count, spell(taken.result or type_)
    either = " or ".join([spell(one) for one in taken.types])
    return [either] * taken.count, spell(taken.result) if taken.result else either

"""Objects: fields, keys and values, patches, pruning."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.calls import caller
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.wants import boolean, refuse, values
from confty.languages.jsonnet.evaluator.objects import field, has_field, late_field, without
from confty.languages.jsonnet.evaluator.values import (
    EMPTY,
    Func,
    Obj,
    Thunk,
    Value,
    force,
    record,
    type_name,
)


def _fields(target: Value, *, hidden: bool) -> list[Value]:
    if target.__class__ is not Obj:
        refuse("objectFieldsEx", "object, boolean", target, hidden)
    return list(target.shape.everything if hidden else target.shape.visible)


def _has(target: Value, name: Value, *, hidden: bool) -> bool:
    if target.__class__ is not Obj or name.__class__ is not str:
        refuse("objectHasEx", "object, string, boolean", target, name, hidden)
    return has_field(target, name, hidden=hidden)


def object_fields(target: Value) -> list[Value]:
    return _fields(target, hidden=False)


def object_fields_all(target: Value) -> list[Value]:
    return _fields(target, hidden=True)


def object_fields_ex(target: Value, hidden: Value) -> list[Value]:
    if target.__class__ is not Obj or hidden.__class__ is not bool:
        refuse("objectFieldsEx", "object, boolean", target, hidden)
    return _fields(target, hidden=hidden)


def object_has(target: Value, name: Value) -> bool:
    return _has(target, name, hidden=False)


def object_has_all(target: Value, name: Value) -> bool:
    return _has(target, name, hidden=True)


def object_has_ex(target: Value, name: Value, hidden: Value) -> bool:
    if target.__class__ is not Obj or name.__class__ is not str or hidden.__class__ is not bool:
        refuse("objectHasEx", "object, string, boolean", target, name, hidden)
    return has_field(target, name, hidden=hidden)


def _values(target: Value, *, hidden: bool) -> list[Value]:
    return [late_field(target, name) for name in _fields(target, hidden=hidden)]


def object_values(target: Value) -> list[Value]:
    return _values(target, hidden=False)


def object_values_all(target: Value) -> list[Value]:
    return _values(target, hidden=True)


def _pairs(target: Value, *, hidden: bool) -> list[Value]:
    return [
        record({"key": name, "value": late_field(target, name)})
        for name in _fields(target, hidden=hidden)
    ]


def object_pairs(target: Value) -> list[Value]:
    return _pairs(target, hidden=False)


def object_pairs_all(target: Value) -> list[Value]:
    return _pairs(target, hidden=True)


def object_remove_key(target: Value, name: Value) -> Obj:
    if target.__class__ is not Obj or name.__class__ is not str:
        refuse("objectRemoveKey", "object, string", target, name)
    return without(target, name)


def get(target: Value, name: Value, default: Value = None, hidden: Value = True) -> Value:
    if _has(target, name, hidden=boolean("objectHasEx", hidden)):
        return field(target, name)
    return force(default) if default.__class__ is Thunk else default


def map_with_key(function: Value, target: Value) -> Obj:
    if function.__class__ is not Func:
        kind = type_name(function)
        raise Stop(f"std.mapWithKey first param must be function, got {kind}")
    if target.__class__ is not Obj:
        kind = type_name(target)
        raise Stop(f"std.mapWithKey second param must be object, got {kind}")
    code = caller(function, 2, len(target.shape.visible))

    def mapped(name: str) -> Value:
        return code(name, late_field(target, name))

    return record({name: Thunk(mapped, name) for name in target.shape.visible})


#: What was made of two values, or of one and null, by their numbers; they are kept beside it.
_Made = dict[tuple[int, int], tuple[Value, Value, Value]]


def merge_patch(target: Value, patch: Value) -> Value:
    if patch.__class__ is not Obj:
        return patch
    return _merged(force(target) if target.__class__ is Thunk else target, patch, {})


def _merged(target: Value, patch: Value, made: _Made) -> Value:
    """Lay a patch over a value; what shares its parts before shares them afterwards."""
    if patch.__class__ is not Obj:
        return patch
    base = target if target.__class__ is Obj else None
    known = made.get((id(base), id(patch)))
    if known is None:
        known = (base, patch, _patched_fields(base or Obj(EMPTY, ((),)), patch, made))
        made[id(base), id(patch)] = known
    return known[2]


def _patched_fields(base: Obj, patch: Obj, made: _Made) -> Obj:
    fields: dict[str, Value] = {}
    changes = {name: field(patch, name) for name in patch.shape.visible}
    known = frozenset(base.shape.visible)
    for name in sorted(known | changes.keys()):
        if name not in changes:
            fields[name] = late_field(base, name)
        elif changes[name] is not None:
            below = base if name in known else None
            fields[name] = Thunk(_patched, (below, name, changes[name], made))
    return record(fields)


def _patched(place: tuple[Obj | None, str, Value, _Made]) -> Value:
    base, name, change, made = place
    below = None if base is None else field(base, name)
    return _merged(below, change, made)


def _is_content(value: Value) -> bool:
    if value is None:
        return False
    if value.__class__ is list:
        return bool(value)
    return bool(value.shape.visible) if value.__class__ is Obj else True


def prune(value: Value) -> Value:
    return _pruned(value, {})


def _pruned(value: Value, made: dict[int, tuple[Value, Value]]) -> Value:
    """Drop what is empty; ``made`` is what was pruned already, by its number, and kept."""
    kind = value.__class__
    if kind is not list and kind is not Obj:
        return value
    known = made.get(id(value))
    if known is not None:
        return known[1]
    result: Value
    if kind is Obj:
        fields = {name: _pruned(field(value, name), made) for name in value.shape.visible}
        result = record({name: item for name, item in fields.items() if _is_content(item)})
    else:
        items = [_pruned(item, made) for item in values(value)]
        result = [item for item in items if _is_content(item)]
    made[id(value)] = (value, result)
    return result

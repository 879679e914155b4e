"""Objects: fields, keys and values, patches, pruning."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.calls import caller
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.signature import native
from confty.languages.jsonnet.evaluator.library.wants import refuse, values
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


@native("objectFields(o)")
def object_fields(target: Value) -> list[Value]:
    """The visible field names, sorted."""
    return _fields(target, hidden=False)


@native("objectFieldsAll(o)")
def object_fields_all(target: Value) -> list[Value]:
    """All field names, sorted."""
    return _fields(target, hidden=True)


@native("objectFieldsEx(obj, inc_hidden)")
def object_fields_ex(target: Value, hidden: Value) -> list[Value]:
    """The field names, hidden ones if asked."""
    if target.__class__ is not Obj or hidden.__class__ is not bool:
        refuse("objectFieldsEx", "object, boolean", target, hidden)
    return _fields(target, hidden=hidden)


@native("objectHas(o, f)")
def object_has(target: Value, name: Value) -> bool:
    """Whether a visible field is there."""
    return _has(target, name, hidden=False)


@native("objectHasAll(o, f)")
def object_has_all(target: Value, name: Value) -> bool:
    """Whether a field is there."""
    return _has(target, name, hidden=True)


@native("objectHasEx(obj, f, inc_hidden)")
def object_has_ex(target: Value, name: Value, hidden: Value) -> bool:
    """Whether a field is there, hidden ones if asked."""
    if target.__class__ is not Obj or name.__class__ is not str or hidden.__class__ is not bool:
        refuse("objectHasEx", "object, string, boolean", target, name, hidden)
    return has_field(target, name, hidden=hidden)


def _values(target: Value, *, hidden: bool) -> list[Value]:
    return [late_field(target, name) for name in _fields(target, hidden=hidden)]


@native("objectValues(o)")
def object_values(target: Value) -> list[Value]:
    """The values of the visible fields, by name."""
    return _values(target, hidden=False)


@native("objectValuesAll(o)")
def object_values_all(target: Value) -> list[Value]:
    """The values of all fields, by name."""
    return _values(target, hidden=True)


def _pairs(target: Value, *, hidden: bool) -> list[Value]:
    return [
        record({"key": name, "value": late_field(target, name)})
        for name in _fields(target, hidden=hidden)
    ]


@native("objectKeysValues(o)")
def object_pairs(target: Value) -> list[Value]:
    """Records of key and value for the visible fields."""
    return _pairs(target, hidden=False)


@native("objectKeysValuesAll(o)")
def object_pairs_all(target: Value) -> list[Value]:
    """Records of key and value for all fields."""
    return _pairs(target, hidden=True)


@native("objectRemoveKey(obj, key)")
def object_remove_key(target: Value, name: Value) -> Obj:
    """The object without a field."""
    if target.__class__ is not Obj or name.__class__ is not str:
        refuse("objectRemoveKey", "object, string", target, name)
    return without(target, name)


@native("get(o, f, default?=null, inc_hidden=true)")
def get(target: Value, name: Value, default: Value = None, hidden: Value = True) -> Value:
    """A field's value, or a default."""
    if _has(target, name, hidden=hidden):
        return field(target, name)
    return force(default) if default.__class__ is Thunk else default


@native("mapWithKey(func, obj)")
def map_with_key(function: Value, target: Value) -> Obj:
    """The object with each visible value mapped by a function of key and value."""
    if function.__class__ is not Func:
        kind = type_name(function)
        raise Stop(f"std.mapWithKey first param must be function, got {kind}")
    if target.__class__ is not Obj:
        kind = type_name(target)
        raise Stop(f"std.mapWithKey second param must be object, got {kind}")
    code = caller(function, 2)

    def mapped(name: str) -> Value:
        return code(name, late_field(target, name))

    return record({name: Thunk(mapped, name) for name in target.shape.visible})


@native("mergePatch(target, patch)")
def merge_patch(target: Value, patch: Value) -> Value:
    """Apply a JSON merge patch: null removes, objects merge, all else replaces."""
    if patch.__class__ is not Obj:
        return patch
    base = target if target.__class__ is Obj else Obj(EMPTY, ((),))
    fields: dict[str, Value] = {}
    changes = {name: field(patch, name) for name in patch.shape.visible}
    known = frozenset(base.shape.visible)
    for name in sorted(known | changes.keys()):
        if name not in changes:
            fields[name] = late_field(base, name)
        elif changes[name] is not None:
            fields[name] = Thunk(_patched, (base if name in known else None, name, changes[name]))
    return record(fields)


def _patched(place: tuple[Obj | None, str, Value]) -> Value:
    base, name, change = place
    if change.__class__ is not Obj:
        return change
    return merge_patch(None if base is None else field(base, name), change)


def _is_content(value: Value) -> bool:
    if value is None:
        return False
    if value.__class__ is list:
        return bool(value)
    return bool(value.shape.visible) if value.__class__ is Obj else True


@native("prune(a)")
def prune(value: Value) -> Value:
    """The value without nulls and empty containers, all the way down."""
    if value.__class__ is list:
        items = [prune(item) for item in values(value)]
        return [item for item in items if _is_content(item)]
    if value.__class__ is Obj:
        fields = {name: prune(field(value, name)) for name in value.shape.visible}
        return record({name: item for name, item in fields.items() if _is_content(item)})
    return value

"""Library functions in a labelled run.

Most read their arguments through views, and the result takes every label they read.  Those
that only move parts leave the labels of the parts where they are.  Those that call functions
of the program hand them parts with their labels, and note the labels of the answers they use.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.calls import caller
from confty.languages.jsonnet.evaluator.current import current, external
from confty.languages.jsonnet.evaluator.equality import equals
from confty.languages.jsonnet.evaluator.labels import ends
from confty.languages.jsonnet.evaluator.labels.marks import (
    Met,
    SafeFailure,
    Speech,
    labelled,
    safe,
)
from confty.languages.jsonnet.evaluator.labels.places import here
from confty.languages.jsonnet.evaluator.library.loading import as_value, body_at
from confty.languages.jsonnet.evaluator.library.wants import array, values
from confty.languages.jsonnet.evaluator.manifest.extent import Tally, refuse_endless_array
from confty.languages.jsonnet.evaluator.objects import field, late_field
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    EMPTY,
    Func,
    Obj,
    Thunk,
    Value,
    force,
    record,
    type_name,
)
from confty.languages.jsonnet.library import FUNCTIONS, StdFunction
from confty.languages.jsonnet.library.record import MOVED, RAW, WATCHED
from confty.light import partial
from confty.values.labels import Labelled, Step, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final


def lift(name: str, *arguments: Value) -> Value:
    """Call a library function whose arguments may carry labels."""
    record = FUNCTIONS[name]
    if record.lifted:
        if record.ends not in {"sure", "passes"} and any(_is_secret(item) for item in arguments):
            ends.decide()
        return _STAND_INS[record.lifted](record, *arguments)
    met = Met(sure=_is_sure(name, arguments))
    taken = record.labels
    tops = [_top(met, item, _at(taken, at)) for at, item in enumerate(arguments)]
    if met.missing:
        return met.unknown(f"std.{name}")
    met.decide(*tops)
    ready = [_ready(met, item, _at(taken, at)) for at, item in enumerate(tops)]
    if _at(taken, len(ready)) == WATCHED:
        # Without a function for keys the elements are the keys, and are read.
        ready += [_watched(met, ABSENT)]
    return met.run(f"std.{name}", body_at(record.body_in(current().dialect)), *ready)


def _is_secret(item: Value) -> bool:
    return item.__class__ is Labelled and item.secret


def _is_sure(name: str, arguments: tuple[Value, ...]) -> bool:
    """Whether a call ends in one way whatever the secrets in its arguments are."""
    if name in {"format", "mod"}:
        return ends.is_sure_format(arguments[0])
    return ends.is_sure(
        f"std.{name}", [at for at, item in enumerate(arguments) if _is_secret(item)]
    )


def _at(taken: tuple[str, ...], place: int) -> str:
    return taken[place] if place < len(taken) else ""


def _top(met: Met, item: Value, taken: str) -> Value:
    if taken == RAW:
        return item
    if item.__class__ is Thunk:
        item = force(item)
    if item.__class__ is not Labelled:
        return item
    bare = met.top(item)
    if taken == MOVED and bare.__class__ is str:
        return [labelled(letter, item) for letter in bare]
    return bare


def _ready(met: Met, item: Value, taken: str) -> Value:
    if item.__class__ is Thunk or (item is ABSENT and taken != WATCHED):
        return item
    if taken == WATCHED:
        return _watched(met, item)
    if not taken:
        return met.bare(item)
    return _called_safely(item) if item.__class__ is Func else item


def _called_safely(function: Func) -> Func:
    code = function.code
    return Func(
        lambda *arguments: safe(code, *arguments),
        function.params,
        function.optional,
        function.name,
    )


def _watched(met: Met, function: Value) -> Value:
    """A function of the program whose answers are read by the library."""
    if function is ABSENT:
        return Func(met.part, ("x",))
    if function.__class__ is not Func:
        return function
    code = function.code

    def watched(*arguments: Value) -> Value:
        return met.bare(safe(code, *arguments))

    return Func(watched, function.params, function.optional, function.name)


def lifted_function(record: StdFunction, dialect: str) -> Func:
    """A library function as a value, for programs that pass it around."""
    return as_value(record, dialect, partial(lift, record.name))


def embedded(name: str, function: Func) -> Func:
    """A function of the embedding program: it reads all that it is given."""

    def called(*arguments: Value) -> Value:
        met = Met()
        ready = [force(a) if a.__class__ is Thunk else a for a in arguments]
        tops = [met.top(argument) for argument in ready]
        if met.missing:
            return met.unknown(name)
        return met.run(name, function.code, *[met.bare(argument) for argument in tops])

    return Func(called, function.params, function.optional, function.name)


_KINDS: Final = {
    "string": "string",
    "number": "number",
    "bool": "boolean",
    "array": "array",
    "object": "object",
}


def typed(record: StdFunction, value: Value) -> Value:
    """The type of a secret is secret; that of an unknown value may have been declared."""
    name = record.name
    met = Met()
    bare = met.top(value)
    if met.missing and not met.secret and bare.kind in _KINDS:
        word = _KINDS[bare.kind]
    elif met.missing:
        return met.unknown(f"std.{name}")
    else:
        word = type_name(bare)
    answer = word if name == "type" else word == name.removeprefix("is").lower()
    return answer if met.missing else met.marked(answer, f"std.{name}")


def trace(record: StdFunction, message: Value, rest: Value, place: str = "std.jsonnet:0") -> Value:
    """The message is printed without its secrets; what follows keeps its labels."""
    if message.__class__ is Labelled:
        known = not message.unknown
        if known and message.value.__class__ is not str:
            raise SafeFailure("Builtin function trace expected string as first parameter")
        message = Speech(shows=current().shows).bare(message)
    if message.__class__ is str and current().decided and not current().shows:
        # Whether the program comes by here may depend on a secret.
        return force(rest) if rest.__class__ is Thunk else rest
    return body_at(record.body_in(current().dialect))(message, rest, place)


def ext_var(record: StdFunction, name: Value) -> Value:
    """A hidden variable, its label beginning where it is read."""
    met = Met()
    value = met.run("std.extVar", body_at(record.body_in(current().dialect)), met.top(name))
    if value.__class__ is not Labelled or name.__class__ is Labelled:
        return value
    given = external(name)
    first = given.origins[0]
    if not first.introduces:
        # Code that computes with another variable: its story is told already.
        return value
    origin = Step(first.what, here(), (), first.introduces)
    return Labelled(given.value, given.secret, given.dependencies, (origin,))


def remove(_record: StdFunction, items: Value, unwanted: Value) -> Value:
    """``remove`` reads elements up to the place; those that stay keep their labels."""
    met = Met()
    elements = met.top(items)
    if met.missing:
        return met.unknown("std.remove")

    def removed() -> Value:
        wanted = met.bare(unwanted)
        for at, item in enumerate(values(array("remove", elements))):
            if equals(met.part(item), wanted) is True:
                return elements[:at] + elements[at + 1 :]
        return elements

    return met.run("std.remove", removed)


def flatten_deep(_record: StdFunction, value: Value) -> Value:
    """All elements of nested arrays; how arrays nest is read, elements are moved."""
    met = Met()
    result: list[Value] = []
    waiting = [value]
    tally = Tally(value, lambda whole: refuse_endless_array(whole, _under_label))
    while waiting:
        item = waiting.pop()
        item = force(item) if item.__class__ is Thunk else item
        inner = item.value if item.__class__ is Labelled else item
        if isinstance(inner, Unknown) and inner.kind in {"any", "array"}:
            met.note(item)
        elif inner.__class__ is list:
            _noted(item, met)
            tally.count(inner, len(inner))
            waiting += reversed(inner)
        else:
            _noted(item, met)
            result.append(item)
    if met.missing:
        return met.unknown("std.flattenDeepArray")
    return met.marked(result, "std.flattenDeepArray")


def prune(_record: StdFunction, value: Value) -> Value:
    """Drop what is empty; a part that stays keeps its label, one that goes labels the rest."""
    met = Met()
    return met.marked(_pruned(value, met, {}), "std.prune")


def _pruned(value: Value, met: Met, made: dict[int, tuple[Value, Value]]) -> Value:
    """Drop what is empty; ``made`` is what was pruned already, by its number, and kept."""
    if value.__class__ is Labelled:
        return value if value.unknown else labelled(_pruned(value.value, met, made), value)
    kind = value.__class__
    if kind is not list and kind is not Obj:
        return value
    known = made.get(id(value))
    if known is not None:
        return known[1]
    result: Value
    if kind is Obj:
        fields = {name: _pruned(field(value, name), met, made) for name in value.shape.visible}
        result = record({name: item for name, item in fields.items() if _stays(item, met)})
    else:
        items = [_pruned(force(i) if i.__class__ is Thunk else i, met, made) for i in value]
        result = [item for item in items if _stays(item, met)]
    made[id(value)] = (value, result)
    return result


def _stays(item: Value, met: Met) -> bool:
    bare = item.value if item.__class__ is Labelled else item
    empty = (
        bare is None
        or (bare.__class__ is list and not bare)
        or (bare.__class__ is Obj and not bare.shape.visible)
    )
    _noted(item, met)
    return not empty


def _under_label(item: Value) -> Value:
    return item.value if item.__class__ is Labelled else item


def _noted(item: Value, met: Met) -> None:
    """Note the label of a part whose being there at all depends on what it is.

    It might be another thing for another secret, so it does not matter what it is for this one.
    """
    if item.__class__ is not Labelled or item.unknown:
        return
    bare = item.value
    if bare is None or bare.__class__ is list or (item.secret and not ends.is_of_one_kind(item)):
        met.note(item)


def merge_patch(_record: StdFunction, target: Value, patch: Value) -> Value:
    """Apply a merge patch; a labelled null, which removes a field, labels the whole."""
    if not _is_object(patch):
        return patch
    return _patched(force(target) if target.__class__ is Thunk else target, patch, {})


#: What was made of two values, or of one and null, by their numbers; they are kept beside it.
_Made = dict[tuple[int, int], tuple[Value, Value, Value]]


def _patched(target: Value, patch: Value, made: _Made) -> Value:
    """Lay a patch over a value; what shares its parts before shares them afterwards."""
    if not _is_object(patch):
        return patch
    base = target if target.__class__ in {Obj, Labelled} else None
    pair = (id(base), id(patch))
    known = made.get(pair)
    if known is None:
        known = made[pair] = (base, patch, _patched_object(base, patch, made))
    return known[2]


def _patched_object(target: Value, patch: Value, made: _Made) -> Value:
    met = Met()
    change, base = met.top(patch), met.top(target)
    if met.missing:
        return met.unknown("std.mergePatch")
    base = base if base.__class__ is Obj else Obj(EMPTY, ((),))
    changes = {name: field(change, name) for name in change.shape.visible}
    known = frozenset(base.shape.visible)
    fields: dict[str, Value] = {}
    for name in sorted(known | changes.keys()):
        if name not in changes:
            fields[name] = late_field(base, name)
        elif _stays_patched(changes[name], met):
            below = base if name in known else None
            fields[name] = Thunk(_patched_part, (below, name, changes[name], made))
    return met.marked(record(fields), "std.mergePatch")


def _patched_part(place: tuple[Obj | None, str, Value, _Made]) -> Value:
    """A part of what was patched, worked out when it is read."""
    base, name, change, made = place
    # Read whatever the change is, as in a plain run.
    below = None if base is None else field(base, name)
    return _patched(below, change, made)


def _is_object(value: Value) -> bool:
    return (value.value if value.__class__ is Labelled else value).__class__ is Obj


def _stays_patched(value: Value, met: Met) -> bool:
    _noted(value, met)
    return (value.value if value.__class__ is Labelled else value) is not None


def flat_map(record: StdFunction, function: Value, items: Value) -> Value:
    """The program's function gets labelled parts, and of its answers the tops are read."""
    met = Met()
    code, parts = _watched(met, met.top(function)), met.top(items)
    if met.missing:
        return met.unknown("std.flatMap")
    if items.__class__ is Labelled and parts.__class__ is str and code.__class__ is Func:
        # The library walks over characters; the function is handed the labelled ones.
        letters = iter([labelled(letter, items) for letter in parts])
        answer = caller(code, 1, len(parts))
        code = Func(lambda _: answer(next(letters)), ("letter",))
    return met.run("std.flatMap", body_at(record.body_in(current().dialect)), code, parts)


def same(_record: StdFunction, value: Value) -> Value:
    """The value with its labels."""
    return value


_STAND_INS: Final[dict[str, Callable[..., Value]]] = {
    work.__name__: work
    for work in (ext_var, flat_map, flatten_deep, merge_patch, prune, remove, same, trace, typed)
}

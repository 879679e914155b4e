"""Arrays inside arrays, however deep."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.wants import values
from confty.languages.jsonnet.evaluator.manifest.extent import Tally, refuse_endless_array
from confty.languages.jsonnet.evaluator.values import Value, type_name


def deep_join(value: Value) -> str:
    return _deep_joined(value, Tally(value, refuse_endless_array))


def _deep_joined(value: Value, tally: Tally) -> str:
    if value.__class__ is str:
        return str(value)
    if value.__class__ is not list:
        raise Stop(f"Expected string or array, got {type_name(value)}")
    tally.count(value, len(value))
    return "".join([_deep_joined(item, tally) for item in values(value)])


def flatten_deep(value: Value) -> list[Value]:
    if value.__class__ is not list:
        return [value]
    result: list[Value] = []
    _flatten(value, Tally(value, refuse_endless_array), result)
    return result


def _flatten(value: list[Value], tally: Tally, result: list[Value]) -> None:
    tally.count(value, len(value))
    for item in values(value):
        if item.__class__ is list:
            _flatten(item, tally, result)
        else:
            result.append(item)

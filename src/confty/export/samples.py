"""One type for many samples: what they have in common, and what differs between them.

A key that some samples lack is optional.  Texts that repeat are a few choices.  An object whose
keys are names of things, and differ from sample to sample while their values are alike, is a
dictionary and not a record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from confty import types

#: What a key looks like that names a thing and not a field: numbers, versions, hosts, paths.
_NAMES_A_THING: Final = re.compile(r"[0-9].*|.*[./:@ ].*|.*[0-9]{2,}|.*[-_][0-9]+")
#: What a choice looks like.
_CHOICE: Final = re.compile(r"[A-Za-z][\w.+-]{0,30}")
_MOST_CHOICES: Final = 10
_FEWEST_TEXTS: Final = 3
_FEWEST_KEYS: Final = 3
#: How many of the samples have a key of a dictionary at most, on average.
_SHARED: Final = 0.5


def common_type(samples: Sequence[object], scalar: Callable[[object], types.Type]) -> types.Type:
    """Return a type that every sample has; ``scalar`` types a single value."""
    dicts = [one for one in samples if isinstance(one, dict)]
    lists = [one for one in samples if isinstance(one, list)]
    texts = [one for one in samples if isinstance(one, str)]
    rest = [one for one in samples if not isinstance(one, dict | list | str)]
    parts: list[types.Type] = []
    if dicts:
        parts.append(_objects(dicts, scalar))
    if lists:
        elements = [element for one in lists for element in one]
        inner = common_type(elements, scalar) if elements else types.DYNAMIC
        parts.append(types.list_of(inner))
    if texts:
        parts.append(_texts(texts))
    parts += _scalars({scalar(one) for one in rest})
    return types.union_of(*parts)


def _scalars(found: set[types.Type]) -> list[types.Type]:
    """The kinds of single values; a whole number is a number where there are others."""
    if types.NUMBER in found:
        found.discard(types.INT)
    return sorted(found, key=repr)


def _texts(texts: list[str]) -> types.Type:
    distinct = list(dict.fromkeys(texts))
    few = len(distinct) <= _MOST_CHOICES and 2 * len(distinct) <= len(texts) + 1
    if len(texts) < _FEWEST_TEXTS or not few or not all(map(_CHOICE.fullmatch, distinct)):
        return types.STRING
    return types.union_of(*[types.literal(types.STRING, one) for one in sorted(distinct)])


def _objects(
    dicts: list[dict[object, object]], scalar: Callable[[object], types.Type]
) -> types.Type:
    values: dict[object, list[object]] = {}
    for one in dicts:
        for key, value in one.items():
            values.setdefault(key, []).append(value)
    if not all(isinstance(key, str) for key in values):
        keys = types.union_of(*{scalar(key) for key in values})
        every = [value for some in values.values() for value in some]
        return types.map_of(keys, common_type(every, scalar))
    if _is_dictionary(dicts, values, scalar):
        every = [value for some in values.values() for value in some]
        return types.map_of(types.STRING, common_type(every, scalar))
    return types.object_of(
        [
            types.field(str(key), common_type(some, scalar), optional=len(some) < len(dicts))
            for key, some in values.items()
        ]
    )


def _is_dictionary(
    dicts: list[dict[object, object]],
    values: dict[object, list[object]],
    scalar: Callable[[object], types.Type],
) -> bool:
    if len(values) < _FEWEST_KEYS:
        return False
    kinds = {_kind(value, scalar) for some in values.values() for value in some}
    if len(kinds) != 1:
        return False
    if all(isinstance(key, str) and _NAMES_A_THING.fullmatch(key) for key in values):
        return True
    filled = [one for one in dicts if one]
    shared = sum(map(len, filled)) / (len(values) * len(filled))
    return len(filled) > 1 and shared <= _SHARED and _alike(values)


def _kind(value: object, scalar: Callable[[object], types.Type]) -> object:
    if isinstance(value, dict | list | str):
        return type(value)
    return scalar(value)


def _alike(values: dict[object, list[object]]) -> bool:
    """Whether values under different keys have the same keys themselves, if they have any."""
    shapes = [set(one) for some in values.values() for one in some if isinstance(one, dict)]
    if not shapes:
        return True
    every = set().union(*shapes)
    return not every or sum(map(len, shapes)) >= _SHARED * len(every) * len(shapes)

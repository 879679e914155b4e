"""Layers that are laid over one another at once are what they are one by one."""

from __future__ import annotations

import random
from functools import reduce
from itertools import accumulate

import pytest

from confty import types
from confty.languages.jsonnet import rules
from confty.languages.jsonnet.checker.origins import LayeredObject
from confty.languages.jsonnet.checker.sums import field_of, merged, remembered

PLAIN = [
    types.NUMBER, types.STRING, types.NULL, rules.ANY, rules.BOOLEAN, types.tuple_of(types.NUMBER),
    types.list_of(types.STRING), types.literal(types.STRING, "a"), types.union_of(types.NUMBER, types.STRING),
    types.union_of(types.NULL, types.object_of({"a": types.NUMBER})),
]  # fmt: skip
MARKS = [0, 0, 0, *[rules.PLUS] * 3, rules.LATE, rules.PLUS | rules.LATE, rules.SHOWN, rules.DECLARED]  # fmt: skip


def layer(chance: random.Random, depth: int) -> types.Object:
    fields = [
        types.field(
            name,
            layer(chance, depth - 1) if depth and chance.random() < 0.6 else chance.choice(PLAIN),
            hidden=chance.random() < 0.15,
            marks=chance.choice(MARKS),
            optional=chance.random() < 0.06,
        )
        for name in chance.sample("abcd", chance.randrange(4))
    ]
    return types.object_of(fields, rules.ANY if chance.random() < 0.12 else None)


@pytest.mark.parametrize("seed", range(20))
def test_at_once_and_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        layers = [layer(chance, 3) for _ in range(chance.randrange(2, 9))]
        one_by_one = reduce(merged, layers)
        # What remembers its layers is put together when somebody asks for its fields.
        first = remembered(layers[0], LayeredObject((layers[0],), lambda one, _: one))
        at_once = reduce(merged, layers[1:], first)
        assert at_once.pending is not None
        assert types.plain(at_once) is one_by_one
        assert one_by_one.depth <= at_once.depth


def said(field: types.Field | None) -> tuple[object, ...] | None:
    if field is None:
        return None
    return field.name, types.plain(field.type), field.hidden, field.marks, field.optional


@pytest.mark.parametrize("seed", range(20))
def test_a_field_of_a_sum_alone(seed: int) -> None:
    """Whoever asks whichever sum of some first, and however often, is told the same."""
    chance = random.Random(seed)
    for _ in range(60):
        layers = [layer(chance, 3) for _ in range(chance.randrange(2, 9))]
        eager = list(accumulate(layers, merged))
        first = remembered(layers[0], LayeredObject((layers[0],), lambda one, _: one))
        late = list(accumulate(layers[1:], merged, initial=first))
        # Others that are laid over the same, and over one another.
        for _ in range(3):
            place, more = chance.randrange(len(late)), layer(chance, 2)
            late.append(merged(late[place], more))
            eager.append(merged(eager[place], more))
        for _ in range(20):
            at, name = chance.randrange(len(late)), chance.choice("abcd")
            assert said(field_of(late[at], name)) == said(eager[at].by_name.get(name))
        assert [types.plain(one) for one in late] == eager

"""From labelled values to labelled plain data, and from there to what a user may see."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.labels import ends
from confty.languages.jsonnet.evaluator.labels.marks import Display, labelled
from confty.languages.jsonnet.evaluator.manifest.plain import plain_data
from confty.languages.jsonnet.evaluator.objects import field
from confty.languages.jsonnet.evaluator.values import Obj, Value, record
from confty.values.labels import Labelled


def labelled_data(value: Value) -> object:
    """Turn a value into plain data with labels; below a secret they say nothing new."""
    # What a part became depends on whether a secret is around it.
    below_none: dict[int, tuple[Value, object]] = {}
    below_one: dict[int, tuple[Value, object]] = {}

    def outside(part: Value, depth: int) -> object:
        if part.unknown:
            return part
        if part.secret:
            return part.around(plain_data(part.value, depth, covered, below_one))
        return part.around(plain_data(part.value, depth, outside, below_none))

    def covered(part: Value, depth: int) -> object:
        return part if part.unknown else plain_data(part.value, depth, covered, below_one)

    return plain_data(value, 0, outside, below_none)


def shown(value: Value, shows: bool) -> Value:
    """A value for the eyes of a user: a word in the place of each labelled part."""
    return Display(shows=shows).bare(value)


def adopted(value: Value) -> Value:
    """A value of another language's file, its labels on every part they speak for."""
    kind = value.__class__
    if kind is Labelled:
        # Without its value, which would be kept as long as the label.
        mark = value.around(None)
        if value.secret and not all(step.introduces for step in value.origins):
            # Of which kind it is may depend on what it is.
            ends.decide()
        return value if value.unknown else labelled(adopted(value.value), mark)
    if kind is list:
        return [adopted(item) for item in value]
    if kind is Obj:
        return record({name: adopted(field(value, name)) for name in value.shape.everything})
    return value

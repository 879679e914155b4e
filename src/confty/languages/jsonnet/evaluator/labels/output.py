"""From labelled values to labelled plain data, and from there to what a user may see."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import TOO_DEEP, Stop
from confty.languages.jsonnet.evaluator.labels.marks import Display, labelled
from confty.languages.jsonnet.evaluator.manifest.json import NO_FUNCTION, json_text
from confty.languages.jsonnet.evaluator.objects import check, field
from confty.languages.jsonnet.evaluator.values import Func, Obj, Thunk, Value, force, record
from confty.values.labels import UNKNOWN_TEXT, Labelled, Unknown, mapped, redact, stripped

_DEEPEST = 3000


class Finished:
    """What a labelled run gives: plain data with labels, and whether secrets may be shown."""

    __slots__ = ("_shows", "data", "json")

    def __init__(self, value: Value, *, shows: bool) -> None:
        self.data = plain_data(value)
        # For the eyes of a user, as a run without labels writes it.
        self.json = json_text(Display(shows=shows).bare(value))
        self._shows = shows

    def open(self) -> object:
        """Plain data for the eyes of a user."""
        return mapped(stripped(self.data), _known) if self._shows else redact(self.data)


def _known(value: object) -> object:
    return UNKNOWN_TEXT if isinstance(value, Unknown) else value


def plain_data(value: Value, depth: int = 0, *, covered: bool = False) -> object:
    """Work a value out to plain data; below a secret, labels of known parts say nothing new."""
    if depth > _DEEPEST:
        raise Stop(TOO_DEEP)
    kind = value.__class__
    if kind is Labelled:
        if value.unknown:
            return value
        if covered:
            return plain_data(value.value, depth, covered=True)
        inner = plain_data(value.value, depth, covered=value.secret)
        return Labelled(inner, value.secret, value.dependencies, value.origins)
    if kind is float:
        return int(value) if value.is_integer() else value
    if kind is list:
        items = [force(item) if item.__class__ is Thunk else item for item in value]
        return [plain_data(item, depth + 1, covered=covered) for item in items]
    if kind is Obj:
        if value.shape.asserted and not value.state:
            check(value)
        return {
            name: plain_data(field(value, name), depth + 1, covered=covered)
            for name in value.shape.visible
        }
    if kind is Func:
        raise Stop(NO_FUNCTION)
    return value


def adopted(value: Value) -> Value:
    """A value of another language's file, its labels on every part they speak for."""
    kind = value.__class__
    if kind is Labelled:
        mark = Labelled(None, value.secret, value.dependencies, value.origins)
        return value if value.unknown else labelled(adopted(value.value), mark)
    if kind is list:
        return [adopted(item) for item in value]
    if kind is Obj:
        return record({name: adopted(field(value, name)) for name in value.shape.everything})
    return value

"""Values that come from a file of another language.

What crosses is plain data: numbers become doubles, sets and tuples arrays, a date the text it is
written as.  A label on a part stays where it is.
"""

from __future__ import annotations

from math import inf

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import PLAIN, Obj, Value, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from confty.language import Foreign


def crossed(foreign: Foreign, path: str) -> tuple[Value, bool]:
    """Return the value of an imported file of another language, and whether labels are in it.

    Stops the program where there is none.
    """
    outcome = foreign.value()
    for found in outcome.diagnostics:
        if found.severity.word == "error":
            place = f"{found.span}: " if found.span else ""
            # Why the other file failed may be told in a note, if it is an import's fault again.
            cause = f": {found.notes[0].text}" if found.notes else ""
            raise Stop(f'the import "{path}" failed: {place}{found.message}{cause}', found)
    return foreign.held(_held)


def _held(data: object) -> tuple[Value, bool]:
    value = _value(data)
    return value, _holds_labels(value)


def _value(data: Any) -> Value:
    if data is None or isinstance(data, bool | str):
        return data
    if isinstance(data, dict):
        return record({_name(key): _value(item) for key, item in data.items()})
    if isinstance(data, list | tuple):
        return [_value(item) for item in data]
    if isinstance(data, set | frozenset):
        return [_value(item) for item in sorted(data)]
    if hasattr(data, "isoformat"):
        return str(data.isoformat())
    if hasattr(data, "origins"):
        from confty.values import Labelled  # noqa: PLC0415  plain runs do not pay for labels

        assert isinstance(data, Labelled)
        return data.around(_value(data.value))
    if hasattr(data, "kind"):
        return data
    if isinstance(data, bytes):
        raise Stop("an import holds binary data")
    try:
        number = float(data)
    except OverflowError:
        number = inf
    if number - number != 0:
        raise Stop("a number of an import is beyond what a double holds")
    return number


def _holds_labels(value: Value) -> bool:
    """Whether a value that crossed holds a label anywhere."""
    kind = value.__class__
    if kind is list:
        return any(map(_holds_labels, value))
    if kind is Obj:
        return any(_holds_labels(item) for row in value.rows[: value.shape.height] for item in row)
    return kind not in PLAIN


def _name(key: object) -> str:
    if isinstance(key, str):
        return key
    raise Stop("an object of an import has a field whose name is no string")

"""Types in a few words, at a cost that does not grow with the library they are of."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.stacks import height_of
from confty.languages.jsonnet.checker.sums import is_pending_sum
from confty.languages.jsonnet.insight.outline import outline, undocumented
from confty.languages.jsonnet.rules import NOTATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: How many parts a type may have that is spelled as it is.
MOST_PARTS: Final = 300
_MOST_NAMES: Final = 40
_FEW: Final = 6
_MOST_LAYERS: Final = 50


def is_large(type_: types.Type) -> bool:
    """Whether a type has more parts than anybody reads; counting stops there."""
    left = MOST_PARTS
    waiting = [type_]
    while waiting and left > 0:
        one = waiting.pop()
        left -= 1
        if isinstance(one, types.Object):
            left -= len(one.fields)
            waiting += [field.type for field in one.fields[:MOST_PARTS]]
        elif isinstance(one, types.Function):
            waiting += [parameter.type for parameter in one.parameters or ()]
            waiting.append(one.result)
        elif isinstance(one, types.Union):
            waiting += one.members
        elif isinstance(one, types.Tuple):
            waiting += one.elements
        elif isinstance(one, types.ListOf | types.SetOf):
            waiting.append(one.element)
    return left <= 0


def is_tower(type_: types.Type) -> bool:
    """Whether a type has many layers that nobody has summed up yet.

    Of a row of names, each with a layer more than the last, to sum up all takes the square.
    """
    return (
        isinstance(type_, types.Object)
        and is_pending_sum(type_)
        and height_of(type_) > _MOST_LAYERS
    )


def in_words(type_: types.Type) -> str:
    """Spell a type in one line."""
    if is_large(type_):
        return _names(type_, _FEW, ", ", " ") or "…"
    return spell(undocumented(types.plain(erased(type_))))


def in_lines(type_: types.Type) -> str:
    """Spell a type for a reader who has room, a line a field."""
    if is_large(type_):
        return _names(type_, _MOST_NAMES, ",\n  ", "\n  ") or "…"
    text = outline(type_)
    return text if text.count("\n") <= _MOST_NAMES else spell(undocumented(type_))


def _names(type_: types.Type, most: int, between: str, first: str) -> str:
    """Name the fields of a large object, with the kind of each."""
    if isinstance(type_, types.Union):
        parts = [_names(one, most, between, first) or in_kind(one) for one in type_.members]
        return " | ".join(dict.fromkeys(parts))
    if not isinstance(type_, types.Object):
        return in_kind(type_)
    shown = [one for one in type_.fields if one.name[:1] != "#"]
    cells = [f"{NOTATION.field_name(one.name)}: {in_kind(one.type)}" for one in shown[:most]]
    left = len(shown) - most
    if left > 0:
        cells.append(f"… {left} more")
    last = first.rstrip(" ") if "\n" in first else " "
    return f"{{{first}{between.join(cells)}{last}}}"


def in_kind(type_: types.Type) -> str:
    """Say of which kind a part is, without looking into it."""
    if isinstance(type_, types.Object):
        return "{ … }"
    if isinstance(type_, types.Function):
        names = [one.name or "_" for one in type_.parameters or ()]
        return f"({', '.join(names[:_FEW])}{', …' if len(names) > _FEW else ''}) => …"
    if isinstance(type_, types.ListOf | types.Tuple | types.SetOf):
        return "array"
    return "…" if is_large(type_) else spell(types.plain(erased(type_)))

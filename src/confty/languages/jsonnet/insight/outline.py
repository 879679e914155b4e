"""Types of libraries, to be read: documentation left out, a line a field, bounded both ways.

What fits on a line or two is spelled as ever.  A library has thousands of fields, and who asks for
its type wants to see what is in it.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.notation import spell, spell_whole
from confty.languages.jsonnet.rules import NOTATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: What is longer is shown as an outline, in characters.
SHORT: Final = 200
_DEEPEST: Final = 3
_MOST_FIELDS: Final = 40
_MOST_LINES: Final = 200


def outline(type_: types.Type) -> str:
    """Spell a type for a reader: in one line if it is short, else a line a field."""
    plain = undocumented(type_)
    whole = spell_whole(plain)
    if len(whole) <= SHORT or not isinstance(plain, types.Object):
        return whole
    deepest = _DEEPEST
    lines = _object(plain, 0, deepest)
    while len(lines) > _MOST_LINES and deepest > 1:
        deepest -= 1
        lines = _object(plain, 0, deepest)
    return "\n".join(lines)


def _object(type_: types.Object, depth: int, deepest: int) -> list[str]:
    """Spell an object over several lines; the first and the last are its brackets."""
    inside = "  " * (depth + 1)
    lines = ["{"]
    for one in type_.fields[:_MOST_FIELDS]:
        name = NOTATION.field_name(one.name) + ("?" if one.optional else "")
        inner = one.type
        if isinstance(inner, types.Object) and inner.fields and depth + 1 < deepest:
            first, *rest = _object(inner, depth + 1, deepest)
            lines += [f"{inside}{name}: {first}", *rest]
            lines[-1] += ","
        else:
            lines.append(f"{inside}{name}: {_cell(inner)},")
    left = len(type_.fields) - _MOST_FIELDS
    if left > 0:
        lines.append(f"{inside}… {left} more field{'s' if left > 1 else ''}")
    if type_.rest is not None:
        lines.append(f"{inside}...")
    lines.append("  " * depth + "}")
    return lines


def _cell(type_: types.Type) -> str:
    """Spell what stands on one line; of an object that is not entered, how much is in it."""
    spelled = spell(type_)
    if isinstance(type_, types.Object) and "…" in spelled:
        count = len(type_.fields)
        return f"{{ … {count} field{'s' if count > 1 else ''} }}"
    return spelled


def undocumented(type_: types.Type) -> types.Type:
    """Return a type without the fields that hold documentation, at every level."""
    known: dict[types.Type, types.Type] = {}

    def change(part: types.Type) -> types.Type:
        found = known.get(part)
        if found is None:
            bare = part
            if isinstance(part, types.Object) and any(one.name[:1] == "#" for one in part.fields):
                kept = [one for one in part.fields if one.name[:1] != "#"]
                bare = types.object_of(kept, part.rest)
            found = known[part] = types.rebuild(bare, change)
        return found

    return change(type_)

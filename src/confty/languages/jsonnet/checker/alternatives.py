"""What is certain of a value that is one of several objects, whichever it will be."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.look_budget import said_by_all
from confty.languages.jsonnet.checker.origins import Narrowed, field_type, instance_of
from confty.text import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def each_field(
    check: Checker, parts: Sequence[types.Type], name: str
) -> dict[types.Type, types.Type | None]:
    """Look at a field of each object that remembers its layers.

    Where one text gives the field of several of them, what is wrong in it is certain only if it
    is wrong whichever of them it will be.
    """
    if len(parts) == 1 and instance_of(parts[0]) is not None:
        (only,) = parts
        assert isinstance(only, types.Object)
        return {only: field_type(check, only, name)}
    known: dict[types.Type, types.Type | None] = {}
    heard: dict[object, list[tuple[Diagnostic, ...]]] = {}
    for part in parts:
        origin = instance_of(part)
        if origin is None:
            continue
        assert isinstance(part, types.Object)
        check.work.listen()
        known[part] = field_type(check, part, name)
        first = origin.first() if isinstance(origin, Narrowed) else origin
        text = first.text_of(name)
        heard.setdefault(part if text is None else text[1], []).append(check.work.heard())
    for each in heard.values():
        check.work.hear(each[0] if len(each) == 1 else said_by_all(each))
    return known

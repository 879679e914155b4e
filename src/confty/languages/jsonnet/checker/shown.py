"""Types as people see them: what closer looks know of an object, written into its fields."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.look_budget import Looks
from confty.languages.jsonnet.checker.origins import LayeredObject, Narrowed, instance_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_MOST: Final = 3_000


def settled(check: Checker, type_: types.Type) -> types.Type:
    """Return a type that remembers nothing, its fields as closely as they are known."""
    if not type_.flags & types.HAS_ORIGIN:
        return type_
    before, check.work = check.work, Looks()
    try:
        return _Settling(check).settle(type_)
    finally:
        check.work = before


class _Settling:
    """One walk through a type and the objects it remembers."""

    def __init__(self, check: Checker) -> None:
        self.check = check
        self.left = _MOST
        self.done: dict[types.Type, types.Type] = {}
        self.under_way: set[types.Type] = set()

    def settle(self, type_: types.Type) -> types.Type:
        if not type_.flags & types.HAS_ORIGIN:
            return type_
        known = self.done.get(type_)
        if known is not None:
            return known
        if type_ in self.under_way:
            return types.plain(type_)
        self.under_way.add(type_)
        origin = instance_of(type_)
        if origin is not None and isinstance(type_, types.Object):
            found = self._object(type_, origin)
        elif isinstance(type_, types.Function):
            found = types.plain(type_)
        else:
            found = types.rebuild(type_, self.settle)
        self.under_way.discard(type_)
        self.done[type_] = found
        return found

    def _object(self, type_: types.Object, origin: LayeredObject | Narrowed) -> types.Type:
        fields: list[types.Field] = []
        for one in type_.fields:
            self.left -= 1
            close = origin.read(self.check, one.name) if self.left > 0 else None
            inner = one.type if close is None else self.settle(close)
            fields.append(types.retyped(one, inner, optional=one.optional))
        return types.object_of(fields, type_.rest)

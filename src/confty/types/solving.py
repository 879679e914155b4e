"""Generic signatures: find what the variables stand for.

``match`` walks a parameter's type next to an argument's and notes what stands where a variable
is; a variable met twice takes the join.  Nothing is refused here: whether the argument fits the
instantiated parameter is asked of the relation afterwards, which gives the better message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from confty.types import nodes
from confty.types.build import DYNAMIC, unfold
from confty.types.walk import variables

# How a language joins types, of any number: ``gradual_union``, ``widen``.
Join: TypeAlias = Callable[..., nodes.Type]


def solve(
    signature: nodes.Function, given: Iterable[tuple[nodes.Parameter, nodes.Type]], join: Join
) -> dict[str, nodes.Type]:
    """Find what the variables of a generic signature stand for in a call.

    ``given`` are the dealt arguments with their types; a variable that nothing says is left out.
    """
    bindings: dict[str, nodes.Type] = {}
    if signature.flags & nodes.HAS_VAR:
        for parameter, found in given:
            match(parameter.type, found, bindings, join)
    return bindings


def match(
    pattern: nodes.Type, found: nodes.Type, bindings: dict[str, nodes.Type], join: Join
) -> None:
    """Add to ``bindings`` what the variables of ``pattern`` are in ``found``."""
    _Matching(bindings, join).match(pattern, found)


class _Matching:
    """One match: what it has found out, and the pairs it has been through."""

    __slots__ = ("bindings", "join", "seen")

    def __init__(self, bindings: dict[str, nodes.Type], join: Join) -> None:
        self.bindings: Final = bindings
        self.join: Final = join
        self.seen: Final[set[tuple[nodes.Type, nodes.Type]]] = set()

    def match(self, pattern: nodes.Type, found: nodes.Type) -> None:
        if not pattern.flags & nodes.HAS_VAR:
            return
        if isinstance(pattern, nodes.Var):
            known = self.bindings.get(pattern.name)
            self.bindings[pattern.name] = found if known is None else self.join(known, found)
            return
        if (pattern, found) in self.seen:
            return
        self.seen.add((pattern, found))
        found = unfold(found)
        if isinstance(found, nodes.Dynamic):
            for name in variables(pattern):
                self.bindings.setdefault(name, DYNAMIC)
        elif isinstance(pattern, nodes.Union):
            self._union(pattern, found)
        elif isinstance(found, nodes.Union):
            for member in found.members:
                self.match(pattern, member)
        else:
            self._parts(pattern, found)

    def _union(self, pattern: nodes.Union, found: nodes.Type) -> None:
        """Members the pattern names are taken out first; the rest is for its variables."""
        members = found.members if isinstance(found, nodes.Union) else (found,)
        rest = [member for member in members if member not in pattern.members]
        if not rest:
            return
        for member in pattern.members:
            self.match(member, self.join(*rest) if len(rest) > 1 else rest[0])

    def _parts(self, pattern: nodes.Type, found: nodes.Type) -> None:
        if isinstance(pattern, (nodes.ListOf, nodes.SetOf)):
            if isinstance(found, nodes.Tuple):
                if found.elements:
                    self.match(pattern.element, self.join(*found.elements))
            elif isinstance(found, (nodes.ListOf, nodes.SetOf)):
                self.match(pattern.element, found.element)
        elif isinstance(pattern, nodes.MapOf):
            self._map(pattern, found)
        elif isinstance(pattern, nodes.Tuple):
            if isinstance(found, nodes.Tuple):
                for one, other in zip(pattern.elements, found.elements, strict=False):
                    self.match(one, other)
            elif isinstance(found, nodes.ListOf):
                for one in pattern.elements:
                    self.match(one, found.element)
        elif isinstance(pattern, nodes.Eventual):
            self.match(pattern.inner, found.inner if isinstance(found, nodes.Eventual) else found)
        elif isinstance(pattern, nodes.Object) and isinstance(found, nodes.Object):
            for wanted in pattern.fields:
                one_field = found.by_name.get(wanted.name)
                if one_field is not None:
                    self.match(wanted.type, one_field.type)
        elif isinstance(pattern, nodes.Function) and isinstance(found, nodes.Function):
            pairs = zip(pattern.parameters or (), found.parameters or (), strict=False)
            for wanted_one, found_one in pairs:
                self.match(wanted_one.type, found_one.type)
            self.match(pattern.result, found.result)

    def _map(self, pattern: nodes.MapOf, found: nodes.Type) -> None:
        if isinstance(found, nodes.MapOf):
            self.match(pattern.key, found.key)
            self.match(pattern.value, found.value)
        elif isinstance(found, nodes.Object):
            inside = [one.type for one in found.fields]
            if found.rest is not None:
                inside.append(found.rest)
            if inside:
                self.match(pattern.value, self.join(*inside))

"""The type of what an output gives: with what objects may lack, as others see their values.

Inside PCL a property that is left out reads as null, and its type says no more than that.
"""

from __future__ import annotations

from confty import types
from confty.kit.hcl import syntax
from confty.languages.pcl.model import LocalNode, Program
from confty.languages.pcl.rules import is_optional


def given_type(program: Program, node: syntax.Expression) -> types.Type:
    """The type of an expression's value; what is written out in it is always there."""
    return _Given(program).of(program.typing.of(node), node, frozenset())


class _Given:
    def __init__(self, program: Program) -> None:
        self.program = program
        # What is used by many is gone through once.
        self.written: dict[tuple[types.Type, int], types.Type] = {}
        self.lacking: dict[types.Type, types.Type] = {}

    def of(self, type_: types.Type, node: syntax.Expression, seen: frozenset[str]) -> types.Type:
        """The type of what an expression gives, by what is written out in it."""
        key = type_, id(node)
        found = self.written.get(key)
        if found is None:
            found = self.written[key] = self._of(type_, syntax.unwrapped(node), seen)
        return found

    def _of(self, type_: types.Type, node: syntax.Expression, seen: frozenset[str]) -> types.Type:
        if isinstance(node, syntax.Traversal) and not node.steps and node.root not in seen:
            owner = self.program.names.get(node.root)
            if isinstance(owner, LocalNode):
                return self.of(type_, owner.value, seen | {node.root})
        if isinstance(node, syntax.Object) and isinstance(type_, types.Object):
            values = {syntax.literal_text(item.key): item.value for item in node.items}
            fields = [
                types.retyped(one, self.of(one.type, values[one.name], seen), optional=False)
                if one.name in values
                else one
                for one in type_.fields
            ]
            return types.object_of(fields, type_.rest)
        if isinstance(node, syntax.Tuple) and isinstance(type_, types.Tuple):
            pairs = zip(type_.elements, node.elements, strict=False)
            if len(type_.elements) == len(node.elements):
                return types.tuple_of(*[self.of(one, part, seen) for one, part in pairs])
        return self._lacking(type_)

    def _lacking(self, type_: types.Type) -> types.Type:
        """A type in which a property that may be null may be left out as well."""
        found = self.lacking.get(type_)
        if found is None:
            found = self.lacking[type_] = self._with_optional(types.rebuild(type_, self._lacking))
        return found

    def _with_optional(self, made: types.Type) -> types.Type:
        if not isinstance(made, types.Object):
            return made
        fields = [
            types.retyped(one, one.type, optional=one.optional or is_optional(one.type))
            for one in made.fields
        ]
        return types.object_of(fields, made.rest)

"""The types of what is written out, down to the letters of its strings."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.parser import syntax


def exact(node: syntax.Node, found: types.Type) -> types.Type:
    """Return the type of what is written out, down to the letters of its strings."""
    while isinstance(node, syntax.Parens):
        node = node.inner
    if isinstance(node, syntax.String) and found is types.STRING:
        return types.literal(types.STRING, node.value)
    if isinstance(node, syntax.Array) and isinstance(found, types.Tuple):
        inside = zip(node.elements, found.elements, strict=False)
        return types.tuple_of(*[exact(one, type_) for one, type_ in inside])
    if isinstance(node, syntax.Object) and isinstance(found, types.Object):
        written = {
            one.key.name: one.value
            for one in node.members
            if isinstance(one, syntax.Field)
            and isinstance(one.key, syntax.Identifier)
            and one.parameters is None
        }
        fields = [
            types.retyped(one, exact(written[one.name], one.type), optional=one.optional)
            if one.name in written
            else one
            for one in found.fields
        ]
        return types.object_of(fields, found.rest)
    return found

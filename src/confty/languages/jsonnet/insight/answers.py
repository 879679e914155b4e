"""Answers about places in a checked file, read off what the checker noted.

A place belongs to the smallest node that owns its token: a name in ``x.f`` to the whole access, a
bound name to its value, an operator or keyword to its whole expression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from confty import types
from confty.kit.sighted import Sighted
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.following import DEEPEST, value_of
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import members
from confty.languages.jsonnet.checker.notation import spell_whole
from confty.languages.jsonnet.checker.objects import self_type
from confty.languages.jsonnet.checker.origins import Layer, Narrowed, instance_of
from confty.languages.jsonnet.checker.reference import entries, needs
from confty.languages.jsonnet.checker.shown import settled
from confty.languages.jsonnet.checker.written import field_name, subscript
from confty.languages.jsonnet.lexer.tokens import END
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import OBJECT
from confty.text import Span

if TYPE_CHECKING:
    from confty.kit.reference import Entry, Need


class JsonnetInsight(Sighted):
    """What is known about one checked file."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.checker: Checker = checked.checker

    def needs(self) -> list[Need]:
        """Return what the program asks for from outside."""
        return needs(self.checked, self.checked.arguments)

    def entries(self) -> list[Entry]:
        """Return what the file offers, with its documentation."""
        return entries(self.checked)

    def _path_to(self, offset: int) -> list[syntax.Node]:
        """Return the nodes around the token at ``offset``, the smallest last."""
        tokens = self.checked.syntax.tokens
        index = tokens.at(offset)
        start = tokens.starts[index]
        if tokens.kinds[index] == END or not start <= offset < tokens.end(index):
            return []
        path: list[syntax.Node] = [self.checked.syntax.body]
        while True:
            for child in syntax.children(path[-1]):
                if child.start <= start < child.end:
                    path.append(child)
                    break
            else:
                return path

    def type_at(self, offset: int) -> types.Type | None:
        """Return the type of the smallest expression at ``offset``."""
        path = self._path_to(offset)
        if not path:
            return None
        node = path[-1]
        if isinstance(node, syntax.Identifier):
            return self._identifier(node, path[-2] if len(path) > 1 else None)
        if isinstance(node, (syntax.Argument, syntax.Parameter, syntax.Bind, syntax.For)):
            return None
        for owner in reversed(path):
            found = self._type(owner)
            if found is not None:
                return found
        return None

    def _identifier(
        self, node: syntax.Identifier, parent: syntax.Node | None
    ) -> types.Type | None:
        if isinstance(parent, (syntax.Dot, syntax.SuperField)):
            return self._type(parent)
        if isinstance(parent, syntax.Argument):
            return None
        return self._type(node)

    def _type(self, node: syntax.Node) -> types.Type | None:
        found = self.checker.types.get(node)
        frame = self.checker.frames.get(node)
        if frame is not None and (found is OBJECT or found is None):
            return self_type(frame) or found
        return None if found is None else erased(settled(self.checker, found))

    def spelled_at(self, offset: int) -> str | None:
        """Return the same in the language's own notation."""
        found = self.type_at(offset)
        return None if found is None else spell_whole(found)

    def outline_at(self, offset: int | None) -> str | None:
        """Return the type at a place, or of the whole file, as a reader wants to see it."""
        from confty.languages.jsonnet.insight.outline import (  # noqa: PLC0415  start-up
            outline,
        )

        found = self.whole() if offset is None else self.type_at(offset)
        return None if found is None else outline(found)

    def documentation_at(self, offset: int) -> str:
        """Return what docsonnet or a comment says of the name at a place."""
        from confty.languages.jsonnet.insight.documentation import (  # noqa: PLC0415  start-up
            documentation,
        )

        return documentation(self.checked, self._path_to(offset), value_of)

    def result(self) -> str | None:
        """Return the type of the whole file, in the language's own notation."""
        return spell_whole(settled(self.checker, self.checked.type))

    def whole(self) -> types.Type | None:
        """Return the type of what the file gives, for importers of other languages."""
        return erased(settled(self.checker, self.checked.type))

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Return where a part of the file's value is written, as far as literals lead there."""
        node: syntax.Node = self.checked.syntax.body
        for step in path:
            inner = self._written(node, step)
            if inner is None:
                break
            node = inner
        return Span(self.checked.source, node.start, node.end)

    def _written(self, node: syntax.Node, step: str | int) -> syntax.Node | None:
        """Return the part of a literal, looking through locals, parentheses and names."""
        while True:
            if isinstance(node, syntax.Local | syntax.Assert):
                node = node.body
            elif isinstance(node, syntax.Parens):
                node = node.inner
            elif isinstance(node, syntax.Name):
                variable = self.checker.uses.get(node)
                if variable is None or variable.value is None or variable.method:
                    return None
                node = variable.value
            else:
                break
        if isinstance(node, syntax.Array) and isinstance(step, int) and step < len(node.elements):
            return node.elements[step]
        for member in node.members if isinstance(node, syntax.Object) else ():
            if isinstance(member, syntax.Field) and field_name(member) == step:
                return member.value
        return None

    def completions_at(self, offset: int) -> dict[str, str]:
        """Return the fields that can follow the dot before ``offset``, with their types."""
        tokens = self.checked.syntax.tokens
        index = tokens.at(offset)
        if tokens.starts[index] > offset and index > 0:
            index -= 1
        path = self._path_to(tokens.starts[index])
        while path and not isinstance(path[-1], syntax.Dot):
            path.pop()
        found = self._type(path[-1].target) if path and isinstance(path[-1], syntax.Dot) else None
        fields: dict[str, types.Type] = {}
        for part in () if found is None else members(found):
            for one in part.fields if isinstance(part, types.Object) else ():
                fields[one.name] = types.gradual_union(fields.get(one.name, types.NEVER), one.type)
        return {name: spell_whole(type_) for name, type_ in fields.items()}

    def definition_at(self, offset: int) -> Span | None:
        """Return the expression that the name at ``offset`` stands for, or its introduction."""
        path = self._path_to(offset)
        while path:
            node = path.pop()
            if isinstance(node, (syntax.Name, syntax.Dot, syntax.Index, syntax.Import)):
                return _follow(self.checked, node, 0)
            if (
                not isinstance(node, syntax.Identifier)
                or not path
                or not isinstance(path[-1], syntax.Dot)
            ):
                return None
        return None


def _span(checked: Checked, node: syntax.Node) -> Span:
    return Span(checked.source, node.start, node.end)


def _follow(checked: Checked, node: syntax.Expression, depth: int) -> Span | None:
    """Follow a value to the expression that makes it, through names, fields and files."""
    found = value_of(checked, node, depth)
    if found is not None:
        where, target = found
        return _span(where, target)
    access = subscript(node)
    if access is None or depth > DEEPEST:
        return None
    # Through a sum or a call the type may remember the layer that has the field; if not, where
    # the object comes from is the nearest thing to show.
    return _in_layers(checked, *access) or _follow(checked, access[0], depth + 1)


def _in_layers(checked: Checked, target: syntax.Expression, name: str) -> Span | None:
    known = checked.checker.types.get(target)
    origin = None if known is None else instance_of(known)
    if isinstance(origin, Narrowed):
        origin = origin.first()
    for layer in reversed(origin.layers) if origin is not None else ():
        node = layer.field(name) if isinstance(layer, Layer) else None
        if node is not None and isinstance(layer, Layer):
            return Span(layer.check.source, node.value.start, node.value.end)
    return None

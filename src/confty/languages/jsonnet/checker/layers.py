"""One literal of those that an object is made of."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.computed_names import can_name
from confty.languages.jsonnet.checker.scope import ObjectScope, Scope
from confty.languages.jsonnet.checker.written import field_name
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import DECLARED, LATE
from confty.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class LiteralReading(NamedTuple):
    """How to open a literal's locals, and how to infer a field of it; both look at the text."""

    enter: Callable[[Checker, ObjectScope, Layer], Scope]
    read: Callable[[Checker, syntax.Field, types.Type], types.Type]


class Layer:
    """One object literal as it was met, or one turn of an object comprehension."""

    __slots__ = ("around", "check", "known", "node", "own", "reading", "waiting", "whole")

    def __init__(
        self,
        check: Checker,
        node: syntax.Object | syntax.ObjectComprehension,
        own: types.Object,
        reading: LiteralReading,
    ) -> None:
        self.check = check
        self.around = check.surroundings()
        self.node = node
        self.own = own
        # Whether ``own`` is all there is: it grows while the literal is read.
        self.whole = True
        self.reading = reading
        # Types of fields that read no self, where they are known from the text.
        self.known: dict[str, types.Type] = {}
        # How to find the types of others of them, which nobody has asked for.
        self.waiting: Mapping[str, Callable[[], types.Type]] = {}

    def steady(self, name: str) -> types.Type | None:
        """Return the type of a field that reads no self, None where that is not known."""
        found = self.known.get(name)
        if found is None and name in self.waiting:
            found = self.known[name] = self.waiting[name]()
        return found

    def may_have(self, name: str) -> bool:
        """Whether a computed field may have this name."""
        if isinstance(self.node, syntax.ObjectComprehension):
            return False  # a turn is known by its name
        return any(
            can_name(one.key, name)
            for one in self.node.members
            if isinstance(one, syntax.Field) and not isinstance(one.key, syntax.Identifier)
        )

    def field(self, name: str) -> syntax.Field | None:
        """The field of this name, where its name is written out."""
        if isinstance(self.node, syntax.ObjectComprehension):
            return self.node.field if name in self.own.by_name else None
        return fields_of(self.check, self.node).get(name)

    def fields(self) -> dict[str, syntax.Field]:
        """The fields whose names are written out."""
        if isinstance(self.node, syntax.ObjectComprehension):
            return dict.fromkeys(self.own.by_name, self.node.field)
        return fields_of(self.check, self.node)


def fields_of(check: Checker, node: syntax.Object) -> dict[str, syntax.Field]:
    """Return the fields of a literal by their names, as far as these are written out."""
    index = check.fields.get(node)
    if index is None:
        fields = [one for one in node.members if isinstance(one, syntax.Field)]
        index = check.fields[node] = {field_name(one) or "": one for one in fields}
    return index


def own_of(layer: Layer | types.Object) -> types.Object:
    """Return what a layer says by itself."""
    return layer if isinstance(layer, types.Object) else layer.own


def may_have(layer: Layer | types.Object, name: str) -> bool:
    """Whether a layer that does not say so may have a field."""
    return True if isinstance(layer, types.Object) else layer.may_have(name)


def is_steady(layer: Layer | types.Object, name: str) -> bool:
    """Whether a layer says the same of a field whatever is laid over it or stands below."""
    own = own_of(layer)
    field = own.by_name.get(name)
    if field is None:
        return own.rest is None or not may_have(layer, name)
    if field.marks & (LATE | DECLARED):
        return False
    return isinstance(layer, types.Object) or name in layer.known or name in layer.waiting


def steady_value(layer: Layer | types.Object, name: str) -> types.Type:
    """Return the type of a field that is steady."""
    found = layer.by_name[name].type if isinstance(layer, types.Object) else layer.steady(name)
    assert found is not None
    return found

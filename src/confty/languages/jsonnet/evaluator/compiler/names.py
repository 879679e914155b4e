"""Which names an expression uses from outside: free variables, and ``self``, ``super``, ``$``.

The answer decides what a lazily translated unit must capture and whether a field depends on its
object.  For long bodies the first walk over the file has noted it; short ones are walked here.
"""

from __future__ import annotations

from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

Names = set[str]


class FreeNames:
    """Finds free names in one file's tree."""

    __slots__ = ("_noted",)

    def __init__(self, noted: dict[s.Node, Names]) -> None:
        self._noted = noted

    def of(self, node: s.Node | None) -> Names:
        """The free names of a node; ``self``, ``super`` and ``$`` among them."""
        if node is None:
            return set()
        return _FINDERS.get(node.__class__, _parts)(self, node)

    def noted(self, node: s.Node) -> Names | None:
        """What the first walk noted of a long body."""
        return self._noted.get(node)

    def function(self, parameters: list[s.Parameter], body: s.Expression) -> Names:
        """The free names of a function."""
        found = set(self.of(body))
        for parameter in parameters:
            found |= self.of(parameter.default)
        return found - {parameter.name.name for parameter in parameters}

    def bind(self, bind: s.Bind) -> Names:
        """The free names of what is bound."""
        noted = self._noted.get(bind)
        if noted is not None:
            return noted
        if bind.parameters is not None:
            return self.function(bind.parameters, bind.value)
        return set(self.of(bind.value))

    def field_value(self, field: s.Field) -> Names:
        """The free names of a field's value; a ``+:`` field uses ``super``."""
        noted = self._noted.get(field)
        if noted is not None:
            return noted
        if field.parameters is not None:
            return self.function(field.parameters, field.value)
        found = set(self.of(field.value))
        if field.plus:
            found |= {"self", "super"}
        return found

    def clauses(self, clauses: list[s.Clause], inner: Names) -> Names:
        """The free names of a comprehension whose parts after the clauses use ``inner``."""
        for clause in reversed(clauses):
            if isinstance(clause, s.For):
                inner = (inner - {clause.name.name}) | self.of(clause.source)
            else:
                inner = inner | self.of(clause.test)
        return inner


def _parts(names: FreeNames, node: s.Node) -> Names:
    found: Names = set()
    for part in node.parts:
        value = getattr(node, part)
        if value is None:
            continue
        if value.__class__ is list:
            for item in value:
                found |= names.of(item)
        else:
            found |= names.of(value)
    return found


def _name(_names: FreeNames, node: s.Name) -> Names:
    return {node.name}


def _self(_names: FreeNames, _node: s.Self) -> Names:
    return {"self"}


def _dollar(_names: FreeNames, _node: s.Dollar) -> Names:
    return {"$"}


def _super(names: FreeNames, node: s.Node) -> Names:
    return _parts(names, node) | {"self", "super"}


def _function(names: FreeNames, node: s.Function) -> Names:
    noted = names.noted(node)
    return noted if noted is not None else names.function(node.parameters, node.body)


def _local(names: FreeNames, node: s.Local) -> Names:
    found = set(names.of(node.body))
    for bind in node.binds:
        found |= names.bind(bind)
    return found - {bind.name.name for bind in node.binds}


def _argument(names: FreeNames, node: s.Argument) -> Names:
    return set(names.of(node.value))


def _object(names: FreeNames, node: s.Object) -> Names:
    return _members(names, node.members)


def _members(names: FreeNames, members: list[s.Member]) -> Names:
    inside: Names = set()
    outside: Names = set()
    for member in members:
        if isinstance(member, s.Field):
            if member.computed:
                outside |= names.of(member.key)
            inside |= names.field_value(member)
        elif isinstance(member, s.ObjectLocal):
            inside |= names.bind(member.bind)
        else:
            inside |= _parts(names, member)
    bound = {m.bind.name.name for m in members if isinstance(m, s.ObjectLocal)}
    return (inside - bound - {"self", "super"}) | outside


def _object_comprehension(names: FreeNames, node: s.ObjectComprehension) -> Names:
    found = _members(names, [m for m in node.members if m is not node.field])
    found |= names.field_value(node.field) - {"self", "super"}
    bound = {m.bind.name.name for m in node.members if isinstance(m, s.ObjectLocal)}
    return names.clauses(node.clauses, (found - bound) | names.of(node.field.key))


def _array_comprehension(names: FreeNames, node: s.ArrayComprehension) -> Names:
    return names.clauses(node.clauses, set(names.of(node.element)))


_FINDERS: Final[dict[type, Callable[[FreeNames, Any], Names]]] = {
    s.Name: _name,
    s.Self: _self,
    s.Dollar: _dollar,
    s.SuperField: _super,
    s.SuperIndex: _super,
    s.InSuper: _super,
    s.Function: _function,
    s.Local: _local,
    s.Argument: _argument,
    s.Object: _object,
    s.ObjectComprehension: _object_comprehension,
    s.ArrayComprehension: _array_comprehension,
    s.Bind: FreeNames.bind,
}

"""Conversions: destination types are pushed into an expression, casts put where needed.

Literals are folded on the way (``"42"`` where a number is wanted becomes ``42``).  A value whose
type comes from a schema is marked even when it fits, because the mark carries the nominal type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from confty import types
from confty.kit.hcl import syntax
from confty.kit.hcl.convert import CannotConvert, to_bool, to_number, to_string
from confty.languages.pcl.converter.applies import Applies
from confty.languages.pcl.converter.nodes import AnyNode, Apply, Convert, with_parts
from confty.languages.pcl.converter.typed import Typed, all_parts
from confty.languages.pcl.eventuals import choices_of, input_type
from confty.languages.pcl.rules import assigns, without_none
from confty.languages.pcl.traversal import collection, traverse

_ARITHMETIC = ("+", "-", "*", "/", "%", "<", ">", "<=", ">=")


class Conversions:
    """Rewrites the expressions of one context."""

    def __init__(
        self,
        typed: Typed,
        *,
        marked: Callable[[types.Type, types.Type], bool] = lambda _found, _to: False,
    ) -> None:
        self.typed = typed
        # Whether a language needs a mark even on what an apply gives, from one type to another.
        self.marked = marked
        self.applies = Applies(typed)

    def rewrite(self, node: AnyNode, to: types.Type | None) -> AnyNode:
        """The expression as a value of ``to``; its own type when None."""
        wanted = self.typed.of(node) if to is None else to
        made = self._inside(node, wanted)
        if made is not node:
            # A loop and an apply say what names mean inside of them.
            self.typed.again(made, {}, outside=not isinstance(made, (syntax.For, Apply)))
        return self._outside(made, wanted)

    # Below.

    def _inside(self, node: AnyNode, to: types.Type) -> AnyNode:
        if isinstance(node, syntax.Binary):
            return self._binary(node)
        if isinstance(node, syntax.Unary):
            wanted = types.BOOL if node.operator == "!" else self._number(node.operand)
            return self._parts(node, [input_type(wanted)])
        if isinstance(node, syntax.Conditional):
            return self._parts(node, [input_type(types.BOOL), to, to])
        if isinstance(node, syntax.For):
            return self._for(node, to)
        if isinstance(node, syntax.Call):
            wanted_types = [
                input_type(self.applies.parameter(node, at)) for at in range(len(node.arguments))
            ]
            return self._parts(node, wanted_types)
        if isinstance(node, syntax.Index):
            key = collection(self.typed.of(node.collection)).key
            return self._parts(node, [None, input_type(key)])
        if isinstance(node, syntax.Object):
            return self._object(node, to)
        if isinstance(node, syntax.Tuple):
            wanted_elements = [
                traverse(without_none(to), at).type for at in range(len(node.elements))
            ]
            return self._parts(node, list(wanted_elements))
        if isinstance(node, Apply):
            # The parameters are names of the body's scope.
            return self._parts(node, [None] * len(node.arguments) + [to])
        if isinstance(node, syntax.Parentheses):
            return self._parts(node, [to])
        if isinstance(node, syntax.Template):
            return self._parts(node, [None] * len(node.parts))
        return node

    def _parts(self, node: AnyNode, wanted: Sequence[types.Type | None]) -> AnyNode:
        before = all_parts(node)
        after = [
            self.rewrite(part, None if type_ is None else type_)
            if type_ is None or not isinstance(types.unfold(type_), types.Dynamic)
            else self._left_alone(part)
            for part, type_ in zip(before, wanted, strict=True)
        ]
        if all(old is new for old, new in zip(before, after, strict=True)):
            return node
        if isinstance(node, Apply):
            made: AnyNode = Apply(after[:-1], node.parameters, after[-1], node.doubtful)
        else:
            made = with_parts(node, after)
        self.typed.note(made, self.typed.of(node))
        return made

    def _left_alone(self, node: AnyNode) -> AnyNode:
        """A place for anything: only what is inside is looked at."""
        return self.rewrite(node, types.DYNAMIC)

    def _number(self, *nodes: AnyNode) -> types.Type:
        return (
            types.INT if all(self.typed.of(node) is types.INT for node in nodes) else types.NUMBER
        )

    def _binary(self, node: syntax.Binary) -> AnyNode:
        operator = node.operator
        if operator in ("==", "!="):
            return self._parts(node, [types.DYNAMIC, types.DYNAMIC])
        if operator not in _ARITHMETIC:
            return self._parts(node, [input_type(types.BOOL)] * 2)
        wanted = input_type(self._number(node.left, node.right))
        made = self._parts(node, [wanted, wanted])
        assert isinstance(made, syntax.Binary)
        if all(self._widened(side) for side in (made.left, made.right)):
            # Whole numbers on both sides: the arithmetic is that of whole numbers.
            plain = with_parts(made, [_opened(made.left), _opened(made.right)])
            self.typed.note(plain, self.typed.of(node))
            return plain
        return made

    def _widened(self, node: AnyNode) -> bool:
        return isinstance(node, Convert) and _is_int(self.typed.of(node.inner))

    def _for(self, node: syntax.For, to: types.Type) -> AnyNode:
        wanted: list[types.Type | None] = [None]
        if node.key is not None:
            wanted.append(input_type(types.STRING))
        key: str | int = 0 if node.key is None else "x"
        element = traverse(without_none(to), key).type
        # Values that share a key become a list of them.
        wanted.append(traverse(element, 0).type if node.group else element)
        if node.guard is not None:
            wanted.append(input_type(types.BOOL))
        return self._parts(node, wanted)

    def _object(self, node: syntax.Object, to: types.Type) -> AnyNode:
        wanted: list[types.Type | None] = []
        for item in node.items:
            key = syntax.literal_text(item.key)
            wanted.append(None if key is not None else input_type(types.STRING))
            place = key if key is not None else types.STRING
            wanted.append(traverse(without_none(to), place, lenient=True).type)
        before = all_parts(node)
        after: list[AnyNode] = []
        for part, type_ in zip(before, wanted, strict=True):
            if type_ is None:
                after.append(part)
            else:
                after.append(self.rewrite(part, type_))
        if all(old is new for old, new in zip(before, after, strict=True)):
            return node
        made = with_parts(node, after)
        self.typed.note(made, self.typed.of(node))
        return made

    # The node itself.

    def _outside(self, node: AnyNode, to: types.Type) -> AnyNode:
        found = self.typed.of(node)
        if isinstance(node, (Convert, Apply)) or isinstance(types.unfold(to), types.Dynamic):
            marked = isinstance(node, Apply) and self.marked(found, to)
            return Convert(node, to) if marked else node
        folded = self._folded(node, found, to)
        if folded is not None:
            node, found = folded, self.typed.of(folded)
        if isinstance(node, syntax.Parentheses) and isinstance(node.inner, Convert):
            return node
        if assigns(found, to) and self._schema(found) == self._schema(to):
            literal = isinstance(node, syntax.Literal) and self.marked(found, to)
            return Convert(node, to) if literal else node
        return Convert(node, to)

    def _schema(self, type_: types.Type) -> object:
        """The schema type that a type came from, with outputs and absence looked through."""
        if isinstance(type_, types.Ref):
            # The input shape of a named type is the same type to a schema.
            return type_.name.removeprefix("Input ")
        if isinstance(type_, types.Eventual):
            return self._schema(type_.inner)
        if isinstance(type_, types.ListOf):
            inner = self._schema(type_.element)
            return None if inner is None else ("list", inner)
        if isinstance(type_, types.MapOf):
            inner = self._schema(type_.value)
            return None if inner is None else ("map", inner)
        if isinstance(type_, types.Union):
            found = {self._schema(member) for member in type_.members if member is not types.NULL}
            if len(found) == 1:
                return found.pop()
        return None

    def _folded(self, node: AnyNode, found: types.Type, to: types.Type) -> syntax.Literal | None:
        """A literal that is already what is wanted, if the text or number says so."""
        if not isinstance(node, syntax.Literal) or node.value is None:
            return None
        if assigns(found, to) or any(
            isinstance(types.unfold(each), types.Dynamic) for each in choices_of(to)
        ):
            return None
        choices = [_base(each) for each in choices_of(to)]
        value = _folded_value(node.value, choices)
        if value is None:
            return None
        made = syntax.Literal(value, node.start, node.end)
        self.typed.again(made, {})
        return made


def _folded_value(value: object, choices: list[types.Type]) -> bool | int | Decimal | str | None:
    try:
        if isinstance(value, str):
            if types.BOOL in choices and value in ("true", "false"):
                return to_bool(value)
            if types.INT in choices or types.NUMBER in choices:
                return to_number(value)
            return None
        return to_string(value) if types.STRING in choices else None
    except CannotConvert:
        return None


def _base(type_: types.Type) -> types.Type:
    return type_.base if isinstance(type_, types.Literal) else type_


def _is_int(type_: types.Type) -> bool:
    inner = types.resolve(type_)
    return inner is types.INT or (isinstance(inner, types.Literal) and inner.base is types.INT)


def _opened(node: AnyNode) -> AnyNode:
    return node.inner if isinstance(node, Convert) else node

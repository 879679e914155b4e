"""HCL expressions to values, labels included.

A value may be ``Labelled`` (secret, unknown, dependent on resources).  The plain operation is
tried first and labels are looked at only when an operand has one, through ``values.lift`` and its
kin, so that plain programs pay an ``isinstance``.  A dialect supplies names and functions by
subclassing ``variable`` and ``call``; everything else of the language is here.
"""

from __future__ import annotations

from decimal import Decimal

from confty.kit.hcl import convert, syntax
from confty.kit.hcl.convert import joined
from confty.kit.hcl.visitor import Visitor
from confty.values import Concealed, Labelled, label, lift, summary
from confty.values.labels import relabelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_HIDDEN: Final = "this has no value; the reason is hidden because a secret is in use"
_SCALARS: Final = (str, int, bool, Decimal, type(None))
_COMPARISONS: Final[dict[str, Callable[[object, object], bool]]] = {
    "<": lambda a, b: convert.to_number(a) < convert.to_number(b),
    ">": lambda a, b: convert.to_number(a) > convert.to_number(b),
    "<=": lambda a, b: convert.to_number(a) <= convert.to_number(b),
    ">=": lambda a, b: convert.to_number(a) >= convert.to_number(b),
}


class Stop(Exception):
    """Evaluation cannot go on: what to say and about which node."""

    def __init__(self, node: syntax.Expression | syntax.TraversalStep, message: str) -> None:
        super().__init__(message)
        self.node = node
        self.message = message

    @property
    def is_hidden(self) -> bool:
        """Whether a secret decided that it came to this."""
        return self.message == _HIDDEN


class Evaluator(Visitor[object]):
    """Evaluates expressions in one scope after the other."""

    def __init__(self) -> None:
        super().__init__()
        # What ``for`` binds, innermost last; a splat's item is bound under its node.
        self.bound: list[dict[str, object]] = []
        # Where it first came to depend on a secret whether the expression has a value.
        self.turns: list[syntax.Expression | syntax.TraversalStep] = []

    # What a dialect supplies.

    def variable(self, node: syntax.Traversal) -> object:
        """The value of a root name that no ``for`` binds."""
        raise Stop(node, f"undefined variable {node.root}")

    def call(self, node: syntax.Call) -> object:
        """The value of a function call."""
        raise Stop(node, f"unknown function {node.name!r}")

    def place(self, _node: syntax.Expression | syntax.TraversalStep) -> object:
        """Where a node stands, for the story of a label; nowhere unless a dialect says."""
        return None

    # The language.

    def evaluate(self, node: syntax.Expression) -> object:
        """The value of an expression; raises ``Stop``."""
        return self.by_kind[type(node)](node)

    visit = evaluate

    def whole(self, node: syntax.Expression) -> object:
        """The value of an expression that is no part of another.

        Whether it fails may depend on a secret; with which words and where may not.
        """
        before, self.turns = self.turns, []
        try:
            return self.evaluate(node)
        except Stop as stop:
            if self.turns:
                stop.node, stop.message = self.turns[0], _HIDDEN
            raise
        finally:
            self.turns = before

    def depend(self, found: object, node: syntax.Expression | syntax.TraversalStep) -> None:
        """Note that a value decides whether there is one at all, if it is secret."""
        if not self.turns and isinstance(found, Labelled) and found.secret:
            self.turns.append(node)

    def _literal(self, node: syntax.Literal) -> object:
        return node.value

    def _missing(self, node: syntax.Missing) -> object:
        raise Stop(node, "there is no expression here")

    def _tuple(self, node: syntax.Tuple) -> object:
        return [self.evaluate(element) for element in node.elements]

    def _template(self, node: syntax.Template) -> object:
        parts = [self.evaluate(part) for part in node.parts]
        return self.apply(node, lambda *texts: joined(self._texts(node, texts)), *parts, sure=True)

    def _texts(self, node: syntax.Template, values: tuple[object, ...]) -> list[str]:
        texts: list[str] = []
        for part, value in zip(node.parts, values, strict=True):
            try:
                texts.append(convert.to_string(value))
            except convert.CannotConvert as refused:
                raise Stop(part, f"cannot put this into a string: {refused}") from None
        return texts

    def _join(self, node: syntax.TemplateJoin) -> object:
        parts = self.evaluate(node.tuple)

        def text(values: object) -> str:
            assert isinstance(values, list)
            return joined([convert.to_string(value) for value in values])

        return self.apply(node, text, parts, deep=True)

    def apply(
        self,
        node: syntax.Expression,
        operation: Callable[..., object],
        *operands: object,
        deep: bool = False,
        sure: bool = False,
    ) -> object:
        """Run an operation on operands that may be labelled; a refusal becomes a ``Stop`` here.

        One that is ``sure`` fails because of the kinds of its operands, not of what they are.
        """
        try:
            if deep or any(isinstance(operand, Labelled) for operand in operands):
                if not sure:
                    self.depend(summary(list(operands)), node)
                place = self.place(node)
                return lift(operation, *operands, what=_what(node), place=place, deep=deep)
            return operation(*operands)
        except convert.CannotConvert as refused:
            raise Stop(node, str(refused)) from None
        except Stop as stop:
            if isinstance(stop, Concealed):
                raise Stop(node, _HIDDEN) from None
            raise

    def _binary(self, node: syntax.Binary) -> object:
        operator = node.operator
        left = self.evaluate(node.left)
        if operator in ("&&", "||"):
            return self._logic(node, left)
        right = self.evaluate(node.right)
        if operator in ("==", "!="):
            wanted = operator == "=="
            return self._equality(node, left, right, wanted)
        compare = _COMPARISONS.get(operator)
        if compare is not None:
            return self.apply(node, compare, left, right)
        return self.apply(
            node,
            lambda a, b: convert.arithmetic(operator, convert.to_number(a), convert.to_number(b)),
            left,
            right,
        )

    def _equality(self, node: syntax.Binary, left: object, right: object, wanted: bool) -> object:
        if isinstance(left, _SCALARS) and isinstance(right, _SCALARS):
            return convert.equal(left, right) is wanted
        # Whether something is null does not depend on what is inside.
        deep = left is not None and right is not None
        found = self.apply(
            node, lambda a, b: convert.equal(a, b) is wanted, left, right, deep=deep, sure=True
        )
        if isinstance(found, Labelled) and found.unknown and convert.differ(left, right):
            # What is not known yet cannot make them equal any more.
            return found.around(not wanted)
        return found

    def _logic(self, node: syntax.Binary, left: object) -> object:
        """``false && unknown`` is false and ``true || unknown`` is true."""
        decided = node.operator == "||"
        sides = (left, self.evaluate(node.right))
        for side in sides:
            self.depend(side, node)
            if isinstance(side, Labelled) and side.unknown:
                continue
            bare = side.value if isinstance(side, Labelled) else side
            if self._bool(node, bare) is decided:
                joined = summary([each for each in sides if isinstance(each, Labelled)])
                return label(decided, secret=joined.secret, dependencies=joined.dependencies)
        # Every side that is known says the other thing; an unknown one leaves it open.
        return self.apply(node, lambda *_: not decided, *sides)

    def _bool(self, node: syntax.Expression, value: object) -> bool:
        try:
            return convert.to_bool(value)
        except convert.CannotConvert as refused:
            raise Stop(node, str(refused)) from None

    def _unary(self, node: syntax.Unary) -> object:
        operand = self.evaluate(node.operand)
        if node.operator == "!":
            return self.apply(node, lambda value: not convert.to_bool(value), operand)
        return self.apply(node, lambda value: convert.negated(convert.to_number(value)), operand)

    def _conditional(self, node: syntax.Conditional) -> object:
        """Both branches are looked at: a secret in the one not taken still tells something."""
        test = self.evaluate(node.test)
        bare = test.value if isinstance(test, Labelled) else test
        if isinstance(test, Labelled) and test.unknown:
            return self._undecided(node, test)
        self.depend(test, node.test)
        chosen = self._bool(node.test, bare)
        taken, other = (node.yes, node.no) if chosen else (node.no, node.yes)
        value = self.evaluate(taken)
        try:
            rejected = self.evaluate(other)
        except Stop:
            rejected = None
        if not isinstance(value, Labelled) and not isinstance(rejected, Labelled):
            value = convert.unified(value, rejected)[0]
        for source in (rejected, test):
            if isinstance(source, Labelled):
                value = relabelled(value, source)
        if isinstance(value, Labelled) and isinstance(test, Labelled) and test.secret:
            # The stories of the branches would tell which of them it was.
            return Labelled(value.value, value.secret, value.dependencies, test.origins)
        return value

    def _undecided(self, node: syntax.Conditional, test: Labelled) -> object:
        """What may be either branch: no part of it can be picked, so it has all their labels."""
        self.depend(test, node)
        labels = [test]
        for branch in (node.yes, node.no):
            try:
                labels.append(summary(self.evaluate(branch)))
            except Stop:
                continue
        return self.apply(node, lambda *_: None, *labels, sure=True)

    def _object(self, node: syntax.Object) -> object:
        result: dict[str, object] = {}
        keys: list[Labelled] = []
        nameless: list[object] = []
        for item in node.items:
            key = self._key(item)
            if isinstance(key, Labelled):
                keys.append(key)
                if key.unknown:
                    nameless.append(self.evaluate(item.value))
                    continue
                key = key.value
            assert isinstance(key, str)
            result[key] = self.evaluate(item.value)
        if not keys:
            return result
        joined = summary(keys)
        if joined.unknown:
            # No part can be picked any more, so that the labels of all are those of the whole.
            joined = summary([*keys, *result.values(), *nameless])
            return relabelled(joined.value, joined)
        return relabelled(result, joined)

    def _key(self, item: syntax.Item) -> object:
        key = item.key
        if isinstance(key, syntax.Traversal) and key.steps:
            raise Stop(key, "this key is ambiguous; put it in parentheses or in quotes")
        value = self.evaluate(key)
        return value if isinstance(value, str) else self.apply(key, convert.to_string, value)

    # Reading parts of values.

    def _traversal(self, node: syntax.Traversal) -> object:
        value: object
        for frame in reversed(self.bound):
            if node.root in frame:
                value = frame[node.root]
                break
        else:
            value = self.variable(node)
        for step in node.steps:
            value = self.step(value, step)
        return value

    def _relative(self, node: syntax.RelativeTraversal) -> object:
        value = self.evaluate(node.source)
        for step in node.steps:
            value = self.step(value, step)
        return value

    def _index(self, node: syntax.Index) -> object:
        collection = self.evaluate(node.collection)
        key = self.evaluate(node.key)
        return self.apply(node, part, collection, key)

    def step(self, value: object, step: syntax.TraversalStep) -> object:
        """Take one static step into a value."""
        try:
            if isinstance(value, Labelled):
                self.depend(value, step)
                place = self.place(step)
                return lift(lambda bag: part(bag, step.key), value, what="a part", place=place)
            return part(value, step.key)
        except convert.CannotConvert as refused:
            raise Stop(step, str(refused)) from None

    def _splat(self, node: syntax.Splat) -> object:
        source = self.evaluate(node.source)

        def each(value: object) -> object:
            if value is None:
                return []
            elements = value if isinstance(value, list) else [value]
            results = []
            for element in elements:
                self.items[node.item] = element
                results.append(self.evaluate(node.each))
            return results

        return self.apply(node, each, source)

    def _for(self, node: syntax.For) -> object:
        collection = self.evaluate(node.collection)
        return self.apply(node.collection, lambda bag: self._looped(node, pairs(bag)), collection)

    def _looped(self, node: syntax.For, found: list[tuple[object, object]]) -> object:
        elements: list[object] = []
        fields: dict[str, object] = {}
        marks: list[Labelled] = []
        for key, value in found:
            self.bound.append(_frame(node, key, value))
            try:
                if not self._passes(node, marks):
                    continue
                if node.key is None:
                    elements.append(self.evaluate(node.value))
                else:
                    self._enter_pair(node, node.key, fields, marks)
            finally:
                self.bound.pop()
        return _marked(elements if node.key is None else fields, marks)

    def _passes(self, node: syntax.For, marks: list[Labelled]) -> bool:
        """Whether the guard lets the current element through; its label goes to ``marks``."""
        if node.guard is None:
            return True
        guard = self.evaluate(node.guard)
        self.depend(guard, node.guard)
        if isinstance(guard, Labelled):
            marks.append(guard)
            return not guard.unknown and self._bool(node.guard, guard.value)
        return self._bool(node.guard, guard)

    def _enter_pair(
        self,
        node: syntax.For,
        key: syntax.Expression,
        results: dict[str, object],
        marks: list[Labelled],
    ) -> None:
        name = self.apply(key, convert.to_string, self.evaluate(key))
        if isinstance(name, Labelled):
            marks.append(name)
            if name.unknown:
                return
            name = name.value
        assert isinstance(name, str)
        value = self.evaluate(node.value)
        if node.group:
            group = results.setdefault(name, [])
            assert isinstance(group, list)
            group.append(value)
        elif name in results:
            shown = "this key" if marks else f"the key {name!r}"
            raise Stop(key, f"{shown} is made twice")
        else:
            results[name] = value


def _frame(node: syntax.For, key: object, value: object) -> dict[str, object]:
    frame = {node.value_name: value}
    if node.key_name is not None:
        frame[node.key_name] = key
    return frame


def _marked(result: object, marks: list[Labelled]) -> object:
    """Put the labels of guards and keys on what they shaped."""
    if not marks:
        return result
    joined = summary(list(marks))
    value = joined.value if joined.unknown else result
    return relabelled(value, joined)


def pairs(collection: object) -> list[tuple[object, object]]:
    """What ``for`` goes over: index and element, or key and value in order of the keys."""
    if isinstance(collection, list):
        return list(enumerate(collection))
    if isinstance(collection, dict):
        return sorted(collection.items())
    raise convert.CannotConvert(f"expected a collection, found {convert.kind_of(collection)}")


class DeclaredObject(dict[str, object]):
    """An object of a declared type: what it may lack reads as null, and is not there else."""

    __slots__ = ("optional",)

    def __init__(self, values: dict[str, object], optional: frozenset[str]) -> None:
        super().__init__(values)
        self.optional = optional


def part(value: object, key: object) -> object:
    """Take an element or an attribute."""
    if isinstance(value, list):
        at = convert.to_number(key)
        if isinstance(at, Decimal):
            raise convert.CannotConvert("an index is a whole number")
        if not 0 <= at < len(value):
            raise convert.CannotConvert(f"the index {at} is outside a list of {len(value)}")
        return value[at]
    if isinstance(value, dict):
        name = convert.to_string(key)
        if name not in value:
            if isinstance(value, DeclaredObject) and name in value.optional:
                return None
            raise convert.CannotConvert(f"there is no {name!r} here")
        return value[name]
    if value is None:
        raise convert.CannotConvert("null has no parts")
    raise convert.CannotConvert(f"{convert.kind_of(value)} has no parts")


def _what(node: syntax.Expression) -> str:
    """A few words for the story of a label."""
    inner = syntax.unwrapped(node)
    if isinstance(inner, syntax.Template):
        return "a string made of it"
    if isinstance(inner, syntax.Conditional):
        return "a condition"
    if isinstance(inner, syntax.Call):
        return f"{inner.name}()"
    return "an operation"

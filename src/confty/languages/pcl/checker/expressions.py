"""Types of expressions: one method a kind of syntax, the type of every node kept.

An eventual operand makes an eventual result ("lifting").  A mistake is reported where it is, and
checking goes on with Dynamic, which nothing complains about again.
"""

from __future__ import annotations

from decimal import Decimal

from confty import types
from confty.kit.hcl import syntax
from confty.kit.hcl.visitor import Visitor
from confty.kit.suggest import suggestion
from confty.languages.pcl import codes
from confty.languages.pcl.checker.calls import Calls
from confty.languages.pcl.checker.context import Context
from confty.languages.pcl.checker.fitting import Fitting
from confty.languages.pcl.checker.words import step_words
from confty.languages.pcl.eventuals import input_type, lift, wrap
from confty.languages.pcl.model import InstanceNode, PulumiNode, RangeKind, ResourceNode, Variable
from confty.languages.pcl.rules import converts, without_none
from confty.languages.pcl.traversal import collection, splat_item, traverse
from confty.languages.pcl.unify import unified
from confty.text import Severity, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_MOST_DIGITS: Final = 1000
_LOWEST: Final = -(2**31)
_HIGHEST: Final = 2**31 - 1
_LOGIC: Final = ("&&", "||")
_COMPARISON: Final = ("<", ">", "<=", ">=")
_EQUALITY: Final = ("==", "!=")


def _literal_keys(node: syntax.Expression | None) -> set[str] | None:
    """The keys of an object that is written out; None where they are not all known."""
    inner = syntax.unwrapped(node) if node is not None else None
    if not isinstance(inner, syntax.Object):
        return None
    keys = [syntax.literal_text(item.key) for item in inner.items]
    return None if None in keys else {key for key in keys if key is not None}


class Checker(Visitor[types.Type]):
    """Types the expressions of one context."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self.types = context.typing.types
        self.fitting = Fitting(context)
        self.calls = Calls(context, self.fitting, self.check)

    def check(self, node: syntax.Expression) -> types.Type:
        """The type of an expression; it is kept for later questions."""
        found = self.by_kind[type(node)](node)
        self.types[node] = found
        return found

    visit = check

    def call(self, node: syntax.Call) -> types.Type:
        """The type of a call."""
        return self.calls.call(node)

    # Leaves.

    def _literal(self, node: syntax.Literal) -> types.Type:
        value = node.value
        if value is None:
            return types.literal(types.NULL, None)
        if isinstance(value, bool):
            return types.literal(types.BOOL, value)
        if isinstance(value, str):
            return types.STRING
        if isinstance(value, int):
            if value.bit_length() > 4 * _MOST_DIGITS:
                return self._too_long(node)
            return types.literal(
                types.INT if _LOWEST <= value <= _HIGHEST else types.NUMBER, value
            )
        return self._fraction(node, value)

    def _fraction(self, node: syntax.Literal, value: Decimal) -> types.Type:
        digits, exponent = value.as_tuple().digits, value.as_tuple().exponent
        assert isinstance(exponent, int)
        if len(digits) > _MOST_DIGITS or abs(exponent) > 100_000:
            return self._too_long(node)
        return types.literal(types.NUMBER, float(value))

    def _too_long(self, node: syntax.Literal) -> types.Type:
        message = f"this number needs more than {_MOST_DIGITS} digits and cannot be kept precisely"
        self.context.error(codes.NUMBER, node, message)
        return types.NUMBER

    def _missing(self, node: syntax.Missing) -> types.Type:  # noqa: ARG002  one of the visitor's
        return types.DYNAMIC

    # Templates.

    def _template(self, node: syntax.Template) -> types.Type:
        found = [self.check(part) for part in node.parts]
        for part, type_ in zip(node.parts, found, strict=True) if len(found) > 1 else ():
            self._in_text(part, type_)
        return lift(types.STRING, found)

    def _in_text(self, part: syntax.Expression, type_: types.Type) -> None:
        """A collection has no text, which nothing says before the text is made."""
        inner = types.unfold(without_none(types.resolve(type_)))
        while isinstance(inner, types.Eventual):
            inner = types.unfold(without_none(types.resolve(inner.inner)))
        kinds = (types.Object, types.MapOf, types.ListOf, types.SetOf, types.Tuple)
        if not isinstance(inner, kinds) or isinstance(part, (syntax.For, syntax.Conditional)):
            return
        message = (
            f"expected what can be put into a string, found {self.context.words.spell(type_)}"
        )
        finding = codes.TYPE_MISMATCH.at(self.context.span(part), message)
        advice = "write toJSON(…) for its text"
        if isinstance(part, syntax.Traversal) and not part.steps:
            variable = self.context.typing.roots.get(part)
            if variable is not None and isinstance(variable.node, ResourceNode):
                advice = f"write {variable.name}.id for its id"
        self.context.say(finding.with_help(advice), lenient=True)

    def _join(self, node: syntax.TemplateJoin) -> types.Type:
        return lift(types.STRING, [self.check(node.tuple)])

    # Names and parts.

    def _traversal(self, node: syntax.Traversal) -> types.Type:
        variable = self.context.scope.find(node.root)
        told = False
        if variable is None:
            found = self._undefined(node)
        else:
            self.context.typing.roots[node] = variable
            found = variable.type
            if isinstance(variable.node, PulumiNode):
                self.context.error(codes.TRAVERSAL, node, "pulumi blocks cannot be traversed")
            if isinstance(variable.node, InstanceNode) and node.steps:
                told = self._without_index(node, variable.node)
        return self._steps(found, node, told=told)

    def _without_index(self, node: syntax.Traversal, owner: InstanceNode) -> bool:
        """A property of what a range makes several of: which one is meant is not said."""
        step = node.steps[0]
        if not isinstance(step.key, str) or step.key.isdigit():
            return False
        certain = step.style == "attribute"
        if owner.range_kind == RangeKind.MAP:
            keys = _literal_keys(owner.option("range"))
            if step.key in (keys or ()) or traverse(owner.single, step.key).verdict is types.NO:
                return False
            certain = certain and keys is not None
        elif owner.range_kind not in (RangeKind.NUMBER, RangeKind.LIST):
            return False
        table = owner.range_kind == RangeKind.MAP
        several = f"a {'map' if table else 'list'} of resources, because of its range"
        message = f"'{owner.name}' is {several}; it has no {step.key!r}"
        which = '["key"]' if table else "[0]"
        advice = f"write {owner.name}{which}.{step.key} for one of them"
        finding = codes.TRAVERSAL.at(self.context.span(step), message).with_help(advice)
        place = owner.option("range")
        if place is not None:
            span = Span(owner.source, place.start, place.end)
            finding = finding.note(span, "because of this range")
        # A text in brackets may come out as a number, for all that is known of its meaning.
        self.context.say(finding, lenient=not certain)
        return True

    def _undefined(self, node: syntax.Traversal) -> types.Type:
        context = self.context
        place = (node.start, node.start + len(node.root))
        finding = codes.UNDEFINED_VARIABLE.at(
            context.span(place), f"undefined variable {node.root}"
        )
        near = suggestion(node.root, context.findings.names(context.scope.known))
        if near:
            finding = finding.with_help(near)
        context.say(finding, lenient=context.leniency.allow_missing_variables)
        return types.DYNAMIC

    def _relative(self, node: syntax.RelativeTraversal) -> types.Type:
        return self._steps(self.check(node.source), node)

    def _steps(
        self,
        found: types.Type,
        node: syntax.Traversal | syntax.RelativeTraversal,
        *,
        told: bool = False,
    ) -> types.Type:
        """Go the steps; ``told`` says that what is wrong with the first was said already."""
        for at, step in enumerate(node.steps):
            access = traverse(found, step.key, lenient=self.context.leniency.open_objects)
            if access.problems and not (told and at == 0):
                self._complain(access, node, at)
            found = self.types[step] = access.type
        return found

    def _complain(
        self, access: types.Access, node: syntax.Traversal | syntax.RelativeTraversal, at: int
    ) -> None:
        code, message, advice = step_words(access, self.context.words, self.context.findings.names)
        finding = code.at(self.context.span(node.steps[at]), message)
        if advice:
            finding = finding.with_help(advice)
        if access.verdict is not types.NO:
            finding = finding.with_severity(Severity.WARNING)
        self.context.say(self.fitting.with_declaration(finding, node, at))

    def _index(self, node: syntax.Index) -> types.Type:
        source = self.check(node.collection)
        key = self.check(node.key)
        found = collection(source)
        if not found.known:
            self._not_iterable(node.collection, source)
            return types.DYNAMIC
        inner = syntax.unwrapped(node.key)
        constant = syntax.literal_text(inner)
        if constant is not None:
            access = traverse(source, constant, lenient=self.context.leniency.open_objects)
            if access.verdict is not types.NO:
                return access.type
        if found.key is not types.DYNAMIC:
            self.fitting.fit(node.key, key, found.key)
        return lift(wrap(source, found.value), [key])

    def _not_iterable(self, node: syntax.Expression, type_: types.Type) -> None:
        message = f"cannot iterate over a value of type {self.context.words.spell(type_)}"
        finding = codes.NOT_ITERABLE.at(self.context.span(node), message)
        self.context.say(finding, lenient=self.context.leniency.skip_range_typechecking)

    def _splat(self, node: syntax.Splat) -> types.Type:
        source = self.check(node.source)
        item, listed = splat_item(source)
        self.items[node.item] = item
        self.types[node.item] = item
        each = self.check(node.each)
        return wrap(listed, types.list_of(each))

    # Operators.

    def _binary(self, node: syntax.Binary) -> types.Type:
        left, right = self.check(node.left), self.check(node.right)
        operator = node.operator
        if operator in _EQUALITY:
            return lift(types.BOOL, [left, right])
        wanted: types.Type
        result: types.Type
        if operator in _LOGIC:
            wanted = result = types.BOOL
        else:
            wanted = types.INT if left is types.INT and right is types.INT else types.NUMBER
            result = types.BOOL if operator in _COMPARISON else wanted
        self.fitting.fit(node.left, left, wanted)
        self.fitting.fit(node.right, right, wanted)
        return lift(result, [left, right])

    def _unary(self, node: syntax.Unary) -> types.Type:
        operand = self.check(node.operand)
        wanted: types.Type = types.BOOL
        if node.operator == "-":
            wanted = types.INT if operand is types.INT else types.NUMBER
        self.fitting.fit(node.operand, operand, wanted)
        return lift(wanted, [operand])

    def _conditional(self, node: syntax.Conditional) -> types.Type:
        test = self.check(node.test)
        self.fitting.fit(node.test, test, types.BOOL)
        yes, no = self.check(node.yes), self.check(node.no)
        return lift(unified([yes, no]), [test])

    # Collections.

    def _tuple(self, node: syntax.Tuple) -> types.Type:
        return types.tuple_of(*[self.check(element) for element in node.elements])

    def _object(self, node: syntax.Object) -> types.Type:
        fields: dict[str, types.Type] = {}
        keys: list[types.Type] = []
        values: list[types.Type] = []
        computed = False
        for item in node.items:
            text = syntax.literal_text(item.key)
            if item.bare or text is not None:
                assert text is not None
                self.types[item.key] = (
                    types.literal(types.STRING, text) if item.bare else types.STRING
                )
                value = self.check(item.value)
                fields[text] = value
            else:
                computed = True
                keys.append(self._object_key(item.key))
                value = self.check(item.value)
            values.append(value)
        made = (
            types.map_of(types.STRING, unified(values))
            if computed
            else types.object_of(list(fields.items()))
        )
        return lift(made, keys)

    def _object_key(self, node: syntax.Expression) -> types.Type:
        key = self.check(node)
        if not converts(key, input_type(types.STRING)):
            message = (
                "object keys must be strings: cannot assign expression of type "
                f"{self.context.words.spell(key)} to location of type string"
            )
            self.context.error(codes.OBJECT_KEY, node, message)
        return key

    def _for(self, node: syntax.For) -> types.Type:
        context = self.context
        source = self.check(node.collection)
        found = collection(source)
        if not found.known:
            self._not_iterable(node.collection, source)
        frame: dict[str, Variable] = {}
        if node.key_name is not None:
            span = context.span(node.key_place)
            frame[node.key_name] = Variable(node.key_name, found.key, span)
        if node.value_name in frame and node.value_name != "_":
            message = f"name {node.value_name} already defined"
            context.error(codes.FOR_NAMES, node.value_place, message)
        span = context.span(node.value_place)
        frame[node.value_name] = Variable(node.value_name, found.value, span)
        with context.bound(frame):
            return self._for_result(node, source)

    def _for_result(self, node: syntax.For, source: types.Type) -> types.Type:
        shaping: list[types.Type] = []
        key: types.Type | None = None
        if node.key is not None:
            key = self.check(node.key)
            self.fitting.fit(node.key, key, types.STRING)
            shaping.append(key)
        value = self.check(node.value)
        if node.guard is not None:
            guard = self.check(node.guard)
            self.fitting.fit(node.guard, guard, types.BOOL)
            shaping.append(guard)
        if key is None:
            return lift(wrap(source, types.list_of(value)), shaping)
        element = types.list_of(value) if node.group else value
        return lift(wrap(source, types.map_of(types.STRING, element)), shaping)

"""Types of expressions: one method a kind of syntax, the type of every node kept.

An eventual operand makes an eventual result ("lifting").  A mistake is reported where it is, and
checking goes on with Dynamic, which nothing complains about again.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Final

from confty.kit.hcl.syntax import (
    Binary,
    Call,
    Conditional,
    Expression,
    For,
    Index,
    Literal,
    Missing,
    Object,
    Parentheses,
    RelativeTraversal,
    Splat,
    SplatItem,
    Template,
    TemplateJoin,
    Traversal,
    Tuple,
    Unary,
    literal_text,
    unwrapped,
)
from confty.kit.suggest import did_you_mean
from confty.languages.pcl import codes
from confty.languages.pcl.checker.access import (
    Access,
    collection,
    converts,
    input_type,
    splat_item,
    traverse,
    unified,
)
from confty.languages.pcl.checker.context import Context
from confty.languages.pcl.checker.foreign import declared_at
from confty.languages.pcl.eventuals import lift, wrap
from confty.languages.pcl.model import PulumiNode, Variable
from confty.languages.pcl.rules import spelled
from confty.text import Diagnostic, Severity
from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    STRING,
    Type,
    list_of,
    literal,
    map_of,
    object_of,
    resolve,
    tuple_of,
    unfold,
)
from confty.types import Tuple as TupleType
from confty.types import Union as UnionType

_MOST_DIGITS: Final = 1000
_LOWEST: Final = -(2**31)
_HIGHEST: Final = 2**31 - 1
_LOGIC: Final = ("&&", "||")
_COMPARISON: Final = ("<", ">", "<=", ">=")
_EQUALITY: Final = ("==", "!=")


def _why_not(found: Type, place: Type) -> str:
    """Why there is no conversion, as far as it can be said in a few words."""
    source = unfold(resolve(found))
    targets = place.members if isinstance(place, UnionType) else (place,)
    for wanted in map(unfold, targets):
        if not isinstance(source, TupleType) or not isinstance(wanted, TupleType):
            continue
        if len(source.elements) != len(wanted.elements):
            return f"tuples {spelled(source)} and {spelled(wanted)} have different lengths"
    return "there is no conversion"


class Expressions:
    """Types the expressions of one context; calls are the business of a subclass."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.types = context.typing.types
        self._items: dict[SplatItem, Type] = {}
        self._kinds: dict[type, Callable[..., Type]] = {
            Literal: self._literal,
            Template: self._template,
            TemplateJoin: self._join,
            Traversal: self._traversal,
            RelativeTraversal: self._relative,
            Index: self._index,
            SplatItem: self._item,
            Splat: self._splat,
            Binary: self._binary,
            Unary: self._unary,
            Conditional: self._conditional,
            For: self._for,
            Call: self.call,
            Object: self._object,
            Tuple: self._tuple,
            Parentheses: self._parentheses,
            Missing: self._missing,
        }

    def check(self, node: Expression) -> Type:
        """The type of an expression; it is kept for later questions."""
        found = self._kinds[type(node)](node)
        self.types[node] = found
        return found

    def call(self, node: Call) -> Type:
        """The type of a call."""
        raise NotImplementedError

    # Fitting.

    def fit(self, node: Expression, found: Type, wanted: Type) -> bool:
        """Whether a value fits a place, now or later; if not, say so."""
        place = input_type(wanted)
        if converts(found, place):
            return True
        self.context.say(self.mismatch(node, found, place))
        return False

    def mismatch(self, node: Expression, found: Type, place: Type) -> Diagnostic:
        """What to say when there is no conversion."""
        message = (
            f"cannot assign expression of type {spelled(found)} to location of type "
            f"{spelled(place)}: {_why_not(found, place)}"
        )
        finding = codes.TYPE_MISMATCH.at(self.context.span(node), message)
        return self.with_declaration(finding, node)

    def with_declaration(
        self, finding: Diagnostic, node: Expression, steps: int | None = None
    ) -> Diagnostic:
        """Point at where another language declares what ``node`` reads, if one does."""
        place = declared_at(self.context, node, steps)
        return finding if place is None else finding.note(place, "declared here")

    # Leaves.

    def _literal(self, node: Literal) -> Type:
        value = node.value
        if value is None:
            return literal(NULL, None)
        if isinstance(value, bool):
            return literal(BOOL, value)
        if isinstance(value, str):
            return STRING
        if isinstance(value, int):
            if value.bit_length() > 4 * _MOST_DIGITS:
                return self._too_long(node)
            return literal(INT if _LOWEST <= value <= _HIGHEST else NUMBER, value)
        return self._fraction(node, value)

    def _fraction(self, node: Literal, value: Decimal) -> Type:
        digits, exponent = value.as_tuple().digits, value.as_tuple().exponent
        assert isinstance(exponent, int)
        if len(digits) > _MOST_DIGITS or abs(exponent) > 100_000:
            return self._too_long(node)
        return literal(NUMBER, float(value))

    def _too_long(self, node: Literal) -> Type:
        message = f"this number needs more than {_MOST_DIGITS} digits and cannot be kept precisely"
        self.context.error(codes.NUMBER, node, message)
        return NUMBER

    def _missing(self, _node: Missing) -> Type:
        return DYNAMIC

    def _item(self, node: SplatItem) -> Type:
        return self._items[node]

    def _parentheses(self, node: Parentheses) -> Type:
        return self.check(node.inner)

    # Templates.

    def _template(self, node: Template) -> Type:
        return lift(STRING, [self.check(part) for part in node.parts])

    def _join(self, node: TemplateJoin) -> Type:
        return lift(STRING, [self.check(node.tuple)])

    # Names and parts.

    def _traversal(self, node: Traversal) -> Type:
        variable = self.context.lookup(node.root)
        if variable is None:
            found = self._undefined(node)
        else:
            self.context.typing.roots[node] = variable
            found = variable.type
            if isinstance(variable.node, PulumiNode):
                self.context.error(codes.TRAVERSAL, node, "pulumi blocks cannot be traversed")
        return self._steps(found, node)

    def _undefined(self, node: Traversal) -> Type:
        context = self.context
        place = (node.start, node.start + len(node.root))
        finding = codes.UNDEFINED_VARIABLE.at(
            context.span(place), f"undefined variable {node.root}"
        )
        near = did_you_mean(node.root, context.names())
        if near:
            finding = finding.with_help(near.removeprefix("; "))
        context.say(finding, lenient=context.leniency.allow_missing_variables)
        return DYNAMIC

    def _relative(self, node: RelativeTraversal) -> Type:
        return self._steps(self.check(node.source), node)

    def _steps(self, found: Type, node: Traversal | RelativeTraversal) -> Type:
        for at, step in enumerate(node.steps):
            access = traverse(found, step.key, lenient=self.context.leniency.open_objects)
            if access.problem is not None:
                self._complain(access, node, at)
            found = self.types[step] = access.type
        return found

    def _complain(self, access: Access, node: Traversal | RelativeTraversal, at: int) -> None:
        problem, step = access.problem, node.steps[at]
        assert problem is not None
        code = codes.TRAVERSAL
        if problem.startswith("cannot traverse value of type none"):
            code = codes.TRAVERSAL_NONE
        elif problem.startswith("Found matching"):
            code = codes.PROPERTY_CASE
        elif problem.startswith("unknown property"):
            code = codes.UNKNOWN_PROPERTY
        finding = code.at(self.context.span(step), problem)
        if code is codes.UNKNOWN_PROPERTY:
            names = problem[problem.index("[") + 1 : -1].split(" ")
            near = did_you_mean(str(step.key), names)
            finding = finding.with_help(near.removeprefix("; ")) if near else finding
        if not access.failed:
            finding = finding.with_severity(Severity.WARNING)
        self.context.say(self.with_declaration(finding, node, at))

    def _index(self, node: Index) -> Type:
        source = self.check(node.collection)
        key = self.check(node.key)
        found = collection(source)
        if not found.known:
            self._not_iterable(node.collection, source)
            return DYNAMIC
        inner = unwrapped(node.key)
        constant = literal_text(inner)
        if constant is not None:
            access = traverse(source, constant, lenient=self.context.leniency.open_objects)
            if not access.failed:
                return access.type
        if found.key is not DYNAMIC:
            self.fit(node.key, key, found.key)
        return lift(wrap(source, found.value), [key])

    def _not_iterable(self, node: Expression, type_: Type) -> None:
        message = f"cannot iterate over a value of type {spelled(type_)}"
        finding = codes.NOT_ITERABLE.at(self.context.span(node), message)
        self.context.say(finding, lenient=self.context.leniency.skip_range_typechecking)

    def _splat(self, node: Splat) -> Type:
        source = self.check(node.source)
        item, listed = splat_item(source)
        self._items[node.item] = item
        self.types[node.item] = item
        each = self.check(node.each)
        return wrap(listed, list_of(each))

    # Operators.

    def _binary(self, node: Binary) -> Type:
        left, right = self.check(node.left), self.check(node.right)
        operator = node.operator
        if operator in _EQUALITY:
            return lift(BOOL, [left, right])
        wanted: Type
        result: Type
        if operator in _LOGIC:
            wanted = result = BOOL
        else:
            wanted = INT if left is INT and right is INT else NUMBER
            result = BOOL if operator in _COMPARISON else wanted
        self.fit(node.left, left, wanted)
        self.fit(node.right, right, wanted)
        return lift(result, [left, right])

    def _unary(self, node: Unary) -> Type:
        operand = self.check(node.operand)
        wanted: Type = BOOL
        if node.operator == "-":
            wanted = INT if operand is INT else NUMBER
        self.fit(node.operand, operand, wanted)
        return lift(wanted, [operand])

    def _conditional(self, node: Conditional) -> Type:
        test = self.check(node.test)
        self.fit(node.test, test, BOOL)
        yes, no = self.check(node.yes), self.check(node.no)
        return lift(unified([yes, no]), [test])

    # Collections.

    def _tuple(self, node: Tuple) -> Type:
        return tuple_of(*[self.check(element) for element in node.elements])

    def _object(self, node: Object) -> Type:
        fields: dict[str, Type] = {}
        keys: list[Type] = []
        values: list[Type] = []
        computed = False
        for item in node.items:
            text = literal_text(item.key)
            if item.bare or text is not None:
                assert text is not None
                self.types[item.key] = literal(STRING, text) if item.bare else STRING
                value = self.check(item.value)
                fields[text] = value
            else:
                computed = True
                keys.append(self._object_key(item.key))
                value = self.check(item.value)
            values.append(value)
        made = map_of(STRING, unified(values)) if computed else object_of(list(fields.items()))
        return lift(made, keys)

    def _object_key(self, node: Expression) -> Type:
        key = self.check(node)
        if not converts(key, input_type(STRING)):
            message = (
                "object keys must be strings: cannot assign expression of type "
                f"{spelled(key)} to location of type string"
            )
            self.context.error(codes.OBJECT_KEY, node, message)
        return key

    def _for(self, node: For) -> Type:
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
        context.frames.append(frame)
        try:
            return self._for_result(node, source)
        finally:
            context.frames.pop()

    def _for_result(self, node: For, source: Type) -> Type:
        shaping: list[Type] = []
        key: Type | None = None
        if node.key is not None:
            key = self.check(node.key)
            self.fit(node.key, key, STRING)
            shaping.append(key)
        value = self.check(node.value)
        if node.guard is not None:
            guard = self.check(node.guard)
            self.fit(node.guard, guard, BOOL)
            shaping.append(guard)
        if key is None:
            return lift(wrap(source, list_of(value)), shaping)
        element = list_of(value) if node.group else value
        return lift(wrap(source, map_of(STRING, element)), shaping)

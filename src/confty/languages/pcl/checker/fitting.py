"""How a value fits its place: what to say when it does not, and literals looked at exactly.

Conversion alone accepts any text where an enumeration is wanted and ignores surplus properties,
because both may turn out right at run time.  A literal is known now, so it is looked at here.
"""

from __future__ import annotations

from decimal import Decimal

from confty import types
from confty.kit.checking import ToldMismatch
from confty.kit.hcl import syntax
from confty.kit.suggest import suggestion
from confty.languages.pcl import codes
from confty.languages.pcl.checker.context import Context
from confty.languages.pcl.checker.words import listed
from confty.languages.pcl.eventuals import input_type
from confty.languages.pcl.model import LocalNode
from confty.languages.pcl.rules import CONVERSION, converts
from confty.light import lru_cache
from confty.patterns import pattern
from confty.text import Diagnostic, Span
from confty.types import MismatchKind, Type, explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_FARTHEST: Final = 50
_NUMERAL: Final = pattern(r"[-+]?\d++(?:\.\d++)?(?:[eE][-+]?\d++)?")


class Fitting:
    """Fits the expressions of one context into their places."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.types = context.typing.types
        self.doubtful = False

    def fit(self, node: syntax.Expression, found: Type, wanted: Type) -> bool:
        """Whether a value fits a place, now or later; if not, say so."""
        place = input_type(wanted)
        if converts(found, place):
            self.check_literals(node, wanted)
            return True
        self.context.say(self.mismatch(node, found, place))
        return False

    def mismatch(self, node: syntax.Expression, found: Type, place: Type) -> Diagnostic:
        """What to say when there is no conversion, of the innermost part that has none."""
        spell = self.context.words.spell
        why, part = self.culprit(node, found, place)
        message = (
            f"cannot assign expression of type {spell(found)} to location of type "
            f"{spell(place)}: {why.message or 'there is no conversion'}"
        )
        finding = codes.TYPE_MISMATCH.at(self.context.span(part), message)
        finding = finding.with_help(why.help) if why.help else finding
        return self.with_declaration(finding, part)

    def culprit(
        self, node: syntax.Expression, found: Type, place: Type
    ) -> tuple[ToldMismatch, syntax.Expression]:
        """Why a value does not fit, and the innermost part of a literal that the reason is about.

        There are no words for a value that as a whole is of another type.
        """
        why = explain(found, place, CONVERSION)
        if why is None:
            return ToldMismatch(""), node
        path, inner = why.innermost()
        part = node
        for kind, name in path:
            literal = syntax.unwrapped(part)
            if kind == "field" and isinstance(literal, syntax.Object):
                part = next(
                    (i.value for i in literal.items if syntax.literal_text(i.key) == name), part
                )
            elif kind == "item" and isinstance(literal, syntax.Tuple) and isinstance(name, int):
                part = literal.elements[name]
            else:
                break
        told = self.context.words.told(why)
        if inner.reason is MismatchKind.LENGTH:
            spell = self.context.words.spell
            sides = f"tuples {spell(inner.source)} and {spell(inner.target)}"
            return ToldMismatch(f"{sides} have different lengths"), part
        named = path or inner.missing or inner.surplus
        return (told if named else ToldMismatch("")), part

    def with_declaration(
        self, finding: Diagnostic, node: syntax.Expression, steps: int | None = None
    ) -> Diagnostic:
        """Point at where another language declares what ``node`` reads, if one does."""
        place = declared_at(self.context, node, steps)
        return finding if place is None else finding.note(place, "declared here")

    # Literals.

    def check_literals(self, node: syntax.Expression, wanted: Type) -> None:
        """Look at a literal, and at the literals inside it."""
        inner = syntax.unwrapped(node)
        if isinstance(inner, syntax.Literal):
            self._constant(inner, _choices(wanted))
        elif isinstance(inner, syntax.Traversal) and not inner.steps:
            self._named_constant(inner, wanted)
        elif isinstance(inner, syntax.Tuple):
            self._elements(inner, _choices(wanted))
        elif isinstance(inner, syntax.Object):
            self._properties(inner, _choices(wanted))
        elif isinstance(inner, syntax.Conditional):
            self._perhaps((inner.yes, inner.no), wanted)
        elif isinstance(inner, syntax.For):
            self._repeated(inner, _choices(wanted))

    def _perhaps(self, nodes: Iterable[syntax.Expression], wanted: Type) -> None:
        """Look at what may not be worked out at all: mistakes in it are warnings."""
        before, self.doubtful = self.doubtful, True
        for node in nodes:
            self.check_literals(node, wanted)
        self.doubtful = before

    def _repeated(self, node: syntax.For, choices: list[Type]) -> None:
        if node.group:
            return
        if node.key is None:
            wanted = [
                one.element for one in choices if isinstance(one, (types.ListOf, types.SetOf))
            ]
        else:
            wanted = [one.value for one in choices if isinstance(one, types.MapOf)]
        if len(wanted) == 1:
            self._perhaps([node.value], wanted[0])

    def _named_constant(self, node: syntax.Traversal, wanted: Type) -> None:
        """A local that is a constant: the mistake is where it is used, if it is one."""
        variable = self.context.typing.roots.get(node)
        local = variable.node if variable is not None else None
        value = syntax.unwrapped(local.value) if isinstance(local, LocalNode) else None
        if isinstance(value, syntax.Literal) and isinstance(value.value, str):
            self._constant(syntax.Literal(value.value, node.start, node.end), _choices(wanted))

    def _constant(self, node: syntax.Literal, choices: list[Type]) -> None:
        enums = [choice for choice in choices if isinstance(choice, types.Enum)]
        if not enums:
            self._unreadable(node, choices)
            return
        if len(enums) != len(choices) or isinstance(node.value, (bool, type(None))):
            return
        members = [member for enum in enums for member in enum.members]
        value = node.value
        if value in members or (isinstance(value, Decimal) and float(value) in members):
            return
        number = all(enum.base is not types.STRING for enum in enums)
        if isinstance(value, str) is number:
            return
        shown = f'"{value}"' if isinstance(value, str) else str(value)
        token = enums[0].token
        finding = codes.ENUM_VALUE.at(
            self.context.span(node), f'{shown} is not a valid value of the enum "{token}"'
        )
        names = self.context.findings.names(lambda: [str(member) for member in members])
        near = suggestion(str(value), names)
        listed = ", ".join(f'"{m}"' if isinstance(m, str) else str(m) for m in members[:12])
        advice = near or f"the values are {listed}"
        self.context.say(
            finding.with_help(advice),
            lenient=self.doubtful or self.context.leniency.skip_resource_typechecking,
        )

    def _unreadable(self, node: syntax.Literal, choices: list[Type]) -> None:
        """A literal of another kind than its place: conversions take any text for a number."""
        told = misread(node.value, choices)
        if told is None:
            return
        wanted, must_fail = told
        found = f'"{node.value}"' if isinstance(node.value, str) else _spelled(node.value)
        finding = codes.TYPE_MISMATCH.at(
            self.context.span(node), f"expected {wanted}, found {found}"
        )
        skipped = self.doubtful or self.context.leniency.skip_resource_typechecking
        lenient = skipped or not must_fail
        self.context.say(finding, lenient=lenient)

    def _elements(self, node: syntax.Tuple, choices: list[Type]) -> None:
        lists = [
            choice
            for choice in choices
            if isinstance(choice, (types.ListOf, types.SetOf, types.Tuple))
        ]
        if len(lists) != 1:
            return
        only = lists[0]
        for at, element in enumerate(node.elements):
            if isinstance(only, types.Tuple):
                if at < len(only.elements):
                    self.check_literals(element, only.elements[at])
            else:
                self.check_literals(element, only.element)

    def _properties(self, node: syntax.Object, choices: list[Type]) -> None:
        tables = [choice for choice in choices if isinstance(choice, (types.MapOf, types.Object))]
        if len(tables) != 1:
            return
        table = tables[0]
        for item in node.items:
            key = syntax.literal_text(item.key)
            if isinstance(table, types.MapOf):
                self.check_literals(item.value, table.value)
            elif key is not None:
                field = table.by_name.get(key)
                if field is not None:
                    self.check_literals(item.value, field.type)
                else:
                    self._extra(item.key, key, table)

    def _extra(self, node: syntax.Expression, key: str, table: types.Object) -> None:
        near = suggestion(key, self.context.findings.names(lambda: table.by_name))
        self.context.error(
            codes.EXTRA_PROPERTY,
            node,
            f"property '{key}' is not among {listed(table.by_name)}",
            near or None,
        )


def misread(value: object, choices: list[Type]) -> tuple[str, bool] | None:
    """What a place wants instead of a constant, and whether it cannot be made of the constant."""
    kinds = {types.BOOL, types.INT, types.NUMBER}
    if value is None or not choices or any(choice not in kinds for choice in choices):
        return None
    number = types.INT in choices or types.NUMBER in choices
    word = "a whole number" if types.NUMBER not in choices else "a number"
    if types.BOOL in choices:
        word = f"true, false or {word}" if number else "true or false"
    if isinstance(value, bool):
        return None if types.BOOL in choices else (word, False)
    if isinstance(value, str):
        if types.BOOL in choices and value in ("true", "false", "1", "0"):
            return None
        # How large a number may be is for the evaluation to say.
        if not number or _NUMERAL.fullmatch(value) is None:
            return word, True
        return None
    if not number:
        return word, False
    whole = not isinstance(value, Decimal) or _is_whole(value)
    return None if whole or types.NUMBER in choices else (word, False)


def _is_whole(value: Decimal) -> bool:
    """Whether there is nothing behind the point; large exponents are not multiplied out."""
    _, digits, exponent = value.as_tuple()
    return isinstance(exponent, int) and (exponent >= 0 or not any(digits[exponent:]))


def _spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(maxsize=4096)
def _choices(wanted: Type) -> list[Type]:
    """What a place takes, with outputs, absence and names looked through, each once."""
    found: dict[Type, None] = {}
    waiting = [wanted]
    while waiting:
        one = waiting.pop()
        if isinstance(one, types.Ref):
            waiting.append(types.unfold(one))
        elif isinstance(one, types.Union):
            # The output alternative repeats what stands beside it.
            plain = [member for member in one.members if not isinstance(member, types.Eventual)]
            waiting.extend(plain or one.members)
        elif isinstance(one, types.Eventual):
            waiting.append(one.inner)
        elif one is not types.NULL:
            found[one] = None
    return list(found)


def declared_at(
    context: Context, node: syntax.Expression, steps: int | None = None
) -> Span | None:
    """Where another language declares what an expression reads, up to ``steps`` of its own."""
    path: list[str | int] = []
    for _ in range(_FARTHEST):
        node = syntax.unwrapped(node)
        if isinstance(node, syntax.Call):
            foreign = context.typing.foreign.get(node)
            return None if foreign is None else foreign.declared_at(tuple(reversed(path)))
        if isinstance(node, syntax.Index):
            key = syntax.literal_text(node.key)
            if key is None:
                return None
            path.append(key)
            node = node.collection
        elif isinstance(node, (syntax.Traversal, syntax.RelativeTraversal)):
            keys = [step.key for step in reversed(node.steps[:steps])]
            path += [key if isinstance(key, str) else int(key) for key in keys]
            if isinstance(node, syntax.RelativeTraversal):
                node = node.source
            else:
                variable = context.typing.roots.get(node)
                if variable is None or not isinstance(variable.node, LocalNode):
                    return None
                node = variable.node.value
        else:
            return None
        steps = None
    return None

"""Literals against their exact places: enumeration members and properties nobody reads.

Conversion alone accepts any text where an enumeration is wanted and ignores surplus properties,
because both may turn out right at run time.  A literal is known now, so it is looked at here.
"""

from __future__ import annotations

from decimal import Decimal

from confty.kit.hcl.syntax import Expression, Literal, Object, Tuple, literal_text, unwrapped
from confty.kit.suggest import did_you_mean
from confty.languages.pcl import codes
from confty.languages.pcl.checker.access import converts
from confty.languages.pcl.checker.calls import Calls
from confty.types import (
    DYNAMIC,
    NULL,
    STRING,
    Enum,
    Eventual,
    ListOf,
    MapOf,
    Ref,
    SetOf,
    Type,
    Union,
    unfold,
)
from confty.types import Object as ObjectType
from confty.types import Tuple as TupleType


class Checked(Calls):
    """Expressions, calls and literals: the whole of expression checking."""

    def check_literals(self, node: Expression, wanted: Type) -> None:
        """Look at a literal, and at the literals inside it."""
        inner = unwrapped(node)
        if isinstance(inner, Literal):
            self._constant(inner, _choices(wanted))
        elif isinstance(inner, Tuple):
            self._elements(inner, _choices(wanted))
        elif isinstance(inner, Object):
            self._properties(inner, _choices(wanted))

    def culprit(self, node: Expression, wanted: Type) -> tuple[Expression, Type] | None:
        """The innermost part of a literal that does not fit, and what its place takes."""
        inner = unwrapped(node)
        found: tuple[Expression, Type] | None = None
        places: list[tuple[Expression, Type]] = []
        for choice in _choices(wanted):
            if isinstance(inner, Tuple) and isinstance(choice, (ListOf, SetOf)):
                places = [(element, choice.element) for element in inner.elements]
            elif isinstance(inner, Object) and isinstance(choice, (MapOf, ObjectType)):
                places = [(item.value, self._place(item.key, choice)) for item in inner.items]
        for part, place in places:
            if not converts(self.types.get(part, DYNAMIC), place):
                found = self.culprit(part, place) or (part, place)
                break
        return found

    def _place(self, key: Expression, table: MapOf | ObjectType) -> Type:
        if isinstance(table, MapOf):
            return table.value
        field = table.by_name.get(literal_text(key) or "")
        return DYNAMIC if field is None else field.type

    def _constant(self, node: Literal, choices: list[Type]) -> None:
        enums = [choice for choice in choices if isinstance(choice, Enum)]
        if not enums:
            return
        if len(enums) != len(choices) or isinstance(node.value, (bool, type(None))):
            return
        members = [member for enum in enums for member in enum.members]
        value = node.value
        if value in members or (isinstance(value, Decimal) and float(value) in members):
            return
        number = all(enum.base is not STRING for enum in enums)
        if isinstance(value, str) is number:
            return
        shown = f'"{value}"' if isinstance(value, str) else str(value)
        token = enums[0].token
        finding = codes.ENUM_VALUE.at(
            self.context.span(node), f'{shown} is not a valid value of the enum "{token}"'
        )
        near = did_you_mean(str(value), [str(member) for member in members])
        listed = ", ".join(f'"{m}"' if isinstance(m, str) else str(m) for m in members[:12])
        advice = near.removeprefix("; ") or f"the values are {listed}"
        self.context.say(
            finding.with_help(advice),
            lenient=self.context.leniency.skip_resource_typechecking,
        )

    def _elements(self, node: Tuple, choices: list[Type]) -> None:
        lists = [choice for choice in choices if isinstance(choice, (ListOf, SetOf, TupleType))]
        if len(lists) != 1:
            return
        only = lists[0]
        for at, element in enumerate(node.elements):
            if isinstance(only, TupleType):
                if at < len(only.elements):
                    self.check_literals(element, only.elements[at])
            else:
                self.check_literals(element, only.element)

    def _properties(self, node: Object, choices: list[Type]) -> None:
        tables = [choice for choice in choices if isinstance(choice, (MapOf, ObjectType))]
        if len(tables) != 1:
            return
        table = tables[0]
        for item in node.items:
            key = literal_text(item.key)
            if isinstance(table, MapOf):
                self.check_literals(item.value, table.value)
            elif key is not None:
                field = table.by_name.get(key)
                if field is not None:
                    self.check_literals(item.value, field.type)
                else:
                    self._extra(item.key, key, table)

    def _extra(self, node: Expression, key: str, table: ObjectType) -> None:
        near = did_you_mean(key, table.by_name).removeprefix("; ")
        self.context.error(
            codes.EXTRA_PROPERTY,
            node,
            f"property '{key}' is not among [{' '.join(table.by_name)}]",
            near or None,
        )


def _choices(wanted: Type) -> list[Type]:
    """What a place takes, with outputs, absence and names looked through, each once."""
    known = _seen.get(wanted)
    if known is None:
        known = _seen[wanted] = _found_choices(wanted)
    return known


_seen: dict[Type, list[Type]] = {}


def _found_choices(wanted: Type) -> list[Type]:
    found: dict[Type, None] = {}
    waiting = [wanted]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Ref):
            waiting.append(unfold(one))
        elif isinstance(one, Union):
            # The output alternative repeats what stands beside it.
            plain = [member for member in one.members if not isinstance(member, Eventual)]
            waiting.extend(plain or one.members)
        elif isinstance(one, Eventual):
            waiting.append(one.inner)
        elif one is not NULL:
            found[one] = None
    return list(found)

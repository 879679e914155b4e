"""Format strings: ``"%s is %d" % [name, age]`` held against the values.

Only a string that is written out can be looked into, here or where a name or a field leads.  What
is wrong is said about the string, or about what leads to it.
"""

from __future__ import annotations

from confty.languages.jsonnet.checker.checker import PARTLY, Checker
from confty.languages.jsonnet.checker.constants import scalar
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import kind_of, members, parts_of
from confty.languages.jsonnet.checker.misspelt import near_declarations, near_name
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.origins import field_type, instance_of
from confty.languages.jsonnet.checker.whence import whence, written_in
from confty.languages.jsonnet.codes import BAD_FORMAT
from confty.languages.jsonnet.parser.syntax import Expression, Node, String, stripped
from confty.languages.jsonnet.rules import ANY, RELATION
from confty.patterns import DOTALL, pattern
from confty.records import Record
from confty.text import Note, Severity
from confty.types import NO, NULL, NUMBER, STRING, Function, Object, Tuple, Type, union_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

# Longer formats are pointed at as a whole.
_LONGEST: Final = 10_000
_CODE: Final = pattern(r"%(?:\(([^)]*)\))?([#0\- +]*)(\*|\d*)(?:\.(\*|\d*))?[hlL]?(.?)", DOTALL)
_WANTED: Final[dict[str, Type]] = {
    **dict.fromkeys("diuoxXeEfFgG", NUMBER),
    "c": union_of(NUMBER, STRING),
    "s": ANY,
}


class _Spot(metaclass=Record):
    """One value that a format string asks for."""

    key: str | None
    wanted: Type
    # Which of the conversions it belongs to, counted from 0.
    at: int = -1


class _Held(metaclass=Record):
    """Where to complain, and how loudly."""

    check: Checker
    node: Expression
    values: Expression
    severity: Severity

    def say(self, message: str, spot: _Spot | None = None) -> bool:
        place = self.node if spot is None else _conversion(self.check, self.node, spot.at)
        return self.check.report(BAD_FORMAT, place, message, self.severity) is not None

    def point_at(self, notes: Iterable[Note]) -> None:
        """Note where what was said last comes from."""
        self.check.findings.amend(self.check.findings.last.noted(*notes))


def _conversion(check: Checker, node: Node, at: int) -> Node:
    """Return one conversion of a text of several lines, where it is written out here.

    One line says it all; of many the right one should be pointed at.
    """
    node = stripped(node) if isinstance(node, Expression) else node
    text = check.source.text[node.start : node.end]
    if not isinstance(node, String) or "\n" not in text:
        return node
    if len(text) > _LONGEST:
        return node
    raw = [(one.start(), one.end(), one[0]) for one in _CODE.finditer(text)]
    if [one[2] for one in raw] != [one[0] for one in _CODE.finditer(node.value)]:
        return node  # escapes stand between what is written and what is meant
    start, end, _ = raw[at]
    return Node(node.start + start, node.start + end)


def check_format(check: Checker, node: Expression, given: Expression, values: Type) -> None:
    """Hold a format string against the type of its values, where its text is known."""
    text = scalar(check, node)
    spots = _spots(check, node, text) if isinstance(text, str) else None
    if spots is None:
        return
    parts = parts_of(erased(values))
    severity = Severity.ERROR if len(parts) == 1 else PARTLY
    for part in parts:
        _check_part(_Held(check, node, given, severity), spots, part)


def _check_part(held: _Held, spots: list[_Spot], values: Type) -> None:
    if kind_of(values) == "any":
        return
    if isinstance(values, Object):
        _check_object(held, spots, values)
    elif isinstance(values, Tuple):
        _check_count(held, spots, len(values.elements))
        for spot, found in zip(spots, values.elements, strict=False):
            _check_value(held, spot, found)
    elif kind_of(values) != "array":
        if len(spots) > 1 and values is NULL:
            message = f"expected {len(spots)} values to format, found `null`"
            if held.say(message, spots[1]):
                held.point_at(whence(held.check, held.values, values))
            return
        _check_count(held, spots, 1)
        for spot in spots[:1]:
            _check_value(held, spot, values)


def _spots(check: Checker, node: Expression, text: str) -> list[_Spot] | None:
    """Read the codes of a format string; None where it is broken."""
    found: list[_Spot] = []
    at, number = 0, -1
    while (at := text.find("%", at)) >= 0:
        match = _CODE.match(text, at)
        assert match is not None
        number += 1
        key, _, width, precision, code = match.groups()
        if not code:
            check.report(BAD_FORMAT, node, "expected a conversion after `%`, found the end")
            return None
        if code != "%" and code not in _WANTED:
            check.report(BAD_FORMAT, node, f"expected a conversion after `%`, found `{code}`")
            return None
        found += [_Spot(None, NUMBER, number)] * ((width == "*") + (precision == "*"))
        if code != "%":
            found.append(_Spot(key, _WANTED[code], number))
        at = match.end()
    return found


def _check_count(held: _Held, spots: list[_Spot], found: int) -> bool:
    """Ask for as many values as there are; whether something was said."""
    wanted = len(spots)
    if wanted == found:
        return False
    many = "value" if wanted == 1 else "values"
    first = spots[found] if found < wanted else None  # that gets no value
    return held.say(f"expected {wanted} {many} to format, found {found}", first)


def _check_value(held: _Held, spot: _Spot, found: Type) -> bool:
    """Ask that a value can be written as a conversion says; whether something was said."""
    said = False
    for part in members(erased(found)):
        if isinstance(part, Function) and part is found:
            said = held.say("expected a value to format, found a function", spot) or said
        elif RELATION.assignable(part, spot.wanted) is NO:
            wanted = spell(spot.wanted)
            said = held.say(f"expected `{wanted}` to format, found `{spell(part)}`", spot) or said
    return said


def _check_object(held: _Held, spots: list[_Spot], values: Object) -> None:
    for spot in spots:
        if spot.key is None:
            held.say("expected the name of a field, as in `%(name)s`, found none", spot)
            continue
        known = field_type(held.check, values, spot.key)
        closed = values.rest is None or instance_of(values) is not None
        if known is not None:
            if _check_value(held, spot, known):
                held.point_at(written_in(values, spot.key, known))
        elif closed and held.say(f"there is no field `{spot.key}`", spot):
            names = held.check.findings.names(lambda: values.by_name)
            near = near_name(spot.key, names)
            if near is not None:
                held.point_at(near_declarations(values, names, near, spot.key))
                held.check.add_help(f"did you mean `{near}`?")

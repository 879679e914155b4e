"""Keywords that judge a value by itself: its type, its choice of values, its size.

Each function takes the schema, the value and its path, and yields what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final, Protocol

from confty.languages.data import codes
from confty.languages.data.checker.schema import values
from confty.languages.data.checker.schema.applicable import is_found
from confty.languages.data.checker.schema.drafts import OPEN_API
from confty.languages.data.checker.schema.failure import SchemaFailure
from confty.languages.data.checker.schema.formats import asked_by
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.parser.places import Path
from confty.text import Code

Failures = Iterator[SchemaFailure]
Assertion = Callable[[SchemaNode, object, Path], Failures]
_EITHER: Final = "x-kubernetes-int-or-string"


class Judge(Protocol):
    """Who holds values against schemas, for the keywords that ask about other schemas."""

    def fits(self, node: SchemaNode, value: object, path: Path) -> bool:
        """Whether a value has nothing wrong with it."""

    def failures(self, node: SchemaNode, value: object, path: Path) -> Failures:
        """Everything that is wrong with a value, the nearest first."""

    def targets(self, node: SchemaNode) -> list[tuple[SchemaNode, str]]:
        """The schemas that the references of a schema lead to."""


def _type(node: SchemaNode, value: object, path: Path) -> Failures:
    wanted = node.get("type")
    names = wanted if isinstance(wanted, list) else [wanted]
    if any(values.is_type(value, name, node.draft) for name in names if isinstance(name, str)):
        return
    if node.draft == OPEN_API and _fits_open_api(node, value):
        return
    spelled = " | ".join([values.WORDS.get(str(name), str(name)) for name in names])
    found = values.word_of(value, node.draft)
    help_ = None
    if isinstance(value, str) and {"integer", "number", "boolean"} & set(map(str, names)):
        help_ = "remove the quotes if that is meant" if _looks_plain(value) else None
    elif names == ["string"] and found in {"int", "number", "bool"}:
        help_ = "put it in quotes"
    message = f"expected {spelled}, found {found}"
    yield SchemaFailure(codes.SCHEMA_TYPE, message, path, node, "type", help_=help_)


def _fits_open_api(node: SchemaNode, value: object) -> bool:
    """Whether a value is right for what OpenAPI, and Kubernetes beside it, say in other words."""
    if value is None:
        return node.get("nullable") is True
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    either = node.get("format") == "int-or-string" or node.get(_EITHER) is True
    quantity = bool(node.path) and str(node.path[-1]).endswith("resource.Quantity")
    return quantity or (either and isinstance(value, int))


def _int_or_string(node: SchemaNode, value: object, path: Path) -> Failures:
    """Kubernetes has a word for both types, most often without a ``type`` beside it."""
    if node.draft != OPEN_API or node.get(_EITHER) is not True or node.has("type"):
        return
    if value is None and node.get("nullable") is True:
        return
    if isinstance(value, bool) or not (isinstance(value, int) or values.is_type(value, "string")):
        message = f"expected int | string, found {values.word_of(value)}"
        yield SchemaFailure(codes.SCHEMA_TYPE, message, path, node, _EITHER)


def _format(node: SchemaNode, value: object, path: Path) -> Failures:
    asked = asked_by(node.get("format"), node.draft)
    if asked is None or not isinstance(value, str):
        # A date of TOML or YAML is one, and other values are not asked.
        return
    holds, words = asked
    if not holds(value):
        message = f"expected {words}, found {values.shown(value)}"
        yield SchemaFailure(codes.SCHEMA_FORMAT, message, path, node, "format")


def _looks_plain(text: str) -> bool:
    return text in {"true", "false"} or text.lstrip("+-").replace(".", "", 1).isdigit()


def _enum(node: SchemaNode, value: object, path: Path) -> Failures:
    allowed = node.get("enum")
    if not isinstance(allowed, list):
        return
    if node.allowed is None:
        node.allowed = frozenset([values.canonical(one) for one in allowed])
    if values.canonical(value) in node.allowed:
        return
    if not allowed:
        message = f"expected nothing at all, found {values.shown(value)}"
        yield SchemaFailure(codes.SCHEMA_VALUE, message, path, node, "enum")
        return
    choices = ", ".join([values.shown(one) for one in allowed[:8]])
    more = ", ..." if len(allowed) > 8 else ""
    near = node.patience.near(value, allowed) if isinstance(value, str) else None
    message = f"expected one of {choices}{more}, found {values.shown(value)}"
    help_ = f'did you mean "{near}"?' if near else None
    yield SchemaFailure(codes.SCHEMA_VALUE, message, path, node, "enum", help_=help_)


def _const(node: SchemaNode, value: object, path: Path) -> Failures:
    wanted = node.get("const")
    if values.canonical(value) != values.canonical(wanted):
        message = f"expected {values.shown(wanted)}, found {values.shown(value)}"
        yield SchemaFailure(codes.SCHEMA_VALUE, message, path, node, "const")


def _pattern(node: SchemaNode, value: object, path: Path) -> Failures:
    source, text = node.get("pattern"), values.text_of(value)
    if text is None or not isinstance(source, str):
        return
    if is_found(source, text, path, node, "pattern") is False:
        message = f"expected a string that matches {source}, found {values.shown(value)}"
        yield SchemaFailure(codes.SCHEMA_PATTERN, message, path, node, "pattern")


def _bound(
    keyword: str, code: Code, words: str, size: Callable[[object], int | None]
) -> Assertion:
    """An assertion on a count: at least, or at most, as the keyword says."""
    least = keyword.startswith("min")

    def check(node: SchemaNode, value: object, path: Path) -> Failures:
        limit, found = values.number_of(node.get(keyword)), size(value)
        if limit is None or found is None or (found >= limit if least else found <= limit):
            return
        side = "at least" if least else "at most"
        whole = int(limit) if limit == int(limit) else limit
        counted = words if whole != 1 else words.removesuffix("s")
        message = f"expected {side} {whole} {counted}, found {found}"
        yield SchemaFailure(code, message, path, node, keyword)

    return check


def _characters(value: object) -> int | None:
    text = values.text_of(value)
    return None if text is None else len(text)


def _elements(value: object) -> int | None:
    return len(value) if isinstance(value, list) else None


def _keys(value: object) -> int | None:
    return len(value) if isinstance(value, dict) else None


def _limit(keyword: str, words: str, holds: Callable[[Fraction, Fraction], bool]) -> Assertion:
    """An assertion on a number, exact also between decimals and floats."""

    def check(node: SchemaNode, value: object, path: Path) -> Failures:
        limit, found = values.number_of(node.get(keyword)), values.number_of(value)
        if limit is None or found is None or not values.is_finite(limit):
            return
        if values.is_finite(found) and holds(Fraction(found), Fraction(limit)):
            return
        message = f"expected {words} {values.shown(limit)}, found {values.shown(value)}"
        yield SchemaFailure(codes.SCHEMA_RANGE, message, path, node, keyword)

    return check


def _minimum(node: SchemaNode, value: object, path: Path) -> Failures:
    if node.draft <= OPEN_API and node.get("exclusiveMinimum") is True:
        return _limit("minimum", "more than", Fraction.__gt__)(node, value, path)
    return _limit("minimum", "at least", Fraction.__ge__)(node, value, path)


def _maximum(node: SchemaNode, value: object, path: Path) -> Failures:
    if node.draft <= OPEN_API and node.get("exclusiveMaximum") is True:
        return _limit("maximum", "less than", Fraction.__lt__)(node, value, path)
    return _limit("maximum", "at most", Fraction.__le__)(node, value, path)


def _multiple(node: SchemaNode, value: object, path: Path) -> Failures:
    step, found = values.number_of(node.get("multipleOf")), values.number_of(value)
    if step is None or found is None or step <= 0:
        return
    if not (values.is_finite(found) and values.is_finite(step)):
        return
    # A float in a schema is meant as it is written: 0.1 is a tenth.
    if Fraction(_decimal(found)) % Fraction(_decimal(step)) != 0:
        message = f"expected a multiple of {values.shown(step)}, found {values.shown(value)}"
        yield SchemaFailure(codes.SCHEMA_MULTIPLE, message, path, node, "multipleOf")


def _decimal(number: float | Decimal) -> int | Decimal:
    return Decimal(repr(number)) if isinstance(number, float) else number


def _unique(node: SchemaNode, value: object, path: Path) -> Failures:
    if node.get("uniqueItems") is not True or not isinstance(value, list):
        return
    seen: dict[object, int] = {}
    for index, item in enumerate(value):
        first = seen.setdefault(values.canonical(item), index)
        if first != index:
            message = f"expected unique items, found {values.shown(item)} again"
            yield SchemaFailure(codes.SCHEMA_UNIQUE, message, (*path, index), node, "uniqueItems")
            return


def _required(node: SchemaNode, value: object, path: Path) -> Failures:
    names = node.get("required")
    if not isinstance(value, dict) or not isinstance(names, list):
        return
    for name in names:
        if name not in value:
            near = node.patience.near(str(name), value)
            properties = node.get("properties")
            known = properties if isinstance(properties, dict) else {}
            help_ = (
                f"is {values.shown(near)} meant to be it?" if near and near not in known else None
            )
            message = f"the key {values.shown(name)} is missing"
            yield SchemaFailure(
                codes.SCHEMA_REQUIRED, message, path, node, "required", help_=help_
            )


def _dependent_required(node: SchemaNode, value: object, path: Path) -> Failures:
    wanted = node.get("dependentRequired")
    if node.draft <= 7:
        wanted = node.get("dependencies")
    if not isinstance(value, dict) or not isinstance(wanted, dict):
        return
    keyword = "dependentRequired" if node.draft > 7 else "dependencies"
    for name, others in wanted.items():
        if name not in value or not isinstance(others, list):
            continue
        for other in others:
            if other not in value:
                message = f"the key {values.shown(name)} needs {values.shown(other)} beside it"
                at = (*path, name)
                yield SchemaFailure(
                    codes.SCHEMA_DEPENDENT, message, at, node, keyword, name, at_key=True
                )


ASSERTIONS: Final[dict[str, Assertion]] = {
    "type": _type,
    _EITHER: _int_or_string,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "format": _format,
    "minLength": _bound("minLength", codes.SCHEMA_LENGTH, "characters", _characters),
    "maxLength": _bound("maxLength", codes.SCHEMA_LENGTH, "characters", _characters),
    "minItems": _bound("minItems", codes.SCHEMA_ITEMS, "items", _elements),
    "maxItems": _bound("maxItems", codes.SCHEMA_ITEMS, "items", _elements),
    "minProperties": _bound("minProperties", codes.SCHEMA_COUNT, "keys", _keys),
    "maxProperties": _bound("maxProperties", codes.SCHEMA_COUNT, "keys", _keys),
    "minimum": _minimum,
    "maximum": _maximum,
    "exclusiveMinimum": _limit("exclusiveMinimum", "more than", Fraction.__gt__),
    "exclusiveMaximum": _limit("exclusiveMaximum", "less than", Fraction.__lt__),
    "multipleOf": _multiple,
    "uniqueItems": _unique,
    "required": _required,
    "dependentRequired": _dependent_required,
}

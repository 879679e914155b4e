"""The ``%`` operator on strings: parse a template once, fill it in as often as wanted.

Texts and small whole numbers, which nearly all codes are given, are written here; the rest is made
in ``conversions.py``.
"""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import fail
from confty.languages.jsonnet.evaluator.manifest.json import to_string
from confty.languages.jsonnet.evaluator.objects import field
from confty.languages.jsonnet.evaluator.patterns import FORMAT_CODE, compiled
from confty.languages.jsonnet.evaluator.values import (
    Obj,
    Thunk,
    Value,
    force,
    number_text,
    type_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_KINDS: Final = {**dict.fromkeys("diu", "d"), **{c: c.lower() for c in "oxXeEfFgGcs%"}}
_FLAGS: Final = "#0- +"
# What follows a code's key.  A width starts with another digit than 0, which is a flag: there are
# no two ways to read one text.
REST: Final = r"[#0\- +]*(?:\*|[1-9][0-9]*)?(?:\.(?:\*|[0-9]*))?[hlL]?[diuoxXeEfFgGcs%]"
_REST: Final = compiled(REST, FORMAT_CODE, 0)
_EXACT: Final = 2.0**53
# Widths and precisions beyond reason stop the program before a text of that length is made.
_WIDEST: Final = 1 << 24
_floor: Final = float.__floor__


class Directive:
    """One ``%…`` of a template; ``width`` and ``precision`` are "*" when they come as values."""

    __slots__ = ("capitals", "flags", "key", "kind", "precision", "quick", "width")

    def __init__(
        self,
        key: str | None,
        flags: frozenset[str],
        width: float | str,
        precision: float | str | None,
        letter: str,
    ) -> None:
        self.key = key
        self.flags = flags
        self.width = width
        self.precision = precision
        self.kind = _KINDS[letter]
        self.capitals = letter in "XEG"
        # The usual cases in one call; None where it cannot tell or the case is unusual.
        self.quick: Callable[[Value], str | None] | None = _quick(self, letter)


def _quick(code: Directive, letter: str) -> Callable[[Value], str | None] | None:
    """Choose the short way for a code, once a template."""
    if code.width == "*" or code.precision == "*" or "#" in code.flags:
        return None
    if code.kind == "s" and code.width == 0:
        return _quick_text
    if code.precision is None and code.kind in "dox":
        flags = "".join(sorted(code.flags))
        spec = f"%{flags}{int(code.width) or ''}{letter if letter in 'oxX' else 'd'}"
        return _quick_integer(spec, _floor if code.kind == "x" else int)
    if code.kind == "f" and code.width == 0 and not code.flags:
        return _quick_decimal(6 if code.precision is None else int(code.precision))
    return None


def _quick_text(value: Value) -> str | None:
    if value.__class__ is str:
        return value
    if value.__class__ is float:
        return number_text(value)
    return None


def _quick_integer(spec: str, whole: Callable[[float], int]) -> Callable[[Value], str | None]:
    def quick(value: Value) -> str | None:
        if value.__class__ is float and -_EXACT < value < _EXACT:
            return spec % whole(value)
        return None

    return quick


def _quick_decimal(places: int) -> Callable[[Value], str | None]:
    if not 0 < places < 15:
        return lambda _value: None
    scale = 10**places
    spec = f"%d.%0{places}d"

    def quick(value: Value) -> str | None:
        if value.__class__ is float and value >= 0.0:
            scaled = value * scale + 0.5
            if scaled < _EXACT:
                text: str = spec % divmod(int(scaled), scale)
                return text
        return None

    return quick


def _parsed(template: str) -> tuple[str | Directive, ...]:
    """Split a template into texts and codes."""
    pieces: list[str | Directive] = []
    known: dict[str, Directive] = {}
    done, mark = 0, template.find("%")
    while mark >= 0:
        if mark > done:
            pieces.append(template[done:mark])
        done = _end(template, mark + 1)
        text = template[mark:done]
        code = known.get(text)
        if code is None:
            code = known[text] = _parse_code(text, 1)
        pieces.append(code)
        mark = template.find("%", done)
    if done < len(template):
        pieces.append(template[done:])
    return tuple(pieces)


class _Templates(dict[str, tuple["str | Directive", ...]]):
    """Templates that were parsed, and not too many of them."""

    def __missing__(self, template: str) -> tuple[str | Directive, ...]:
        made = _parsed(template)
        if len(self) >= _MOST_TEMPLATES:
            self.clear()
        self[template] = made
        return made


_MOST_TEMPLATES: Final = 512
_templates: Final = _Templates()


def _end(template: str, at: int) -> int:
    """Where a code ends; the whole rest of the template if it is not well formed."""
    if template.startswith("(", at):
        at = template.find(")", at) + 1
    rest = _REST.match(template, at) if at else None
    return len(template) if rest is None else rest.end()


def _letter(template: str, at: int) -> str:
    return template[at] if at < len(template) else fail("Truncated format code.")


def _parse_code(template: str, at: int) -> Directive:
    key = None
    if _letter(template, at) == "(":
        close = template.find(")", at)
        if close < 0:
            fail("Truncated format code.")
        key = template[at + 1 : close]
        at = close + 1
    flags = set()
    while _letter(template, at) in _FLAGS:
        flags.add(template[at])
        at += 1
    width, at = _parse_width(template, at)
    precision: float | str | None = None
    if _letter(template, at) == ".":
        precision, at = _parse_width(template, at + 1)
    if _letter(template, at) in "hlL":
        at += 1
    letter = _letter(template, at)
    if letter not in _KINDS:
        fail(f"Unrecognised conversion type: {letter}")
    return Directive(key, frozenset(flags), width, precision, letter)


def _parse_width(template: str, at: int) -> tuple[float | str, int]:
    if _letter(template, at) == "*":
        return "*", at + 1
    width = 0.0
    while _letter(template, at) in "0123456789":
        width = width * 10 + int(template[at])
        at += 1
    return _bounded(width), at


def _bounded(width: float) -> float:
    if width > _WIDEST:
        fail(f"format expected a width of at most {_WIDEST}, found {width:g}")
    return width


def format_text(template: str, values: Value) -> str:
    """Answer ``template % values``."""
    codes = _templates[template]
    if values.__class__ is list:
        return _fill_array(codes, values)
    if values.__class__ is Obj:
        return _fill_object(codes, values)
    return _fill_array(codes, [values])


def _fill_array(codes: tuple[str | Directive, ...], values: list[Value]) -> str:
    pieces: list[str] = []
    at = 0
    for code in codes:
        if code.__class__ is str:
            pieces.append(code)
            continue
        assert isinstance(code, Directive)
        if code.quick is not None and at < len(values):
            item = values[at]
            value = force(item) if item.__class__ is Thunk else item
            text = code.quick(value)
            if text is not None:
                pieces.append(text)
                at += 1
                continue
        width, precision = code.width, code.precision
        if width == "*":
            width = _star(values, at)
            at += 1
        if precision == "*":
            # A percent sign takes no precision, and one that is missing is not missed.
            precision = _star(values, at) if code.kind != "%" else None
            at += 1
        if code.kind == "%":
            pieces.append(_pad("%", code, width))
            continue
        if at >= len(values):
            fail(f"Not enough values to format: {len(values)}, expected more than {at}")
        item = values[at]
        value = force(item) if item.__class__ is Thunk else item
        pieces.append(_pad(_render(value, code, width, precision, str(at)), code, width))
        at += 1
    if at < len(values):
        fail(f"Too many values to format: {len(values)}, expected {at}")
    return "".join(pieces)


def _star(values: list[Value], at: int) -> Value:
    if at >= len(values):
        fail(f"Not enough values to format: {len(values)}, expected at least {at + 1}")
    item = values[at]
    width = force(item) if item.__class__ is Thunk else item
    return _bounded(width) if width.__class__ is float else width


def _fill_object(codes: tuple[str | Directive, ...], values: Obj) -> str:
    # A field's value does not change, so a code that comes again gives the same text.
    known: dict[str | Directive, str] = {}
    pieces: list[str] = []
    put = pieces.append
    for code in codes:
        if code.__class__ is str:
            put(code)
            continue
        text = known.get(code)
        if text is None:
            assert isinstance(code, Directive)
            text = known[code] = _object_text(code, values)
        put(text)
    return "".join(pieces)


def _object_text(code: Directive, values: Obj) -> str:
    if code.width == "*":
        fail("Cannot use * field width with object.")
    if code.kind == "%":
        return _pad("%", code, code.width)
    if code.precision == "*":
        fail("Cannot use * precision with object.")
    key = code.key
    if key is None:
        fail("Mapping keys required.")
    if values.shape.slot_of(key) is None:
        fail(f"No such field: {key}")
    value = field(values, key)
    quick = code.quick(value) if code.quick is not None else None
    if quick is not None:
        return quick
    return _pad(_render(value, code, code.width, code.precision, key), code, code.width)


def _pad(text: str, code: Directive, width: Value) -> str:
    if width == 0:
        return text
    missing = _width(width) - len(text)
    if missing <= 0:
        return text
    return text + " " * missing if "-" in code.flags else " " * missing + text


def _width(width: Value) -> int:
    if width.__class__ is not float:
        other = type_name(width)
        fail(f"binary operator - requires matching types, got {other} and number.")
    return -int(-width // 1) if width > 0 else 0


def _render(value: Value, code: Directive, width: Value, precision: Value, place: str) -> str:
    kind = code.kind
    if kind == "s":
        text = to_string(value)
        return text if text.__class__ is str else fail("this value has no text")
    from confty.languages.jsonnet.evaluator.conversions import NUMBERS, one_character  # noqa: PLC0415  few templates need more than texts

    if kind == "c":
        return one_character(value)
    if value.__class__ is not float:
        fail(f"Format required number at {place}, got {type_name(value)}")
    if kind == "d" and not code.flags and precision is None and abs(value) < _EXACT:
        return str(int(value))
    if precision is not None and precision.__class__ is not float:
        fail(f"Format required number at {place} for the precision, got {type_name(precision)}")
    if width.__class__ is not float:
        _width(width)
    zero_pad = width if "0" in code.flags and "-" not in code.flags else 0.0
    return NUMBERS[kind](value, code, zero_pad, precision)

"""How values are written in RCL and in JSON, one line or several.

A collection is written on one line when it fits behind what the line already holds; otherwise
each of its parts gets a line, and decides for itself.  Whether something fits is tried by writing
it until the line is full, so the work for a failed try is bounded by the width.
"""

from __future__ import annotations

from confty.languages.rcl import values
from confty.languages.rcl.codes import NOT_EXPRESSIBLE
from confty.languages.rcl.numbers import Exact, spell
from confty.languages.rcl.rules import is_identifier
from confty.patterns import pattern
from confty.text import Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Final

_SPECIAL: Final = pattern(r'["\\\x00-\x1f\x7f]')
_ESCAPES: Final = {
    "\n": "\\n", "\r": "\\r", "\b": "\\b", "\f": "\\f", "\t": "\\t", '"': '\\"', "\\": "\\\\",
}  # fmt: skip


# Marks, and what formats and controls; a soft hyphen is shown.
_NO_COLUMN: Final = frozenset({"Mn", "Me", "Cf", "Cc"})
_SOFT_HYPHEN: Final = "\u00ad"
# Vowels and final consonants of Korean, which stand in the column of the first.
_FIRST_JOINED, _LAST_JOINED = "\u1160", "\u11ff"
# Where a place that is not assigned is kept for an ideograph.
_IDEOGRAPHS: Final = (
    ("\uf900", "\ufaff"), ("\U00020000", "\U0002fffd"), ("\U00030000", "\U0003fffd"),
)  # fmt: skip


class Inexpressible(Exception):
    """A value that a format has no words for; ``path`` leads to it from the outside."""

    def __init__(self, message: str, path: tuple[str | int, ...], hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.hint = hint

    def at(self, span: Span, around: tuple[str | int, ...] = ()) -> Diagnostic:
        """Return the finding about what a place has made; ``around`` leads to the value."""
        finding = NOT_EXPRESSIBLE.at(span, self.message).with_path((*around, *self.path))
        return finding.with_help(self.hint) if self.hint else finding


class _Full(Exception):
    """The line is full."""


# Values that are written without a look at how many there are.
_MANY: Final = 100_000
_COLLECTIONS: Final = (dict, list)


def refuse_endless(value: values.Value) -> None:
    """Refuse a value that is small in memory, and whose text nobody could keep."""
    if _is_small(value):
        return
    from confty.render.codes import Unwritable  # noqa: PLC0415  small texts do not pay
    from confty.render.survey import survey  # noqa: PLC0415  small texts do not pay

    try:
        survey(value)
    except Unwritable as problem:
        raise Inexpressible(problem.message, problem.path) from None


def _is_small(value: values.Value) -> bool:
    """Whether few values are written, each as often as it stands there."""
    left = _MANY
    level = [value] if value.__class__ in _COLLECTIONS else []
    while level:
        left -= sum(map(len, level))
        if left < 0:
            return False
        inside = [one.values() if one.__class__ is dict else one for one in level]
        level = [part for parts in inside for part in parts if part.__class__ in _COLLECTIONS]
    return True


def quoted(text: str) -> str:
    """Write a string with quotes and escapes, as RCL, JSON and TOML all accept it."""
    if _SPECIAL.search(text) is None:
        return f'"{text}"'
    return f'"{_SPECIAL.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    found = match.group()
    return _ESCAPES.get(found) or f"\\u{ord(found):04x}"


def columns(text: str) -> int:
    """Count columns: wide characters take two, marks and controls none."""
    if text.isascii() and text.isprintable():
        return len(text)
    import unicodedata  # noqa: PLC0415  only few texts need it, and it is large

    count = 0
    for character in text:
        kind = unicodedata.category(character)
        if kind in _NO_COLUMN and character != _SOFT_HYPHEN:
            continue
        if _FIRST_JOINED <= character <= _LAST_JOINED:
            continue
        if kind == "Cn":
            # Python says of many that are not assigned that they are wide.
            kept = any(first <= character <= last for first, last in _IDEOGRAPHS)
            count += 2 if kept else 1
        else:
            count += 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
    return count


class Style:
    """What differs between the notations of one value."""

    __slots__ = ("json",)

    def __init__(self, *, json: bool) -> None:
        self.json = json


RCL: Final = Style(json=False)
JSON: Final = Style(json=True)


class Writer:
    """Writes one value; ``path`` is where it stands while it walks through it."""

    def __init__(self, style: Style, width: int) -> None:
        self.style = style
        self.width = width
        self.path: list[str | int] = []

    def atom(self, value: values.Value) -> str | None:
        """Write a value without parts; None for a collection that has some."""
        cls = value.__class__
        if cls is str:
            return quoted(value)
        if cls is int:
            return str(value)
        if value is None:
            return "null"
        if cls is bool:
            return "true" if value else "false"
        if cls is Exact:
            return spell(value)
        if cls is list or cls is dict or cls is set:
            if value:
                return None
            if cls is set and not self.style.json:
                return "std.empty_set"
            return "{}" if cls is dict else "[]"
        return self._function(value)

    def _function(self, value: values.Value) -> str:
        if self.style.json:
            name = "a method" if value.__class__ is values.Method else "a function"
            if values.kind(value) != "Function":
                name = f"a {values.kind(value)}"
            raise Inexpressible(f"{name} cannot be written as JSON", tuple(self.path))
        return function_text(value)

    def parts(self, value: values.Value) -> list[tuple[str, values.Value, str | int]]:
        """Return the parts of a collection: what stands before the value, the value, the step."""
        if value.__class__ is dict:
            found = []
            for key, one in values.pairs(value):
                text, step = self.key(key)
                found.append((text, one, step))
            return found
        return [("", one, index) for index, one in enumerate(values.elements(value))]

    def key(self, key: values.Value) -> tuple[str, str | int]:
        """Write a key and what follows it; also return it as a step of a path."""
        if key.__class__ is str:
            if not self.style.json and is_identifier(key):
                return f"{key} = ", key
            return f"{quoted(key)}: ", key
        if self.style.json:
            raise Inexpressible(
                f"expected a String as key, found {values.kind(key)} {Writer(RCL, 80).flat(key)}",
                tuple(self.path),
            )
        return f"{self.flat(key)}: ", self.flat(key)

    def brackets(self, value: values.Value) -> tuple[str, str]:
        """Return how a collection opens and closes on one line."""
        if value.__class__ is dict:
            return ("{", "}") if self.style.json else ("{ ", " }")
        if value.__class__ is set and not self.style.json:
            return "{", "}"
        return "[", "]"

    def flat(self, value: values.Value) -> str:
        """Write on one line, however long; raises ``Inexpressible`` for one without an end."""
        refuse_endless(value)
        out: list[str] = []
        self._flat(value, out, 1 << 60)
        return "".join(out)

    def _flat(self, value: values.Value, out: list[str], room: int) -> int:
        """Write on one line; return how much room is left, or raise when there is none."""
        text = self.atom(value)
        if text is not None:
            room -= columns(text)
            if room < 0:
                raise _Full
            out.append(text)
            return room
        if 3 * len(value) > room + 2:
            raise _Full
        opener, closer = self.brackets(value)
        room -= len(opener)
        out.append(opener)
        for index, (before, one, step) in enumerate(self.parts(value)):
            if index:
                out.append(", ")
                room -= 2
            out.append(before)
            room -= columns(before)
            if room < 0:
                raise _Full
            self.path.append(step)
            room = self._flat(one, out, room)
            self.path.pop()
        out.append(closer)
        room -= len(closer)
        if room < 0:
            raise _Full
        return room

    def write(self, value: values.Value, column: int, margin: int, out: list[str]) -> None:
        """Write behind ``column`` columns of the line; further lines start at ``margin``."""
        text = self.atom(value)
        if text is not None:
            if column + columns(text) > self.width and text.startswith("std."):
                text = f"std\n{' ' * (margin + 2)}.{text[4:]}"
            out.append(text)
            return
        self.flat_or_tall(value, column, margin, out)

    def flat_or_tall(self, value: values.Value, column: int, margin: int, out: list[str]) -> None:
        """Write a collection on this line if it fits, else over several."""
        mark, depth = len(out), len(self.path)
        try:
            self._flat(value, out, self.width - column)
        except _Full:
            del out[mark:]
            del self.path[depth:]
            self._tall(value, margin, out)

    def _tall(self, value: values.Value, margin: int, out: list[str]) -> None:
        opener, closer = self.brackets(value)
        out.append(opener.strip())
        inner = margin + 2
        lead = "\n" + " " * inner
        keys = [key for key, _ in values.pairs(value)] if value.__class__ is dict else None
        comma = False
        for index, (before, one, step) in enumerate(self.parts(value)):
            out.append(f",{lead}" if comma else lead)
            comma = True
            if keys is None or keys[index].__class__ is str:
                out.append(before)
                column = inner + columns(before)
            else:
                column = self._key(keys[index], inner, out)
            self.path.append(step)
            self.write(one, column, inner, out)
            self.path.pop()
        last = "" if self.style.json else ","
        out.append(f"{last}\n{' ' * margin}{closer.strip()}")

    def _key(self, key: values.Value, margin: int, out: list[str]) -> int:
        """Write a key that is no string, over several lines if need be; return where it ends."""
        mark = len(out)
        self.write(key, margin, margin, out)
        out.append(": ")
        before, _, last = "".join(out[mark:]).rpartition("\n")
        return columns(last) if before else margin + columns(last)


def function_text(value: values.Value) -> str:
    """Name a function or method."""
    if isinstance(value, values.Lambda):
        document, start, end = value.place
        return f"«function {document}:{start}..{end}»"
    if isinstance(value, values.Builtin):
        return value.name
    if isinstance(value, values.Method):
        return f"«method {value.name}»"
    if isinstance(value, values.Key):
        return function_text(value.value)
    return "«value»"


_FUNCTIONS: Final = frozenset((values.Lambda, values.Builtin, values.Method))


class _Labelled(Exception):
    """There is a value with a label."""


class _Message(Writer):
    """Writes a value for a message, in which no labelled value may be told."""

    def _function(self, value: values.Value) -> str:
        if value.__class__ not in _FUNCTIONS:
            raise _Labelled
        return function_text(value)


def shown(value: values.Value, limit: int = 60) -> str:
    """Write a value for a message: one line, cut when it is long."""
    try:
        return _cut(_Message(RCL, 80), value, limit)
    except _Labelled:
        from confty.values import redact  # noqa: PLC0415  plain runs do not pay for labels

        return _cut(Writer(RCL, 80), redact(value), limit)


def _cut(writer: Writer, value: values.Value, limit: int) -> str:
    out: list[str] = []
    try:
        writer._flat(value, out, limit)  # noqa: SLF001  the same class, with a short line
    except _Full:
        return "".join(out)[: limit - 4] + " ..."
    return "".join(out)


def text_of(value: values.Value) -> str | None:
    """Return what a value looks like inside a string; None for one that cannot stand there."""
    cls = value.__class__
    if isinstance(value, str):
        return value
    if cls is int:
        return str(value)
    if cls is bool:
        return "true" if value else "false"
    if value is None:
        return "null"
    return spell(value) if cls is Exact else None

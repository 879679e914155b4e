"""YAML as ``std.manifestYamlDoc`` and ``std.manifestYamlStream`` write it."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import TOO_DEEP, Stop, stranger
from confty.languages.jsonnet.evaluator.manifest.bounds import DEEPEST, NO_FUNCTION
from confty.languages.jsonnet.evaluator.manifest.extent import Tally
from confty.languages.jsonnet.evaluator.manifest.json import line_text, refuse_functions
from confty.languages.jsonnet.evaluator.objects import field
from confty.languages.jsonnet.evaluator.values import Func, Obj, Thunk, Value, force, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_SAFE: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./")
_WORDS: Final = frozenset(
    [
        "true",
        "false",
        "yes",
        "no",
        "on",
        "off",
        "y",
        "n",
        "null",
        ".nan",
        "-.inf",
        "+.inf",
        ".inf",
        "-",
        "---",
    ]
) | {""}
_DATE: Final = frozenset("0123456789-")
_INTEGER: Final = frozenset("0123456789_")
_BINARY: Final = _INTEGER | {"b", "-"}
_FLOAT: Final = frozenset("0123456789e._-")
_HEX: Final = frozenset("0123456789abcdefx_-")


def bare_key(key: str) -> bool:
    """Whether a key needs no quotes: YAML would read it as a string as it stands."""
    lower = key.lower()
    letters, small = set(key), set(lower)
    if not letters <= _SAFE or lower in _WORDS:
        return False
    looks_special = (
        (letters <= _DATE and key.count("-") == 2)
        or (small <= _INTEGER or (small <= _INTEGER | {"-"} and key.count("-") < 2))
        or (small <= _BINARY and len(key) > 2 and key.removeprefix("-").startswith("0b"))
        or (
            small <= _FLOAT and key.count(".") == 1 and lower.count("e") < 2 and key.count("-") < 3
        )
        or (
            small <= _HEX
            and key.count("-") < 2
            and len(key) > 2
            and key.removeprefix("-").startswith("0x")
        )
    )
    return not looks_special


def bare_key_of_go(key: str) -> bool:
    """Whether a key needs no quotes for Go, which reads it as no number, date or word."""
    import re  # noqa: PLC0415  few programs ask for bare keys

    lower = key.lower()
    if not set(key) <= _SAFE or lower in _WORDS:
        return False
    special = (
        r"(?:[0-9]*-){2}[0-9]*",
        r"-?0b[01_]+",
        r".*0x[0-9a-fA-F_]+.*",
        r"(?i:-?inf(?:inity)?|nan)",
    )
    if any(re.fullmatch(one, key) for one in special):
        return False
    digits = r"[0-9](?:_?[0-9])*"
    if not re.fullmatch(rf"-?(?:{digits}\.?(?:{digits})?|\.{digits})(?:e-?{digits})?", lower):
        return True
    return float(lower) in {float("inf"), float("-inf")}  # out of range: no number for Go


class YamlWriter:
    """One document; the two choices of the library function, and how numbers are written."""

    __slots__ = ("bare", "functions", "indent_arrays", "number", "quote_keys", "tally")

    def __init__(
        self,
        number: Callable[[float], str],
        *,
        indent_arrays: bool,
        quote_keys: bool,
        functions: bool,
    ) -> None:
        self.number = number
        self.indent_arrays = indent_arrays
        self.quote_keys = quote_keys
        # Whether a function is written, as nothing, as Go does, or refused, as C++ does.
        self.functions = functions
        self.bare = bare_key_of_go if functions else bare_key
        # The parts of the document that is written.
        self.tally = Tally(None)

    def document(self, value: Value) -> str:
        """Write a document; a function in it is refused with its place."""
        self.tally = Tally(value)
        try:
            return self._text(value, "")
        except Stop as stop:
            refuse_functions(stop, value)
            raise

    def _text(self, value: Value, margin: str) -> str:
        kind = value.__class__
        if len(margin) > DEEPEST:
            raise Stop(TOO_DEEP)
        if kind is str:
            return self._string(value, margin)
        if kind is list:
            self.tally.count(value, len(value))
            return self._array(value, margin)
        if kind is Obj:
            self.tally.count(value, len(value.shape.visible))
            return self._object(value, margin)
        if kind is Func:
            if self.functions:
                return ""
            raise Stop(NO_FUNCTION)
        if kind is float:
            return self.number(value)
        if value is None or kind is bool:
            return line_text(value)
        return stranger(value)

    @staticmethod
    def _string(value: str, margin: str) -> str:
        if not value:
            return '""'
        if not value.endswith("\n"):
            return quote(value)
        return f"\n{margin}  ".join(["|", *value.split("\n")[:-1]])

    def _array(self, value: list[Value], margin: str) -> str:
        if not value:
            return "[]"
        lines = []
        inner = margin + "  "
        for element in value:
            item = force(element) if element.__class__ is Thunk else element
            if item.__class__ is list and item:
                lines.append("-\n" + inner + self._text(item, inner))
            elif item.__class__ is Obj and item.shape.visible:
                lines.append("- " + self._text(item, inner))
            else:
                lines.append("- " + self._text(item, margin))
        return ("\n" + margin).join(lines)

    def _object(self, value: Obj, margin: str) -> str:
        if not value.shape.visible:
            return "{}"
        lines = []
        for name, quoted in value.shape.keys:
            item = field(value, name)
            key = quoted if self.quote_keys or not self.bare(name) else name
            if item.__class__ is list and item:
                inner = margin + "  " if self.indent_arrays else margin
                lines.append(f"{key}:\n{inner}{self._text(item, inner)}")
            elif item.__class__ is Obj and item.shape.visible:
                inner = margin + "  "
                lines.append(f"{key}:\n{inner}{self._text(item, inner)}")
            else:
                lines.append(f"{key}: {self._text(item, margin)}")
        return ("\n" + margin).join(lines)


def yaml_stream(documents: list[Value], writer: YamlWriter, *, closed: bool) -> str:
    """Write several documents, each after ``---``."""
    values = [force(item) if item.__class__ is Thunk else item for item in documents]
    body = "\n---\n".join([writer.document(value) for value in values])
    return "---\n" + body + ("\n...\n" if closed else "\n")

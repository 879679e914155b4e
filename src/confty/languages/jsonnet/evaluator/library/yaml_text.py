"""YAML texts as values, for ``std.parseYaml``: as the library behind Go's reads them, or C++'s.

PyYAML's parser, which like Go's comes from libyaml, gives events; what a scalar means, what a key
may be, and what ``<<`` and ``*`` do is decided here.  Nothing recurses, however deep a text nests.
"""

from __future__ import annotations

import re
from calendar import monthrange
from itertools import pairwise

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.yaml_containers import (
    ArrayContainer,
    Container,
    ObjectContainer,
    RefusedYaml,
    double,
    row_of,
)
from confty.languages.jsonnet.evaluator.values import Obj, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Final

# The levels that a text may nest: a value is walked through recursively later on.
_DEEPEST: Final = 1000

_TRUE: Final = ("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON")
_FALSE: Final = ("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF")
_WORDS: Final[dict[str, Value]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(_TRUE, True),
    **dict.fromkeys(_FALSE, False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
}
_INTEGER: Final = re.compile(
    r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|([0-9]+))"
)
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?")
_MARK: Final = re.compile(r"^---(?=[ \t\r\n]|\Z)", re.MULTILINE)
_CORE: Final = "tag:yaml.org,2002:"
_SMALLEST, _LARGEST = -(1 << 63), 1 << 64


class YamlDialect:
    """What the two implementations do otherwise."""

    __slots__ = ("failed", "links", "scalar", "split", "strict")

    def __init__(
        self,
        scalar: Callable[[object], Value],
        split: Callable[[str], tuple[list[tuple[int, str]], bool]],
        *,
        links: bool,
        failed: str,
        strict: bool = False,
    ) -> None:
        # The value of a scalar event.
        self.scalar = scalar
        # The documents of a text with the lines they begin at, and whether there may be several.
        self.split = split
        # Whether ``*name``, ``<<`` and numbers as keys mean what YAML says, or are texts.
        self.links = links
        # What a refusal begins with.
        self.failed = failed
        # Whether keys are texts, each there once, which no ``<<`` replaces.
        self.strict = strict


def read_yaml(text: str, rules: YamlDialect) -> Value:
    """The value of a text: of one document that value, of a stream an array of them."""
    try:
        import yaml  # noqa: PLC0415  an extra
    except ImportError:
        raise Stop("std.parseYaml needs the package PyYAML: install confty[yaml]") from None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    # A last line counts as one, ended or not.
    parts, several = rules.split(text if text.endswith("\n") else text + "\n")
    values: list[Value] = []
    for line, part in parts:
        try:
            if rules is GO:
                _refuse_slashes(part, yaml.scan(part, Loader=loader))
            values += _documents(yaml.parse(part, Loader=loader), rules, first=rules is GO)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            place = f"line {line + mark.line + 1}: " if mark is not None else ""
            problem = getattr(error, "problem", None) or "control characters are not allowed"
            raise Stop(f"{rules.failed}: {place}{problem}") from None
        except RefusedYaml as refused:
            raise Stop(f"{rules.failed}: {refused}") from None
    if several or len(values) > 1:
        return values
    return values[0] if values else None


_SLASH: Final = re.compile(r"(?<!\\)(?:\\\\)*+\\/")


def _refuse_slashes(text: str, tokens: Iterator[Any]) -> None:
    """Refuse an escaped slash in a string, which came with YAML 1.2."""
    if "\\/" not in text:
        return
    for token in tokens:
        if getattr(token, "style", None) == '"':
            written = text[token.start_mark.index : token.end_mark.index]
            if _SLASH.search(written):
                raise RefusedYaml("found unknown escape character")


def _documents(events: Iterator[object], rules: YamlDialect, *, first: bool) -> list[Value]:
    """The values of the documents of a text, or of the first only."""
    found: list[Value] = []
    for event in events:
        if event.__class__.__name__ == "DocumentStartEvent":
            found.append(_Builder(rules).document(events))
            if first:
                # What comes behind the value is looked at as far as its next token.
                next(events, None)
                return found
    return found or [None] if first else found


class _Builder:
    """Builds the value of one document, containers on a stack."""

    __slots__ = (
        "_anchors",
        "_endless",
        "_open",
        "_repeated",
        "_rules",
        "_stack",
        "_taken",
        "_weights",
    )

    def __init__(self, rules: YamlDialect) -> None:
        self._rules = rules
        self._anchors: dict[str, Value] = {}
        # How many values an anchor stands for, how many were taken, and those of them by aliases.
        self._weights: dict[str, int] = {}
        self._taken = 0
        self._repeated = 0
        self._open: set[str] = set()
        # Arrays as lists, objects as lists of pairs; the last is the innermost.
        self._stack: list[Container] = []
        # Whether a number without an end was read.
        self._endless = False

    def document(self, events: Iterator[Any]) -> Value:
        for event in events:
            kind = event.__class__.__name__
            if kind in {"MappingStartEvent", "SequenceStartEvent"}:
                self._taken += 1
                self._enter(event, kind[0] == "M")
                continue
            scalar = None
            if kind == "ScalarEvent":
                scalar = event
                value = self._rules.scalar(event)
                self._endless |= value.__class__ is float and value - value != 0.0
                self._taken += 1
                if event.anchor is not None:
                    self._anchors[event.anchor] = value
                    self._weights[event.anchor] = 1
            elif kind == "AliasEvent":
                value = self._named(event.anchor)
            elif kind == "DocumentEndEvent":
                return None
            else:
                container = self._stack.pop()
                value = container.value()
                if container.anchor is not None:
                    self._anchors[container.anchor] = value
                    self._weights[container.anchor] = self._taken - container.began
                    self._open.discard(container.anchor)
            if not self._stack:
                return self._finished(value)
            self._stack[-1].add(value, scalar)
        return None

    def _finished(self, value: Value) -> Value:
        if self._endless:
            _refuse_endless(value)
        return double(value)

    def _enter(self, event: Any, mapping: bool) -> None:
        if len(self._stack) >= _DEEPEST:
            raise RefusedYaml("too many levels of nesting")
        if event.anchor is not None:
            self._open.add(event.anchor)
            self._anchors.pop(event.anchor, None)
        container = (
            ObjectContainer(event.anchor, links=self._rules.links, strict=self._rules.strict)
            if mapping
            else ArrayContainer(event.anchor)
        )
        container.began = self._taken - 1
        self._stack.append(container)

    def _named(self, name: str) -> Value:
        if not self._rules.links:
            return f"*{name}"
        if name in self._anchors:
            self._repeat(self._weights[name])
            return self._anchors[name]
        if name in self._open:
            raise RefusedYaml(f"anchor '{name}' value contains itself")
        raise RefusedYaml(f"unknown anchor '{name}' referenced")

    def _repeat(self, weight: int) -> None:
        """Count what an alias stands for; few letters can stand for any number of values."""
        self._taken += weight + 1
        self._repeated += weight
        if (
            self._taken > _MANY
            and self._repeated > _SOME
            and self._repeated > self._taken * _allowed(self._taken)
        ):
            raise RefusedYaml("document contains excessive aliasing")


# Go's reader of YAML lets aliases be almost all of a small document, and a tenth of a large one.
_SOME: Final = 100
_MANY: Final = 1000
_SMALL: Final = 400_000
_LARGE: Final = 4_000_000
_MOST: Final = 0.99
_LEAST: Final = 0.10


def _allowed(taken: int) -> float:
    if taken <= _SMALL:
        return _MOST
    if taken >= _LARGE:
        return _LEAST
    return _MOST - (_MOST - _LEAST) * (taken - _SMALL) / (_LARGE - _SMALL)


def _refuse_endless(value: Value) -> None:
    """Refuse a value that holds a number without an end; what another key replaced is gone."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if item.__class__ is list:
            waiting += item
        elif item.__class__ is Obj:
            waiting += row_of(item)
        elif item.__class__ is float and item - item != 0.0:
            raise RefusedYaml("unsupported value: a number that is not finite")


def _go_scalar(event: Any) -> Value:
    """The value of a scalar by the rules of YAML 1.1 that Go's library keeps."""
    tag, text = event.tag, event.value
    if tag is None:
        return _resolved(text) if event.implicit[0] else text
    if not tag.startswith(_CORE):
        return text
    name = tag.removeprefix(_CORE)
    if name == "binary":
        return _binary(text)
    if name == "str" or name not in _TAGS:
        return text
    if name == "timestamp" and _DATE.fullmatch(text):
        return text
    found = _resolved(text)
    if name == "float" and found.__class__ is int:
        return float(found)
    if found.__class__ is not _TAGS[name]:
        raise RefusedYaml(f"cannot decode `{text}` as a !!{name}")
    return found


_TAGS: Final[dict[str, type]] = {
    "bool": bool, "int": int, "float": float, "null": type(None), "timestamp": Exception,
}  # fmt: skip


def _binary(text: str) -> str:
    from binascii import Error, a2b_base64  # noqa: PLC0415  few texts hold bytes

    try:
        data = a2b_base64("".join(text.split()), strict_mode=bool(text.strip()))
    except (Error, ValueError):
        raise RefusedYaml("!!binary value contains invalid base64 data") from None
    return data.decode("utf-8", "replace")


def _resolved(text: str) -> Value:
    if text in _WORDS:
        return _WORDS[text]
    if not text or text[0] not in "+-.0123456789":
        return text
    if text[0] == ".":
        plain = text.replace("_", "")
        return float(plain) if _FLOAT.fullmatch(plain) else text
    plain = text.replace("_", "")
    found = _INTEGER.fullmatch(plain)
    if found is not None:
        number = _integer(found)
        if _SMALLEST <= number < _LARGEST:
            return number
        if found[5] is None:
            return text
    if _FLOAT.fullmatch(plain):
        real = float(plain)
        return real if real - real == 0.0 else text
    return text


def _integer(found: re.Match[str]) -> int:
    sign, hexadecimal, binary, octal, decimal = found.groups()
    if hexadecimal is not None:
        size = int(hexadecimal, 16)
    elif binary is not None:
        size = int(binary, 2)
    elif octal is not None:
        size = int(octal, 8)
    else:
        size = int(decimal) if len(decimal) < 400 else _LARGEST
    return -size if sign == "-" else size


def _go_split(text: str) -> tuple[list[tuple[int, str]], bool]:
    """Split before every line that begins a document; what comes before the first is one."""
    starts = [found.start() for found in _MARK.finditer(text)]
    before = [] if starts and starts[0] == 0 else [0]
    bounds = [*before, *starts, len(text)]
    parts = [(text.count("\n", 0, begin), text[begin:end]) for begin, end in pairwise(bounds)]
    return parts, bool(starts)


GO: Final = YamlDialect(_go_scalar, _go_split, links=True, failed="failed to parse YAML")


def _newer_scalar(event: Any) -> Value:
    """The same, but for words that YAML 1.2 no longer has for booleans, and for moments."""
    if event.tag is None and event.implicit[0]:
        if event.value in _FORMER:
            return event.value
        if _DATE.fullmatch(event.value):
            return moment(event.value)
    return _go_scalar(event)


_FORMER: Final = frozenset({*_TRUE, *_FALSE}) - {"true", "True", "TRUE", "false", "False", "FALSE"}


def _unsplit(text: str) -> tuple[list[tuple[int, str]], bool]:
    return [(0, text)], True


_NEWER: Final = YamlDialect(
    _newer_scalar, _unsplit, links=True, failed="parsing yaml", strict=True
)


def read_documents(text: str) -> list[Value]:
    """The documents of a text, one or many, as Tanka's ``parseYaml`` reads them."""
    found: list[Value] = read_yaml(text, _NEWER)
    return found


_BARE: Final = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`=](?:[^\n:#]|:(?! |$)|(?<! )#)*+")


def is_text(text: str) -> bool:
    """Whether a text, written as it is, would be read as itself and not as another value."""
    return _resolved(text) == text and not _DATE.fullmatch(text) and text not in {"<<", "="}


def is_plain(text: str) -> bool:
    """Whether a text may stand in a document without quotes."""
    bare = _BARE.fullmatch(text) is not None and text == text.strip() and text.isprintable()
    return bare and is_text(text)


def _cpp_scalar(event: Any) -> Value:
    """The value of a scalar: only what JSON would read otherwise than as a string."""
    text = event.value
    if event.style:
        return text
    if text in {"", "null"}:
        return None
    if text in {"true", "false"}:
        return text == "true"
    body = text.removeprefix("-")
    if not body[:1].isdigit() or (body[0] == "0" and body[1:2].isdigit()):
        return text
    if not set(body) <= set("0123456789.eE+-"):
        return text
    try:
        value = float(text)
    except ValueError:
        return text
    return value if value - value == 0.0 else text


def _cpp_split(text: str) -> tuple[list[tuple[int, str]], bool]:
    return [(0, text)], _MARK.search(text) is not None


CPP: Final = YamlDialect(_cpp_scalar, _cpp_split, links=False, failed="YAML error")


# With a T there is a zone, with a blank there is none.
_MOMENT: Final = re.compile(
    r"(\d{4})-(\d\d?)-(\d\d?)"
    r"(?:(?:[Tt](?=.*(?:Z|[+-]\d\d:\d\d)$)| (?=[\d:.]*$))"
    r"(\d\d?):(\d\d?):(\d\d?)(?:\.(\d+))?(.*))?",
    re.ASCII,
)


def moment(text: str) -> str:
    """A date or a moment as Go writes it into JSON; what is none stays as it is."""
    found = _MOMENT.fullmatch(text)
    if found is None or (found[8] not in {None, "", "Z"} and not _ZONE.fullmatch(found[8])):
        return text
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    if not (1 <= month <= 12 and hour < 24 and minute < 60 and second < 60):
        return text
    if not 1 <= day <= monthrange(year or 4, month)[1]:
        return text
    part = (found[7] or "")[:9].rstrip("0")
    zone = found[8] if found[8] and _ZONE.fullmatch(found[8]) else "Z"
    zone = "Z" if zone[1:] == "00:00" else zone
    clock = f"{hour:02}:{minute:02}:{second:02}{'.' + part if part else ''}"
    return f"{year:04}-{month:02}-{day:02}T{clock}{zone}"


_ZONE: Final = re.compile(r"[+-](?:[01]\d|2[0-3]):[0-5]\d", re.ASCII)

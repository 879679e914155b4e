"""The parts of a broken JSON text that are right, read in C.

A document of ten megabytes with one mistake is right almost everywhere.  The careful reader asks
here before it goes into a bracket, and before each member: a whole value, or hundreds of members
at once, are cut out along their brackets and given to the C scanner.  What that takes is right and
need not be looked at; what it refuses is small by then, and is read with care.
"""

from __future__ import annotations

from json import JSONDecoder
from json.decoder import JSONObject  # type: ignore[attr-defined]  # left out of the stubs

from confty.languages.data.parser.json_surrogates import LONE
from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, NoReturn

    Pairs = list[tuple[str, object]]

#: Further in, reading ahead would cost more than it saves: each level is looked at again.
_DEEPEST: Final = 8
_STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'


def _balanced(depth: int) -> str:
    """Text with brackets up to some depth; which of the two kinds is for the scanner to judge."""
    inner = rf"|[\[{{]{_balanced(depth - 1)}[\]}}]" if depth else ""
    return rf'[^\[\]{{}}"]*+(?:(?:{_STRING}{inner})[^\[\]{{}}"]*+)*+'


_MEMBER: Final = (
    rf',[^\[\]{{}}",]*+(?:(?:{_STRING}|[\[{{]{_balanced(4)}[\]}}])[^\[\]{{}}",]*+)*+(?=[,\]}}])'
)
_MEMBERS: Final = pattern(rf"(?s:[ \t\r\n]*+(?:{_MEMBER}){{1,1024}}+)")


class ReadAhead:
    """Reads ahead in one text; ``made`` makes something of a value, or refuses it with None.

    Without a hook only keys that are there twice are looked for, and the values are of no use.
    """

    def __init__(
        self,
        text: str,
        hook: Callable[[Pairs], object] | None = None,
        made: Callable[[object], object] = id,
    ) -> None:
        self.text = text
        self._bare = hook is None
        self._scan = _scanner(hook or _dropped)
        self._scan_pairs = _scanner(_unique)
        self._made = made
        self._halved = LONE.search(text) is not None
        #: Up to here reading ahead was tried and refused.
        self._refused = 0

    def value(self, start: int, depth: int) -> tuple[object, int] | None:
        """The value that starts with a bracket, and its end."""
        if depth > _DEEPEST:
            return None
        try:
            value, end = self._scan(self.text, start)
        except (ValueError, StopIteration, RecursionError):
            return None
        if self._has_half(start, end):
            return None
        made = self._made(value)
        return None if made is None else (made, end)

    def items(self, start: int, depth: int) -> tuple[list[object], int] | None:
        """Some items of an array, from the comma before the first."""
        cut = self._cut(start, depth)
        if cut is None:
            return None
        first, end = cut
        try:
            items, _ = self._scan(f"[{self.text[first:end]}]", 0)
        except (ValueError, StopIteration, RecursionError):
            items = None
        # No item at all is a comma behind the last.
        if not items or self._made(items) is None:
            self._refused = end
            return None
        return items, end

    def entries(self, start: int, depth: int) -> tuple[Pairs, int] | None:
        """Some entries of an object, from the comma before the first."""
        cut = self._cut(start, depth)
        if cut is None:
            return None
        first, end = cut
        try:
            text = f"{{{self.text[first:end]}}}"
            if self._bare:
                pairs, _ = self._scan_pairs(text, 0)
            else:
                pairs, _ = JSONObject((text, 1), True, self._scan, None, _kept, {})
        except (ValueError, StopIteration, RecursionError):
            pairs = None
        if not pairs or not (self._bare or self._made([value for _, value in pairs])):
            self._refused = end
            return None
        return pairs, end

    def refuse(self, end: int) -> None:
        """Read what is before ``end`` with care."""
        self._refused = end

    def _cut(self, start: int, depth: int) -> tuple[int, int] | None:
        """Where members start, behind a comma, and where they end."""
        if start < self._refused or depth > _DEEPEST:
            return None
        found = _MEMBERS.match(self.text, start)
        if found is None:
            return None
        if self._has_half(start, found.end()):
            self._refused = found.end()
            return None
        return self.text.index(",", start) + 1, found.end()

    def _has_half(self, start: int, end: int) -> bool:
        return self._halved and LONE.search(self.text, start, end) is not None


def _scanner(hook: Callable[[Pairs], object]) -> Any:
    decoder: Any = JSONDecoder(object_pairs_hook=hook, parse_constant=_constant)
    return decoder.scan_once


def _dropped(pairs: Pairs) -> None:
    """See that no key is there twice; nothing is kept, so that memory stays small."""
    if len(pairs) > 1 and len(dict(pairs)) != len(pairs):
        raise ValueError


def _unique(pairs: Pairs) -> Pairs:
    if len(pairs) > 1 and len(dict(pairs)) != len(pairs):
        raise ValueError
    return pairs


def _kept(pairs: Pairs) -> Pairs:
    return pairs


def _constant(_: str) -> NoReturn:
    raise ValueError

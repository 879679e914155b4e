"""JSON in two readings.

The quick one is the standard library's C scanner with a hook that sees every object: it proves
that a text is right and makes the value, at a fraction more than ``json.loads`` costs.  It keeps
no places.  The careful one (``json_careful``) runs when the quick one has a complaint, or when
somebody asks where a value stands.  A text so large that this would take minutes gets one finding,
from the place where the quick reading gave up.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from json import JSONDecodeError, JSONDecoder
from math import inf
from re import compile as pattern
from typing import Final, NoReturn

from confty.language import Outcome
from confty.languages.data.limits import DEEPEST, LARGEST_CAREFUL
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Places
from confty.text import Source

#: What may be half a surrogate pair; the careful reading knows for sure.
_HALF_PAIR: Final = pattern(
    r"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]"
)
_CONTAINERS: Final = frozenset({dict, list})


class _Complaint(Exception):
    """The quick reading has seen something that only the careful one can describe."""

    def __init__(self, error: JSONDecodeError | None = None) -> None:
        super().__init__()
        self.error = error


def parse_json(source: Source, sound: Callable[[object], bool] | None = None) -> Outcome[Document]:
    """Read a JSON text; what is wrong is said at its place, and read as what was meant.

    ``sound`` says whether a value is not too deep and holds no infinite number; a caller that
    looks at the whole value anyway answers that on the way.
    """
    try:
        value = _quick(source.text, sound or _sound)
    except _Complaint as complaint:
        if complaint.error is not None and len(source.text) > LARGEST_CAREFUL:
            from confty.languages.data.parser.json_hasty import describe

            return Outcome(
                Document(source, "json", None, Places), (describe(source, complaint.error),)
            )
        from confty.languages.data.parser.json_careful import read_carefully

        found = read_carefully(source)
        document = Document(source, "json", found.value, lambda: found.places)
        return Outcome(document, tuple(found.findings))
    return Outcome(Document(source, "json", value, lambda: _locate(source)))


def _locate(source: Source) -> Places:
    from confty.languages.data.parser.json_careful import read_carefully

    return read_carefully(source).places


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Complaint
    return made


def _constant(_: str) -> NoReturn:
    raise _Complaint


_decode: Final = JSONDecoder(object_pairs_hook=_object, parse_constant=_constant).decode


def _quick(text: str, sound: Callable[[object], bool]) -> object:
    if ("\\ud" in text or "\\uD" in text) and _HALF_PAIR.search(text):
        raise _Complaint
    # Reading makes no cycles: a collector would only walk the growing document, time and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        value: object = _decode(text)
    except JSONDecodeError as error:
        raise _Complaint(error) from None
    except (ValueError, RecursionError):
        raise _Complaint from None
    finally:
        if collecting:
            gc.enable()
    if not sound(value):
        raise _Complaint
    return value


def _sound(value: object) -> bool:
    """Whether the value is not too deep, and no number in it has become infinite."""
    level = [value] if type(value) in _CONTAINERS else []
    for _ in range(DEEPEST + 1):
        if not level:
            return not (isinstance(value, float) and value in {inf, -inf})
        below: list[object] = []
        for container in level:
            assert isinstance(container, (dict, list))
            inside = container.values() if isinstance(container, dict) else container
            kinds = set(map(type, inside))
            if float in kinds and (inf in inside or -inf in inside):
                return False
            if dict in kinds or list in kinds:
                below.extend([item for item in inside if type(item) in _CONTAINERS])
        level = below
    return False

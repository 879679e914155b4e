"""JSON in two readings.

The quick one is the standard library's C scanner with a hook that sees every object: it proves
that a text is right and makes the value, at a fraction more than ``json.loads`` costs.  It keeps
no places.  The careful one (``json_recovery``) runs when the quick one has a complaint, or when
somebody asks where a value stands.  A text so large that this would take minutes gets one finding,
from the place where the quick reading gave up.
"""

from __future__ import annotations

import sys
from _json import make_scanner
from math import inf

from confty.generics import cast
from confty.kit.collector import uncollected
from confty.language import Outcome
from confty.languages.data.limits import DEEPEST, LARGEST_CAREFUL
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.json_surrogates import lone_surrogates
from confty.languages.data.parser.places import Places
from confty.patterns import pattern
from confty.text import Diagnostic, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from json import JSONDecodeError
    from typing import Any, Final, NoReturn, TypeAlias

    from confty.languages.data.parser.json_read_ahead import ReadAhead
    from confty.languages.data.parser.json_recovery import CarefulReading

#: Makes something of the keys and values of an object.
ObjectHook: TypeAlias = "Callable[[list[tuple[str, object]]], object]"

_CONTAINERS: Final = frozenset({dict, list})
_WHITE: Final = pattern(r"[ \t\n\r]*")


class Unusual(Exception):
    """The quick reading has seen something that only the careful one can describe."""

    def __init__(self, error: JSONDecodeError | None = None) -> None:
        super().__init__()
        self.error = error


def parse_json(source: Source) -> Outcome[Document]:
    """Read a JSON text; what is wrong is said at its place, and read as what was meant."""
    try:
        value = read_quickly(source.text, _object)
    except Unusual as complaint:
        return read_again(source, complaint)
    if not _sound(value):
        return read_again(source, Unusual())
    document = Document(source, "json", value, lambda: _carefully(source).places)
    return Outcome(document, lone_surrogates(source))


def read_again(source: Source, complaint: Unusual) -> Outcome[Document]:
    """Read a text that the quick reading complained of, and say what is wrong."""
    if (first := only_first_mistake(source, complaint)) is not None:
        return first
    found = _carefully(source)
    document = Document(source, "json", found.value, lambda: found.places)
    return Outcome(document, tuple(found.findings))


def only_first_mistake(source: Source, complaint: Unusual) -> Outcome[Document] | None:
    """One finding about a text so large that reading it again would take minutes."""
    if complaint.error is None or len(source.text) <= LARGEST_CAREFUL:
        return None
    from confty.languages.data.parser import json_first_mistake  # noqa: PLC0415  hardly ever

    nothing = Document(source, "json", None, Places)
    return Outcome(nothing, (json_first_mistake.first_mistake(source, complaint.error),))


def broken(source: Source) -> Document:
    """A document known to be wrong, whose value is guessed when somebody asks for it."""
    return Document(
        source,
        "json",
        None,
        lambda: _carefully(source).places,
        read=lambda: _carefully(source).value,
    )


def repeated_keys(source: Source) -> tuple[Diagnostic, ...]:
    """Say which keys are there twice in a text that is otherwise right."""
    return tuple(read_around_mistakes(source).findings)


def read_around_mistakes(
    source: Source, hook: ObjectHook | None = None, made: Callable[[object], object] = id
) -> CarefulReading:
    """Read with care only what is wrong, and the rest in C; ``ReadAhead`` calls the functions."""
    from confty.languages.data.parser import json_read_ahead  # noqa: PLC0415  most texts are right

    with uncollected():
        return _carefully(source, json_read_ahead.ReadAhead(source.text, hook, made))


def unread(source: Source) -> Document:
    """A document known to be right, whose value is made when somebody asks for it."""
    return Document(
        source,
        "json",
        None,
        lambda: _carefully(source).places,
        read=lambda: read_quickly(source.text, _object),
    )


def _carefully(source: Source, ahead: ReadAhead | None = None) -> CarefulReading:
    from confty.languages.data.parser import json_recovery  # noqa: PLC0415  most texts are right

    return json_recovery.read_carefully(source, ahead)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise Unusual
    return made


def _constant(_: str) -> NoReturn:
    raise Unusual


def read_quickly(text: str, hook: ObjectHook) -> object:
    """Read a text in C; ``hook`` makes something of each object.  Raise ``Unusual`` if not."""
    # Reading makes no cycles: a collector would only walk the growing document, time and again.
    try:
        with uncollected(kept=True):
            asked: Any = _Reading(hook)
            return _scanned(text, make_scanner(asked))
    except ValueError as error:
        told = cast("JSONDecodeError", error) if hasattr(error, "pos") else None
        raise Unusual(told) from None
    except RecursionError:
        raise Unusual from None
    except SystemError:
        # The scanner's words for what is wrong are in there, and it does not load them itself.
        if "json.decoder" in sys.modules:
            raise
        __import__("json.decoder")
        return read_quickly(text, hook)


class _Reading:
    """What the C scanner asks for, as ``json.JSONDecoder`` has it."""

    strict = True
    object_hook = None
    parse_float = float
    parse_int = int
    parse_constant = staticmethod(_constant)

    def __init__(self, hook: ObjectHook) -> None:
        self.object_pairs_hook = hook


def _scanned(text: str, scan: Callable[[str, int], tuple[object, int]]) -> object:
    """Read one value and the white space around it; what is wrong is told as ``json`` does.

    That is loaded by who needs it, and takes longer to load than a small text to be read.
    """
    try:
        value, end = scan(text, _end_of_white(text, 0))
    except StopIteration as stop:
        message, end = "Expecting value", stop.value
    else:
        end = _end_of_white(text, end)
        if end == len(text):
            return value
        message = "Extra data"
    from json import JSONDecodeError  # noqa: PLC0415  start-up: most texts are right

    raise JSONDecodeError(message, text, end)


def _end_of_white(text: str, start: int) -> int:
    found = _WHITE.match(text, start)
    assert found is not None
    return found.end()


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

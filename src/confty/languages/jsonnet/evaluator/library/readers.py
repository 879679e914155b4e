"""Reading texts into values."""

from __future__ import annotations

from _json import make_scanner

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.wants import string
from confty.languages.jsonnet.evaluator.values import Value, from_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn

_BLANKS: Final = " \t\n\r"


def parse_json(text: Value) -> Value:
    return read_json(string("parseJson", text))


def parse_yaml(text: Value) -> Value:
    from confty.languages.jsonnet.evaluator.library.plain_yaml import Unusual, read_plain  # noqa: PLC0415  loaded by the runs that need it

    try:
        return read_plain(string("parseYaml", text))
    except Unusual:
        from confty.languages.jsonnet.evaluator.library.yaml_text import GO, read_yaml  # noqa: PLC0415  loaded by the runs that need it

        return read_yaml(text, GO)


def _constant(word: str) -> NoReturn:
    raise ValueError(word)


def _number(text: str) -> float:
    value = float(text)
    if value - value != 0.0:
        raise Stop(f"number out of range: {text}")
    return value


class _Rules:
    """What Python's scanner of JSON asks for."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = parse_int = staticmethod(_number)
    parse_constant = staticmethod(_constant)


_scan: Final = make_scanner(_Rules())  # type: ignore[arg-type]  # it asks for attributes only


def read_json(text: str) -> Value:
    """The value of a JSON text; numbers are doubles, the last of equal keys counts."""
    if "\\ud" in text or "\\uD" in text:
        text = _paired(text)
    try:
        data, end = _scan(text, len(text) - len(text.lstrip(_BLANKS)))
    except (StopIteration, ValueError, RecursionError, SystemError):
        # As for files (``json_files.py``): without ``json.decoder`` the scanner has no words.
        return _read_with_care(text)
    return _read_with_care(text) if text[end:].strip(_BLANKS) else from_plain(data)


def _paired(text: str) -> str:
    """Put U+FFFD in the place of each half of a character that is written without the other."""
    import re  # noqa: PLC0415  few texts have any

    high, low = r"\\u[dD][89abAB][0-9a-fA-F]{2}", r"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    halves = re.compile(rf"({high}{low}|\\[^u])|{high}|{low}")
    return halves.sub(lambda found: found[1] or r"\ufffd", text)


def _read_with_care(text: str) -> Value:
    """The same for a text with a mistake, of which there is something to say."""
    import json  # noqa: PLC0415  takes longer to load than most texts to read

    try:
        data = json.loads(text, parse_int=_number, parse_float=_number, parse_constant=_constant)
    except json.JSONDecodeError as error:
        where = f"parse error at line {error.lineno}, column {error.colno}"
        from confty.languages.jsonnet.evaluator.go_words import no_json  # noqa: PLC0415  loaded by the runs that need it

        go = f"failed to parse JSON: {no_json(error)}"
        raise Stop(f"failed to parse JSON: {where}: {error.msg}", go=go) from None
    except ValueError as error:
        raise Stop(f"failed to parse JSON: {error} is no JSON value") from None
    except RecursionError:
        raise Stop("failed to parse JSON: too many levels of nesting") from None
    return from_plain(data)

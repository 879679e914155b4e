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
    try:
        data, end = _scan(text, len(text) - len(text.lstrip(_BLANKS)))
    except (StopIteration, ValueError, RecursionError):
        return _read_with_care(text)
    return _read_with_care(text) if text[end:].strip(_BLANKS) else from_plain(data)


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

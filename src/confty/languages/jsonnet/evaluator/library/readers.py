"""Reading JSON texts into values."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import Value, from_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def _constant(word: str) -> NoReturn:
    raise ValueError(word)


def _number(text: str) -> float:
    value = float(text)
    if value - value != 0.0:
        raise Stop(f"number out of range: {text}")
    return value


def read_json(text: str) -> Value:
    """The value of a JSON text; numbers are doubles, the last of equal keys counts."""
    import json  # noqa: PLC0415  loaded where it is needed

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

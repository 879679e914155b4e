"""Library functions by name: the Python function behind one, and the function as a value."""

from __future__ import annotations

import sys

from confty.languages.jsonnet.evaluator.values import ABSENT, EAGER, Func, Thunk, Value, force

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    # The records are not loaded by programs that only call library functions.
    from confty.languages.jsonnet.library import StdFunction

_ROOM: Final = "confty.languages.jsonnet.evaluator.library."


def body_at(place: str, cpp: str = "") -> Callable[..., Value]:
    """The Python function that a record names, ``theme:function``; loads its theme.

    Generated code names the one of the other dialect, too, where there is one.
    """
    del cpp
    theme, _, name = place.partition(":")
    module = _ROOM + theme
    # ``importlib`` itself would load more than that.
    __import__(module)
    body: Callable[..., Value] = getattr(sys.modules[module], name)
    return body


def cpp_body_at(place: str, cpp: str = "") -> Callable[..., Value]:
    """The same in the dialect ``cpp``."""
    return body_at(cpp or place)


def as_value(record: StdFunction, dialect: str, work: Callable[..., Value] | None = None) -> Func:
    """A library function as a value, for programs that pass it around.

    ``work`` is called in place of its body.
    """
    body = body_at(record.body_in(dialect))
    late = tuple([name in record.late for name in record.parameters])
    names = record.names_in(dialect)
    return function_of(record.name, body, names, record.required, late, work)


def function_of(
    name: str,
    body: Callable[..., Value],
    names: tuple[str, ...],
    required: int,
    late: tuple[bool, ...],
    work: Callable[..., Value] | None = None,
) -> Func:
    """A function as a value; the parameters behind those it requires have its body's defaults.

    Arguments that are not ``late`` are worked out for it.
    """
    work = work or body
    defaults: tuple[Value, ...] = getattr(body, "__defaults__", None) or ()

    def called(*arguments: Value) -> Value:
        ready = []
        for at, argument in enumerate(arguments):
            if argument is ABSENT or argument is EAGER:
                ready.append(defaults[at - required])
            elif argument.__class__ is not Thunk or late[at]:
                ready.append(argument)
            else:
                ready.append(force(argument))
        return work(*ready)

    return Func(called, names, frozenset(names[required:]), name)

"""Failures that may be shown: an exception that met a secret keeps its kind and loses its text.

The text of an exception raised while a secret was in hand may hold the secret (``int("hunter2")``
says so in full), and so may its arguments, its attributes and the frames of its traceback.  So
nothing of it is kept but the class: the stand-in is an instance of the same class, and callers
that catch by class go on working.
"""

from __future__ import annotations

from confty.generics import ParamSpec, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

P = ParamSpec("P")
R = TypeVar("R")

_CLASSES: Final[dict[type[Exception], type[Exception]]] = {}


class ValueProblem(ValueError):
    """A value that cannot be what it is asked to be: encoded, decoded, hashed, looked up."""


class Concealed(Exception):
    """A failure whose text is hidden because it may hold a secret."""

    kind = "Exception"

    def __str__(self) -> str:
        return f"{self.kind}; its text is hidden because a secret was in use"

    def __repr__(self) -> str:
        return f"{self.kind}([secret])"


def concealed(error: Exception) -> Exception:
    """Make a stand-in for ``error`` that is of its class and tells nothing else about it."""
    if isinstance(error, Concealed):
        return error
    cls = _concealing_class(type(error))
    stand_in = cls.__new__(cls)
    # Not through ``__init__``: it belongs to a class that we know nothing about.
    stand_in.args = (str(stand_in),)
    return stand_in


def _concealing_class(kind: type[Exception]) -> type[Exception]:
    made = _CLASSES.get(kind)
    if made is None:
        body = {"kind": kind.__name__, "__module__": kind.__module__}
        try:
            made = type(kind.__name__, (Concealed, kind), body)
            made.__new__(made)
        except Exception:  # noqa: BLE001  a class with a will of its own; the plain one does
            made = type(kind.__name__, (Concealed,), body)
        _CLASSES[kind] = made
    return made


def utf8(text: str, what: str) -> bytes:
    """Return the bytes of a text; the codec's error, which holds the text, goes no further."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        problem = ValueProblem(f"{what} has a lone surrogate and no UTF-8 form")
    raise problem


def framed(function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
    """Call a function of this package; what it raises keeps no frame of ours.

    Encoders hold bare values in their variables, and some tools show variables in tracebacks.
    Nesting that is too deep for Python is a problem of the value.
    """
    problem: Exception
    try:
        return function(*arguments, **named)
    except RecursionError:
        problem = ValueProblem("the value is nested too deeply")
    except Exception as error:  # noqa: BLE001  whatever it is, it is raised again below
        rest = error.__traceback__
        while rest is not None and rest.tb_frame.f_globals["__name__"].startswith(__package__):
            rest = rest.tb_next
        problem = error.with_traceback(rest)
        if problem.__suppress_context__:
            # What ``from None`` only keeps from being printed: a codec's error holds the text.
            problem.__context__ = None
    raise problem


def kind_of(error: BaseException) -> str:
    """Name the class of a failure, concealed or not."""
    return type(error).__name__

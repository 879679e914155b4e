"""How a library function is declared: its Jsonnet signature beside its Python body.

``@native("get(o, f, default?=null, inc_hidden=true)")``: a question mark says that the argument
is passed as it is, worked out or not; all others arrive as values.  Defaults are those of the
Python function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    EAGER,
    Func,
    Thunk,
    Value,
    force,
)

Body = TypeVar("Body", bound=Callable[..., Any])


class Native:
    """A library function: what a call needs to know, and the Python function."""

    __slots__ = ("body", "defaults", "lazy", "name", "params", "placed", "required")

    def __init__(self, signature: str, body: Callable[..., Value], *, placed: bool) -> None:
        name, _, rest = signature.partition("(")
        self.name = name
        names, lazy = [], []
        required = 0
        for item in rest.removesuffix(")").split(", ") if rest != ")" else []:
            param, given, _ = item.partition("=")
            lazy.append(param.endswith("?"))
            names.append(param.removesuffix("?"))
            required += not given
        self.params = tuple(names)
        self.lazy = tuple(lazy)
        self.required = required
        self.body = body
        self.defaults: tuple[Value, ...] = body.__defaults__ or ()
        # Whether the body takes the place of the call as one more argument.
        self.placed = placed

    def function(self) -> Func:
        """The function as a value, for programs that pass it around."""
        return Func(
            self._called,
            self.params,
            frozenset(self.params[self.required :]),
            self.name,
        )

    def _called(self, *arguments: Value) -> Value:
        ready = []
        for at, argument in enumerate(arguments):
            if argument is ABSENT or argument is EAGER:
                ready.append(self.defaults[at - self.required])
            elif self.lazy[at] or argument.__class__ is not Thunk:
                ready.append(argument)
            else:
                ready.append(force(argument))
        return self.body(*ready)


NATIVES: dict[str, Native] = {}


def native(signature: str, *, placed: bool = False) -> Callable[[Body], Body]:
    """Enter a Python function into the library under its Jsonnet signature."""

    def enter(body: Body) -> Body:
        declared = Native(signature, body, placed=placed)
        NATIVES[declared.name] = declared
        return body

    return enter


__all__ = ["NATIVES", "Native", "native"]

"""Functions that are called: their parameters, and which of them a call still has to give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from confty import types
from confty.kit.sights import Parameter
from confty.languages.jsonnet.checker.closures import Closure
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import unknown
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.written import stripped, subscript
from confty.languages.jsonnet.insight.described import is_library
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.library import parameters_of
from confty.languages.jsonnet.library import FUNCTIONS
from confty.languages.jsonnet.parser import syntax
from confty.text import Source

_LONGEST: Final = 30


class CalledFunction:
    """A function as a call of it is written: the name, the parameters, the result, the words."""

    __slots__ = ("documentation", "name", "parameters", "result")

    def __init__(
        self, name: str, parameters: Sequence[Parameter], result: str, documentation: str = ""
    ) -> None:
        self.name: Final = name
        self.parameters: Final = tuple(parameters)
        self.result: Final = result
        self.documentation: Final = documentation

    @property
    def label(self) -> str:
        """The signature: ``f(x: number, y=1): string``."""
        inside = ", ".join([one.label for one in self.parameters])
        return f"{self.name}({inside})" + (f": {self.result}" if self.result else "")


def callees(ground: Ground, call: syntax.Call, documentation: str = "") -> list[CalledFunction]:
    """Return the functions that a call may call."""
    callee = stripped(call.callee)
    access = subscript(callee)
    if access is not None and is_library(ground, access[0]):
        record = FUNCTIONS.get(access[1])
        if record is None:
            return []
        name = f"std.{record.name}"
        return [CalledFunction(name, parameters_of(record), record.result, record.doc)]
    written = ground.text(callee)
    short = len(written) <= _LONGEST and "\n" not in written
    name = written if short and not isinstance(callee, syntax.Function) else "function"
    found = [
        _callee(name, one, documentation)
        for one in ground.functions(callee)
        if one.parameters is not None
    ]
    variable = ground.checker.uses.get(callee)
    if not found and variable is not None and variable.parameters:
        listed = [parameter_of(ground.source, one, None) for one in variable.parameters]
        found = [CalledFunction(name, listed, "", documentation)]
    return found


def _callee(name: str, function: types.Function, documentation: str) -> CalledFunction:
    result = "" if unknown(erased(function.result)) else spell(types.plain(function.result))
    closure = function.origin if isinstance(function.origin, Closure) else None
    listed: list[Parameter] = []
    for at, one in enumerate(function.parameters or ()):
        if closure is not None and at < len(closure.parameters):
            made = parameter_of(closure.check.source, closure.parameters[at], one.type)
        else:
            label = f"{one.name or '_'}{'?' if one.optional else ''}: {spell(one.type)}"
            made = Parameter(one.name or "", label, optional=one.optional)
        listed.append(_told(made, documentation))
    return CalledFunction(name, listed, result, documentation)


def _told(parameter: Parameter, documentation: str) -> Parameter:
    """Give a parameter what the words about its function say of it."""
    marks = (f"- `{parameter.name}`", f"@param {parameter.name} ", f"{parameter.name}: ")
    for line in documentation.splitlines():
        stripped_line = line.strip()
        for mark in marks:
            if stripped_line.startswith(mark):
                text = stripped_line.removeprefix(mark).lstrip(":").strip()
                return Parameter(
                    parameter.name, parameter.label, text, optional=parameter.optional
                )
    return parameter


def parameter_of(source: Source, node: syntax.Parameter, type_: types.Type | None) -> Parameter:
    """Return a parameter as it is written, with its type where one is known."""
    label = node.name.name
    if type_ is not None and not unknown(erased(type_)):
        label += f": {spell(type_)}"
    if node.default is not None:
        text = source.text[node.default.start : node.default.end]
        label += f"={text}" if len(text) <= _LONGEST and "\n" not in text else "=…"
    return Parameter(node.name.name, label, optional=node.default is not None)


def left_to_give(callee: CalledFunction, call: syntax.Call, at: int) -> list[Parameter]:
    """Return the parameters that the arguments of a call, but for the one at ``at``, leave."""
    given = [one for one in call.arguments if not one.start <= at <= one.end]
    placed = sum(one.name is None and one.end <= at for one in given)
    named = {one.name.name for one in given if one.name is not None}
    return [
        one
        for place, one in enumerate(callee.parameters)
        if place >= placed and one.name not in named and one.name[:1] not in {"$", ""}
    ]

"""A Phy program as something like a Python module: its procedures are functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from confty.languages.phy.binding.calling import NativeRunner, PythonRunner, reaches_out, tabled
from confty.languages.phy.binding.giving import Giver
from confty.languages.phy.binding.shapes import (
    RecordClasses,
    documentation,
    identifier,
    parameter_names,
)
from confty.languages.phy.binding.taking import Misfit, Taker
from confty.languages.phy.checker.checked import Checked, Procedure
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.evaluator.lower import lower_all
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL
from confty.languages.phy.evaluator.memory import parts_of
from confty.languages.phy.evaluator.native.entries import is_direct
from confty.types import FLOAT, INT, ListOf, Object, Type, Union

#: The name of a program that is a lone expression.
PROGRAM: Final = "program"
# How an argument is seen to be fine without a call.
_QUICK: Final[dict[Type, str]] = {
    FLOAT: "{0}.__class__ is not {float}",
    INT: "{0}.__class__ is not {int} or not -9223372036854775808 <= {0} <= 9223372036854775807",
}


class BindingOptions(NamedTuple):
    """How a program is compiled for Python."""

    native: bool
    seconds: float | None = None
    deepest: int = DEEPEST_CALL
    sequences: str = "list"


class Module:
    """The procedures of a program as functions, and its records as dataclasses.

    A procedure is an attribute, or an item where its name is none of Python's.
    """

    def __init__(
        self, checked: Checked, effects: Callable[[], Effects], options: BindingOptions
    ) -> None:
        self.__name__ = identifier(checked.source.name.rpartition("/")[2].removesuffix(".phy"))
        self.__file__ = checked.source.name
        self._procedures: dict[str, Callable[..., Any]] = {}
        self._records: dict[str, type] = {}
        if not checked.procedures:
            return
        builder = _Builder(checked, effects, options, self.__name__)
        for number, procedure in enumerate(checked.procedures):
            self._procedures[procedure.name or PROGRAM] = builder.function(number, procedure)
        for alias in checked.aliases:
            if isinstance(alias.type, Object):
                self._records[alias.name] = builder.shapes.record(alias.type)
        # Found at once, as any attribute is; own ones of this class stay what they are.
        for name, found in {**self._records, **self._procedures}.items():
            if not hasattr(Module, name):
                self.__dict__.setdefault(name, found)

    def __getattr__(self, name: str) -> Any:
        found = self._named(name)
        if found is None:
            raise AttributeError(f"{self!r} has no procedure {name!r}")
        return found

    def __getitem__(self, name: str) -> Any:
        found = self._named(name)
        if found is None:
            raise KeyError(name)
        return found

    def _named(self, name: str) -> Any:
        if name in {"_procedures", "_records"}:
            return None
        return self._procedures.get(name) or self._records.get(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._procedures)

    def __len__(self) -> int:
        return len(self._procedures)

    def __contains__(self, name: object) -> bool:
        return name in self._procedures

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._procedures, *self._records})

    def __repr__(self) -> str:
        return f"<Phy module {self.__file__!r}>"


class _Builder:
    """Makes the functions of one module."""

    def __init__(
        self, checked: Checked, effects: Callable[[], Effects], options: BindingOptions, name: str
    ) -> None:
        self.checked = checked
        self.name = name
        self.seconds = options.seconds
        program = lower_all(checked, options.deepest)
        self.program = program
        runner = NativeRunner if options.native else PythonRunner
        # Compiled first: printing the program numbers the members of its unions.
        for procedure in checked.procedures:
            for type_ in (procedure.result, *[one.type for one in procedure.parameters]):
                _number(type_, program.tag)
        self.runner = runner(checked, program, effects, options.seconds)
        self.shapes = RecordClasses(checked, name)
        members = {tag: member for member, tag in program.tags.items()}
        self.taker = Taker(self.shapes, program.tag, native=options.native)
        self.giver = Giver(self.shapes, members, options.sequences)

    def function(self, number: int, procedure: Procedure) -> Callable[..., Any]:
        """Return a procedure as a function."""
        names = parameter_names(procedure)
        known: dict[str, Any] = {}
        lines = self._lines(number, procedure, names, known)
        text = "\n    ".join([f"def function({', '.join(names)}):", *lines])
        exec(compile(text, f"<phy {procedure.name}>", "exec"), known)  # noqa: S102  our own text
        function: Callable[..., Any] = known["function"]
        function.__name__ = function.__qualname__ = procedure.name or PROGRAM
        function.__module__ = self.name
        function.__doc__ = documentation(self.checked, procedure)
        annotation = self.shapes.annotation
        pairs = zip(names, procedure.parameters, strict=True)
        function.__annotations__ = {name: annotation(one.type) for name, one in pairs}
        function.__annotations__["return"] = annotation(procedure.result)
        return function

    def _take(self, procedure: Procedure, name: str, type_: Type) -> Callable[[Any], Any]:
        take = self.taker.take(type_)
        if isinstance(self.runner, NativeRunner) and isinstance(type_, ListOf):
            take = tabled(take, type_, self.runner.packer)
        where = f"{procedure.name or PROGRAM}() parameter {name}"

        def taken(value: object) -> Any:
            try:
                return take(value)
            except Misfit as misfit:
                place = f"{where}{misfit.path}"
                raise misfit.kind(
                    f"{place}: expected {misfit.wanted}, found {misfit.found}"
                ) from None

        return taken

    def _lines(
        self, number: int, procedure: Procedure, names: list[str], known: dict[str, object]
    ) -> list[str]:
        body = self.program.bodies[number]
        words = _Words(names, known)
        own = {"int": words.put("int", int), "float": words.put("float", float)}
        lines: list[str] = []
        for name, parameter in zip(names, procedure.parameters, strict=True):
            quick = _QUICK.get(parameter.type)
            head = f"if {quick.format(name, **own)}: " if quick else ""
            take = words.put("take", self._take(procedure, parameter.name, parameter.type))
            lines.append(f"{head}{name} = {take}({name})")
        runner = self.runner
        quiet = self.seconds is None and not reaches_out(procedure)
        if isinstance(runner, NativeRunner) and is_direct(body) and quiet:
            call, here = words.put("call", runner.direct(body)), words.put("here", runner.here)
            again, result = words.put("again", runner.again), words.put("result", None)
            passed = [
                f"{name}.address, {name}.count" if isinstance(one.type, ListOf) else name
                for name, one in zip(names, procedure.parameters, strict=True)
            ]
            listed = "".join([f"{name}, " for name in names])
            lines.append(f"{result} = {call}({', '.join([f'{here}.address', *passed])})")
            lines.append(f"if {here}.how.value: return {again}({number}, ({listed}))")
            return [*lines, f"return {result}"]
        made = f"{words.put('call', runner.caller(number))}({', '.join(names)})"
        give = self.giver.give(procedure.result)
        return [*lines, f"return {words.put('give', give)}({made})" if give else f"return {made}"]


class _Words:
    """What the text of a function calls its helpers: names that no parameter has."""

    def __init__(self, parameters: list[str], known: dict[str, object]) -> None:
        self.parameters = frozenset(parameters)
        self.known = known

    def put(self, word: str, helper: object) -> str:
        """Make a helper known to the text; return its name there."""
        while word in self.parameters or word in self.known:
            word += "_"
        self.known[word] = helper
        return word


def _number(type_: Type, tag: Callable[[Type], int]) -> None:
    """Give every member of the unions in a type its number."""
    if isinstance(type_, ListOf):
        _number(type_.element, tag)
    for part in parts_of(type_):
        if isinstance(type_, Union):
            tag(part)
        _number(part, tag)

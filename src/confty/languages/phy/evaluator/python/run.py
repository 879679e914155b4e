"""Running a program as generated Python."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import TracebackType
from typing import Final, NoReturn

from confty.kit.rooms import room_for
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.evaluator.lowered import DEEPEST_CALL, Lowered
from confty.languages.phy.evaluator.python.printer import PythonSource, print_python
from confty.languages.phy.evaluator.traps import TooDeep, Trap

_FILE: Final = "<phy>"
# A frame for each call, and some more for who calls.
_FRAMES: Final = DEEPEST_CALL + 12_000


class Loaded:
    """A program as Python functions, to be called any number of times."""

    __slots__ = ("functions", "source")

    def __init__(self, program: Lowered, effects: Effects) -> None:
        self.source = print_python(program)
        names = _names(effects)
        text = compile(self.source.text, _FILE, "exec", dont_inherit=True)
        exec(text, names)  # noqa: S102  our own text
        self.functions: list[Callable[..., object]] = []
        for number in range(len(program.bodies)):
            function = names[f"p{number}"]
            assert callable(function)
            self.functions.append(function)

    def call(self, number: int, *arguments: object) -> object:
        """Call a procedure; a run that ends early raises ``Trap`` with its calls."""
        with room_for(_FRAMES):
            try:
                return self.functions[number](*arguments, 0)
            except Trap as trap:
                trap.calls = _calls(trap.__traceback__, self.source)
                raise
            except TooDeep as deep:
                last, *calls = _calls(deep.__traceback__, self.source)
                found = Trap(last)
                found.calls = calls
                raise found from None


def _calls(step: TracebackType | None, source: PythonSource) -> list[int]:
    """Read the call sites off a traceback, the innermost first."""
    calls: list[int] = []
    while step is not None:
        if step.tb_frame.f_code.co_filename == _FILE:
            site = source.calls.get(step.tb_lineno)
            if site is not None:
                calls.append(site)
        step = step.tb_next
    calls.reverse()
    return calls


def _names(effects: Effects) -> dict[str, object]:
    """Return what the generated text may use."""

    def write(data: list[int]) -> None:
        effects.write(1, bytes(data))

    def write_error(data: list[int]) -> None:
        effects.write(2, bytes(data))

    def read_file(name: list[int]) -> list[int]:
        return list(effects.read(bytes(name)))

    return {
        "__builtins__": {"len": len, "abs": abs, "list": list},
        "inf": math.inf,
        "nan": math.nan,
        "trap": _trap,
        "too_deep": _too_deep,
        "divide": _divide,
        "write": write,
        "write_error": write_error,
        "read_file": read_file,
    }


def _trap(site: int, *details: int) -> NoReturn:
    raise Trap(site, *details)


def _too_deep() -> NoReturn:
    raise TooDeep


def _divide(left: float, right: float) -> float:
    """Divide by a zero, as IEEE 754 says."""
    if math.isnan(left) or left == 0:
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)

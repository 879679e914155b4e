"""Fragments of Python text that the printer puts together."""

from __future__ import annotations

from typing import Final

from confty.languages.phy.evaluator import code
from confty.languages.phy.evaluator.memory import parts_of
from confty.languages.phy.evaluator.places import Constant, FieldStep, Register
from confty.languages.phy.library import Arithmetic
from confty.records import Record
from confty.types import Function

MAX: Final = 2**63 - 1
MIN: Final = -(2**63)
_WIDEST_REBUILD: Final = 6


class PendingText(metaclass=Record):
    """The text of a register that is not printed yet, and the slots it reads."""

    text: str
    slots: frozenset[int]
    depth: int


NO_SLOTS: Final[frozenset[int]] = frozenset()


def count_uses(instructions: list[code.Instruction]) -> dict[int, int]:
    """Count how often each register is used; dropping is no use."""
    uses: dict[int, int] = {}
    for one in instructions:
        values = code.operands(one)
        if isinstance(one, (code.Load, code.Peek, code.StoreAt)):
            values += code.indices(one.place)
        elif isinstance(one, code.Drop):
            continue
        for value in values:
            if isinstance(value, Register):
                uses[value.number] = uses.get(value.number, 0) + 1
    return uses


def beyond(name: str, operator: Arithmetic, fixed: int | None) -> str:
    """Return the condition under which a result has left the range."""
    above, below = f"{name} > {MAX}", f"{name} < {MIN}"
    if fixed is not None and operator.undone:
        return above if (fixed >= 0) == (operator.python == "+") else below
    return f"{above} or {below}"


def literal(constant: Constant) -> str:
    """Write a constant."""
    value = constant.value
    if isinstance(constant.type, Function):
        return f"p{value}"
    if isinstance(value, float):
        text = repr(value)
        return f"({text})" if text == "-inf" else text
    if isinstance(value, int) and value < 0:
        return f"({value})"
    return repr(value)


def tuple_text(texts: list[str]) -> str:
    """Write a tuple of these texts."""
    return f"({texts[0]},)" if len(texts) == 1 else f"({', '.join(texts)})"


def rebuilt(text: str, steps: list[FieldStep], value: str) -> str:
    """Return the text of a tuple like ``text`` with one part, found by steps, replaced."""
    if not steps:
        return value
    position = steps[0].position
    inner = rebuilt(f"{text}[{position}]", steps[1:], value)
    count = len(parts_of(steps[0].container))
    if count > _WIDEST_REBUILD:
        return f"(*{text}[:{position}], {inner}, *{text}[{position + 1}:])"
    return tuple_text([inner if at == position else f"{text}[{at}]" for at in range(count)])


def comment(name: str) -> str:
    """Return a name fit for a comment."""
    return "".join([letter if letter.isprintable() else "?" for letter in name])[:60]

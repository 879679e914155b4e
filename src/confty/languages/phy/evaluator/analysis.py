"""Questions about parts of the checked tree that decide how they are lowered."""

from __future__ import annotations

from typing import Final

from confty.languages.phy import library
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Procedure, Typed
from confty.languages.phy.evaluator.memory import is_heavy
from confty.types import Never, Object, Tuple, Type, Union

# Operands of And, Or and If up to this size are computed without a branch.
_SIMPLEST: Final = 12


def is_scalar(type_: Type) -> bool:
    """Whether a value of the type is one machine word."""
    return not isinstance(type_, (Tuple, Object, Union, Never)) and not is_heavy(type_)


def is_simple(*nodes: Typed) -> bool:
    """Whether computing these needlessly does no harm: no effects, no traps, not many."""
    waiting = list(nodes)
    for _ in range(_SIMPLEST):
        if not waiting:
            return True
        node = waiting.pop()
        match node:
            case tree.Number() | tree.ProcedureName() | tree.Read(location=tree.VariableName()):
                continue
            case (
                tree.Logic()
                | tree.BuiltinCall(
                    builtin=library.Builtin(lowering=library.Pure() | library.Negation())
                )
            ):
                waiting.extend(tree.parts(node))
            case _:
                return False
    return not waiting


def reached(entry: Procedure) -> set[Procedure]:
    """Return the procedures that the entry names, directly or not."""
    found = {entry}
    waiting = [entry]
    while waiting:
        fresh = waiting.pop().named - found
        found |= fresh
        waiting.extend(fresh)
    return found


class Writes:
    """Where assignments stand; remembered, so that asking at every level stays cheap."""

    def __init__(self) -> None:
        self.known: dict[int, bool] = {}

    def inside(self, node: Typed) -> bool:
        """Whether an assignment stands anywhere inside ``node``."""
        found = self.known.get(id(node))
        if found is None:
            found = isinstance(node, tree.Assign)
            for part in tree.parts(node):
                if found:
                    break
                found = self.inside(part)
            self.known[id(node)] = found
        return found

"""Checked to value: run a program, fast where it can be, exactly where it must be."""

from __future__ import annotations

from confty.kit.depth import deep_recursion
from confty.language import Host, Outcome
from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.reference import STD_ENV, Reference
from confty.languages.rcl.evaluator.run import SMALL, USUAL, Run
from confty.languages.rcl.evaluator.stop import Stop
from confty.languages.rcl.loader import Program, Unit
from confty.languages.rcl.values import Value

__all__ = ["Evaluated", "evaluate"]


class Evaluated:
    """The value of a document, and the document for messages about it."""

    __slots__ = ("unit", "value")

    def __init__(self, value: Value, unit: Unit) -> None:
        self.value = value
        self.unit = unit


def evaluate(
    program: Program, unit: Unit, names: dict[str, Value] | None = None
) -> Outcome[Evaluated | None]:
    """Evaluate a checked document; ``names`` are bound besides ``std``."""
    if unit.errors:
        return Outcome(None, unit.findings)
    if unit.is_json:
        return Outcome(Evaluated(unit.json_value, unit))
    limits = SMALL if _small_limits(program.host) else USUAL
    run = Run(program, limits)
    run.under_way.append((unit, None))
    env = STD_ENV
    for name, value in (names or {}).items():
        env = (name, value, env)
    with deep_recursion():
        try:
            return Outcome(Evaluated(Reference(run, unit).document(env), unit))
        except Stop as stop:
            return Outcome(None, (stop.complete(),))
        except RecursionError:
            return Outcome(None, (codes.RECURSION.at(unit.whole(), "the evaluation goes too deep"),))


def _small_limits(host: Host) -> bool:
    return host.variable("RCL_TEST_LIMITS") == "1"

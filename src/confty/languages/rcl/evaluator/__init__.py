"""Checked to value: run a program, fast where it can be, exactly where it must be.

A program first gets a little patience from the reference evaluator, which is enough for most
configuration and costs no translation.  When the patience is used up, it is translated to Python.
When the translated code meets anything out of the ordinary, the reference evaluator runs it to the
end and has the last word.  The language is pure, so starting again is never seen, except for
traces, which are counted and not shown twice.
"""

from __future__ import annotations

from confty.kit.depth import deep_recursion
from confty.kit.memory import uncollected
from confty.language import Host, Outcome
from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.reference import Reference
from confty.languages.rcl.evaluator.run import SMALL, USUAL, Impatient, Limits, Run
from confty.languages.rcl.evaluator.stop import Exhausted, Retry, Stop
from confty.languages.rcl.inputs import NAME, Inputs
from confty.languages.rcl.loader import Program, Unit
from confty.languages.rcl.values import LIFTED, Value

__all__ = ["PATIENCE", "Evaluated", "evaluate"]

PATIENCE = 1000
SHORT_STEPS = 200_000
DATA = frozenset(("json", "yaml", "toml"))


class Evaluated:
    """The value of a document, and the document for messages about it."""

    __slots__ = ("show_secrets", "unit", "value")

    def __init__(self, value: Value, unit: Unit, *, show_secrets: bool = False) -> None:
        self.value = value
        self.unit = unit
        self.show_secrets = show_secrets

    def visible(self) -> Value:
        """Return the value as the user wants to see it: whoever writes it hides what is left."""
        if not self.show_secrets or not LIFTED:
            return self.value
        from confty.languages.rcl.evaluator.lifting import disclosed

        return disclosed(self.value)


def evaluate(
    program: Program, unit: Unit, names: dict[str, Value] | None = None, *,
    patience: int | None = PATIENCE,
) -> Outcome[Evaluated | None]:  # fmt: skip
    """Evaluate a checked document; ``names`` are bound besides ``std``.

    ``patience`` None stays with the reference evaluator; 0 translates at once.
    """
    if unit.errors:
        return Outcome(None, unit.findings)
    if unit.is_json:
        return Outcome(Evaluated(unit.json_value, unit))
    limits = SMALL if _small_limits(program.host) else USUAL
    if limits is SMALL or not _repeats(program):
        patience = None
    shows = bool(program.host.settings.get("show_secrets"))
    with deep_recursion(), uncollected():
        try:
            given = program.used_inputs
            inputs = _inputs(program, given, limits) if given is not None else {}
            if (given is not None and given.labelled) or _imports_labels(program):
                _install_labels()
                patience = None if given is not None and given.labelled else patience
            value = _value(program, unit, inputs, names or {}, limits, patience)
            return Outcome(Evaluated(value, unit, show_secrets=shows))
        except Stop as stop:
            return Outcome(None, (stop.complete(),))
        except RecursionError:
            return Outcome(
                None, (codes.RECURSION.at(unit.whole(), "the evaluation goes too deep"),)
            )


def _repeats(program: Program) -> bool:
    """Whether a program does anything twice; if not, translating it cannot pay."""
    return any(
        unit.checked is not None and unit.checked.repeats for unit in program.units.values()
    )


def _inputs(program: Program, given: Inputs, limits: Limits) -> dict[str, Value]:
    """Evaluate the inputs that are code and return the record of all."""
    code = {}
    for name, unit in given.code.items():
        for error in unit.errors:
            raise Stop(error)
        code[name] = _reference(_start(program, unit, limits, 0), unit, {})
    return {NAME: given.values(code)}


def _imports_labels(program: Program) -> bool:
    """Whether a value with a label can come from another file; data files have none."""
    return any(
        unit.foreign is not None and unit.foreign.language not in DATA
        for unit in program.units.values()
    )


def _install_labels() -> None:
    """Let labels in; the rest of the room asks for them from now on."""
    from confty.languages.rcl.evaluator.lifting import install

    install()


def _small_limits(host: Host) -> bool:
    return host.variable("RCL_TEST_LIMITS") == "1"


def _value(
    program: Program, unit: Unit, inputs: dict[str, Value], names: dict[str, Value],
    limits: Limits, patience: int | None,
) -> Value:  # fmt: skip
    traced = 0
    if patience is not None:
        run = _start(program, unit, limits, 0, inputs)
        run.patience = patience + 1
        try:
            return _reference(run, unit, names)
        except Impatient:
            traced = run.traced
        from confty.languages.rcl.evaluator.translator import run_translated

        run = _start(program, unit, limits, traced, inputs)
        try:
            return run_translated(run, unit, names)
        except Exhausted:
            # The limit is exceeded; a short run is enough to find a place to blame.
            limits = Limits(limits.depth, SHORT_STEPS, limits.value_depth, limits.steps)
        except Retry:
            pass
    return _reference(_start(program, unit, limits, traced, inputs), unit, names)


def _start(
    program: Program, unit: Unit, limits: Limits, traced: int,
    inputs: dict[str, Value] | None = None,
) -> Run:  # fmt: skip
    for other in program.units.values():
        other.forget()
    run = Run(program, limits, traced)
    run.inputs = inputs or {}
    run.under_way.append((unit, None))
    return run


def _reference(run: Run, unit: Unit, names: dict[str, Value]) -> Value:
    return Reference(run, unit).document(names)

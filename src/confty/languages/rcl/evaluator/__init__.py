"""Checked to value: run a program, fast where it can be, exactly where it must be.

A program first gets a little patience from the reference evaluator, the more the longer it is:
enough for most configuration, and costs no translation.  When the patience is used up, it is
translated to Python.
When the translated code meets anything out of the ordinary, the reference evaluator runs it to the
end and has the last word.  The language is pure, so starting again is never seen, except for
traces, which are counted and not shown twice.
"""

from __future__ import annotations

from confty.kit.collector import uncollected
from confty.kit.rooms import room_for
from confty.language import Outcome
from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.expressions import EVALUATIONS
from confty.languages.rcl.evaluator.operations import Operations
from confty.languages.rcl.evaluator.run import SMALL, USUAL, Impatient, Retry, Run, RunLimits, Stop
from confty.languages.rcl.evaluator.walk import Walk
from confty.languages.rcl.inputs import NAME, Inputs
from confty.languages.rcl.library.call_site import Exhausted
from confty.languages.rcl.loader import Program
from confty.languages.rcl.rules import briefly
from confty.languages.rcl.unit import Unit
from confty.languages.rcl.values import Value
from confty.text import Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PATIENCE", "Attempts", "Evaluated", "evaluate"]

PATIENCE = 1000
# To translate so many letters takes as long as a step of the reference evaluator.
LETTERS_A_STEP = 2
SHORT_STEPS = 200_000
NO_MEMORY = "there is not enough memory for this evaluation"
HIDDEN = "the program failed here or later; more is not said because a secret was in use"
DATA = frozenset(("json", "yaml", "toml"))


class Evaluated:
    """The value of a document, and the document for messages about it."""

    __slots__ = ("labelled", "show_secrets", "unit", "value")

    def __init__(
        self, value: Value, unit: Unit, *, labelled: bool = False, show_secrets: bool = False
    ) -> None:
        self.value = value
        self.unit = unit
        self.labelled = labelled  # whether the value can have labels
        self.show_secrets = show_secrets

    def visible(self) -> Value:
        """Return the value without labels: told to a user who asked for it, else as words."""
        if not self.labelled:
            return self.value
        from confty.values import redact, stripped  # noqa: PLC0415  plain runs do not pay for labels

        return redact(stripped(self.value) if self.show_secrets else self.value)


def evaluate(
    program: Program, unit: Unit, names: dict[str, Value] | None = None, *,
    patience: int | None = PATIENCE, last: bool = False,
) -> Outcome[Evaluated | None]:  # fmt: skip
    """Evaluate a checked document; ``names`` are bound besides ``std``.

    ``patience`` None stays with the reference evaluator; 0 translates at once.  When it is the
    ``last`` that the program does, functions of libraries go back to whom they were taken from.
    """
    if unit.errors:
        return Outcome(None, unit.findings)
    if unit.is_json:
        return Outcome(Evaluated(unit.json_value, unit))
    evaluation = Attempts(program, unit, names or {})
    evaluation.is_last = last
    repeats = _repeats(program)
    if evaluation.limits is SMALL or not repeats:
        # Where nothing is done twice no step is one too many.
        evaluation.counts = repeats or evaluation.limits is SMALL
        patience = None
    elif patience:
        patience = max(patience, _letters(program) // LETTERS_A_STEP)
    shows = bool(program.host.settings.get("show_secrets"))
    with room_for(), uncollected():
        try:
            value = evaluation.value(patience)
        except (Stop, RecursionError, MemoryError) as error:
            return Outcome(None, (evaluation.failure(error),))
        finally:
            evaluation.end()
    labelled = evaluation.labelled
    return Outcome(Evaluated(value, unit, labelled=labelled, show_secrets=shows))


def _repeats(program: Program) -> bool:
    """Whether a program does anything twice; if not, translating it cannot pay."""
    return any(
        unit.checked is not None and unit.checked.repeats for unit in program.units.values()
    )


def _letters(program: Program) -> int:
    """How much there is to translate."""
    return sum(
        len(unit.source.text) for unit in program.units.values() if unit.checked is not None
    )


def _imports_labels(program: Program) -> bool:
    """Whether a value with a label can come from another file; data files have none."""
    return any(
        unit.foreign is not None and unit.foreign.language not in DATA
        for unit in program.units.values()
    )


class Attempts:
    """The tries to evaluate one document, each of them a run of its own."""

    def __init__(self, program: Program, unit: Unit, names: dict[str, Value]) -> None:
        self.program = program
        self.unit = unit
        self.names = names
        self.limits = SMALL if program.host.variable("RCL_TEST_LIMITS") == "1" else USUAL
        self.inputs: dict[str, Value] = {}
        given = program.used_inputs
        self.labelled_inputs = given is not None and given.labelled
        self.labelled = self.labelled_inputs or _imports_labels(program)
        self.operations = Operations()  # those of the last try
        # Whether the last try may be asked how many steps it took.
        self.counts = True
        # Whether no function of the value is called when this has ended.
        self.is_last = False
        self._runs: list[Run] = []

    def value(self, patience: int | None) -> Value:
        """Return the value of the document."""
        given = self.program.used_inputs
        if given is not None:
            for wrong in given.wrong:
                raise Stop(wrong)
            values = given.values(self._code(given))
            self._check_inputs(given, values)
            self.inputs = {NAME: values}
        traced = 0
        if patience is not None and not self.labelled_inputs:
            run = self.start(shares=True)
            run.patience = patience + 1
            try:
                return self._reference(run)
            except Impatient:
                traced = run.traced - len(run.held)
            from confty.languages.rcl.evaluator.translator import run_translated  # noqa: PLC0415  loaded by the runs that need it

            try:
                run = self.start(traced, shares=True)
                run.takes_data_only = True
                return run_translated(run, self.unit, self.names)
            except Exhausted:
                self._hurry()
            except MemoryError:
                return self._out_of_memory(traced)
            except Retry:
                pass
        return self._reference(self.start(traced, shares=not self.counts))

    def end(self) -> None:
        """Let other programs have the functions of libraries again."""
        for run in self._runs:
            run.end()

    def failure(self, error: Stop | RecursionError | MemoryError) -> Diagnostic:
        """Return what is said of a failure: next to nothing, if it depends on a secret."""
        if self.operations.depends:
            finding = codes.CHECK_FAILED.at(self.operations.turn or self.unit.whole(), HIDDEN)
            return finding.with_help(
                "see how it fails with --show-secrets, where nobody else looks"
            )
        if isinstance(error, Stop):
            return error.complete()
        if isinstance(error, MemoryError):
            return codes.TOO_LARGE.at(self.unit.whole(), NO_MEMORY)
        return codes.RECURSION.at(self.unit.whole(), "the evaluation goes too deep")

    def _hurry(self) -> None:
        """A limit is exceeded: a short run is enough to find a place to blame."""
        usual = self.limits
        self.limits = RunLimits(usual.depth, SHORT_STEPS, usual.value_depth, usual.steps)

    def _out_of_memory(self, traced: int) -> Value:
        """Say where most work is done: the whole run would take as much again, and far longer."""
        self._hurry()
        try:
            return self._reference(self.start(traced))
        except Stop as stop:
            if stop.finding.code is codes.TIMEOUT:
                stop.finding = codes.TOO_LARGE.at(stop.finding.span, NO_MEMORY)
            raise

    def _check_inputs(self, given: Inputs, values: Mapping[str, Value]) -> None:
        """Stop at an input that the program uses and that is missing or not of its type."""
        tests, used = self._operations().tests, self._used(given)
        for name, type_ in given.types.items():
            if name not in values:
                if name in used:
                    message = f"expected {briefly(type_)} for the input ext.{name}, found nothing"
                    hint = f"give it with --ext-str {name}=VALUE or --ext-code {name}=EXPRESSION"
                    raise Stop(codes.BAD_INPUT.at(used[name], message).with_help(hint))
                continue
            if given.given.get(name, ("", ""))[0] in {"secret", "unknown"}:
                continue
            wrong = tests.misfit(values[name], type_)
            if wrong is not None:
                wanted, mark, found = wrong.message.partition(", found")
                message = f"{wanted} for the input ext.{name}{mark}{found}"
                raise Stop(codes.BAD_INPUT.at(used.get(name), message))

    def _used(self, given: Inputs) -> dict[str, Span]:
        """Return where inputs are asked for first; all of them where one asks otherwise."""
        used: dict[str, Span] = {}
        for unit in self.program.units.values():
            checked = unit.checked
            for name, binding in () if checked is None else checked.uses.items():
                if checked is None or binding.node is not None or binding.name != NAME:
                    continue
                read = checked.inputs.get(name)
                if read is None:
                    place = checked.span(name.start, name.end)
                    for each in given.types:
                        used.setdefault(each, place)
                elif read.default is None:
                    used.setdefault(read.name, checked.span(name.start, read.end))
        return used

    def _code(self, given: Inputs) -> dict[str, Value]:
        """Evaluate the inputs that are code."""
        code = {}
        for name, unit in given.code.items():
            for error in unit.errors:
                raise Stop(error)
            code[name] = Attempts(self.program, unit, {}).alone()
        return code

    def alone(self) -> Value:
        """Return the value of a document that sees no inputs."""
        return Walk(self.start(), self.unit, EVALUATIONS).document()

    def start(self, traced: int = 0, *, shares: bool = False) -> Run:
        """Begin a run; ``traced`` traces were shown by an earlier one.

        One that ``shares`` takes values of libraries from other programs.
        """
        for other in self.program.units.values():
            other.forget()
        self.operations = self._operations()
        run = Run(self.program, self.limits, self.operations, traced)
        run.inputs = self.inputs
        run.shares = shares and self.is_last and not self.labelled
        self._runs.append(run)
        run.under_way.append((self.unit, None))
        return run

    def _operations(self) -> Operations:
        if not self.labelled:
            return Operations()
        from confty.languages.rcl.evaluator.labels import LabelledOperations  # noqa: PLC0415  plain runs do not pay for labels

        shows = bool(self.program.host.settings.get("show_secrets"))
        return LabelledOperations(self.inputs.get(NAME), shows=shows)

    def _reference(self, run: Run) -> Value:
        value = Walk(run, self.unit, EVALUATIONS).document(self.names)
        run.release()
        return value

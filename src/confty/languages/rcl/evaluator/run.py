"""What one evaluation shares, and how it ends early.

``Stop`` is a mistake of the program, with its finding.  ``Retry`` comes from translated code,
which knows no places: it says that something is not plain and easy, and that the reference
evaluator has to run the program to find the value or the place of the mistake.
"""

from __future__ import annotations

from confty.generics import Protocol
from confty.kit.foreign_imports import at_import
from confty.kit.rings import ring_along
from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.operations import Operations
from confty.languages.rcl.loader import Program
from confty.languages.rcl.plain import from_plain
from confty.languages.rcl.unit import LoadProblem, Unit
from confty.languages.rcl.values import Value
from confty.text import Diagnostic, Frame, Severity, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class RunLimits:
    """How far an evaluation may go."""

    __slots__ = ("depth", "said_steps", "steps", "value_depth")

    def __init__(
        self, depth: int, steps: int, value_depth: int, said_steps: int | None = None
    ) -> None:
        self.depth = depth
        self.steps = steps
        self.value_depth = value_depth
        self.said_steps = said_steps or steps  # what messages say


USUAL: Final = RunLimits(150, 10_000_000, 250)
# The limits of the original's test build, under which its tests were recorded.
SMALL: Final = RunLimits(150, 10_000, 10)


class Stop(Exception):
    """A mistake; frames are added while the calls unwind, innermost first."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.frames: list[Frame] = []
        self.path: list[str | int] = []

    def complete(self) -> Diagnostic:
        """Return the finding with its trail and the path inside the value."""
        finding = self.finding
        if self.frames:
            finding = finding.with_trail(tuple(self.frames))
        if self.path:
            finding = finding.with_path(tuple(reversed(self.path)))
        return finding


class Retry(Exception):
    """Leave the fast path."""


class Impatient(BaseException):
    """The program takes longer than it is worth to walk through; translate it.

    No ``Exception``: whoever catches what a program does wrong must not catch this.
    """


class Borrowed(Protocol):
    """What one run at a time has for itself."""

    def lend(self, run: Run) -> bool:
        """Let a run have it; False where another has it."""

    def give_back(self) -> None:
        """Let another run have it."""


class Run:
    """One evaluation of a program."""

    def __init__(
        self, program: Program, limits: RunLimits, operations: Operations, skip_traces: int = 0
    ) -> None:
        self.program = program
        self.limits = limits
        self.operations = operations
        self.traced = 0
        self.held: list[str] = []  # traces that wait for the end of the program
        self.skip_traces = skip_traces
        self.steps = 0
        self.rounds = 0
        self.unpacked = 0
        self.patience = -1  # steps left before somebody should translate; never when negative
        self.furthest: tuple[int, int, int, int] = (0, 0, 0, 0)
        self.under_way: list[tuple[Unit, Span | None]] = []
        self.inputs: dict[str, Value] = {}  # bound in every document besides ``std``
        # Whether values of libraries may come from other programs, and of data alone.
        self.shares = False
        self.takes_data_only = False
        # Those whose functions go on here.
        self.borrowed: list[Borrowed] = []

    @property
    def has_asides(self) -> bool:
        """Whether anything was shown or read on the way so far."""
        return self.traced > 0 or self.program.has_read_texts

    def end(self) -> None:
        """Let other runs have what this one has borrowed or made."""
        for one in self.borrowed:
            one.give_back()
        self.borrowed.clear()

    def tire(self) -> None:
        """Lose patience by one step."""
        self.patience -= 1
        if self.patience == 0:
            raise Impatient

    def trace(self, span: Span | None, text: str) -> None:
        """Show a trace, unless an earlier try of the same program already did."""
        self.traced += 1
        if self.traced > self.skip_traces:
            place = f"{span}: " if span is not None else ""
            line = f"{place}trace: {text}"
            if self.operations.depends:
                # How far a program came before it failed would tell about a secret.
                self.held.append(line)
            else:
                self.program.host.trace(line)

    def release(self) -> None:
        """Show the traces of a program that has not failed."""
        for line in self.held:
            self.program.host.trace(line)
        self.held.clear()

    def load(self, path: str, importer: Unit, span: Span) -> Unit:
        """Return the unit an import means, or stop at the path."""
        try:
            unit = self.program.load(path, importer.source.name)
        except LoadProblem as problem:
            raise Stop(problem.at(span)) from None
        for index, (running, _) in enumerate(self.under_way):
            if running is unit:
                way = [place for _, place in self.under_way[index + 1 :] if place is not None]
                raise Stop(ring_along(codes.IMPORT_CYCLE, [*way, span]))
        if unit.errors:
            raise Stop(unit.errors[0])
        if unit.foreign is not None and not unit.has_value:
            unit.value = _foreign_value(unit, path, span)
        return unit


def _foreign_value(unit: Unit, path: str, span: Span) -> Value:
    """Evaluate a file of another language and take over its plain data."""
    assert unit.foreign is not None
    outcome = unit.foreign.value()
    for one in outcome.diagnostics:
        if one.severity is Severity.ERROR:
            raise Stop(at_import(one, codes.IMPORT_FAILED, span))
    try:
        return unit.foreign.held(from_plain)
    except ValueError as problem:
        raise Stop(codes.IMPORT_FAILED.at(span, f"'{path}' holds {problem}")) from None

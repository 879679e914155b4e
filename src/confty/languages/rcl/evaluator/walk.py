"""The reference evaluator: walks the syntax, knows every place, counts every step.

It is slow and exact.  Programs without loops or functions run here at once; others are translated
first and come here when the translated code meets anything out of the ordinary, to find the right
value or the place of the mistake.  Depth is handed down and never has to be taken back.

Here is what all of it needs: places, limits, checks and statements.  How each kind of expression
is evaluated is given to it.
"""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.checker.checked import Guard
from confty.languages.rcl.evaluator.run import Run, Stop
from confty.languages.rcl.library.table import STD_VALUE
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.renderer.notation import RCL, Inexpressible, Writer
from confty.languages.rcl.sizes import TOO_MANY_PARTS, UNPACKED_A_STEP, too_many
from confty.languages.rcl.unit import Unit
from confty.languages.rcl.values import Endless, Env, Lambda, Value, span_order
from confty.text import Code, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, NoReturn, TypeAlias

# How each kind of expression is evaluated, by its class.
Evaluations: TypeAlias = "Mapping[type, Callable[[Walk, Any, Env, int], Value]]"


class Walk:
    """Evaluates one unit."""

    def __init__(self, run: Run, unit: Unit, evaluations: Evaluations) -> None:
        assert unit.checked is not None
        self.begin(run)
        self.unit = unit
        self.evaluations = evaluations
        self.checked = unit.checked
        self.guards = unit.checked.guards
        # What the world gives, by name, and the document's own bindings, each of which is made
        # once: a thousand of them are not searched through from the last to the first.
        self.outermost: dict[str | syntax.Name, Value] = {}

    def begin(self, run: Run) -> None:
        """Go on in a run."""
        self.run = run
        self.operations = run.operations

    def end(self) -> None:
        """Let go of the run and its program; nothing goes on before the next begins."""
        del self.run, self.operations

    def renew(self) -> None:
        """Begin to count anew: a function of this document goes on in another run."""
        self.run.steps = self.run.rounds = self.run.unpacked = 0
        self.run.furthest = (0, 0, 0, 0)

    # Places, limits, failures.

    def span(self, start: int, end: int) -> Span:
        """A span of this document."""
        return Span(self.unit.source, start, end)

    def stop(self, code: Code, start: int, end: int, message: str, hint: str = "") -> NoReturn:
        """End the evaluation."""
        finding = code.at(self.span(start, end), message)
        raise Stop(finding.with_help(hint) if hint else finding)

    def enter(self, depth: int, start: int, end: int) -> int:
        """Go one level deeper, count a step, and blame the place if that is one too many."""
        run = self.run
        place = span_order(self.unit.index, start, end)
        if place > run.furthest:
            run.furthest = place
            run.steps = 0
        run.steps += 1
        run.tire()
        if depth + 1 >= run.limits.depth:
            message = f"the evaluation goes deeper than {run.limits.depth} levels"
            self.stop(codes.RECURSION, start, end, message)
        if run.steps >= run.limits.steps:
            self.too_long(start, end)
        return depth + 1

    def too_long(self, start: int, end: int) -> NoReturn:
        """Stop a program that may never end."""
        message = f"the evaluation takes more than {self.run.limits.said_steps} steps"
        self.stop(codes.TIMEOUT, start, end, message)

    def round(self, node: syntax.For) -> None:
        """Count a round of a loop; loops with nothing in them would take no steps."""
        self.run.tire()
        self.run.rounds += 1
        if self.run.rounds > 3 * self.run.limits.steps:
            self.too_long(node.collection.start, node.collection.end)

    def unpacking(self, count: int, whole: int, node: syntax.Expr) -> None:
        """Count the elements that are unpacked: copying one costs little, but not nothing."""
        self.run.unpacked += count
        message = too_many(whole)
        if message is not None:
            self.stop(codes.TOO_LARGE, node.start, node.end, message)
        if self.run.unpacked > UNPACKED_A_STEP * self.run.limits.steps:
            self.too_long(node.start, node.end)

    # Evaluation.

    def document(self, names: Mapping[str, Value] | None = None, depth: int = 0) -> Value:
        """Evaluate the whole document; ``names`` are bound besides ``std`` and the inputs."""
        env: Env = None
        for name, value in {**self.run.inputs, "std": STD_VALUE, **(names or {})}.items():
            env = (name, value, env)
            self.outermost[name] = value
        return self.evaluate(self.checked.document.body, env, depth)

    def evaluate(self, node: syntax.Expr, env: Env, depth: int) -> Value:
        """Evaluate an expression and check its value where that could not be done before."""
        try:
            value = self.evaluations[node.__class__](self, node, env, depth)
        except Endless:
            self.stop(codes.TOO_LARGE, node.start, node.end, TOO_MANY_PARTS)
        guard = self.guards.get(node)
        if guard is not None:
            self.check(value, guard)
        return value

    def check(self, value: Value, guard: Guard, step: int | None = None) -> None:
        """Stop when a value does not fit."""
        wanted = guard.wanted
        wrong = self.operations.tests.misfit(value, wanted.type)
        if wrong is None:
            return
        finding = codes.CHECK_FAILED.at(self.span(guard.start, guard.end), wrong.message)
        stop = Stop(wanted.blamed(finding))
        stop.path.extend(wrong.path)
        if step is not None:
            stop.path.append(step)
        raise stop

    def call(self, function: Lambda, arguments: tuple[Value, ...], depth: int) -> Value:
        """Evaluate the body of a function of this document."""
        env, node = function.captured, function.node
        for name, value in zip(node.parameters, arguments, strict=True):
            env = (name.text, value, env)
        return self.evaluate(node.body, env, depth)

    def statement(self, node: syntax.Node, env: Env, depth: int) -> Env:
        """Run a statement and return the bindings after it."""
        if isinstance(node, syntax.Let):
            return (node.name.text, self.evaluate(node.value, env, depth), env)
        if isinstance(node, syntax.Assert):
            place = (node.condition.start, node.condition.end)
            if not self.operations.may_hold(
                self.evaluate(node.condition, env, depth), self, place
            ):
                message = self.operations.visible(self.evaluate(node.message, env, depth))
                text = message if message.__class__ is str else self._line(message, node.message)
                self.stop(codes.ASSERTION, *place, f"the assertion failed: {text}")
        elif isinstance(node, syntax.Trace):
            value = self.operations.visible(self.evaluate(node.message, env, depth))
            if self.operations.hushed:
                return env
            span = self.span(node.message.start, node.message.end)
            self.run.trace(span, self._line(value, node.message))
        return env

    def _line(self, value: Value, node: syntax.Expr) -> str:
        """Write a value on one line."""
        try:
            return Writer(RCL, 80).flat(value)
        except Inexpressible as problem:
            self.stop(codes.TOO_LARGE, node.start, node.end, problem.message)

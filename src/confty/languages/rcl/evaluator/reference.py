"""The reference evaluator: walks the syntax, knows every place, counts every step.

It is slow and exact.  Programs without loops or functions run here at once; others are translated
first and come here when the translated code meets anything out of the ordinary, to find the right
value or the place of the mistake.  Depth is handed down and never has to be taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeAlias

from confty.languages.rcl import codes
from confty.languages.rcl.checker import import_path
from confty.languages.rcl.checker.checked import Binding, Guard
from confty.languages.rcl.evaluator import operators
from confty.languages.rcl.evaluator.calls import (
    call_checked,
    field_value,
    index_value,
)
from confty.languages.rcl.evaluator.displays import collection
from confty.languages.rcl.evaluator.fits import misfit, test_for
from confty.languages.rcl.evaluator.library import STD_VALUE
from confty.languages.rcl.evaluator.run import Run
from confty.languages.rcl.evaluator.stop import Failure, Stop
from confty.languages.rcl.loader import Unit
from confty.languages.rcl.parser.syntax import (
    Assert,
    Binary,
    Block,
    Call,
    Chain,
    Collection,
    Element,
    Expr,
    Field,
    Filter,
    For,
    FormatString,
    Function,
    Hole,
    If,
    Import,
    Let,
    Literal,
    Name,
    Node,
    NumberLiteral,
    Parens,
    StringLiteral,
    Trace,
    Unary,
)
from confty.languages.rcl.renderer import shown
from confty.languages.rcl.renderer.notation import RCL, Writer
from confty.languages.rcl.values import (
    LIFTED,
    Lambda,
    Value,
    elements,
    kind,
    pairs,
    showable,
    span_order,
)
from confty.text import Code, Span

# Bindings, innermost first: name, value, the rest.
Env: TypeAlias = "tuple[str, Value, Env] | None"


class Reference:
    """Evaluates one unit."""

    def __init__(self, run: Run, unit: Unit) -> None:
        assert unit.checked is not None
        self.run = run
        self.unit = unit
        self.checked = unit.checked
        self.guards = unit.checked.guards

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

    def round(self, node: For) -> None:
        """Count a round of a loop; loops with nothing in them would take no steps."""
        self.run.tire()
        self.run.rounds += 1
        if self.run.rounds > 3 * self.run.limits.steps:
            self.too_long(node.collection.start, node.collection.end)

    def document(self, names: dict[str, Value] | None = None, depth: int = 0) -> Value:
        """Evaluate the whole document; ``names`` are bound besides ``std`` and the inputs."""
        env: Env = None
        for name, value in {**self.run.inputs, "std": STD_VALUE, **(names or {})}.items():
            env = (name, value, env)
        return self.evaluate(self.checked.document.body, env, depth)

    def evaluate(self, node: Expr, env: Env, depth: int) -> Value:
        """Evaluate an expression and check its value where that could not be done before."""
        value = _RULES[node.__class__](self, node, env, depth)
        guard = self.guards.get(node)
        if guard is not None:
            self.check(value, guard)
        return value

    def check(self, value: Value, guard: Guard, step: int | None = None) -> None:
        """Stop when a value does not fit."""
        wanted = guard.wanted
        if test_for(wanted.type)(value):
            return
        wrong = misfit(value, wanted.type)
        assert wrong is not None
        finding = codes.CHECK_FAILED.at(self.span(guard.start, guard.end), wrong.message)
        if wanted.because:
            node = wanted.node
            place = self.span(node.start, node.end) if node is not None else None
            finding = finding.note(place, wanted.because)
        stop = Stop(finding)
        stop.path.extend(wrong.path)
        if step is not None:
            stop.path.append(step)
        raise stop

    def truth(self, node: Expr, env: Env, depth: int) -> bool:
        """Evaluate a condition that decides whether something is there at all."""
        value = self.evaluate(node, env, depth)
        if value.__class__ in LIFTED:
            from confty.languages.rcl.evaluator.lifting import decide

            return decide(self.run, value)
        return bool(value)

    def holds(self, node: Expr, env: Env, depth: int) -> bool:
        """Evaluate the condition of an assertion; one that is not known yet may hold."""
        value = self.evaluate(node, env, depth)
        if value.__class__ in LIFTED:
            from confty.languages.rcl.evaluator.lifting import may_hold

            return may_hold(value)
        return bool(value)

    def attempt(
        self, node: Node, lift: Callable[..., Value], what: str, operands: tuple[Value, ...]
    ) -> Value:
        """Run a lifted operation; blame the whole expression when it fails."""
        try:
            return lift(what, operands, self.span(node.start, node.end))
        except Failure as failure:
            raise Stop(failure.at(self.span(node.start, node.end))) from None

    def call(self, function: Lambda, arguments: tuple[Value, ...], depth: int) -> Value:
        """Evaluate the body of a function of this document."""
        env: Env = function.captured
        node: Function = function.node
        for name, value in zip(node.parameters, arguments, strict=True):
            env = (name.text, value, env)
        return self.evaluate(node.body, env, depth)

    # Statements.

    def statement(self, node: Node, env: Env, depth: int) -> Env:
        """Run a statement and return the bindings after it."""
        if isinstance(node, Let):
            return (node.name.text, self.evaluate(node.value, env, depth), env)
        if isinstance(node, Assert):
            if not self.holds(node.condition, env, depth):
                message = self.evaluate(node.message, env, depth)
                message = showable(message)
                text = message if message.__class__ is str else Writer(RCL, 80).flat(message)
                condition = node.condition
                self.stop(
                    codes.ASSERTION,
                    condition.start,
                    condition.end,
                    f"the assertion failed: {text}",
                )
        elif isinstance(node, Trace):
            value = self.evaluate(node.message, env, depth)
            place = self.span(node.message.start, node.message.end)
            self.run.trace(place, Writer(RCL, 80).flat(showable(value)))
        return env

    # Collections.

    def fill(
        self, element: Element, index: int, env: Env, depth: int, add: Callable[[Env, int], None]
    ) -> None:
        """Run the control items from ``index`` on and add what they yield."""
        controls = element.controls
        while index < len(controls):
            control = controls[index][1]
            index += 1
            if isinstance(control, For):
                for bound in self.loop(control, env, depth):
                    self.fill(element, index, bound, depth, add)
                return
            if isinstance(control, Filter):
                if not self.truth(control.condition, env, depth):
                    return
            else:
                env = self.statement(control, env, depth)
        add(env, depth)

    def loop(self, node: For, env: Env, depth: int) -> Any:
        """Yield the bindings of each round."""
        source = node.collection
        many = self.evaluate(source, env, depth)
        mark: Callable[[Value], Value] | None = None
        if many.__class__ in LIFTED:
            mark, many = self.marker(many), self.opened(many)
        names = [name.text for name in node.variables]
        cls = many.__class__
        if cls is dict:
            if len(names) != 2:
                self.wrong_variables(node, "dict", "two variables, for key and value")
            for key, value in pairs(many):
                self.round(node)
                if mark is not None:
                    key, value = mark(key), mark(value)  # noqa: PLW2901  the same, labelled
                yield (names[1], value, (names[0], key, env))
        elif cls is list or cls is set:
            if len(names) != 1:
                self.wrong_variables(node, kind(many).lower(), "one variable")
            for one in elements(many):
                self.round(node)
                yield (names[0], one, env)
        else:
            message = f"expected a collection, found {kind(many)}"
            self.stop(codes.NOT_ITERABLE, source.start, source.end, message)

    def opened(self, many: Value) -> Value:
        """Return the collection under a label, and note the label."""
        from confty.languages.rcl.evaluator.lifting import opened

        return opened(self.run, many)

    def marker(self, source: Value) -> Callable[[Value], Value]:
        """Return what gives a part of a collection the label of the collection."""
        from confty.languages.rcl.evaluator.lifting import relabelled

        return lambda part: relabelled(part, source)

    def wrong_variables(self, node: For, what: str, wanted: str) -> NoReturn:
        """Stop at the variables of a loop."""
        message = f"a loop over a {what} needs {wanted}, found {len(node.variables)}"
        finding = codes.LOOP_VARIABLES.at(self.span(node.start, node.end), message)
        source = node.collection
        raise Stop(finding.note(self.span(source.start, source.end), f"this is a {what}"))


def _literal(_self: Reference, node: Literal, _env: Env, _depth: int) -> Value:
    return node.value


def _number(_self: Reference, node: NumberLiteral, _env: Env, _depth: int) -> Value:
    return node.value


def _string(_self: Reference, node: StringLiteral, _env: Env, _depth: int) -> Value:
    return node.value


def _format(self: Reference, node: FormatString, env: Env, depth: int) -> Value:
    texts: list[Value] = []
    lift = None
    for piece in node.pieces:
        if not isinstance(piece, Hole):
            texts.append(piece)
            continue
        value = self.evaluate(piece.body, env, depth)
        if value.__class__ in LIFTED:
            lift = LIFTED[value.__class__]
            texts.append(value)
            continue
        text = operators.text_of(value)
        if text is None:
            message = "expected something that can be put into a string"
            found = f"{message}, found {kind(value)} {shown(value)}"
            self.stop(codes.NOT_TEXT, piece.body.start, piece.body.end, found)
        texts.append(text)
    if lift is not None:
        return self.attempt(node, lift, "text", tuple(texts))
    return "".join(texts)


def _name(self: Reference, node: Name, env: Env, _depth: int) -> Value:
    binding: Binding = self.checked.uses[node]
    name = binding.name
    while env is not None:
        if env[0] == name:
            return env[1]
        env = env[2]
    raise AssertionError(name)


def _parens(self: Reference, node: Parens, env: Env, depth: int) -> Value:
    return self.evaluate(node.body, env, depth)


def _block(self: Reference, node: Block, env: Env, depth: int) -> Value:
    for _, one in node.statements:
        env = self.statement(one, env, depth)
    return self.evaluate(node.body, env, depth)


def _if(self: Reference, node: If, env: Env, depth: int) -> Value:
    depth = self.enter(depth, node.condition.start, node.condition.end)
    condition = self.evaluate(node.condition, env, depth)
    if condition.__class__ in LIFTED:
        from confty.languages.rcl.evaluator.lifting import branch

        return branch(
            condition,
            lambda: self.evaluate(node.yes, env, depth),
            lambda: self.evaluate(node.no, env, depth),
            "a condition",
            self.span(node.condition.start, node.condition.end),
        )
    return self.evaluate(node.yes if condition else node.no, env, depth)


def _function(self: Reference, node: Function, env: Env, _depth: int) -> Value:
    type_, start, end = self.checked.functions[node]
    return Lambda(None, type_, node, self, byte_place(self.unit, start, end), env)


def byte_place(unit: Unit, start: int, end: int) -> tuple[int, int, int]:
    """Return a document's number and a place in it, counted in bytes."""
    text = unit.source.text
    if text.isascii():
        return (unit.index, start, end)
    return (unit.index, len(text[:start].encode()), len(text[:end].encode()))


def _unary(self: Reference, node: Unary, env: Env, depth: int) -> Value:
    for operator, place in zip(node.operators, node.places, strict=True):
        depth = self.enter(depth, place, place + len(operator))
    value = self.evaluate(node.operand, env, depth)
    for operator, place in reversed(list(zip(node.operators, node.places, strict=True))):
        try:
            value = operators.unary(operator, value, self.span, node)
        except Failure as failure:
            raise Stop(failure.at(self.span(place, place + len(operator)))) from None
    return value


def _binary(self: Reference, node: Binary, env: Env, depth: int) -> Value:
    size = len(node.operator)
    for place in reversed(node.places):
        depth = self.enter(depth, place, place + size)
    value = self.evaluate(node.operands[0], env, depth)
    for operand, place in zip(node.operands[1:], node.places, strict=True):
        right = self.evaluate(operand, env, depth)
        try:
            value = operators.binary(node.operator, value, right, self.span, node)
        except Failure as failure:
            raise Stop(failure.at(self.span(place, place + size))) from None
        depth -= 1
    return value


def _chain(self: Reference, node: Chain, env: Env, depth: int) -> Value:
    ends = [node.base.end, *[link.end for link in node.links]]
    for index in range(len(node.links) - 1, -1, -1):
        if isinstance(node.links[index], (Field, Call)):
            depth = self.enter(depth, node.start, ends[index])
    value = self.evaluate(node.base, env, depth)
    name: tuple[int, int] | None = None
    receiver = (node.base.start, node.base.end)
    for index, link in enumerate(node.links):
        if isinstance(link, Call):
            arguments = tuple([self.evaluate(one, env, depth) for one in link.arguments])
            depth -= 1
            callee = (node.start, ends[index])
            value = call_checked(self, value, arguments, depth, link, (callee, name, receiver))
            name = None
        elif isinstance(link, Field):
            depth -= 1
            receiver = (node.start, ends[index])
            name = (link.name.start, link.name.end)
            value = field_value(self, value, link, receiver)
        else:
            key = self.evaluate(link.index, env, depth)
            value = index_value(self, value, key, link, (node.start, ends[index]))
            name = None
    return value


def _import(self: Reference, node: Import, _env: Env, depth: int) -> Value:
    path = import_path(node)
    span = self.span(node.path.start, node.path.end)
    if path is None:
        finding = codes.IMPORT_PATH.at(span, "the path of an import must be a plain string")
        raise Stop(finding.with_help("an imported file is known before anything is evaluated"))
    unit = self.run.load(path, self.unit, span)
    if not unit.has_value:
        self.run.under_way.append((unit, span))
        unit.value = (
            unit.json_value if unit.is_json else Reference(self.run, unit).document(depth=depth)
        )
        self.run.under_way.pop()
    return unit.value


_RULES: Final[dict[type, Callable[[Reference, Any, Env, int], Value]]] = {
    Literal: _literal,
    NumberLiteral: _number,
    StringLiteral: _string,
    FormatString: _format,
    Name: _name,
    Parens: _parens,
    Block: _block,
    If: _if,
    Import: _import,
    Function: _function,
    Unary: _unary,
    Binary: _binary,
    Chain: _chain,
    Collection: collection,
}

"""Collection literals in the reference evaluator: lists, sets and dicts from their elements."""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.run import Stop
from confty.languages.rcl.evaluator.walk import Walk
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.values import Env, Value, elements, kind, pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sized
    from typing import NoReturn


def collection(self: Walk, node: syntax.Collection, env: Env, depth: int) -> Value:
    """Evaluate ``[...]`` or ``{...}``."""
    depth = self.enter(depth, node.start, node.start + 1)
    what = "a list" if node.bracket == "[" else "a dict or a set"
    return self.operations.collection(
        lambda: _filled(self, node, env, depth), what, self, (node.start, node.end)
    )


def _filled(self: Walk, node: syntax.Collection, env: Env, depth: int) -> Value:
    if node.bracket == "[":
        many: list[Value] = []
        for element in node.elements:
            add = _adder(self, element, many, many.append, many.extend)
            _fill(self, element, 0, env, depth, add)
        return many
    if node in self.checked.dicts:
        return _dict(self, node, env, depth)
    made: set[Value] = set()
    freeze = self.operations.element

    def put(one: Value) -> None:
        made.add(freeze(one))

    def extend(values: list[Value]) -> None:
        for one in values:
            made.add(freeze(one))

    for element in node.elements:
        _fill(self, element, 0, env, depth, _adder(self, element, made, put, extend))
    return made


def _fill(
    self: Walk, element: syntax.Element, index: int, env: Env, depth: int,
    add: Callable[[Env, int], None],
) -> None:  # fmt: skip
    """Run the control items from ``index`` on and add what they yield."""
    controls = element.controls
    while index < len(controls):
        control = controls[index][1]
        index += 1
        if isinstance(control, syntax.For):
            for bound in _loop(self, control, env, depth):
                _fill(self, element, index, bound, depth, add)
            return
        if isinstance(control, syntax.Filter):
            if not self.operations.decide(self.evaluate(control.condition, env, depth)):
                return
        else:
            env = self.statement(control, env, depth)
    add(env, depth)


def _loop(self: Walk, node: syntax.For, env: Env, depth: int) -> Iterator[Env]:
    """Yield the bindings of each round."""
    source = node.collection
    found = self.evaluate(source, env, depth)
    mark, many = self.operations.marker(found), self.operations.opened(found)
    names = [name.text for name in node.variables]
    cls = many.__class__
    if cls is dict:
        if len(names) != 2:
            _wrong_variables(self, node, "dict", "two variables, for key and value")
        for key, value in pairs(many):
            self.round(node)
            if mark is not None:
                key, value = mark(key), mark(value)  # noqa: PLW2901  the same, labelled
            yield (names[1], value, (names[0], key, env))
    elif cls is list or cls is set:
        if len(names) != 1:
            _wrong_variables(self, node, kind(many).lower(), "one variable")
        for one in elements(many):
            self.round(node)
            yield (names[0], one, env)
    else:
        message = f"expected a collection, found {kind(many)}"
        self.stop(codes.NOT_ITERABLE, source.start, source.end, message)


def _wrong_variables(self: Walk, node: syntax.For, what: str, wanted: str) -> NoReturn:
    message = f"a loop over a {what} needs {wanted}, found {len(node.variables)}"
    finding = codes.LOOP_VARIABLES.at(self.span(node.start, node.end), message)
    source = node.collection
    raise Stop(finding.note(self.span(source.start, source.end), f"this is a {what}"))


def _adder(
    self: Walk, element: syntax.Element, made: Sized, one: Callable[[Value], None],
    many: Callable[[list[Value]], None],
) -> Callable[[Env, int], None]:  # fmt: skip
    """Return what adds the yield of an element to a list or a set."""
    result = element.result
    if isinstance(result, syntax.Item):
        value = result.value
        return lambda env, depth: one(self.evaluate(value, env, depth))
    assert not isinstance(result, syntax.Pair)

    def unpack(env: Env, depth: int) -> None:
        source = result.value
        found = self.operations.opened(self.evaluate(source, env, depth))
        if found.__class__ is not list and found.__class__ is not set:
            hint = "a dict is unpacked with three dots" if found.__class__ is dict else ""
            message = f"expected a List or a Set to unpack, found {kind(found)}"
            self.stop(codes.BAD_UNPACK, source.start, source.end, message, hint)
        values = elements(found)
        guard = self.guards.get(result)
        if guard is not None:
            for index, inner in enumerate(values):
                self.check(inner, guard, index)
        self.unpacking(len(values), len(made) + len(values), source)
        many(values)

    return unpack


def _dict(self: Walk, node: syntax.Collection, env: Env, depth: int) -> Value:
    made: dict[Value, Value] = {}
    for element in node.elements:
        result = element.result

        def add(env: Env, depth: int, result: syntax.Result = result) -> None:
            if isinstance(result, syntax.Pair):
                key = self.evaluate(result.key, env, depth)
                frozen = self.operations.key(key, self, (result.key.start, result.key.end))
                made[frozen] = self.evaluate(result.value, env, depth)
                return
            source = result.value
            found = self.operations.opened(self.evaluate(source, env, depth))
            if found.__class__ is not dict:
                known = found.__class__ in (list, set)
                hint = "lists and sets are unpacked with two dots" if known else ""
                message = f"expected a Dict to unpack, found {kind(found)}"
                self.stop(codes.BAD_UNPACK, source.start, source.end, message, hint)
            self.unpacking(len(found), len(found), source)
            made.update(found)

        _fill(self, element, 0, env, depth, add)
    return made

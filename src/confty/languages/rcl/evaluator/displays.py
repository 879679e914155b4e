"""Collection literals in the reference evaluator: lists, sets and dicts from their elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.stop import NOT_A_KEY, NotKnown
from confty.languages.rcl.parser.syntax import Collection, Element, Expr, Item, Pair
from confty.languages.rcl.values import LIFTED, Unordered, Value, elements, freeze, kind

if TYPE_CHECKING:
    from confty.languages.rcl.evaluator.reference import Env, Reference


def collection(self: Reference, node: Collection, env: Env, depth: int) -> Value:
    """Evaluate ``[...]`` or ``{...}``."""
    depth = self.enter(depth, node.start, node.start + 1)
    run = self.run
    outer, run.noted = run.noted, []
    try:
        made = _filled(self, node, env, depth)
        return _told(self, node, made) if run.noted else made
    except Unordered:
        return self.stop(codes.CHECK_FAILED, node.start, node.end, NOT_A_KEY)
    except NotKnown as missing:
        return _told(self, node, missing.value)
    finally:
        run.noted = outer


def _told(self: Reference, node: Collection, made: Value) -> Value:
    """Label a collection with what decided about its elements."""
    from confty.languages.rcl.evaluator.lifting import relabelled

    what = "a list" if node.bracket == "[" else "a dict or a set"
    for one in self.run.noted:
        made = relabelled(made, one, what, self.span(node.start, node.end))
    return made


def _filled(self: Reference, node: Collection, env: Env, depth: int) -> Value:
    if node.bracket == "[":
        many: list[Value] = []
        for element in node.elements:
            self.fill(element, 0, env, depth, _adder(self, element, many.append, many.extend))
        return many
    if node in self.checked.dicts:
        return _dict(self, node, env, depth)
    made: set[Value] = set()

    def put(one: Value) -> None:
        try:
            made.add(freeze(one))
        except Unordered:
            # Which elements are equal tells about each of them, so the whole set is labelled.
            from confty.languages.rcl.evaluator.lifting import bared

            made.add(freeze(bared(self.run, one)))

    def extend(values: list[Value]) -> None:
        for one in values:
            put(one)

    for element in node.elements:
        add = _adder(self, element, put, extend)
        self.fill(element, 0, env, depth, add)
    return made


def _adder(
    self: Reference, element: Element, one: Callable[[Value], None],
    many: Callable[[list[Value]], None],
) -> Callable[[Env, int], None]:  # fmt: skip
    """Return what adds the yield of an element to a list or a set."""
    result = element.result
    if isinstance(result, Item):
        value = result.value
        return lambda env, depth: one(self.evaluate(value, env, depth))
    assert not isinstance(result, Pair)

    def unpack(env: Env, depth: int) -> None:
        source = result.value
        found = self.evaluate(source, env, depth)
        if found.__class__ in LIFTED:
            found = self.opened(found)
        if found.__class__ is not list and found.__class__ is not set:
            hint = "a dict is unpacked with three dots" if found.__class__ is dict else ""
            message = f"expected a List or a Set to unpack, found {kind(found)}"
            self.stop(codes.BAD_UNPACK, source.start, source.end, message, hint)
        values = elements(found)
        guard = self.guards.get(result)
        if guard is not None:
            for index, inner in enumerate(values):
                self.check(inner, guard, index)
        many(values)

    return unpack


def _key(self: Reference, node: Expr, env: Env, depth: int) -> Value:
    try:
        return freeze(self.evaluate(node, env, depth))
    except Unordered:
        return self.stop(codes.CHECK_FAILED, node.start, node.end, NOT_A_KEY)


def _dict(self: Reference, node: Collection, env: Env, depth: int) -> Value:
    made: dict[Value, Value] = {}
    for element in node.elements:
        result = element.result

        def add(env: Env, depth: int, result: Any = result) -> None:
            if isinstance(result, Pair):
                key = _key(self, result.key, env, depth)
                made[key] = self.evaluate(result.value, env, depth)
                return
            source = result.value
            found = self.evaluate(source, env, depth)
            if found.__class__ in LIFTED:
                found = self.opened(found)
            if found.__class__ is not dict:
                known = found.__class__ in (list, set)
                hint = "lists and sets are unpacked with two dots" if known else ""
                message = f"expected a Dict to unpack, found {kind(found)}"
                self.stop(codes.BAD_UNPACK, source.start, source.end, message, hint)
            made.update(found)

        self.fill(element, 0, env, depth, add)
    return made

"""What an editor shows between the letters: inferred types, and the names of parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from confty.kit.sights import Hint
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.insight.signature import callee_names
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.walk import TreePart, extent
from confty.languages.rcl.rules import NOTATION
from confty.types import DYNAMIC, NEVER, Function, Type, show, unfold

_WIDEST: Final = 40


def hints(ground: Ground, start: int, end: int) -> list[Hint]:
    """Return the hints between two offsets, in order."""
    found: list[Hint] = []
    for step in ground.steps:
        found += _of(ground, step)
    chosen = [one for one in found if start <= one.at <= end]
    return sorted(chosen, key=lambda one: one.at)


def _of(ground: Ground, step: TreePart) -> Iterator[Hint]:
    if isinstance(step, syntax.Let):
        if step.annotation is None and not isinstance(_inner(step.value), syntax.Function):
            yield from _type(ground, step.name)
    elif isinstance(step, syntax.For):
        for name in step.variables:
            yield from _type(ground, name)
    elif isinstance(step, syntax.Function):
        for name in step.parameters:
            yield from _type(ground, name)
        yield from _result(ground, step)
    elif isinstance(step, syntax.Chain):
        for at, link in enumerate(step.links):
            if isinstance(link, syntax.Call):
                yield from _arguments(ground, step, at, link)


def _inner(node: syntax.Expr) -> syntax.Expr:
    while isinstance(node, syntax.Parens):
        node = node.body
    return node


def _tells(type_: Type | None) -> bool:
    return type_ is not None and type_ is not DYNAMIC and type_ is not NEVER


def _short(type_: Type) -> str:
    return show(type_, NOTATION, _WIDEST)


def _type(ground: Ground, name: syntax.Name) -> Iterator[Hint]:
    binding = ground.checked.binders.get(name)
    if binding is not None and name.text and _tells(binding.known):
        yield Hint(name.end, f": {_short(binding.known)}", "type")


def _result(ground: Ground, node: syntax.Function) -> Iterator[Hint]:
    known = ground.checked.types.get(node)
    function = None if known is None else unfold(known)
    if not isinstance(function, Function) or not _tells(function.result):
        return
    arrow = ground.text.find("=>", node.parameters[-1].end if node.parameters else node.start)
    if 0 <= arrow < node.end:
        head = ground.text[node.start : arrow].rstrip()
        yield Hint(node.start + len(head), f" -> {_short(function.result)}", "result")


def _arguments(ground: Ground, chain: syntax.Chain, at: int, call: syntax.Call) -> Iterator[Hint]:
    callee = chain.base if at == 0 else chain.links[at - 1]
    known = ground.checked.types.get(callee)
    function = None if known is None else unfold(known)
    if not isinstance(function, Function) or function.parameters is None:
        return
    if len(function.parameters) < 2 and isinstance(callee, syntax.Field):
        return  # ``xs.map(f)`` says it all
    names = [one.name or "" for one in function.parameters]
    if not all(names):
        names = callee_names(ground, chain, at)[0]
    for argument, name in zip(call.arguments, names, strict=False):
        inner = _inner(argument)
        if not name or isinstance(inner, syntax.Function | syntax.Missing):
            continue
        if isinstance(inner, syntax.Name) and inner.text == name:
            continue
        yield Hint(extent(argument)[0], f"{name}=", "parameter")

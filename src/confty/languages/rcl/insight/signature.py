"""The call that a cursor is in: what is called, and which argument is being written."""

from __future__ import annotations

from confty.kit.sights import Parameter, Signature
from confty.languages.rcl.checker.checked import Binding
from confty.languages.rcl.checker.signatures import std_type
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.insight.sight import about, method_of, shortly
from confty.languages.rcl.lexer import CLOSERS, OPENERS
from confty.languages.rcl.parser import syntax
from confty.types import DYNAMIC, Function, Type, unfold


def signature(ground: Ground, offset: int) -> Signature | None:
    """Return what the innermost call around an offset calls."""
    way = ground.way(offset)
    for at in range(len(way) - 1, 0, -1):
        call, chain = way[at], way[at - 1]
        if not isinstance(call, syntax.Call) or not isinstance(chain, syntax.Chain):
            continue
        if _is_inside(ground, call, offset):
            return _called(ground, chain, chain.links.index(call), offset)
    return None


def _is_inside(ground: Ground, call: syntax.Call, offset: int) -> bool:
    closed = ground.text[call.end - 1 : call.end] == ")" and call.end - 1 > call.start
    return call.start < offset and (offset < call.end or not closed)


def _called(ground: Ground, chain: syntax.Chain, at: int, offset: int) -> Signature | None:
    call = chain.links[at]
    callee = chain.base if at == 0 else chain.links[at - 1]
    known = ground.checked.types.get(callee)
    function = None if known is None else unfold(known)
    names, said, name = callee_names(ground, chain, at)
    written = name or ground.text[chain.start : callee.end]
    if isinstance(function, Function):
        types = [one.type for one in function.parameters or ()]
        own = [one.name for one in function.parameters or ()]
        names = [
            given or (names[place] if place < len(names) else "")
            for place, given in enumerate(own)
        ]
        result: Type = function.result
    elif names:
        types, result = [DYNAMIC] * len(names), DYNAMIC
    else:
        return None
    labels = [
        shortly(one) if not own else f"{own}: {shortly(one)}" if one is not DYNAMIC else own
        for own, one in zip(names, types, strict=True)
    ]
    parameters = [Parameter(own or label, label) for own, label in zip(names, labels, strict=True)]
    label = f"{written}({', '.join(labels)}) -> {shortly(result)}"
    active = _active(ground, call.start, offset)
    return Signature(label, parameters, active if active < len(parameters) else None, said)


def callee_names(ground: Ground, chain: syntax.Chain, at: int) -> tuple[list[str], str, str]:
    """Return the names of the parameters, what is said of the function, and how it is called."""
    if at == 0:
        if isinstance(chain.base, syntax.Name):
            binding = ground.checked.uses.get(chain.base)
            if binding is not None:
                return _of_binding(ground, binding), about(ground, binding), chain.base.text
        return [], "", ""
    link = chain.links[at - 1]
    if not isinstance(link, syntax.Field):
        return [], "", ""
    owner = ground.origins.owner_type(chain, at - 1)
    method = None if owner is None else method_of(owner, link.name.text)
    if method is not None and link.name in ground.checked.methods:
        assert owner is not None
        std = "std." if unfold(owner) is std_type() else ""
        return list(method.names), method.documentation, f"{std}{method.name}"
    for one in ground.origins.up_to(chain, at):
        if isinstance(one.node, syntax.Function):
            return [name.text for name in one.node.parameters], "", link.name.text
    return [], "", link.name.text


def _of_binding(ground: Ground, binding: Binding) -> list[str]:
    if binding.function is not None:
        return [one.text for one in binding.function.parameters]
    value = ground.checked.values.get(binding)
    for one in ground.origins.values(value) if value is not None else ():
        if isinstance(one.node, syntax.Function):
            return [name.text for name in one.node.parameters]
    return []


def _active(ground: Ground, opened: int, offset: int) -> int:
    """Count the commas between a bracket and a cursor."""
    tokens, level, commas = ground.tokens, 0, 0
    at = ground.token_at(opened) + 1
    while at < len(tokens.kinds) and tokens.starts[at] < offset:
        kind = tokens.kinds[at]
        if kind in CLOSERS or kind == "hole-open":
            level += 1
        elif kind in OPENERS or kind == "hole-close":
            level -= 1
        elif kind == "," and level == 0:
            commas += 1
        at += 1
    return commas

"""What an editor may show between the letters: types of names, results, names of parameters."""

from __future__ import annotations

from typing import Final

from confty import types
from confty.kit.sights import Hint
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import members, unknown
from confty.languages.jsonnet.checker.written import stripped, subscript
from confty.languages.jsonnet.insight.brief import in_words, is_tower
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.parameters import callees
from confty.languages.jsonnet.insight.scopes import is_function
from confty.languages.jsonnet.parser import syntax

_LONGEST: Final = 40


def hints_in(ground: Ground, start: int, end: int) -> list[Hint]:
    """Return the hints of a stretch of the text, in order."""
    found: list[Hint] = []
    waiting: list[syntax.Node] = [ground.body]
    with ground.looking():
        while waiting:
            node = waiting.pop()
            if node.end < start or node.start > end:
                continue
            _hint(ground, node, found)
            waiting.extend(syntax.children(node))
    found.sort(key=lambda one: one.at)
    return [one for one in found if start <= one.at <= end]


def _hint(ground: Ground, node: syntax.Node, found: list[Hint]) -> None:
    if isinstance(node, syntax.Bind):
        _bind(ground, node, found)
    elif isinstance(node, syntax.For):
        _named(ground, node.name, found)
    elif isinstance(node, syntax.Field) and node.parameters is not None:
        _function(ground, node.key, node.parameters, node.value, found)
    elif isinstance(node, syntax.Function):
        _function(ground, node, node.parameters, node.body, found)
    elif isinstance(node, syntax.Call):
        _arguments(ground, node, found)


def _bind(ground: Ground, node: syntax.Bind, found: list[Hint]) -> None:
    if node.parameters is not None:
        _function(ground, node.name, node.parameters, node.value, found)
    elif not is_function(node) and not isinstance(stripped(node.value), syntax.Import):
        _named(ground, node.name, found)


def _named(ground: Ground, name: syntax.Identifier, found: list[Hint]) -> None:
    text = _spelled(ground.checker.types.get(name))
    if text and name.name:
        found.append(Hint(name.end, f": {text}", "type"))


def _spelled(type_: types.Type | None) -> str:
    """Spell a type in a few letters; nothing where nothing is known."""
    if type_ is not None and is_tower(type_):
        return "object"
    if type_ is None or unknown(erased(type_)) or type_ is types.NEVER:
        return ""
    text = in_words(type_)
    if len(text) <= _LONGEST:
        return text
    kinds = {_kind(one) for one in members(erased(type_))}
    return kinds.pop() if len(kinds) == 1 and "" not in kinds else ""


def _kind(type_: types.Type) -> str:
    if isinstance(type_, types.Object):
        return "object"
    return "array" if isinstance(type_, types.ListOf | types.Tuple | types.SetOf) else ""


def _function(
    ground: Ground,
    owner: syntax.Node,
    parameters: list[syntax.Parameter],
    body: syntax.Expression,
    found: list[Hint],
) -> None:
    for one in parameters:
        type_ = ground.checker.types.get(one.name)
        if type_ is None or unknown(erased(type_)):
            given = ground.passed(owner, one.name.name)
            if one.default is not None:
                default = ground.checker.types.get(one.default)
                given += [] if default is None else [default]
            type_ = types.gradual_union(*[types.plain(each) for each in given]) if given else None
        text = _spelled(type_)
        if text and one.name.name:
            found.append(Hint(one.name.end, f": {text}", "type"))
    result = ground.checker.types.get(owner)
    close = _close(ground, parameters, owner, body)
    parts = members(result) if result is not None else ()
    if len(parts) == 1 and isinstance(parts[0], types.Function) and close is not None:
        text = _spelled(parts[0].result) or _spelled(_called(ground, owner))
        if text:
            found.append(Hint(close, f": {text}", "result"))


def _called(ground: Ground, owner: syntax.Node) -> types.Type | None:
    """Return what the calls that are known give."""
    found: list[types.Type] = []
    for closure in ground.closures(owner):
        found += [types.plain(known[0]) for known in closure.known.values() if known[0]]
    return types.gradual_union(*found) if found else None


def _close(
    ground: Ground,
    parameters: list[syntax.Parameter],
    owner: syntax.Node,
    body: syntax.Expression,
) -> int | None:
    """Return the place behind the parenthesis that ends the parameters."""
    tokens = ground.tokens
    first = parameters[-1].end if parameters else _opening(owner)
    for at in range(tokens.at(first), len(tokens)):
        if tokens.starts[at] > body.start:
            return None
        if tokens.kinds[at] == ")":
            return tokens.end(at)
    return None


def _opening(owner: syntax.Node) -> int:
    return owner.start + 8 if isinstance(owner, syntax.Function) else owner.end


def _arguments(ground: Ground, node: syntax.Call, found: list[Hint]) -> None:
    """Name the parameters that arguments are given to by place."""
    if not any(one.name is None for one in node.arguments):
        return
    known = callees(ground, node)
    if len(known) != 1 or len(known[0].parameters) < 2:
        return  # the only parameter is what the function is about
    for one, parameter in zip(node.arguments, known[0].parameters, strict=False):
        if one.name is not None or one.start == one.end:
            break
        if parameter.name[:1] in {"$", "", "_"} or _says(one.value, parameter.name):
            continue
        found.append(Hint(one.start, f"{parameter.name}=", "parameter"))


def _says(value: syntax.Expression, name: str) -> bool:
    """Whether an argument says by itself what it is."""
    value = stripped(value)
    access = subscript(value)
    if access is not None:
        return access[1] == name
    return isinstance(value, syntax.Name) and value.name == name

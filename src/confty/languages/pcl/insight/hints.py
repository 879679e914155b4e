"""What an editor may show between the letters: inferred types, names of parameters."""

from __future__ import annotations

from typing import Final

from confty.kit.hcl import syntax
from confty.kit.hcl.syntax import Literal, unwrapped
from confty.kit.sights import Hint
from confty.languages.pcl.insight.ground import Ground
from confty.languages.pcl.insight.signature import parameter_names
from confty.languages.pcl.model import ConfigNode, LocalNode
from confty.languages.pcl.rules import spelled_briefly
from confty.types import DYNAMIC, Type

_LONGEST: Final = 40


def hints(ground: Ground, start: int, end: int) -> list[Hint]:
    """The hints of a stretch of text in order."""
    found: list[Hint] = []
    for node in ground.nodes:
        if node.syntax.end < start or node.syntax.start > end:
            continue
        if isinstance(node, LocalNode) and not isinstance(unwrapped(node.value), Literal):
            found += _typed(node.syntax.start + len(node.name), node.type)
        elif (
            isinstance(node, ConfigNode) and node.declared is DYNAMIC and node.default is not None
        ):
            found += _typed(node.name_span.end, ground.program.typing.of(node.default))
    for one in ground.expressions:
        if one.end < start or one.start > end:
            continue
        if isinstance(one, syntax.For):
            found += _loop(ground, one)
        elif isinstance(one, syntax.Call) and len(one.arguments) > 1:
            names = parameter_names(one.name)
            for name, argument in zip(names, one.arguments, strict=False):
                if name and name != "rest" and not _says_it(argument, name):
                    found.append(Hint(argument.start, f"{name}=", "parameter"))
    return sorted([one for one in found if start <= one.at <= end], key=lambda one: one.at)


def _typed(at: int, type_: Type) -> list[Hint]:
    shown = spelled_briefly(type_)
    if type_ is DYNAMIC or len(shown) > _LONGEST:
        return []
    return [Hint(at, f": {shown}", "type")]


def _loop(ground: Ground, node: syntax.For) -> list[Hint]:
    found: list[Hint] = []
    for place in (node.key_place, node.value_place):
        variable = ground.loop_variables.get(place[0])
        if variable is not None:
            found += _typed(place[1], variable.type)
    return found[: 2 if node.key_name is not None else 1]


def _says_it(argument: syntax.Expression, name: str) -> bool:
    """Whether the argument reads as the parameter is called."""
    inner = unwrapped(argument)
    return isinstance(inner, syntax.Traversal) and inner.root == name

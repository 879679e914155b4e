"""Names in scope, functions and keywords, where a value is written."""

from __future__ import annotations

from typing import Final

from confty.kit.reference import comment_above
from confty.kit.sights import Kind, Offer
from confty.languages.pcl import model
from confty.languages.pcl.insight.cursor import Opened
from confty.languages.pcl.insight.scene import Scene
from confty.languages.pcl.insight.signature import label_of
from confty.languages.pcl.library import FUNCTIONS
from confty.languages.pcl.rules import converts, spelled_briefly
from confty.types import DYNAMIC, Type

_TAKES_RESOURCES: Final = frozenset(
    ("dependsOn", "replaceWith", "provider", "providers", "parent", "deletedWith")
)


def kind_of(node: model.ProgramNode) -> Kind:
    """What a declaration declares."""
    if isinstance(node, model.InstanceNode):
        return Kind.RESOURCE
    if isinstance(node, model.HookNode):
        return Kind.FUNCTION
    return Kind.PARAMETER if isinstance(node, model.ConfigNode) else Kind.VARIABLE


def about(node: model.ProgramNode) -> str:
    """What is said of a declaration where it stands."""
    if isinstance(node, model.ConfigNode) and node.description:
        return node.description
    return comment_above(node.source, node.syntax.start)


def name_offers(scene: Scene, wanted: Type | None) -> list[Offer]:
    """The names of the program, and those that are bound here; what fits first."""
    body = scene.cursor.body
    own = scene.node_of(body)
    option = body.key if body.name == "options" else ""
    if option:
        outer = [one for one in scene.cursor.frames if one.kind is Opened.BODY]
        own = scene.node_of(outer[-2]) if len(outer) > 1 else None
    found: list[Offer] = []
    cursor = scene.cursor
    for node in scene.program.names.values():
        if node is own or isinstance(node, model.PulumiNode):
            continue
        if isinstance(node, model.HookNode) is not (option == "hooks"):
            continue
        if body.name == "" and body.key == node.name:
            continue
        found.append(
            Offer(
                node.name,
                kind_of(node),
                cursor.start,
                cursor.end,
                detail=_detail(node),
                documentation=about(node),
                rank=_rank(node, option, wanted),
            )
        )
    _ = scene.checker
    found += [
        Offer(
            one.name,
            Kind.VARIABLE,
            cursor.start,
            cursor.end,
            detail=spelled_briefly(one.type),
            rank=2,
        )
        for one in scene.local.values()
    ]
    return found


def _detail(node: model.ProgramNode) -> str:
    if isinstance(node, model.ResourceNode):
        return node.token
    if isinstance(node, model.ComponentNode):
        return f"component {node.folder}".strip()
    return spelled_briefly(node.type)


def _rank(node: model.ProgramNode, option: str, wanted: Type | None) -> int:
    if option in _TAKES_RESOURCES:
        schema = node.schema if isinstance(node, model.ResourceNode) else None
        if option.startswith("provider"):
            return 1 if schema is not None and schema.is_provider else 7
        return 1 if isinstance(node, model.InstanceNode) else 7
    if wanted is None or wanted is DYNAMIC:
        return 4
    return 3 if converts(node.type, wanted) else 5


def keyword_offers(scene: Scene, wanted: Type | None) -> list[Offer]:
    """Functions, constants, and loops."""
    cursor = scene.cursor
    body = cursor.body
    if body.name == "options" and body.key == "hooks":
        return []
    is_called = scene.source.text[cursor.end : cursor.end + 1] == "("
    found = [
        Offer(
            one.name,
            Kind.FUNCTION,
            cursor.start,
            cursor.end,
            insert=one.name if is_called else f"{one.name}(",
            snippet=None if is_called else f"{one.name}($0)",
            detail=label_of(one.name),
            documentation=one.about,
            rank=6,
        )
        for one in FUNCTIONS.values()
        if not one.name.startswith("__")
    ]
    if wanted is None or wanted is DYNAMIC:
        found += [
            Offer(word, Kind.KEYWORD, cursor.start, cursor.end, rank=6)
            for word in ("true", "false", "null")
        ]
    inner = cursor.inner
    if inner.kind is Opened.TUPLE and inner.number == 0:
        snippet = "for ${1:item} in ${2:items} : ${3:item}"
        found.append(
            Offer(
                "for",
                Kind.KEYWORD,
                cursor.start,
                cursor.end,
                insert="for ",
                snippet=snippet,
                rank=6,
            )
        )
    return found

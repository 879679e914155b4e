"""Resource options at run time: values of the right kind, resources as names, paths as text."""

from __future__ import annotations

from confty.kit.hcl.syntax import (
    Expression,
    Traversal,
    TraversalStep,
    Tuple,
    literal_text,
    unwrapped,
)
from confty.languages.pcl.evaluator.engine import dependencies_in
from confty.languages.pcl.evaluator.values import collapsed
from confty.values import Labelled, ResourceReference, Unknown, stripped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

FLAGS: Final = ("protect", "retainOnDelete", "deleteBeforeReplace")
TEXTS: Final = ("version", "pluginDownloadURL", "import")
RESOURCES: Final = ("deletedWith", "parent")
RESOURCE_LISTS: Final = ("replaceWith",)


class WrongOption(Exception):
    """An option's value is of the wrong kind."""


def urns_in(value: object) -> set[str]:
    """The resources that a value, mostly a list of resources, names."""
    value = collapsed(value)
    if isinstance(value, Labelled):
        return set(value.dependencies) | urns_in(value.value)
    if isinstance(value, ResourceReference):
        return {value.urn}
    if isinstance(value, list):
        return {urn for element in value for urn in urns_in(element)}
    if isinstance(value, dict):
        return {urn for element in value.values() for urn in urns_in(element)}
    return dependencies_in(value)


def one_urn(value: object) -> str | None:
    """The one resource that a value is, or None."""
    value = collapsed(value)
    if isinstance(value, Labelled):
        value = value.value
    return value.urn if isinstance(value, ResourceReference) else None


def provider_urn(value: object) -> tuple[str, bool]:
    """The provider that a value is, and whether its id is known."""
    value = collapsed(value)
    if isinstance(value, Labelled):
        value = value.value
    if isinstance(value, ResourceReference):
        return value.urn, isinstance(value.id, str)
    return "", False


def providers_by_package(value: object) -> dict[str, str]:
    """Providers for components: a list, or a map by package."""
    value = collapsed(value)
    if isinstance(value, Labelled):
        value = value.value
    members = list(value.values()) if isinstance(value, dict) else value
    found: dict[str, str] = {}
    for member in members if isinstance(members, list) else []:
        urn = one_urn(member)
        if urn is not None:
            found[urn.split("::", 3)[2].rsplit(":", 1)[-1]] = urn
    return found


def path_text(node: Expression) -> str:
    """A property path as the engine writes it: ``details[0].key``, ``tags["with.dot"]``."""
    node = unwrapped(node)
    text = literal_text(node)
    if text is not None:
        return text
    if not isinstance(node, Traversal):
        raise WrongOption("expected a property path")
    return node.root + "".join(_step_text(step) for step in node.steps)


def _step_text(step: TraversalStep) -> str:
    if step.style == "attribute":
        return f".{step.key}"
    if isinstance(step.key, str):
        escaped = step.key.replace("\\", "\\\\").replace('"', '\\"')
        return f'["{escaped}"]'
    return f"[{step.key}]"


def paths(node: Expression) -> list[str]:
    """The property paths of a list literal."""
    inner = unwrapped(node)
    if not isinstance(inner, Tuple):
        raise WrongOption("expected a list of property paths")
    return [path_text(element) for element in inner.elements]


def plain_option(name: str, value: object) -> object:
    """An ordinary option's value as plain data; null and unknown mean that it is not set."""
    bare = stripped(value)
    if bare is None or isinstance(bare, Unknown):
        return None
    check = _CHECKS.get(name)
    if check is not None and not check[0](bare):
        raise WrongOption(f"{name} must be {check[1]} or null")
    return bare


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


_CHECKS: Final[dict[str, tuple[Callable[[object], bool], str]]] = {
    **{name: (lambda value: isinstance(value, bool), "a boolean") for name in FLAGS},
    **{name: (lambda value: isinstance(value, str), "a string") for name in TEXTS},
    "customTimeouts": (_is_table, "an object"),
    "envVarMappings": (_is_table, "a map"),
    "aliases": (lambda value: isinstance(value, list), "a list"),
}

"""Labels on one part of a value that is otherwise left as it is."""

from __future__ import annotations

from confty.values.labels import Labelled, label


def label_leaf(container: object, path: tuple[object, ...], marked: Labelled) -> object:
    """Copy ``container`` with the label of ``marked`` added to the node that ``path`` names."""
    if not path:
        return label(
            container,
            secret=marked.secret,
            dependencies=marked.dependencies,
            origins=marked.origins,
        )
    if isinstance(container, Labelled):
        inner = label_leaf(container.value, path, marked)
        return Labelled(inner, container.secret, container.dependencies, container.origins)
    head, rest = path[0], path[1:]
    if isinstance(container, dict):
        return {**container, head: label_leaf(container[head], rest, marked)}
    if isinstance(container, list | tuple) and isinstance(head, int):
        items = list(container)
        items[head] = label_leaf(items[head], rest, marked)
        return tuple(items) if isinstance(container, tuple) else items
    raise KeyError(head)

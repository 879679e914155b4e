"""Outputs of a component that are computed when they are asked for.

Two components may use each other's outputs as long as no single output needs itself.  For such
components the whole object cannot be made at once; this stands in its place.
"""

from __future__ import annotations

from collections.abc import Callable


class LazyOutputs:
    """The outputs of one component in a ring of components."""

    __slots__ = ("_read", "names", "urn")

    def __init__(self, urn: str, names: list[str], read: Callable[[str], object]) -> None:
        self.urn = urn
        self.names = names
        self._read = read

    def output(self, name: str) -> object:
        """One output, or the component's ``urn``."""
        if name == "urn":
            return self.urn
        return self._read(name)

    def everything(self) -> dict[str, object]:
        """All outputs, for whoever needs the whole object."""
        return {"urn": self.urn, **{name: self._read(name) for name in self.names}}


def settled(value: object) -> object:
    """Replace lazy objects by what they hold, at any depth."""
    if isinstance(value, LazyOutputs):
        return settled(value.everything())
    if isinstance(value, list):
        return [settled(element) for element in value]
    if isinstance(value, dict):
        return {key: settled(element) for key, element in value.items()}
    return value

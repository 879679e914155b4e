"""Names in scope: the innermost of each, what is known for suggestions, and what nobody used."""

from __future__ import annotations

from typing import Generic, TypeVar

Entry = TypeVar("Entry")


class Scope(Generic[Entry]):
    """The names of one construct, inside those of another."""

    __slots__ = ("_found", "names", "parent")

    def __init__(self, parent: Scope[Entry] | None = None) -> None:
        self.parent = parent
        self.names: dict[str, Entry] = {}
        self._found: dict[str, Entry] = {}

    def find(self, name: str) -> Entry | None:
        """Return the innermost entry of that name."""
        scope: Scope[Entry] | None = self
        while scope is not None:
            found = scope.names.get(name) or scope._found.get(name)  # noqa: SLF001  same class
            if found is not None:
                # Remembered, so that a long chain of scopes does not make look-ups slow.
                self._found[name] = found
                return found
            scope = scope.parent
        return None

    def known(self) -> list[str]:
        """Return every name that can be used here, the innermost first."""
        names: dict[str, None] = {}
        scope: Scope[Entry] | None = self
        while scope is not None:
            names.update(dict.fromkeys(scope.names))
            scope = scope.parent
        return list(names)

"""Names in scope: the innermost of each, what is known for suggestions, and what nobody used."""

from __future__ import annotations

from confty.generics import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

Entry = TypeVar("Entry")
# One in so many scopes of a long chain has a table of all names around it.
_APART: Final = 256


class Scope(Generic[Entry]):
    """The names of one construct, inside those of another."""

    __slots__ = ("_around", "_found", "depth", "names", "parent")

    def __init__(self, parent: Scope[Entry] | None = None) -> None:
        self.parent = parent
        self.names: dict[str, Entry] = {}
        self._found: dict[str, Entry] = {}
        self.depth: int = 0 if parent is None else parent.depth + 1
        self._around: dict[str, Entry] | None = None

    def find(self, name: str) -> Entry | None:
        """Return the innermost entry of that name.

        Whoever looks something up inside a scope has bound the names around it before.
        """
        scope: Scope[Entry] | None = self
        while scope is not None:
            found = scope.names.get(name) or scope._found.get(name)  # noqa: SLF001  same class
            far = found is None and scope.depth % _APART == _APART - 1
            if far:
                found = scope._far().get(name)  # noqa: SLF001  same class
            if found is None and far:
                return None
            if found is not None:
                # Remembered, so that a long chain of scopes does not make look-ups slow.
                self._found[name] = found
                return found
            scope = scope.parent
        return None

    def _far(self) -> dict[str, Entry]:
        """All names around this scope, as they were when somebody first asked."""
        if self._around is None:
            chain: list[Scope[Entry]] = []
            scope = self.parent
            while scope is not None:
                chain.append(scope)
                scope = scope.parent
            self._around = {}
            for one in reversed(chain):
                self._around.update(one.names)
        return self._around

    def known(self) -> list[str]:
        """Return every name that can be used here, the innermost first."""
        names: dict[str, None] = {}
        scope: Scope[Entry] | None = self
        while scope is not None:
            names.update(dict.fromkeys(scope.names))
            scope = scope.parent
        return list(names)

"""Components that need each other's outputs: everything about them is computed on demand.

Two components may use each other's outputs as long as no single output needs itself.  For such
components neither the inputs nor the outputs can be made at once; what is here stands for them.
"""

from __future__ import annotations

from confty.languages.pcl.model import ComponentNode, Program, ProgramNode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def ring(program: Program) -> set[ProgramNode]:
    """Components that need each other: those left when all others are taken out in order."""
    needs = {id(node): {id(each) for each in node.dependencies} for node in program.nodes}
    users: dict[int, list[ProgramNode]] = {}
    for node in program.nodes:
        for each in node.dependencies:
            users.setdefault(id(each), []).append(node)
    ready = [node for node in program.nodes if not needs[id(node)]]
    gone: set[int] = set()
    while ready:
        node = ready.pop()
        gone.add(id(node))
        for user in users.get(id(node), ()):
            needs[id(user)].discard(id(node))
            if not needs[id(user)] and id(user) not in gone:
                ready.append(user)
    return {n for n in program.nodes if id(n) not in gone and isinstance(n, ComponentNode)}


class LazyInputs(dict[str, object]):
    """The inputs of a component in a ring, evaluated when the component reads them."""

    def __init__(self, names: Iterable[str], read: Callable[[str], object]) -> None:
        super().__init__(dict.fromkeys(names))
        self._read = read

    def __getitem__(self, name: str) -> object:
        return self._read(name)


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

"""Components that need each other's outputs: everything about them is computed on demand.

Two components may use each other's outputs as long as no single output needs itself.  For such
components neither the inputs nor the outputs can be made at once; what is here stands for them.
"""

from __future__ import annotations

from confty.languages.pcl.evaluator.values import absent
from confty.languages.pcl.model import ComponentNode, Program, ProgramNode
from confty.values import Labelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_values
    from collections.abc import Callable, Iterable, Iterator


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
    """The inputs of a component in a ring, each evaluated when the component asks for it.

    One that turns out to be null is not given.
    """

    def __init__(self, names: Iterable[str], read: Callable[[str], object]) -> None:
        super().__init__()
        self._names = frozenset(names)
        self._read = read

    def __contains__(self, name: object) -> bool:
        return name in self._names and not absent(self[str(name)])

    def __missing__(self, name: str) -> object:
        value = self[name] = self._read(name)
        return value


class LazyOutputs(dict[str, object]):
    """The object of a component in a ring: an output is computed when it is read.

    Its names are known before its values are, so that whatever takes an object takes this one.
    """

    def __init__(self, urn: str, names: list[str], read: Callable[[str], object]) -> None:
        super().__init__({"id": "", "urn": urn, **dict.fromkeys(names)})
        self._waiting = set(names)
        self._read = read

    def __getitem__(self, name: str) -> object:
        if name in self._waiting:
            self[name] = self._read(name)
            self._waiting.discard(name)
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[str]:
        # Python copies a dict past its methods, except for one that says how its keys come.
        return super().__iter__()

    def __eq__(self, other: object) -> bool:
        return self._whole() == other

    __hash__ = None  # like every dict

    def values(self) -> dict_values[str, object]:
        """All outputs."""
        return self._whole().values()

    def items(self) -> dict_items[str, object]:
        """All outputs with their names."""
        return self._whole().items()

    def _whole(self) -> dict[str, object]:
        return {name: self[name] for name in self}


def settled(value: object) -> object:
    """Replace lazy objects by what they hold, at any depth."""
    if isinstance(value, Labelled):
        return value.around(settled(value.value))
    if isinstance(value, list):
        return [settled(element) for element in value]
    if isinstance(value, dict):
        return {key: settled(element) for key, element in value.items()}
    return value

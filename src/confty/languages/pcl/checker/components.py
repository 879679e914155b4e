"""Components, each bound once, whatever leads there.

A component may be used by many others, and those by others still: bound for each way that leads
there, a row of them takes two to the power of its length.  What a component is does not depend on
who uses it, unless it leads back to itself.

Programs of one moment that are checked share components, too; each asks its host for all that the
component asked, since its own result depends on that.
"""

from __future__ import annotations

from confty.kit.bounded import Bounded
from confty.language import Host
from confty.languages.pcl.model import Program
from confty.languages.pcl.schemas import Packages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# A program that is bound takes some hundred bytes a character of its text.
_MOST_CHARACTERS: Final = 2_000_000


class Components:
    """The components of a program and of those that it uses, by folder."""

    __slots__ = ("_bound", "_host", "_known", "_partly", "missing", "rings")

    def __init__(self, host: Host, *, sharing: bool) -> None:
        self._host: Final = host
        self._bound: Final[dict[str, Program]] = {}
        # Those of them that lead to others that are not there.
        self._partly: Final[set[str]] = set()
        self._known: Final = _known_to(host) if sharing else None
        # How many were met that lead back to themselves, and that are not there.
        self.rings = self.missing = 0

    def find(self, folder: str, packages: Packages) -> Program | None:
        """A component that was bound already, for another that uses it or for another program."""
        found = self._bound.get(folder)
        if folder in self._partly:
            # So does whoever uses it.
            self.missing += 1
        if found is None and self._known is not None:
            found = self._known.get(folder)
            if found is not None:
                self._ask_again(found, packages)
                self._bound[folder] = found
        return found

    def keep(self, folder: str, program: Program, *, whole: bool) -> None:
        """Keep a component that was bound and does not lead back to itself.

        One that is not ``whole`` leads to others that are not there, and is for this program
        alone: who waits for them has to be told by whom they were looked for.
        """
        self._bound[folder] = program
        if not whole:
            self._partly.add(folder)
        elif self._known is not None:
            size = sum([len(source.text) for source, _ in program.files])
            self._known.keep(folder, program, size)

    def _ask_again(self, program: Program, packages: Packages) -> None:
        """Ask the host for what the component has asked its own.

        What its files import is noted for those, and they are read here.
        """
        host = self._host
        host.entries(program.folder)
        for source, _ in program.files:
            host.read(source.name)
        own = packages.of_component()
        own.chosen = program.schemas.chosen
        for one in program.schemas.asked:
            own.get(*one)
        for folder, inner in program.components.items():
            if folder not in self._bound:
                self._ask_again(inner, packages)
                self._bound[folder] = inner


def _known_to(host: Host) -> Bounded[Program] | None:
    """What other programs of this moment have bound, with the same settings."""
    memory = host.memory
    if memory is None:
        return None
    # Limits stop a check or change nothing.
    settings = sorted([(key, repr(one)) for key, one in host.settings.items() if key != "limits"])
    key = "pcl components", host.view, host.root, tuple(settings)
    found = memory.get(key)
    if not isinstance(found, Bounded):
        found = memory[key] = Bounded(_MOST_CHARACTERS)
    return found

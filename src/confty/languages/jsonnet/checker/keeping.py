"""What earlier requests found out about files, kept in the process as long as there is room.

It belongs to the process and not to a project, because the requests of one user do not share one:
each call of the Python interface, each file of an editor at each moment and each worker of a check
makes a project of its own, and all of them import the same libraries, which cost far more to check
than the files that use them.  Nothing that a program does changes it, and it changes no answer:
what is kept is taken only where the text, the settings and everything it imports are the same, and
it goes, oldest first, when there is too much.
"""

from __future__ import annotations

from confty.kit.locks import Lock
from confty.languages.jsonnet.checker.checked import Checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

# A checked file takes some hundred bytes a character of its text.
_MOST_FILES: Final = 20_000
_MOST_CHARACTERS: Final = 8_000_000


class KeptFiles:
    """Checked files by their names, those that were used last; what is kept may be stale."""

    __slots__ = ("_files", "_keeping", "_size")

    def __init__(self) -> None:
        self._files: dict[str, Checked] = {}
        self._keeping = Lock()
        self._size = 0

    def get(self, name: str) -> Checked | None:
        """Return what was found out about a file last; its text may have changed since."""
        return self._files.get(name)

    def keep(self, made: Checked) -> None:
        """Keep a checked file; those that were not used for longest go when there are many."""
        self._keeping.holding(lambda: self._put(made))

    def use(self, again: Iterable[Checked]) -> None:
        """Note that files are used once more, so that they stay longest."""
        self._keeping.holding(lambda: self._renew(again))

    def _renew(self, again: Iterable[Checked]) -> None:
        files = self._files
        for one in again:
            name = one.source.name
            if files.get(name) is one:
                del files[name]
                files[name] = one

    def _put(self, made: Checked) -> None:
        self._take(made.source.name)
        self._files[made.source.name] = made
        self._size += len(made.source.text)
        while self._size > _MOST_CHARACTERS or len(self._files) > _MOST_FILES:
            oldest = next(iter(self._files))
            if oldest == made.source.name:
                break
            self._take(oldest)

    def _take(self, name: str) -> None:
        known = self._files.pop(name, None)
        if known is not None:
            self._size -= len(known.source.text)


KEPT: Final = KeptFiles()

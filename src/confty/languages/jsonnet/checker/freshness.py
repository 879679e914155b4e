"""Which of the files that were checked before are still true, found without reading them anew.

A file that imports a library reaches a hundred others, and nearly always none of them has changed.
To know that, each is read and its imports are looked for, as a check would; but nothing is
decoded, ordered or made of them.  What does not stand is opened and judged like any other file.
"""

from __future__ import annotations

from confty import types
from confty.kit.encoding import decode
from confty.language import Host, Unreadable
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.keeping import KEPT
from confty.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Standing:
    """What one request finds to be as it was."""

    __slots__ = ("_host", "_settings", "_standing", "_text")

    def __init__(self, host: Host, settings: str, text: Callable[[str], str | None]) -> None:
        self._host = host
        self._settings = settings
        self._text = text
        self._standing: dict[str, bool] = {}

    def found(self, name: str, source: Source | None = None) -> dict[str, Checked]:
        """Return a file and all it leads to, those of them that are still true.

        ``source`` is the file's text, where it was read already.
        """
        met: dict[str, Checked] = {}
        fallen: list[str] = []
        importers: dict[str, list[str]] = {}
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one in met or one in self._standing:
                continue
            known = self._unchanged(one, source if one == name else None)
            if known is None:
                self._standing[one] = False
                fallen.append(one)
                continue
            met[one] = known
            for target in _targets(known):
                if self._standing.get(target, True):
                    importers.setdefault(target, []).append(one)
                    waiting.append(target)
                else:
                    fallen.append(one)
        while fallen:
            one = fallen.pop()
            if met.pop(one, None) is not None:
                self._standing[one] = False
            fallen += importers.pop(one, ())
        self._standing.update(dict.fromkeys(met, True))
        return met

    def _unchanged(self, name: str, source: Source | None) -> Checked | None:
        """Return what is known of a file, if its text and where its imports lead are the same."""
        known = KEPT.get(name)
        if known is None or known.settings != self._settings:
            return None
        if source is not None:
            if known.source.text != source.text:
                return None
        elif not self._same_bytes(known):
            return None
        return known if self._leads_as_before(known) else None

    def _same_bytes(self, known: Checked) -> bool:
        name = known.source.name
        try:
            data = self._host.read(name)
        except Unreadable:
            return False
        if known.data is None:
            found, wrong = decode(name, data)
            if wrong or found.text != known.source.text:
                return False
            known.data = data
        return known.data == data

    def _leads_as_before(self, known: Checked) -> bool:
        importer = known.source.name
        for key in known.paths:
            word, path = key
            name = self._host.resolve(path, importer)
            before = known.imports.get(key)
            if before is None:
                # An import that the check did not come by.
                continue
            if before[0] != name:
                return False
            if key in known.foreign:
                if word != "importstr" or name is None:
                    return False  # another language's: it is asked what it is now
                if (types.STRING, self._text(name) or "") != known.foreign[key]:
                    return False
            elif word == "import" and name is not None:
                target = before[1]
                if target is None or KEPT.get(name) is not target:
                    return False
        return True


def _targets(known: Checked) -> list[str]:
    """Return the files of this language that a checked file leads to."""
    return [target.source.name for _, target in known.imports.values() if target is not None]

"""What there is to say of a program, found out once for all files of its folder.

A folder is one program, so a check of a thousand files in it would bind a thousand times a
thousand.  Only where the files are those of one moment, and only what was found is kept: types
and trees are gone with the check.
"""

from __future__ import annotations

from confty.kit.bounded import Bounded
from confty.language import Host
from confty.languages.pcl.checker.program import SUFFIX, folder_of
from confty.languages.pcl.model import Program
from confty.text import Diagnostic, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final


# Files of one folder are checked one after the other, or nearly so.
_MOST_KEPT: Final = 16


class SharedFindings:
    """The findings of one program, by the files they are about."""

    __slots__ = ("_everywhere", "_findings", "_first", "_names", "_settings")

    def __init__(self, program: Program, first: str, host: Host) -> None:
        self._names: Final = frozenset([source.name for source, _ in program.files])
        self._settings: Final = _settings_of(host)
        # The file that it was bound for: what was looked at is noted for that.
        self._first: Final = first
        self._everywhere: Final[list[Diagnostic]] = []
        self._findings: Final[dict[str, list[Diagnostic]]] = {}
        for finding in program.diagnostics:
            if finding.span is None:
                self._everywhere.append(finding)
            else:
                self._findings.setdefault(finding.span.source.name, []).append(finding)

    def is_of(self, source: Source, host: Host) -> bool:
        """Whether a file is a part of it, and nothing else was set for that file."""
        return source.name in self._names and self._settings == _settings_of(host)

    def about(self, source: Source, host: Host) -> tuple[Diagnostic, ...]:
        """What there is to say about a file, which depends on all that was looked at."""
        if source.name != self._first:
            host.read(self._first)
        # In the order in which they were found, those without a place last.
        return (*self._findings.get(source.name, ()), *self._everywhere)


def findings_about(
    source: Source, bind: Callable[[], Program], host: Host
) -> tuple[Diagnostic, ...]:
    """What there is to say about one file of a program, which is bound if it has to be."""
    # A file that is none of the folder's program by its name is one by itself.
    shared = _shared(host) if source.name.endswith(SUFFIX) else None
    folder = folder_of(source.name)
    known = None if shared is None else shared.get(folder)
    if known is None or not known.is_of(source, host):
        known = SharedFindings(bind(), source.name, host)
        if shared is not None:
            shared.keep(folder, known, 1)
    return known.about(source, host)


def _shared(host: Host) -> Bounded[SharedFindings] | None:
    """What was found out about programs last; None where files may change."""
    if host.memory is None:
        return None
    key = "pcl programs", host.view, host.root
    found = host.memory.get(key)
    if not isinstance(found, Bounded):
        found = host.memory[key] = Bounded(_MOST_KEPT)
    return found


def _settings_of(host: Host) -> dict[str, object]:
    """What a host's answers depend on beside the files; limits stop a check or change nothing."""
    return {name: value for name, value in host.settings.items() if name != "limits"}

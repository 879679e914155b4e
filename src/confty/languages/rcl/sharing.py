"""Libraries that were checked for one program, for the others that import them.

A thousand programs that import one library would check it a thousand times.  What was found out is
kept with the files of one moment, so nothing can have changed; still each program asks its host
for all that the library imports, since its own result depends on that.
"""

from __future__ import annotations

from confty.kit.bounded import Bounded
from confty.language import Host
from confty.languages.rcl.checker import Checked
from confty.languages.rcl.unit import Unit
from confty.text import Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

    # The path of an import, where it stands, and the document that it leads to, if it is ours.
    Import: TypeAlias = tuple[str, Span, Checked | None]

# A checked document takes some hundred bytes a character of its text.
_MOST_CHARACTERS: Final = 2_000_000
_MOST_PARTS: Final = 2_000_000


class KnownDocument:
    """What was found out about a library."""

    __slots__ = ("checked", "findings", "imports", "json_type", "json_value", "unread")

    def __init__(self, unit: Unit, imports: tuple[Import, ...]) -> None:
        self.checked: Final = unit.checked
        self.findings: Final[tuple[Diagnostic, ...]] = unit.findings
        self.unread: Final = unit.unread
        self.imports: Final = imports
        self.json_value: Final = unit.json_value
        self.json_type: Final = unit.json_type

    def give(self, unit: Unit) -> None:
        """Let another program know it, too."""
        unit.checked, unit.findings, unit.unread = self.checked, self.findings, self.unread
        unit.json_value, unit.json_type = self.json_value, self.json_type


class KnownDocuments:
    """The libraries of one moment, as programs with equal settings see them."""

    __slots__ = ("_known", "values")

    def __init__(self) -> None:
        self._known: Final[Bounded[KnownDocument]] = Bounded(_MOST_CHARACTERS)
        # What they were worked out to, for who runs them.
        self.values: Final[Bounded[object]] = Bounded(_MOST_PARTS)

    def get(self, name: str) -> KnownDocument | None:
        """Return what is known of a file."""
        return self._known.get(name)

    def keep(self, unit: Unit, imports: tuple[Import, ...]) -> None:
        """Keep what was found out about a library, unless that depends on the way to it."""
        if unit.is_json or (unit.checked is not None and not unit.checked.import_findings):
            source = unit.source
            self._known.keep(source.name, KnownDocument(unit, imports), len(source.text))


def known_documents(host: Host, root: str, *, runs: bool) -> KnownDocuments | None:
    """What is known of libraries where this host looks; None where files may change."""
    memory = host.memory
    if memory is None:
        return None
    # Limits stop a check or change nothing.
    settings = sorted((key, repr(one)) for key, one in host.settings.items() if key != "limits")
    key = "rcl", runs, root, host.view, tuple(settings)
    found = memory.get(key)
    if not isinstance(found, KnownDocuments):
        found = memory[key] = KnownDocuments()
    return found

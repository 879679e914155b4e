"""What checks looked at: so that a result can be kept as long as everything it saw is the same.

A language sees the world through its host alone, so the host knows all that a result depends on.
It is noted file by file: the names that an import may mean, the texts, folders and variables that
were read, and the files that were led to.  Two files that import one library share its notes.

Answers are not noted here but asked of the files when all is done: they are those of one moment.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal, TypeAlias

    from confty.kit.installation import Beyond

    #: A question: whether a file is there, its text, what is in a folder, an environment variable.
    #: A file that is itself asked about has its own text, whether or not its sandbox holds it, and
    #: what is named by settings, or from the project's root, is no import of the file.
    Kind: TypeAlias = Literal["file", "named", "text", "own", "folder", "variable"] | Beyond
    Question: TypeAlias = tuple[Kind, str]


#: The questions that are answered by what stands in a file, and by whether it is there.
TEXTS: Final = frozenset({"text", "own"})
FILES: Final = frozenset({"file", "named"})
#: Those that may be answered otherwise when a file or a folder itself changes.
VISIBLE: Final = TEXTS | FILES | {"folder", "stamp", "tree", "names"}
#: Those that are about no file and no folder.
PLACELESS: Final = frozenset({"variable", "places", "chance"})
#: Those that are about what is installed (``kit/installation.py``).
INSTALLED: Final = frozenset({"stamp", "tree", "names", "places", "chance"})


class Observed:
    """The notes of one project; a key is a footing and the name of a file."""

    __slots__ = ("edges", "footings", "looks")

    def __init__(self) -> None:
        self.looks: Final[dict[str, dict[Question, None]]] = {}
        self.edges: Final[dict[str, dict[str, None]]] = {}
        # What answers depend on beside the files: a digest, and the folders of the sandbox.
        self.footings: Final[dict[str, tuple[str, ...] | None]] = {}

    def clear(self) -> None:
        """Begin anew; what is known of footings stays."""
        self.looks.clear()
        self.edges.clear()

    def look(self, key: str, kind: Kind, subject: str) -> None:
        """Note that a question was asked for a file."""
        self.looks.setdefault(key, {})[kind, subject] = None

    def lead(self, key: str, to: str) -> None:
        """Note that the result for a file depends on that for another."""
        self.edges.setdefault(key, {})[to] = None


class Watch:
    """Notes what the host of one file is asked."""

    __slots__ = ("_led", "_name", "footing", "observed")

    def __init__(self, observed: Observed, footing: str, name: str) -> None:
        self.observed: Final = observed
        self.footing: Final = footing
        self._name: Final = name
        self._led: Final[set[str]] = set()

    def key(self, name: str) -> str:
        """The key of a file on this footing."""
        return f"{self.footing}:{name}"

    def sought(self, candidate: str, importer: str | None) -> None:
        """Somebody asked whether a file is there that an import may mean."""
        kind: Kind = "named" if importer is None else "file"
        self.observed.look(self.key(importer or self._name), kind, candidate)

    def led(self, name: str, importer: str | None) -> None:
        """An import led to a file."""
        self._led.add(name)
        self.observed.lead(self.key(importer or self._name), self.key(name))

    def read(self, name: str) -> None:
        """Somebody read a file; one that no import led to is what this file itself needs."""
        self.observed.look(self.key(name), "text", name)
        if name not in self._led and name != self._name:
            self.observed.lead(self.key(self._name), self.key(name))

    def opened(self) -> None:
        """Somebody read this file itself, wherever it lies."""
        self.observed.look(self.key(self._name), "own", self._name)

    def listed(self, folder: str) -> None:
        """Somebody asked for the names in a folder."""
        self.observed.look(self.key(self._name), "folder", folder)

    def variable(self, name: str) -> None:
        """Somebody asked for a variable of the environment."""
        self.observed.look(self.key(self._name), "variable", name)

    def installed(self, kind: Beyond, subject: str) -> None:
        """Somebody asked for something that is installed."""
        self.observed.look(self.key(self._name), kind, subject)

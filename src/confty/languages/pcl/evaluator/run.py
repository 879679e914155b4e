"""A run of a program: what it was told, what it has said, and everything that came out of it."""

from __future__ import annotations

import re

from confty.kit.checking import Findings
from confty.language import Host
from confty.languages.pcl.evaluator.engine import VERSION, Engine
from confty.languages.pcl.evaluator.mocks import Echo, Mocks
from confty.languages.pcl.evaluator.pace import OneByOne, Pace
from confty.languages.pcl.evaluator.registry import RunInfo
from confty.languages.pcl.evaluator.rings import ring
from confty.languages.pcl.evaluator.serving import ResourceEngine
from confty.languages.pcl.model import Program, ProgramNode
from confty.text import Diagnostic, Severity
from confty.values.summaries import Summaries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_CLAUSE: Final = re.compile(
    r"(?:(>=|<=|!=|==|=|>|<|\^|~|!)\s*+)?+v?(\d++)"
    r"(?:\.(\d++|x|\*))?(?:\.(\d++|x|\*))?\S*+"
)
Version = tuple[int, int, int]


class Abort(Exception):
    """A failure after which nothing more is done."""


class Run:
    """One run; ``outputs`` are the stack's, ``engine`` remembers the resources."""

    def __init__(
        self,
        program: Program,
        info: RunInfo,
        host: Host,
        mocks: Mocks | None = None,
        *,
        engine: ResourceEngine | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.program = program
        self.info = info
        self.host = host
        self.engine: ResourceEngine = engine or Engine(info, mocks or Echo())
        # Whether nobody stands for the providers, so that what they say is made up or unknown.
        self.invents = mocks is None and engine is None
        self.pace: Pace = pace or OneByOne()
        self.version = VERSION
        self.findings = Findings()
        self.outputs: dict[str, object] = {}
        self.summaries = Summaries()
        # What components in rings still have to do when every node was asked once.
        self.later: list[Callable[[], None]] = []
        self._rings: dict[int, set[ProgramNode]] = {}

    @property
    def file_folder(self) -> str:
        """Where relative paths of files count from, as the host names it."""
        return self.program.folder or "."

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Everything that was said."""
        return self.findings.all

    @property
    def failed(self) -> bool:
        """Whether an error was reported."""
        return self.findings.failed

    def say(self, finding: Diagnostic, *, warning: bool = False) -> None:
        """Report, each place and message once."""
        self.findings.say(finding, Severity.WARNING if warning else None)

    def abort(self) -> None:
        """End the run after a failure."""
        raise Abort

    def ring(self, program: Program) -> set[ProgramNode]:
        """The components of a program that need each other."""
        found = self._rings.get(id(program))
        if found is None:
            found = self._rings[id(program)] = ring(program)
        return found


def satisfies(version: Version, wanted: str) -> bool:
    """Whether a version lies in a range of ``pulumi`` blocks: ``>=3.0.0 <4.0.0 || =5.1.2``."""
    return any(_all_hold(version, part) for part in wanted.split("||"))


def _all_hold(version: Version, clauses: str) -> bool:
    found = list(_CLAUSE.finditer(clauses.replace(",", " ")))
    if not found:
        return not clauses.strip()
    return all(_holds(version, *match.groups()) for match in found)


def _holds(version: Version, operator: str | None, *numbers: str | None) -> bool:
    given = [number for number in numbers if number is not None and number.isdigit()]
    # Python reads no number of thousands of digits; eighteen are more than any version has.
    parts = [int(number) if len(number) < 19 else 10**18 for number in given]
    low = [*parts, 0, 0, 0][:3]
    bound = (low[0], low[1], low[2])
    if operator in (None, "=", "=="):
        return list(version[: len(parts)]) == parts
    if operator in ("!=", "!"):
        return list(version[: len(parts)]) != parts
    if operator == "^":
        return version >= bound and version[0] == bound[0]
    if operator == "~":
        return version >= bound and version[:2] == bound[:2]
    return {
        ">=": version >= bound,
        "<=": version <= bound,
        ">": version > bound,
        "<": version < bound,
    }[str(operator)]

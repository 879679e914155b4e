"""A run of a program: preview or update, with everything that came out of it."""

from __future__ import annotations

from collections.abc import Callable

from confty.kit.depth import collector_paused, deep_recursion
from confty.language import Host
from confty.languages.pcl import codes
from confty.languages.pcl.evaluator.engine import VERSION, Engine, Failure, RunInfo
from confty.languages.pcl.evaluator.instance import Instance
from confty.languages.pcl.evaluator.mocks import Echo, Mocks
from confty.languages.pcl.model import ComponentNode, Node, Program
from confty.text import Diagnostic, Severity, Span


class _Abort(Exception):
    """A failure after which nothing more is done."""


class Run:
    """One run; ``outputs`` are the stack's, ``engine`` remembers the resources."""

    def __init__(self, program: Program, info: RunInfo, host: Host, mocks: Mocks | None) -> None:
        self.program = program
        self.info = info
        self.host = host
        self.engine = Engine(info, mocks or Echo())
        self.invents = mocks is None
        self.version = VERSION
        self.diagnostics: list[Diagnostic] = []
        self.outputs: dict[str, object] = {}
        # What components in rings still have to do when every node was asked once.
        self.later: list[Callable[[], None]] = []
        self._rings: dict[int, set[Node]] = {}
        self._said: set[tuple[Span | None, str]] = set()

    @property
    def file_folder(self) -> str:
        """Where relative paths of files count from, as the host names it."""
        return self.program.folder or "."

    @property
    def failed(self) -> bool:
        """Whether an error was reported."""
        return any(finding.severity is Severity.ERROR for finding in self.diagnostics)

    def say(self, finding: Diagnostic, *, warning: bool = False) -> None:
        """Report, each place and message once."""
        if warning:
            finding = finding.with_severity(Severity.WARNING)
        key = (finding.span, finding.message)
        if key not in self._said:
            self._said.add(key)
            self.diagnostics.append(finding)

    def abort(self) -> None:
        """End the run after a failure."""
        raise _Abort

    def ring(self, program: Program) -> set[Node]:
        """The components of a program that need each other."""
        found = self._rings.get(id(program))
        if found is None:
            found = self._rings[id(program)] = _ring(program)
        return found

    def execute(self) -> None:
        """Run everything; what can be said ends up in ``diagnostics``."""
        instance = Instance(self, self.program, "", self.engine.stack.urn)
        try:
            with collector_paused(), deep_recursion():
                instance.run_all()
                while self.later:
                    self.later.pop(0)()
        except _Abort:
            pass
        except Failure as failure:
            self.say(codes.REGISTRATION.at(None, str(failure)))
        except RecursionError:
            message = "evaluation needs more nesting than there is room for"
            self.say(codes.DEPTH.at(None, message))
        self.outputs = instance.outputs
        self.engine.stack.outputs = instance.outputs


def _ring(program: Program) -> set[Node]:
    """Components that need each other: those left when all others are taken out in order."""
    needs = {id(node): {id(each) for each in node.dependencies} for node in program.nodes}
    users: dict[int, list[Node]] = {}
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


def run_program(program: Program, info: RunInfo, host: Host, mocks: Mocks | None = None) -> Run:
    """Run a bound program."""
    run = Run(program, info, host, mocks)
    run.execute()
    return run

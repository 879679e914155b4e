"""Hosts for RCL programs: files in memory, traces kept."""

from __future__ import annotations

from collections.abc import Mapping

from confty.language import Unreadable
from confty.languages.rcl.evaluator import PATIENCE, evaluate
from confty.languages.rcl.loader import Program
from confty.text import Diagnostic, Source


class MemoryHost:
    """A host without a disk."""

    root = ""

    def __init__(
        self, files: Mapping[str, str] | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.files = files or {}
        self.environment = environment or {}
        self.traces: list[str] = []

    @property
    def settings(self) -> Mapping[str, object]:
        return {}

    def needs(self, importer: str, name: str) -> None:
        """Nobody asks."""

    def resolve(self, path: str, importer: str | None) -> str | None:
        del importer
        return path if path in self.files else None

    def read(self, name: str) -> bytes:
        if name not in self.files:
            raise Unreadable("there is no such file")
        return self.files[name].encode()

    def entries(self, name: str) -> list[str]:
        raise Unreadable(name)

    memory = None

    def variable(self, name: str) -> str | None:
        return self.environment.get(name)

    def trace(self, line: str) -> None:
        self.traces.append(line)

    def foreign(self, name: str, _way: object = ()) -> None:
        del name


def run(text: str, host: MemoryHost | None = None, patience: int | None = PATIENCE):
    """Return the value of a program, or its findings."""
    program = Program(host or MemoryHost())
    outcome = evaluate(program, program.add(Source("input", text)), patience=patience)
    if outcome.output is None:
        return list(outcome.diagnostics)
    return outcome.output.value


def failure(
    text: str, host: MemoryHost | None = None, patience: int | None = PATIENCE
) -> Diagnostic:
    """Return the first error of a program that fails."""
    found = run(text, host, patience)
    assert isinstance(found, list)
    assert found
    assert isinstance(found[0], Diagnostic), found
    return found[0]

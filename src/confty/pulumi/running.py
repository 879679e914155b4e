"""One run of a program for the engine: check it, register what it says, tell what went wrong."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final

from pulumi.runtime.proto import engine_pb2, language_pb2

from confty.language import Host, Unreadable
from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.evaluator import EngineRefusal, Run, RunInfo, perform
from confty.languages.pcl.evaluator.pace import SideBySide
from confty.languages.pcl.model import Program
from confty.pulumi.connection import Connection, Gone
from confty.pulumi.loader import EngineSchemas
from confty.pulumi.monitor import MonitorEngine
from confty.registry import SETTINGS
from confty.report import full
from confty.text import Diagnostic, Severity
from confty.workspace import Config, Disk, Project, find_config
from confty.workspace.files import Files

_SEVERITY: Final = {
    Severity.ERROR: engine_pb2.ERROR,
    Severity.WARNING: engine_pb2.WARNING,
    Severity.HINT: engine_pb2.INFO,
}
# How many registrations are under way at most, where the engine sets no limit of its own.
_THREADS: Final = 64


def host_of(folder: str, files: Files | None = None) -> Host:
    """The surroundings of the program in a folder: its config file, and what a preview sets."""
    name = f"{folder}/main.pp" if folder else "main.pp"
    config = Config({}) if files is not None else find_config(folder, SETTINGS)
    project = Project(config, files or Disk(), {"prefer_output_invokes": True})
    return project.host(name, "pcl")


class Deployment:
    """One request to run a program."""

    def __init__(self, request: Any, engine: str) -> None:
        self.request = request
        self.connection = Connection(request.monitor_address, engine)

    def cancel(self) -> None:
        """End the run: whatever it asks from now on is refused."""
        self.connection.cancel()

    def run(self) -> object:
        """Run the program; the answer says whether it failed, and whether the user knows why."""
        try:
            return self._run()
        except Gone as gone:
            return language_pb2.RunResponse(error=str(gone), bail=False)
        except (EngineRefusal, Unreadable) as failure:
            return language_pb2.RunResponse(error=str(failure), bail=False)
        finally:
            self.connection.close()

    def _run(self) -> object:
        program, host = self._bound()
        self._tell(program.diagnostics)
        if program.failed:
            return language_pb2.RunResponse(bail=True)
        info = self._info(program)
        engine = MonitorEngine(info, self.connection, program.packages)
        threads = self.request.parallel if 0 < self.request.parallel < _THREADS else _THREADS
        pace = SideBySide(threads)
        run = Run(program, info, host, engine=engine, pace=pace)
        try:
            perform(run)
            self._tell(run.diagnostics)
            if run.failed:
                return language_pb2.RunResponse(bail=True)
            engine.settle()
        finally:
            pace.close()
            engine.close()
        return language_pb2.RunResponse()

    def _bound(self) -> tuple[Program, Any]:
        folder = self._folder()
        host = host_of(folder)
        target = self.request.loader_target
        schemas = EngineSchemas(target) if target else None
        try:
            program = bind_folder(folder, host, schemas)
        finally:
            if schemas is not None:
                schemas.close()
        if not program.files:
            raise Unreadable(f"{folder}: there is no .pp file in it")
        return program, host

    def _folder(self) -> str:
        info = self.request.info
        folder = info.program_directory or self.request.pwd or "."
        entry = info.entry_point or self.request.program
        if entry and entry != ".":
            inner = os.path.join(folder, entry)
            return os.path.normpath(inner if os.path.isdir(inner) else os.path.dirname(inner))
        return os.path.normpath(folder)

    def _info(self, program: Program) -> RunInfo:
        request = self.request
        info = RunInfo(project=request.project, stack=request.stack)
        info.ways_to_give = ("pulumi config set {} VALUE", "pulumi config set --secret {} VALUE")
        info.organization = request.organization or "organization"
        info.config = dict(request.config)
        info.secret_keys = set(request.configSecretKeys)
        info.preview = request.dryRun
        info.folder = os.path.abspath(program.folder or ".")
        info.root = request.info.root_directory or info.folder
        # Hooks are commands of the program that is being deployed: the engine says when.
        info.run_hooks = True
        return info

    def _tell(self, findings: Iterable[Diagnostic]) -> None:
        for finding in findings:
            self.connection.log(_SEVERITY[finding.severity], full(finding, color=False))

"""The language host: what the engine asks of a language, answered for PCL."""

# ruff: noqa: N802  the names are the protocol's

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import grpc
from google.protobuf import empty_pb2
from pulumi.runtime.proto import language_pb2, language_pb2_grpc, plugin_pb2

from confty import __version__
from confty.language import Unreadable
from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.schemas import Choice, SchemaSource
from confty.pulumi import findings
from confty.pulumi.dependencies import required
from confty.pulumi.loader import EngineSchemas
from confty.pulumi.running import Deployment, host_of
from confty.text import Source
from confty.workspace import Disk, Memory
from confty.workspace.files import Files, write_into


class LanguageHost(language_pb2_grpc.LanguageRuntimeServicer):
    """Serves one engine."""

    def __init__(self, engine: str) -> None:
        self.engine = engine
        self._running: set[Deployment] = set()
        self._lock: Final = threading.Lock()

    # Who we are.

    def Handshake(self, request: Any, context: Any) -> object:
        """Learn where the engine is, from engines that say it after the start."""
        del context
        self.engine = request.engine_address or self.engine
        return language_pb2.LanguageHandshakeResponse()

    def GetPluginInfo(self, request: object, context: object) -> object:
        """Our version."""
        del request, context
        return plugin_pb2.PluginInfo(version=__version__)

    def About(self, request: object, context: object) -> object:
        """What runs programs here."""
        del request, context
        python = ".".join(map(str, sys.version_info[:3]))
        return language_pb2.AboutResponse(
            executable=sys.executable, version=__version__, metadata={"python": python}
        )

    def RuntimeOptionsPrompts(self, request: object, context: object) -> object:
        """There is nothing to choose."""
        del request, context
        return language_pb2.RuntimeOptionsResponse()

    def Template(self, request: object, context: object) -> object:
        """Templates need no more than to be copied."""
        del request, context
        return language_pb2.TemplateResponse()

    # What a program needs.

    def GetRequiredPackages(self, request: Any, context: Any) -> object:
        """The packages that a program names."""
        folder = request.info.program_directory
        found = self._required(folder, context)
        return language_pb2.GetRequiredPackagesResponse(
            packages=[_package(each) for each in found]
        )

    def GetRequiredPlugins(self, request: Any, context: Any) -> object:
        """The same for older engines, which know plugins only."""
        folder = request.info.program_directory or request.pwd
        plugins = [
            plugin_pb2.PluginDependency(
                name=each.base, kind="resource", version=each.base_version, server=each.url
            )
            for each in self._required(folder, context)
        ]
        return language_pb2.GetRequiredPluginsResponse(plugins=plugins)

    def GetProgramDependencies(self, request: Any, context: Any) -> object:
        """The packages once more, for people."""
        folder = request.info.program_directory or request.pwd
        return language_pb2.GetProgramDependenciesResponse(
            dependencies=[
                language_pb2.DependencyInfo(name=each.name, version=each.version)
                for each in self._required(folder, context)
            ]
        )

    def _required(self, folder: str, context: Any) -> list[Choice]:
        try:
            return required(folder or ".", host_of(folder or "."))
        except Unreadable as problem:
            context.abort(grpc.StatusCode.NOT_FOUND, f"{folder}: {problem}")
            raise AssertionError from None

    def InstallDependencies(self, request: object, context: object) -> Iterator[object]:
        """Nothing is to be installed for a program; plugins are the engine's business."""
        del request, context
        yield language_pb2.InstallDependenciesResponse(stdout=b"PCL programs need no packages\n")

    # Running.

    def Run(self, request: Any, context: Any) -> object:
        """Check a program and run it against the engine's resource monitor."""
        deployment = Deployment(request, self.engine)
        with self._lock:
            self._running.add(deployment)
        # An engine that goes away, or no longer waits for the answer, ends the run.
        context.add_callback(deployment.cancel)
        try:
            return deployment.run()
        finally:
            with self._lock:
                self._running.discard(deployment)

    def Cancel(self, request: object, context: object) -> object:
        """End whatever is running."""
        del request, context
        self.cancel()
        return empty_pb2.Empty()

    def cancel(self) -> None:
        """End whatever is running."""
        with self._lock:
            running = list(self._running)
        for deployment in running:
            deployment.cancel()

    # Writing programs.

    def GenerateProgram(self, request: Any, context: Any) -> object:
        """A program as text: what comes in is PCL already, so it is checked and laid out."""
        del context
        files: Mapping[str, str] = dict(request.source)
        said, laid_out = _checked(Memory(files), "", _loader(request.loader_target), files)
        answer = language_pb2.GenerateProgramResponse(diagnostics=said)
        if not findings.failed(said) or not request.strict:
            for name, text in laid_out.items():
                answer.source[name] = text.encode()
        return answer

    def GenerateProject(self, request: Any, context: Any) -> object:
        """A folder with a program and a project file that says that we run it."""
        folder, target = request.source_directory, request.target_directory
        disk = Disk()
        files = {
            path: disk.read(os.path.join(folder, path)).decode("utf-8", "replace")
            for path in _program_files(folder)
        }
        said, laid_out = _checked(Memory(files), "", _loader(request.loader_target), files)
        if findings.failed(said) and request.strict:
            return language_pb2.GenerateProjectResponse(diagnostics=said)
        try:
            project = json.loads(request.project or "{}")
            project["runtime"] = "confty"
            laid_out["Pulumi.yaml"] = json.dumps(project, indent=2, ensure_ascii=False) + "\n"
            write_into(target, laid_out)
        except (OSError, ValueError) as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"{target}: {error}")
        return language_pb2.GenerateProjectResponse(diagnostics=said)

    def GeneratePackage(self, request: Any, context: Any) -> object:
        """A package for PCL is its schema: written where the ``schema`` setting finds it."""
        try:
            head = json.loads(request.schema)
            version = f"-{head['version']}" if head.get("version") else ""
            write_into(request.directory, {f"{head['name']}{version}.json": request.schema})
        except (OSError, ValueError, KeyError, TypeError) as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"the schema cannot be used: {error}")
        return language_pb2.GeneratePackageResponse()

    def Link(self, request: Any, context: Any) -> object:
        """Packages are found by their schemas; there is nothing to link."""
        del context
        names = [each.package.name for each in request.packages]
        text = "".join(f'package {{ baseProviderName = "{name}" }}\n' for name in names)
        return language_pb2.LinkResponse(import_instructions=text)


def _package(each: Choice) -> plugin_pb2.PackageDependency:
    made = plugin_pb2.PackageDependency(
        name=each.base, kind="resource", version=each.base_version, server=each.url
    )
    if each.value:
        made.parameterization.CopyFrom(
            plugin_pb2.PackageParameterization(
                name=each.name, version=each.version, value=each.value
            )
        )
    return made


def _loader(target: str) -> SchemaSource | None:
    return EngineSchemas(target) if target else None


def _checked(
    files: Files, folder: str, schemas: SchemaSource | None, texts: Mapping[str, str]
) -> tuple[list[Any], dict[str, str]]:
    """What there is to say about a program, and its files as the formatter lays them out."""
    from confty.registry import language  # noqa: PLC0415  the registry loads what it names

    program = bind_folder(folder, host_of(folder, files), schemas)
    laid_out: dict[str, str] = {}
    for name, text in texts.items():
        outcome = language("pcl").reformat(Source(name, text), host_of(folder, files))
        laid_out[name] = text if outcome.failed else outcome.output
    return [findings.message(each) for each in program.diagnostics], laid_out


def _program_files(folder: str) -> Iterable[str]:
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for file in sorted(files):
            if file.endswith(".pp"):
                yield os.path.relpath(os.path.join(place, file), folder).replace(os.sep, "/")

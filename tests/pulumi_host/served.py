"""A language host in this process, and the messages that a program sends through it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import MessageToDict
from pulumi.runtime.proto import language_pb2, language_pb2_grpc
from pulumi_monitor.monitor import Monitor

from confty.pulumi.language import LanguageHost

SCHEMAS = str(Path(__file__).parents[1] / "pcl" / "schemas")

# Their order says nothing, and neither does saying something twice.
_SETS = ("dependencies", "urns", "dependsOn", "additionalSecretOutputs")


@contextmanager
def host(engine: str) -> Iterator[Any]:
    """A stub for a host that serves the engine at this address."""
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=4))
    language_pb2_grpc.add_LanguageRuntimeServicer_to_server(LanguageHost(engine), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield language_pb2_grpc.LanguageRuntimeStub(channel)
    server.stop(grace=0.2).wait(5)


def program_info(folder: Path) -> Any:
    return language_pb2.ProgramInfo(
        root_directory=str(folder), program_directory=str(folder), entry_point="."
    )


def request(monitor: Monitor, folder: Path, **given: Any) -> Any:
    """The engine's request to run the program in a folder."""
    return language_pb2.RunRequest(
        project=monitor.project,
        stack=monitor.stack,
        dryRun=monitor.preview,
        monitor_address=monitor.address,
        info=program_info(folder),
        **given,
    )


def run(monitor: Monitor, folder: Path, **given: Any) -> Any:
    """Run a program to its end; the answer that the engine gets."""
    with host(monitor.address) as stub:
        return stub.Run(request(monitor, folder, **given))


def write(folder: Path, files: dict[str, str]) -> Path:
    """A program's folder, with the schemas of the tests."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "confty.toml").write_text(f"[pcl]\npackage_schemas = [{json.dumps(SCHEMAS)}]\n")
    return folder


def comparable(messages: list[Any]) -> list[tuple[str, dict[str, Any]]]:
    """Messages without what may differ between two runs of one program: order and source places.

    A JSON text counts by what it says: Python's and Go's writers put spaces differently.
    """
    found = []
    for message in messages:
        told = MessageToDict(message)
        for name in ("sourcePosition", "stackTrace"):
            told.pop(name, None)
        found.append((type(message).__name__, _sorted(told)))
    return sorted(found, key=lambda pair: json.dumps(pair, sort_keys=True))


def _sorted(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _sorted(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        made = [_sorted(inner) for inner in value]
        return sorted(set(made)) if key in _SETS else made
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return {"$json": json.loads(value)}
        except ValueError:
            return value
    return value

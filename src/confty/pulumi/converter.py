"""The converter plugin: what ``pulumi convert --from confty`` and ``pulumi import`` ask for.

A folder of PCL is handed on as it is, so that the engine can write it in any of its languages;
Terraform and Pulumi YAML are read as PCL.  The engine's own tables say which of a package's
resources a type of Terraform's is.
"""

# ruff: noqa: N802  the names are the protocol's

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, Final

import grpc
from pulumi.runtime.proto import converter_pb2, converter_pb2_grpc
from pulumi.runtime.proto.codegen import mapper_pb2

from confty.kit.reading import read_file
from confty.language import Host, Outcome, Unreadable
from confty.languages.pcl.converter.reading import (
    PCL,
    PULUMI_YAML,
    TERRAFORM,
    language_of_folder,
    read_pulumi_yaml,
    read_terraform,
)
from confty.languages.pcl.converter.terraform.shapes import KnownShapes
from confty.languages.pcl.converter.terraform.state import imports
from confty.languages.pcl.schemas.loader import Packages
from confty.pulumi import findings
from confty.pulumi.connection import OPTIONS
from confty.pulumi.loader import EngineSchemas
from confty.workspace import Project
from confty.workspace.files import write_into

_FLAG: Final = "--from"


class Converter(converter_pb2_grpc.ConverterServicer):
    """Answers the engine."""

    def ConvertProgram(self, request: Any, context: Any) -> object:
        """Write a program in the source folder as PCL into the target folder."""
        answer = converter_pb2.ConvertProgramResponse()
        try:
            made = _read(request.source_directory, request)
            write_into(request.target_directory, made.output)
            answer.diagnostics.extend(findings.message(each) for each in made.diagnostics)
        except OSError as error:
            message = f"{request.source_directory}: {error.strerror}"
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, message)
        return answer

    def ConvertState(self, request: Any, context: Any) -> object:
        """Say which resources a state of Terraform's holds, for ``pulumi import``."""
        paths = [word for word in request.args if not word.startswith("-")]
        if len(paths) != 1:
            context.abort(
                grpc.StatusCode.INVALID_ARGUMENT, "expected one state file of Terraform's"
            )
        host = _host(os.path.dirname(paths[0]) or ".")
        packages = Packages(host, _schemas(request.loader_target))
        shapes = KnownShapes(packages, _Mapper(request.mapper_target).mapping)
        state: object = None
        try:
            state = json.loads(host.read(paths[0]))
        except (Unreadable, ValueError) as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"{paths[0]}: {error}")
        made, said = imports(state, shapes)
        return converter_pb2.ConvertStateResponse(
            resources=[
                converter_pb2.ResourceImport(type=one.token, name=one.name, id=one.id)
                for one in made
            ],
            diagnostics=[findings.message(each) for each in said],
        )


def _host(folder: str) -> Host:
    return Project().host(os.path.join(folder, "main.pp"), PCL)


def _schemas(target: str) -> EngineSchemas | None:
    return EngineSchemas(target) if target else None


def _read(folder: str, request: Any) -> Outcome[dict[str, str]]:
    words = list(request.args)
    asked = words[words.index(_FLAG) + 1] if _FLAG in words[:-1] else None
    kind = asked or language_of_folder(sorted(os.listdir(folder)))
    host = _host(folder)
    if kind == TERRAFORM:
        name = os.path.basename(os.path.abspath(folder)) or "project"
        packages = Packages(host, _schemas(request.loader_target))
        mapper = _Mapper(request.mapper_target)
        return read_terraform(folder, host, name, packages, mapper.mapping)
    if kind == PULUMI_YAML:
        return read_pulumi_yaml(os.path.join(folder, "Pulumi.yaml"), host)
    return Outcome(_copied(folder))


def _copied(folder: str) -> dict[str, str]:
    """The files of a PCL program, components included."""
    found: dict[str, str] = {}
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for name in sorted(names):
            if name.endswith(".pp"):
                path = os.path.join(place, name)
                found[os.path.relpath(path, folder)] = read_file(path).decode("utf-8")
    return found


class _Mapper:
    """The engine's tables of Terraform's types."""

    def __init__(self, target: str) -> None:
        self._ask = None
        if target:
            channel = grpc.insecure_channel(target, options=OPTIONS)
            # By its name, as the loader's.
            self._ask = channel.unary_unary(
                "/codegen.Mapper/GetMapping",
                request_serializer=mapper_pb2.GetMappingRequest.SerializeToString,
                response_deserializer=mapper_pb2.GetMappingResponse.FromString,
            )

    def mapping(self, provider: str) -> Mapping[str, object] | None:
        """What the table of a provider says; None where there is none."""
        if self._ask is None:
            return None
        try:
            answer = self._ask(mapper_pb2.GetMappingRequest(provider=provider))
            data = json.loads(answer.data) if answer.data else None
        except (grpc.RpcError, ValueError):
            return None
        return data if isinstance(data, dict) else None

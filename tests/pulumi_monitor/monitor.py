# ruff: noqa: ARG002  the signatures are those of the protocol
"""The two services of an engine: ResourceMonitor and Engine, as far as programs need them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent import futures
from dataclasses import dataclass, field
from typing import Any, Self

import grpc
from google.protobuf import empty_pb2
from pulumi.runtime.proto import (
    engine_pb2,
    engine_pb2_grpc,
    provider_pb2,
    resource_pb2,
    resource_pb2_grpc,
)
from pulumi.runtime.proto.codegen import loader_pb2

from confty.values import Labelled, Unknown, label, structs

Wire = dict[str, Any]

# Secrets, resource references, output values, alias specifications and deletedWith: what programs
# of today use.  Transforms and hooks would need a callback server here and are not offered.
FEATURES = (0, 1, 2, 3, 5)


@dataclass
class Provider:
    """What makes resources of a type: the properties it computes, and how it creates them."""

    computed: tuple[str, ...] = ()
    create: Callable[[Registration], Mapping[str, object]] = lambda _: {}


@dataclass
class Registration:
    """One resource as a program registered it; ``inputs`` are labelled trees."""

    type: str
    name: str
    urn: str
    custom: bool
    remote: bool
    inputs: dict[str, object]
    dependencies: frozenset[str]
    property_dependencies: dict[str, frozenset[str]]
    additional_secrets: tuple[str, ...]
    parent: str
    provider: str
    id: str = ""
    outputs: dict[str, object] = field(default_factory=dict)


class Monitor:
    """An engine for one program; use it as a context manager and read its lists afterwards."""

    def __init__(
        self,
        *,
        preview: bool,
        providers: Mapping[str, Provider] | None = None,
        functions: Mapping[str, Callable[[dict[str, object]], Mapping[str, object]]] | None = None,
        project: str = "proj",
        stack: str = "dev",
        features: tuple[int, ...] = FEATURES,
    ) -> None:
        self.preview = preview
        self.providers = dict(providers or {})
        self.functions = dict(functions or {})
        self.project = project
        self.stack = stack
        self.features = features
        self.registrations: list[Registration] = []
        self.stack_outputs: dict[str, object] = {}
        self.component_outputs: dict[str, dict[str, object]] = {}
        self.invocations: list[tuple[str, dict[str, object]]] = []
        self.logs: list[tuple[str, str]] = []
        # Everything that was asked, as it came.
        self.messages: list[Any] = []
        # How long a registration takes, in seconds, and how many were under way at once.
        self.delay = 0.0
        self.under_way = 0
        self.most_under_way = 0
        # Names of resources that cannot be made.
        self.refused: set[str] = set()
        self.hooks: dict[str, Any] = {}
        # Schemas that the engine serves, by package.
        self.schemas: dict[str, bytes] = {}
        self.address = ""
        self.root = ""
        self._lock = threading.Lock()
        self._server: grpc.Server | None = None

    def __enter__(self) -> Self:
        self._server = grpc.server(futures.ThreadPoolExecutor(max_workers=32))
        resource_pb2_grpc.add_ResourceMonitorServicer_to_server(_Resources(self), self._server)
        engine_pb2_grpc.add_EngineServicer_to_server(_Engine(self), self._server)
        self._server.add_generic_rpc_handlers((_loader(self),))
        port = self._server.add_insecure_port("127.0.0.1:0")
        self._server.start()
        self.address = f"127.0.0.1:{port}"
        return self

    def __exit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.stop(grace=0.2).wait(5)

    def take_time(self) -> None:
        """Wait as long as a registration takes."""
        with self._lock:
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
        if self.delay:
            time.sleep(self.delay)
        with self._lock:
            self.under_way -= 1

    def registered(self, name: str) -> Registration:
        """The resource of this name; the stack has its own."""
        (found,) = [one for one in self.registrations if one.name == name]
        return found

    def urn_of(self, type_: str, name: str, parent: str) -> str:
        """Name a resource as engines do: the types of its parents are part of the name."""
        chain = type_
        if parent:
            above = parent.split("::")[2]
            if above != "pulumi:pulumi:Stack":
                chain = f"{above}${type_}"
        return f"urn:pulumi:{self.stack}::{self.project}::{chain}::{name}"

    def register(self, registration: Registration) -> None:
        """Create the resource, or in a preview say what is known of it."""
        provider = self.providers.get(registration.type, Provider())
        outputs: dict[str, object] = dict(registration.inputs)
        if registration.custom and not self.preview:
            registration.id = f"{registration.name}-id"
            outputs.update(provider.create(registration))
        elif registration.custom:
            outputs.update({name: Labelled(Unknown()) for name in provider.computed})
        for name in registration.additional_secrets:
            if name in outputs:
                outputs[name] = label(outputs[name], secret=True)
        registration.outputs = outputs
        with self._lock:
            self.registrations.append(registration)
            if registration.type == "pulumi:pulumi:Stack":
                self.root = registration.urn

    def finished(self, urn: str, outputs: dict[str, object]) -> None:
        """Take the outputs of a component; those of the stack are the program's."""
        with self._lock:
            self.component_outputs[urn] = outputs
            if urn == self.root:
                self.stack_outputs = outputs

    def invoke(self, token: str, arguments: dict[str, object]) -> Mapping[str, object]:
        """Call a function; the builtin one looks a resource up."""
        with self._lock:
            self.invocations.append((token, arguments))
        if token == "pulumi:pulumi:getResource":
            (found,) = [one for one in self.registrations if one.urn == arguments["urn"]]
            return {"urn": found.urn, "id": found.id, "state": found.outputs}
        return self.functions[token](arguments)


def _decoded(message: Any) -> dict[str, object]:
    return structs.from_struct(message)


class _Resources(resource_pb2_grpc.ResourceMonitorServicer):
    """ResourceMonitor: registrations, their outputs, functions."""

    def __init__(self, monitor: Monitor) -> None:
        self.monitor = monitor

    def GetDeploymentInfo(self, request, context):
        return resource_pb2.DeploymentInfo(
            project=self.monitor.project,
            stack=self.monitor.stack,
            organization="organization",
            dryRun=self.monitor.preview,
            supportedFeatures=self.monitor.features,
        )

    def SupportsFeature(self, request, context):
        return resource_pb2.SupportsFeatureResponse(hasSupport=False)

    def RegisterResource(self, request, context):
        self.monitor.messages.append(request)
        if request.name in self.monitor.refused:
            context.abort(grpc.StatusCode.UNKNOWN, f"{request.name} is refused")
        self.monitor.take_time()
        urn = self.monitor.urn_of(request.type, request.name, request.parent)
        registration = Registration(
            type=request.type,
            name=request.name,
            urn=urn,
            custom=request.custom,
            remote=request.remote,
            inputs=_decoded(request.object),
            dependencies=frozenset(request.dependencies),
            property_dependencies={
                name: frozenset(found.urns) for name, found in request.propertyDependencies.items()
            },
            additional_secrets=tuple(request.additionalSecretOutputs),
            parent=request.parent,
            provider=request.provider,
        )
        self.monitor.register(registration)
        return resource_pb2.RegisterResourceResponse(
            urn=urn, id=registration.id, object=structs.to_struct(registration.outputs)
        )

    def RegisterResourceOutputs(self, request, context):
        self.monitor.messages.append(request)
        self.monitor.finished(request.urn, _decoded(request.outputs))
        return empty_pb2.Empty()

    def ReadResource(self, request, context):
        self.monitor.messages.append(request)
        urn = self.monitor.urn_of(request.type, request.name, request.parent)
        return resource_pb2.ReadResourceResponse(urn=urn, properties=request.properties)

    def Invoke(self, request, context):
        self.monitor.messages.append(request)
        try:
            result = self.monitor.invoke(request.tok, _decoded(request.args))
        except Exception as error:  # noqa: BLE001  a program must get an answer, or it waits for ever
            failure = provider_pb2.CheckFailure(reason=f"{request.tok}: {error!r}")
            return provider_pb2.InvokeResponse(failures=[failure])
        answer = provider_pb2.InvokeResponse()
        getattr(answer, "return").CopyFrom(structs.to_struct(dict(result)))
        return answer

    def Call(self, request, context):
        self.monitor.messages.append(request)
        return provider_pb2.CallResponse()

    def RegisterResourceHook(self, request, context):
        self.monitor.hooks[request.name] = request
        return empty_pb2.Empty()

    def RegisterPackage(self, request, context):
        self.monitor.messages.append(request)
        return resource_pb2.RegisterPackageResponse(ref=f"{request.name}@{request.version}")

    def SignalAndWaitForShutdown(self, request, context):
        return empty_pb2.Empty()


def _loader(monitor: Monitor) -> Any:
    """The engine's service for schemas."""

    def get_schema(request, context):
        monitor.messages.append(request)
        if request.package not in monitor.schemas:
            context.abort(grpc.StatusCode.NOT_FOUND, "there is no such package")
        return loader_pb2.GetSchemaResponse(schema=monitor.schemas[request.package])

    method = grpc.unary_unary_rpc_method_handler(
        get_schema,
        request_deserializer=loader_pb2.GetSchemaRequest.FromString,
        response_serializer=loader_pb2.GetSchemaResponse.SerializeToString,
    )
    return grpc.method_handlers_generic_handler("codegen.Loader", {"GetSchema": method})


class _Engine(engine_pb2_grpc.EngineServicer):
    """Engine: what programs say, and where their root is."""

    def __init__(self, monitor: Monitor) -> None:
        self.monitor = monitor

    def Log(self, request, context):
        severity = engine_pb2.LogSeverity.Name(request.severity)
        self.monitor.logs.append((severity.lower(), request.message))
        return empty_pb2.Empty()

    def GetRootResource(self, request, context):
        return engine_pb2.GetRootResourceResponse(urn=self.monitor.root)

    def SetRootResource(self, request, context):
        self.monitor.root = request.urn
        return engine_pb2.SetRootResourceResponse()

    def RequirePulumiVersion(self, request, context):
        return engine_pb2.RequirePulumiVersionResponse()

"""The engine at the other end of a connection, as a running program sees it.

The same questions as to the engine in memory, answered by the resource monitor of a deployment.
Providers are chosen there, names are given there; what is kept here is what the program may read
again, and who is whose child, because a component stands for its children wherever something
depends on it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any, Final

from google.protobuf import empty_pb2
from pulumi.runtime.proto import resource_pb2

from confty.languages.pcl.evaluator import (
    CallArgs,
    EngineRefusal,
    Registration,
    Registry,
    ResourceRequest,
    RunInfo,
)
from confty.languages.pcl.evaluator.values import engine_value, from_engine
from confty.languages.pcl.model import PackageBlock
from confty.pulumi import requests
from confty.pulumi.connection import Connection
from confty.pulumi.hooks import HookServer
from confty.values import Labelled, ResourceReference, label, labels_in, unknown
from confty.values.structs import from_bytes

Values = dict[str, object]

_STACK_REFERENCE: Final = "pulumi:pulumi:StackReference"


class MonitorEngine(Registry):
    """Registers the resources of one run with a deployment's resource monitor."""

    def __init__(
        self, info: RunInfo, connection: Connection, packages: dict[str, PackageBlock]
    ) -> None:
        super().__init__(info)
        self.marks_secrets = True
        self.connection: Final = connection
        self._features: Final = connection.features()
        self._packages: Final = packages
        self._references: dict[str, str] = {}
        self._hooks: HookServer | None = None
        self._children: dict[str, list[str]] = {}
        self._lock: Final = threading.Lock()
        request = ResourceRequest(self.stack.type, self.stack.name, None, {})
        request.custom = False
        self.complete(self.stack, request)

    # Resources.

    def default_provider(self, package: str, version: str, url: str = "") -> str:
        """Nobody's: the engine makes default providers by itself."""
        del package, version, url
        return ""

    def announce(self, request: ResourceRequest) -> Registration:
        """Enter a resource under the name that the engine is going to give it."""
        with self._lock:
            made = super().announce(request)
            if made.parent:
                self._children.setdefault(made.parent, []).append(made.urn)
        return made

    def complete(self, made: Registration, request: ResourceRequest) -> Registration:
        """Register a resource, or read it, and take what came back."""
        made.inputs = _provider_inputs(request) if _is_provider(made) else request.inputs
        made.options = self.inherited(request)
        reached = self._reached(made, request)
        reference = self._package_reference(request.package)
        if made.type == _STACK_REFERENCE:
            request.reads, request.read_id = True, request.inputs.get("name") or made.name
        if request.reads:
            self._read(made, request, reached, reference)
        else:
            self._registered(made, request, reached, reference)
        return made

    def _registered(
        self, made: Registration, request: ResourceRequest, reached: requests.Reached, package: str
    ) -> None:
        if request.hooks:
            self._register_hooks(request)
        message = requests.registration(made, request, reached, package)
        answer = self.connection.ask(self.connection.monitor.RegisterResource, message)
        self._named(made, answer.urn)
        failed = answer.result != resource_pb2.Result.SUCCESS
        self._take(made, answer.id, answer.object, failed=failed or answer.unknown)
        for name, found in answer.propertyDependencies.items():
            if name in made.outputs and made.remote:
                value = made.outputs[name]
                made.outputs[name] = label(value, dependencies=found.urns)

    def _read(
        self, made: Registration, request: ResourceRequest, reached: requests.Reached, package: str
    ) -> None:
        message = requests.reading(made, request, reached, package)
        answer = self.connection.ask(self.connection.monitor.ReadResource, message)
        self._named(made, answer.urn)
        failed = answer.result != resource_pb2.Result.SUCCESS
        given = request.read_id if not self.info.preview else None
        id_ = answer.id or (given if isinstance(given, str) else "")
        self._take(made, id_, answer.properties, failed=failed or answer.unknown)

    def _named(self, made: Registration, urn: str) -> None:
        """Take the name that the engine gave, should it be another than was expected."""
        if urn and urn != made.urn:
            with self._lock:
                made.urn = urn
                self.resources[urn] = made

    def _take(self, made: Registration, id_: str, properties: Any, *, failed: bool) -> None:
        """Keep what came back; what failed or was left out has outputs that are not known."""
        if failed:
            made.outputs = {
                name: unknown(f"{made.name}.{name}, which could not be made")
                for name in made.inputs
            }
        else:
            given = from_engine(from_bytes(properties.SerializeToString()))
            assert isinstance(given, dict)
            # Programs read what they gave, where the engine does not say otherwise.
            made.outputs = given if self.info.preview else {**made.inputs, **given}
        if made.custom:
            known = bool(id_)
            why = f"the id of {made.name}, which is not created yet"
            made.id = id_ if known else unknown(why)
            if not known:
                self.pending.add(made.urn)

    def finish(self, made: Registration, outputs: Values) -> None:
        """Register the outputs of a component or of the stack."""
        super().finish(made, outputs)
        message = resource_pb2.RegisterResourceOutputsRequest(
            urn=made.urn, outputs=requests.struct(_engine_values(outputs))
        )
        self.connection.ask(self.connection.monitor.RegisterResourceOutputs, message)

    # What a request names.

    def _reached(self, made: Registration, request: ResourceRequest) -> requests.Reached:
        reached = requests.Reached()
        reached.dependencies |= self._expanded(request.dependencies)
        for name, value in made.inputs.items():
            if value is None:
                continue
            urns = self._expanded(_dependencies(value, references=not made.remote))
            reached.properties[name] = sorted(urns)
            reached.dependencies |= urns
        if made.custom or (made.remote and self._serves(request)):
            reached.provider = self._provider_reference(self._provider(request))
        if not made.custom:
            chosen = dict(request.providers)
            if made.urn in self.resources:
                chosen = {**made.children_providers, **chosen}
            reached.providers = {
                package: self._provider_reference(urn) for package, urn in chosen.items()
            }
        return reached

    def _serves(self, request: ResourceRequest) -> bool:
        """Whether the given provider is one of the remote component's own package."""
        urn = request.provider
        return bool(urn) and urn.split("::", 3)[2].rsplit(":", 1)[-1] == request.package

    def _provider(self, request: ResourceRequest) -> str:
        if request.type.startswith("pulumi:providers:"):
            return ""
        above = self.resources.get(request.parent or "")
        inherited = above.children_providers.get(request.package, "") if above else ""
        return request.provider or request.providers.get(request.package) or inherited

    def _provider_reference(self, urn: str) -> str:
        """A provider as requests name it: its URN and its id."""
        if not urn:
            return ""
        made = self.resources.get(urn)
        id_ = made.id if made is not None else None
        shown = id_ if isinstance(id_, str) and id_ else requests.SENTINEL
        return f"{urn}::{shown}"

    def _expanded(self, urns: Iterable[str]) -> set[str]:
        """URNs with components replaced by the resources in them, however deep."""
        found: set[str] = set()
        waiting = list(urns)
        seen: set[str] = set()
        while waiting:
            urn = waiting.pop()
            if urn in seen:
                continue
            seen.add(urn)
            made = self.resources.get(urn)
            if made is None or made.custom or made.remote:
                found.add(urn)
            else:
                waiting.extend(self._children.get(urn, ()))
        return found

    def _package_reference(self, package: str) -> str:
        """The name under which the engine knows a package with a parameter; else empty."""
        block = self._packages.get(package)
        if block is None or not block.value:
            return ""
        with self._lock:
            found = self._references.get(package)
            if found is None:
                message = requests.package(block)
                answer = self.connection.ask(self.connection.monitor.RegisterPackage, message)
                found = self._references[package] = answer.ref
        return found

    def _register_hooks(self, request: ResourceRequest) -> None:
        with self._lock:
            if self._hooks is None:
                self._hooks = HookServer(self.connection)
            server = self._hooks
        for slot, hooks in request.hooks.items():
            for hook in hooks:
                server.register(hook, on_error=slot == "onError")

    # Functions.

    def waits(self, args: CallArgs) -> bool:
        """Whether a function's result is unknown without asking; methods are always asked for."""
        if args.receiver is not None:
            return False
        if any(mark.unknown for mark in labels_in(args.labelled)):
            return True
        if resource_pb2.RESOURCE_MONITOR_FEATURE_INVOKE_DEPENDS_ON in self._features:
            return False
        return bool(self._expanded(args.dependencies) & self.pending)

    def call(self, args: CallArgs, *, secret: bool) -> object:
        """Call a function or a method."""
        del secret  # the engine's own words reach the user through the engine
        package = args.package.name if args.package is not None else args.token.split(":")[0]
        reference = self._package_reference(package)
        provider = self._provider_reference(args.provider)
        if args.receiver is not None:
            return self._called(args, provider, reference)
        feature = resource_pb2.RESOURCE_MONITOR_FEATURE_INVOKE_DEPENDS_ON in self._features
        depends = self._expanded(args.dependencies) if feature else set()
        message = requests.invocation(args, provider, reference, depends)
        answer = self.connection.ask(self.connection.monitor.Invoke, message)
        _refused(answer.failures)
        if answer.unknown:
            return unknown(f"the result of {args.token}, which waits for resources")
        return _result(answer)

    def _called(self, args: CallArgs, provider: str, reference: str) -> object:
        reached = requests.Reached()
        for name, value in args.labelled.items():
            urns = self._expanded(_dependencies(value, references=False))
            reached.properties[name] = sorted(urns)
        reached.properties["__self__"] = []
        message = requests.method_call(args, provider, reference, reached)
        answer = self.connection.ask(self.connection.monitor.Call, message)
        _refused(answer.failures)
        urns = {urn for found in answer.returnDependencies.values() for urn in found.urns}
        return label(_result(answer), dependencies=urns)

    # The end.

    def settle(self) -> None:
        """Say that nothing more will be asked, and wait until the engine needs us no longer."""
        method = self.connection.monitor.SignalAndWaitForShutdown
        try:
            self.connection.ask(method, empty_pb2.Empty())
        except EngineRefusal:
            return  # an engine that does not know the question does not wait either

    def close(self) -> None:
        """Stop serving hooks."""
        if self._hooks is not None:
            self._hooks.close()


def _is_provider(made: Registration) -> bool:
    return made.type.startswith("pulumi:providers:")


def _provider_inputs(request: ResourceRequest) -> Values:
    """A provider's configuration is text; what is none is written as JSON."""
    return {name: requests.as_text(value) for name, value in request.inputs.items()}


def _engine_values(values: Values) -> Values:
    made = engine_value(values)
    assert isinstance(made, dict)
    return made


def _dependencies(value: object, *, references: bool) -> set[str]:
    """What a value depends on; resources in it count too, unless they go as references."""
    found: set[str] = set()
    for mark in labels_in(value):
        found |= mark.dependencies
    if references:
        found |= {each.urn for each in _references_in(value)}
    return found


def _references_in(value: object) -> Iterable[ResourceReference]:
    if isinstance(value, ResourceReference):
        yield value
    elif isinstance(value, Labelled):
        yield from _references_in(value.value)
    elif isinstance(value, (list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _references_in(each)


def _refused(failures: Iterable[Any]) -> None:
    said = [
        f"{each.reason} ({each.property})" if each.property else each.reason for each in failures
    ]
    if said:
        raise EngineRefusal("; ".join(said))


def _result(answer: object) -> object:
    return from_engine(from_bytes(getattr(answer, "return").SerializeToString()))

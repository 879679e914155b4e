"""An engine in memory: it names resources, finds their providers, asks the mocks and remembers.

It does what a deployment engine does for a fresh stack and nothing that needs an old one: no
diffs, no state file.  Requests come with labelled values; what is handed to mocks is plain.
"""

from __future__ import annotations

import re

from confty.languages.pcl.evaluator.mocks import CallArgs, Echo, Mocks, ResourceArgs
from confty.languages.pcl.evaluator.registry import (
    EngineRefusal,
    Registration,
    Registry,
    ResourceRequest,
    RunInfo,
    Values,
)
from confty.languages.pcl.evaluator.values import engine_value, from_engine
from confty.values import Labelled, ResourceReference, Unknown, label, labels_in, stripped, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

VERSION: Final = (3, 272, 0)


class MocksFailed(EngineRefusal):
    """A mock raised something; the message is for the user."""


class Engine(Registry):
    """Registers resources for one run."""

    def __init__(self, info: RunInfo, mocks: Mocks) -> None:
        super().__init__(info)
        self.mocks = mocks
        self._default_providers: dict[tuple[str, str, str], str] = {}
        # The version of each package that was asked for first.
        self._versions: dict[str, str] = {}

    # Providers.

    def provider_of(self, request: ResourceRequest) -> str:
        """The provider that serves a request: given, inherited, or the package's default."""
        if request.type.startswith("pulumi:providers:"):
            return ""
        if request.provider:
            return request.provider
        chosen = request.providers.get(request.package)
        parent = self.resources.get(request.parent or "")
        if chosen is None and parent is not None:
            chosen = parent.children_providers.get(request.package)
        url = request.options.get("pluginDownloadURL") or ""
        return chosen or self.default_provider(request.package, request.version, str(url))

    def default_provider(self, package: str, version: str, url: str = "") -> str:
        """The provider that nobody declared; one for each package, version and download URL."""
        # Who asks for no version means the one that the program uses.
        version = version or self._versions.get(package, "")
        self._versions.setdefault(package, version)
        key = (package, version, url)
        found = self._default_providers.get(key)
        if found is None:
            name = "default"
            if version:
                name += "_" + re.sub(r"[^0-9A-Za-z]", "_", version)
            if url:
                name += "_" + url.replace(":", "_")
            type_ = f"pulumi:providers:{package}"
            made = Registration(type_, name, self.urn(type_, name, None), None)
            made.inputs = dict(self._package_config(package))
            if version:
                made.inputs["version"] = version
            if url:
                made.inputs["pluginDownloadURL"] = url
            made.outputs = dict(made.inputs)
            made.id = unknown(f"the id of {name}") if self.info.preview else f"{name}-id"
            self.resources[made.urn] = made
            found = self._default_providers[key] = made.urn
        return found

    def _package_config(self, package: str) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, text in self.info.config.items():
            if key.startswith(f"{package}:"):
                secret = key in self.info.secret_keys
                found[key.removeprefix(f"{package}:")] = label(text, secret=secret)
        return found

    def provider_inputs(self, urn: str) -> Values:
        """The configuration of a provider as plain data."""
        found = self.resources.get(urn)
        return _plain(found.inputs) if found is not None else {}

    # Resources.

    def complete(self, made: Registration, request: ResourceRequest) -> Registration:
        """Fill in what was asked, and let the provider make it."""
        made.inputs = request.inputs
        if request.type.startswith("pulumi:providers:") and request.version:
            # The engine keeps a provider's version among its inputs.
            made.inputs.setdefault("version", request.version)
        made.options = self.inherited(request)
        made.hidden_options = request.hidden_options
        made.property_dependencies = {
            name: sorted(dependencies_in(value)) for name, value in request.inputs.items()
        }
        every = {urn for urns in made.property_dependencies.values() for urn in urns}
        made.dependencies = sorted(every | request.dependencies)
        if made.custom or made.remote:
            made.provider = self.provider_of(request)
            try:
                self._make(made, request)
            except EngineRefusal:
                del self.resources[made.urn]
                raise
        elif self.info.preview:
            self.pending.add(made.urn)
        return made

    def _make(self, made: Registration, request: ResourceRequest) -> None:
        self._run_hooks(made, request, "beforeCreate")
        id_, outputs = self._ask_again(made, request)
        made.outputs = self._labelled_outputs(made, outputs)
        if request.reads:
            made.id = request.read_id
        elif not made.custom:
            made.id = None
        elif self.info.preview:
            made.id = unknown(f"the id of {made.name}, which is not created yet")
        else:
            made.id = id_
        if self.info.preview and not request.reads:
            self.pending.add(made.urn)
        self._run_hooks(made, request, "afterCreate")

    def _ask_again(self, made: Registration, request: ResourceRequest) -> tuple[str, Values]:
        """Let the mocks make the resource, again as long as the error hooks want it."""
        while True:
            try:
                return self._ask(made, request)
            except EngineRefusal:
                if not self._retry(made, request):
                    raise

    def _ask(self, made: Registration, request: ResourceRequest) -> tuple[str, Values]:
        """Let the mocks make the resource."""
        args = ResourceArgs(made.type, made.name, _plain(request.inputs))
        args.provider = made.provider
        args.provider_inputs = self.provider_inputs(made.provider)
        args.custom = made.custom
        args.urn = made.urn
        args.preview = self.info.preview
        args.parameter = request.parameter
        args.resource_id = str(request.read_id) if isinstance(request.read_id, str) else ""
        args.state = self._state
        if made.remote:
            args.register = self._child_maker(made)
        if made.type.startswith("pulumi:") and made.type != "pulumi:pulumi:Stack":
            return self._builtin(args, request)
        return self._made_by_mocks(args, request)

    def _made_by_mocks(self, args: ResourceArgs, request: ResourceRequest) -> tuple[str, Values]:
        try:
            id_, outputs = self.mocks.new_resource(args)
        except EngineRefusal:
            raise
        except Exception as error:  # noqa: BLE001  mocks are the user's code
            if any(node.secret for node in labels_in(request.inputs)):
                raise MocksFailed(
                    f"{type(error).__name__}; its text is hidden: secrets are in use"
                ) from None
            raise MocksFailed(_told_by_mocks(self.mocks, "new_resource", error)) from None
        if not isinstance(outputs, dict):
            raise EngineRefusal("new_resource must return an id and a dict of outputs")
        return str(id_), outputs

    def _state(self, urn: str) -> Values:
        found = self.resources.get(urn)
        return _plain(found.outputs) if found is not None else {}

    def _builtin(self, args: ResourceArgs, request: ResourceRequest) -> tuple[str, Values]:
        """The engine's own resources."""
        if args.typ == "pulumi:pulumi:StackReference":
            name = str(args.inputs.get("name") or args.name)
            outputs = self.info.stack_references.get(name)
            if outputs is None:
                return self._other_stack(args, request, name)
            secrets = [key for key, value in outputs.items() if isinstance(value, Labelled)]
            plain = {key: stripped(value) for key, value in outputs.items()}
            return name, {"name": name, "outputs": plain, "secretOutputNames": secrets}
        if args.typ == "pulumi:index:Stash":
            value = args.inputs.get("input")
            kept = self.info.previous.get(args.urn, {}).get("output", value)
            return args.name, {"input": value, "output": kept}
        return f"{args.name}-id", dict(args.inputs)

    def _other_stack(
        self, args: ResourceArgs, request: ResourceRequest, name: str
    ) -> tuple[str, Values]:
        """A stack that nobody told this run about: the mocks know it, or its outputs wait."""
        why = ""
        try:
            # Mocks may know other stacks, as they do with Pulumi's own SDK.
            id_, outputs = self._made_by_mocks(args, request)
            if "outputs" in outputs:
                return id_, outputs
        except MocksFailed as failed:
            # Those that do not know stacks say so in many ways.
            why = f": {failed}"
        if not self.info.preview and not isinstance(self.mocks, Echo):
            raise EngineRefusal(f"there is no stack {name!r}{why}")
        later = unknown(f"the outputs of the stack {name!r}, which is not asked in a preview")
        return name, {"name": name, "outputs": later, "secretOutputNames": later}

    def _child_maker(
        self, parent: Registration
    ) -> Callable[[str, str, Values], ResourceReference]:
        def register(type_: str, name: str, inputs: Values) -> ResourceReference:
            request = ResourceRequest(type_, name, parent.urn, from_engine_values(inputs))
            request.package = type_.split(":")[2 if type_.startswith("pulumi:providers:") else 0]
            if type_.startswith("pulumi:providers:"):
                request.package = ""
            made = self.complete(self.announce(request), request)
            return self.reference(made)

        return register

    def _labelled_outputs(self, made: Registration, outputs: Values) -> Values:
        """Outputs with labels: what echoes an input keeps the input's secrets."""
        plain = _plain(made.inputs)
        found: Values = {}
        for name, value in outputs.items():
            given = made.inputs.get(name)
            if given is not None and name in plain and value == plain[name]:
                found[name] = without_dependencies(given)
            else:
                secret = any(node.secret for node in labels_in(given))
                found[name] = label(_unknowns(from_engine(value), made), secret=secret)
        return found

    # Hooks.

    def _run_hooks(self, made: Registration, request: ResourceRequest, slot: str) -> None:
        for hook in request.hooks.get(slot, ()):
            if not self.info.run_hooks or (self.info.preview and not hook.in_preview):
                continue
            if hook.run(self._hook_args(made)):
                continue
            message = f"the hook {hook.name!r} of {made.name!r} failed"
            if not hook.ignore_errors:
                raise EngineRefusal(message)
            self.warnings.append(message)

    def _retry(self, made: Registration, request: ResourceRequest) -> bool:
        hooks = request.hooks.get("onError", ())
        if not hooks or not self.info.run_hooks:
            return False
        args = self._hook_args(made)
        answers = [hook.run(args) for hook in hooks]
        return all(answers)

    def _hook_args(self, made: Registration) -> Values:
        id_ = made.id if isinstance(made.id, str) else ""
        return {
            "urn": made.urn,
            "name": made.name,
            "type": made.type,
            "id": id_,
            "newInputs": made.inputs,
            "oldInputs": {},
            "newOutputs": made.outputs,
            "oldOutputs": {},
        }

    # Functions.

    def waits(self, args: CallArgs) -> bool:
        """Whether a call needs what is unknown, or a resource that is not there yet."""
        unknowns = any(mark.unknown for mark in labels_in(args.labelled))
        return unknowns or bool(args.dependencies & self.pending)

    def call(self, args: CallArgs, *, secret: bool) -> object:
        """Call a function or a method through the mocks; the result has its own labels."""
        args.preview = self.info.preview
        args.provider_inputs = self.provider_inputs(args.provider)
        args.state = self._state
        args.register = self._child_maker(self.stack)
        try:
            result = self.mocks.call(args)
        except EngineRefusal:
            raise
        except Exception as error:  # noqa: BLE001  mocks are the user's code
            if secret:
                raise EngineRefusal(
                    f"{type(error).__name__}; its text is hidden: secrets are in use"
                ) from None
            raise EngineRefusal(_told_by_mocks(self.mocks, "call", error)) from None
        if isinstance(result, tuple):
            result, failures = result
            if failures:
                raise EngineRefusal("; ".join(str(failure) for failure in failures))
        return from_engine(result)


def _told_by_mocks(mocks: Mocks, method: str, error: Exception) -> str:
    """What a mock raised: its own words, or where they say little, which line of it failed."""
    text = str(error)
    if isinstance(error, (LookupError, AttributeError, TypeError, NameError)) or not text:
        text = f"{type(error).__name__}: {text}" if text else type(error).__name__
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        if trace is not None:
            file = trace.tb_frame.f_code.co_filename.rsplit("/", 1)[-1]
            text += f" ({file}:{trace.tb_lineno})"
        return f"the mock {type(mocks).__name__}.{method} failed with {text}"
    return text


def _plain(values: Values) -> Values:
    """What a mock is given: no labels, doubles for numbers, ``UNKNOWN`` for what is not known."""
    made = stripped(engine_value(values))
    assert isinstance(made, dict)
    return made


def from_engine_values(values: Values) -> Values:
    """The properties of an object that a mock made."""
    made = from_engine(values)
    assert isinstance(made, dict)
    return made


def _unknowns(value: object, made: Registration) -> object:
    """Bare unknowns from a mock become labelled ones with a reason."""
    if isinstance(value, Unknown):
        return unknown(f"an output of {made.name}, which is not created yet")
    if isinstance(value, list):
        return [_unknowns(element, made) for element in value]
    if isinstance(value, dict):
        return {key: _unknowns(element, made) for key, element in value.items()}
    return value


def without_dependencies(value: object) -> object:
    """A copy that keeps secrets and unknowns and forgets what they depended on."""
    if isinstance(value, Labelled):
        inner = without_dependencies(value.value)
        if not value.secret and not value.unknown:
            return inner
        return Labelled(inner, value.secret, frozenset(), value.origins)
    if isinstance(value, list):
        return [without_dependencies(element) for element in value]
    if isinstance(value, dict):
        return {key: without_dependencies(element) for key, element in value.items()}
    return value


def dependencies_in(value: object) -> set[str]:
    """Every resource that a value depends on, at any depth."""
    found: set[str] = set()
    for node in labels_in(value):
        found |= node.dependencies
    return found

"""Registering resources and components: inputs, options, ranges, and what comes back."""

from __future__ import annotations

from collections.abc import Callable

from confty.generics import Protocol, TypeVar
from confty.kit.hcl import syntax
from confty.kit.hcl.convert import CannotConvert
from confty.kit.hcl.evaluate import Stop
from confty.languages.pcl import codes, model
from confty.languages.pcl.checker.options import PATH_OPTIONS
from confty.languages.pcl.evaluator import options as opt
from confty.languages.pcl.evaluator.expressions import Expressions
from confty.languages.pcl.evaluator.filling import Filler
from confty.languages.pcl.evaluator.owner import Owner
from confty.languages.pcl.evaluator.registry import (
    EngineRefusal,
    Hook,
    Registration,
    ResourceRequest,
)
from confty.languages.pcl.evaluator.rings import LazyInputs, LazyOutputs, settled
from confty.languages.pcl.evaluator.values import (
    Conformer,
    absent,
    collapsed,
    converted,
    engine_value,
)
from confty.languages.pcl.library.running import Poisoned
from confty.languages.pcl.schemas import ResourceSchema
from confty.light import partial
from confty.text import Span
from confty.types import STRING
from confty.values import Labelled, label, labels_in, stripped, unknown

Made = TypeVar("Made")
Make = Callable[[str, dict[str, object] | None], object]


class Nodes(Protocol):
    """What making resources needs of the running program whose nodes they are."""

    given: dict[str, object]
    outputs: dict[str, object]
    poisoned: dict[str, str]

    def evaluate(self, node: model.ProgramNode, expression: syntax.Expression) -> object:
        """The value of an expression of a node."""

    def evaluator(self, node: model.ProgramNode) -> Expressions:
        """The evaluator for a node's file."""

    def is_running(self, node: model.ProgramNode) -> bool:
        """Whether a node is being evaluated."""

    def force(self, node: model.ProgramNode, asked: syntax.Traversal | None) -> None:
        """Evaluate a node, once."""

    def guard(self, node: model.ProgramNode, work: Callable[[], None]) -> None:
        """Do work for a node; what fails is told, and poisons the node."""

    def run_all(self) -> None:
        """Evaluate every node."""

    def inner(self, program: model.Program, prefix: str, parent: str) -> Nodes:
        """A component, about to be run."""


class Resources:
    """Makes the resources of one owner."""

    def __init__(self, owner: Owner, nodes: Nodes) -> None:
        self.owner = owner
        self.nodes = nodes
        self.run = owner.run

    # Ranges.

    def _ranged(self, node: model.InstanceNode, make: Make) -> object:
        """Make a node once, or as often as its range says."""
        value = node.option("range")
        if value is None:
            return make("", None)
        found = self.nodes.evaluate(node, value)
        bare = found.value if isinstance(found, Labelled) else found
        if isinstance(found, Labelled) and found.secret and self.run.info.hides:
            return self._unknown_range(node, value, found, "is secret")
        if isinstance(found, Labelled) and found.unknown:
            return self._unknown_range(node, value, found, "is not known yet")
        if bare is None:
            return None if node.range_kind == model.RangeKind.BOOL else []
        if isinstance(bare, bool):
            return make("", None) if bare else None
        frames: dict[object, dict[str, object]]
        if isinstance(bare, (list, dict)):
            pairs = sorted(bare.items()) if isinstance(bare, dict) else enumerate(bare)
            frames = {key: {"key": key, "value": _under(each, found)} for key, each in pairs}
        elif isinstance(bare, int):
            frames = {at: {"value": at} for at in range(bare)}
        else:
            raise Stop(value, "range must be a bool, a whole number, a list or a map")
        makes = [partial(make, f"-{key}", frame) for key, frame in frames.items()]
        made = self.run.pace.each(makes)
        return dict(zip(frames, made, strict=True)) if isinstance(bare, dict) else made

    def _unknown_range(
        self, node: model.InstanceNode, value: syntax.Expression, found: Labelled, why: str
    ) -> object:
        """Leave out what would tell by its number; what reads it has no value yet."""
        span = Span(node.source, value.start, value.end)
        message = f"how often '{node.name}' exists {why}; it is left out of this run"
        self.run.say(codes.RANGE_UNKNOWN.at(span, message))
        what = f"'{node.name}', whose range {why}"
        made = unknown(what, span, dependencies=found.dependencies)
        return label(made, secret=found.secret, origins=found.origins)

    # Resources.

    def resource(self, node: model.ResourceNode) -> object:
        """Register a resource, or read one; the value of its variable."""
        return self._ranged(node, lambda suffix, frame: self._one(node, suffix, frame))

    def _scoped(
        self, node: model.InstanceNode, frame: dict[str, object] | None, make: Callable[[], Made]
    ) -> Made:
        evaluator = self.nodes.evaluator(node)
        if frame is None:
            return make()
        evaluator.bound.append({"range": frame})
        try:
            return make()
        finally:
            evaluator.bound.pop()

    def _one(
        self, node: model.ResourceNode, suffix: str, frame: dict[str, object] | None
    ) -> object:
        return self._scoped(node, frame, lambda: self._register(node, suffix))

    def _name(self, node: model.InstanceNode, suffix: str) -> str:
        prefix = self.owner.prefix
        return f"{prefix}-{node.logical}{suffix}" if prefix else f"{node.logical}{suffix}"

    def _register(self, node: model.ResourceNode, suffix: str) -> object:
        schema = node.schema
        inputs = self._inputs(node)
        token = schema.token if schema is not None else node.token
        request = ResourceRequest(token, self._name(node, suffix), self.owner.parent, {})
        if node.reads:
            request.reads = True
            request.read_id = inputs.pop("id", None)
        if schema is not None:
            specs = schema.state_inputs() if node.reads else schema.inputs
            inputs = Conformer(schema.package).properties(inputs, specs)
            if not node.reads:
                # A constant needs not be written: there is only one value for it.
                for name, spec in specs.items():
                    if spec.get("const") is not None:
                        inputs.setdefault(name, spec["const"])
            request.package = "" if schema.is_provider else schema.package.name
            # The engine's own resources come without a version.
            request.version = "" if schema.package.name == "pulumi" else schema.package.version
            request.url = schema.package.url
            request.custom = not schema.is_component
            request.remote = schema.is_component
        else:
            request.package = token.split(":")[0]
        request.parameter = self.owner.parameter(request.package)
        made_inputs = engine_value(inputs)
        assert isinstance(made_inputs, dict)
        request.inputs = made_inputs
        self._options(node, request)
        if schema is not None:
            _schema_options(schema, request)
        return self._sent(node, request, schema)

    def _inputs(self, node: model.InstanceNode) -> dict[str, object]:
        found: dict[str, object] = {}
        for item in node.inputs:
            value = collapsed(self.nodes.evaluate(node, item.value))
            if not absent(value):
                found[item.name] = value
        return found

    def _sent(
        self, node: model.InstanceNode, request: ResourceRequest, schema: ResourceSchema | None
    ) -> object:
        engine = self.run.engine
        try:
            made = engine.complete(engine.announce(request), request)
        except EngineRefusal as failure:
            self._failed(node, request, failure)
            raise Poisoned(node.name) from None
        finally:
            for warning in engine.warnings:
                self.run.say(codes.HOOK_FAILED.at(node.name_span, warning), warning=True)
            engine.warnings.clear()
        made.read = self.owner.program.reads(node)
        if schema is not None:
            self._fill(made, schema)
        return self.owner.resource_object(engine.reference(made))

    def _failed(
        self, node: model.InstanceNode, request: ResourceRequest, failure: EngineRefusal
    ) -> None:
        code = codes.HOOK_FAILED if "the hook" in str(failure) else codes.REGISTRATION
        message = f"{request.type} {request.name!r}: {failure}"
        self.run.say(code.at(node.name_span, message))
        if not self.run.info.continue_on_error:
            self.run.abort()

    def _fill(self, made: Registration, schema: ResourceSchema) -> None:
        """Complete the outputs: what is missing is unknown in a preview and null afterwards.

        Only the program sees those nulls; in the engine's state they are absent.
        """
        filler = Filler(made.name, schema, self.run)
        given = made.outputs
        whole = filler.properties(given, schema.outputs)
        for name in made.options.get("additionalSecretOutputs") or ():
            if name in whole and not self.run.engine.marks_secrets:
                whole[name] = label(whole[name], secret=True)
        made.outputs = {
            name: value for name, value in whole.items() if name in given or not absent(value)
        }
        made.visible = {
            name: filler.inside(value, schema.outputs[name]) if name in schema.outputs else value
            for name, value in whole.items()
        }

    # Options.

    def _options(self, node: model.InstanceNode, request: ResourceRequest) -> None:
        if node.options is None:
            return
        for item in node.options.body.items:
            if isinstance(item, syntax.Attribute) and item.name != "range":
                try:
                    self._option(node, request, item)
                except opt.WrongOption as wrong:
                    raise Stop(item.value, str(wrong)) from None

    def _option(
        self, node: model.InstanceNode, request: ResourceRequest, item: syntax.Attribute
    ) -> None:
        name = item.name
        if name in PATH_OPTIONS:
            request.options[name] = opt.paths(item.value)
            return
        if name == "hooks":
            self._hooks(item.value, request)
            return
        value = self.nodes.evaluate(node, item.value)
        if self.run.info.hides and any(mark.secret for mark in labels_in(value)):
            # Names, providers and families of resources are shown openly.
            request.hidden_options += (name,)
            return
        if name == "dependsOn":
            request.dependencies |= opt.urns_in(value)
        elif name == "provider":
            request.provider = opt.provider_urn(value)[0]
        elif name == "providers":
            request.providers = opt.providers_by_package(value)
        elif name == "parent":
            request.parent = opt.one_urn(value) or request.parent
        elif name in opt.RESOURCES:
            request.options[name] = opt.one_urn(value)
        elif name in opt.RESOURCE_LISTS:
            request.options[name] = sorted(opt.urns_in(value))
        elif name == "aliases":
            request.options[name] = stripped(engine_value(collapsed(value)))
        elif name == "replacementTrigger":
            request.options[name] = engine_value(collapsed(value))
        else:
            request.options[name] = opt.plain_option(name, value)
            if name == "version" and isinstance(request.options[name], str):
                request.version = request.options[name]
            if name == "pluginDownloadURL" and isinstance(request.options[name], str):
                request.url = request.options[name]

    def _hooks(self, value: syntax.Expression, request: ResourceRequest) -> None:
        table = syntax.unwrapped(value)
        assert isinstance(table, syntax.Object)
        for item in table.items:
            slot = syntax.literal_text(item.key) or ""
            hooks = syntax.unwrapped(item.value)
            assert isinstance(hooks, syntax.Tuple)
            for element in hooks.elements:
                inner = syntax.unwrapped(element)
                if isinstance(inner, syntax.Traversal):
                    hook = self.owner.program.names.get(inner.root)
                    if isinstance(hook, model.HookNode):
                        self.nodes.force(hook, None)
                        request.hooks.setdefault(slot, []).append(self._hook(hook))
        request.options["hooks"] = {
            slot: [hook.name for hook in hooks] for slot, hooks in request.hooks.items()
        }

    def _hook(self, node: model.HookNode) -> Hook:
        made = Hook(node.name, lambda args: self._run_command(node, args))
        for name, attribute in (("onDryRun", "in_preview"), ("ignoreErrors", "ignore_errors")):
            value = node.expression(name)
            if value is not None:
                setattr(made, attribute, stripped(self.nodes.evaluate(node, value)) is True)
        return made

    def _run_command(self, node: model.HookNode, args: dict[str, object]) -> bool:
        command = node.expression("command")
        assert command is not None
        evaluator = self.nodes.evaluator(node)
        evaluator.bound.append({"args": args})
        try:
            words = stripped(settled(evaluator.evaluate(command)))
        finally:
            evaluator.bound.pop()
        if not isinstance(words, list):
            return False
        texts = [str(converted(word, STRING)) for word in words]
        import subprocess  # noqa: PLC0415  start-up: few programs run commands

        try:
            done = subprocess.run(  # noqa: S603  the program's own command, only when asked for
                texts, cwd=self.run.info.folder, capture_output=True, timeout=60, check=False
            )
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0

    # Components.

    def component(self, node: model.ComponentNode) -> object:
        """Register a component and run its program; the value of its variable."""
        return self._ranged(
            node,
            lambda suffix, frame: self._scoped(
                node, frame, lambda: self._component(node, suffix, frame)
            ),
        )

    def _component(
        self, node: model.ComponentNode, suffix: str, frame: dict[str, object] | None
    ) -> object:
        request = ResourceRequest(node.type_token, self._name(node, suffix), self.owner.parent, {})
        request.custom = False
        self._options(node, request)
        if node.program is None:
            request.inputs = self._component_inputs(node)
            return self._sent(node, request, None)
        made = self.run.engine.announce(request)
        inner = self.nodes.inner(node.program, request.name, made.urn)
        if node in self.run.ring(self.owner.program):
            return self._in_ring(node, request, made, inner, frame)
        request.inputs = self._component_inputs(node)
        self._given(node, inner, request.inputs)
        self.run.engine.complete(made, request)
        inner.run_all()
        return self._finished(node, made, inner)

    def _component_inputs(self, node: model.ComponentNode) -> dict[str, object]:
        inputs = self._inputs(node)
        for name, wanted in node.input_types.items():
            if name in inputs:
                inputs[name] = converted(inputs[name], wanted)
        made = engine_value(inputs)
        assert isinstance(made, dict)
        return made

    def _given(self, node: model.ComponentNode, inner: Nodes, inputs: dict[str, object]) -> None:
        assert node.program is not None
        for each in node.program.nodes:
            if isinstance(each, model.ConfigNode) and each.name in inputs:
                inner.given[each.name] = self.owner.expanded(inputs[each.name])

    def _finished(self, node: model.ComponentNode, made: Registration, inner: Nodes) -> object:
        self.run.engine.finish(made, dict(inner.outputs))
        assert node.program is not None
        declared = node.program.outputs
        lost = [name for name in inner.poisoned if name in declared]
        if lost:
            self.nodes.poisoned[node.name] = lost[0]
        found: dict[str, object] = {
            name: self.owner.expanded(value) for name, value in inner.outputs.items()
        }
        by_name = {each.name: each.logical for each in declared.values()}
        found = {name: found[logical] for name, logical in by_name.items() if logical in found}
        return label({"id": "", "urn": made.urn, **found}, dependencies={made.urn})

    def _in_ring(
        self,
        node: model.ComponentNode,
        request: ResourceRequest,
        made: Registration,
        inner: Nodes,
        frame: dict[str, object] | None,
    ) -> object:
        """A component whose inputs need components that need its outputs: everything on demand."""
        program = node.program
        assert program is not None
        inputs = {item.name: item for item in node.inputs}

        def given(name: str) -> object:
            found: list[object] = []
            self.nodes.guard(
                node, lambda: found.append(self._scoped(node, frame, lambda: input_value(name)))
            )
            if not found:
                raise Poisoned(self.nodes.poisoned[node.name])
            return self.owner.expanded(found[0])

        def input_value(name: str) -> object:
            value = collapsed(self.nodes.evaluate(node, inputs[name].value))
            return engine_value(converted(value, node.input_types[name]))

        inner.given = LazyInputs(inputs, given)

        def read(name: str) -> object:
            output = program.outputs[name]
            if inner.is_running(output):
                raise CannotConvert(f"{node.name}.{name} needs itself")
            inner.force(output, None)
            if output.name in inner.poisoned:
                raise Poisoned(inner.poisoned[output.name])
            return self.owner.expanded(inner.outputs.get(output.logical))

        def finish() -> None:
            request.inputs = self._scoped(node, frame, lambda: self._component_inputs(node))
            self.run.engine.complete(made, request)
            inner.run_all()
            self.run.engine.finish(made, dict(inner.outputs))

        self.run.later.append(lambda: self.nodes.guard(node, finish))
        lazy = LazyOutputs(made.urn, list(program.outputs), read)
        return label(lazy, dependencies={made.urn})


def _under(value: object, container: object) -> object:
    """An element with the label of what it was taken from."""
    if not isinstance(container, Labelled):
        return value
    return label(value, secret=container.secret, dependencies=container.dependencies)


def _schema_options(schema: ResourceSchema, request: ResourceRequest) -> None:
    """What the schema adds to the options: secret outputs, properties that force replacement."""
    secret = [name for name, spec in schema.outputs.items() if spec.get("secret")]
    if secret:
        listed = request.options.setdefault("additionalSecretOutputs", [])
        listed += [name for name in secret if name not in listed]
    replacing = [name for name, spec in schema.inputs.items() if spec.get("replaceOnChanges")]
    if replacing:
        listed = request.options.setdefault("replaceOnChanges", [])
        listed += [name for name in replacing if name not in listed]

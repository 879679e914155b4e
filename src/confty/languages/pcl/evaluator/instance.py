"""One run of one program: the root program, or a component each time it is used.

Nodes are evaluated in dependency order.  What a failed resource should have given is *poisoned*:
nodes that need it are left out, everything else goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from confty.kit.hcl.convert import Refused
from confty.kit.hcl.evaluate import Stop
from confty.kit.hcl.syntax import Expression, Traversal
from confty.languages.pcl import codes
from confty.languages.pcl.evaluator.expressions import Expressions, FileProblem
from confty.languages.pcl.evaluator.invokes import decoded
from confty.languages.pcl.evaluator.lazy import settled
from confty.languages.pcl.evaluator.values import Poisoned, collapsed, config_value, engine_value
from confty.languages.pcl.model import (
    ComponentNode,
    ConfigNode,
    HookNode,
    LocalNode,
    Node,
    OutputNode,
    Program,
    PulumiNode,
    ResourceNode,
)
from confty.text import Code, Span
from confty.values import Labelled, ResourceReference, label, unknown
from confty.values import secret as as_secret

if TYPE_CHECKING:
    from confty.languages.pcl.evaluator.run import Run


class Instance:
    """A program being run, with its variables."""

    def __init__(self, run: Run, program: Program, prefix: str, parent: str) -> None:
        from confty.languages.pcl.evaluator.resources import Resources

        self.run = run
        self.program = program
        self.prefix = prefix
        self.parent = parent
        self.values: dict[str, object] = {}
        self.given: dict[str, object] = {}
        self.outputs: dict[str, object] = {}
        self.poisoned: dict[str, str] = {}
        self.done: set[str] = set()
        self.running: set[str] = set()
        self._evaluators: dict[str, Expressions] = {}
        self.resources = Resources(self)

    # Names.

    def variable(self, node: Traversal) -> object:
        """The value of a name of the program."""
        name = node.root
        if name in self.poisoned:
            raise Poisoned(self.poisoned[name])
        found = self.program.names.get(name) or self.program.outputs.get(name)
        if found is None:
            raise Stop(node, f"undefined variable {name}")
        self.force(found, node)
        if name in self.poisoned:
            raise Poisoned(self.poisoned[name])
        if isinstance(found, OutputNode):
            return self.outputs.get(found.logical)
        return self.values.get(name)

    def evaluator(self, node: Node) -> Expressions:
        """The evaluator for a node's file."""
        found = self._evaluators.get(node.source.name)
        if found is None:
            found = self._evaluators[node.source.name] = Expressions(self, node.source)
        return found

    def evaluate(self, node: Node, expression: Expression) -> object:
        """The value of an expression of a node."""
        return settled(self.evaluator(node).evaluate(expression))

    # Running.

    def run_all(self) -> None:
        """Evaluate every node, each after those it needs."""
        for node in in_order(self.program):
            self.force(node, None)

    def force(self, node: Node, asked: Traversal | None) -> None:
        """Evaluate a node, once."""
        key = f"{node.kind}:{node.name}"
        if key in self.done:
            return
        if key in self.running:
            if asked is not None:
                raise Stop(asked, f"{node.name} needs itself")
            return
        self.running.add(key)
        try:
            self._evaluate_node(node)
        except Poisoned as poisoned:
            # The name is lost when the failure went through a secret.
            self.poisoned[node.name] = getattr(poisoned, "name", node.name)
        except Stop as stop:
            self._stopped(node, stop)
        finally:
            self.running.discard(key)
            self.done.add(key)

    def _stopped(self, node: Node, stop: Stop) -> None:
        code: Code = codes.FILE if isinstance(stop, FileProblem) else codes.EVALUATION
        span = Span(node.source, stop.node.start, stop.node.end)
        finding = code.at(span, stop.message)
        if isinstance(stop, FileProblem) and stop.cause is not None:
            finding = finding.note(stop.cause.span, stop.cause.message)
        self.run.say(finding)
        self.poisoned[node.name] = node.name

    def _evaluate_node(self, node: Node) -> None:
        if isinstance(node, ConfigNode):
            self.values[node.name] = self._config(node)
        elif isinstance(node, LocalNode):
            self.values[node.name] = self.evaluator(node).evaluate(node.value)
        elif isinstance(node, OutputNode):
            if node.value is not None:
                value = self.evaluate(node, node.value)
                self.outputs[node.logical] = engine_value(collapsed(value))
        elif isinstance(node, ResourceNode):
            self.values[node.name] = self.resources.resource(node)
        elif isinstance(node, ComponentNode):
            self.values[node.name] = self.resources.component(node)
        elif isinstance(node, HookNode):
            self.values[node.name] = node.name
        elif isinstance(node, PulumiNode):
            self._require_version(node)

    def _config(self, node: ConfigNode) -> object:
        if node.name in self.given:
            return _guarded(node, self.given[node.name], secret=node.secret)
        text, secret = (None, False)
        if self.parent == self.run.engine.stack.urn:
            if node.logical in self.run.info.unknown_keys:
                return unknown(f"the configuration value {node.logical}", node.name_span)
            text, secret = self.run.info.setting(node.logical)
        if text is not None:
            try:
                value = config_value(text, node.declared)
            except Refused as refused:
                message = f'the configuration value "{node.logical}" cannot be read: {refused}'
                self.run.say(codes.CONFIG_VALUE.at(node.name_span, message))
                raise Poisoned(node.name) from None
            return _guarded(node, value, secret=secret or node.secret)
        if node.default is not None:
            return _guarded(node, self.evaluate(node, node.default), secret=node.secret)
        if node.nullable:
            return None
        message = f'missing required configuration value "{node.logical}"'
        finding = codes.CONFIG_VALUE.at(node.name_span, message)
        self.run.say(finding.with_help(f"give it with --config {node.logical}=VALUE"))
        raise Poisoned(node.name)

    def _require_version(self, node: PulumiNode) -> None:
        from confty.languages.pcl.evaluator.versions import satisfies

        value = node.expression("requiredVersionRange")
        if value is None:
            return
        found = self.evaluate(node, value)
        bare = found.value if isinstance(found, Labelled) else found
        if not isinstance(bare, str):
            return
        if not satisfies(self.run.version, bare):
            version = ".".join(map(str, self.run.version))
            message = f"this program needs version {bare}, the engine is {version}"
            self.run.say(codes.VERSION.at(Span(node.source, value.start, value.end), message))

    # What resources and calls need.

    def provider_for(self, package: str, version: str) -> str:
        """The provider for calls: what this component was given, or the default one."""
        engine = self.run.engine
        above = engine.resources.get(self.parent)
        chosen = above.children_providers.get(package) if above is not None else None
        return chosen or engine.default_provider(package, version)

    def parameter(self, package: str) -> bytes:
        """The parameter of a package block."""
        block = self.program.packages.get(package)
        return decoded(block.value) if block is not None else b""

    def expanded(self, value: object) -> object:
        """References to resources become objects with the resources' properties."""
        if isinstance(value, Labelled):
            inner = self.expanded(value.value)
            return label(
                inner,
                secret=value.secret,
                dependencies=value.dependencies,
                origins=value.origins,
            )
        if isinstance(value, ResourceReference):
            return self.resource_object(value)
        if isinstance(value, list):
            return [self.expanded(element) for element in value]
        if isinstance(value, dict):
            return {key: self.expanded(element) for key, element in value.items()}
        return value

    def resource_object(self, reference: ResourceReference) -> object:
        """A resource as the object that programs read properties of."""
        made = self.run.engine.resources.get(reference.urn)
        if made is None:
            return unknown(f"the resource {reference.urn}")
        outputs = made.outputs if made.visible is None else made.visible
        found: dict[str, object] = {name: self.expanded(value) for name, value in outputs.items()}
        found["id"] = made.id if made.id is not None else ""
        found["urn"] = made.urn
        found["__name"] = made.name
        found["__type"] = made.type
        return label(found, dependencies={made.urn})


def _guarded(node: ConfigNode, value: object, *, secret: bool) -> object:
    """A configuration value; a secret one remembers where it was declared."""
    if not secret:
        return value
    return as_secret(value, f"the configuration value {node.logical}", node.name_span)


def in_order(program: Program) -> list[Node]:
    """Every node after those it depends on; version requirements come first."""
    ordered: list[Node] = [node for node in program.nodes if isinstance(node, PulumiNode)]
    done: set[int] = set()
    opened: set[int] = set()
    result: list[Node] = []
    for root in [*ordered, *program.nodes]:
        if id(root) in done:
            continue
        opened.add(id(root))
        stack = [(root, iter(root.dependencies))]
        while stack:
            node, waiting = stack[-1]
            following = next(waiting, None)
            if following is None:
                stack.pop()
                done.add(id(node))
                result.append(node)
            elif id(following) not in done and id(following) not in opened:
                opened.add(id(following))
                stack.append((following, iter(following.dependencies)))
    return result

"""One run of one program: the root program, or a component each time it is used.

Nodes are evaluated in dependency order.  What a failed resource should have given is *poisoned*:
nodes that need it are left out, everything else goes on.
"""

from __future__ import annotations

from threading import get_ident

from confty.kit.collector import uncollected
from confty.kit.foreign_imports import at_import
from confty.kit.hcl.convert import CannotConvert
from confty.kit.hcl.evaluate import Stop
from confty.kit.hcl.syntax import Expression, Traversal
from confty.kit.rooms import room_for
from confty.language import Host
from confty.languages.pcl import codes, model
from confty.languages.pcl.checker.context import Leniency
from confty.languages.pcl.evaluator.config_texts import config_value
from confty.languages.pcl.evaluator.expressions import Expressions
from confty.languages.pcl.evaluator.mocks import Mocks
from confty.languages.pcl.evaluator.owner import Owner
from confty.languages.pcl.evaluator.registry import EngineRefusal, RunInfo
from confty.languages.pcl.evaluator.resources import Resources
from confty.languages.pcl.evaluator.rings import settled
from confty.languages.pcl.evaluator.run import Abort, Run, satisfies
from confty.languages.pcl.evaluator.sizes import LARGEST, Sizes
from confty.languages.pcl.evaluator.values import collapsed, converted, engine_value
from confty.languages.pcl.library.running import FileProblem, Poisoned
from confty.languages.pcl.rules import spelled_briefly
from confty.text import Code, Diagnostic, Span
from confty.types import optional, resolve
from confty.values import Labelled, unknown
from confty.values import secret as as_secret

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Instance:
    """A program being run, with its variables."""

    def __init__(self, owner: Owner) -> None:
        self.owner = owner
        self.run = owner.run
        self.program = owner.program
        self.values: dict[str, object] = {}
        self.given: dict[str, object] = {}
        self.outputs: dict[str, object] = {}
        self.poisoned: dict[str, str] = {}
        self.done: set[str] = set()
        self.running: set[str] = set()
        self._evaluators: dict[tuple[int, str], Expressions] = {}
        self._sizes = Sizes()
        self.resources = Resources(owner, self)

    # Names.

    def variable(self, node: Traversal) -> object:
        """The value of a name of the program."""
        name = node.root
        if name in self.poisoned:
            raise Poisoned(self.poisoned[name])
        found = self.program.names.get(name) or self.program.outputs.get(name)
        if found is None:
            if self.run.info.preview and Leniency(self.program.settings).allow_missing_variables:
                return unknown(f"{name}, which is not declared")
            raise Stop(node, f"undefined variable {name}")
        self.force(found, node)
        if name in self.poisoned:
            raise Poisoned(self.poisoned[name])
        if isinstance(found, model.OutputNode):
            return self.outputs.get(found.logical)
        return self.values.get(name)

    def evaluator(self, node: model.ProgramNode) -> Expressions:
        """The evaluator for a node's file; a thread has its own, since it keeps bound names."""
        key = (get_ident(), node.source.name)
        found = self._evaluators.get(key)
        if found is None:
            found = self._evaluators[key] = Expressions(self.owner, node.source, self.variable)
        return found

    def evaluate(self, node: model.ProgramNode, expression: Expression) -> object:
        """The value of an expression of a node."""
        return settled(self._value(node, expression, self._sizes.of))

    def _value(
        self, node: model.ProgramNode, expression: Expression, size: Callable[[object], int]
    ) -> object:
        try:
            value = self.evaluator(node).whole(expression)
            _refuse_larger(expression, size(value))
        except Stop as stop:
            # What is shown of a program that goes on would tell that a secret made this fail.
            if stop.is_hidden or not self.run.info.failed_unknown:
                raise
            finding = _finding(node, stop)
            self.run.say(finding, warning=True)
            return unknown(f"a failure: {stop.message}", finding.span)
        return value

    def inner(self, program: model.Program, prefix: str, parent: str) -> Instance:
        """A component of this program, about to be run."""
        return Instance(Owner(self.run, program, prefix, parent))

    # Running.

    def run_all(self) -> None:
        """Evaluate every node, each after those it needs."""
        self.run.pace.nodes(model.in_order(self.program), lambda node: self.force(node, None))

    def is_running(self, node: model.ProgramNode) -> bool:
        """Whether a node is being evaluated."""
        return _key(node) in self.running

    def force(self, node: model.ProgramNode, asked: Traversal | None) -> None:
        """Evaluate a node, once."""
        key = _key(node)
        if key in self.done:
            return
        if key in self.running:
            if asked is not None:
                raise Stop(asked, f"{node.name} needs itself")
            return
        self.running.add(key)
        try:
            self.guard(node, lambda: self._evaluate_node(node))
        finally:
            self.running.discard(key)
            self.done.add(key)

    def guard(self, node: model.ProgramNode, work: Callable[[], None]) -> None:
        """Do work for a node; what fails is told, and poisons the node."""
        try:
            work()
        except Poisoned as poisoned:
            # The name is lost when the failure went through a secret.
            self.poisoned[node.name] = getattr(poisoned, "name", node.name)
        except Stop as stop:
            self._failed(node, _finding(node, stop), lenient=not stop.is_hidden)
        except CannotConvert as refused:
            # Said of a whole value on its way out; nobody knows which expression it came from.
            finding = codes.EVALUATION.at(node.name_span, f"{node.name}: {refused}")
            self._failed(node, finding)

    def _failed(
        self, node: model.ProgramNode, finding: Diagnostic, *, lenient: bool = True
    ) -> None:
        self.run.say(finding, warning=lenient and self.run.info.failed_unknown)
        self.poisoned[node.name] = node.name

    def _evaluate_node(self, node: model.ProgramNode) -> None:
        if isinstance(node, model.ConfigNode):
            self.values[node.name] = self._config(node)
        elif isinstance(node, model.LocalNode):
            self.values[node.name] = self._value(node, node.value, self._sizes.name)
        elif isinstance(node, model.OutputNode):
            if node.value is not None:
                value = self.evaluate(node, node.value)
                self.outputs[node.logical] = engine_value(collapsed(value))
        elif isinstance(node, model.ResourceNode):
            self.values[node.name] = self.resources.resource(node)
        elif isinstance(node, model.ComponentNode):
            self.values[node.name] = self.resources.component(node)
        elif isinstance(node, model.HookNode):
            self.values[node.name] = node.name
        elif isinstance(node, model.PulumiNode):
            self._require_version(node)

    def _config(self, node: model.ConfigNode) -> object:
        if node.name in self.given:
            return _guarded(node, self.given[node.name], secret=node.secret)
        text, secret = (None, False)
        if self.owner.parent == self.run.engine.stack.urn:
            if self.run.info.is_unknown(node.logical):
                found = unknown(f"the configuration value {node.logical}", node.name_span)
                hidden = node.secret or self.run.info.is_secret(node.logical)
                return _guarded(node, found, secret=hidden)
            text, secret = self.run.info.setting(node.logical)
        if text is not None:
            hidden = secret or node.secret
            try:
                wanted = optional(node.declared) if node.nullable else node.declared
                value = config_value(text, wanted, hidden=hidden)
            except CannotConvert as refused:
                message = f'the configuration value "{node.logical}" cannot be read: {refused}'
                self.run.say(codes.CONFIG_VALUE.at(node.name_span, message))
                raise Poisoned(node.name) from None
            return _guarded(node, value, secret=hidden)
        if node.default is not None:
            value = converted(self.evaluate(node, node.default), node.declared)
            return _guarded(node, value, secret=node.secret)
        if node.nullable:
            return None
        if self.run.info.missing_unknown and self.owner.parent == self.run.engine.stack.urn:
            missing = unknown(f"the configuration value {node.logical}", node.name_span)
            return _guarded(node, missing, secret=node.secret)
        kind = spelled_briefly(resolve(node.declared))
        message = f'missing required configuration value "{node.logical}" of type {kind}'
        finding = codes.CONFIG_VALUE.at(node.name_span, message)
        way = self.run.info.ways_to_give[1 if node.secret else 0]
        self.run.say(finding.with_help(f"give it with {way.format(node.logical)}"))
        raise Poisoned(node.name)

    def _require_version(self, node: model.PulumiNode) -> None:
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


def _key(node: model.ProgramNode) -> str:
    return f"{node.kind}:{node.name}"


def _finding(node: model.ProgramNode, stop: Stop) -> Diagnostic:
    """What there is to say of an expression that failed."""
    code: Code = codes.FILE if isinstance(stop, FileProblem) else codes.EVALUATION
    span = Span(node.source, stop.node.start, stop.node.end)
    if isinstance(stop, FileProblem) and stop.cause is not None:
        return at_import(stop.cause, code, span)
    return code.at(span, stop.message)


def _guarded(node: model.ConfigNode, value: object, *, secret: bool) -> object:
    """A configuration value; a secret one remembers where it was declared."""
    if not secret:
        return value
    return as_secret(value, f"the configuration value {node.logical}", node.name_span)


def _refuse_larger(node: Expression, size: int) -> None:
    if size > LARGEST:
        raise Stop(node, f"expected at most {LARGEST:,} values, found {size:,}")


def run_program(
    program: model.Program, info: RunInfo, host: Host, mocks: Mocks | None = None
) -> Run:
    """Run a bound program; whatever can be said of it ends up in the run's ``diagnostics``."""
    run = Run(program, info, host, mocks)
    perform(run)
    return run


def perform(run: Run) -> None:
    """Evaluate everything in a run's program and hand the outputs to its engine."""
    instance = Instance(Owner(run, run.program, "", run.engine.stack.urn))
    try:
        with uncollected(), room_for():
            instance.run_all()
            while run.later:
                run.later.pop(0)()
    except Abort:
        pass
    except EngineRefusal as failure:
        run.say(codes.REGISTRATION.at(None, str(failure)))
    except RecursionError:
        message = "evaluation needs more nesting than there is room for"
        run.say(codes.DEPTH.at(None, message))
    run.outputs = instance.outputs
    run.engine.finish(run.engine.stack, instance.outputs)

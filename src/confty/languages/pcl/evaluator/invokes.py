"""``invoke`` and ``call`` at run time."""

from __future__ import annotations

from confty.kit.hcl.convert import CannotConvert
from confty.kit.hcl.evaluate import Stop
from confty.kit.hcl.syntax import Call, Expression, literal_text
from confty.languages.pcl.evaluator.engine import dependencies_in
from confty.languages.pcl.evaluator.mocks import CallArgs
from confty.languages.pcl.evaluator.options import provider_urn, urns_in
from confty.languages.pcl.evaluator.owner import Owner
from confty.languages.pcl.evaluator.registry import EngineRefusal
from confty.languages.pcl.evaluator.values import Conformer, collapsed, engine_value
from confty.languages.pcl.schemas import FunctionSchema, package_of
from confty.types import Dynamic, MapOf
from confty.values import Labelled, ResourceReference, label, labels_in, stripped, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class _Reached:
    """What a call's arguments and options depend on."""

    __slots__ = ("dependencies", "provider", "provider_known", "secret", "url", "version")

    def __init__(self) -> None:
        self.dependencies: set[str] = set()
        self.secret = False
        self.provider = ""
        self.provider_known = True
        self.version = ""
        self.url = ""


class Invokes:
    """Calls functions of packages and methods of resources for one evaluator."""

    def __init__(
        self,
        owner: Owner,
        evaluate: Callable[[Expression], object],
        place: Callable[[Expression], object],
    ) -> None:
        self.owner = owner
        self.evaluate = evaluate
        self.place = place

    def invoke(self, node: Call) -> object:
        """Call a function of a package."""
        owner = self.owner
        bound = owner.program.typing.calls.get(node)
        function = bound.function if bound is not None else None
        token = literal_text(node.arguments[0])
        if token is None:
            raise Stop(node, "invoke token must be a string literal")
        given, reached = self._arguments(node, function)
        if function is not None:
            given = Conformer(function.package).properties(given, function.inputs)
            token = function.token
        reached.dependencies |= dependencies_in(given)
        reached.secret = any(mark.secret for mark in labels_in(given))
        return self._asked(node, token, given, function, reached)

    def _arguments(
        self, node: Call, function: FunctionSchema | None
    ) -> tuple[dict[str, object], _Reached]:
        reached = _Reached()
        values = [self.evaluate(argument) for argument in node.arguments[1:]]
        if function is not None and function.positional:
            names = function.positional
            given = {
                name: value
                for name, value in zip(names, values, strict=False)
                if value is not None
            }
            rest = values[len(names) :]
        else:
            first = values[0] if values else {}
            if isinstance(first, Labelled):
                reached.dependencies |= first.dependencies
                reached.secret = first.secret
                first = {} if first.unknown else first.value
            if not isinstance(first, dict):
                raise Stop(node.arguments[1], "invoke takes an object of arguments")
            given, rest = dict(first), values[1:]
        for options in rest[:1]:
            self._options(options, reached)
        return {
            key: collapsed(value) for key, value in given.items() if value is not None
        }, reached

    def _options(self, options: object, reached: _Reached) -> None:
        bare = options.value if isinstance(options, Labelled) else options
        if not isinstance(bare, dict):
            return
        if self.owner.run.info.hides:
            # The names of providers, which are made of these, are shown openly.
            bare = {
                name: one
                for name, one in bare.items()
                if not any(mark.secret for mark in labels_in(one))
            }
        reached.dependencies |= urns_in(bare.get("dependsOn"))
        if bare.get("provider") is not None:
            reached.provider, reached.provider_known = provider_urn(bare["provider"])
        version, url = stripped(bare.get("version")), stripped(bare.get("pluginDownloadUrl"))
        reached.version = version if isinstance(version, str) else ""
        reached.url = url if isinstance(url, str) else ""

    def _asked(
        self,
        node: Call,
        token: str,
        given: dict[str, object],
        function: FunctionSchema | None,
        reached: _Reached,
    ) -> object:
        """Call the engine, or answer "not known yet" when something it needs is not there."""
        owner = self.owner
        engine = owner.run.engine
        package = package_of(token) or ""
        if not reached.provider:
            version = function.package.version if function is not None else ""
            version = reached.version or version
            reached.provider = owner.provider_for(package, version, reached.url)
        args = CallArgs(token, {})
        args.labelled = given
        args.dependencies = reached.dependencies
        args.provider = reached.provider
        args.parameter = owner.parameter(package)
        if function is not None:
            args.package = function.package
        if not reached.provider_known or engine.waits(args):
            what = f"the result of {token}, which is called when its arguments are there"
            result: object = unknown(what, self.place(node))
        elif owner.run.invents and owner.run.info.preview:
            result = self._not_mocked(node, token, function)
        else:
            args.args = _plain(node, given)
            try:
                result = engine.call(args, secret=reached.secret)
            except EngineRefusal as failure:
                message = f"invoke failed with the following errors: {failure}"
                raise Stop(node, message) from None
        if function is not None:
            result = _unwrapped(result, function)
        result = owner.expanded(result, hydrated=True)
        return label(result, secret=reached.secret, dependencies=reached.dependencies)

    def _not_mocked(self, node: Call, token: str, function: FunctionSchema | None) -> object:
        """What nobody answers for: unknowns of the result's shape, each saying what it is."""
        place = self.place(node)
        why = "which no mock gives"
        spec = (function.spec.get("outputs") or {}) if function is not None else {}
        properties = spec.get("properties")
        if not isinstance(properties, dict) or not properties:
            return unknown(f"the result of {token}, {why}", place)
        made = {name: unknown(f"{name} of {token}, {why}", place) for name in properties}
        return {
            name: label(value, secret=bool(properties[name].get("secret")))
            for name, value in made.items()
        }

    # Methods.

    def call(self, node: Call) -> object:
        """Call a method of a resource."""
        owner = self.owner
        engine = owner.run.engine
        bound = owner.program.typing.calls.get(node)
        if bound is None:
            raise Stop(node, "call's receiver must be a typed resource")
        function = bound.function
        receiver = collapsed(self.evaluate(node.arguments[0]))
        self_ = receiver.value if isinstance(receiver, Labelled) else receiver
        if not isinstance(self_, ResourceReference):
            raise Stop(node.arguments[0], "call's receiver must be a single resource")
        found = self.evaluate(node.arguments[2])
        top = found if isinstance(found, Labelled) else None
        bare = found.value if isinstance(found, Labelled) else found
        table = bare if isinstance(bare, dict) else {}
        given = {key: collapsed(value) for key, value in table.items()}
        given = Conformer(function.package).properties(given, function.inputs)
        dependencies = dependencies_in(given) | {self_.urn}
        secret = any(mark.secret for mark in labels_in(given)) or (top is not None and top.secret)
        args = CallArgs(function.token, {})
        args.receiver = self_
        args.labelled = given
        args.dependencies = {self_.urn}
        args.provider = self._provider_of(self_)
        args.parameter = owner.parameter(function.package.name)
        args.package = function.package
        if engine.waits(args):
            what = f"the result of {function.token}, which is called when the resource is there"
            result: object = unknown(what, self.place(node))
        elif owner.run.invents and owner.run.info.preview:
            result = self._not_mocked(node, function.token, function)
        else:
            # Who serves the method looks its receiver up, which the engine's own provider does.
            engine.default_provider("pulumi", "")
            args.args = {**_plain(node, given), "__self__": self_}
            try:
                result = engine.call(args, secret=secret)
            except EngineRefusal as failure:
                raise Stop(node, f"call failed with the following errors: {failure}") from None
        result = _unwrapped(result, function)
        return label(
            owner.expanded(result, hydrated=True), secret=secret, dependencies=dependencies
        )

    def _provider_of(self, self_: ResourceReference) -> str:
        """The receiver's provider."""
        engine = self.owner.run.engine
        made = engine.resources.get(self_.urn)
        if made is None:
            return ""
        if made.type.startswith("pulumi:providers:"):
            return made.urn
        return made.provider


def _plain(node: Call, values: dict[str, object]) -> dict[str, object]:
    try:
        made = stripped(engine_value(values))
    except CannotConvert as refused:
        raise Stop(node, str(refused)) from None
    assert isinstance(made, dict)
    return made


def _unwrapped(result: object, function: FunctionSchema) -> object:
    """A mock may answer for a scalar function as the wire does: an object of one property."""
    if not function.is_scalar or isinstance(function.result, MapOf):
        return result
    if isinstance(result, dict) and len(result) == 1 and not isinstance(function.result, Dynamic):
        return next(iter(result.values()))
    return result

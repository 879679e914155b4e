"""The ``options`` block of resources and components."""

from __future__ import annotations

from confty import types as core
from confty.kit.hcl import syntax
from confty.kit.suggest import suggestion
from confty.languages.pcl import codes
from confty.languages.pcl.checker.expressions import Checker
from confty.languages.pcl.model import HookNode, ResourceNode
from confty.languages.pcl.traversal import traverse
from confty.values import ValueProblem
from confty.values.paths import parse_written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

PATH_OPTIONS: Final = (
    "ignoreChanges",
    "hideDiffs",
    "replaceOnChanges",
    "additionalSecretOutputs",
)
HOOK_SLOTS: Final = (
    "beforeCreate",
    "afterCreate",
    "beforeUpdate",
    "afterUpdate",
    "beforeDelete",
    "afterDelete",
    "onError",
)
_ALIAS: Final = core.object_of(
    [
        ("name", core.optional(core.STRING)),
        ("type", core.optional(core.STRING)),
        ("noParent", core.optional(core.BOOL)),
        ("parent", core.optional(core.DYNAMIC)),
    ]
)
_TIMEOUTS: Final = core.object_of(
    [(name, core.optional(core.STRING)) for name in ("create", "update", "delete", "read")]
)
OPTIONS: Final[dict[str, core.Type]] = {
    "range": core.union_of(
        core.BOOL, core.NUMBER, core.list_of(core.DYNAMIC), core.map_of(core.STRING, core.DYNAMIC)
    ),
    "parent": core.DYNAMIC,
    "provider": core.DYNAMIC,
    "providers": core.union_of(core.map_of(core.STRING, core.DYNAMIC), core.list_of(core.DYNAMIC)),
    "dependsOn": core.list_of(core.DYNAMIC),
    "protect": core.BOOL,
    "retainOnDelete": core.BOOL,
    "deleteBeforeReplace": core.BOOL,
    **dict.fromkeys(PATH_OPTIONS, core.DYNAMIC),
    "version": core.STRING,
    "pluginDownloadURL": core.STRING,
    "import": core.STRING,
    "customTimeouts": _TIMEOUTS,
    "aliases": core.list_of(core.union_of(core.STRING, _ALIAS)),
    "deletedWith": core.DYNAMIC,
    "replaceWith": core.list_of(core.DYNAMIC),
    "replacementTrigger": core.DYNAMIC,
    "envVarMappings": core.map_of(core.STRING, core.STRING),
    "hooks": core.DYNAMIC,
}
_RESOURCES: Final = ("dependsOn", "replaceWith", "provider", "providers", "parent", "deletedWith")
_HOOKS_SHAPE: Final = (
    "hooks option must be an object mapping hook names to lists of hook references"
)


def _is_null(node: syntax.Expression) -> bool:
    return isinstance(node, syntax.Literal) and node.value is None


class OptionsChecker:
    """Checks one ``options`` block; ``properties`` are the input types of the resource."""

    def __init__(self, checker: Checker, properties: dict[str, core.Type]) -> None:
        self.checker = checker
        self.context = checker.context
        self.properties = properties

    def check(self, block: syntax.Block) -> None:
        """Check every option but ``range``, which the resource itself has looked at."""
        for item in block.body.items:
            if isinstance(item, syntax.Block):
                place = (item.start, item.start + len(item.type))
                message = f"unsupported block of type '{item.type}'"
                self.context.error(codes.UNSUPPORTED_BLOCK, place, message)
            elif item.name not in OPTIONS:
                near = suggestion(item.name, OPTIONS)
                place = (item.start, item.name_end)
                message = f"unsupported attribute '{item.name}'"
                # Its value may be property paths, of which nothing can be said here.
                self.context.error(codes.UNSUPPORTED_ATTRIBUTE, place, message, near or None)
            elif item.name in PATH_OPTIONS:
                self._paths(item)
            elif item.name == "hooks":
                self._hooks(item.value)
            elif item.name != "range":
                found = self.checker.check(item.value)
                if self.checker.fitting.fit(item.value, found, OPTIONS[item.name]):
                    self._resources(item)

    def _resources(self, item: syntax.Attribute) -> None:
        """Options that take resources: a constant is none, and not every resource a provider."""
        if item.name not in _RESOURCES:
            return
        value = syntax.unwrapped(item.value)
        many = isinstance(value, syntax.Tuple) and item.name in (
            "dependsOn",
            "replaceWith",
            "providers",
        )
        for element in value.elements if isinstance(value, syntax.Tuple) and many else [value]:
            inner = syntax.unwrapped(element)
            wanted = "a provider" if item.name.startswith("provider") else "a resource"
            if isinstance(inner, (syntax.Literal, syntax.Template)) and not _is_null(inner):
                message = f"expected {wanted} in '{item.name}', found a constant"
                self.context.error(codes.TYPE_MISMATCH, element, message)
            elif (
                wanted == "a provider" and isinstance(inner, syntax.Traversal) and not inner.steps
            ):
                self._provider(item, inner)

    def _provider(self, item: syntax.Attribute, node: syntax.Traversal) -> None:
        variable = self.context.typing.roots.get(node)
        resource = variable.node if variable is not None else None
        if not isinstance(resource, ResourceNode) or resource.schema is None:
            return
        if not resource.schema.is_provider and not resource.schema.is_component:
            message = (
                f"expected a provider in '{item.name}', found the resource '{resource.name}' "
                f"of type {resource.token}"
            )
            finding = codes.TYPE_MISMATCH.at(self.context.span(node), message)
            self.context.say(finding.note(resource.name_span, "it is declared here"))

    def _paths(self, attribute: syntax.Attribute) -> None:
        """Property paths live in a scope of their own: the resource's properties."""
        value = syntax.unwrapped(attribute.value)
        types = self.checker.types
        types[attribute.value] = core.list_of(core.STRING)
        if not isinstance(value, syntax.Tuple):
            message = f"{attribute.name} must be a list of property paths"
            self.context.error(codes.TYPE_MISMATCH, value, message)
            return
        for element in value.elements:
            self._path(syntax.unwrapped(element))

    def _path(self, node: syntax.Expression) -> None:
        text = syntax.literal_text(node)
        if text is not None:
            self.checker.check(node)
            self._text_path(node, text)
            return
        if not isinstance(node, syntax.Traversal):
            message = "expected a property path such as tags or details[0].key"
            self.context.error(codes.TYPE_MISMATCH, node, message)
            return
        found = self.properties.get(node.root)
        if found is None:
            near = suggestion(node.root, self.properties)
            place = (node.start, node.start + len(node.root))
            message = f"undefined variable {node.root}"
            finding = codes.UNDEFINED_VARIABLE.at(self.context.span(place), message)
            lenient = (
                self.context.leniency.skip_resource_typechecking
                or self.context.leniency.allow_missing_variables
            )
            self.context.say(finding.with_help(near) if near else finding, lenient=lenient)
            return
        for step in node.steps:
            found = traverse(found, step.key).type
            self.checker.types[step] = found
        self.checker.types[node] = found

    def _text_path(self, node: syntax.Expression, text: str) -> None:
        """A path in quotes; a deployment passes over one that it cannot read."""
        try:
            parse_written(text)
        except ValueProblem as problem:
            message = f"expected a property path such as tags or details[0].key: {problem}"
            self.context.say(
                codes.TYPE_MISMATCH.at(self.context.span(node), message), lenient=True
            )

    def _hooks(self, node: syntax.Expression) -> None:
        value = syntax.unwrapped(node)
        self.checker.types[node] = core.DYNAMIC
        if not isinstance(value, syntax.Object):
            self.context.error(codes.HOOK, node, _HOOKS_SHAPE)
            return
        for item in value.items:
            slot = syntax.literal_text(item.key)
            if slot not in HOOK_SLOTS:
                near = suggestion(str(slot), HOOK_SLOTS)
                message = f"unknown hook name '{slot}'"
                self.context.error(codes.HOOK, item.key, message, near or None)
                continue
            hooks = syntax.unwrapped(item.value)
            if not isinstance(hooks, syntax.Tuple):
                self.context.error(codes.HOOK, item.value, _HOOKS_SHAPE)
                continue
            for hook in hooks.elements:
                self._hook(hook, slot)

    def _hook(self, node: syntax.Expression, slot: str) -> None:
        self.checker.check(node)
        inner = syntax.unwrapped(node)
        variable = (
            self.context.typing.roots.get(inner) if isinstance(inner, syntax.Traversal) else None
        )
        hook = variable.node if variable is not None else None
        if not isinstance(hook, HookNode):
            if variable is not None or not isinstance(inner, syntax.Traversal):
                self.context.error(codes.HOOK, node, "expected the name of a hook")
            return
        if hook.for_errors is not (slot == "onError"):
            kind = "error" if hook.for_errors else "resource"
            message = f"cannot bind {kind} hook '{hook.name}' to '{slot}'"
            self.context.error(codes.HOOK, node, message)

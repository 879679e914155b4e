"""Declarations in Python: configuration, locals, resources, components, outputs, hooks."""

from __future__ import annotations

from collections.abc import Callable

from confty.kit.hcl.syntax import (
    Attribute,
    Expression,
    Literal,
    Object,
    Traversal,
    Tuple,
    literal_text,
    unwrapped,
)
from confty.kit.hcl.walk import every
from confty.languages.pcl import codes, model
from confty.languages.pcl.converter.python.expressions import Expressions
from confty.languages.pcl.converter.python.module import Module
from confty.languages.pcl.converter.python.names import module_name, py_name
from confty.languages.pcl.evaluator.options import path_text
from confty.languages.pcl.eventuals import input_type
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.rules import without_none
from confty.languages.pcl.traversal import collection
from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NUMBER,
    STRING,
    Eventual,
    Type,
    list_of,
    object_of,
    resolve,
    unfold,
)

_PATHS = ("ignoreChanges", "hideDiffs", "replaceOnChanges", "additionalSecretOutputs")
_ORDER = (
    "aliases", "parent", "provider", "providers", "dependsOn", "protect", "retainOnDelete",
    "ignoreChanges", "deletedWith", "replaceWith", "replacementTrigger", "import", "hideDiffs",
    "replaceOnChanges", "deleteBeforeReplace", "additionalSecretOutputs", "customTimeouts",
    "version", "pluginDownloadURL", "envVarMappings", "hooks",
)  # fmt: skip
_SPELLED = {"import": "import_", "pluginDownloadURL": "plugin_download_url"}


class Statements:
    """Writes the nodes of one module."""

    def __init__(self, module: Module, expressions: Expressions) -> None:
        self.module = module
        self.expressions = expressions
        self._config_made = False
        # Components in a ring: inputs that are given later, by component and input.
        self._deferred: dict[str, dict[str, str]] = {}
        self._waiting: list[tuple[model.ComponentNode, Attribute, str]] = []
        self._defined: set[str] = set()

    def node(self, node: model.Node) -> None:
        """Write one declaration."""
        self.module.current = node
        self._comments(node)
        if isinstance(node, model.ConfigNode):
            self._config(node)
        elif isinstance(node, model.LocalNode):
            name = self.module.names.of(node.name)
            self.module.add(f"{name} = {self.expressions.text_for(node.value, None)}")
        elif isinstance(node, model.OutputNode):
            self._output(node)
        elif isinstance(node, model.ResourceNode):
            self._ranged(node, lambda name: self._resource(node, name))
        elif isinstance(node, model.ComponentNode):
            self._defer(node)
            self._ranged(node, lambda name: self._component(node, name))
            self._defined.add(node.name)
            self._resolve()
        elif isinstance(node, model.HookNode):
            self._hook(node)
        elif isinstance(node, model.PulumiNode):
            value = node.expression("requiredVersionRange")
            if value is not None:
                self.module.add(
                    f"pulumi.require_pulumi_version({self.expressions.text_for(value, STRING)})"
                )

    def _comments(self, node: model.Node) -> None:
        """Carry over the comment lines that stand right above a declaration."""
        text = node.source.text
        above: list[str] = []
        line = node.source.place(node.syntax.start)[0] - 1
        while line >= 1:
            found = node.source.line_text(line).strip()
            if not found.startswith(("#", "//")):
                break
            above.append("# " + found.lstrip("#/").strip())
            line -= 1
        del text
        for comment in reversed(above):
            self.module.add(comment.rstrip())

    # Configuration.

    def _config(self, node: model.ConfigNode) -> None:
        if not self._config_made:
            self._config_made = True
            self.module.add("config = pulumi.Config()")
        name = self.module.names.of(node.name)
        for line in node.description.splitlines():
            self.module.add(f"# {line}")
        key = py.string(node.logical)
        kind = _getter(node.declared)
        secret = "_secret" if node.secret else ""
        default = node.default
        inner = unwrapped(default) if default is not None else None
        nothing = isinstance(inner, Literal) and inner.value is None
        if default is None and not node.nullable:
            self.module.add(f"{name} = config.require{secret}{kind}({key})")
            return
        read = f"config.get{secret}{kind}({key})"
        if default is None or nothing:
            self.module.add(f"{name} = {read}")
            return
        wanted = input_type(node.declared) if node.secret else node.declared
        value = self.expressions.text_for(default, wanted, py.CONDITIONAL)
        if node.secret and not isinstance(unfold(self.module.typing.of(default)), Eventual):
            value = f"pulumi.Output.secret({value})"
        # One assignment, so that the name keeps one type wherever it is used.
        self.module.add(f"{name} = given if (given := {read}) is not None else {value}")

    # Outputs.

    def _output(self, node: model.OutputNode) -> None:
        if node.value is None:
            return
        wanted = None if node.type is DYNAMIC else input_type(node.type)
        value = self.expressions.text_for(node.value, wanted)
        self.module.add(f"pulumi.export({py.string(node.logical)}, {value})")

    # Resources.

    def _ranged(self, node: model.InstanceNode, make: Callable[[str], str]) -> None:
        """Write a node, or the loop that its range asks for."""
        name = self.module.names.of(node.name)
        value = node.option("range")
        if value is None:
            self.module.add(f"{name} = {make(self._resource_name(node, ''))}")
            return
        eventual = isinstance(unfold(self.module.typing.of(value)), Eventual)
        if eventual:
            self._late_range(node, name, value, make)
            return
        kind = self._class(node)
        if node.range_kind == model.RangeKind.BOOL:
            test = self.expressions.text_for(value, BOOL)
            made = make(self._resource_name(node, ""))
            self.module.add(f"{name}: {kind} | None = None")
            self.module.add(f"if {test}:\n{py.indented(f'{name} = {made}')}")
            return
        self._loop(node, name, self._source(node, value), make)

    def _source(self, node: model.InstanceNode, value: Expression) -> str:
        if node.range_kind == model.RangeKind.NUMBER:
            return f"range({self.expressions.text_for(value, INT)})"
        text = self.expressions.text_for(value, None, py.CALL)
        return (
            f"sorted({text}.items())"
            if node.range_kind == model.RangeKind.MAP
            else f"enumerate({text})"
        )

    def _loop(
        self, node: model.InstanceNode, name: str, source: str, make: Callable[[str], str]
    ) -> None:
        kind = self._class(node)
        keyed = node.range_kind == model.RangeKind.MAP
        holder = f"dict[str, {kind}] = {{}}" if keyed else f"list[{kind}] = []"
        self.module.add(f"{name}: {holder}")
        self.module.add(self._loop_text(node, name, source, make))

    def _loop_text(
        self, node: model.InstanceNode, name: str, source: str, make: Callable[[str], str]
    ) -> str:
        """The loop itself; ``range`` means its variables."""
        number = node.range_kind == model.RangeKind.NUMBER
        value = self.module.names.fresh(f"{name}_{'index' if number else 'value'}")
        key = value if number else self.module.names.fresh(f"{name}_key")
        before = self.module.range_names
        self.module.range_names = {**before, "range": {"key": key, "value": value}}
        with self.module.typed.context.bound({"range": self._range_variable(node)}):
            made = make(self._resource_name(node, f"-{{{key}}}"))
        self.module.range_names = before
        head = value if number else f"{key}, {value}"
        entry = f"{name}.append({made})"
        if node.range_kind == model.RangeKind.MAP:
            entry = f"{name}[{key}] = {made}"
        return f"for {head} in {source}:\n{py.indented(entry)}"

    def _range_variable(self, node: model.InstanceNode) -> model.Variable:
        """What ``range`` means inside the node, with a type for rewriting."""
        if node.range_kind == model.RangeKind.NUMBER:
            return model.Variable("range", object_of([("value", INT)]), None)
        value = node.option("range")
        assert value is not None
        over = collection(self.module.typing.of(value))
        return model.Variable("range", object_of([("key", over.key), ("value", over.value)]), None)

    def _late_range(
        self, node: model.InstanceNode, name: str, value: Expression, make: Callable[[str], str]
    ) -> None:
        """A range over an output: the resources are made when it is known."""
        kind = self._class(node)
        keyed = node.range_kind == model.RangeKind.MAP
        self.module.needs("from typing import Any")
        given = f"{name}_range"
        if node.range_kind == model.RangeKind.BOOL:
            self.module.say(
                codes.CONVERSION,
                value,
                f"'{node.name}' exists depending on an output, which Python cannot decide in time",
            )
            return
        over = {
            model.RangeKind.NUMBER: f"range(int({given}))",
            model.RangeKind.MAP: f"sorted({given}.items())",
        }.get(node.range_kind, f"enumerate({given})")
        holder = f"dict[str, {kind}] = {{}}" if keyed else f"list[{kind}] = []"
        loop = self._loop_text(node, name, over, make)
        source = self.expressions.text_for(value, None, py.CALL)
        self.module.add(f"{name}: {holder}\n\n")
        self.module.add(f"def create_{name}({given}: Any) -> None:\n{py.indented(loop)}\n\n")
        self.module.add(f"{source}.apply(create_{name})")

    def _resource_name(self, node: model.InstanceNode, suffix: str) -> str:
        """The name given to the engine, with the component's in front and the range's behind."""
        prefix = "{name}-" if self.module.is_component else ""
        if not prefix and not suffix:
            return py.string(node.logical)
        return f'f"{prefix}{py.format_text(node.logical)}{suffix}"'

    def _class(self, node: model.InstanceNode) -> str:
        if isinstance(node, model.ComponentNode):
            if node.program is None:
                return "pulumi.ComponentResource"
            return self._component_class(node)
        assert isinstance(node, model.ResourceNode)
        schema = node.schema
        if schema is None:
            message = f"'{node.token}' has no schema, so its Python class is not known"
            self.module.say(codes.CONVERSION, _header(node), message)
            return "pulumi.CustomResource"
        if schema.package.name == "pulumi":
            return f"pulumi.{schema.token.rsplit(':', 1)[-1]}"
        if schema.is_provider:
            return f"{self.module.package_path(schema.package, 'x:index:x')}.Provider"
        return self.module.class_path(schema.package, schema.canonical)

    def _component_class(self, node: model.ComponentNode) -> str:
        name = model.declaration_name(node.folder)
        self.module.imports.add(f"from {module_name(node.folder)} import {name}")
        return name

    def _resource(self, node: model.ResourceNode, name: str) -> str:
        class_ = self._class(node)
        arguments = [name]
        inputs = list(node.inputs)
        if node.reads:
            given = next((item for item in inputs if item.name == "id"), None)
            if given is not None:
                arguments.append(self.expressions.text_for(given.value, input_type(STRING)))
                inputs.remove(given)
            class_ += ".get"
        for item in inputs:
            keyword = self._input_name(node, item)
            value = self.expressions.text_for(item.value, node.input_types.get(item.name))
            arguments.append(f"{keyword}={value}")
        options = self.options(node)
        if options:
            arguments.append(f"opts={options}")
        return py.sequence(f"{class_}(", arguments, ")")

    def _input_name(self, node: model.ResourceNode, item: Attribute) -> str:
        schema = node.schema
        if schema is not None and schema.token.endswith(":StackReference"):
            return "stack_name"
        made = py_name(item.name)
        return f"{made}_" if made in ("resource_name", "opts") else made

    def _component(self, node: model.ComponentNode, name: str) -> str:
        class_ = self._class(node)
        late = self._deferred.get(node.name, {})
        entries: list[str] = []
        for item in node.inputs:
            key = py.string(item.name if node.program is None else py_name(item.name))
            value = late.get(item.name)
            if value is None:
                value = self.expressions.text_for(item.value, node.input_types.get(item.name))
            entries.append(f"{key}: {value}")
        table = py.sequence("{", entries, "}")
        arguments = [name]
        if node.program is None:
            arguments = [py.string(node.type_token), name, table]
        elif any(isinstance(each, model.ConfigNode) for each in node.program.nodes):
            arguments.append(table)
        options = self.options(node)
        if options:
            arguments.append(f"opts={options}")
        return py.sequence(f"{class_}(", arguments, ")")

    # Rings of components.

    def _defer(self, node: model.ComponentNode) -> None:
        """Inputs that need components written further down come as deferred outputs."""
        for item in node.inputs:
            roots = {each.root for each in every(item.value) if isinstance(each, Traversal)}
            known = self.module.program.names
            late = [
                name
                for name in roots
                if isinstance(known.get(name), model.ComponentNode) and name not in self._defined
            ]
            if not late:
                continue
            self.module.needs("from typing import Any, Callable")
            name = self.module.names.fresh(py_name(f"{node.name}_{item.name}"))
            resolve_name = self.module.names.fresh(f"resolve_{name}")
            self.module.add(f"{name}: pulumi.Output[Any]")
            self.module.add(f"{resolve_name}: Callable[[pulumi.Output[Any]], None]")
            self.module.add(f"{name}, {resolve_name} = pulumi.deferred_output()")
            self._deferred.setdefault(node.name, {})[item.name] = name
            self._waiting.append((node, item, resolve_name))

    def _resolve(self) -> None:
        """Give deferred inputs their values as soon as all they need is there."""
        for waiting in list(self._waiting):
            node, item, resolve_name = waiting
            roots = {each.root for each in every(item.value) if isinstance(each, Traversal)}
            needed = {
                name
                for name in roots
                if isinstance(self.module.program.names.get(name), model.ComponentNode)
            }
            if needed <= self._defined:
                self._waiting.remove(waiting)
                value = self.expressions.text_for(item.value, node.input_types.get(item.name))
                self.module.add(f"{resolve_name}(pulumi.Output.from_input({value}))")

    # Options.

    def options(self, node: model.InstanceNode) -> str:
        """The ``ResourceOptions`` of a resource; empty when there are none."""
        given: dict[str, str] = {}
        table = node.options.body.attributes if node.options is not None else {}
        for name, attribute in table.items():
            if name != "range":
                given[name] = self._option(name, attribute.value)
        if self.module.is_component and "parent" not in given:
            given["parent"] = "self"
        parts = [
            f"{_SPELLED.get(name, py_name(name))}={given[name]}"
            for name in _ORDER
            if name in given
        ]
        return py.sequence("pulumi.ResourceOptions(", parts, ")") if parts else ""

    def _option(self, name: str, value: Expression) -> str:
        if name in _PATHS:
            inner = unwrapped(value)
            elements = inner.elements if isinstance(inner, Tuple) else []
            return "[" + ", ".join(py.string(path_text(each)) for each in elements) + "]"
        if name == "customTimeouts":
            return self._keywords("pulumi.CustomTimeouts", value)
        if name == "aliases":
            return self._aliases(value)
        if name == "hooks":
            return self._keywords("pulumi.ResourceHookBinding", value)
        wanted: dict[str, Type] = {"protect": BOOL, "version": STRING}
        return self.expressions.text_for(value, wanted.get(name))

    def _keywords(self, class_: str, value: Expression) -> str:
        inner = unwrapped(value)
        parts: list[str] = []
        if isinstance(inner, Object):
            for item in inner.items:
                key = py_name(literal_text(item.key) or "")
                parts.append(f"{key}={self.expressions.text_for(item.value, None)}")
        return f"{class_}({', '.join(parts)})"

    def _aliases(self, value: Expression) -> str:
        inner = unwrapped(value)
        parts: list[str] = []
        for element in inner.elements if isinstance(inner, Tuple) else []:
            if isinstance(unwrapped(element), Object):
                text = self._keywords("pulumi.Alias", element)
                text = text.replace("no_parent=True", "parent=None").replace("type=", "type_=")
                parts.append(text)
            else:
                parts.append(self.expressions.text_for(element, STRING))
        return "[" + ", ".join(parts) + "]"

    # Hooks.

    def _hook(self, node: model.HookNode) -> None:
        self.module.needs("import subprocess")
        name = self.module.names.of(node.name)
        command = node.expression("command")
        assert command is not None
        text = self.expressions.text_for(command, list_of(STRING))
        kind = "ErrorHook" if node.for_errors else "ResourceHook"
        run = f"subprocess.run({text}, check={not node.for_errors})"
        body = f"return {run}.returncode == 0" if node.for_errors else run
        returns = "bool" if node.for_errors else "None"
        self.module.add(
            f"def run_{name}(args: pulumi.{kind}Args) -> {returns}:\n{py.indented(body)}\n"
        )
        options = ""
        dry = node.expression("onDryRun")
        if dry is not None:
            shown = self.expressions.text_for(dry, BOOL)
            options = f", opts=pulumi.ResourceHookOptions(on_dry_run={shown})"
        self.module.add(f"{name} = pulumi.{kind}({py.string(node.name)}, run_{name}{options})")


def _getter(type_: Type) -> str:
    """Which of Config's getters reads a type."""
    plain = unfold(without_none(resolve(type_)))
    known = ((STRING, ""), (INT, "_int"), (NUMBER, "_float"), (BOOL, "_bool"))
    return next((word for kind, word in known if kind is plain), "_object")


def _header(node: model.Node) -> tuple[int, int]:
    return node.name_span.start, node.name_span.end

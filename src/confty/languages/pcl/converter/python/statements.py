"""Declarations in Python: configuration, locals, resources, components, outputs, hooks."""

from __future__ import annotations

from confty import types
from confty.kit.hcl.syntax import Attribute, Traversal
from confty.kit.hcl.walk import every
from confty.languages.pcl import codes, model
from confty.languages.pcl.converter.python.expressions import ExpressionWriter
from confty.languages.pcl.converter.python.module import PythonFile, is_null
from confty.languages.pcl.converter.python.names import py_name
from confty.languages.pcl.converter.python.options import OptionsWriter
from confty.languages.pcl.converter.python.ranges import Ranges
from confty.languages.pcl.converter.python.types import python_type
from confty.languages.pcl.eventuals import input_type
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.rules import without_none


class Statements:
    """Writes the nodes of one module."""

    def __init__(self, module: PythonFile, expressions: ExpressionWriter) -> None:
        self.module = module
        self.expressions = expressions
        self.ranges = Ranges(module, expressions)
        self.options = OptionsWriter(module, expressions)
        self._config_made = False
        # Components in a ring: inputs that are given later, by component and input.
        self._deferred: dict[str, dict[str, str]] = {}
        self._waiting: list[tuple[model.ComponentNode, Attribute, str]] = []
        self._defined: set[str] = set()

    def node(self, node: model.ProgramNode) -> None:
        """Write one declaration."""
        self.module.current = node
        self._comments(node)
        if isinstance(node, model.ConfigNode):
            self._config(node)
        elif isinstance(node, model.LocalNode):
            self._local(node)
        elif isinstance(node, model.OutputNode):
            self._output(node)
        elif isinstance(node, model.ResourceNode):
            self.ranges.write(node, self._class(node), lambda name: self._resource(node, name))
        elif isinstance(node, model.ComponentNode):
            self._defer(node)
            self.ranges.write(node, self._class(node), lambda name: self._component(node, name))
            self._defined.add(node.name)
            self._resolve()
        elif isinstance(node, model.HookNode):
            self._hook(node)
        elif isinstance(node, model.PulumiNode):
            value = node.expression("requiredVersionRange")
            if value is not None:
                text = self.expressions.text_for(value, types.STRING)
                self.module.add(f"pulumi.require_pulumi_version({text})")

    def _comments(self, node: model.ProgramNode) -> None:
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

    def _local(self, node: model.LocalNode) -> None:
        name = self.module.names.of(node.name)
        if not self.module.is_read(node):
            name = "_"
        text = self.expressions.text_for(node.value, None)
        self.module.add(f"{name} = {text}")

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
        if kind == "_object":
            name += f": {self._object_type(node)}"
        default = node.default
        nothing = default is not None and is_null(default)
        if default is None and not node.nullable:
            self.module.add(f"{name} = config.require{secret}{kind}({key})")
            return
        read = f"config.get{secret}{kind}({key})"
        if default is None or nothing:
            self.module.add(f"{name} = {read}")
            return
        wanted = input_type(node.declared) if node.secret else node.declared
        value = self.expressions.text_for(default, wanted, py.CONDITIONAL)
        if node.secret and not isinstance(
            types.unfold(self.module.typing.of(default)), types.Eventual
        ):
            value = f"pulumi.Output.secret({value})"
        # One assignment, so that the name keeps one type wherever it is used.
        self.module.add(f"{name} = given if (given := {read}) is not None else {value}")

    def _object_type(self, node: model.ConfigNode) -> str:
        """A setting of several values comes as ``Any``; its type is known all the same."""
        shown = python_type(types.resolve(node.declared))
        default = node.default
        nothing = default is None or is_null(default)
        if nothing and (node.nullable or default is not None) and "None" not in shown:
            shown += " | None"
        if node.secret:
            shown = f"pulumi.Output[{shown}]" + (
                " | None" if nothing and not node.required else ""
            )
        self.module.needs_words(shown)
        return shown

    # Outputs.

    def _output(self, node: model.OutputNode) -> None:
        if node.value is None:
            return
        wanted = None if node.type is types.DYNAMIC else input_type(node.type)
        value = self.expressions.text_for(node.value, wanted)
        self.module.add(f"pulumi.export({py.string(node.logical)}, {value})")

    # Resources.

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
        names = self.module.components
        name = names.class_of(node.folder)
        self.module.imports.add(f"from {names.module(node.folder)} import {name}")
        return name

    def _resource(self, node: model.ResourceNode, name: str) -> str:
        class_ = self._class(node)
        arguments = [name]
        inputs = list(node.inputs)
        if node.reads:
            given = next((item for item in inputs if item.name == "id"), None)
            if given is not None:
                arguments.append(self.expressions.text_for(given.value, input_type(types.STRING)))
                inputs.remove(given)
            class_ += ".get"
        for item in inputs:
            keyword = self._input_name(node, item)
            value = self.expressions.text_for(item.value, node.input_types.get(item.name))
            arguments.append(f"{keyword}={value}")
        options = self.options.text(node)
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
            key = py.string(item.name)
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
        options = self.options.text(node)
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

    # Hooks.

    def _hook(self, node: model.HookNode) -> None:
        self.module.needs("import subprocess")
        name = self.module.names.of(node.name)
        command = node.expression("command")
        assert command is not None
        text = self.expressions.text_for(command, types.list_of(types.STRING))
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
            shown = self.expressions.text_for(dry, types.BOOL)
            options = f", opts=pulumi.ResourceHookOptions(on_dry_run={shown})"
        self.module.add(f"{name} = pulumi.{kind}({py.string(node.name)}, run_{name}{options})")


def _getter(type_: types.Type) -> str:
    """Which of Config's getters reads a type."""
    plain = types.unfold(without_none(types.resolve(type_)))
    known = (
        (types.STRING, ""),
        (types.INT, "_int"),
        (types.NUMBER, "_float"),
        (types.BOOL, "_bool"),
    )
    return next((word for kind, word in known if kind is plain), "_object")


def _header(node: model.ProgramNode) -> tuple[int, int]:
    return node.name_span.start, node.name_span.end

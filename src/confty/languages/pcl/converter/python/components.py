"""A component's folder as a Python class."""

from __future__ import annotations

from confty.languages.pcl.converter.python.expressions import Expressions
from confty.languages.pcl.converter.python.module import Module
from confty.languages.pcl.converter.python.names import py_name
from confty.languages.pcl.converter.python.statements import Statements
from confty.languages.pcl.converter.python.types import python_type
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.model import ConfigNode, OutputNode, in_order
from confty.types import resolve


class ComponentClass:
    """Writes the class and the type of its arguments."""

    def __init__(self, module: Module, expressions: Expressions, statements: Statements) -> None:
        self.module = module
        self.expressions = expressions
        self.statements = statements
        self.configs = [n for n in module.program.nodes if isinstance(n, ConfigNode)]
        self.outputs = [n for n in module.program.nodes if isinstance(n, OutputNode)]

    def write(self) -> str:
        """The text of both classes."""
        parts: list[str] = []
        if self.configs:
            parts.append(self._arguments())
        parts.append(self._class())
        return "\n\n\n".join(parts)

    def _arguments(self) -> str:
        lines = [f"class {self.module.class_name}Args(TypedDict):"]
        for node in self.configs:
            shown = f"pulumi.Input[{python_type(resolve(node.declared))}]"
            if not node.required:
                shown = f"NotRequired[{shown}]"
            lines.append(f"    {py_name(node.name)}: {shown}")
        text = "\n".join(lines)
        for word in ("Any", "NotRequired", "TypedDict"):
            if word in text:
                self.module.needs(f"from typing import {word}")
        return text

    def _class(self) -> str:
        name = self.module.class_name
        given = f", args: {name}Args" if self.configs else ""
        props = "{**args}" if self.configs else "{}"
        parameters = f"self, name: str{given}, opts: pulumi.ResourceOptions | None = None"
        lines = [
            f"class {name}(pulumi.ComponentResource):",
            f"    def __init__({parameters}) -> None:",
            f'        super().__init__("components:index:{name}", name, {props}, opts)',
        ]
        self._body()
        body = "\n".join(self.module.lines)
        if body:
            lines.append(py.indented(py.indented(body)))
        return "\n".join(lines)

    def _body(self) -> None:
        module = self.module
        for node in in_order(module.program):
            module.current = node
            if isinstance(node, ConfigNode):
                self._config(node)
            elif not isinstance(node, OutputNode):
                self.statements.node(node)
        entries: list[str] = []
        for output in self.outputs:
            if output.value is None:
                continue
            module.current = output
            attribute = f"self.{py_name(output.name)}"
            value = self.expressions.text_for(output.value, None)
            if not module.typed.is_eventual(module.typing.of(output.value)):
                value = f"pulumi.Output.from_input({value})"
            module.add(f"{attribute} = {value}")
            entries.append(f"{py.string(output.logical)}: {attribute}")
        module.add(f"self.register_outputs({py.sequence('{', entries, '}')})")

    def _config(self, node: ConfigNode) -> None:
        """Inputs may come late, so inside the class they are outputs."""
        module = self.module
        name = module.names.of(node.name)
        key = py.string(py_name(node.name))
        default = node.default
        if node.required:
            source = f"args[{key}]"
        elif default is not None:
            source = f"args.get({key}, {self.expressions.text_for(default, node.declared)})"
        else:
            source = f"args.get({key})"
        secret = "secret" if node.secret else "from_input"
        module.add(f"{name} = pulumi.Output.{secret}({source})")

"""A component's folder as a Python class."""

from __future__ import annotations

import keyword

from confty.languages.pcl import codes
from confty.languages.pcl.converter.python.expressions import ExpressionWriter
from confty.languages.pcl.converter.python.module import PythonFile
from confty.languages.pcl.converter.python.names import OF_COMPONENTS, py_name
from confty.languages.pcl.converter.python.statements import Statements
from confty.languages.pcl.converter.python.types import input_annotation, python_type
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.model import ConfigNode, OutputNode, declaration_name, in_order
from confty.types import resolve


class ComponentClass:
    """Writes the class and the type of its arguments."""

    def __init__(
        self, module: PythonFile, expressions: ExpressionWriter, statements: Statements
    ) -> None:
        self.module = module
        self.name = module.components.class_of(module.component)
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
        name = f"{self.name}Args"
        fields: dict[str, str] = {}
        for node in self.configs:
            shown = python_type(resolve(node.declared))
            if node.name in self.module.late_inputs or node.secret:
                shown = input_annotation(resolve(node.declared))
            fields[node.name] = shown if node.required else f"NotRequired[{shown}]"
        if all(key.isidentifier() and not keyword.iskeyword(key) for key in fields):
            lines = [f"class {name}(TypedDict):"]
            text = "\n".join([*lines, *[f"    {key}: {kind}" for key, kind in fields.items()]])
        else:
            entries = [f"{py.string(key)}: {kind}" for key, kind in fields.items()]
            table = py.sequence("{", entries, "}")
            text = f"{name} = TypedDict({py.string(name)}, {table})"
        self.module.needs_words(text)
        return text

    def _class(self) -> str:
        name = self.name
        given = f", args: {name}Args" if self.configs else ""
        props = self._props()
        parameters = f"self, name: str{given}, opts: pulumi.ResourceOptions | None = None"
        token = py.string(f"components:index:{declaration_name(self.module.component)}")
        lines = [
            f"class {name}(pulumi.ComponentResource):",
            f"    def __init__({parameters}) -> None:",
            f"        super().__init__({token}, name, {props}, opts)",
        ]
        self._body()
        body = "\n".join(self.module.lines)
        if body:
            lines.append(py.indented(py.indented(body)))
        return "\n".join(lines)

    def _props(self) -> str:
        """What the engine is told of the inputs.

        In a ring, a late input would wait for the component that waits for this one to be there.
        """
        if not self.configs:
            return "{}"
        if not self.module.in_ring:
            return "{**args}"
        prompt = [n for n in self.configs if n.name not in self.module.late_inputs]
        entries = [f"{py.string(n.name)}: args.get({py.string(n.name)})" for n in prompt]
        return "{" + ", ".join(entries) + "}"

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
            if py_name(output.name) in OF_COMPONENTS:
                place = output.name_span.start, output.name_span.end
                message = f"a component has something else under '{output.name}' in Python"
                module.say(codes.CONVERSION, place, message)
            attribute = f"self.{py_name(output.name)}"
            value = self.expressions.text_for(output.value, None)
            if not module.typed.is_eventual(module.typing.of(output.value)):
                value = f"pulumi.Output.from_input({value})"
            module.add(f"{attribute} = {value}")
            entries.append(f"{py.string(output.logical)}: {attribute}")
        module.add(f"self.register_outputs({py.sequence('{', entries, '}')})")

    def _config(self, node: ConfigNode) -> None:
        """An input: a plain value, or an output where somebody gives one."""
        module = self.module
        if not module.is_read(node):
            return
        name = module.names.of(node.name)
        key = py.string(node.name)
        late = node.name in module.late_inputs or node.secret
        default = node.default
        if node.required:
            source = f"args[{key}]"
        elif default is not None:
            other = self.expressions.text_for(default, node.declared, py.CONDITIONAL)
            source = f"given if (given := args.get({key})) is not None else {other}"
        else:
            source = f"args.get({key})"
        shown = python_type(resolve(node.declared))
        if late:
            word = "secret" if node.secret else "from_input"
            made = f"pulumi.Output.{word}({source})"
            if input_annotation(resolve(node.declared)) == f"pulumi.Input[{shown}]":
                module.add(f"{name} = {made}")
                return
            # The SDK's types do not say that what is late inside is awaited too.
            absent = " | None" if not node.required and default is None else ""
            module.needs("helper untyped")
            module.needs_words(shown)
            module.add(f"{name}: pulumi.Output[{shown}{absent}] = untyped({made})")
            return
        if not node.required and default is None and "None" not in shown:
            shown += " | None"
        module.needs_words(shown)
        module.add(f"{name}: {shown} = {source}")

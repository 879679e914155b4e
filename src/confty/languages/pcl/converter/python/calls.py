"""Calls in Python: PCL's functions, functions of packages, methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from confty.kit.hcl.syntax import Call, Literal, Object, literal_text, unwrapped
from confty.languages.pcl import codes
from confty.languages.pcl.converter.nodes import AnyNode, Apply, Convert
from confty.languages.pcl.converter.python import text as py
from confty.languages.pcl.converter.python.functions import SIMPLE
from confty.languages.pcl.converter.python.names import py_name
from confty.languages.pcl.converter.python.text import Code
from confty.languages.pcl.schemas import FunctionSchema
from confty.types import (
    MapOf,
    resolve,
    unfold,
)
from confty.types import Object as ObjectType

if TYPE_CHECKING:
    from confty.languages.pcl.converter.python.expressions import Expressions


class Calls:
    """Writes calls for one expression writer."""

    def __init__(self, expressions: Expressions) -> None:
        self.expressions = expressions
        self.module = expressions.module

    def write(self, node: Call) -> Code:
        """The Python of a call."""
        special = getattr(self, f"_{node.name}", None)
        if special is not None:
            made: Code = special(node)
            return made
        if node.name in ("max", "min"):
            return self._extreme(node)
        if node.name in ("pulumiResourceName", "pulumiResourceType"):
            return self._fact(node)
        known = SIMPLE.get(node.name)
        if known is None:
            return self._unsupported(node)
        needs, pattern = known
        for need in needs:
            self.module.needs(need)
        arguments = [self.expressions.text(each, py.CALL) for each in node.arguments]
        if pattern.count("{0}") == 1 and "{0}." not in pattern and "{1}." not in pattern:
            arguments = [self.expressions.text(each) for each in node.arguments]
        return Code(pattern.format(*arguments), py.CALL)

    def _unsupported(self, node: Call) -> Code:
        message = f"'{node.name}' cannot be expressed in Python here"
        self.module.say(codes.CONVERSION, node, message)
        return Code("None")

    def _extreme(self, node: Call) -> Code:
        arguments = [self.expressions.text(each) for each in node.arguments]
        if node.expand:
            arguments[-1] = f"*{arguments[-1]}"
        return Code(f"{node.name}({', '.join(arguments)})", py.CALL)

    def _fact(self, node: Call) -> Code:
        word = "pulumi_resource_name" if node.name.endswith("Name") else "pulumi_resource_type"
        return Code(f"{self.expressions.text(node.arguments[0], py.CALL)}.{word}", py.CALL)

    def _range(self, node: Call) -> Code:
        limits = ", ".join(self.expressions.text(each) for each in node.arguments)
        return Code(f"list(range({limits}))", py.CALL)

    def _length(self, node: Call) -> Code:
        argument = node.arguments[0]
        found = unfold(resolve(self.expressions.typed.of(argument)))
        text = self.expressions.text(argument)
        if isinstance(found, (MapOf, ObjectType)) or hasattr(found, "element"):
            return Code(f"len({text})", py.CALL)
        if hasattr(found, "elements"):
            return Code(f"len({text})", py.CALL)
        self.module.needs("helper graphemes")
        return Code(f"graphemes({text})", py.CALL)

    def _lookup(self, node: Call) -> Code:
        arguments = [self.expressions.text(each, py.CALL) for each in node.arguments]
        if len(arguments) == 2:
            return Code(f"{arguments[0]}[{arguments[1]}]", py.CALL)
        return Code(f"{arguments[0]}.get({arguments[1]}, {arguments[2]})", py.CALL)

    def _entries(self, node: Call) -> Code:
        source = self.expressions.text(node.arguments[0], py.CALL)
        pair = '{"key": key, "value": value}'
        return Code(f"[{pair} for key, value in sorted({source}.items())]")

    def _toJSON(self, node: Call) -> Code:  # noqa: N802  named after PCL's function
        argument = node.arguments[0]
        text = self.expressions.text(argument)
        if self.expressions.typed.holds_eventuals(self.expressions.typed.of(argument)):
            return Code(f"pulumi.Output.json_dumps({text})", py.CALL)
        self.module.needs("import json")
        return Code(f"json.dumps({text})", py.CALL)

    def _try(self, node: Call) -> Code:
        self.module.needs("helper first_of")
        attempts = [f"lambda: {self.expressions.text(each)}" for each in node.arguments]
        return Code(py.sequence("first_of(", attempts, ")"), py.CALL)

    def _can(self, node: Call) -> Code:
        self.module.needs("helper succeeds")
        return Code(f"succeeds(lambda: {self.expressions.text(node.arguments[0])})", py.CALL)

    def _recover(self, node: Call) -> Code:
        first = self.expressions.text(node.arguments[0], py.CALL)
        self.expressions._names.append({"error": "str(error)"})  # noqa: SLF001  one writer
        second = self.expressions.text(node.arguments[1])
        self.expressions._names.pop()  # noqa: SLF001
        return Code(f"{first}.recover(lambda error: {second})", py.CALL)

    # Packages.

    def _invoke(self, node: Call) -> Code:
        bound = self.module.typing.calls.get(node)
        if bound is None:
            return self._unsupported(node)
        function = bound.function
        name = self._function_name(function)
        if function.positional:
            arguments = [
                f"{py_name(key)}={self.expressions.text(value)}"
                for key, value in zip(function.positional, node.arguments[1:], strict=False)
                if not _is_null(value)
            ]
            rest = node.arguments[1 + len(function.positional) :]
        else:
            arguments = self._keywords(node.arguments[1])
            rest = node.arguments[2:]
        options = self._invoke_options(rest[0] if rest else None)
        if options:
            arguments.append(f"opts={options}")
        return Code(py.sequence(f"{name}(", arguments, ")"), py.CALL)

    def _function_name(self, function: FunctionSchema) -> str:
        module = self.module.package_path(function.package, function.canonical)
        return f"{module}.{py_name(function.canonical.rsplit(':', 1)[-1])}_output"

    def _keywords(self, node: AnyNode) -> list[str]:
        inner = node.inner if isinstance(node, Convert) else node
        inner = unwrapped(inner) if not isinstance(inner, (Apply, Convert)) else inner
        if isinstance(inner, Object):
            return [
                f"{py_name(key)}={self.expressions.text(item.value)}"
                for item in inner.items
                if (key := literal_text(item.key)) is not None
            ]
        return [f"**{self.expressions.text(node)}"]

    def _invoke_options(self, node: AnyNode | None) -> str:
        parts: list[str] = []
        if self.module.is_component:
            parts.append("parent=self")
        inner = node.inner if isinstance(node, Convert) else node
        if isinstance(inner, Object):
            for item in inner.items:
                key = literal_text(item.key)
                if key is not None:
                    parts.append(f"{py_name(key)}={self.expressions.text(item.value)}")
        return f"pulumi.InvokeOutputOptions({', '.join(parts)})" if parts else ""

    def _call(self, node: Call) -> Code:
        receiver = self.expressions.text(node.arguments[0], py.CALL)
        method = py_name(literal_text(node.arguments[1]) or "")
        arguments = ", ".join(self._keywords(node.arguments[2]))
        return Code(f"{receiver}.{method}({arguments})", py.CALL)


def _is_null(node: AnyNode) -> bool:
    return isinstance(node, Literal) and node.value is None

"""Calls in Python: PCL's functions, functions of packages, methods."""

from __future__ import annotations

from typing import Protocol

from confty.kit.hcl.syntax import Call, Literal, Object, literal_text, unwrapped
from confty.languages.pcl import codes
from confty.languages.pcl.converter.nodes import AnyNode, Apply, Convert
from confty.languages.pcl.converter.python.module import PythonFile
from confty.languages.pcl.converter.python.names import py_name
from confty.languages.pcl.library import FUNCTIONS, Own
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.library.python_code import PythonCode
from confty.languages.pcl.schemas import FunctionSchema
from confty.types import Type


class WritesText(Protocol):
    """Writes an expression for a place that binds this strongly."""

    def __call__(self, node: AnyNode, least: int = 0) -> str:
        """The Python of the expression."""


class CallWriter:
    """Writes calls; ``text`` writes what is inside them, ``names`` is what names mean there."""

    def __init__(self, module: PythonFile, text: WritesText, names: list[dict[str, str]]) -> None:
        self.module = module
        self.text = text
        self.names = names

    def type_of(self, node: AnyNode) -> Type:
        """The type of an expression."""
        return self.module.typed.of(node)

    def is_late(self, node: AnyNode) -> bool:
        """Whether anything inside an expression is late."""
        return self.module.typed.holds_eventuals(self.type_of(node))

    def needs(self, need: str) -> None:
        """Ask for an import or a helper."""
        self.module.needs(need)

    def write(self, node: Call) -> PythonCode:
        """The Python of a call."""
        function = FUNCTIONS.get(node.name)
        python = None if function is None else function.python
        if python is None:
            return self._unsupported(node)
        if isinstance(python, Own):
            return python.face(self, node)
        for need in python.needs:
            self.needs(need)
        pattern = python.text
        arguments = [self.text(each, py.CALL) for each in node.arguments]
        if pattern.count("{0}") == 1 and "{0}." not in pattern and "{1}." not in pattern:
            arguments = [self.text(each) for each in node.arguments]
        return PythonCode(pattern.format(*arguments), py.CALL)

    def _unsupported(self, node: Call) -> PythonCode:
        message = f"'{node.name}' cannot be expressed in Python here"
        self.module.say(codes.CONVERSION, node, message)
        return PythonCode("None")

    # Packages.

    def invoke(self, node: Call) -> PythonCode:
        """The Python of an ``invoke``: a function of the package's module."""
        bound = self.module.typing.calls.get(node)
        if bound is None:
            return self._unsupported(node)
        function = bound.function
        name = self._function_name(function)
        if function.positional:
            arguments = [
                f"{py_name(key)}={self.text(value)}"
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
        return PythonCode(py.sequence(f"{name}(", arguments, ")"), py.CALL)

    def _function_name(self, function: FunctionSchema) -> str:
        module = self.module.package_path(function.package, function.canonical)
        return f"{module}.{py_name(function.canonical.rsplit(':', 1)[-1])}_output"

    def _keywords(self, node: AnyNode) -> list[str]:
        inner = node.inner if isinstance(node, Convert) else node
        inner = unwrapped(inner) if not isinstance(inner, (Apply, Convert)) else inner
        if isinstance(inner, Object):
            return [
                f"{py_name(key)}={self.text(item.value)}"
                for item in inner.items
                if (key := literal_text(item.key)) is not None
            ]
        return [f"**{self.text(node)}"]

    def _invoke_options(self, node: AnyNode | None) -> str:
        parts: list[str] = []
        if self.module.is_component:
            parts.append("parent=self")
        inner = node.inner if isinstance(node, Convert) else node
        if isinstance(inner, Object):
            for item in inner.items:
                key = literal_text(item.key)
                if key is not None:
                    parts.append(f"{py_name(key)}={self.text(item.value)}")
        return f"pulumi.InvokeOutputOptions({', '.join(parts)})" if parts else ""

    def method(self, node: Call) -> PythonCode:
        """The Python of a ``call``: a method."""
        receiver = self.text(node.arguments[0], py.CALL)
        method = py_name(literal_text(node.arguments[1]) or "")
        arguments = ", ".join(self._keywords(node.arguments[2]))
        return PythonCode(f"{receiver}.{method}({arguments})", py.CALL)


def _is_null(node: AnyNode) -> bool:
    return isinstance(node, Literal) and node.value is None

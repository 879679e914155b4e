"""Resources that a range multiplies: loops, and functions for ranges that are known only later."""

from __future__ import annotations

from collections.abc import Callable

from confty import types
from confty.kit.hcl.syntax import Expression
from confty.languages.pcl import model
from confty.languages.pcl.converter.python.expressions import ExpressionWriter
from confty.languages.pcl.converter.python.module import PythonFile
from confty.languages.pcl.converter.python.types import python_type
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.rules import is_optional
from confty.languages.pcl.traversal import collection

# Writes one resource under the name that it is given.
Make = Callable[[str], str]


class Ranges:
    """Writes the resources of one module, each as often as its range says."""

    def __init__(self, module: PythonFile, expressions: ExpressionWriter) -> None:
        self.module = module
        self.expressions = expressions

    def write(self, node: model.InstanceNode, kind: str, make: Make) -> None:
        """Write a node, or the loop that its range asks for; ``kind`` is its class."""
        name = self.module.names.of(node.name)
        value = node.option("range")
        if value is None:
            self._kept(node, name, make(self.module.resource_name(node, "")))
        elif node.name in self.module.late_ranges:
            self._late(node, name, value, kind, make)
        elif node.range_kind == model.RangeKind.BOOL:
            test = self.expressions.text_for(value, types.BOOL)
            made = make(self.module.resource_name(node, ""))
            if self.module.is_read(node):
                self.module.add(f"{name}: {kind} | None = None")
                made = f"{name} = {made}"
            self.module.add(f"if {test}:\n{py.indented(made)}")
        else:
            text = self.expressions.text_for(value, None, py.CALL)
            if node.range_kind == model.RangeKind.NUMBER:
                text = self.expressions.text_for(value, types.INT)
            found = self.module.typed.of(value)
            self.module.add(self._loop(node, name, _source(node, text, found), kind, make))

    def _kept(self, node: model.InstanceNode, name: str, made: str) -> None:
        """Name what was made where somebody reads the name."""
        self.module.add(f"{name} = {made}" if self.module.is_read(node) else made)

    def _loop(
        self, node: model.InstanceNode, name: str, source: str, kind: str, make: Make
    ) -> str:
        """A list or a dictionary and the loop that fills it; ``range`` means its variables."""
        number = node.range_kind == model.RangeKind.NUMBER
        keyed = node.range_kind == model.RangeKind.MAP
        value = self.module.names.fresh(f"{name}_{'index' if number else 'value'}")
        key = value if number else self.module.names.fresh(f"{name}_key")
        before = self.module.range_names
        self.module.range_names = {**before, "range": {"key": key, "value": value}}
        with self.module.typed.context.bound({"range": self._range_variable(node)}):
            made = make(self.module.resource_name(node, f"-{{{key}}}"))
        self.module.range_names = before
        head = value if number else f"{key}, {value}"
        if not number and value not in _names_in(made):
            # A loop's variables may not go unread.
            head = f"{key}, _"
        holder = f"dict[str, {kind}] = {{}}" if keyed else f"list[{kind}] = []"
        entry = f"{name}[{key}] = {made}" if keyed else f"{name}.append({made})"
        return f"{name}: {holder}\nfor {head} in {source}:\n{py.indented(entry)}"

    def _range_variable(self, node: model.InstanceNode) -> model.Variable:
        """What ``range`` means inside the node, with a type for rewriting."""
        if node.range_kind == model.RangeKind.NUMBER:
            return model.Variable("range", types.object_of([("value", types.INT)]), None)
        value = node.option("range")
        assert value is not None
        over = collection(self.module.typed.of(value))
        return model.Variable(
            "range", types.object_of([("key", over.key), ("value", over.value)]), None
        )

    def _late(
        self, node: model.InstanceNode, name: str, value: Expression, kind: str, make: Make
    ) -> None:
        """A range over an output: a function makes the resources when it is known."""
        given = self.module.names.fresh(f"{name}_range")
        create = self.module.names.fresh(f"create_{name}")
        source = self.expressions.text_for(value, None, py.CALL)
        found = self.module.typed.of(value)
        if not isinstance(types.unfold(found), types.Eventual):
            source = f"pulumi.Output.from_input({source})"
        taken = python_type(types.resolve(found))
        self.module.needs_words(taken)
        if node.range_kind == model.RangeKind.BOOL:
            made = make(self.module.resource_name(node, ""))
            body, shown = f"return {made} if {given} else None", f"{kind} | None"
        else:
            inner = self.module.names.fresh(f"made_{name}")
            loop = self._loop(node, inner, _source(node, given, found), kind, make)
            body = f"{loop}\nreturn {inner}"
            keyed = node.range_kind == model.RangeKind.MAP
            shown = f"dict[str, {kind}]" if keyed else f"list[{kind}]"
        self.module.add(f"\n\ndef {create}({given}: {taken}) -> {shown}:\n{py.indented(body)}\n\n")
        self._kept(node, name, f"{source}.apply({create})")


def _source(node: model.InstanceNode, text: str, found: types.Type) -> str:
    """What the loop runs over; nothing where there is nothing."""
    missing = is_optional(types.resolve(found))
    if node.range_kind == model.RangeKind.NUMBER:
        plain = types.unfold(types.resolve(found)) is types.INT
        inner = f"{text} or 0" if missing else text
        return f"range({inner})" if plain else f"range(int({inner}))"
    if node.range_kind == model.RangeKind.MAP:
        return f"sorted(({text} or {{}}).items())" if missing else f"sorted({text}.items())"
    return f"enumerate({text} or [])" if missing else f"enumerate({text})"


def is_late(type_: types.Type) -> bool:
    """Whether a range of this type is known only later."""
    inner = types.unfold(type_)
    if isinstance(inner, types.Union):
        return any(is_late(member) for member in inner.members)
    return isinstance(inner, types.Eventual)


def _names_in(text: str) -> set[str]:
    return set(py.words(text))

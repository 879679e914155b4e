"""The checked tree as text: a node a line, with its type and its place."""

from __future__ import annotations

from typing import Final, assert_never

from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Checked, Typed
from confty.languages.phy.spelling import spell
from confty.types import ListOf

_DEEPEST_INDENT: Final = 40


def typed_text(checked: Checked) -> str:
    """Write the checked tree, a node a line with its type and its place."""
    lines: list[str] = []
    for procedure in checked.procedures:
        parameters = ", ".join([f"{one.name}: {spell(one.type)}" for one in procedure.parameters])
        name = procedure.name or "(program)"
        lines.append(f"{name}({parameters}) -> {spell(procedure.result)}")
        assert procedure.body is not None
        waiting: list[tuple[Typed, int]] = [(procedure.body, 1)]
        while waiting:
            node, level = waiting.pop()
            line, column = checked.source.place(node.start)
            indent = "  " * min(level, _DEEPEST_INDENT)
            lines.append(f"{indent}{_headed(node)} : {spell(node.type)} at {line}:{column}")
            waiting.extend([(part, level + 1) for part in reversed(tree.parts(node))])
    return "".join([f"{line}\n" for line in lines])


def _headed(node: Typed) -> str:
    """Name a node by its operation and what only it knows."""
    match node:
        case tree.Number():
            return f"{spell(node.type)} {node.value}"
        case tree.Text():
            return f"text {node.text!r}"
        case tree.ProcedureName():
            return f"proc {node.procedure.name}"
        case tree.VariableName():
            return f"local {node.variable.name}"
        case tree.Declare():
            return f"decl {node.variable.name}"
        case tree.BuiltinCall():
            return f"builtin {node.builtin.name}"
        case tree.Field():
            return f"field {node.position}"
        case tree.MakeRecord():
            return f"record {' '.join(node.names)}"
        case tree.Match():
            return f"match {' '.join([rule.variable.name for rule in node.rules])}"
        case tree.Logic():
            return node.word
        case tree.MakeList():
            return "seq" if isinstance(node.type, ListOf) and node.type.length is None else "array"
        case tree.MakeTuple():
            return "tuple"
        case tree.Assign():
            return "asgn"
        case tree.Broken():
            return "error"
        case (
            tree.Read() | tree.Inject() | tree.As() | tree.Exprs() | tree.If() | tree.While()
            | tree.Return() | tree.Unreachable() | tree.At() | tree.Call()
        ):  # fmt: skip
            return type(node).__name__.lower()
        case _:
            assert_never(node)

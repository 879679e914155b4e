"""What each stage makes of a file, for people: the checked tree, Python, LLVM, assembly."""

from __future__ import annotations

from typing import Final, assert_never

from confty.language import Host, Outcome
from confty.languages.phy import codes
from confty.languages.phy.checker import check
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Checked, Typed
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.lower import lower
from confty.languages.phy.evaluator.native import machine
from confty.languages.phy.evaluator.native.module import print_llvm
from confty.languages.phy.evaluator.python.printer import print_python
from confty.languages.phy.settings import dialect_of
from confty.languages.phy.spelling import spell
from confty.text import Source
from confty.types import ListOf

STAGES: Final = ("typed", "python", "llvm", "asm")
_DEEPEST_INDENT: Final = 40


def emit(source: Source, host: Host, stage: str) -> Outcome[str]:
    """Return the text of a stage."""
    checked = check(source, dialect_of(host))
    if checked.failed:
        return Outcome("", checked.diagnostics)
    if stage == "typed":
        return Outcome(_typed(checked.output))
    if checked.output.entry is None:
        return Outcome("")
    program = lower(checked.output)
    if stage == "python":
        return Outcome(print_python(program).text + "\n")
    if stage == "llvm":
        return Outcome(print_llvm(program).text + "\n")
    missing = native.missing()
    if missing:
        finding = codes.NO_JIT.at(None, missing)
        return Outcome("", (finding.with_help("install confty[jit]"),))
    return Outcome(machine.assembly(program))


def _typed(checked: Checked) -> str:
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

"""What each stage makes of a file, for people: the checked tree, Python, LLVM, assembly."""

from __future__ import annotations

from typing import Final

from confty.language import Host, Outcome
from confty.languages.phy import codes
from confty.languages.phy.checker import check
from confty.languages.phy.checker.checked import Checked, Procedure, Typed, Variable
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.lower import lower
from confty.languages.phy.evaluator.python import print_python
from confty.languages.phy.evaluator.run import dialect_of
from confty.languages.phy.spelling import spell
from confty.text import Source

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
        from confty.languages.phy.evaluator.native.module import print_llvm

        return Outcome(print_llvm(program).text + "\n")
    missing = native.missing()
    if missing:
        finding = codes.NO_JIT.at(None, missing)
        return Outcome("", (finding.with_help("install confty[jit]"),))
    from confty.languages.phy.evaluator.native.engine import assembly

    return Outcome(assembly(program))


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
            waiting.extend([(part, level + 1) for part in reversed(node.parts)])
    return "".join([f"{line}\n" for line in lines])


def _headed(node: Typed) -> str:
    """Name a node by its operation and what only it knows."""
    data = node.data
    if isinstance(data, (Variable, Procedure)):
        return f"{node.op} {data.name}"
    if node.op in {"int", "float", "bool", "field", "builtin", "text"}:
        return f"{node.op} {data}"
    if node.op == "record":
        assert isinstance(data, tuple)
        return f"record {' '.join(map(str, data))}"
    if node.op == "match":
        assert isinstance(data, tuple)
        return f"match {' '.join([variable.name for variable in data])}"
    return node.op

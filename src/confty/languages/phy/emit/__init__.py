"""What each stage makes of a file: for people to read, and for other machines to run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from confty.language import Host, Outcome
from confty.languages.phy import codes
from confty.languages.phy.checker import check
from confty.languages.phy.checker.checked import Checked
from confty.languages.phy.emit.executable import ENTRY, c_program
from confty.languages.phy.emit.header import c_header
from confty.languages.phy.emit.linking import LinkFailed, NoLinker, link_executable, link_module
from confty.languages.phy.emit.lowered import lowered_text
from confty.languages.phy.emit.names import exports
from confty.languages.phy.emit.typed import typed_text
from confty.languages.phy.emit.web import described, loader
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.lower import lower, lower_all
from confty.languages.phy.evaluator.lowered import Lowered, LoweredProcedure
from confty.languages.phy.evaluator.native import compiling
from confty.languages.phy.evaluator.native.layout import MachineTypes
from confty.languages.phy.evaluator.native.module import NativeSource, Platform, print_llvm
from confty.languages.phy.evaluator.native.standalone import (
    LINKED,
    WEB,
    exported,
    for_the_web,
    hidden,
)
from confty.languages.phy.evaluator.native.writer import FunctionWriter
from confty.languages.phy.evaluator.python.printer import print_python
from confty.languages.phy.settings import dialect_of
from confty.text import Source

#: Stages that are text, and those that are for machines only.
TEXTS: Final = ("typed", "lowered", "python", "llvm", "asm", "c-header", "js")
BINARIES: Final = ("object", "exe", "wasm")
STAGES: Final = (*TEXTS, *BINARIES)
_WEB: Final = "wasm32-unknown-unknown"


def emit(
    source: Source, host: Host, stage: str, *, optimised: bool | None = None
) -> Outcome[str | bytes]:
    """Return what a stage makes of a file; ``optimised`` by itself is what the stage is for."""
    checked = check(source, dialect_of(host))
    if checked.failed:
        return Outcome("", checked.diagnostics)
    if stage == "typed":
        return Outcome(typed_text(checked.output))
    if checked.output.entry is None:
        return Outcome("")
    if stage in {"lowered", "python"}:
        program = lower(checked.output)
        if stage == "lowered":
            return Outcome(lowered_text(program, source))
        return Outcome(print_python(program).text + "\n")
    if stage == "js":
        return Outcome(loader())
    if stage == "c-header":
        return Outcome(c_header(checked.output, lower_all(checked.output)))
    if stage == "llvm" and not optimised:
        return Outcome(print_llvm(lower(checked.output)).text + "\n")
    missing = native.missing()
    if missing:
        finding = codes.NO_JIT.at(None, missing)
        return Outcome("", (finding.with_help("install confty[jit]"),))
    return _compiled(checked.output, stage, optimised=optimised is not False)


def _compiled(checked: Checked, stage: str, *, optimised: bool) -> Outcome[str | bytes]:
    if stage in {"llvm", "asm"}:
        source = _with_effort(print_llvm(lower(checked)), optimised)
        module, machine = compiling.compiled(source)
        return Outcome(str(module) if stage == "llvm" else machine.emit_assembly(module))
    program = lower_all(checked)
    if stage == "exe":
        entry = program.bodies[-1]
        if entry.parameters:
            message = f"expected an entry procedure without parameters, found {entry.name}"
            return Outcome("", (codes.NOTHING_TO_RUN.at(None, message),))
    try:
        return Outcome(_BUILDERS[stage](checked, program, optimised))
    except NoLinker as missing:
        message, _, help_ = str(missing).partition(": ")
        return Outcome("", (codes.NO_LINKER.at(None, message).with_help(help_),))
    except LinkFailed as failed:
        return Outcome("", (codes.NO_LINKER.at(None, f"linking failed: {failed}"),))


def _with_effort(source: NativeSource, optimised: bool) -> NativeSource:
    return NativeSource(source.text, source.layout, source.effort if optimised else 0)


def _around(names: dict[int, str], ends: str, *, checks_stack: bool) -> Platform:
    def enter(body: LoweredProcedure, layout: MachineTypes, writer: FunctionWriter) -> str:
        return exported(body, names[body.number], layout, writer)

    return Platform(ends, enter, checks_stack=checks_stack)


def _object(checked: Checked, program: Lowered, optimised: bool) -> bytes:
    return _linkable(program, exports(checked, program.bodies), optimised)


def _linkable(program: Lowered, names: dict[int, str], optimised: bool) -> bytes:
    """Make an object file of this machine's kind."""
    import llvmlite.binding as llvm  # noqa: PLC0415  an extra

    source = print_llvm(program, list(names), _around(names, LINKED, checks_stack=True))
    source = NativeSource(hidden(source.text), source.layout, source.effort if optimised else 0)
    triple = llvm.get_process_triple()
    machine = compiling.target_for(triple, source.effort)
    return machine.emit_object(compiling.optimised(source, triple, machine))


def _executable(checked: Checked, program: Lowered, optimised: bool) -> bytes:
    made = _linkable(program, {len(program.bodies) - 1: ENTRY}, optimised)
    return link_executable(c_program(checked, program), made, optimised=optimised)


def _web(checked: Checked, program: Lowered, optimised: bool) -> bytes:
    """Make a module of WebAssembly."""
    names = exports(checked, program.bodies)
    source = print_llvm(program, list(names), _around(names, WEB, checks_stack=False))
    source = NativeSource(
        hidden(for_the_web(source.text)), source.layout, source.effort if optimised else 0
    )
    features = "+bulk-memory,+multivalue,+sign-ext,+mutable-globals"
    machine = compiling.target_for(_WEB, source.effort, features=features)
    made = machine.emit_object(compiling.optimised(source, _WEB, machine))
    return described(link_module(made, list(names.values())), checked, program)


_BUILDERS: Final[dict[str, Callable[[Checked, Lowered, bool], bytes]]] = {
    "object": _object,
    "exe": _executable,
    "wasm": _web,
}

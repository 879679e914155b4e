"""From LLVM text to machine code: optimised, and kept for the next time."""

from __future__ import annotations

from _blake2 import blake2b
from collections import OrderedDict
from typing import Final, Protocol

from confty import __version__
from confty.kit.locks import Lock
from confty.kit.store import user_store
from confty.languages.phy.evaluator.memory import WIDEST
from confty.languages.phy.evaluator.native import TooLarge, Unavailable
from confty.languages.phy.evaluator.native.module import NativeSource
from confty.records import Record

# What the functions that every program has may take of a stack.
_LIBRARY: Final = 1 << 20
# Characters of LLVM text: at most, and those optimised; and how many of each half a second takes.
_MOST_TEXT: Final = 4_000_000
_MOST_OPTIMISED: Final = 600_000
_PLAIN_A_SECOND: Final = 500_000
_OPTIMISED_A_SECOND: Final = 100_000

# Raised when code is compiled in another way from the same text.
FORMAT: Final = 1
# The bytes before an object file on disk: the stack it needs.
_HEAD: Final = 8

# Machine code of the programs that ran last: how many, and how long their text may be.
_KEPT: Final = 8
_MOST_KEPT: Final = 200_000
_keeping: Final = Lock()
_kept: Final[OrderedDict[tuple[str, int], MachineCode]] = OrderedDict()


class TargetMachine(Protocol):
    """The machine that code is made for."""

    target_data: object

    def emit_assembly(self, module: object) -> str:
        """Write a module as text."""

    def emit_object(self, module: object) -> bytes:
        """Write a module as an object file."""


class LlvmModule(Protocol):
    """A module of LLVM; its text is what ``str`` gives."""

    triple: str
    data_layout: str

    def verify(self) -> None:
        """Raise an error for a module that is not well made."""


class _Passes(Protocol):
    """A pass manager."""

    def _dispose(self) -> None: ...
    def detach(self) -> None: ...
    def close(self) -> None: ...


class _Engine(Protocol):
    """Machine code in memory."""

    def get_function_address(self, name: str) -> int:
        """Return where a function starts."""

    def get_global_value_address(self, name: str) -> int:
        """Return where a variable lies."""


class MachineCode(metaclass=Record):
    """A program as machine code, and the stack that must be left where a procedure starts."""

    engine: _Engine
    reserve: int

    def function(self, name: str) -> int:
        """Return where a function starts."""
        return self.engine.get_function_address(name)

    def variable(self, name: str) -> int:
        """Return where a variable lies."""
        return self.engine.get_global_value_address(name)


def fitting(source: NativeSource, seconds: float | None) -> NativeSource:
    """Return the source with the effort that there is time for; raise ``TooLarge`` for none.

    Nobody can stop LLVM, so what it gets to do is bounded beforehand: half of the seconds that are
    left, going by the slowest programs that were measured.
    """
    size = len(source.text)
    most = _MOST_TEXT if seconds is None else min(_MOST_TEXT, int(seconds * _PLAIN_A_SECOND))
    if size > most:
        raise TooLarge("the program is too large for native code")
    well = _MOST_OPTIMISED
    if seconds is not None:
        well = min(well, int(seconds * _OPTIMISED_A_SECOND))
    return NativeSource(source.text, source.layout, source.effort if size <= well else 0)


def compiled(source: NativeSource) -> tuple[LlvmModule, TargetMachine]:
    """Parse, verify and optimise a module for this machine; return it with its target."""
    import llvmlite.binding as llvm  # noqa: PLC0415  an extra

    triple = llvm.get_process_triple()
    features = llvm.get_host_cpu_features().flatten()
    # Code and data lie beside each other (see ``_loaded``), so that calls are short.
    machine = target_for(triple, source.effort, llvm.get_host_cpu_name(), features)
    return optimised(source, triple, machine), machine


def target_for(triple: str, effort: int, cpu: str = "", features: str = "") -> TargetMachine:
    """Return the target machine of a triple; every one of its kind unless a CPU is named."""
    import llvmlite.binding as llvm  # noqa: PLC0415  an extra

    if triple == llvm.get_process_triple():
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
    else:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
    machine: TargetMachine = llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu, features=features, opt=effort, reloc="pic", codemodel="small"
    )
    return machine


def optimised(source: NativeSource, triple: str, machine: TargetMachine) -> LlvmModule:
    """Parse, verify and optimise a module for a target."""
    import llvmlite.binding as llvm  # noqa: PLC0415  an extra

    module: LlvmModule = llvm.parse_assembly(source.text)
    module.triple = triple
    # Before anything is optimised: where the parts of a struct lie follows from it.
    module.data_layout = str(machine.target_data)
    module.verify()
    if source.effort == 0:
        return module
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    # Twice: only when the checks that never fail are gone do loops show what they are.
    for _ in range(2):
        passes = builder.getModulePassManager()
        try:
            passes.run(module, builder)
        finally:
            _dispose(passes)
    return module


def _dispose(passes: _Passes) -> None:
    """Give the memory of a pass manager back.

    In llvmlite the class before in its order of bases hides the method that does: 80 KB a run.
    """
    from llvmlite.binding import ffi, newpassmanagers  # noqa: PLC0415  an extra

    hidden = newpassmanagers.NewPassManager._dispose  # noqa: SLF001  there is no other way
    if type(passes)._dispose is ffi.ObjectRef._dispose:  # noqa: SLF001  whether it is hidden
        hidden(passes)
        passes.detach()
    else:
        passes.close()


def linked(source: NativeSource, *, on_disk: bool = True) -> MachineCode:
    """Return a program as machine code, ready to be run; that of the last few is kept."""
    try:
        import llvmlite.binding  # noqa: F401, PLC0415  an extra
    except (ImportError, OSError):
        raise Unavailable("the package llvmlite does not load") from None
    key = source.text, source.effort
    known = _keeping.holding(lambda: _known(key))
    if known is not None:
        return known
    code = _loaded(*_object(source, on_disk=on_disk))
    if len(source.text) <= _MOST_KEPT:
        _keeping.holding(lambda: _keep(key, code))
    return code


def _known(key: tuple[str, int]) -> MachineCode | None:
    if key in _kept:
        _kept.move_to_end(key)
    return _kept.get(key)


def _keep(key: tuple[str, int], code: MachineCode) -> None:
    _kept[key] = code
    while len(_kept) > _KEPT:
        _kept.popitem(last=False)


def _object(source: NativeSource, *, on_disk: bool) -> tuple[bytes, int]:
    """Return the object file of a program, and the stack it needs; from disk, if it is there."""
    store = user_store("phy") if on_disk else None
    name = _name(source)
    kept = None if store is None else store.load(name)
    if kept is not None and len(kept) > _HEAD:
        return kept[_HEAD:], int.from_bytes(kept[:_HEAD], "little")
    module, machine = compiled(source)
    made, reserve = machine.emit_object(module), _reserve(str(module))
    if store is not None:
        store.store(name, reserve.to_bytes(_HEAD, "little") + made)
        store.evict()
    return made, reserve


def _name(source: NativeSource) -> str:
    """Name a program by its text, the compiler and the machine: any other makes other code."""
    import llvmlite  # noqa: PLC0415  an extra
    import llvmlite.binding as llvm  # noqa: PLC0415  an extra

    build = (
        __version__, FORMAT, source.effort, llvmlite.__version__, llvm.llvm_version_info,
        llvm.get_process_triple(), llvm.get_host_cpu_name(),
        llvm.get_host_cpu_features().flatten(),
    )  # fmt: skip
    text = f"{build}\n{source.text}"
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()


def _loaded(object_: bytes, reserve: int) -> MachineCode:
    """Make an object file ready to be run."""
    import llvmlite.binding as llvm  # noqa: PLC0415  an extra

    machine = target_for(llvm.get_process_triple(), 0)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine, use_lmm=True)
    engine.add_object_file(llvm.ObjectFileRef.from_data(object_))
    engine.finalize_object()
    return MachineCode(engine, reserve)


def _reserve(text: str) -> int:
    """Return how much stack must be left where a procedure is entered.

    No value is wider than ``WIDEST`` and a tag, and a frame holds each value of its procedure at
    most once for every time it is mentioned: far more than compilers need, and stack is cheap.
    One frame is the procedure's own, one that of a procedure it calls which calls nobody.
    """
    mentions = max([part.count("%") for part in text.split("\ndefine ")])
    return _LIBRARY + 2 * mentions * 8 * (WIDEST + 2)

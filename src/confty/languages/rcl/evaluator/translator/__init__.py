"""Run a document as Python: translate, compile, call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from confty.languages.rcl.evaluator.library import STD_VALUE
from confty.languages.rcl.evaluator.run import Run
from confty.languages.rcl.evaluator.stop import Exhausted, Retry, Stop
from confty.languages.rcl.evaluator.translator.runtime import ANOMALIES, NAMES
from confty.languages.rcl.evaluator.translator.translate import Translator, Untranslatable
from confty.languages.rcl.loader import LoadProblem, Unit
from confty.languages.rcl.values import LIFTED, Builtin, Incomparable, Unordered, Value

__all__ = ["run_translated"]

# Steps are counted roughly here, at most this many times too often: who exceeds this budget has
# certainly exceeded the limit.
FAST_STEPS = 30_000_000


def run_translated(run: Run, unit: Unit, names: dict[str, Value], depth: int = 0) -> Value:
    """Return the value of a document, or raise ``Retry`` when it takes a closer look."""
    try:
        main = _compiled(run, unit, names)
        return main(depth, FAST_STEPS)
    except Exhausted:
        raise
    except (*ANOMALIES, Untranslatable, Incomparable, Unordered, Stop):
        raise Retry from None


def _compiled(run: Run, unit: Unit, names: dict[str, Value]) -> Callable[[int, int], Value]:
    from confty.languages.rcl.evaluator.reference import byte_place

    assert unit.checked is not None
    ours = all(one.foreign is None for one in run.program.units.values())
    translator = Translator(
        unit.checked, lambda start, end: byte_place(unit, start, end), trusting=ours
    )
    source = translator.module()
    try:
        code = compile(source, unit.source.name, "exec", dont_inherit=True)
    except (SyntaxError, RecursionError, MemoryError):
        # Python nests blocks and brackets less deeply than RCL nests expressions.
        raise Untranslatable from None

    def imported(index: int, depth: int) -> Value:
        node, path = translator.imports[index]
        assert unit.checked is not None
        other = run.load(path, unit, unit.checked.span(node.path.start, node.path.end))
        if not other.has_value:
            run.under_way.append((other, None))
            other.value = (
                other.json_value if other.is_json else run_translated(run, other, {}, depth)
            )
            run.under_way.pop()
        if LIFTED and other.foreign is not None:
            from confty.values import is_plain

            if not is_plain(other.value):
                # Labels want places for their stories, and care wherever they are read.
                raise Retry
        return other.value

    def read_file(_site: Any, path: Value) -> str:
        # Relative to the document that is being evaluated, as in the original.
        try:
            return run.program.text(path, run.under_way[-1][0].source.name)
        except LoadProblem:
            raise Retry from None

    known = STD_VALUE["read_file_utf8"]
    std = {**STD_VALUE, "read_file_utf8": Builtin(known.name, known.parameters, read_file)}
    space: dict[str, Any] = {**NAMES, **translator.out.constants, "G_std": std}
    space["G_import"] = imported
    for name, value in {**run.inputs, **names}.items():
        space[f"G_{name}"] = value
    exec(code, space)  # noqa: S102  our own translation; names and constants are ours
    main: Callable[[int, int], Value] = space["main"]
    return main

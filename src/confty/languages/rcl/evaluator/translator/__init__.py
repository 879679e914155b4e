"""Run a document as Python: translate, compile, call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from confty.languages.rcl.evaluator.lending import recalled, remember
from confty.languages.rcl.evaluator.run import Retry, Run, Stop
from confty.languages.rcl.evaluator.translator.expressions import TRANSLATIONS
from confty.languages.rcl.evaluator.translator.runtime import ANOMALIES, NAMES
from confty.languages.rcl.evaluator.translator.translator import Translator, Untranslatable
from confty.languages.rcl.library.call_site import Exhausted, Site
from confty.languages.rcl.library.table import STD, STD_VALUE
from confty.languages.rcl.unit import NO_VALUE, LoadProblem, Unit
from confty.languages.rcl.values import Builtin, Endless, Incomparable, Unordered, Value

__all__ = ["run_translated"]

# Steps are counted roughly here, at most this many times too often: who exceeds this budget has
# certainly exceeded the limit.
FAST_STEPS = 30_000_000


def run_translated(run: Run, unit: Unit, names: dict[str, Value], depth: int = 0) -> Value:
    """Return the value of a document, or raise ``Retry`` when it takes a closer look."""
    try:
        main = _compiled(run, unit, names)
        return main(depth, FAST_STEPS)
    except (Exhausted, MemoryError):
        raise
    except (*ANOMALIES, Untranslatable, Incomparable, Unordered, Endless, Stop):
        raise Retry from None


def _compiled(run: Run, unit: Unit, names: dict[str, Value]) -> Callable[[int, int], Value]:
    assert unit.checked is not None
    ours = all(one.foreign is None for one in run.program.units.values())
    tests = run.operations.tests
    translator = Translator(unit.checked, unit.byte_place, tests, TRANSLATIONS, trusting=ours)
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
            other.value = _value(run, other, depth)
            run.under_way.pop()
        if other.foreign is not None and not run.operations.is_plain(other.value):
            raise Retry
        return other.value

    def read_file(_site: Site, path: Value) -> str:
        # Relative to the document that is being evaluated, as in the original.
        try:
            return run.program.text(path, run.under_way[-1][0].source.name)
        except LoadProblem:
            raise Retry from None

    std = {**STD_VALUE, "read_file_utf8": Builtin(STD["read_file_utf8"], read_file)}
    space: dict[str, Any] = {**NAMES, **translator.out.constants, "G_std": std}
    space["G_import"] = imported
    space["UNIT"] = unit  # for who looks at stacks
    for name, value in {**run.inputs, **names}.items():
        space[f"G_{name}"] = value
    if translator.flat:

        def main(depth: int, left: int) -> Value:
            space.update(d=depth, left=left)
            exec(code, space)  # noqa: S102  our own translation; names and constants are ours
            return space["result"]

        return main
    exec(code, space)  # noqa: S102  our own translation; names and constants are ours
    made: Callable[[int, int], Value] = space["main"]
    return made


def _value(run: Run, unit: Unit, depth: int) -> Value:
    """Return the value of an imported document."""
    value = unit.json_value if unit.is_json else recalled(run, unit, depth)
    if value is NO_VALUE:
        value = run_translated(run, unit, {}, depth)
        remember(run, unit, depth, value, None)
    return value

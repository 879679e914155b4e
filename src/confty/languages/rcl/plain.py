"""RCL values as plain Python data and back, for the API and for other languages."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from confty.kit.depth import deep_recursion
from confty.language import Outcome
from confty.languages.rcl import codes
from confty.languages.rcl.numbers import Exact, Inexact, negate, read, spell
from confty.languages.rcl.renderer import Inexpressible, shown
from confty.languages.rcl.values import LIFTED, Value, elements, kind, pairs

if TYPE_CHECKING:
    from confty.languages.rcl.evaluator import Evaluated


def plain(evaluated: Evaluated) -> Outcome[Any]:
    """Return dicts, lists and atoms; sets become lists, exact numbers Decimals."""
    with deep_recursion():
        try:
            return Outcome(_plain(evaluated.value, ()))
        except Inexpressible as problem:
            finding = codes.NOT_EXPRESSIBLE.at(evaluated.unit.whole(), problem.message)
            return Outcome(None, (finding.with_path(problem.path),))
        except RecursionError:
            message = "the value nests too deeply"
            return Outcome(None, (codes.NOT_EXPRESSIBLE.at(evaluated.unit.whole(), message),))


def from_plain(value: Any) -> Value:
    """Return plain data as a value of ours; raises ``ValueError`` for what RCL cannot hold."""
    if isinstance(value, dict):
        return {str(key): from_plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [from_plain(one) for one in value]
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, (int, float, Decimal)):
        text = repr(value) if isinstance(value, float) else str(value)
        try:
            number = read(text.removeprefix("-").lower())
        except (Inexact, ValueError):
            raise ValueError(f"the number {text}, which does not fit") from None
        return negate(number) if text.startswith("-") else number
    from confty.languages.rcl.evaluator.lifting import bare, install, is_unknown, relabelled

    install()
    inner = bare(value)
    if inner is value:
        raise ValueError(f"a {type(value).__name__}, which RCL has no value for")
    return value if is_unknown(value) else relabelled(from_plain(inner), value)


def _plain(value: Value, path: tuple[str | int, ...]) -> Any:
    cls = value.__class__
    if value is None or cls is bool or cls is int or cls is str:
        return value
    if cls is Exact:
        return Decimal(spell(value))
    if cls is list or cls is set:
        return [_plain(one, (*path, index)) for index, one in enumerate(elements(value))]
    if cls is dict:
        made = {}
        for key, one in pairs(value):
            if key.__class__ is not str:
                message = f"expected a String as key, found {kind(key)} {shown(key)}"
                raise Inexpressible(message, path)
            made[key] = _plain(one, (*path, key))
        return made
    if cls in LIFTED:
        from confty.languages.rcl.evaluator.lifting import bare, is_unknown, relabelled

        return value if is_unknown(value) else relabelled(_plain(bare(value), path), value)
    raise Inexpressible(f"a {kind(value)} is not plain data", path)

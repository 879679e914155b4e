"""What an expression certainly needs, so that it can be worked out before it is asked for.

Working something out early must not change which error a user sees.  So the walk follows the
order of evaluation and stops collecting at the first thing that may stop the program by itself:
a call of something unknown, a field, ``error``, an assert.  Operators on variables do not count.
"""

from __future__ import annotations

from confty.languages.jsonnet.library import FUNCTIONS
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    # The names that are certainly needed, in order, and whether nothing before them can stop.
    Needs = tuple[tuple[str, ...], bool]
    # For a directly known function: its parameter names and which of them it needs.
    Known = Callable[[str], tuple[tuple[str, ...], frozenset[str]] | None]

# Expressions longer than this are not looked into: the walk is made anew at each level.
REACH: Final = 3000

_NOTHING: Final[Needs] = ((), True)
_STOPS: Final[Needs] = ((), False)


def needs(node: s.Expression, known: Known) -> tuple[str, ...]:
    """The free variables that ``node`` certainly works out before anything can stop it."""
    return _needs(node, known)[0]


def _needs(node: s.Expression, known: Known) -> Needs:
    return _RULES.get(node.__class__, _unknown)(node, known)


def _unknown(_node: s.Expression, _known: Known) -> Needs:
    return _STOPS


def _nothing(_node: s.Expression, _known: Known) -> Needs:
    return _NOTHING


def _then(first: Needs, second: Callable[[], Needs]) -> Needs:
    names, calm = first
    if not calm:
        return first
    more, calm = second()
    return names + more, calm


def _name(node: s.Name, _known: Known) -> Needs:
    return (node.name,), True


def _parens(node: s.Parens, known: Known) -> Needs:
    return _needs(node.inner, known)


def _unary(node: s.Unary, known: Known) -> Needs:
    return _needs(node.operand, known)


def _binary(node: s.Binary, known: Known) -> Needs:
    first = _needs(node.left, known)
    if node.operator in {"&&", "||"}:
        return first[0], first[1] and _needs(node.right, known)[1]
    return _then(first, lambda: _needs(node.right, known))


def _if(node: s.If, known: Known) -> Needs:
    def branches() -> Needs:
        yes, calm = _needs(node.yes, known)
        no, also = _needs(node.no, known) if node.no is not None else _NOTHING
        return tuple([name for name in yes if name in no]), calm and also

    return _then(_needs(node.test, known), branches)


def _local(node: s.Local, known: Known) -> Needs:
    bound = {bind.name.name for bind in node.binds}

    def shadowed(name: str) -> tuple[tuple[str, ...], frozenset[str]] | None:
        return None if name in bound else known(name)

    plain = {b.name.name: b.value for b in node.binds if b.parameters is None}
    names, calm = _needs(node.body, shadowed)
    outer: list[str] = []
    for name in names:
        if name not in bound:
            outer.append(name)
            continue
        if name not in plain:
            return tuple(outer), False
        inner, quiet = _needs(plain[name], shadowed)
        for deeper in inner:
            if deeper in bound:
                return tuple(outer), False
            outer.append(deeper)
        if not quiet:
            return tuple(outer), False
    return tuple(outer), calm


def _call(node: s.Call, known: Known) -> Needs:
    callee = node.callee
    if isinstance(callee, s.Name):
        found = known(callee.name)
        if found is not None:
            return _direct(node, found, known)
        return (callee.name,), False
    if _is_test(callee) and len(node.arguments) == 1:
        return _needs(node.arguments[0].value, known)
    return _needs(callee, known)[0], False


def _is_test(callee: s.Expression) -> bool:
    """Whether a call of it works its argument out and cannot stop the program by itself."""
    record = FUNCTIONS.get(s.library_name(callee) or "")
    return record is not None and record.total


def _direct(node: s.Call, found: tuple[tuple[str, ...], frozenset[str]], known: Known) -> Needs:
    parameters, strict = found
    collected: tuple[str, ...] = ()
    if len(node.arguments) > len(parameters):
        # The call fails before anything is worked out.
        return (), False
    for at, argument in enumerate(node.arguments):
        name = argument.name.name if argument.name is not None else parameters[at]
        if name in strict:
            names, calm = _needs(argument.value, known)
            collected += names
            if not calm:
                break
    return collected, False


def _target(node: s.Dot | s.Index | s.Slice | s.Extend, known: Known) -> Needs:
    return _needs(node.target, known)[0], False


def _message(node: s.Error, known: Known) -> Needs:
    return _needs(node.message, known)[0], False


def _assert(node: s.Assert, known: Known) -> Needs:
    return _needs(node.test, known)[0], False


_RULES: Final[dict[type, Callable[[Any, Known], Needs]]] = {
    s.Name: _name,
    s.Parens: _parens,
    s.Unary: _unary,
    s.Binary: _binary,
    s.If: _if,
    s.Local: _local,
    s.Call: _call,
    s.Dot: _target,
    s.Index: _target,
    s.Slice: _target,
    s.Extend: _target,
    s.Error: _message,
    s.Assert: _assert,
    s.Null: _nothing,
    s.Boolean: _nothing,
    s.Number: _nothing,
    s.String: _nothing,
    s.Function: _nothing,
    s.Array: _nothing,
    s.Self: _nothing,
    s.Dollar: _nothing,
}


def strict_parameters(
    parameters: list[s.Parameter], body: s.Expression, myself: str | None, known: Known
) -> tuple[str, ...]:
    """The parameters a function certainly needs, in the order it needs them.

    A function that calls itself is assumed to need them all, until that contradicts itself.
    """
    if body.end - body.start > REACH:
        return ()
    names = tuple([parameter.name.name for parameter in parameters])
    assumed = frozenset(names)
    while True:
        current = assumed

        def also_myself(
            name: str, current: frozenset[str] = current
        ) -> tuple[tuple[str, ...], frozenset[str]] | None:
            if name in names:
                return None
            return (names, current) if name == myself else known(name)

        found = needs(body, also_myself)
        ordered = tuple(dict.fromkeys([name for name in found if name in assumed]))
        if len(ordered) == len(assumed):
            return ordered
        assumed = frozenset(ordered)

"""Functions of libraries in which there can be no mistake of types, whoever calls them.

A generated library has thousands of ``withX(value): { spec+: { x: value } }``, of which a program
calls a few.  That nothing is wrong with one is seen from its text: it is made of literals and of
its own parameters.  So its type can wait until somebody asks for it.
"""

from __future__ import annotations

from confty.languages.jsonnet.lexer.folds import NESTING
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.parser.folds import FoldedObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_NOTHING: Final[frozenset[str]] = frozenset()
_LITERALS: Final = (syntax.String, syntax.Boolean, syntax.Null)
_LIBRARY: Final = "std"
#: Of a parameter, of which nothing is known, such a test may hold and may fail.
_TEST: Final = "isArray"
#: Deeper than anybody writes, and far from where types are cut off.
_DEEPEST: Final = 20
#: By how much the type of a function or of a choice is deeper than what is inside.
_DEEPER: Final = 2


class _MayFail(Exception):
    """Something is written that has to be looked at."""


def nesting(node: syntax.Field) -> int | None:
    """Return how deep the type of a field nests at most, None where something may be wrong in it.

    Only functions, and objects that have some, are worth the waiting.
    """
    if node.parameters is None and not _has_functions(node.value):
        return None
    try:
        return _of_member(node, _NOTHING, 0)
    except _MayFail:
        return None


def _has_functions(node: syntax.Expression) -> bool:
    """Whether an object has functions, or the last of the objects in it has."""
    while isinstance(node, syntax.Object) and not isinstance(node, FoldedObject):
        inner: syntax.Expression | None = None
        for one in node.members:
            if not isinstance(one, syntax.Field):
                return False
            if one.parameters is not None:
                return True
            inner = one.value
        if inner is None:
            return False
        node = inner
    return False


def _of_member(node: syntax.Member, names: frozenset[str], around: int) -> int:
    if not isinstance(node, syntax.Field) or node.computed:
        raise _MayFail
    parameters = node.parameters
    if parameters is None:
        return _of(node.value, names, around)
    names = names.union([one.name.name for one in parameters])
    for one in parameters:
        if one.default is not None:
            _of(one.default, names, around)
    return _of(node.value, names, around) + _DEEPER


def _of(node: syntax.Expression, names: frozenset[str], around: int) -> int:
    """Return how deep the type of an expression nests at most."""
    if isinstance(node, _LITERALS):
        return 1
    if isinstance(node, FoldedObject) and _is_known(node, names):
        return NESTING
    if isinstance(node, syntax.Object):
        if around == _DEEPEST:
            raise _MayFail
        around += 1
        return 1 + max([_of_member(one, names, around) for one in node.members], default=0)
    if isinstance(node, syntax.Name) and node.name in names:
        return 1
    if isinstance(node, syntax.Array):
        return _DEEPER + _of_all(node.elements, names, around)
    if isinstance(node, syntax.Parens):
        return _of_all((node.inner,), names, around)
    if isinstance(node, syntax.If) and node.no is not None and _is_open(node.test, names):
        return _DEEPER + max(_of_branch(node.yes, names), _of_branch(node.no, names))
    if isinstance(node, syntax.Number) and abs(node.value) < float("inf"):
        return 1
    raise _MayFail


def _is_known(node: FoldedObject, names: frozenset[str]) -> bool:
    return node.uses is None or (node.uses in names and _LIBRARY not in names)


def _of_all(nodes: Iterable[syntax.Expression], names: frozenset[str], around: int) -> int:
    if around == _DEEPEST:
        raise _MayFail
    return max([_of(one, names, around + 1) for one in nodes], default=0)


def _of_branch(node: syntax.Expression, names: frozenset[str]) -> int:
    """The same of a branch; there more is known of the parameter, so it holds no other test."""
    parts = node.elements if isinstance(node, syntax.Array) else (node,)
    if all(isinstance(one, (syntax.Name, *_LITERALS)) for one in parts):
        return _of(node, names, 0)
    raise _MayFail


def _is_open(test: syntax.Expression, names: frozenset[str]) -> bool:
    """Whether a condition is ``std.isArray(x)`` of a parameter."""
    if not isinstance(test, syntax.Call) or len(test.arguments) != 1 or _LIBRARY in names:
        return False
    callee, given = test.callee, test.arguments[0]
    return (
        isinstance(callee, syntax.Dot)
        and isinstance(callee.target, syntax.Name)
        and callee.target.name == _LIBRARY
        and callee.field.name == _TEST
        and given.name is None
        and isinstance(given.value, syntax.Name)
        and given.value.name in names
    )

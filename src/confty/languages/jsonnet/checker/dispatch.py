"""Which function infers which kind of expression: the table that a ``Checker`` is given."""

from __future__ import annotations

from _collections_abc import Callable

from confty import types
from confty.generics import TypeVar, cast
from confty.languages.jsonnet.checker import (
    calls,
    comprehensions,
    expressions,
    objects,
    operators,
    subscripts,
)
from confty.languages.jsonnet.checker.checker import Checker, Inference
from confty.languages.jsonnet.checker.functions import infer_function
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.parser.folds import FoldedObject
from confty.languages.jsonnet.rules import ANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

N = TypeVar("N", bound=syntax.Node)
_Rule = Callable[[Checker, syntax.Expression], types.Type]


def _rule(
    kind: type[N], infer: Callable[[Checker, N], types.Type]
) -> tuple[type[syntax.Node], _Rule]:
    """Pair a class with what infers it; the table asks each function about its class only."""
    return kind, cast("_Rule", infer)


INFER: Final[Inference] = dict(
    (
        _rule(syntax.Missing, lambda _, __: ANY),
        _rule(syntax.Null, lambda _, __: types.NULL),
        _rule(syntax.Boolean, lambda _, node: types.TRUE if node.value else types.FALSE),
        _rule(syntax.Number, expressions.infer_number),
        _rule(syntax.String, lambda _, __: types.STRING),
        _rule(syntax.Parens, lambda check, node: check.infer(node.inner)),
        _rule(syntax.Name, expressions.infer_name),
        _rule(syntax.Array, expressions.infer_array),
        _rule(syntax.ArrayComprehension, comprehensions.infer_array_comprehension),
        _rule(syntax.Object, objects.infer_object),
        _rule(FoldedObject, objects.infer_object),
        _rule(syntax.ObjectComprehension, comprehensions.infer_object_comprehension),
        _rule(syntax.Self, objects.infer_self),
        _rule(syntax.Dollar, objects.infer_dollar),
        _rule(syntax.SuperField, objects.infer_super_field),
        _rule(syntax.SuperIndex, objects.infer_super_index),
        _rule(syntax.InSuper, objects.infer_in_super),
        _rule(syntax.Dot, subscripts.infer_dot),
        _rule(syntax.Index, subscripts.infer_index),
        _rule(syntax.Slice, subscripts.infer_slice),
        _rule(syntax.Call, calls.infer_call),
        _rule(syntax.Function, lambda check, n: infer_function(check, n.parameters, n.body)),
        _rule(syntax.Unary, operators.infer_unary),
        _rule(syntax.Binary, operators.infer_binary),
        _rule(syntax.Extend, operators.infer_extend),
        _rule(syntax.If, expressions.infer_if),
        _rule(syntax.Local, expressions.infer_local),
        _rule(syntax.Assert, expressions.infer_assert),
        _rule(syntax.Error, expressions.infer_error),
        _rule(syntax.Import, expressions.infer_import),
    )
)

"""Which function emits which expression: the whole of the language on one screen."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler import (
    calls,
    expressions,
    functions,
    locals,  # noqa: A004  named for what it translates
    loops,
    objects,
)
from confty.languages.jsonnet.evaluator.compiler.unit import Emitters
from confty.languages.jsonnet.parser import syntax as s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

TABLES: Final = Emitters(
    expressions={
        s.Null: expressions.emit_literal,
        s.Boolean: expressions.emit_literal,
        s.Number: expressions.emit_literal,
        s.String: expressions.emit_literal,
        s.Parens: expressions.emit_parens,
        s.Name: expressions.emit_name,
        s.Self: expressions.emit_self,
        s.Dollar: expressions.emit_dollar,
        s.SuperField: expressions.emit_super_field,
        s.SuperIndex: expressions.emit_super_index,
        s.InSuper: expressions.emit_in_super,
        s.Dot: expressions.emit_dot,
        s.Index: expressions.emit_index,
        s.Slice: expressions.emit_slice,
        s.Array: expressions.emit_array,
        s.ArrayComprehension: loops.emit_array_comprehension,
        s.Object: objects.emit_object,
        s.ObjectComprehension: objects.emit_object_comprehension,
        s.Function: functions.emit_function,
        s.Call: calls.emit_call,
        s.Local: locals.emit_local,
        s.Unary: expressions.emit_unary,
        s.Binary: expressions.emit_binary,
        s.If: expressions.emit_if,
        s.Error: expressions.emit_error,
        s.Assert: expressions.emit_assert,
        s.Import: expressions.emit_import,
        s.Extend: expressions.emit_extend,
    },
    # Expressions that have a better form where their value is returned.
    tails={
        s.Parens: expressions.tail_parens,
        s.Call: calls.tail_call,
        s.Local: locals.tail_local,
        s.If: expressions.tail_if,
        s.Assert: expressions.tail_assert,
    },
)

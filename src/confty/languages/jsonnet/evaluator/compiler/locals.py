"""``local``: functions first, what is certainly needed at once, thunks for the rest."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler import frames
from confty.languages.jsonnet.evaluator.compiler.functions import define_function, function_names
from confty.languages.jsonnet.evaluator.compiler.strictness import REACH, needs
from confty.languages.jsonnet.evaluator.compiler.thunks import later, over_budget
from confty.languages.jsonnet.evaluator.compiler.unit import Unit, emit, tail
from confty.languages.jsonnet.parser import syntax as s


def bind_group(
    unit: Unit,
    binds: list[s.Bind],
    scope: frames.Scope,
    block: frames.FunctionLines,
    body: s.Expression | None,
) -> frames.Scope:
    """Emit one group of binds and return the scope with their names.

    ``body`` is what follows when it is certain to run next; then what it certainly needs may be
    worked out at once.
    """
    group = {bind.name.name for bind in binds}
    inside = scope.with_locals(group, block.frame)
    functions: list[tuple[s.Bind, frames.Variable]] = []
    others: list[tuple[s.Bind, frames.Variable]] = []
    for bind in binds:
        parameters, value = _function_of(bind)
        name = bind.name.name
        if parameters is not None:
            signature = frames.Signature(name, parameters, value, inside)
            variable = frames.Variable(
                unit.place(block, name), frames.DIRECT, block.frame, signature=signature
            )
            if bind in unit.file.resolved.escaping:
                variable.value_name = unit.place(block, name)
            functions.append((bind, variable))
        else:
            variable = frames.Variable(unit.place(block, name), frames.MAYBE, block.frame)
            variable.pending = True
            others.append((bind, variable))
        inside.names[name] = variable
    for bind, variable in functions:
        _bind_function(unit, bind, variable, inside, block)
    worth = body is not None and others and body.end - body.start < REACH
    wanted = _wanted(body, inside) if body is not None and worth else ()
    _emit_values(unit, others, (group, wanted), inside, block)
    return inside


def _function_of(bind: s.Bind) -> tuple[list[s.Parameter] | None, s.Expression]:
    if bind.parameters is not None:
        return bind.parameters, bind.value
    if isinstance(bind.value, s.Function):
        return bind.value.parameters, bind.value.body
    return None, bind.value


def _wanted(body: s.Expression, scope: frames.Scope) -> tuple[str, ...]:
    def known(name: str) -> tuple[tuple[str, ...], frozenset[str]] | None:
        variable = scope.find(name)
        if variable is None or variable.signature is None:
            return None
        signature = variable.signature
        names = tuple([parameter.name.name for parameter in signature.parameters])
        return names, frozenset(signature.strict)

    return needs(body, known)


def _bind_function(
    unit: Unit,
    bind: s.Bind,
    variable: frames.Variable,
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> None:
    assert variable.signature is not None
    define_function(unit, variable.signature, scope, block, variable.python, bind)
    if variable.value_name is not None:
        named = function_names(variable.signature.parameters)
        name = variable.signature.shown
        block.add(f"{variable.value_name} = Func({variable.python}, {named}, {name!r})")


def _emit_values(
    unit: Unit,
    binds: list[tuple[s.Bind, frames.Variable]],
    names: tuple[set[str], tuple[str, ...]],
    scope: frames.Scope,
    block: frames.FunctionLines,
) -> None:
    """Emit what is no function; ``names`` are those of the group, and those that are wanted."""
    group, wanted = names
    done: set[str] = set()
    for bind, variable in binds:
        name = bind.name.name
        early = (
            name in wanted
            and not over_budget(unit, bind, block)
            and unit.file.names.bind(bind) & group <= done
        )
        if early:
            piece = emit(unit, bind.value, scope, block)
            variable.held, variable.kind = frames.VALUE, piece.kind
            done.add(name)
        else:
            free = unit.file.names.noted(bind)
            piece = later(unit, bind.value, scope, block, f"thunk <{name}>", free)
            variable.held, variable.kind = piece.held, piece.kind
        block.add(f"{variable.python} = {piece.text}")
        variable.pending = False


def emit_local(
    unit: Unit, node: s.Local, scope: frames.Scope, block: frames.FunctionLines
) -> frames.Piece:
    """Emit binds, and their body as an expression."""
    inside = bind_group(unit, node.binds, scope, block, None)
    return emit(unit, node.body, inside, block)


def tail_local(
    unit: Unit, node: s.Local, scope: frames.Scope, block: frames.FunctionLines
) -> None:
    """Emit binds, and return from their body."""
    inside = bind_group(unit, node.binds, scope, block, node.body)
    tail(unit, node.body, inside, block)

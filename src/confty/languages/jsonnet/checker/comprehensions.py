"""Comprehensions, turn by turn where it is known what a loop runs over.

Mixins hand on dashboards and rules as ``{ [name]: all[name] for name in std.objectFields(all) }``.
Where the fields of ``all`` are known, so are those of the result: each turn is a layer of its own,
in whose surroundings the loop's name is that very text, and is looked at when its field is read.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.conditions import narrowing, proof_of
from confty.languages.jsonnet.checker.expressions import condition, open_clauses
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.loop_texts import names_run_over, spelled
from confty.languages.jsonnet.checker.objects import READING, enter_object
from confty.languages.jsonnet.checker.origins import LayeredObject
from confty.languages.jsonnet.checker.scope import (
    Doubt,
    ObjectScope,
    Scope,
    Standpoint,
    UnfinishedField,
    Variable,
)
from confty.languages.jsonnet.checker.slots import read_slot
from confty.languages.jsonnet.checker.sums import remembered, sum_or_none
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, LATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# How many turns of a loop are looked at one by one, and of one that is met again and again all
# times together.  A turn that makes a field costs what is made in it: libraries make signals and
# panels so, dozens of them; handing on what is made elsewhere costs nothing.
_MOST_TURNS: Final = 32
_MOST_TOGETHER: Final = 64
_MOST_MADE: Final = 8
_KEY: Final = types.union_of(types.NULL, types.STRING)


def infer_array_comprehension(check: Checker, node: syntax.ArrayComprehension) -> types.Type:
    """Infer a comprehension: an array of what its element is inside the loops."""
    before = check.scope, check.narrowed, check.idle, check.unsure
    declared = open_clauses(check, node.clauses)
    each = _each(check, node.clauses) if check.close else None
    if each and not all(check.work.asks(node, (before[0], one), _MOST_TOGETHER) for one in each):
        each = None
    if each:
        check.narrowed, check.unsure = before[1], before[3]
        scopes = [_bound(before[0], declared[0], one) for one in each]
        found = _one_by_one(check, node, scopes)
    else:
        found = types.list_of(check.infer(node.element))
    check.scope, check.narrowed, check.idle, check.unsure = before
    check.unused(declared)
    return found


def _one_by_one(
    check: Checker, node: syntax.ArrayComprehension, scopes: list[Scope]
) -> types.Type:
    """Infer the element in each turn that its conditions let through."""
    made: list[types.Type] = []
    sure = True
    narrowed, unsure, proofs = check.narrowed, check.unsure, check.proofs
    for scope in scopes:
        # What a condition proves is about the variable of this turn.
        check.scope, check.narrowed, check.unsure, check.proofs = scope, narrowed, unsure, {}
        tests = [one.test for one in node.clauses if isinstance(one, syntax.Filter)]
        held: types.Type = types.TRUE
        for test in tests:
            held = condition(check, test, test)
            if held is types.FALSE:
                break
            if held is not types.TRUE:
                sure = False
                check.unsure = Doubt(check.unsure, test)
            check.narrowed = narrowing(check, proof_of(check, test).held)
        if held is not types.FALSE:
            made.append(check.infer(node.element))
    check.narrowed, check.unsure, check.proofs = narrowed, unsure, proofs
    return types.tuple_of(*made) if sure else types.list_of(types.gradual_union(*made))


def _each(check: Checker, clauses: list[syntax.Clause]) -> list[types.Type] | None:
    """Return what a loop's variable is in each turn, where there are a few that differ."""
    only = clauses[0]
    if not isinstance(only, syntax.For) or any(isinstance(one, syntax.For) for one in clauses[1:]):
        return None
    names = names_run_over(check, only.source)
    if names is not None and len(names) <= _MOST_TURNS:
        return [types.literal(types.STRING, name) for name in names]
    source = check.types.get(only.source)
    if not isinstance(source, types.Tuple) or len(source.elements) > _MOST_TURNS:
        return None
    return list(source.elements) if len(set(source.elements)) > 1 else None


def _bound(around: Scope, variable: Variable, type_: types.Type) -> Scope:
    """Return a scope in which a loop's variable is what it is in one turn."""
    scope = Scope(around)
    bound = Variable(variable.name, "loop", type_)
    bound.used = True
    scope.names[variable.name.name] = bound
    return scope


def infer_object_comprehension(check: Checker, node: syntax.ObjectComprehension) -> types.Type:
    """Keys are outside of the object, values and locals inside; loops are around both."""
    before = check.scope, check.frame, check.narrowed, check.idle
    around = check.surroundings()
    declared = open_clauses(check, node.clauses)
    key = node.field.key
    assert not isinstance(key, syntax.Identifier)
    found = check.infer(key)
    check.reached(key, found)
    check.want(key, found, _KEY)
    turns = _turns(check, node, declared)
    if turns is not None and check.close:
        # Each turn is looked at when its field is read.
        check.scope, check.frame, check.narrowed, check.idle = before
        check.unsure = around.unsure
        return _turned(check, node, turns, (declared[0], around, ANY))
    frame = ObjectScope(check.frame, None, syntax.Identifier(node.start, node.start + 1, "self"))
    frame.close = check.close
    loop = declared[0]
    declared += enter_object(check, frame, node.members)
    slot = UnfinishedField(node.field)
    if node.field.parameters is not None:
        _method(check, node.field)
    value = read_slot(check, frame, slot)
    check.scope, check.frame, check.narrowed, check.idle = before
    check.unsure = around.unsure
    check.touched.discard(frame)
    check.unused(declared)
    held = ANY if slot.late or node.field.plus else value
    if turns is None:
        return types.object_of((), held)
    return _turned(check, node, turns, (loop, around, types.plain(held)))


def _turns(
    check: Checker, node: syntax.ObjectComprehension, declared: list[Variable]
) -> dict[str, str] | None:
    """Return the fields with the text of the loop's variable in each; None where not known."""
    only = node.clauses[0]
    key = node.field.key
    if len(node.clauses) != 1 or not isinstance(only, syntax.For) or node.field.plus:
        return None
    assert not isinstance(key, syntax.Identifier)
    names = names_run_over(check, only.source)
    if names is None:
        return None
    found: dict[str, str] = {}
    for name in names:
        made = spelled(check, key, declared[0], name)
        if made is None or made in found:
            return None
        found[made] = name
    return found


def _turned(
    check: Checker,
    node: syntax.ObjectComprehension,
    turns: dict[str, str],
    loop: tuple[Variable, Standpoint, types.Type],
) -> types.Type:
    """Return the object that the turns of a loop make together."""
    variable, around, held = loop
    hidden = node.field.visibility == "::"
    fields: list[types.Field] = []
    layers: list[Layer] = []
    handed_on = isinstance(stripped(node.field.value), (syntax.Index, syntax.Name))
    most, together = (_MOST_TURNS, _MOST_TOGETHER) if handed_on else (_MOST_MADE, _MOST_MADE)
    for number, (name, text) in enumerate(turns.items()):
        # The field is there, but beyond a few turns nobody looks at what it is.
        closely = number < most and check.work.asks(node, (around, text), together)
        fields.append(types.field(name, held, hidden=hidden, marks=LATE if closely else 0))
        scope = _bound(around.scope, variable, types.literal(types.STRING, text))
        layer = Layer(check, node, types.object_of(fields[-1:]), READING)
        layer.known = {} if closely else {name: held}
        layer.around = Standpoint(scope, around.frame, around.narrowed, around.unsure)
        layers.append(layer)
    return remembered(types.object_of(fields), LayeredObject(tuple(layers), sum_or_none))


def _method(check: Checker, node: syntax.Field) -> None:
    start = node.key.end + 1
    parameters = node.parameters or []
    end = (parameters[-1].end if parameters else start + 1) + 1
    place = syntax.Identifier(start, end, "")
    message = "expected a plain field in an object comprehension, found a method"
    check.report(codes.METHOD_IN_COMPREHENSION, place, message)
    check.quiet.update(one.name for one in parameters)

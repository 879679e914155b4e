"""The reference evaluator: how each kind of expression is evaluated."""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.evaluator.calls import call_checked, field_value, index_value
from confty.languages.rcl.evaluator.collections import collection
from confty.languages.rcl.evaluator.lending import recalled, remember
from confty.languages.rcl.evaluator.run import Stop
from confty.languages.rcl.evaluator.walk import Evaluations, Walk
from confty.languages.rcl.library.call_site import CallFailure
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.syntax import import_path
from confty.languages.rcl.renderer import shown
from confty.languages.rcl.unit import NO_VALUE
from confty.languages.rcl.values import Env, Lambda, Value, kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def _literal(_self: Walk, node: syntax.Literal, _env: Env, _depth: int) -> Value:
    return node.value


def _number(_self: Walk, node: syntax.NumberLiteral, _env: Env, _depth: int) -> Value:
    return node.value


def _string(_self: Walk, node: syntax.StringLiteral, _env: Env, _depth: int) -> Value:
    return node.value


def _format(self: Walk, node: syntax.FormatString, env: Env, depth: int) -> Value:
    texts: list[Value] = []
    for piece in node.pieces:
        if not isinstance(piece, syntax.Hole):
            texts.append(piece)
            continue
        value = self.evaluate(piece.body, env, depth)
        text = self.operations.text(value)
        if text is None:
            message = "expected something that can be put into a string"
            found = f"{message}, found {kind(value)} {shown(value)}"
            self.stop(codes.NOT_TEXT, piece.body.start, piece.body.end, found)
        texts.append(text)
    try:
        return self.operations.joined(texts, self, (node.start, node.end))
    except CallFailure as failure:
        raise Stop(failure.at(self.span(node.start, node.end))) from None


def _name(self: Walk, node: syntax.Name, env: Env, _depth: int) -> Value:
    binding = self.checked.uses[node]
    name = binding.name
    key = binding.node or name
    if key in self.outermost:
        return self.outermost[key]
    while env is not None:
        if env[0] == name:
            return env[1]
        env = env[2]
    raise AssertionError(name)


def _parens(self: Walk, node: syntax.Parens, env: Env, depth: int) -> Value:
    return self.evaluate(node.body, env, depth)


def _block(self: Walk, node: syntax.Block, env: Env, depth: int) -> Value:
    outermost = node is self.checked.document.body
    for _, one in node.statements:
        env = self.statement(one, env, depth)
        if outermost and isinstance(one, syntax.Let):
            assert env is not None
            self.outermost[one.name] = env[1]
    return self.evaluate(node.body, env, depth)


def _if(self: Walk, node: syntax.If, env: Env, depth: int) -> Value:
    depth = self.enter(depth, node.condition.start, node.condition.end)
    condition = self.evaluate(node.condition, env, depth)
    if condition.__class__ is bool:
        return self.evaluate(node.yes if condition else node.no, env, depth)
    return self.operations.branch(
        condition,
        lambda: self.evaluate(node.yes, env, depth),
        lambda: self.evaluate(node.no, env, depth),
        self,
        (node.condition.start, node.condition.end),
    )


def _function(self: Walk, node: syntax.Function, env: Env, _depth: int) -> Value:
    type_, start, end = self.checked.functions[node]
    return Lambda(None, type_, node, self, self.unit.byte_place(start, end), env)


def _unary(self: Walk, node: syntax.Unary, env: Env, depth: int) -> Value:
    for operator, place in zip(node.operators, node.places, strict=True):
        depth = self.enter(depth, place, place + len(operator))
    value = self.evaluate(node.operand, env, depth)
    for operator, place in reversed(list(zip(node.operators, node.places, strict=True))):
        try:
            value = self.operations.unary(operator, value, self, (node.start, node.end))
        except CallFailure as failure:
            raise Stop(failure.at(self.span(place, place + len(operator)))) from None
    return value


def _binary(self: Walk, node: syntax.Binary, env: Env, depth: int) -> Value:
    operations, whole = self.operations, (node.start, node.end)
    size = len(node.operator)
    for place in reversed(node.places):
        depth = self.enter(depth, place, place + size)
    value = self.evaluate(node.operands[0], env, depth)
    for operand, place in zip(node.operands[1:], node.places, strict=True):
        right = self.evaluate(operand, env, depth)
        try:
            value = operations.binary(node.operator, value, right, self, whole)
        except CallFailure as failure:
            raise Stop(failure.at(self.span(place, place + size))) from None
        depth -= 1
    return value


def _chain(self: Walk, node: syntax.Chain, env: Env, depth: int) -> Value:
    ends = [node.base.end, *[link.end for link in node.links]]
    for index in range(len(node.links) - 1, -1, -1):
        if isinstance(node.links[index], (syntax.Field, syntax.Call)):
            depth = self.enter(depth, node.start, ends[index])
    value = self.evaluate(node.base, env, depth)
    name: tuple[int, int] | None = None
    receiver = (node.base.start, node.base.end)
    for index, link in enumerate(node.links):
        if isinstance(link, syntax.Call):
            arguments = tuple([self.evaluate(one, env, depth) for one in link.arguments])
            depth -= 1
            callee = (node.start, ends[index])
            value = call_checked(self, value, arguments, depth, link, (callee, name, receiver))
            name = None
        elif isinstance(link, syntax.Field):
            depth -= 1
            receiver = (node.start, ends[index])
            name = (link.name.start, link.name.end)
            value = field_value(self, value, link, receiver)
        else:
            key = self.evaluate(link.index, env, depth)
            value = index_value(self, value, key, link, (node.start, ends[index]))
            name = None
    return value


def _import(self: Walk, node: syntax.Import, _env: Env, depth: int) -> Value:
    path = import_path(node)
    span = self.span(node.path.start, node.path.end)
    if path is None:
        finding = codes.IMPORT_PATH.at(span, "the path of an import must be a plain string")
        raise Stop(finding.with_help("an imported file is known before anything is evaluated"))
    unit = self.run.load(path, self.unit, span)
    if unit.has_value:
        return unit.value
    run = self.run
    run.under_way.append((unit, span))
    value = unit.json_value if unit.is_json else recalled(run, unit, depth)
    if value is NO_VALUE:
        walk = Walk(run, unit, self.evaluations)
        value = walk.document(depth=depth)
        remember(run, unit, depth, value, walk)
    run.under_way.pop()
    if not self.operations.hushed:
        # A value that is kept shows no traces later on, which would tell that we were here.
        unit.value = value
    return value


EVALUATIONS: Final[Evaluations] = {
    syntax.Literal: _literal,
    syntax.NumberLiteral: _number,
    syntax.StringLiteral: _string,
    syntax.FormatString: _format,
    syntax.Name: _name,
    syntax.Parens: _parens,
    syntax.Block: _block,
    syntax.If: _if,
    syntax.Import: _import,
    syntax.Function: _function,
    syntax.Unary: _unary,
    syntax.Binary: _binary,
    syntax.Chain: _chain,
    syntax.Collection: collection,
}

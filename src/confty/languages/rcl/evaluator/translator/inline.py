"""Callbacks written out where they are used: a fold is a loop, a map is a comprehension."""

from __future__ import annotations

from confty.languages.rcl.evaluator.translator.analysis import any_inside, inside
from confty.languages.rcl.evaluator.translator.translator import Translator, slot
from confty.languages.rcl.library.record import Inline, LibraryFunction
from confty.languages.rcl.parser.syntax import (
    Call,
    Expr,
    FormatString,
    Function,
    Hole,
    Name,
    Parens,
    StringLiteral,
)
from confty.types import STRING


def inline(self: Translator, receiver: str, method: LibraryFunction, link: Call) -> str | None:
    """Write a call with a function literal in line, where the method and the literal allow it."""
    count = len(method.parameters)
    if method.inline not in (Inline.LOOP, Inline.COMPREHENSION) or len(link.arguments) != count:
        return None
    callback: Expr = link.arguments[-1]
    while isinstance(callback, Parens):
        callback = callback.body
    if not isinstance(callback, Function) or len(callback.parameters) != count:
        return None
    # A function made inside would share the variables of all rounds.
    if any_inside(callback.body, (Function,)) or self.checked.guards.get(callback) is not None:
        return None
    self.deeper(3)
    outer_steps, self.steps = self.steps, 3
    if method.inline is Inline.LOOP:
        text: str | None = _fold(self, receiver, link.arguments[0], callback)
    else:
        text = _map(self, receiver, callback)
    self.steps = outer_steps
    self.depth -= 3
    return text


def _fold(self: Translator, receiver: str, seed: Expr, callback: Function) -> str:
    out = self.out
    result, one = [slot(self.checked.binders[name]) for name in callback.parameters]
    many = out.fresh()
    out.line(f"{many} = {receiver}")
    out.line(f"{result} = {self.expr(seed)}")
    mark = len(out.lines)
    out.margin += 1
    added = _added(self, seed, callback)
    body = self.expr(callback.body if added is None else added)
    out.margin -= 1
    pad = " " * out.margin
    out.lines.insert(mark, f"{pad}for {one} in spend({many}, {self.steps}):")
    out.line(f" {result} {'=' if added is None else '+='} {body}")
    out.line(f"settled({result})")
    return result


def _added(self: Translator, seed: Expr, callback: Function) -> FormatString | None:
    """What each round adds to a text, where it does nothing else: Python then lets it grow."""
    body, text = callback.body, self.checked.binders[callback.parameters[0]]
    is_text = isinstance(seed, StringLiteral | FormatString) or self.known(seed) is STRING
    if not isinstance(body, FormatString) or not is_text or body in self.checked.guards:
        return None
    first, *rest = [piece for piece in body.pieces if piece]
    if not isinstance(first, Hole):
        return None
    others = [piece.body for piece in rest if isinstance(piece, Hole)]
    if not isinstance(first.body, Name) or self.checked.uses.get(first.body) is not text:
        return None
    names = [one for other in others for one in inside(other) if isinstance(one, Name)]
    if any(self.checked.uses.get(name) is text for name in names):
        return None
    return FormatString(body.start, body.end, body.parts, tuple(rest), body.quote)


def _map(self: Translator, receiver: str, callback: Function) -> str | None:
    out = self.out
    mark = len(out.lines)
    body = self.expr(callback.body)
    one = slot(self.checked.binders[callback.parameters[0]])
    if len(out.lines) != mark:
        del out.lines[mark:]
        return None
    source = receiver
    if ":=" in source:
        source = out.fresh()
        out.line(f"{source} = {receiver}")
    self.functions += 1
    return f"[{body} for {one} in spend({source}, {self.steps})]"

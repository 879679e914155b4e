"""Fields, calls and indexes in translated code."""

from __future__ import annotations

from typing import Final

from confty import types
from confty.languages.rcl.checker.signatures import kind_of
from confty.languages.rcl.evaluator.translator.inline import inline
from confty.languages.rcl.evaluator.translator.translator import Translator, function_name
from confty.languages.rcl.library.record import Inline
from confty.languages.rcl.library.table import METHODS, STD, STD_VALUE
from confty.languages.rcl.parser import syntax

_METHOD_NAMES: Final = frozenset(name for methods in METHODS.values() for name in methods)


def chain(self: Translator, node: syntax.Chain) -> str:
    """Translate a chain from its base to its last link."""
    raised = sum([isinstance(link, (syntax.Field, syntax.Call)) for link in node.links])
    self.deeper(raised)
    base: syntax.Expr = node.base
    while isinstance(base, syntax.Parens):
        base = base.body
    text, at, known = _start(self, node, base)
    links = node.links
    for done in links[:at]:
        self.depth -= isinstance(done, (syntax.Field, syntax.Call))
    while at < len(links):
        link = links[at]
        at += 1
        if isinstance(link, syntax.Field):
            self.depth -= 1
            following = links[at] if at < len(links) else None
            if isinstance(following, syntax.Call):
                text = _method(self, text, known, link.name.text, following)
                self.depth -= 1
                at += 1
                link = following
            else:
                text = _field(text, link.name.text)
        elif isinstance(link, syntax.Call):
            arguments = _arguments(self, link)
            self.depth -= 1
            text = f"call({', '.join([self.level(), text, *arguments])})"
            # A function that was passed untyped promises nothing, whatever it is called as.
            result = self.tests.argument_type(self.known(link))
            if result is not types.DYNAMIC:
                text = self.guarded(text, result)
        else:
            text = _index(self, text, known, link)
        known = types.unfold(self.known(link))
    return text


def _arguments(self: Translator, link: syntax.Call) -> list[str]:
    self.steps += 3
    return [self.expr(one) for one in link.arguments]


def _start(self: Translator, node: syntax.Chain, base: syntax.Expr) -> tuple[str, int, types.Type]:
    """Translate the base, together with a call of a function that is known by name."""
    first = node.links[0]
    if isinstance(base, syntax.Name):
        binding = self.checked.uses[base]
        literal = binding.function
        if literal is not None and isinstance(first, syntax.Call) and _fits(literal, first):
            arguments = _arguments(self, first)
            text = f"{function_name(literal)}({', '.join([self.level(), *arguments])})"
            return text, 1, types.unfold(self.known(first))
        if binding.node is None and binding.name == "std" and isinstance(first, syntax.Field):
            return _std(self, node, first)
    return self.expr(node.base), 0, types.unfold(self.known(node.base))


def _fits(literal: syntax.Function, link: syntax.Call) -> bool:
    return len(literal.parameters) == len(link.arguments)


def _std(self: Translator, node: syntax.Chain, first: syntax.Field) -> tuple[str, int, types.Type]:
    name = first.name.text
    second = node.links[1] if len(node.links) > 1 else None
    if name not in STD_VALUE:
        return "retry()", 1, types.DYNAMIC
    function = STD.get(name)
    if (
        function is not None
        and function.inline is Inline.CALL
        and isinstance(second, syntax.Call)
        and len(second.arguments) == len(function.parameters)
    ):
        body = self.out.constant(function.body, "m")
        text = f"{body}(SITE, {', '.join(_arguments(self, second))})"
        return text, 2, types.unfold(self.known(second))
    return f"G_std[{name!r}]", 1, types.unfold(self.known(first))


def _method(
    self: Translator, receiver: str, known: types.Type, name: str, link: syntax.Call
) -> str:
    kind = kind_of(known)
    method = METHODS[kind].get(name) if kind is not None else None
    if method is not None:
        inlined = inline(self, receiver, method, link)
        if inlined is not None:
            return inlined
    arguments = _arguments(self, link)
    if (
        method is None
        or method.inline is Inline.LOOK_UP
        or len(method.parameters) != len(arguments)
    ):
        return f"method({', '.join(['spend', self.level(), receiver, repr(name), *arguments])})"
    if method.inline is Inline.LEN:
        return f"len({receiver})"
    # A fold is checked once, at its end, and not in each round.
    body = "fold" if method.inline is Inline.LOOP else self.out.constant(method.body, "m")
    if not method.calls_back:
        return f"{body}({', '.join(['SITE', receiver, *arguments])})"
    site = f"FastSite({self.level()})"
    return f"{body}({', '.join([site, f'spend({receiver}, 3)', *arguments])})"


def _field(text: str, name: str) -> str:
    # Nothing but a dict can be subscripted with a string; the rest raises, and is looked at again.
    return f"field({text}, {name!r})" if name in _METHOD_NAMES else f"{text}[{name!r}]"


def _index(self: Translator, text: str, known: types.Type, link: syntax.Index) -> str:
    key = self.expr(link.index)
    if isinstance(known, types.ListOf) and self.interval(link.index) is not None:
        return f"{text}[{key}]"
    if isinstance(known, (types.MapOf, types.Object)) and self.known(link.index) is types.STRING:
        return f"{text}[{key}]"
    return f"index({text}, {key})"

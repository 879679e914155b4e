"""Fields, calls and indexes in translated code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from confty.languages.rcl.checker.signatures import METHODS, kind_of
from confty.languages.rcl.evaluator.fits import argument_type
from confty.languages.rcl.evaluator.library import BY_CLASS, STD_VALUE
from confty.languages.rcl.evaluator.translator.inline import inline
from confty.languages.rcl.evaluator.translator.runtime import CALLING
from confty.languages.rcl.numbers import Exact
from confty.languages.rcl.parser.syntax import (
    Call,
    Chain,
    Expr,
    Field,
    Function,
    Index,
    Name,
    Parens,
)
from confty.types import DYNAMIC, STRING, ListOf, MapOf, Object, Type, unfold

if TYPE_CHECKING:
    from confty.languages.rcl.evaluator.translator.translate import Translator

_METHOD_NAMES: Final = frozenset(name for methods in METHODS.values() for name in methods)
_CLASSES: Final = {"List": list, "Set": set, "Dict": dict, "String": str, "Number": Exact}


def chain(self: Translator, node: Chain) -> str:
    """Translate a chain from its base to its last link."""
    raised = sum([isinstance(link, (Field, Call)) for link in node.links])
    self.deeper(raised)
    base: Expr = node.base
    while isinstance(base, Parens):
        base = base.body
    text, at, known = _start(self, node, base)
    links = node.links
    for done in links[:at]:
        self.depth -= isinstance(done, (Field, Call))
    while at < len(links):
        link = links[at]
        at += 1
        if isinstance(link, Field):
            self.depth -= 1
            following = links[at] if at < len(links) else None
            if isinstance(following, Call):
                text = _method(self, text, known, link.name.text, following)
                self.depth -= 1
                at += 1
                link = following
            else:
                text = _field(text, link.name.text)
        elif isinstance(link, Call):
            arguments = _arguments(self, link)
            self.depth -= 1
            text = f"call({', '.join([self.level(), text, *arguments])})"
            # A function that was passed untyped promises nothing, whatever it is called as.
            result = argument_type(self.known(link))
            if result is not DYNAMIC:
                text = self.guarded(text, result)
        else:
            text = _index(self, text, known, link)
        known = unfold(self.known(link))
    return text


def _arguments(self: Translator, link: Call) -> list[str]:
    self.steps += 3
    return [self.expr(one) for one in link.arguments]


def _start(self: Translator, node: Chain, base: Expr) -> tuple[str, int, Type]:
    """Translate the base, together with a call of a function that is known by name."""
    first = node.links[0]
    if isinstance(base, Name):
        binding = self.checked.uses[base]
        literal = binding.function
        if literal is not None and isinstance(first, Call) and _fits(literal, first):
            from confty.languages.rcl.evaluator.translator.translate import function_name

            arguments = _arguments(self, first)
            text = f"{function_name(literal)}({', '.join([self.level(), *arguments])})"
            return text, 1, unfold(self.known(first))
        if binding.node is None and binding.name == "std" and isinstance(first, Field):
            return _std(self, node, first)
    return self.expr(node.base), 0, unfold(self.known(node.base))


def _fits(literal: Function, link: Call) -> bool:
    return len(literal.parameters) == len(link.arguments)


def _std(self: Translator, node: Chain, first: Field) -> tuple[str, int, Type]:
    name = first.name.text
    value = STD_VALUE.get(name)
    second = node.links[1] if len(node.links) > 1 else None
    if value is None:
        return "retry()", 1, DYNAMIC
    if isinstance(second, Call) and name in ("range", "format_json"):
        count = 2 if name == "range" else 1
        if len(second.arguments) == count:
            body = self.out.constant(value.body, "m")
            text = f"{body}(SITE, {', '.join(_arguments(self, second))})"
            return text, 2, unfold(self.known(second))
    return f"G_std[{name!r}]", 1, unfold(self.known(first))


def _method(self: Translator, receiver: str, known: Type, name: str, link: Call) -> str:
    if isinstance(known, ListOf) and name in ("fold", "map"):
        inlined = inline(self, receiver, name, link)
        if inlined is not None:
            return inlined
    arguments = _arguments(self, link)
    kind = kind_of(known)
    entry = BY_CLASS[_CLASSES[kind]].get(name) if kind is not None else None
    if entry is None or kind == "Number" or entry.count != len(arguments):
        return f"method({', '.join(['spend', self.level(), receiver, repr(name), *arguments])})"
    if name == "len":
        return f"len({receiver})"
    if name not in CALLING:
        body = self.out.constant(entry.body, "m")
        return f"{body}({', '.join(['SITE', receiver, *arguments])})"
    site = f"FastSite({self.level()})"
    body = "fold" if name == "fold" else self.out.constant(entry.body, "m")
    return f"{body}({', '.join([site, f'spend({receiver}, 3)', *arguments])})"


def _field(text: str, name: str) -> str:
    # Nothing but a dict can be subscripted with a string; the rest raises, and is looked at again.
    return f"field({text}, {name!r})" if name in _METHOD_NAMES else f"{text}[{name!r}]"


def _index(self: Translator, text: str, known: Type, link: Index) -> str:
    key = self.expr(link.index)
    if isinstance(known, ListOf) and self.interval(link.index) is not None:
        return f"{text}[{key}]"
    if isinstance(known, (MapOf, Object)) and self.known(link.index) is STRING:
        return f"{text}[{key}]"
    return f"index({text}, {key})"

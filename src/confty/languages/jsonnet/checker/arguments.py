"""The arguments of a library call, inferred in the order a rule asks for them."""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.closures import Closure
from confty.languages.jsonnet.checker.functions import infer_literal
from confty.languages.jsonnet.checker.generics import erased, replaced, solved
from confty.languages.jsonnet.checker.kinds import element_of, kind_of, members, one_of
from confty.languages.jsonnet.checker.loop_texts import names_run_over
from confty.languages.jsonnet.checker.signatures import TEXT_AS_ARRAY
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY
from confty.text import Severity


class Arguments:
    """The arguments of one call, inferred when a rule asks for them."""

    def __init__(
        self, check: Checker, node: syntax.Call, name: str, function: types.Function
    ) -> None:
        self.check = check
        self.node = node
        self.name = name
        self.function = function
        self.parameters = function.parameters or ()
        self.types: dict[int, types.Type] = {}
        count = len(node.arguments)
        required = sum(not one.optional for one in self.parameters)
        # A call that is not dealt out by place alone is left to the signature.
        self.plain = all(one.name is None for one in node.arguments) and required <= count <= len(
            self.parameters
        )

    def __len__(self) -> int:
        return len(self.node.arguments)

    def value(self, place: int) -> syntax.Expression:
        """Return the expression of an argument."""
        return self.node.arguments[place].value

    def type(self, place: int) -> types.Type:
        """Return the type of an argument, inferred once."""
        if place not in self.types:
            self.types[place] = self.check.infer(self.value(place))
        return self.types[place]

    def inside(self, place: int) -> types.Type:
        """Return what an array or string argument runs over, down to the texts where known."""
        found = elements(self.type(place))
        if self.check.close:
            names = names_run_over(self.check, self.value(place))
            if names is not None:
                return one_of(names)
        return found

    def severity(self) -> Severity | None:
        """Lower the voice where a string may pass for an array."""
        texts = any(kind_of(erased(one)) == "string" for one in self.types.values())
        return Severity.WARNING if texts and self.name in TEXT_AS_ARRAY else None

    def wanted(self, place: int) -> bool:
        """Hold an argument against its parameter."""
        found, wanted = self.type(place), self.parameters[place].type
        before, self.check.beside = self.check.beside, self.node
        fits = self.check.want(self.value(place), found, wanted, self.severity())
        self.check.beside = before
        return fits

    def all_wanted(self) -> None:
        """Hold every argument against its parameter."""
        for place in range(len(self)):
            self.wanted(place)

    def given(self) -> list[types.Type]:
        """Return the types of all arguments, inferring what no rule has asked for."""
        return [self.type(place) for place in range(len(self))]

    def function_type(self, place: int, *hints: types.Type) -> types.Type:
        """Return the type of a function argument that will be called with ``hints``."""
        node = stripped(self.value(place))
        fresh = place not in self.types and isinstance(node, syntax.Function)
        if fresh and isinstance(node, syntax.Function) and len(node.parameters) == len(hints):
            # An empty array calls nothing: its element says nothing about the function.
            known = tuple(ANY if hint is types.NEVER else hint for hint in hints)
            self.types[place] = infer_literal(self.check, self.value(place), node, known)
        return self.type(place)

    def result(self, place: int, *given: types.Type) -> types.Type:
        """Return what a function argument gives when it is called with ``given``."""
        return called(self.check, self.function_type(place, *given), given)


def called(check: Checker, function: types.Type, given: tuple[types.Type, ...]) -> types.Type:
    """Return the result of a function for some arguments; complaints are made elsewhere."""
    results: list[types.Type] = []
    for part in members(function):
        if not isinstance(part, types.Function):
            results.append(ANY)
            continue
        parameters = part.parameters or ()
        found: types.Type | None = None
        if isinstance(part.origin, Closure):
            names = [one.name or "" for one in parameters]
            found = part.origin.call(check, dict(zip(names, given, strict=False)))
        elif part.result.flags & types.HAS_VAR:
            bindings = solved(part, zip(parameters, given, strict=False))
            found = erased(replaced(part.result, bindings))
        results.append(part.result if found is None else found)
    return types.gradual_union(*results)


def accepts(arguments: Arguments, place: int, *given: types.Type) -> None:
    """Ask that a function argument takes what it will be called with."""
    check = arguments.check
    found = erased(arguments.type(place))
    if not arguments.wanted(place):
        return
    for part in members(found):
        if isinstance(part, types.Function) and part.parameters is not None:
            for wanted, value in zip(part.parameters, given, strict=False):
                check.want(arguments.value(place), value, wanted.type, Severity.WARNING)


def elements(type_: types.Type) -> types.Type:
    """Return what an array or string runs over; ``any`` where that is not known."""
    inside: list[types.Type] = []
    for part in members(erased(type_)):
        element = types.STRING if kind_of(part) == "string" else element_of(part)
        inside.append(ANY if element is None else element)
    return types.gradual_union(*inside)

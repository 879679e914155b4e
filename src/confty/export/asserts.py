"""A type as Jsonnet asserts: a function that hands its argument back or fails.

The asserts are written in the forms that flow typing understands, so that a checker learns from
them what an evaluator checks, and every Jsonnet program can run them.
"""

from __future__ import annotations

import json
import re

from confty import types
from confty.export.names import NotData
from confty.export.shared import compact
from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_TESTS: Final = {
    "null": "{} == null",
    "bool": "std.isBoolean({})",
    "int": "std.isNumber({}) && {} == std.floor({})",
    "number": "std.isNumber({})",
    "float": "std.isNumber({})",
    "string": "std.isString({})",
    "char": "std.isString({})",
    "id": "std.isString({})",
    # As JSON has them.
    **dict.fromkeys(("date", "datetime", "time", "binary"), "std.isString({})"),
}
_NAME: Final = pattern(r"[a-zA-Z_][a-zA-Z0-9_]*\Z")
_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        "assert else error false for function if import importbin importstr in local null self "
        "super tailstrict then true",
    )
)


def jsonnet_asserts(type_: types.Type) -> str:
    """Return a Jsonnet function that asserts the type of its argument."""
    writer = _Writer()
    tests = writer.tests(compact(type_), "x", ())
    lines = [f"  assert {test};\n" for test in tests]
    named = "".join(writer.locals)
    return f"{named}function(x)\n{''.join(lines)}  x\n"


class _Writer:
    """Writes tests; a named type becomes a local function, so that it may be recursive."""

    def __init__(self) -> None:
        self.locals: list[str] = []
        self.known: dict[types.Ref, str] = {}
        self.depth = 0

    def tests(self, type_: types.Type, value: str, path: tuple[str, ...]) -> list[str]:
        """Return the conditions that make ``value`` fit, each on its own."""
        if isinstance(type_, types.Object):
            return self._object(type_, value, path)
        test = self.test(type_, value, path)
        return [] if test == "true" else [test]

    def test(self, type_: types.Type, value: str, path: tuple[str, ...]) -> str:
        """Return one condition."""
        if isinstance(type_, types.Dynamic):
            return "true"
        if isinstance(type_, types.Never):
            return "false"
        if isinstance(type_, types.Atom) and type_.name in _TESTS:
            return _TESTS[type_.name].replace("{}", value)
        if isinstance(type_, types.Literal):
            return f"{value} == {_written(type_.value, path)}"
        if isinstance(type_, types.Enum):
            return f"std.member({_written(list(type_.members), path)}, {value})"
        if isinstance(type_, types.ListOf | types.SetOf):
            return self._elements(type_.element, value, path)
        if isinstance(type_, types.Tuple):
            return self._tuple(type_, value, path)
        if isinstance(type_, types.MapOf):
            return self._map(type_.value, value, path)
        if isinstance(type_, types.Object):
            return " && ".join(map(_grouped, self._object(type_, value, path)))
        if isinstance(type_, types.Union):
            tests = [self.test(member, value, path) for member in type_.members]
            parts = list(dict.fromkeys(tests))
            return "true" if "true" in parts else " || ".join(map(_grouped, parts))
        if isinstance(type_, types.Eventual):
            return self.test(type_.inner, value, path)
        if isinstance(type_, types.Ref):
            return f"{self._named(type_, path)}({value})"
        kind = f"value of type {type_.name}" if isinstance(type_, types.Atom) else "function"
        raise NotData(f"a {kind} is not data", path)

    def _object(self, type_: types.Object, value: str, path: tuple[str, ...]) -> list[str]:
        tests = [f"std.isObject({value})"]
        for field in type_.fields:
            if field.hidden:
                continue
            key = _written(field.name, path)
            inner = self.test(field.type, _member(value, field.name), (*path, field.name))
            has = f"std.objectHas({value}, {key})"
            if not field.optional:
                tests.append(has)
                if inner != "true":
                    tests.append(inner)
            elif inner != "true":
                tests.append(f"!{has} || {_grouped(inner)}")
        if type_.rest is None:
            shown = sorted(field.name for field in type_.fields if not field.hidden)
            known = json.dumps(shown)
            tests.append(f"std.length(std.setDiff(std.objectFields({value}), {known})) == 0")
        return tests

    def _elements(self, element: types.Type, value: str, path: tuple[str, ...]) -> str:
        name = self._bound()
        inner = self.test(element, name, (*path, "*"))
        self.depth -= 1
        if inner == "true":
            return f"std.isArray({value})"
        return f"std.isArray({value}) && std.all(std.map(function({name}) {inner}, {value}))"

    def _tuple(self, type_: types.Tuple, value: str, path: tuple[str, ...]) -> str:
        count = len(type_.elements)
        parts = [f"std.isArray({value})", f"std.length({value}) == {count}"]
        for index, element in enumerate(type_.elements):
            inner = self.test(element, f"{value}[{index}]", (*path, "*"))
            if inner != "true":
                parts.append(_grouped(inner))
        return " && ".join(parts)

    def _map(self, element: types.Type, value: str, path: tuple[str, ...]) -> str:
        name = self._bound()
        inner = self.test(element, f"{value}[{name}]", (*path, "*"))
        self.depth -= 1
        if inner == "true":
            return f"std.isObject({value})"
        fields = f"std.objectFields({value})"
        return f"std.isObject({value}) && std.all(std.map(function({name}) {inner}, {fields}))"

    def _bound(self) -> str:
        self.depth += 1
        return "e" if self.depth == 1 else f"e{self.depth}"

    def _named(self, type_: types.Ref, path: tuple[str, ...]) -> str:
        name = self.known.get(type_)
        if name is None:
            name = "is" + re.sub(r"\W", "_", type_.name)
            while name in self.known.values():
                name += "_"
            self.known[type_] = name
            target = type_.target
            test = "true" if target is None else self.test(target, "v", path)
            self.locals.append(f"local {name}(v) = {test};\n")
        return name


def _written(value: object, path: tuple[str, ...]) -> str:
    """Write a constant; Jsonnet has no spelling for half a pair of surrogates."""
    text = json.dumps(value, ensure_ascii=False)
    if any("\ud800" <= one <= "\udfff" for one in text):
        raise NotData("half a pair of surrogates cannot be written in Jsonnet", path)
    return json.dumps(value)


def _member(value: str, name: str) -> str:
    if _NAME.match(name) and name not in _WORDS:
        return f"{value}.{name}"
    return f"{value}[{json.dumps(name)}]"


def _grouped(test: str) -> str:
    return f"({test})" if " && " in test or " || " in test else test

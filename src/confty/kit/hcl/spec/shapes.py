"""The types of decoded values: what type expressions mean, conversion and finding one for many.

HCL tells a list from a tuple and a map from an object by their types alone; the values are the
same lists and dictionaries.  So a decoded value travels with its shape.
"""

from __future__ import annotations

from dataclasses import dataclass

from confty.kit.hcl import syntax
from confty.kit.hcl.convert import (
    CannotConvert,
    kind_of,
    number_text,
    to_bool,
    to_number,
    to_string,
)
from confty.kit.hcl.evaluate import Stop

_PRIMITIVES = ("string", "number", "bool")
_COLLECTIONS = ("list", "set", "map")
_CONVERSIONS = {"string": to_string, "number": to_number, "bool": to_bool}


@dataclass(frozen=True, slots=True)
class Shape:
    """A type: its kind and its parts by name; tuples count theirs, collections have one."""

    kind: str
    parts: tuple[tuple[str, Shape], ...] = ()

    @property
    def element(self) -> Shape:
        """What a collection holds."""
        return self.parts[0][1]

    def data(self) -> object:
        """The notation in which tools exchange types."""
        if self.kind in _COLLECTIONS:
            return [self.kind, self.element.data()]
        if self.kind == "object":
            return ["object", {name: part.data() for name, part in self.parts}]
        if self.kind == "tuple":
            return ["tuple", [part.data() for _, part in self.parts]]
        return self.kind


ANY = Shape("dynamic")
STRING = Shape("string")

Typed = tuple[object, Shape]


def collection_of(kind: str, element: Shape) -> Shape:
    """``list(element)``, ``set(element)`` or ``map(element)``."""
    return Shape(kind, (("", element),))


def object_of(fields: dict[str, Shape]) -> Shape:
    """An object; the order of its attributes does not matter."""
    return Shape("object", tuple(sorted(fields.items(), key=lambda item: item[0])))


def tuple_of(elements: list[Shape]) -> Shape:
    """A tuple."""
    return Shape("tuple", tuple((str(at), part) for at, part in enumerate(elements)))


def read_shape(node: syntax.Expression) -> Shape:
    """The shape that a type expression means; raises ``Stop`` where it means none."""
    node = syntax.unwrapped(node)
    if isinstance(node, syntax.Traversal) and not node.steps:
        if node.root == "any":
            return ANY
        if node.root in _PRIMITIVES:
            return Shape(node.root)
        if node.root in (*_COLLECTIONS, "object", "tuple"):
            raise Stop(node, f"the type {node.root} needs an argument")
        raise Stop(node, f"{node.root!r} is not a type")
    if isinstance(node, syntax.Call):
        if len(node.arguments) != 1:
            raise Stop(node, f"the type {node.name} takes one argument")
        return _constructed(node, syntax.unwrapped(node.arguments[0]))
    raise Stop(node, "expected a type")


def _constructed(node: syntax.Call, argument: syntax.Expression) -> Shape:
    if node.name in _COLLECTIONS:
        return collection_of(node.name, read_shape(argument))
    if node.name == "tuple":
        if not isinstance(argument, syntax.Tuple):
            raise Stop(argument, "tuple takes a list of types in brackets")
        return tuple_of([read_shape(element) for element in argument.elements])
    if node.name == "object":
        if not isinstance(argument, syntax.Object):
            raise Stop(argument, "object takes attributes and their types in braces")
        fields: dict[str, Shape] = {}
        for item in argument.items:
            name = syntax.literal_text(item.key)
            if name is None:
                raise Stop(item.key, "expected the name of an attribute")
            fields[name] = read_shape(item.value)
        return object_of(fields)
    raise Stop(node, f"there is no type {node.name!r}")


def shape_of(value: object) -> Shape:
    """The shape of a value that an expression gave: lists are tuples, tables are objects."""
    if value is None:
        return ANY
    if isinstance(value, bool):
        return Shape("bool")
    if isinstance(value, str):
        return STRING
    if isinstance(value, list):
        return tuple_of([shape_of(element) for element in value])
    if isinstance(value, dict):
        return object_of({name: shape_of(part) for name, part in value.items()})
    return Shape("number")


def converted(value: object, have: Shape, want: Shape) -> Typed:
    """The value in the wanted shape, with ``any`` filled in; raises ``CannotConvert``."""
    if want.kind == "dynamic":
        return value, have
    if value is None:
        return None, want
    to_primitive = _CONVERSIONS.get(want.kind)
    if to_primitive is not None:
        return to_primitive(value), want
    if want.kind in ("list", "set", "tuple"):
        if not isinstance(value, list):
            raise CannotConvert(f"expected a {want.kind}, found {kind_of(value)}")
        return _sequence(value, have, want)
    if not isinstance(value, dict):
        raise CannotConvert(
            f"expected {'a map' if want.kind == 'map' else 'an object'}, found {kind_of(value)}"
        )
    return _table(value, have, want)


def _parts(have: Shape, count: int) -> list[Shape]:
    if have.kind in _COLLECTIONS:
        return [have.element] * count
    return [part for _, part in have.parts]


def _sequence(values: list[object], have: Shape, want: Shape) -> Typed:
    given = list(zip(values, _parts(have, len(values)), strict=True))
    if want.kind == "tuple":
        if len(given) != len(want.parts):
            raise CannotConvert(f"expected {len(want.parts)} elements, found {len(given)}")
        made = [converted(*each, part) for each, (_, part) in zip(given, want.parts, strict=True)]
        return [value for value, _ in made], tuple_of([shape for _, shape in made])
    elements, shape = alike([converted(*each, want.element) for each in given], want.element)
    if want.kind == "set":
        elements = distinct(elements)
    return elements, collection_of(want.kind, shape)


def _table(values: dict[str, object], have: Shape, want: Shape) -> Typed:
    shapes = dict(have.parts) if have.kind == "object" else dict.fromkeys(values, have.element)
    if want.kind == "map":
        made = [converted(part, shapes[name], want.element) for name, part in values.items()]
        parts, shape = alike(made, want.element)
        return dict(zip(values, parts, strict=True)), collection_of("map", shape)
    result: dict[str, object] = {}
    fields: dict[str, Shape] = {}
    for name, part in want.parts:
        if name not in values:
            raise CannotConvert(f"the attribute {name!r} is required")
        result[name], fields[name] = converted(values[name], shapes[name], part)
    return result, object_of(fields)


def alike(made: list[Typed], otherwise: Shape) -> tuple[list[object], Shape]:
    """Values brought to one shape, and the shape; raises ``CannotConvert`` when there is none."""
    if not made:
        return [], otherwise
    shape = made[0][1]
    for _, other in made[1:]:
        shape = unified(shape, other)
    results = [converted(value, have, shape) for value, have in made]
    return [value for value, _ in results], shape


def unified(left: Shape, right: Shape) -> Shape:
    """One shape that both become; raises ``CannotConvert``."""
    if left == right or right.kind == "dynamic":
        return left
    if left.kind == "dynamic":
        return right
    kinds = {left.kind, right.kind}
    if "string" in kinds and kinds <= set(_PRIMITIVES):
        return STRING
    if left.kind == right.kind and len(left.parts) == len(right.parts):
        names = [name for name, _ in left.parts]
        if names == [name for name, _ in right.parts]:
            pairs = zip(left.parts, right.parts, strict=True)
            return Shape(left.kind, tuple((name, unified(a, b)) for (name, a), (_, b) in pairs))
    raise CannotConvert(f"{left.kind} and {right.kind} have no type in common")


def distinct(values: list[object]) -> list[object]:
    """The elements of a set: each once, primitives in order."""
    found = {written(value): value for value in values}
    if all(isinstance(value, str) for value in values):
        return [found[key] for key in sorted(found)]
    return list(found.values())


def written(value: object) -> str:
    """A value as JSON, numbers with every digit."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, list):
        return "[" + ",".join([written(element) for element in value]) + "]"
    if isinstance(value, dict):
        pairs = [f"{_quoted(name)}:{written(part)}" for name, part in value.items()]
        return "{" + ",".join(pairs) + "}"
    return number_text(value)  # type: ignore[arg-type]  # whatever is left is a number


def _quoted(text: str) -> str:
    import json  # noqa: PLC0415  loaded where it is needed

    return json.dumps(text, ensure_ascii=False)

"""Types that come from a file of another language, in the shapes that Jsonnet has.

A dictionary is an object of any fields, a set is an array, an integer is a number, a constant is
its type; a function does not cross.  Where a field is missing from such a type, the finding can
point at the declaration on the other side.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, BOOLEAN
from confty.text import Span

_ATOMS = {
    "null": types.NULL,
    "bool": BOOLEAN,
    "int": types.NUMBER,
    "number": types.NUMBER,
    "float": types.NUMBER,
    "string": types.STRING,
    "char": types.STRING,
    "id": types.STRING,
}


def as_jsonnet(type_: types.Type, inside: tuple[types.Ref, ...] = ()) -> types.Type:
    """Return what a value of another language's type is in Jsonnet."""
    if isinstance(type_, types.Atom):
        return _ATOMS.get(type_.name, ANY)
    if isinstance(type_, types.Literal):
        # null, true and false are types of their own here.
        return type_ if type_.base.name in {"null", "bool"} else as_jsonnet(type_.base)
    if isinstance(type_, types.Enum):
        return as_jsonnet(type_.base)
    if isinstance(type_, types.ListOf | types.SetOf):
        return types.list_of(as_jsonnet(type_.element, inside))
    if isinstance(type_, types.Tuple):
        return types.tuple_of(*[as_jsonnet(element, inside) for element in type_.elements])
    if isinstance(type_, types.MapOf):
        return types.object_of((), as_jsonnet(type_.value, inside))
    if isinstance(type_, types.Object):
        rest = None if type_.rest is None else as_jsonnet(type_.rest, inside)
        return types.object_of(
            [_field(one, inside) for one in type_.fields if not one.hidden], rest
        )
    if isinstance(type_, types.Union):
        return types.gradual_union(*[as_jsonnet(member, inside) for member in type_.members])
    if isinstance(type_, types.Eventual):
        return as_jsonnet(type_.inner, inside)
    if isinstance(type_, types.Ref) and type_ not in inside and type_.target is not None:
        # A type that holds itself is followed once; deeper down anything may be.
        return as_jsonnet(type_.target, (*inside, type_))
    return ANY


def _field(one: types.Field, inside: tuple[types.Ref, ...]) -> types.Field:
    return types.field(one.name, as_jsonnet(one.type, inside), optional=one.optional)


def declaration(check: Checker, node: syntax.Node) -> Span | None:
    """Find where another language declares what an expression reads out of an imported file."""
    path: list[str | int] = []
    while not isinstance(node, syntax.Import):
        if isinstance(node, syntax.Parens):
            node = node.inner
        elif isinstance(node, syntax.Dot):
            path.append(node.field.name)
            node = node.target
        elif isinstance(node, syntax.Index) and isinstance(
            node.index, syntax.String | syntax.Number
        ):
            key = node.index.value
            path.append(key if isinstance(key, str) else int(key))
            node = node.target
        elif isinstance(node, syntax.Name):
            variable = check.uses.get(node) or check.scope.find(node.name)
            if variable is None or variable.value is None or variable.method:
                return None
            node = variable.value
        else:
            return None
    return check.imports.declared_at(node, tuple(reversed(path)), check)


def point_at_declaration(check: Checker, node: syntax.Node) -> None:
    """Tell the last finding where another language declares what it is about."""
    place = declaration(check, node)
    if place is not None:
        check.findings.amend(check.findings.last.note(place, "declared here"))

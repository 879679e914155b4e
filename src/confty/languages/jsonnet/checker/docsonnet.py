"""Calls against what docsonnet declares: ``'#name':: d.fn(help, [d.arg('x', d.T.string)])``.

Documentation may be stale, so a contradiction is a warning.  It is looked for where the function
that is called can be seen, and only where the argument is known to be of another kind.  What
libraries say loosely is no contradiction: null takes a value away again, a single value stands for
an array of it, and Kubernetes' ``IntOrString`` is called a string.  Nor is what another layer
of the library documents so: what is generated and what is written by hand may disagree.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.following import Literal, Sought, layers_at
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import kind_of, parts_of
from confty.languages.jsonnet.checker.layers import fields_of
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.written import (
    DOCUMENTS,
    documenting,
    field_name,
    stripped,
    subscript,
)
from confty.languages.jsonnet.parser import syntax
from confty.text import Diagnostic, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: The kinds of values that a documented type means; of others nothing is asked.
_KINDS: Final = {
    "string": ("string",),
    "number": ("number",),
    "integer": ("number",),
    "int": ("number",),
    "boolean": ("true", "false"),
    "bool": ("true", "false"),
    "object": ("object",),
    "func": ("function",),
    "function": ("function",),
}
_LOOSE: Final = "IntOrString"
#: What documents a function; ``'#new'+: d.func.withArgs([…])`` says anew what it takes.
_FUNCTIONS: Final = frozenset({"fn", "func", "withArgs"})


def is_documented(checked: Checked) -> bool:
    """Whether a file, or one that it imports, has documentation in the form of docsonnet."""
    text = checked.source.text
    return (
        f"'{DOCUMENTS}" in text
        or f'"{DOCUMENTS}' in text
        or any(target is not None and target.documented for _, target in checked.imports.values())
    )


def contradictions(checked: Checked) -> list[Diagnostic]:
    """Return a warning for each argument that the documentation of its function contradicts."""
    found: list[Diagnostic] = []
    sought: Sought = {}
    # What was not looked at has no types to compare, nor has what makes the documentation itself.
    for node in checked.checker.types:
        if isinstance(node, syntax.Call) and node.arguments:
            access = subscript(stripped(node.callee))
            if access is not None:
                found += _judged(checked, node, *access, sought)
    return found


def _judged(
    checked: Checked, node: syntax.Call, target: syntax.Expression, name: str, sought: Sought
) -> list[Diagnostic]:
    layers = layers_at(checked, target, sought)
    where, declared = _declared(layers, name)
    if where is None:
        return []
    found: list[Diagnostic] = []
    for at, argument in enumerate(node.arguments):
        if argument.name is not None:
            mine = [one for one in declared if one[0] == argument.name.name]
        else:
            mine = declared[at : at + 1]
        type_ = checked.checker.types.get(argument.value)
        if not mine or type_ is None:
            continue
        parameter, kind, place = mine[0]
        if not _contradicts(type_, kind) or _told_elsewhere(layers, name, parameter, type_):
            continue
        span = Span(checked.source, argument.value.start, argument.value.end)
        message = f"expected `{kind}` for `{parameter}`, as documented, found `{spell(type_)}`"
        said = codes.CONTRADICTS_DOCUMENTATION.at(span, message)
        found.append(said.note(Span(where.source, place.start, place.end), "documented here"))
    return found


def _contradicts(type_: types.Type, kind: str) -> bool:
    meant = _KINDS.get(kind)
    parts = parts_of(types.plain(erased(type_)))
    if meant is None or not parts:
        return False
    return all(kind_of(part) not in {"any", "null", *meant} for part in parts)


def _told_elsewhere(layers: list[Literal], name: str, parameter: str, type_: types.Type) -> bool:
    """Whether another layer says of a parameter that it takes such a value."""
    for _, literal in layers:
        for kind in _written_kinds(_value(literal, f"{DOCUMENTS}{name}"), parameter):
            if kind in _KINDS and not _contradicts(type_, kind):
                return True
    return False


def _written_kinds(node: syntax.Expression | None, parameter: str) -> list[str]:
    """The kinds of a parameter in documentation that a generator wrote out, without functions."""
    listed = _value(_value(node, "function"), "args")
    for one in listed.elements if isinstance(listed, syntax.Array) else ():
        given, kinds = _value(stripped(one), "name"), _value(stripped(one), "type")
        if isinstance(given, syntax.String) and given.value == parameter:
            each = [stripped(kind) for kind in getattr(kinds, "elements", ())]
            return [kind.value for kind in each if isinstance(kind, syntax.String)]
    return []


def _value(node: syntax.Expression | None, name: str) -> syntax.Expression | None:
    """The value of a field of a literal."""
    for one in node.members if isinstance(node, syntax.Object) else ():
        if isinstance(one, syntax.Field) and field_name(one) == name:
            return stripped(one.value)
    return None


def _declared(
    layers: list[Literal], name: str
) -> tuple[Checked | None, list[tuple[str, str, syntax.Node]]]:
    """Return the documented parameters of a field: name, type, and where that is said."""
    for where, literal in reversed(layers):
        fields = fields_of(where.checker, literal)
        beside = fields.get(f"{DOCUMENTS}{name}")
        if beside is not None:
            return where, _parameters(stripped(beside.value))
        if name in fields:
            break
    return None, []


def _parameters(node: syntax.Expression) -> list[tuple[str, str, syntax.Node]]:
    if not isinstance(node, syntax.Call) or documenting(node) not in _FUNCTIONS:
        return []
    values = [stripped(one.value) for one in node.arguments]
    if any(isinstance(one, syntax.String) and _LOOSE in one.value for one in values):
        return []
    lists = [one.elements for one in values if isinstance(one, syntax.Array)]
    return [_parameter(stripped(one)) for listed in lists for one in listed]


def _parameter(node: syntax.Expression) -> tuple[str, str, syntax.Node]:
    """``d.arg('name', d.T.string)``; what is written in another way is of no known type."""
    name, kind = "", ""
    for at, one in enumerate(node.arguments if isinstance(node, syntax.Call) else ()):
        value, word = stripped(one.value), None if one.name is None else one.name.name
        if isinstance(value, syntax.String) and (word == "name" or (word is None and at == 0)):
            name = value.value
        elif word == "type" or (word is None and at == 1):
            asked = subscript(value)
            kind = "" if asked is None else asked[1]
    return name, kind, node

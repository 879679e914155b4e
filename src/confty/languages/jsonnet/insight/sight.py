"""What hovering shows: the type, the words about a name, the value of a constant, labels."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from confty import types
from confty.kit.sights import Sight
from confty.languages.jsonnet.checker.constants import UNKNOWN, constant
from confty.languages.jsonnet.checker.kinds import unknown
from confty.languages.jsonnet.checker.written import field_name, subscript
from confty.languages.jsonnet.insight.brief import in_lines, in_words
from confty.languages.jsonnet.insight.described import about_binding, about_field, is_library
from confty.languages.jsonnet.insight.documentation import documentation
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.labels import labels_of
from confty.languages.jsonnet.insight.library import signature_of
from confty.languages.jsonnet.insight.merges import first_of
from confty.languages.jsonnet.library import FIELDS, FUNCTIONS
from confty.languages.jsonnet.parser import syntax

_LONGEST_VALUE: Final = 200
_LITERALS: Final = (syntax.Number, syntax.String, syntax.Boolean, syntax.Null)


def sight_at(ground: Ground, offset: int, type_: types.Type | None) -> Sight | None:
    """Say what stands at ``offset``; ``type_`` is the type of the smallest thing there."""
    path = ground.path_to(offset)
    if not path:
        return None
    node = path[-1]
    parent = path[-2] if len(path) > 1 else node
    with ground.looking():
        return (
            _library(ground, node, parent)
            or _named(ground, path, type_)
            or _imported(ground, node, parent, type_)
            or _plain(ground, node, parent, type_)
        )


def _library(ground: Ground, node: syntax.Node, parent: syntax.Node) -> Sight | None:
    """A function or a field of ``std``, or ``std`` itself."""
    access = subscript(parent) if isinstance(parent, syntax.Dot | syntax.Index) else None
    if access is not None and node is not access[0] and is_library(ground, access[0]):
        name = access[1]
        record = FUNCTIONS.get(name)
        if record is not None:
            said = signature_of(record)
            return Sight(node.start, node.end, said, documentation=record.doc)
        for field in FIELDS:
            if field.name == name:
                said = f"std.{name}: {field.type}"
                return Sight(node.start, node.end, said, documentation=field.doc)
        return None
    if isinstance(node, syntax.Name) and node.name == "std" and is_library(ground, node):
        return Sight(node.start, node.end, "std", documentation="The standard library.")
    return None


def _named(ground: Ground, path: Sequence[syntax.Node], type_: types.Type | None) -> Sight | None:
    """A variable or a field, where it is introduced and where it is used."""
    node = path[-1]
    parent = path[-2] if len(path) > 1 else node
    binding = ground.scopes.meaning.get(node)
    if binding is not None:
        if type_ is None:
            type_ = ground.brief(node)
        value = binding.value
        said = about_binding(ground.source, binding) or _about(ground, path)
        return Sight(
            node.start,
            node.end,
            f"{binding.role} {binding.name.name}: {_spelled(type_)}",
            documentation=said,
            value="" if value is None else _constant(ground, value),
            facts=[*labels_of(ground, value or node), *_passed(ground, node, type_)],
        )
    found = _field(path)
    if found is None:
        return None
    target, name, value = found
    if isinstance(parent, syntax.Dot | syntax.Index):
        type_ = ground.seen(parent)
    said = _about(ground, path) or _about_target(ground, target, name)
    facts = labels_of(ground, value if value is not None else parent)
    worth = "" if facts else _constant(ground, value) if value is not None else ""
    if not worth and not facts and isinstance(parent, syntax.Dot | syntax.Index):
        worth = _read_constant(ground, parent)
    words = f"{name}: {_spelled(type_)}"
    return Sight(node.start, node.end, words, documentation=said, value=worth, facts=facts)


def _field(
    path: Sequence[syntax.Node],
) -> tuple[syntax.Expression | None, str, syntax.Expression | None] | None:
    """Return the object, the name and the value of a field at the end of a path."""
    node = path[-1]
    for parent in reversed(path[:-1]):
        if isinstance(parent, syntax.Dot) and node is parent.field:
            return parent.target, parent.field.name, None
        if isinstance(parent, syntax.Index) and isinstance(node, syntax.String):
            access = subscript(parent)
            inside = parent.index.start <= node.start < parent.index.end
            return (*access, None) if access is not None and inside else None
        if isinstance(parent, syntax.SuperField):
            return None, parent.field.name, None
        if isinstance(parent, syntax.Field):
            name = field_name(parent)
            is_key = parent.key.start <= node.start < parent.key.end
            if name is None or not is_key:
                return None
            return None, name, parent.value if parent.parameters is None else None
        if not isinstance(parent, syntax.Parens):
            return None
    return None


def _about(ground: Ground, path: Sequence[syntax.Node]) -> str:
    return documentation(ground.checked, path)


def _about_target(ground: Ground, target: syntax.Expression | None, name: str) -> str:
    for one in () if target is None else ground.objects(target):
        text = about_field(one, name)
        if text:
            return text
    return ""


def _imported(
    ground: Ground, node: syntax.Node, parent: syntax.Node, type_: types.Type | None
) -> Sight | None:
    """The path of an import: the file that it leads to."""
    if not isinstance(parent, syntax.Import) or not isinstance(node, syntax.String):
        return None
    name, _ = ground.checked.imports.get((parent.word, node.value), (None, None))
    whole = ground.brief(parent)
    facts = [f"the file is {name}"] if name is not None else ["there is no such file"]
    said = documentation(ground.checked, [parent])
    spelled = f"{parent.word}: {_spelled(whole if whole is not None else type_)}"
    return Sight(node.start, node.end, spelled, documentation=said, facts=facts)


def _plain(
    ground: Ground, node: syntax.Node, parent: syntax.Node, type_: types.Type | None
) -> Sight | None:
    if isinstance(node, syntax.Identifier) and isinstance(parent, syntax.Argument):
        type_ = ground.brief(parent.value)
        return Sight(node.start, node.end, f"argument {node.name}: {_spelled(type_)}")
    if type_ is None or not isinstance(node, syntax.Expression):
        return None
    value = "" if isinstance(node, _LITERALS) else _constant(ground, node)
    facts = labels_of(ground, node)
    return Sight(node.start, node.end, _spelled(type_), value=value, facts=facts)


def _spelled(type_: types.Type | None) -> str:
    if type_ is None:
        return "any"
    return in_lines(type_)


def _constant(ground: Ground, node: syntax.Expression) -> str:
    """Write a value that is known, unless it is long or secret."""
    if labels_of(ground, node):
        return ""
    return _written(constant(ground.checker, node))


def _written(value: object) -> str:
    if value is UNKNOWN or (isinstance(value, dict | list) and not value):
        return ""
    text = json.dumps(_whole(value), ensure_ascii=False)
    return text if len(text) <= _LONGEST_VALUE else ""


def _whole(value: object) -> object:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    return value


def _read_constant(ground: Ground, node: syntax.Expression) -> str:
    """Write the value of a field that one layer alone gives."""
    access = subscript(node)
    objects = () if access is None else ground.objects(access[0])
    if access is None or len(objects) != 1:
        return ""
    origin = first_of(objects[0])
    value = None if origin is None else origin.written(access[1])
    return _written(constant(ground.checker, value)) if isinstance(value, _LITERALS) else ""


def _passed(ground: Ground, node: syntax.Node, type_: types.Type | None) -> list[str]:
    """Say what callers pass for a parameter of which the text says nothing."""
    binding = ground.scopes.meaning.get(node)
    if binding is None or binding.role != "parameter" or not (type_ is None or unknown(type_)):
        return []
    given = ground.passed(binding.owner, binding.name.name)
    if not given:
        return ["unknown: no assert speaks of this parameter, and no call of it is known"]
    whole = types.gradual_union(*[types.plain(one) for one in given])
    return [f"callers pass `{in_words(whole)}`"]

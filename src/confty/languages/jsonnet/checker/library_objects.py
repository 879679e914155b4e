"""Library rules about objects and data: values, patches, pruning, parsing."""

from __future__ import annotations

from itertools import islice

from confty import types
from confty.kit.suggest import did_you_mean
from confty.languages.jsonnet.checker.arguments import Arguments, accepts
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import kind_of, members
from confty.languages.jsonnet.checker.loop_texts import behind_name, text_of
from confty.languages.jsonnet.checker.notation import read_type
from confty.languages.jsonnet.checker.origins import field_type
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.codes import TYPE_MISMATCH, UNKNOWN_NATIVE
from confty.languages.jsonnet.parser.syntax import Import, String
from confty.languages.jsonnet.rules import ANY, OBJECT
from confty.light import lru_cache
from confty.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_MOST_KEPT: Final = 1_000
_MOST_TEXTS: Final = 100
_DEEPEST: Final = 100


def _values(arguments: Arguments, *, hidden: bool) -> Type:
    parts: list[Type] = []
    for part in members(erased(arguments.type(0))):
        if not isinstance(part, types.Object):
            parts.append(ANY)
            continue
        visible = [one for one in part.fields if hidden or not one.hidden]
        parts += [_held(arguments, part, one.name) for one in visible]
        if part.rest is not None:
            parts.append(ANY if part.rest is ANY else part.rest)
    return types.gradual_union(*parts)


def _held(arguments: Arguments, part: types.Object, name: str) -> Type:
    """Return what a field holds; it is not worked out here, so nothing is said of it."""
    work = arguments.check.work
    work.listen()
    found = field_type(arguments.check, part, name)
    work.heard()
    return ANY if found is None else found


def object_values(arguments: Arguments) -> Type | None:
    """Infer ``objectValues``: an array of what the fields hold."""
    arguments.wanted(0)
    return types.list_of(_values(arguments, hidden=arguments.name.endswith("All")))


def keys_values(arguments: Arguments) -> Type | None:
    """Infer ``objectKeysValues``: pairs of a name and what the field holds."""
    arguments.wanted(0)
    value = _values(arguments, hidden=arguments.name.endswith("All"))
    return types.list_of(types.object_of({"key": types.STRING, "value": value}))


def map_with_key(arguments: Arguments) -> Type | None:
    """Infer ``mapWithKey``: the same visible fields, each with what the function gives."""
    source = arguments.type(1)
    value = _values_of(arguments, source)
    made = arguments.result(0, types.STRING, value)
    accepts(arguments, 0, types.STRING, value)
    arguments.wanted(1)
    found = erased(source)
    if isinstance(found, types.Object):
        visible = [one for one in found.fields if not one.hidden]
        rest = None if found.rest is None else made
        return types.object_of({one.name: made for one in visible}, rest)
    return types.object_of((), made)


def _values_of(arguments: Arguments, type_: Type) -> Type:
    parts: list[Type] = []
    for part in members(erased(type_)):
        if not isinstance(part, types.Object):
            return ANY
        parts += [_held(arguments, part, one.name) for one in part.fields]
        if part.rest is not None:
            parts.append(part.rest)
    return types.gradual_union(*parts)


def get(arguments: Arguments) -> Type | None:
    """Infer ``get``: the field where it is known, the default where it is not there."""
    arguments.all_wanted()
    key = text_of(arguments.check, arguments.value(1))
    default = arguments.type(2) if len(arguments) > 2 else types.NULL
    if key is None:
        return ANY
    results: list[Type] = []
    for part in members(erased(arguments.type(0))):
        if not isinstance(part, types.Object):
            return ANY
        known = part.by_name.get(key)
        if known is None:
            results.append(
                default if part.rest is None else types.gradual_union(part.rest, default)
            )
            continue
        if not arguments.check.close:
            arguments.check.work.at = arguments.node
        found = field_type(arguments.check, part, key) or known.type
        if known.hidden and len(arguments) > 3:
            results.append(types.gradual_union(found, default))
        else:
            results.append(default if found is types.NEVER else found)
    return types.gradual_union(*results)


def remove_key(arguments: Arguments) -> Type | None:
    """Infer ``objectRemoveKey``: the object without one field."""
    arguments.all_wanted()
    key = stripped(arguments.value(1))
    found = erased(arguments.type(0))
    if not isinstance(key, String) or not isinstance(found, types.Object):
        return OBJECT
    kept = [
        types.field(one.name, one.type, hidden=one.hidden)
        for one in found.fields
        if one.name != key.value
    ]
    return types.object_of(kept, found.rest)


def merge_patch(arguments: Arguments) -> Type | None:
    """A patch replaces and adds fields, and a null takes one away."""
    target, patch = erased(arguments.type(0)), erased(arguments.type(1))
    return _patched(target, patch)


@types.remembering(_MOST_KEPT)  # types are graphs: one that is met twice is walked once
def _patched(target: Type, patch: Type) -> Type:
    if not isinstance(patch, types.Object):
        return patch if len(members(patch)) == 1 and patch is not ANY else ANY
    if patch.rest is not None or any(one.hidden for one in patch.fields):
        return OBJECT
    below = target if isinstance(target, types.Object) else types.object_of(())
    if below.rest is not None or any(one.hidden for one in below.fields):
        return OBJECT
    if not isinstance(target, types.Object) and kind_of(target) in {"any", "object"}:
        return OBJECT
    fields = {one.name: one.type for one in below.fields}
    for one in patch.fields:
        kinds = {kind_of(part) for part in members(one.type)}
        if kinds == {"null"}:
            fields.pop(one.name, None)
        elif "null" in kinds or "any" in kinds:
            return OBJECT
        else:
            fields[one.name] = _patched(fields.get(one.name, types.NULL), one.type)
    return types.object_of(fields)


def prune(arguments: Arguments) -> Type | None:
    """Infer ``prune``."""
    return pruned(erased(arguments.type(0)))


def pruned(type_: Type) -> Type:
    """Drop null, empty arrays and empty objects from inside arrays and objects."""
    return types.gradual_union(*[_pruned(part) for part in members(type_)])


@types.remembering(_MOST_KEPT)
def _pruned(part: Type) -> Type:
    if isinstance(part, types.Tuple):
        inside = [pruned(one) for one in part.elements]
        if all(_stays(one) or _goes(one) for one in inside):
            return types.tuple_of(*[one for one in inside if _stays(one)])
        return types.list_of(types.gradual_union(*[_kept_of(one) for one in inside]))
    if isinstance(part, (types.ListOf, types.SetOf)):
        return types.list_of(_kept_of(pruned(part.element)))
    if isinstance(part, types.Object):
        if part.rest is not None or any(one.hidden for one in part.fields):
            return OBJECT
        fields = [(one.name, pruned(one.type)) for one in part.fields]
        if all(_stays(type_) or _goes(type_) for _, type_ in fields):
            return types.object_of({name: type_ for name, type_ in fields if _stays(type_)})
        return OBJECT
    return part


def _goes(type_: Type) -> bool:
    return type_ in {types.NULL, types.UNIT, types.object_of(())}


def _stays(type_: Type) -> bool:
    """Whether no value of this type is dropped."""
    for part in members(type_):
        kind = kind_of(part)
        if (
            kind in {"null", "any"}
            or isinstance(part, (types.ListOf, types.SetOf))
            or part is types.UNIT
        ):
            return False
        if isinstance(part, types.Object) and not part.fields:
            return False
    return True


def _kept_of(type_: Type) -> Type:
    return types.gradual_union(*[part for part in members(type_) if not _goes(part)])


def parse_yaml(arguments: Arguments) -> Type | None:
    """A file whose text is read has the objects and arrays that it has."""
    arguments.all_wanted()
    return _of_file(arguments)


def _of_file(arguments: Arguments) -> Type | None:
    """Return the shape of a text that is known: of a file, or of an argument that is one."""
    check = arguments.check
    text = text_of(check, arguments.value(0))
    file = behind_name(check, stripped(arguments.value(0)))
    if text is None and isinstance(file, Import) and file.word == "importstr":
        text = check.imports.text(file)
    return None if text is None else _shape_of(text)


@lru_cache(_MOST_TEXTS)
def _shape_of(text: str) -> Type | None:
    """Return the objects and arrays of a YAML text; a scalar may be read in more than one way."""
    try:
        import yaml  # noqa: PLC0415  an extra
    except ImportError:
        return None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        documents = list(islice(yaml.compose_all(text, Loader=loader), 2))
        return _shape(documents[0], 0) if len(documents) == 1 else None
    except (yaml.YAMLError, RecursionError):
        return None


def _shape(node: Any, depth: int) -> Type:
    if node is None or node.id == "scalar" or depth > _DEEPEST:
        return ANY
    if node.id == "sequence":
        inside = [_shape(one, depth + 1) for one in node.value]
        return types.list_of(types.gradual_union(*inside) if inside else ANY)
    fields: dict[str, Type] = {}
    for key, value in node.value:
        if key.id != "scalar" or key.value == "<<":
            return OBJECT
        fields[key.value] = _shape(value, depth + 1)
    return types.object_of(fields)


def parse_json(arguments: Arguments) -> Type | None:
    """A text that is written out can be read now."""
    text = stripped(arguments.value(0))
    if not isinstance(text, String):
        arguments.all_wanted()
        return _of_file(arguments)
    from json import loads  # noqa: PLC0415  loaded where it is needed

    arguments.all_wanted()
    try:
        return type_of_value(loads(text.value))
    except (ValueError, RecursionError):
        message = "expected JSON, found a text that is none"
        arguments.check.report(TYPE_MISMATCH, arguments.value(0), message)
        return ANY


def type_of_value(value: object) -> Type:
    """Return the type of plain data."""
    if value is None:
        return types.NULL
    if isinstance(value, bool):
        return types.TRUE if value else types.FALSE
    if isinstance(value, str):
        return types.STRING
    if isinstance(value, list):
        if len(value) > 100:
            return types.list_of(types.gradual_union(*[type_of_value(one) for one in value]))
        return types.tuple_of(*[type_of_value(one) for one in value])
    if isinstance(value, dict):
        return types.object_of({name: type_of_value(one) for name, one in value.items()})
    return types.NUMBER


def external(arguments: Arguments) -> Type | None:
    """Infer ``extVar``: what the project says of the variable."""
    name = stripped(arguments.value(0))
    arguments.all_wanted()
    if isinstance(name, String):
        return arguments.check.imports.external(name.value)
    return ANY


def native(arguments: Arguments) -> Type | None:
    """Infer ``native``: the function of that name, which has a type of its own."""
    name = stripped(arguments.value(0))
    arguments.all_wanted()
    if not isinstance(name, String):
        return None
    known = arguments.check.imports.natives()
    if name.value in known:
        return read_type(known[name.value])
    message = f"there is no native function `{name.value}`{did_you_mean(name.value, known)}"
    arguments.check.report(UNKNOWN_NATIVE, arguments.value(0), message)
    return ANY

"""What may be written at a place, in a whole file and in one that is being written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from confty import types
from confty.kit.sights import Kind, Offer
from confty.languages.rcl.checker.annotations import ATOMS, BUILT_IN
from confty.languages.rcl.checker.signatures import kind_of, method_type, std_type
from confty.languages.rcl.insight.cursor import CursorPlace, place_at
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.insight.occurrences import kind_of_binding
from confty.languages.rcl.insight.sight import about, alias_sight, constant, method_label, shortly
from confty.languages.rcl.library.record import LibraryFunction
from confty.languages.rcl.library.table import METHODS, STD
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import RELATION, is_identifier

_FORMS: Final = {
    "let": ("let ${1:name} = ${2:value};", "let name = value;", "Give a value a name."),
    "if": (
        "if ${1:condition}: ${2:then} else: ${3:otherwise}",
        "if condition: then else: otherwise", "One of two values.",
    ),
    "import": ('import "${1:file}"', 'import "file"', "The value of another file."),
    "assert": (
        "assert ${1:condition}: ${2:message};", "assert condition: message;",
        "Stop with a message unless a condition holds.",
    ),
    "trace": ("trace ${1:message};", "trace message;", "Print a message while the program runs."),
    "type": ("type ${1:Name} = ${2:type};", "type Name = type;", "Give a type a name."),
    "for": (
        "for ${1:element} in ${2:collection}: ${3:value}", "for element in collection: value",
        "An element for each of a collection.",
    ),
}  # fmt: skip
_CONSTANTS: Final = {"true": "Bool", "false": "Bool", "null": "Null"}


def offers(ground: Ground, offset: int) -> list[Offer]:
    """Return what may be written at an offset, what suits best first."""
    place = place_at(ground, offset)
    found: Iterable[Offer]
    if place.kind == "member":
        found = _members(ground, place)
    elif place.kind == "key":
        found = _keys(ground, place)
    elif place.kind == "text":
        found = _texts(ground, place)
    elif place.kind == "type":
        found = _types(ground, place)
    elif place.kind == "type-member":
        found = _imported_types(ground, place)
    elif place.kind == "operator":
        found = _operators(place)
    elif place.kind == "expression":
        found = _expressions(ground, place)
    else:
        found = ()
    unique: dict[str, Offer] = {}
    for one in found:
        unique.setdefault(one.label, one)
    return sorted(unique.values(), key=lambda one: (one.rank, not one.required, one.label))


# Members: fields first, then methods.


def _members(ground: Ground, place: CursorPlace) -> Iterable[Offer]:
    owner = place.owner
    if owner is None:
        return
    inside = types.unfold(owner)
    if inside is std_type():
        yield from [_method(place, one, None) for one in STD.values()]
        yield Offer(
            "empty_set", Kind.CONSTANT, place.start, place.end, detail="Set[Void]",
            documentation="The set without elements.",
        )  # fmt: skip
        return
    for part in types.members(owner):
        yield from _fields(ground, place, part)
        for one in METHODS.get(kind_of(types.unfold(part)) or "", {}).values():
            yield _method(place, one, part)


def _fields(ground: Ground, place: CursorPlace, owner: types.Type) -> Iterable[Offer]:
    record = types.unfold(owner)
    if not isinstance(record, types.Object):
        return
    for one in record.fields:
        if not is_identifier(one.name):
            continue
        declared = ground.checked.declarations.field(owner, one.name)
        mark = "?" if one.optional else ""
        kind = Kind.FUNCTION if isinstance(types.unfold(one.type), types.Function) else Kind.FIELD
        yield Offer(
            one.name, kind, place.start, place.end,
            detail=f"{one.name}{mark}: {shortly(one.type)}",
            documentation="" if declared is None else declared[0], rank=1,
        )  # fmt: skip


def _method(place: CursorPlace, one: LibraryFunction, receiver: types.Type | None) -> Offer:
    names = [f"${{{at}:{name}}}" for at, name in enumerate(one.names, 1)]
    known = None if receiver is None else method_type(receiver, one.name)
    detail = method_label(one)
    if isinstance(known, types.Function) and known.parameters is not None:
        shown = [f"{p.name}: {shortly(p.type)}" for p in known.parameters]
        detail = f"{one.name}({', '.join(shown)}) -> {shortly(known.result)}"
    return Offer(
        one.name, Kind.FUNCTION if receiver is None else Kind.METHOD, place.start, place.end,
        insert=f"{one.name}()" if not one.parameters else one.name,
        snippet=f"{one.name}({', '.join(names)})", detail=detail,
        documentation=one.documentation, rank=3,
    )  # fmt: skip


# Fields that a literal still lacks, and names.


def _records(type_: types.Type | None) -> list[tuple[types.Type, types.Object]]:
    if type_ is None:
        return []
    inside = types.unfold(type_)
    if isinstance(inside, types.Object):
        return [(type_, inside)]
    if isinstance(inside, types.Union):
        return [found for one in inside.members for found in _records(one)]
    return []


def _keys(ground: Ground, place: CursorPlace) -> Iterable[Offer]:
    """Offer the fields of the record that is wanted, the required ones first."""
    for owner, record in _records(place.wanted):
        for one in record.fields:
            if one.name in place.given:
                continue
            declared = ground.checked.declarations.field(owner, one.name)
            mark = "?" if one.optional else ""
            key = one.name if is_identifier(one.name) else f'"{one.name}"'
            sign = " =" if is_identifier(one.name) else ":"
            yield Offer(
                one.name, Kind.FIELD, place.start, place.end,
                insert=f"{key}{sign} ", snippet=f"{key}{sign} ${{1}}",
                detail=f"{one.name}{mark}: {shortly(one.type)}",
                documentation="" if declared is None else declared[0],
                required=not one.optional, rank=0 if not one.optional else 1,
            )  # fmt: skip
    yield from _expressions(ground, place)


def _texts(ground: Ground, place: CursorPlace) -> Iterable[Offer]:
    """Offer what a string may say: a certain text, or the name of a field."""
    for text in _literals(place.wanted):
        yield Offer(text, Kind.MEMBER, place.start, place.end, detail=f'"{text}"', rank=0)
    for owner, record in _records(place.owner):
        for one in record.fields:
            if one.name in place.given:
                continue
            declared = ground.checked.declarations.field(owner, one.name)
            mark = "?" if one.optional else ""
            yield Offer(
                one.name, Kind.FIELD, place.start, place.end,
                detail=f"{one.name}{mark}: {shortly(one.type)}",
                documentation="" if declared is None else declared[0], rank=1,
            )  # fmt: skip


def _literals(type_: types.Type | None) -> list[str]:
    inside = None if type_ is None else types.unfold(type_)
    if isinstance(inside, types.Union):
        return [text for one in inside.members for text in _literals(one)]
    return [str(inside.value)] if isinstance(inside, types.Literal) else []


def _expressions(ground: Ground, place: CursorPlace) -> Iterable[Offer]:
    wanted = place.wanted if place.kind == "expression" else None
    for text in _literals(wanted):
        shown = f'"{text}"'
        yield Offer(shown, Kind.MEMBER, place.start, place.end, detail="String", rank=0)
    for name, binding in ground.in_scope(place.start).items():
        known = binding.known
        suits = wanted is not None and known is not types.DYNAMIC
        suits = suits and RELATION.assignable(known, wanted or types.DYNAMIC) is types.SAFE
        kind = kind_of_binding(binding)
        snippet = None
        if kind is Kind.FUNCTION and binding.function is not None:
            names = [one.text for one in binding.function.parameters]
            slots = [f"${{{at}:{one}}}" for at, one in enumerate(names, 1)]
            snippet = f"{name}({', '.join(slots)})"
        value = constant(ground, binding)
        detail = f"{name}: {shortly(known)}" + (f" = {value}" if value else "")
        yield Offer(
            name, kind, place.start, place.end, detail=detail, snippet=snippet,
            documentation=about(ground, binding), rank=1 if suits else 2,
        )  # fmt: skip
    yield Offer(
        "std", Kind.NAMESPACE, place.start, place.end, detail="std",
        documentation="The standard library.", rank=4,
    )  # fmt: skip
    if ground.inputs is not None:
        type_ = shortly(ground.inputs)
        yield Offer("ext", Kind.NAMESPACE, place.start, place.end, detail=f"ext: {type_}", rank=4)
    yield from _forms(place)


def _forms(place: CursorPlace) -> Iterable[Offer]:
    for word, (snippet, detail, said) in _FORMS.items():
        if word == "for" and not place.in_collection:
            continue
        yield Offer(
            word, Kind.KEYWORD, place.start, place.end, snippet=snippet, detail=detail,
            documentation=said, rank=6,
        )  # fmt: skip
    for word, type_ in _CONSTANTS.items():
        yield Offer(word, Kind.KEYWORD, place.start, place.end, detail=type_, rank=6)
    yield Offer("not", Kind.KEYWORD, place.start, place.end, detail="not condition", rank=6)


def _operators(place: CursorPlace) -> Iterable[Offer]:
    words: Sequence[str] = ("and", "or", "else", *(("in",) if place.in_collection else ()))
    for word in words:
        yield Offer(word, Kind.KEYWORD, place.start, place.end, rank=6)


# Types.


def _types(ground: Ground, place: CursorPlace) -> Iterable[Offer]:
    for text in _literals(place.wanted):
        yield Offer(f'"{text}"', Kind.MEMBER, place.start, place.end, rank=0)
    for name, statement in ground.aliases(place.start).items():
        told = alias_sight(ground, statement, 0, 0)
        slots = [f"${{{at}:{one.text}}}" for at, one in enumerate(statement.parameters, 1)]
        yield Offer(
            name, Kind.TYPE, place.start, place.end, detail=told.type,
            documentation=told.documentation, rank=1,
            snippet=f"{name}[{', '.join(slots)}]" if slots else None,
        )  # fmt: skip
    for one in place.parameters:
        yield Offer(one, Kind.TYPE, place.start, place.end, detail="a type parameter", rank=1)
    for name, binding in ground.in_scope(place.start).items():
        exported = ground.exports(binding)
        if exported:
            yield Offer(
                name, Kind.NAMESPACE, place.start, place.end, rank=2,
                detail=f"types: {', '.join(exported)}",
            )  # fmt: skip
    for name in ATOMS:
        yield Offer(name, Kind.TYPE, place.start, place.end, rank=3)
    for name, count in BUILT_IN.items():
        slots = [f"${{{at}}}" for at in range(1, count + 1)]
        snippet = f"{name}[{', '.join(slots)}]"
        detail = {1: f"{name}[T]", 2: f"{name}[K, V]"}[count] if name != "Union" else "Union[A, B]"
        yield Offer(
            name, Kind.TYPE, place.start, place.end, snippet=snippet, detail=detail, rank=3
        )


def _imported_types(ground: Ground, place: CursorPlace) -> Iterable[Offer]:
    binding = ground.file_named(place.module, place.start)
    node = None if binding is None else ground.imported(binding)
    file = None if node is None else ground.checked.files.get(node)
    if file is None or file.checked is None:
        return
    inner = Ground(file.checked)
    body = file.checked.document.body
    for _, one in body.statements if isinstance(body, syntax.Block) else ():
        if isinstance(one, syntax.TypeAliasStatement):
            told = alias_sight(inner, one, 0, 0)
            yield Offer(
                one.name.text, Kind.TYPE, place.start, place.end, detail=told.type,
                documentation=told.documentation, rank=1,
            )  # fmt: skip

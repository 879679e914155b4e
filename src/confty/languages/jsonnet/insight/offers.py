"""What may be written at a place: fields, names, keys, arguments, words of the language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from confty import types
from confty.kit.sights import Kind, Offer
from confty.languages.jsonnet.checker.kinds import members
from confty.languages.jsonnet.checker.written import (
    field_name,
    is_word,
    quoted,
    stripped,
    subscript,
)
from confty.languages.jsonnet.insight.cursor import CursorPlace
from confty.languages.jsonnet.insight.described import Described, fields_offered, is_library
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.library import library_offers
from confty.languages.jsonnet.insight.parameters import callees, left_to_give
from confty.languages.jsonnet.lexer.tokens import BAD, BLOCK, IDENTIFIER, NUMBER, STRING
from confty.languages.jsonnet.library import NAMING
from confty.languages.jsonnet.parser import syntax

_ENDS: Final = frozenset(
    (
        *(IDENTIFIER, STRING, BLOCK, NUMBER, BAD, ")", "]", "}"),
        *("null", "true", "false", "self", "$", "tailstrict"),
    )
)
_BEGINNINGS: Final = (
    "assert", "error", "false", "function", "if", "import", "importbin", "importstr", "local",
    "null", "true",
)  # fmt: skip


def offers_at(ground: Ground, offset: int) -> list[Offer]:
    """Return what may be written at ``offset``."""
    here = CursorPlace(ground, offset)
    if here.in_comment():
        return []
    with ground.looking():
        if here.string is not None:
            return _in_string(here)
        return _in_code(here)


def _in_code(here: CursorPlace) -> list[Offer]:
    before = here.kind()
    owner = here.owner()
    if before == ".":
        return _behind_dot(here)
    if before in {"local", "for", "import", "importstr", "importbin", "function"}:
        return []
    if isinstance(owner, syntax.Object | syntax.ObjectComprehension) and before in {"{", ","}:
        return _keys(here, owner)
    if before in {"(", ","} and isinstance(
        owner, syntax.Function | syntax.Bind | syntax.Field | syntax.Local
    ):
        return []  # a new name
    if before in _ENDS:
        return _continuations(here)
    found = _expressions(here)
    if before == "[" and isinstance(owner, syntax.Index):
        found += _quoted(here, owner.target)
    if before in {"(", ","} and isinstance(owner, syntax.Call):
        found += _arguments(here, owner)
    return found


# Fields.


def _behind_dot(here: CursorPlace) -> list[Offer]:
    ground = here.ground
    dot = ground.tokens.starts[here.before]
    for node in reversed(ground.path_at(dot)):
        if isinstance(node, syntax.Dot) and node.target.end <= dot:
            if is_library(ground, node.target):
                return library_offers(here.start, here.end)
            return _fields(here, fields_offered(ground, node.target), dot)
        if isinstance(node, syntax.SuperField):
            return _fields(here, _super_fields(ground, node), dot)
    return []


def _fields(here: CursorPlace, fields: Iterable[Described], dot: int) -> list[Offer]:
    found: list[Offer] = []
    for one in fields:
        plain = is_word(one.name)
        # What is no word is written in brackets, in place of the dot.
        insert = one.name if plain else f"[{quoted(one.name)}]"
        start = here.start if plain else dot
        snippet = one.snippet if plain else None
        found.append(_offer(one, (start, here.end), insert, snippet))
    return found


def _super_fields(ground: Ground, node: syntax.Expression) -> list[Described]:
    around = ground.scopes.inside.get(node)
    return [] if not around else below(ground, around[-1])


def below(ground: Ground, literal: syntax.Node) -> list[Described]:
    """Return the fields of the layers that a literal is laid over."""
    found: dict[str, Described] = {}
    for origin, place in ground.merges.under(literal):
        for layer in reversed(origin.layers[:place]):
            own = layer if isinstance(layer, types.Object) else layer.own
            for one in own.fields:
                if one.name not in found and one.name[:1] != "#":
                    type_ = origin.read(ground.checker, one.name, place) or one.type
                    found[one.name] = Described(ground, one.name, type_, (origin.type,))
    return sorted(found.values(), key=lambda one: one.name)


def _offer(
    one: Described, place: tuple[int, int], insert: str, snippet: str | None = None
) -> Offer:
    return Offer(
        one.name,
        one.kind,
        *place,
        insert=insert,
        snippet=snippet,
        detail=one.spelled,
        documentation=one.documentation(),
        rank=2,
    )


def _quoted(here: CursorPlace, target: syntax.Expression) -> list[Offer]:
    return [
        _offer(one, (here.start, here.end), quoted(one.name))
        for one in fields_offered(here.ground, target)
    ]


# Strings that name fields.


def _in_string(here: CursorPlace) -> list[Offer]:
    ground, at = here.ground, here.string
    assert at is not None
    start = ground.tokens.starts[at]
    text = ground.tokens.texts[at]
    opening = 2 if text[:1] == "@" else 1
    closed = ground.tokens.kinds[at] != BAD
    end = ground.tokens.end(at) - 1 if closed else here.offset
    place = start + opening, max(end, here.offset)
    fields: list[Described] = []
    for node in reversed(ground.path_at(start)):
        named = _named_by(ground, node, start)
        if named is not None:
            fields = named
            break
    return [_offer(one, place, _escaped(one.name, text)) for one in fields]


def _escaped(name: str, text: str) -> str:
    if text[:1] == "@":
        return name.replace(text[1], text[1] * 2)
    return name.replace("\\", "\\\\").replace(text[:1], "\\" + text[:1]).replace("\n", "\\n")


def _named_by(ground: Ground, node: syntax.Node, start: int) -> list[Described] | None:
    """Return the fields that a string at ``start`` may name as a part of ``node``."""
    if isinstance(node, syntax.Index) and node.target.end <= start:
        return fields_offered(ground, node.target)
    if isinstance(node, syntax.SuperIndex):
        return _super_fields(ground, node)
    if isinstance(node, syntax.InSuper):
        return _super_fields(ground, node)
    if isinstance(node, syntax.Binary):
        left = node.operator == "in" and node.left.start <= start < node.left.end
        return fields_offered(ground, node.right) if left else []
    if isinstance(node, syntax.Call):
        access = subscript(stripped(node.callee))
        second = len(node.arguments) > 1 and node.arguments[1].start == start
        if second and access is not None and access[1] in NAMING:
            return fields_offered(ground, node.arguments[0].value)
        return []
    if isinstance(node, syntax.Field) and node.key.start <= start < node.key.end:
        return None
    if isinstance(node, syntax.Object):
        keys = [one.key.start for one in node.members if isinstance(one, syntax.Field)]
        return below(ground, node) if start in keys else []
    if isinstance(node, syntax.String | syntax.Missing | syntax.Argument | syntax.Parens):
        return None
    return []


# Keys of an object, arguments of a call.


def _keys(here: CursorPlace, literal: syntax.Object | syntax.ObjectComprehension) -> list[Offer]:
    """Offer the fields that may be replaced, and what else may stand in an object."""
    place = here.start, here.end
    written = {
        field_name(one)
        for one in literal.members
        if isinstance(one, syntax.Field) and not one.start <= here.start <= one.key.end
    }
    following = here.ground.source.text[here.end :].lstrip()[:1]
    mark = "" if following in {":", "+"} else ": "
    found: list[Offer] = []
    for one in below(here.ground, literal):
        if one.name in written:
            continue
        name = one.name if is_word(one.name) else quoted(one.name)
        found.append(_offer(one, place, f"{name}{mark}", one.method_snippet(mark)))
        if mark and any(isinstance(part, types.Object) for part in members(one.type)):
            found.append(
                Offer(
                    f"{one.name}+",
                    one.kind,
                    *place,
                    insert=f"{name}+: {{}}",
                    snippet=f"{name}+: {{ $0 }}",
                    detail=one.spelled,
                    documentation=one.documentation(),
                    rank=3,
                )
            )
    return found + [_word(word, place) for word in ("assert", "local")]


def _arguments(here: CursorPlace, call: syntax.Call) -> list[Offer]:
    found: dict[str, Offer] = {}
    for callee in callees(here.ground, call):
        for one in left_to_give(callee, call, here.start):
            found.setdefault(
                one.name,
                Offer(
                    f"{one.name}=",
                    Kind.PARAMETER,
                    here.start,
                    here.end,
                    detail=one.label,
                    documentation=one.documentation,
                    required=not one.optional,
                    rank=1,
                ),
            )
    return list(found.values())


# Names and words.


def _expressions(here: CursorPlace) -> list[Offer]:
    ground, place = here.ground, (here.start, here.end)
    found: list[Offer] = []
    for name, binding in here.scope().items():
        type_ = ground.sketch(binding.name)
        one = Described(ground, name, type_ or types.DYNAMIC, (), binding)
        found.append(
            Offer(
                name,
                binding.kind,
                *place,
                snippet=one.snippet,
                detail=one.spelled,
                documentation=one.documentation(),
                rank=1 if binding.role != "local" else 2,
            )
        )
    if "std" not in here.scope():
        found.append(Offer("std", Kind.NAMESPACE, *place, detail="the standard library", rank=4))
    words = list(_BEGINNINGS)
    if any(isinstance(one, syntax.Object | syntax.ObjectComprehension) for one in here.path()):
        words += ["self", "super", "$"]
    return found + [_word(word, place) for word in words]


def _continuations(here: CursorPlace) -> list[Offer]:
    """Offer the words that may follow a whole expression."""
    words: dict[str, None] = {"in": None}
    for node in here.path():
        if isinstance(node, syntax.If):
            words |= {"then": None, "else": None}
        elif isinstance(node, syntax.Array | syntax.Object):
            words |= {"for": None}
        elif isinstance(node, syntax.ArrayComprehension | syntax.ObjectComprehension):
            words |= {"for": None, "if": None}
    return [_word(word, (here.start, here.end)) for word in words]


def _word(word: str, place: tuple[int, int]) -> Offer:
    return Offer(word, Kind.KEYWORD, *place, rank=6)

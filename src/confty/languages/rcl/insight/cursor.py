"""What kind of place a cursor is at: behind a dot, in a string, where a type or a key belongs."""

from __future__ import annotations

from typing import Final, get_args

from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.lexer import CLOSERS
from confty.languages.rcl.library.table import BY_KEY
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.typesyntax import TypeExpr, TypeName, TypeRecord
from confty.languages.rcl.parser.walk import TreePart
from confty.types import Literal, Object, Type, Union, members, unfold, written_union

#: Behind these, an operand has ended: an operator may follow, no other value.
_OPERANDS: Final = frozenset(
    ("name", "string", "number", "close-quote", ")", "]", "}", "null", "true", "false")
)
_TYPES: Final = get_args(TypeExpr)


class CursorPlace:
    """Where a cursor is, and what is known of the place.

    ``kind`` is member, key, text, type, type-member, operator, expression, or nothing where
    nothing can be offered: in comments, texts and where a new name is given.
    """

    __slots__ = (
        "end", "given", "in_collection", "kind", "module", "owner", "parameters", "start",
        "wanted",
    )  # fmt: skip

    def __init__(self, kind: str, start: int, end: int) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        # What a member is read from, or whose keys a text may be.
        self.owner: Type | None = None
        self.wanted: Type | None = None
        # The keys that are there already.
        self.given: set[str] = set()
        self.module = ""
        self.in_collection = False
        self.parameters: list[str] = []  # of the alias around a type


def place_at(ground: Ground, offset: int) -> CursorPlace:
    """Say what kind of place an offset is."""
    tokens = ground.tokens
    at = ground.token_at(offset - 1)
    kind = tokens.kinds[at] if at >= 0 else ""
    if kind in ("comment", "shebang") and tokens.starts[at] < offset <= tokens.ends[at]:
        return CursorPlace("", offset, offset)
    inside = _string_around(ground, offset)
    if inside is not None:
        return _in_string(ground, *inside, offset)
    start, end = ground.word(offset)
    if kind == "number" and tokens.starts[at] < offset <= tokens.ends[at]:
        return CursorPlace("", offset, offset)
    before = ground.code_before(start)
    previous = tokens.kinds[before] if before >= 0 else ""
    way = ground.way(start)
    if previous == ".":
        return _behind_dot(ground, way, before, start, end)
    typed = _type_place(ground, before, start, end)
    if typed is not None:
        return typed
    if previous in ("let", "for") or _names_parameter(ground, before):
        return CursorPlace("", start, end)
    if previous in _OPERANDS and not _begins_anew(ground, before, start):
        place = CursorPlace("operator", start, end)
        place.in_collection = before >= 1 and tokens.kinds[before - 1] in ("for", ",")
        return place
    return _value_place(ground, before, start, end)


def _begins_anew(ground: Ground, before: int, start: int) -> bool:
    """Whether a word on a line of its own begins something, be it that a mark is missing."""
    return "\n" in ground.text[ground.tokens.ends[before] : start]


def _string_around(ground: Ground, offset: int) -> tuple[int, int] | None:
    """Return the text between the quotes around an offset, whole or still open."""
    tokens = ground.tokens
    at = ground.token_at(offset - 1)
    if at < 0:
        return None
    kind, start, end = tokens.kinds[at], tokens.starts[at], tokens.ends[at]
    if kind == "string":
        return (start + 1, end - 1) if start < offset < end else None
    if kind not in ("open-quote", "text", "escape"):
        return None
    if kind == "open-quote" and offset < end:
        return None
    first = at
    while first >= 0 and tokens.kinds[first] not in ("open-quote", "hole-close"):
        first -= 1
    last = at
    while last < len(tokens.kinds) - 1 and tokens.kinds[last] not in ("close-quote", "hole-open"):
        last += 1
    return tokens.ends[first], max(tokens.starts[last], tokens.ends[first])


def _in_string(ground: Ground, start: int, end: int, offset: int) -> CursorPlace:
    if "\n" in ground.text[start:end]:
        end = start + len(ground.text[start:end].partition("\n")[0])
    place = CursorPlace("text", start, max(end, offset) if offset <= end else end)
    way = ground.way(start)
    literal = next((one for one in reversed(way) if isinstance(one, syntax.StringLiteral)), None)
    if literal is None:
        return CursorPlace("", offset, offset)
    parent = way[way.index(literal) - 1] if way.index(literal) else None
    if isinstance(parent, syntax.Import):
        return CursorPlace("", offset, offset)
    place.wanted = ground.checked.wanted.get(literal)
    chain = next((one for one in reversed(way) if isinstance(one, syntax.Chain)), None)
    if isinstance(parent, syntax.Index) and chain is not None:
        place.owner = ground.origins.owner_type(chain, chain.links.index(parent))
    elif isinstance(parent, syntax.Call) and chain is not None:
        link = chain.links[chain.links.index(parent) - 1]
        if isinstance(link, syntax.Field) and link.name.text in BY_KEY:
            place.owner = ground.origins.owner_type(chain, chain.links.index(link))
    elif isinstance(parent, syntax.Binary) and parent.operator in ("==", "!="):
        others = [one for one in parent.operands if one is not literal]
        place.wanted = ground.checked.types.get(others[0]) if others else None
    elif isinstance(parent, syntax.Pair) and parent.value is literal:
        place.wanted = _tags(ground, way, parent) or place.wanted
    elif isinstance(parent, syntax.Pair) and parent.key is literal:
        collection = next(one for one in reversed(way) if isinstance(one, syntax.Collection))
        place.owner = members_left(ground, collection, literal.value)
        place.given = _given(collection) - {literal.value}
    return place


def _behind_dot(
    ground: Ground, way: list[TreePart], before: int, start: int, end: int
) -> CursorPlace:
    tokens = ground.tokens
    dot = tokens.starts[before]
    # In a type, what stands before the dot is a file.
    for one in ground.way(dot):
        if isinstance(one, _TYPES):
            place = CursorPlace("type-member", start, end)
            name = ground.code_before(dot)
            place.module = tokens.text(name) if name >= 0 else ""
            return place
    place = CursorPlace("member", start, end)
    for one in [*reversed(way), *reversed(ground.way(dot))]:
        if not isinstance(one, syntax.Chain):
            continue
        for at, link in enumerate(one.links):
            if isinstance(link, syntax.Field) and link.start == dot:
                place.owner = ground.origins.owner_type(one, at)
                return place
    return place


def _type_place(ground: Ground, before: int, start: int, end: int) -> CursorPlace | None:
    """Return a place where a type belongs; None where none does."""
    way = ground.way(start)
    place = CursorPlace("type", start, end)
    for one in way:
        if isinstance(one, syntax.TypeAliasStatement):
            place.parameters = [name.text for name in one.parameters]
    for at in range(len(way) - 1, -1, -1):
        one = way[at]
        if isinstance(one, TypeRecord):
            # Between fields a name is given, behind a colon a type is written.
            typed = ground.tokens.kinds[before] in (":", "|", "->")
            return place if typed else CursorPlace("", start, end)
        if isinstance(one, _TYPES) and (one.end >= start or not isinstance(one, TypeName)):
            return place
    kinds = ground.tokens.kinds
    colon = before >= 2 and kinds[before] == ":"
    if colon and kinds[before - 1] == "name" and kinds[before - 2] == "let":
        return place
    return None


def _names_parameter(ground: Ground, before: int) -> bool:
    """Whether the last word begins ``type``, which a new name follows."""
    tokens = ground.tokens
    return (
        before >= 0
        and tokens.text(before) == "type"
        and (before == 0 or tokens.kinds[before - 1] in (";", "comment", "blank", "shebang"))
    )


def _given(node: syntax.Collection) -> set[str]:
    return {
        one.result.key.value
        for one in node.elements
        if isinstance(one.result, syntax.Pair) and isinstance(one.result.key, syntax.StringLiteral)
    }


def _value_place(ground: Ground, before: int, start: int, end: int) -> CursorPlace:
    tokens = ground.tokens
    way = ground.way(start)
    inner = next((one for one in reversed(way) if isinstance(one, syntax.Collection)), None)
    place = CursorPlace("expression", start, end)
    previous = tokens.kinds[before] if before >= 0 else ""
    place.in_collection = inner is not None and previous in (*CLOSERS, ",", ":", "name", "string")
    place.wanted = _wanted(ground, way)
    literal = _literal_around(ground, before, start, way)
    if literal is not None and literal.bracket == "{":
        place.kind = "key"
        place.in_collection = True
        place.wanted = members_left(ground, literal, ground.text[start:end])
        place.given = _given(literal) - {ground.text[start:end]}
    return place


def members_left(ground: Ground, node: syntax.Collection, but: str) -> Type | None:
    """Return what a literal is to be: of several records, those that its texts leave."""
    union = ground.checked.unions.get(node)
    inside = None if union is None else unfold(union)
    if not isinstance(inside, Union):
        return ground.checked.wanted.get(node)
    left = [one for one in inside.members if _may_be(node, unfold(one), but)]
    return written_union(*left) if left else union


def _may_be(node: syntax.Collection, record: Type, but: str) -> bool:
    """Whether the texts that a literal gives are those of a record; ``but`` does not count."""
    for element in node.elements:
        pair = element.result
        if not isinstance(pair, syntax.Pair) or not isinstance(pair.key, syntax.StringLiteral):
            continue
        own = record.by_name.get(pair.key.value) if isinstance(record, Object) else None
        given = pair.value
        if own is None or pair.key.value == but or not isinstance(given, syntax.StringLiteral):
            continue
        wanted = unfold(own.type)
        if isinstance(wanted, Literal) and wanted.value != given.value:
            return False
    return True


def _tags(ground: Ground, way: list[TreePart], pair: syntax.Pair) -> Type | None:
    """Return what the members of a union want of a field that is being written."""
    node = next((one for one in reversed(way) if isinstance(one, syntax.Collection)), None)
    if node is None or node not in ground.checked.unions:
        return None
    if not isinstance(pair.key, syntax.StringLiteral):
        return None
    name = pair.key.value
    union = members_left(ground, node, name)
    known = () if union is None else members(union)
    records = [one for one in map(unfold, known) if isinstance(one, Object)]
    found = [one.by_name[name].type for one in records if name in one.by_name]
    return written_union(*dict.fromkeys(found)) if found else None


def _literal_around(
    ground: Ground, before: int, start: int, way: list[TreePart]
) -> syntax.Collection | None:
    """Return the literal in which an element may begin at a place."""
    if before < 0:
        return None
    tokens = ground.tokens
    kind = tokens.kinds[before]
    anew = kind in _OPERANDS and _begins_anew(ground, before, start)
    if kind not in ("{", ",") and not anew:
        return None
    for one in reversed(way):
        if isinstance(one, syntax.Call | syntax.Function | syntax.Let):
            return None
        if isinstance(one, syntax.Collection):
            return one
    return None


def _wanted(ground: Ground, way: list[TreePart]) -> Type | None:
    for one in reversed(way):
        if isinstance(one, syntax.Missing | syntax.Name | syntax.Collection):
            found = ground.checked.wanted.get(one)
            if found is not None and not isinstance(one, syntax.Collection):
                return found
        if isinstance(one, syntax.Let):
            break
    return None

"""The shape of a document: its outline, colours, what folds, what a selection grows to, links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from confty.kit.sights import ColouredStretch, Kind, Link, Region, Symbol
from confty.kit.stretches import folds, nested
from confty.languages.rcl.insight.ground import Ground
from confty.languages.rcl.insight.occurrences import kind_of_binding
from confty.languages.rcl.insight.sight import shortly
from confty.languages.rcl.lexer import KEYWORDS
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.parser.typesyntax import RecordField, TypeRecord
from confty.languages.rcl.parser.walk import extent
from confty.types import DYNAMIC, Function, unfold

_FOLDED: Final = (
    syntax.Collection, syntax.Call, syntax.Parens, TypeRecord, syntax.FormatString,
    syntax.StringLiteral, syntax.Function, syntax.If, syntax.Let,
)  # fmt: skip
_DEEPEST: Final = 20
_KINDS: Final = {
    **dict.fromkeys(KEYWORDS, "keyword"),
    **dict.fromkeys(("string", "open-quote", "close-quote", "text"), "string"),
    **dict.fromkeys(("comment", "shebang"), "comment"),
    **dict.fromkeys(
        ("+", "-", "*", "/", "|", "<", ">", "<=", ">=", "==", "!=", "=", "=>", "->", "..", "...",
         "!"), "operator",
    ),
    "escape": "regexp",
    "number": "number",
}  # fmt: skip


def symbols(ground: Ground) -> list[Symbol]:
    """Return what a document binds, and the fields of what it gives."""
    found: list[Symbol] = []
    body: syntax.Expr = ground.checked.document.body
    while isinstance(body, syntax.Block | syntax.Parens):
        if isinstance(body, syntax.Block):
            for _, one in body.statements:
                found += _statement(ground, one)
        body = body.body
    return [*found, *_fields(ground, body, 0)]


def _statement(ground: Ground, node: syntax.Statement) -> Iterator[Symbol]:
    if isinstance(node, syntax.Let):
        binding = ground.checked.binders.get(node.name)
        if binding is None or not node.name.text:
            return
        place = ground.span(node.name.start, node.name.end)
        whole = ground.span(node.start, max(node.end, node.name.end))
        yield Symbol(
            node.name.text, kind_of_binding(binding), place, whole, shortly(binding.known),
            _fields(ground, node.value, 1),
        )  # fmt: skip
    elif isinstance(node, syntax.TypeAliasStatement):
        place = ground.span(node.name.start, node.name.end)
        whole = ground.span(node.start, max(node.end, node.name.end))
        record = node.target
        inner = record.fields if isinstance(record, TypeRecord) else ()
        children = [_record_field(ground, one) for one in inner]
        yield Symbol(node.name.text, Kind.TYPE, place, whole, "", children)


def _record_field(ground: Ground, node: RecordField) -> Symbol:
    place = ground.span(node.name.start, node.name.end)
    mark = "?" if node.optional else ""
    detail = mark + shortly(ground.checked.types.get(node.type, DYNAMIC))
    return Symbol(node.name.text, Kind.FIELD, place, ground.span(node.start, node.end), detail)


def _fields(ground: Ground, node: syntax.Expr, depth: int) -> list[Symbol]:
    """Return the fields of a literal, with what is in them."""
    while isinstance(node, syntax.Parens | syntax.Block):
        node = node.body
    found: list[Symbol] = []
    if not isinstance(node, syntax.Collection) or depth > _DEEPEST:
        return found
    for element in node.elements:
        pair = element.result
        if not isinstance(pair, syntax.Pair) or not isinstance(pair.key, syntax.StringLiteral):
            continue
        known = ground.checked.types.get(pair.value, DYNAMIC)
        kind = Kind.FUNCTION if isinstance(unfold(known), Function) else Kind.FIELD
        found.append(
            Symbol(
                pair.key.value or '""', kind, ground.span(pair.key.start, pair.key.end),
                ground.span(pair.start, max(pair.end, pair.key.end)), shortly(known),
                _fields(ground, pair.value, depth + 1),
            )
        )  # fmt: skip
    return found


def regions(ground: Ground) -> list[Region]:
    """Return what spans lines and can be folded."""
    found = [Region(step.start, step.end) for step in ground.steps if isinstance(step, _FOLDED)]
    run = imports_together(ground)
    if len(run) > 1:
        found.append(Region(run[0].start, run[-1].end, "imports"))
    tokens = ground.tokens
    lexed = zip(tokens.kinds, tokens.starts, tokens.ends, strict=True)
    comments = [(start, end) for kind, start, end in lexed if kind == "comment"]
    return folds(ground.text, found, comments)


def imports_together(ground: Ground) -> list[syntax.Let]:
    """Return the imports that stand together."""
    body = ground.checked.document.body
    lets = [one for _, one in body.statements] if isinstance(body, syntax.Block) else []
    run: list[syntax.Let] = []
    for one in lets:
        if isinstance(one, syntax.Let) and isinstance(one.value, syntax.Import):
            run.append(one)
        elif run:
            break
    return run


def around(ground: Ground, offset: int) -> list[tuple[int, int]]:
    """Return the stretches around an offset, each inside the next."""
    word = ground.word(offset)
    around = [*map(extent, ground.way(offset)), *([word] if word[0] < word[1] else [])]
    return nested(ground.text, offset, around)


def links(ground: Ground) -> list[Link]:
    """Return the paths of imports, and the files they lead to."""
    found: list[Link] = []
    for step in ground.steps:
        if not isinstance(step, syntax.Import):
            continue
        file, path = ground.checked.files.get(step), step.path
        if file is not None and isinstance(path, syntax.StringLiteral):
            found.append(Link(path.start + 1, max(path.end - 1, path.start + 1), file.name))
    return sorted(found, key=lambda one: one.start)


def path_at(ground: Ground, offset: int) -> tuple[int, int] | None:
    """Return the letters of a path that an offset is in, in quotes that may still be open."""
    tokens = ground.tokens
    at = ground.token_at(offset - 1)
    while at >= 0 and tokens.kinds[at] in ("text", "escape"):
        at -= 1
    if at < 1 or tokens.kinds[at] not in ("string", "open-quote"):
        return None
    if not _takes_path(ground, at):
        return None
    start = tokens.starts[at] + 1
    if tokens.kinds[at] == "string":
        end = tokens.ends[at] - 1
    else:
        last = at
        while last < len(tokens.kinds) - 1 and tokens.kinds[last] != "close-quote":
            last += 1
        end = tokens.starts[last]
    end = min(end, start + len(ground.text[start:end].partition("\n")[0]))
    return (start, end) if start <= offset <= end else None


def _takes_path(ground: Ground, at: int) -> bool:
    """Whether the string at a token is a path: that of an import, or of a file that is read."""
    tokens = ground.tokens
    before = at - 1
    while before > 0 and tokens.kinds[before] in ("(", "blank"):
        before -= 1
    return tokens.kinds[before] == "import" or tokens.text(before) == "read_file_utf8"


def tokens(ground: Ground) -> list[ColouredStretch]:
    """Return keywords, literals, comments and operators in order."""
    aliases = {step.start for step in ground.steps if isinstance(step, syntax.TypeAliasStatement)}
    found: list[ColouredStretch] = []
    lexed = ground.tokens
    for kind, start, end in zip(lexed.kinds, lexed.starts, lexed.ends, strict=True):
        shown = _KINDS.get(kind)
        if kind == "name" and start in aliases:
            shown = "keyword"
        if shown is not None and end > start:
            found.append(ColouredStretch(start, end, shown))
    return found

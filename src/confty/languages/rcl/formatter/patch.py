"""Replace one expression of a document, found by a path of names."""

from __future__ import annotations

from confty.languages.rcl import codes
from confty.languages.rcl.lexer import lex
from confty.languages.rcl.parser import parse, syntax
from confty.languages.rcl.rules import is_identifier
from confty.text import Diagnostic, Source, Span


class PatchProblem(Exception):
    """The path or the replacement cannot be used."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


def path_names(text: str) -> list[str]:
    """Return the names of a path ``a.b.c``."""
    source, at = Source("path", text), 0
    names = text.split(".")
    for name in names:
        if not is_identifier(name):
            span = Span(source, at, at + len(name))
            raise PatchProblem(codes.PATCH_PATH.at(span, "expected a name in the path"))
        at += len(name) + 1
    return names


def replacement(text: str) -> syntax.Expr:
    """Parse the expression that is put in."""
    lexed = lex(Source("replacement", text))
    wrong = lexed.diagnostics
    if not wrong:
        parsed = parse(lexed.output)
        wrong = parsed.diagnostics
        if not wrong:
            return parsed.output.body
    raise PatchProblem(wrong[0])


def patch(
    source: Source, document: syntax.Document, names: list[str], new: syntax.Expr
) -> syntax.Document:
    """Return the document with the expression at the path replaced."""
    return syntax.Document(_patched(source, document.body, names, new), document.suffix)


def _patched(source: Source, node: syntax.Expr, names: list[str], new: syntax.Expr) -> syntax.Expr:
    if not names:
        return new
    found: syntax.Expr | None = None
    if isinstance(node, syntax.Block):
        found = _in_block(source, node, names, new)
    elif isinstance(node, syntax.Parens):
        return syntax.Parens(node.start, node.end, _patched(source, node.body, names, new))
    elif isinstance(node, syntax.Collection):
        found = _in_collection(source, node, names, new)
    if found is not None:
        return found
    span = Span(source, node.start, node.end)
    raise PatchProblem(codes.PATCH_PATH.at(span, f"there is no '{names[0]}' in this expression"))


def _let(source: Source, node: syntax.Let, names: list[str], new: syntax.Expr) -> syntax.Let:
    value = _patched(source, node.value, names[1:], new)
    return syntax.Let(node.start, node.end, node.name, node.annotation, value)


def _in_block(
    source: Source, node: syntax.Block, names: list[str], new: syntax.Expr
) -> syntax.Expr:
    for index, (before, one) in enumerate(node.statements):
        if isinstance(one, syntax.Let) and one.name.text == names[0]:
            changed: tuple[tuple[tuple[str, ...], syntax.Statement], ...] = (
                *node.statements[:index],
                (before, _let(source, one, names, new)),
                *node.statements[index + 1 :],
            )
            return syntax.Block(changed, node.before_body, node.body)
    return syntax.Block(node.statements, node.before_body, _patched(source, node.body, names, new))


def _in_collection(
    source: Source, node: syntax.Collection, names: list[str], new: syntax.Expr
) -> syntax.Collection | None:
    for index, element in enumerate(node.elements):
        changed = _in_element(source, element, names, new)
        if changed is not None:
            elements = (*node.elements[:index], changed, *node.elements[index + 1 :])
            return syntax.Collection(
                node.start, node.end, node.bracket, elements, node.before_close,
                trailing_comma=node.trailing_comma,
            )  # fmt: skip
    return None


def _in_element(
    source: Source, node: syntax.Element, names: list[str], new: syntax.Expr
) -> syntax.Element | None:
    for index, (before, one) in enumerate(node.controls):
        if isinstance(one, syntax.Let) and one.name.text == names[0]:
            controls = (
                *node.controls[:index],
                (before, _let(source, one, names, new)),
                *node.controls[index + 1 :],
            )
            return syntax.Element(controls, node.before_result, node.result)
    result = node.result
    if isinstance(result, syntax.Pair) and result.mark == "=":
        assert isinstance(result.key, syntax.StringLiteral)
        if result.key.value == names[0]:
            value = _patched(source, result.value, names[1:], new)
            pair = syntax.Pair(result.key, result.mark, result.at, value)
            return syntax.Element(node.controls, node.before_result, pair)
    return None

"""A whole file for the second tier: parsed, checked, its main unit ready to be translated."""

from __future__ import annotations

from confty.languages.jsonnet.evaluator.compiler.dispatch import TABLES
from confty.languages.jsonnet.evaluator.compiler.frames import FunctionFrame, FunctionLines, Scope
from confty.languages.jsonnet.evaluator.compiler.resolve import StaticError, resolve
from confty.languages.jsonnet.evaluator.compiler.unit import SharedInFile, Unit, tail
from confty.languages.jsonnet.evaluator.failure import TOP, UnrunnableFile
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.text import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# From this size on, a file is a library: bodies are translated when they first run.
_BIG: Final = 12_000


def prepared(source: Source, *, labelled: bool) -> SharedInFile:
    """Parse and check a file, and prepare its main unit."""
    parsed = lex(source).then(parse)
    syntax = parsed.output
    if parsed.failed:
        refusal = syntax.refusal
        if refusal is None:
            first = parsed.diagnostics[0]
            raise UnrunnableFile(
                parsed.diagnostics, first.span or Span(source, 0, 0), first.message
            )
        place = Span(source, refusal.start, refusal.end)
        raise UnrunnableFile(parsed.diagnostics, place, refusal.message)
    try:
        resolved = resolve(syntax.body)
    except StaticError as error:
        span = Span(source, error.start, error.end)
        finding = error.code.at(span, error.message)
        raise UnrunnableFile((finding,), span, error.message) from None
    big = len(source.text) > _BIG
    file = SharedInFile(
        TABLES, resolved, lambda at: source.place(at)[0], big=big, labelled=labelled
    )

    def main(marking: bool) -> Unit:
        unit = Unit(file, "main", marking=marking)
        block = FunctionLines(FunctionFrame(), 1)
        tail(unit, syntax.body, Scope(None), block)
        unit.mark_lines(syntax.body, block.lines, TOP)
        unit.finish([], block)
        return unit

    file.pending["main"] = main
    return file

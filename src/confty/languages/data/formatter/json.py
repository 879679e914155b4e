"""JSON with one member a line, indented by two spaces.

Written from the tokens, so numbers and strings keep their spelling and keys their order.  JSON
Lines have no spaces around a line and no empty ones.
"""

from __future__ import annotations

from confty.language import Host, Outcome
from confty.languages.data.formatter.json_commented import laid_out
from confty.languages.data.lexer.json import END, Lexer
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.json_dialects import LINES, STRICT
from confty.text import Source


def reformat(parsed: Outcome[Document], host: Host) -> Outcome[str]:
    """Lay out a JSON text; one with mistakes stays as it is."""
    source = parsed.output.source
    if parsed.failed:
        return Outcome(source.text, parsed.diagnostics)
    indent = host.settings.get("indent")
    step = " " * indent if isinstance(indent, int) and not isinstance(indent, bool) else "  "
    if parsed.output.kind == LINES:
        lines = [line.strip() for line in source.text.split("\n")]
        return Outcome("".join([f"{line}\n" for line in lines if line]), parsed.diagnostics)
    if parsed.output.kind != STRICT:
        return Outcome(laid_out(source.text, step), parsed.diagnostics)
    return Outcome("".join(_parts(source, step)) + "\n", parsed.diagnostics)


def _parts(source: Source, step: str) -> list[str]:
    lexer = Lexer(source)
    text, parts, depth, before = source.text, [], 0, ""
    while (kind := lexer.take()) != END:
        if kind in {"}", "]"}:
            depth -= 1
            if before not in {"{", "["}:
                parts.append("\n" + step * depth)
        elif before in {"{", "[", ","}:
            parts.append("\n" + step * depth)
        elif before == ":":
            parts.append(" ")
        parts.append(text[lexer.start : lexer.end])
        if kind in {"{", "["}:
            depth += 1
        before = kind
    return parts

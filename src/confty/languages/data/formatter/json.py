"""JSON with one member a line, indented by two spaces.

Written from the tokens, so numbers and strings keep their spelling and keys their order.
"""

from __future__ import annotations

from confty.language import Host, Outcome
from confty.languages.data.lexer.json import END, Lexer
from confty.languages.data.parser.document import Document
from confty.text import Source


def reformat(parsed: Outcome[Document], host: Host) -> Outcome[str]:
    """Lay out a JSON text; one with mistakes stays as it is."""
    source = parsed.output.source
    if parsed.failed:
        return Outcome(source.text, parsed.diagnostics)
    indent = host.settings.get("indent")
    step = " " * indent if isinstance(indent, int) and not isinstance(indent, bool) else "  "
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

"""Layout of Jsonnet text: the same result as the reference formatter, option for option.

Text becomes syntax, syntax becomes a tree of pieces with every token and comment, passes change
the pieces, the printer writes them.  A file with a syntax error is left alone.
"""

from __future__ import annotations

from confty.kit.rooms import room_for
from confty.language import Host, Outcome
from confty.languages.jsonnet.codes import DUPLICATE_NAME
from confty.languages.jsonnet.formatter import spelling, structure
from confty.languages.jsonnet.formatter.build import build
from confty.languages.jsonnet.formatter.imports import sort_imports
from confty.languages.jsonnet.formatter.printer import FormatOptions, write
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import Syntax, parse
from confty.text import Severity, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

__all__ = ["FormatOptions", "layout", "reformat"]

# A chain of operators or of fields is walked link by link, a local within a local too.
_FRAMES: Final = 100_000
# How often a text is laid out; what stands in brackets that go is seen the second time.
_MOST_ROUNDS: Final = 4


def reformat(parsed: Outcome[Syntax], host: Host) -> Outcome[str]:
    """Lay out a text with the options the user set, until there is nothing left to lay out.

    Where a bracket goes after the lines were broken, the line break or the comment in it stays and
    decides about lines the next time.
    """
    known = FormatOptions._fields
    chosen = {name: value for name, value in host.settings.items() if name in known}
    options = FormatOptions(**chosen)  # type: ignore[arg-type]  # settings are validated before
    made = layout(parsed, options)
    before = parsed.output.source
    for _ in range(_MOST_ROUNDS):
        if made.failed or made.output == before.text:
            break
        before = Source(before.name, made.output)
        made = Outcome(layout(lex(before).then(parse), options).output, made.diagnostics)
    return made


def layout(parsed: Outcome[Syntax], options: FormatOptions) -> Outcome[str]:
    """Lay out a text; the text comes back unchanged when it does not parse."""
    # A name given twice is an error of meaning; the text has a layout all the same.
    findings = tuple(found for found in parsed.diagnostics if found.code is not DUPLICATE_NAME)
    if any(found.severity is Severity.ERROR for found in findings):
        return Outcome(parsed.output.source.text, findings)
    with room_for(_FRAMES):
        file = build(parsed.output)
        if options.sort_imports:
            sort_imports(file)
        spelling.drop_first_lines(file)
        if options.max_blank_lines:
            spelling.limit_blank_lines(file, options.max_blank_lines)
        structure.break_lines(file)
        structure.fix_commas(file)
        structure.fix_parentheses(file)
        if options.use_implicit_plus:
            structure.drop_plus(file)
        structure.drop_slice_colons(file)
        if options.pretty_field_names:
            structure.prettify_names(file)
        if options.string_style != "l":
            spelling.quote_strings(file, options.string_style)
        if options.comment_style != "l":
            spelling.mark_comments(file, options.comment_style)
        return Outcome(write(file, options), findings)

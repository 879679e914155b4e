"""What to say where no token can be read, and how far to step to read on.

Cold code: it runs once per mistake.
"""

from __future__ import annotations

from confty.languages.jsonnet.codes import (
    BAD_CHARACTER,
    BAD_NUMBER,
    BAD_TEXT_BLOCK,
    UNCLOSED_COMMENT,
    UNCLOSED_STRING,
)
from confty.languages.jsonnet.lexer.tokens import Refusal
from confty.patterns import pattern
from confty.text import Code, Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

Trouble = tuple[int, tuple[Diagnostic, ...], Refusal]

_NUMBER: Final = pattern(r"[0-9](?:[eE][+-]|[0-9A-Za-z_]|\.(?=[0-9_]))*+\.?")
_BLANKS: Final = pattern(r"[ \t]*")
_CLOSE: Final = pattern(r"\n[ \t]*\|\|\|")
_BLOCK_HEAD: Final = pattern(r"\|\|\|-?[ \t\r]*(\n\n*)?([ \t]*)")


def trouble_at(source: Source, start: int) -> Trouble:
    """Explain the unreadable token at ``start``, and say where to read on."""
    first = source.text[start]
    if first in "\"'":
        return _unclosed(source, start, UNCLOSED_STRING, "string", "unterminated string")
    if first == "@":
        return _verbatim(source, start)
    if first == "/":
        reason = "multi-line comment has no terminating */."
        return _unclosed(source, start, UNCLOSED_COMMENT, "comment", reason)
    if first.isdigit() and first.isascii():
        return _number(source, start)
    if source.text.startswith("|||", start):
        return _block(source, start)
    return _character(source, start)


def _finding(source: Source, code: Code, start: int, end: int, message: str) -> Diagnostic:
    return code.at(Span(source, start, end), message)


def _unclosed(source: Source, start: int, code: Code, what: str, reason: str) -> Trouble:
    end = len(source.text)
    finding = _finding(
        source, code, end, end, f"expected the end of a {what}, found the end of the file"
    )
    finding = finding.note(Span(source, start, start + 1), f"the {what} starts here")
    return end, (finding,), Refusal(start, start + 1, reason)


def _verbatim(source: Source, start: int) -> Trouble:
    following = source.text[start + 1 : start + 2]
    if following and following in "\"'":
        return _unclosed(source, start, UNCLOSED_STRING, "string", "unterminated verbatim string")
    finding = _finding(
        source,
        BAD_CHARACTER,
        start,
        start + 1,
        "expected a quote after @, to start a verbatim string",
    )
    reason = f"couldn't lex verbatim string, junk after '@': {following}"
    return start + 1, (finding,), Refusal(start, start + 1, reason)


def _number(source: Source, start: int) -> Trouble:
    import re  # noqa: PLC0415  start-up: most numbers are right

    text = source.text
    match = _NUMBER.match(text, start)
    assert match is not None
    word, end = match.group(), match.end()
    following = text[end : end + 1]
    if re.match(r"0[0-9]", word):
        message = f"expected a number without a leading zero, found {word}"
        reason = f'did not expect: (NUMBER, "{word[1:]}")'
        return (
            end,
            (_finding(source, BAD_NUMBER, start, end, message),),
            Refusal(start + 1, end, reason),
        )
    if re.match(r"0_", word):
        reason = "couldn't lex number, _ not allowed after leading 0"
    elif part := re.search(r"_(?![0-9])(.?)", word):
        reason = f"couldn't lex number, junk after _: {part.group(1) or following}"
    elif part := re.search(r"\.(?![0-9])(.?)", word):
        reason = f"couldn't lex number, junk after decimal point: {part.group(1) or following}"
    elif part := re.search(r"[eE][+-](?![0-9])(.?)", word):
        reason = f"couldn't lex number, junk after exponent sign: {part.group(1) or following}"
    else:
        part = re.search(r"[eE](?![0-9+-])(.?)", word)
        reason = f"couldn't lex number, junk after 'E': {part.group(1) if part else following}"
    message = f"expected a digit on either side of each mark in a number, found {word}"
    return (
        end,
        (_finding(source, BAD_NUMBER, start, end, message),),
        Refusal(start, start + 1, reason),
    )


def _width(blanks: str) -> str:
    """Say how wide an indentation is: ``2 spaces``, ``1 tab``."""
    count = len(blanks)
    unit = "tab" if blanks.startswith("\t") else "space"
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _block(source: Source, start: int) -> Trouble:
    text = source.text
    head = _BLOCK_HEAD.match(text, start)
    assert head is not None
    if head.group(1) is None:
        message = "expected a new line after |||, to start a text block"
        reason = "text block syntax requires new line after |||."
        return _block_trouble(source, start, head.start() + 3, start + 3, message, reason)
    indent, at = head.group(2), head.start(2)
    if not indent:
        message = "expected the first line of a text block to be indented"
        reason = "text block's first line must start with whitespace."
        return _block_trouble(source, start, at, _block_end(text, at), message, reason)
    return _block_body(source, start, at, indent)


def _block_body(source: Source, start: int, at: int, indent: str) -> Trouble:
    text = source.text
    while True:
        line_end = text.find("\n", at)
        if line_end < 0:
            message = "expected ||| to end a text block, found the end of the file"
            end = len(text)
            return _block_trouble(source, start, end, end, message, "unexpected EOF")
        at = line_end + 1
        while text.startswith("\n", at):
            at += 1
        if not text.startswith(indent, at):
            break
    found = _BLANKS.match(text, at)
    assert found is not None
    blanks = found.group()
    if blanks:
        message = (
            f"expected {_width(indent)} before each line of a text block, found {_width(blanks)}"
        )
        reason = (
            f"text block indentation mismatch: expected at least {_width(indent)},"
            f" found {_width(blanks)}"
        )
    else:
        message = "expected ||| to end a text block"
        reason = "text block not terminated with |||"
    return _block_trouble(source, start, at, _block_end(text, at), message, reason)


def _block_end(text: str, at: int) -> int:
    """Step past the ``|||`` that probably ends the block, or to the end of the line."""
    close = _CLOSE.search(text, at)
    return close.end() if close else len(text)


def _block_trouble(
    source: Source, start: int, at: int, end: int, message: str, reason: str
) -> Trouble:
    finding = _finding(source, BAD_TEXT_BLOCK, at, at, message)
    finding = finding.note(Span(source, start, start + 3), "the text block starts here")
    return max(end, start + 3), (finding,), Refusal(start, start + 1, reason)


def _character(source: Source, start: int) -> Trouble:
    text = source.text
    end = start + 1
    while end < len(text) and not text[end].isspace() and not text[end].isascii():
        end += 1
    first = text[start]
    shown = first if first.isprintable() else f"U+{ord(first):04X}"
    finding = _finding(source, BAD_CHARACTER, start, end, f"expected a token, found {shown}")
    printable = first.isascii() and first.isprintable()
    byte = first.encode("utf-8", "surrogatepass")[0]
    reason = (
        f"Could not lex the character '{first}'"
        if printable
        else f"Could not lex the character code {byte}"
    )
    return end, (finding,), Refusal(start, start + 1, reason)

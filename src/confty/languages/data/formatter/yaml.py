"""YAML with tidy whitespace: the layout is the author's, and stays.

Spaces at line ends go, several empty lines become one, one space follows the colon of a key.
Text of several lines (blocks, folded strings) is not touched.  Nothing else moves, so every
comment, quote, anchor and tag is kept.
"""

from __future__ import annotations

from confty.language import Outcome
from confty.languages.data.lexer.yaml import events
from confty.languages.data.parser.document import Document
from confty.patterns import pattern
from confty.text import Diagnostic, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# The head of a block that has no newline at its end, whatever is written there.
_STRIPPED: Final = pattern(r"[|>]\d?-")


def reformat(parsed: Outcome[Document]) -> Outcome[str]:
    """Lay out a YAML text; one with mistakes stays as it is."""
    source = parsed.output.source
    if parsed.failed or parsed.output.template or "\r" in source.text.replace("\r\n", ""):
        # A carriage return alone ends a line, too; what is left of old systems stays as it is.
        return Outcome(source.text, parsed.diagnostics)
    fixed = _fixed_lines(source)
    spaced = _one_space(source, parsed.output)
    made = _tidy(spaced, fixed)
    if len(spaced) in fixed and not _ends_alike(source):
        made = made.removesuffix("\n")
    return Outcome(made, parsed.diagnostics)


def _ends_alike(source: Source) -> bool:
    """Whether the text means the same with a newline at its end: not where a block ends it."""
    last = None
    for event in events(source, [], lambda: None):
        if type(event).__name__ == "ScalarEvent":
            last = event
    if last is None or last.style not in {"|", ">"}:
        return True
    head = source.text[last.start_mark.index :].split("\n", 1)[0]
    return _STRIPPED.search(head) is not None


def _fixed_lines(source: Source) -> set[int]:
    """The lines that belong to text of several lines, counted from 1."""
    fixed: set[int] = set()
    findings: list[Diagnostic] = []
    for event in events(source, findings, lambda: None):
        if type(event).__name__ != "ScalarEvent":
            continue
        first, last = event.start_mark.line + 1, event.end_mark.line + 1
        if last > first:
            # A block ends at the start of the line after it.
            blocks = event.style in {"|", ">"} and event.end_mark.column == 0
            fixed.update(range(first + (event.style in {"|", ">"}), last + (not blocks)))
    return fixed


def _one_space(source: Source, document: Document) -> list[str]:
    """The lines of the text, with one space between the colon of a key and its value."""
    text, places = source.text, document.places
    parts, done = [], 0
    pairs = sorted(zip(places.key_ends, places.starts, strict=True))
    for key_end, start in pairs:
        gap = text[key_end:start]
        if key_end < done or not gap.startswith(":") or gap.strip(" ") != ":" or gap == ":":
            continue
        parts.append(text[done:key_end] + ": ")
        done = start
    return ("".join(parts) + text[done:]).split("\n")


def _tidy(lines: list[str], fixed: set[int]) -> str:
    kept: list[str] = []
    text = 0  # how many of the kept lines there are up to the last that is text
    if not lines[-1]:
        lines = lines[:-1]
    for number, line in enumerate(lines, 1):
        if number in fixed:
            # To YAML all line ends are one.
            kept.append(line.removesuffix("\r"))
            text = len(kept)
            continue
        bare = line.rstrip(" \t\r")
        if bare or (kept and kept[-1]) or number - 1 in fixed:
            kept.append(bare)
    while len(kept) > text and not kept[-1]:
        kept.pop()
    return "".join([f"{line}\n" for line in kept])

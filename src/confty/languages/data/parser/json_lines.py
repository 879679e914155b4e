"""JSON Lines: a value a line, and the file is the list of them."""

from __future__ import annotations

from confty.language import Outcome
from confty.languages.data import codes
from confty.languages.data.limits import MOST_FINDINGS
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.json import parse_json
from confty.languages.data.parser.json_dialects import LINES, moved
from confty.languages.data.parser.places import Places
from confty.text import Diagnostic, Severity, Source


def parse_lines(source: Source) -> Outcome[Document]:
    """Read a text of one value a line; empty lines are passed over."""
    values: list[object] = []
    findings: list[Diagnostic] = []
    parts: list[tuple[int, Document]] = []
    for start, line in _lines(source.text):
        parsed = parse_json(Source(source.name, line))
        values.append(parsed.output.value)
        parts.append((start, parsed.output))
        if parsed.diagnostics:
            findings += map(_helped, moved(parsed.diagnostics, source, start))
        if sum(one.severity is Severity.ERROR for one in findings) >= MOST_FINDINGS:
            break
    document = Document(source, LINES, values, lambda: _placed(source, parts), stream=True)
    return Outcome(document, tuple(findings))


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines that hold something, and where each starts."""
    found, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            found.append((start, line.rstrip("\r")))
        start += len(line) + 1
    return found


def _helped(finding: Diagnostic) -> Diagnostic:
    if finding.code is codes.JSON_EXTRA:
        return finding.with_help("put each value on a line of its own")
    if finding.code is codes.JSON_UNCLOSED:
        return finding.with_help("a value stays on its line")
    return finding


def _placed(source: Source, parts: list[tuple[int, Document]]) -> Places:
    """The places of all lines in one table, under a list of them."""
    whole = Places()
    root = whole.add(-1, 0, 0, -1, -1)
    whole.close(root, len(source.text))
    for number, (start, document) in enumerate(parts):
        inner = document.places
        numbers: dict[int, int] = {}
        for index in range(len(inner)):
            key = inner.key_starts[index]
            parent = inner.parents[index]
            made = whole.add(
                numbers.get(parent, root),
                inner.names[index] if parent in numbers else number,
                inner.starts[index] + start,
                key if key < 0 else key + start,
                key if key < 0 else inner.key_ends[index] + start,
            )
            whole.close(made, inner.ends[index] + start)
            numbers[index] = made
    return whole

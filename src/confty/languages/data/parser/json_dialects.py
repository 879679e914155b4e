"""The dialects of JSON: which one a file is written in, and JSON with comments.

JSON with comments (``jsonc``) is strict JSON once its comments, and the commas before closing
brackets, are covered by spaces.  So its readers are those of strict JSON, on a text of the same
length, and every place stays what it is.
"""

from __future__ import annotations

from confty.kit.reading import slashed
from confty.language import Host, Outcome
from confty.languages.data import codes
from confty.languages.data.parser.document import Document
from confty.patterns import pattern
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

STRICT: Final = "json"
COMMENTED: Final = "jsonc"
FIVE: Final = "json5"
LINES: Final = "jsonl"
DIALECTS: Final = (STRICT, COMMENTED, FIVE, LINES)

_SUFFIXES: Final = {".jsonc": COMMENTED, ".json5": FIVE, ".jsonl": LINES, ".ndjson": LINES}
#: Files that the programs they are for read as JSON with comments.
_COMMENTED: Final = (
    "tsconfig.json",
    "tsconfig.*.json",
    "jsconfig.json",
    "jsconfig.*.json",
    ".vscode/*.json",
    "devcontainer.json",
    ".devcontainer.json",
    ".eslintrc.json",
    ".jshintrc.json",
    "tslint.json",
    "api-extractor.json",
    "language-configuration.json",
    "deno.json",
    "turbo.json",
    "nx.json",
    "wrangler.json",
    ".swcrc.json",
    "biome.json",
)
#: A string, a comment, a bracket or comma, or anything between those.
_PIECES: Final = pattern(
    r'"(?:[^"\\\n]|\\.)*+"?|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|[\[\]{},]|[^\s"/\[\]{},]++|/'
)
_NOT_BREAKS: Final = pattern(r"[^\r\n]")


def dialect_of(source: Source, host: Host) -> str:
    """Say which dialect a file is written in: by its suffix, by the setting, by its name."""
    name = slashed(source.name)
    for suffix, dialect in _SUFFIXES.items():
        if name.lower().endswith(suffix):
            return dialect
    chosen = host.settings.get("dialect")
    if chosen in DIALECTS:
        return str(chosen)
    parts = name.split("/")
    below = ("/".join(parts[-glob.count("/") - 1 :]) for glob in _COMMENTED)
    known = any(_fits(one, glob) for one, glob in zip(below, _COMMENTED, strict=True))
    return COMMENTED if known else STRICT


def _fits(name: str, glob: str) -> bool:
    """Whether a name is one that a pattern with a star at most means."""
    before, star, behind = glob.partition("*")
    if not star:
        return name == glob
    inside = name.removeprefix(before).removesuffix(behind)
    return name == before + inside + behind


def uncommented(source: Source) -> tuple[Source, tuple[Diagnostic, ...]]:
    """Cover comments and trailing commas by spaces; say which comment never ends."""
    text = source.text
    covers: list[tuple[int, int]] = []
    findings: list[Diagnostic] = []
    # The last comma with something before it, and what stood last.
    comma, before = -1, ""
    for piece in _PIECES.finditer(text):
        word = piece[0]
        if word.startswith(("//", "/*")):
            covers.append(piece.span())
            if word.startswith("/*") and (len(word) < 4 or not word.endswith("*/")):
                span = Span(source, piece.start(), piece.start() + 2)
                findings.append(codes.JSON_UNCLOSED_COMMENT.at(span, "this comment never ends"))
            continue
        if word in {"]", "}"} and comma >= 0:
            covers.append((comma, comma + 1))
        comma = piece.start() if word == "," and before not in {"", ",", "[", "{"} else -1
        before = word
    parts, done = [], 0
    for start, end in sorted(covers):
        parts += [text[done:start], _NOT_BREAKS.sub(" ", text[start:end])]
        done = end
    return Source(source.name, "".join(parts) + text[done:]), tuple(findings)


def at_home(outcome: Outcome[Document], source: Source, kind: str) -> Outcome[Document]:
    """The document of a covered text as one of the text itself."""
    outcome.output.source = source
    outcome.output.kind = kind
    return Outcome(outcome.output, moved(outcome.diagnostics, source))


def moved(
    findings: tuple[Diagnostic, ...], source: Source, shift: int = 0
) -> tuple[Diagnostic, ...]:
    """Findings about a part of a file, or a file covered up, at their places in the file."""

    def place(span: Span | None) -> Span | None:
        if span is None or span.source.name != source.name:
            return span
        return Span(source, span.start + shift, span.end + shift)

    return tuple([one.moved(place) for one in findings])

"""Several syntax errors in one YAML text: behind each, reading goes on at the next line that fits.

The builder knows which blocks were open where the error is, and at which column each of them
stands.  A later line at one of these columns that looks like the next key or dash belongs to that
block.  Reading goes on there, behind a few made-up lines that open the same blocks.
"""

from __future__ import annotations

from confty.languages.data import codes
from confty.languages.data.lexer.yaml_quick import mistake
from confty.languages.data.limits import LARGE_YAML, MOST_FINDINGS, MOST_RESUMED
from confty.languages.data.parser.yaml_builder import Builder
from confty.languages.data.parser.yaml_quick import read_quickly
from confty.patterns import pattern
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: A line that looks like a key with its colon; texts in quotes may hold anything.
_KEY: Final = pattern(
    r"""(?:(?:"[^"\n]*+"|'[^'\n]*+')\s*+|[^\s#\-\[\]{},&*!|>'"%@`?:][^#\n"':]*+"""
    r"""(?::[^\s#"':][^#\n"':]*+)*+):(?:\s|$)"""
)
_DASH: Final = pattern(r"-(?:\s|$)")
_MARKER: Final = pattern(r"(?:---|\.\.\.)(?:\s|$)")
_TOP: Final = pattern(r"\n(?=[^\s#}\]])")

#: The column of an open block, and whether its entries start with dashes.
_Block = tuple[int, bool]


class _Part:
    """A stretch of a text that is read by itself, behind lines of our own."""

    def __init__(self, source: Source, offset: int, prefix: str = "") -> None:
        self.source = source
        self.offset = offset
        self.prefix = prefix

    def read(self, tags: frozenset[str], end: int | None = None, *, careful: bool) -> Builder:
        text = self.prefix + self.source.text[self.offset : end]
        builder = Builder(Source(self.source.name, text), tags)
        builder.run(careful=careful)
        return builder

    def place(self, span: Span | None) -> Span | None:
        """A place in the whole text."""
        if span is None:
            return None
        shift = self.offset - len(self.prefix)
        start = max(span.start + shift, self.offset)
        return Span(self.source, start, max(span.end + shift, start))


def read_with_care(source: Source, tags: frozenset[str]) -> Builder:
    """Read a text that the quick reading refused, and go on behind syntax errors."""
    whole, part, builder = _around_mistake(source, tags) or _from_the_start(source, tags)
    for _ in range(MOST_RESUMED):
        if builder.stopped is None or len(whole.findings) >= MOST_FINDINGS:
            break
        following = _next_part(part, builder)
        if following is None:
            break
        part, builder = following, following.read(tags, careful=False)
        whole.findings += _moved(part, builder)
    return whole


def _from_the_start(source: Source, tags: frozenset[str]) -> tuple[Builder, _Part, Builder]:
    whole = Builder(source, tags)
    whole.run()
    return whole, _Part(source, 0), whole


def _around_mistake(source: Source, tags: frozenset[str]) -> tuple[Builder, _Part, Builder] | None:
    """Read a large text with care only where libyaml stopped; None if that does not work."""
    if len(source.text) <= LARGE_YAML:
        return None
    error = mistake(source.text)
    mark = getattr(error, "context_mark", None) or getattr(error, "problem_mark", None)
    if mark is None:
        return None
    before = [found.end() for found in _TOP.finditer(source.text, 0, mark.index)]
    if not before:
        return None
    start, part = _Part(source, 0), _Part(source, before[-1])
    near = part.read(tags, careful=True)
    whole = _right_part(start, part.offset, tags)
    if near.stopped is None or whole.stopped is not None:
        return None
    whole.findings = [*_moved(start, whole), *_moved(part, near)]
    return whole, part, near


def _right_part(start: _Part, end: int, tags: frozenset[str]) -> Builder:
    """Read what is before a mistake, quickly if there is nothing to say about it."""
    text = start.source.text[:end]
    quick = read_quickly(text, tags)
    if quick is None:
        return start.read(tags, end, careful=False)
    made = Builder(Source(start.source.name, text), tags)
    made.take(*quick)
    return made


def _moved(part: _Part, builder: Builder) -> list[Diagnostic]:
    found = [one.moved(part.place) for one in builder.findings]
    return [one for one in found if not _is_echo(one, part)]


def _is_echo(finding: Diagnostic, part: _Part) -> bool:
    """An alias whose anchor stands in a part that was read before."""
    if finding.code is not codes.YAML_ALIAS or finding.span is None:
        return False
    return f"&{finding.span.text[1:]}" in part.source.text[: part.offset]


def _next_part(part: _Part, builder: Builder) -> _Part | None:
    """Where reading goes on behind the error that stopped a builder."""
    assert builder.stopped is not None
    place = builder.stopped.span
    if place is None or builder.stopped.code in {codes.YAML_LARGE, codes.YAML_DEEP}:
        return None
    text = builder.source.text
    blocks = _blocks(builder)
    start = text.find("\n", place.start) + 1
    while start:
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else len(text)]
        found = _resumes(line, blocks)
        if found is not None:
            return _Part(part.source, start + part.offset - len(part.prefix), found)
        bare = line.lstrip(" ")
        if bare and not bare.startswith("#"):
            blocks = [block for block in blocks if block[0] <= len(line) - len(bare)]
        start = end + 1
    return None


def _blocks(builder: Builder) -> list[_Block]:
    """The blocks that were open, the outermost first, as far as their columns are known."""
    text = builder.source.text
    blocks: list[_Block] = []
    for one in builder.open:
        if one.flow or one.at < 0:
            break
        column = one.at - (text.rfind("\n", 0, one.at) + 1)
        blocks.append((column, isinstance(one.value, list)))
    return blocks


def _resumes(line: str, blocks: list[_Block]) -> str | None:
    """The lines that open the blocks around an entry, if a line looks like one."""
    if _MARKER.match(line):
        return ""
    bare = line.lstrip(" ")
    column = len(line) - len(bare)
    for number in reversed(range(len(blocks))):
        at, dashes = blocks[number]
        if at == column and (_DASH if dashes else _KEY).match(bare):
            return "".join(
                [f"{' ' * at}{'-' if dashed else 'x:'}\n" for at, dashed in blocks[:number]]
            )
    return None

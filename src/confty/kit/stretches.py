"""Stretches of a text, in every language alike: lines, what folds, what a selection grows to."""

from __future__ import annotations

from confty.kit.sights import Region

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def folds(
    text: str, regions: Iterable[Region], comments: Iterable[tuple[int, int]]
) -> list[Region]:
    """Return what spans lines, each stretch once, with the comments that stand together."""
    several = {
        (one.start, one.end): one
        for one in (*regions, *_together(text, comments))
        if text.find("\n", one.start, one.end) >= 0
    }
    return sorted(several.values(), key=lambda one: (one.start, -one.end))


def _together(text: str, comments: Iterable[tuple[int, int]]) -> Iterator[Region]:
    """Yield runs of comments with neither code nor an empty line between them."""
    run: tuple[int, int] | None = None
    for start, end in comments:
        if run is None:
            run = start, end
            continue
        between = text[run[1] : start]
        if between.strip() or between.count("\n") > 1:
            yield Region(*run, "comment")
            run = start, end
        else:
            run = run[0], end
    if run is not None:
        yield Region(*run, "comment")


def nested(text: str, offset: int, stretches: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return what an offset is in, innermost first, of stretches that come outermost first."""
    kept = [(0, len(text))]
    for start, end in stretches:
        outer = kept[-1]
        if outer[0] <= start <= offset <= end <= outer[1] and (start, end) != outer:
            kept.append((start, end))
    return kept[::-1]


def line_start(text: str, at: int) -> int:
    """Return where the line of a place begins."""
    return text.rfind("\n", 0, at) + 1


def line_end(text: str, at: int) -> int:
    """Return where the line of a place ends, before the line break."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def margin(text: str, at: int) -> str:
    """Return the blanks that the line of a place begins with, up to that place."""
    line = text[line_start(text, at) : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the lines of a stretch that has them for itself, but for a comment behind it."""
    first, last = line_start(text, start), line_end(text, end)
    rest = text[end:last].lstrip()
    if text[first:start].strip() or (rest and not rest.startswith(("#", "//"))):
        return start, end
    return first, min(last + 1, len(text))

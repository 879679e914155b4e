"""What folds, and what a selection grows to, in every language alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from confty.kit.sights import Region


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

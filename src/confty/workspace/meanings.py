"""Whether an edit leaves what a text means as it is: what is in a comment, and what is not."""

from __future__ import annotations

from confty.generics import Protocol
from confty.kit.meaning import same
from confty.kit.rooms import room_for
from confty.language import AnyLanguage, Host, Outcome
from confty.text import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    # What a text means, and the codes of what is said of it.
    Meaning = tuple[object, list[str]]
    Stretch = tuple[int, int]

#: How often a text is read again to find out which of its stretches have no meaning.
_MOST: Final = 50


class ReadsFiles(Protocol):
    """Who knows the languages of files: the project."""

    def language(self, name: str) -> Outcome[AnyLanguage | None]:
        """The language of a file."""

    def host(self, name: str, lang: str) -> Host:
        """The world as a file sees it."""


def keeps_meaning(project: ReadsFiles, name: str, before: str, after: str) -> bool | None:
    """Whether two texts of a file mean the same; None where nobody can tell.

    Of what cannot be read to its end, what was read is compared, and what is said of the rest.
    """
    return _alike(_meaning(project, name, before), _meaning(project, name, after))


def without_meaning(
    project: ReadsFiles, source: Source, spans: list[Stretch]
) -> dict[Stretch, bool | None]:
    """Say of stretches of a text whether they could as well not be there; None: nobody knows."""
    before = _meaning(project, source.name, source.text)
    found: dict[Stretch, bool | None] = {}
    waiting, tries = [spans], 0
    while waiting:
        # Together, and where one of them counts, by halves.
        some = waiting.pop()
        tries += 1
        kept = None
        if before is not None and tries <= _MOST:
            kept = _alike(before, _meaning(project, source.name, _left(source.text, some)))
        if kept is False and len(some) > 1:
            middle = len(some) // 2
            waiting += (some[:middle], some[middle:])
        else:
            found.update(dict.fromkeys(some, kept))
    return found


def _meaning(project: ReadsFiles, name: str, text: str) -> Meaning | None:
    """What a text means; None where that is nothing, or cannot be followed."""
    language = project.language(name).output
    if language is None or language.meaning is None:
        return None
    try:
        with room_for():
            read = language.parser(Source(name, text), project.host(name, language.name))
            view = language.meaning(read.output)
    except RecursionError:
        return None
    # Without its comments.
    program = view[0] if isinstance(view, tuple) else view
    return None if program is None else (program, [one.code.name for one in read.diagnostics])


def _alike(left: Meaning | None, right: Meaning | None) -> bool | None:
    if left is None or right is None:
        return None
    return left[1] == right[1] and same(left[0], right[0])


def _left(text: str, spans: Iterable[Stretch]) -> str:
    parts, done = [], 0
    for start, end in spans:
        parts.append(text[done:start])
        done = end
    return "".join(parts) + text[done:]

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

#: How many stretches of one text are looked at one by one.
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
    language = project.language(name).output
    if language is None or language.meaning is None:
        return None
    host = project.host(name, language.name)
    try:
        with room_for():
            old, new = (language.parser(Source(name, text), host) for text in (before, after))
            views = [_program(language.meaning(one.output)) for one in (old, new)]
            if any(one is None for one in views):
                return None
            said = [[one.code.name for one in found.diagnostics] for found in (old, new)]
            return said[0] == said[1] and same(*views)
    except RecursionError:
        return None


def without_meaning(
    project: ReadsFiles, source: Source, spans: list[tuple[int, int]]
) -> dict[tuple[int, int], bool | None]:
    """Say of stretches of a text whether they could as well not be there; None: nobody knows."""

    def is_idle(some: Iterable[tuple[int, int]]) -> bool | None:
        return keeps_meaning(project, source.name, source.text, _left(source.text, some))

    found = is_idle(spans)
    if found is not False or len(spans) == 1:
        return dict.fromkeys(spans, found)
    return {span: is_idle([span]) if at < _MOST else None for at, span in enumerate(spans)}


def _left(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts, done = [], 0
    for start, end in spans:
        parts.append(text[done:start])
        done = end
    return "".join(parts) + text[done:]


def _program(view: object) -> object:
    """What counts of a view of a text, without its comments."""
    return view[0] if isinstance(view, tuple) else view

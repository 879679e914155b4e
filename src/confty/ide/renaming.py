"""Renaming: the edits, and whether every name means afterwards what it meant before.

What cannot be renamed says so itself (``Occurrence.fixed``).  Beyond that there are no rules about
scopes here: the edits are applied in memory and the files checked again, and a name that then
leads elsewhere, in whatever language, is the reason to refuse.
"""

from __future__ import annotations

from _bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from confty.ide.layout import Change, applied
from confty.ide.places import UseInFile, name_at, uses_of
from confty.ide.shelf import Shelf
from confty.kit.sights import Occurrence
from confty.text import Diagnostic, Severity, Span
from confty.workspace.answers import LimitedInsight
from confty.workspace.desk import Look
from confty.workspace.project import Project

_QUOTES: Final = ('"', "'", "`")
#: How many files are checked again to see what a new name does.
_MOST: Final = 300


class Refused(Exception):
    """A rename that cannot be safe; the message says why."""


class Renaming(NamedTuple):
    """What a rename does: the changes, file by file, with the texts they are of."""

    looks: dict[str, Look]
    changes: dict[str, list[Change]]

    def texts(self) -> dict[str, str]:
        """Return the texts of the files afterwards."""
        return {
            name: applied(self.looks[name].source.text, some)
            for name, some in self.changes.items()
        }


def renamable_at(look: Look, offset: int, shelf: Shelf) -> tuple[int, int, str]:
    """Return the letters that a rename would replace, and the name; or refuse."""
    found = _renamable(look, offset, shelf)
    text = look.source.text[found.start : found.end]
    quoted = text[:1] in _QUOTES and len(text) > 1 and text[-1] == text[0]
    return found.start + quoted, found.end - quoted, found.name


def _renamable(look: Look, offset: int, shelf: Shelf) -> Occurrence:
    found = name_at(look, offset)
    if found is None:
        raise Refused("there is no name here that can be renamed")
    if found.fixed:
        raise Refused(f"`{found.name}` cannot be renamed: {found.fixed}")
    if not found.definitions:
        raise Refused(f"`{found.name}` is introduced nowhere that is known")
    for place in found.definitions:
        _must_be_ours(place, found.name, shelf)
    return found


def _must_be_ours(place: Span, name: str, shelf: Shelf) -> None:
    if not shelf.is_ours(place.source.name):
        raise Refused(f"`{name}` cannot be renamed: {place} does not belong to this project")


def rename_at(look: Look, offset: int, new: str, shelf: Shelf) -> Renaming:
    """Return the edits that rename what stands at a place, everywhere; or refuse."""
    found = _renamable(look, offset, shelf)
    if not new.strip() or new != new.strip() or "\n" in new:
        raise Refused("expected a name")
    if new == found.name:
        return Renaming({}, {})
    uses = _all_uses(found, look, shelf)
    made = _made(uses, found.name, new, shelf)
    _try(made, new, shelf)
    return made


def _all_uses(found: Occurrence, look: Look, shelf: Shelf) -> list[UseInFile]:
    """Every use of the name, and of what else those uses may mean: they go together."""
    definitions = list(found.definitions)
    while True:
        uses = uses_of(found.name, definitions, shelf, look)
        more = [one for use in uses for one in use.occurrence.definitions]
        grown = list(dict.fromkeys((*definitions, *more)))
        if len(grown) == len(definitions):
            return uses
        definitions = grown


def _made(uses: Sequence[UseInFile], name: str, new: str, shelf: Shelf) -> Renaming:
    looks: dict[str, Look] = {}
    changes: dict[str, list[Change]] = {}
    for use in uses:
        one = use.occurrence
        if one.name != name:
            continue
        if one.fixed:
            raise Refused(f"`{name}` cannot be renamed at {use.span}: {one.fixed}")
        _must_be_ours(use.span, name, shelf)
        text = _spelled(use.look.source.text[one.start : one.end], new)
        looks[use.look.name] = use.look
        changes.setdefault(use.look.name, []).append(Change(one.start, one.end, text))
    for some in changes.values():
        some.sort(key=lambda one: one.start)
    return Renaming(looks, changes)


def _spelled(old: str, new: str) -> str:
    """The new name as the old one is spelled: in its quotes, if it has any."""
    quote = old[:1]
    if quote not in _QUOTES or len(old) < 2 or old[-1] != quote:
        return new
    if quote in new or "\\" in new or not new.isprintable():
        raise Refused(f"expected a name that can stand between {quote} and {quote}")
    return f"{quote}{new}{quote}"


# Trying it.


class _Moved:
    """Where offsets of one file go when its changes are applied."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self._ends = [one.end for one in changes]
        self._starts = [one.start for one in changes]
        self._grown = [0]
        for one in changes:
            self._grown.append(self._grown[-1] + len(one.text) - (one.end - one.start))

    def start(self, offset: int) -> int:
        return offset + self._grown[bisect_right(self._ends, offset)]

    def end(self, offset: int) -> int:
        return offset + self._grown[bisect_right(self._starts, offset - 1)]


def _try(made: Renaming, new: str, shelf: Shelf) -> None:
    """Check the files with their new texts; refuse where a name would mean something else."""
    project = shelf.desk.project(made.texts())
    moved = {name: _Moved(some) for name, some in made.changes.items()}
    others = [name for name in shelf.naming(new, made.changes) if name not in made.changes]
    if len(made.changes) + len(others) > _MOST:
        raise Refused(f"more than {_MOST} files would have to be checked again")
    for name in (*made.changes, *others):
        look = made.looks.get(name) or shelf.look(name)
        if look is None or not isinstance(look.answers, LimitedInsight):
            continue
        after = _checked(project, name)
        if after is None:
            raise Refused(f"`{new}` is no name that can stand in {name}")
        answers, findings = after
        _same_errors(look, findings, new, moved)
        _same_meaning(look, answers, moved, new)


def _checked(project: Project, name: str) -> tuple[LimitedInsight, list[Diagnostic]] | None:
    outcome = project.checked(name)
    return None if outcome.output is None else (outcome.output, list(outcome.diagnostics))


def _same_errors(look: Look, after: list[Diagnostic], new: str, moved: dict[str, _Moved]) -> None:
    before = [one for one in look.findings if one.severity is Severity.ERROR]
    errors = [one for one in after if one.severity is Severity.ERROR]
    known = {(one.code.name, _place(one.span, moved)) for one in before}
    fresh = [one for one in errors if (one.code.name, _place(one.span, None)) not in known]
    if len(errors) > len(before) and fresh:
        where = f" at {fresh[0].span}" if fresh[0].span is not None else ""
        raise Refused(f"with `{new}` there would be a mistake{where}: {fresh[0].message}")


def _place(span: Span | None, moved: dict[str, _Moved] | None) -> tuple[str, int, int] | None:
    if span is None:
        return None
    name = span.source.name
    way = None if moved is None else moved.get(name)
    if way is None:
        return name, span.start, span.end
    return name, way.start(span.start), way.end(span.end)


def _same_meaning(look: Look, after: LimitedInsight, moved: dict[str, _Moved], new: str) -> None:
    found = {
        (one.start, one.end): {_place(place, None) for place in one.definitions}
        for one in after.occurrences()
    }
    for one in look.answers.occurrences():
        span = Span(look.source, one.start, one.end)
        wanted = {_place(place, moved) for place in one.definitions}
        key = _place(span, moved)
        assert key is not None
        if wanted and found.get(key[1:]) != wanted:
            raise Refused(f"with `{new}`, `{one.name}` would mean something else at {span}")

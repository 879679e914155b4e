"""Where files of two languages meet: one finding for every import that cannot work.

What crosses is data.  So a file cannot be imported when it has errors, when it needs its importer,
when it gives something that is no data, or when it holds data that the importer's language has no
value for.  Every language asks ``import_fault`` and says what it is told, at the import; the note
is in the other file.
"""

from __future__ import annotations

from confty.kit.rings import is_ring, seen_from
from confty.records import Record
from confty.text import Code, Diagnostic, Severity, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, Protocol, TypeAlias

    # For annotations only: a run without a checker does not load the core.
    from confty.types import Type

    # Where a part of data stands, and what it is in words.
    Refused: TypeAlias = tuple[tuple[str | int, ...], str]
else:
    # At run time a protocol is a class like any other; ``typing`` takes long to load.
    Protocol = object

NOT_DATA: Final = Code(
    "file/not-data", Severity.ERROR, "A file gives something that is no data where data is asked."
)


class Importable(Protocol):
    """A file of another language, as far as the joint asks."""

    def fault(self) -> Diagnostic | None:
        """What keeps the file from being imported."""

    def refused(self, adoption: Adoption) -> Refused | None:
        """The first part of a data file that a language has no value for."""

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where a part of the value is declared."""


class Adoption(metaclass=Record):
    """What a language has no value for: words for a scalar, and for a key; None for the rest."""

    scalar: Final[Callable[[object], str | None]]
    key: Final[Callable[[object], str | None]]


def import_fault(
    foreign: Importable, code: Code, span: Span, adoption: Adoption
) -> Diagnostic | None:
    """Say at an import why the file behind it cannot be imported; None when it can."""
    cause = foreign.fault()
    if cause is not None:
        return at_import(cause, code, span)
    refused = foreign.refused(adoption)
    if refused is None:
        return None
    path, words = refused
    found = code.at(span, f"the imported file holds {words}")
    return found.note(foreign.declared_at(path), "it stands here")


def at_import(cause: Diagnostic, code: Code, span: Span) -> Diagnostic:
    """Say at an import what is wrong in the file behind it."""
    ring = seen_from(cause, span.source.name) if is_ring(cause) else None
    if ring is not None:
        return ring
    if cause.code == NOT_DATA:
        message = f"expected data from the imported file, found {cause.label}"
    elif cause.span is None:
        message = f"the imported file cannot be used: {cause.message}"
    else:
        message = f"the imported file has an error, at {cause.span}"
    found = code.at(span, message)
    if cause.span is not None:
        found = found.note(cause.span, cause.message)
    for note in cause.notes:
        found = found.note(note.span, note.text)
    if cause.help:
        found = found.with_help(cause.help)
    return found.with_severity(cause.severity)


def refused_part(data: object, adoption: Adoption) -> Refused | None:
    """Find the first part of plain data that a language has no value for, and its words."""
    waiting: list[tuple[object, tuple[object, ...]]] = [(data, ())]
    seen: set[int] = set()
    while waiting:
        part, path = waiting.pop()
        words = None
        if isinstance(part, dict | list):
            # Aliases make a part stand in several places.
            if id(part) in seen:
                continue
            seen.add(id(part))
        if isinstance(part, dict):
            for key in part:
                words = adoption.key(key)
                if words is not None:
                    return _written((*path, key)), words
            waiting += [(item, (*path, key)) for key, item in reversed(part.items())]
        elif isinstance(part, list):
            waiting += [(part[at], (*path, at)) for at in reversed(range(len(part)))]
        else:
            words = adoption.scalar(part)
            if words is not None:
                return _written(path), words
    return None


def _written(path: tuple[object, ...]) -> tuple[str | int, ...]:
    """A path as places are asked for; a key may be anything, and is looked for as it is."""
    return tuple(step if isinstance(step, str | int) else str(step) for step in path)


def no_data(
    type_: Type, filled: Callable[[tuple[str | int, ...]], bool]
) -> tuple[tuple[str | int, ...], str, bool] | None:
    """Find a part of a type that is no data: its path, what it is, and whether it is certain.

    A function for a whole file that asks for nothing is called, as Jsonnet does.  What
    collections hold is there only if they hold anything, which ``filled`` tells.
    """
    from confty import types  # noqa: PLC0415  start-up: a run without a checker has no types

    if isinstance(type_, types.Function) and all(one.optional for one in type_.parameters or ()):
        type_ = type_.result
    doubtful: tuple[tuple[str | int, ...], str, bool] | None = None
    waiting: list[tuple[Type, tuple[str | int, ...], bool]] = [(type_, (), True)]
    seen: set[Type] = set()
    while waiting:
        part, path, certain = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        words = ""
        if isinstance(part, types.Function):
            words = "a function"
        elif isinstance(part, types.MapOf) and _is_no_text(part.key):
            words, certain = "a dictionary whose keys are no strings", certain and filled(path)
        elif part is types.NEVER and certain:
            # Where it is read on purpose only, as an abstract field, nothing fails; data is whole.
            words = "an expression that always fails"
        if words and certain:
            return path, words, True
        if words:
            doubtful = doubtful or (path, words, False)
        several = isinstance(part, types.ListOf | types.SetOf)
        waiting += reversed(_parts(part, path, certain and (not several or filled(path))))
    return doubtful


def _is_no_text(key: Type) -> bool:
    from confty import types  # noqa: PLC0415  start-up: a run without a checker has no types

    return key in {types.INT, types.NUMBER, types.FLOAT, types.BOOL, types.NULL} or isinstance(
        key, types.ListOf | types.SetOf | types.MapOf | types.Object
    )


def _parts(
    part: Type, path: tuple[str | int, ...], certain: bool
) -> list[tuple[Type, tuple[str | int, ...], bool]]:
    """Return what a value of a type holds, and whether it surely does; a union tells nothing."""
    from confty import types  # noqa: PLC0415  start-up: a run without a checker has no types

    if isinstance(part, types.Ref):
        return [] if part.target is None else [(part.target, path, certain)]
    if isinstance(part, types.Eventual):
        return [(part.inner, path, certain)]
    if isinstance(part, types.Tuple):
        return [(one, (*path, at), certain) for at, one in enumerate(part.elements)]
    if isinstance(part, types.ListOf | types.SetOf):
        return [(part.element, (*path, 0), certain)]
    if isinstance(part, types.MapOf):
        return [(part.value, path, False)]
    if isinstance(part, types.Object):
        return [
            (one.type, (*path, one.name), certain and not one.optional)
            for one in part.fields
            if not one.hidden
        ]
    return []

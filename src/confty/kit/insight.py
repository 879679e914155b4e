"""The questions that commands, editors and tests ask about places in a checked file."""

# ruff: noqa: ARG002  the answers of a file in which nothing is known do not look at the place

from __future__ import annotations

from _bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from confty.kit import sights
    from confty.kit.reference import Need, OfferedName
    from confty.text import Span
    from confty.types import Type


class Insight:
    """Answers about places in a checked file, for ``confty type``, editors and tests.

    Here they are those of a file in which nothing is known; a language answers what it knows.
    """

    def type_at(self, offset: int) -> Type | None:
        """The type of the smallest expression at ``offset``."""
        return None

    def spelled_at(self, offset: int) -> str | None:
        """The same in the language's own notation."""
        return None

    def definition_at(self, offset: int) -> Span | None:
        """Where the name at ``offset`` was introduced."""
        return None

    def result(self) -> str | None:
        """The type of the whole file, in the language's own notation."""
        return None

    def whole(self) -> Type | None:
        """The type of what the file gives, for importers and exports."""
        return None

    def declared_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where the part of the file's value at ``path`` is declared, the nearest place known."""
        return None

    def written_at(self, path: tuple[str | int, ...]) -> Span | None:
        """Where that part is written, without its name; None where what is written has none."""
        return None

    def is_filled(self, path: tuple[str | int, ...]) -> bool:
        """Whether that part is a collection that surely has an element, as it is written."""
        return False

    def sight_at(self, offset: int) -> sights.Sight | None:
        """What is to be said of the smallest thing at ``offset``: type, documentation, value."""
        return None

    def occurrences(self) -> Sequence[sights.Occurrence]:
        """Every name of the file where it is written, in order, with what introduces it."""
        return ()

    def type_definitions_at(self, offset: int) -> Sequence[Span]:
        """Where the type of what stands at ``offset`` is declared, where that has a place."""
        return ()

    def offers_at(self, offset: int) -> Sequence[sights.Offer]:
        """What may be written at ``offset``, also in a file that is not whole."""
        return ()

    def path_at(self, offset: int) -> tuple[int, int] | None:
        """The letters of a file's path that ``offset`` is in, whole or not; for completion."""
        return next(((one.start, one.end) for one in self.links() if _holds(one, offset)), None)

    def signature_at(self, offset: int) -> sights.Signature | None:
        """The innermost call that ``offset`` is in, between its parentheses."""
        return None

    def symbols(self) -> Sequence[sights.Symbol]:
        """The outline of the file."""
        return ()

    def tokens(self) -> Sequence[sights.ColouredStretch]:
        """What is coloured: keywords, literals, comments, operators; in order, names inside."""
        return ()

    def hints(self, start: int, end: int) -> Sequence[sights.Hint]:
        """What an editor may show between the letters from ``start`` to ``end``."""
        return ()

    def regions(self) -> Sequence[sights.Region]:
        """What spans lines and can be folded, in order."""
        return ()

    def around(self, offset: int) -> Sequence[tuple[int, int]]:
        """The syntax that ``offset`` is in, innermost first, each inside the next."""
        return ()

    def links(self) -> Sequence[sights.Link]:
        """The places that name files."""
        return ()

    def actions_at(self, start: int, end: int) -> Sequence[sights.Action]:
        """Changes that are offered for a stretch of text, beyond the fixes of findings."""
        return ()

    def documentation_at(self, offset: int) -> str:
        """What is written about the type, the field or the name at ``offset``; most often none."""
        return ""

    def outline_at(self, offset: int | None) -> str | None:
        """The type at a place, or of the whole file, laid out to be read."""
        return None

    def said(self, owner: Type, field: str | None) -> str:
        """What comments say of a named type, or of a field of it."""
        return ""

    def data(self) -> tuple[object] | None:
        """The value of a file that is data; None where a program has to run for it."""
        return None

    def documents(self) -> list[object] | None:
        """The values of a file that holds several, each of which a schema speaks of."""
        return None

    def needs(self) -> list[Need]:
        """What the program asks for from outside."""
        return []

    def entries(self) -> list[OfferedName]:
        """What the file offers to others, with its documentation."""
        return []

    def model(self) -> str | None:
        """The whole bound program, where the language has one."""
        return None


def _holds(link: sights.Link, offset: int) -> bool:
    return link.start <= offset <= link.end


def occurrence_at(
    occurrences: Sequence[sights.Occurrence], offset: int
) -> sights.Occurrence | None:
    """Return the name that a cursor is on or directly behind; the one it is on goes first."""
    index = bisect_right(occurrences, offset, key=lambda one: one.start)
    for one in reversed(occurrences[max(0, index - 2) : index]):
        if one.start <= offset <= one.end:
            return one
    return None

"""A layout document: what printers and formatters build instead of strings.

A document says where a line may break; ``layout`` decides, group by group, whether the
breaks are taken: a group that fits in the remaining width stays flat, one that does not
breaks at all of its own lines.  That is Wadler's prettier printer in the strict, iterative
form, so that depth of nesting costs no Python stack.

``Doc`` is a closed union: a plain string is text that never breaks, a tuple is a sequence.
"""

from __future__ import annotations

from typing import Final, TypeAlias


class Break:
    """A place where a line may end; flat, it prints as ``flat``."""

    __slots__ = ("flat", "forced")

    def __init__(self, flat: str, *, forced: bool = False) -> None:
        self.flat = flat
        self.forced = forced


class Group:
    """Stays on one line when it fits; otherwise each of its own breaks is taken."""

    __slots__ = ("body",)

    def __init__(self, body: Doc) -> None:
        self.body = body


class Indent:
    """Indents the lines that begin inside it."""

    __slots__ = ("body", "by")

    def __init__(self, body: Doc, by: int) -> None:
        self.body = body
        self.by = by


class Choice:
    """One text when the surrounding group is broken, another when it is flat: a trailing comma."""

    __slots__ = ("broken", "flat")

    def __init__(self, broken: str, flat: str = "") -> None:
        self.broken = broken
        self.flat = flat


Doc: TypeAlias = "str | tuple[Doc, ...] | Break | Group | Indent | Choice"

LINE: Final = Break(" ")
SOFT: Final = Break("")
HARD: Final = Break("", forced=True)
TRAILING_COMMA: Final = Choice(",")


def group(*parts: Doc) -> Doc:
    """Keep ``parts`` together on a line if they fit."""
    return Group(parts)


def indent(*parts: Doc, by: int = 2) -> Doc:
    """Indent what follows a break inside ``parts``."""
    return Indent(parts, by)


def join(separator: Doc, parts: list[Doc]) -> Doc:
    """Put ``separator`` between ``parts``."""
    joined: list[Doc] = []
    for index, part in enumerate(parts):
        if index:
            joined.append(separator)
        joined.append(part)
    return tuple(joined)


def layout(doc: Doc, width: int = 80) -> str:
    """Print ``doc`` so that lines stay within ``width`` where the breaks allow it."""
    forced = _forced_groups(doc)
    out: list[str] = []
    column = 0
    stack: list[tuple[int, bool, Doc]] = [(0, True, doc)]
    while stack:
        margin, broken, part = stack.pop()
        if isinstance(part, str):
            out.append(part)
            newline = part.rfind("\n")
            column = column + len(part) if newline < 0 else len(part) - newline - 1
        elif isinstance(part, tuple):
            stack.extend((margin, broken, piece) for piece in reversed(part))
        elif isinstance(part, Indent):
            stack.append((margin + part.by, broken, part.body))
        elif isinstance(part, Choice):
            stack.append((margin, broken, part.broken if broken else part.flat))
        elif isinstance(part, Group):
            # Inside a flat group everything is flat: asking again would be quadratic in depth.
            tight = not broken or (
                id(part) not in forced and _fits(part.body, width - column, stack)
            )
            stack.append((margin, not tight, part.body))
        elif broken or part.forced:
            _end_line(out)
            out.append("\n" + " " * margin)
            column = margin
        else:
            out.append(part.flat)
            column += len(part.flat)
    return "".join(out)


def _end_line(out: list[str]) -> None:
    """Drop the spaces before a break, so that an empty line has no indentation."""
    while out and (stripped := out[-1].rstrip(" ")) != out[-1]:
        if stripped:
            out[-1] = stripped
            return
        out.pop()


def _forced_groups(doc: Doc) -> set[int]:
    """Find the groups that hold a forced break and so cannot be flat, innermost first."""
    forced: set[int] = set()
    open_groups: list[Group] = []
    stack: list[Doc | None] = [doc]
    while stack:
        part = stack.pop()
        if part is None:
            open_groups.pop()
        elif isinstance(part, Break):
            if part.forced:
                forced.update(id(open_group) for open_group in open_groups)
        elif isinstance(part, tuple):
            stack.extend(reversed(part))
        elif isinstance(part, Indent):
            stack.append(part.body)
        elif isinstance(part, Group):
            open_groups.append(part)
            stack.append(None)
            stack.append(part.body)
    return forced


def _fits(doc: Doc, room: int, rest: list[tuple[int, bool, Doc]]) -> bool:
    """Whether ``doc`` laid flat, and what follows it up to the next break, fits in ``room``."""
    stack: list[tuple[bool, Doc]] = [(False, doc)]
    upcoming = len(rest)
    while room >= 0:
        if not stack:
            if not upcoming:
                return True
            upcoming -= 1
            _, broken, following = rest[upcoming]
            stack.append((broken, following))
            continue
        broken, part = stack.pop()
        if isinstance(part, str):
            if "\n" in part:
                return part.index("\n") <= room
            room -= len(part)
        elif isinstance(part, tuple):
            stack.extend((broken, piece) for piece in reversed(part))
        elif isinstance(part, Indent):
            stack.append((broken, part.body))
        elif isinstance(part, Choice):
            room -= len(part.broken if broken else part.flat)
        elif isinstance(part, Group):
            stack.append((False, part.body))
        elif broken or part.forced:
            return True
        else:
            room -= len(part.flat)
    return False

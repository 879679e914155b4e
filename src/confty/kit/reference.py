"""What a file tells its users: the inputs it needs, and what its parts are for.

Both are read off a checked file.  Documentation is what the language's own form says, or the
comment that stands directly above a declaration.
"""

from __future__ import annotations

from confty.text import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

EXTERNAL: Final = "external variable"
ARGUMENT: Final = "argument"
CONFIG: Final = "config"

# What a comment begins with that holds a type and no words.
_TYPES: Final = ("//:", "#:")


class Need:
    """An input that a program asks for."""

    __slots__ = ("default", "kind", "name", "secret", "span", "text", "type")

    def __init__(
        self,
        kind: str,
        name: str,
        type_: str,
        span: Span,
        *,
        default: str | None = None,
        secret: bool = False,
        text: str = "",
    ) -> None:
        self.kind: Final = kind
        self.name: Final = name
        # In the notation of the program's language.
        self.type: Final = type_
        self.span: Final = span
        # As it is written; None when the input has to be given.
        self.default: Final = default
        self.secret: Final = secret
        # What it is for.
        self.text: Final = text


class OfferedName:
    """One thing a library offers, with what is in it."""

    __slots__ = ("inside", "name", "span", "spelled", "text")

    def __init__(
        self,
        name: str,
        spelled: str,
        text: str,
        span: Span | None,
        inside: Sequence[OfferedName] = (),
    ) -> None:
        self.name: Final = name
        # How it is called or what type it has, as users of the language write it.
        self.spelled: Final = spelled
        self.text: Final = text
        self.span: Final = span
        self.inside: Final = tuple(inside)


def comment_above(source: Source, offset: int) -> str:
    """Return the text of the comment that ends on the line before a place."""
    line = source.place(offset)[0] - 1
    lines: list[str] = []
    while line >= 1:
        text = source.line_text(line).strip()
        if not text.startswith(("//", "#", ";")) or "confty:" in text:
            break
        if not text.startswith(_TYPES):
            lines.append(text.lstrip("/#;").removeprefix("!").strip())
        line -= 1
    if not lines and line >= 1 and source.line_text(line).strip().endswith("*/"):
        return _block_above(source, line)
    return "\n".join(reversed(lines)).strip()


def _block_above(source: Source, line: int) -> str:
    lines: list[str] = []
    while line >= 1:
        text = source.line_text(line).strip()
        lines.append(text.removesuffix("*/").removeprefix("/*").strip().strip("*").strip())
        if text.startswith("/*"):
            break
        line -= 1
    return "\n".join(reversed(lines)).strip()

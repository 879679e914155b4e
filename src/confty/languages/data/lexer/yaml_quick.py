"""The door to libyaml, the C parser that PyYAML brings: its events, where it may be trusted.

It reads YAML 1.1, and nearly all of 1.2.  What it would read otherwise is rare and easy to see: a
text that has any of it is left to the careful reader, and so is every text that libyaml refuses.
"""

from __future__ import annotations

from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Final

#: What cannot stand in YAML as itself, or ends lines in YAML 1.1 alone.
_CHARACTERS: Final = ("\0", "\x85", "\u2028", "\u2029", "\ufeff")
#: A comment directly behind the head of a block, which libyaml lets pass.
_HEAD: Final = pattern(r"[|>][-+0-9]{0,2}#")
#: Anchors and aliases with more in their names than letters, digits and dashes.
_ANCHOR: Final = pattern(r"(?<![^\s\[{,])[&*][A-Za-z0-9_-]*[^A-Za-z0-9_\-\s,\[\]{}]")
#: A block that is a document by itself, with lines at the margin that look like comments: they are
#: its text, but libyaml wants text indented there, too.
_WHOLE: Final = pattern(
    r"(?:\A|\n)(?:---[ \t])?[ \t]*+(?:[!&][^\s]*+[ \t]++)*+"
    r"[|>][-+0-9]{0,2}[ \t]*+(?:#[^\n]*+|\r)?\n(?:[ \t\r]*+\n)*+#"
)


class Unusual(Exception):
    """Something that the careful reader has to look at."""


_BRACKET: Final = pattern(r"[\[\]{}]")
_MOST_OPEN: Final = 2000


def parser_of(text: str) -> tuple[Any, type[Exception]] | None:
    """Return libyaml's parser of a text and what it raises; None where it cannot be used."""
    try:
        from yaml import YAMLError  # noqa: PLC0415  an extra
        from yaml._yaml import CParser  # noqa: PLC0415  an extra
    except ImportError:
        return None
    if _is_doubtful(text) or _is_deep(text):
        return None
    try:
        return CParser(text), YAMLError
    except UnicodeEncodeError:
        # Half of a character, which no file has, but a text given to the library may.
        return None


def _is_deep(text: str) -> bool:
    """Whether brackets may nest so deep that libyaml, quadratic in the depth, takes for ever.

    Brackets in texts count too; where that misleads, the other reader is only slower.
    """
    if "{" not in text and "[" not in text:  # looking is much faster than counting
        return False
    if text.count("{") + text.count("[") <= _MOST_OPEN:
        return False
    opened = 0
    for found in _BRACKET.finditer(text):
        opened += 1 if found[0] in "{[" else -1
        if opened > _MOST_OPEN:
            return True
    return False


def _is_doubtful(text: str) -> bool:
    """Whether the two versions of YAML may read a text differently, or libyaml reads it wrong."""
    return (
        text.startswith("%")
        or ("%" in text and "\n%" in text)  # one letter is found much faster than two
        or any(one in text for one in _CHARACTERS)
        or ("#" in text and _HEAD.search(text) is not None)
        or ("&" in text and _ANCHOR.search(text) is not None)
        or ("\n#" in text and _WHOLE.search(text) is not None)
    )


def event_kinds() -> tuple[type, ...]:
    """Return the classes of its events: scalar, alias, mapping, its end, sequence, its end."""
    from yaml import events  # noqa: PLC0415  an extra

    return (
        events.ScalarEvent,
        events.AliasEvent,
        events.MappingStartEvent,
        events.MappingEndEvent,
        events.SequenceStartEvent,
        events.SequenceEndEvent,
    )


def next_event(text: str) -> Callable[[], object] | None:
    """Return what gives one event after the other, then None; None if libyaml refuses a text."""
    # Ten times as fast as making the events is to parse without making them.
    if _refusal(text) is not None:
        return None
    made = parser_of(text)
    return None if made is None else made[0].get_event


def tokens(text: str) -> Iterator[Any]:
    """Yield libyaml's tokens of any text."""
    from yaml._yaml import CParser  # noqa: PLC0415  an extra

    parser = CParser(text)
    while (token := parser.get_token()) is not None:
        yield token


def mistake(text: str) -> Exception | None:
    """Return libyaml's complaint about a text, if it has one."""
    found = _refusal(text)
    return None if isinstance(found, ValueError) else found


def _refusal(text: str) -> Exception | None:
    made = parser_of(text)
    if made is None:
        return None
    parser, error = made
    try:
        parser.raw_parse()
    except (error, ValueError) as found:
        return found
    return None

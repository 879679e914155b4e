"""Regular expressions of Go, for Tanka's native functions.

They are those of RE2, which Go has, too: their time grows with the text, whatever they are.
Without the package only those are taken that Python reads the same way and that cannot take long.
"""

from __future__ import annotations

import re

from confty.languages.jsonnet.evaluator.failure import Stop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

_GROUP: Final = re.compile(r"\$(?:(\$)|(\w+)|\{(\w+)\})")
# The number of a group, as opposed to a name.
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,7}")
# Without RE2: each choice may double the time.
_MOST_CHOICES: Final = 8
# An escape, a class, or any other character; and the name of a group.  A class that does not end
# takes all the rest, or each bracket in it would be looked at up to the end.
_PARTS: Final = re.compile(
    r"\\Q.*?(?:\\E|\Z)|\\.|\[\^?\]?(?:\\.?|\[:\w++:\]|[^\]\\])*+(?:\]|\Z)|\(\?P?<(\w++)>|.",
    re.DOTALL,
)
# What Python calls what Go calls so; what is missing here, both call the same, or only Go knows.
_SPELLED: Final = {r"\z": r"\Z", "$": r"\Z", r"\s": r"[\t\n\f\r ]", r"\S": r"[^\t\n\f\r ]"}
# What Python does not have, or reads otherwise: escapes, groups with a mark, classes in classes.
_ALIEN: Final = re.compile(
    r"\\(?![AbBdDwWsSztnrfva]|[^\w])|\(\?|\[(?=.*(?:\[:|\\(?![dDwWtnrfva]|[^\w])))",
    re.ASCII | re.DOTALL,
)
_HALVES: Final = re.compile("[\ud800-\udfff]")
# What Python may read as operations on classes one day, and warns of; and what is written behind.
_IN_CLASSES: Final = re.compile(r"\\.|([\[&~|])", re.DOTALL)
# How long an expression may be: even RE2 takes the square of it to refuse some.
_LONGEST: Final = 1 << 16


def is_in(regex: str, text: str) -> bool:
    """Whether an expression matches somewhere in a text."""
    return next(_matches(regex, text), None) is not None


def replaced(regex: str, text: str, template: str) -> str:
    """Replace every match; an empty one right after another does not count."""
    source = _HALVES.sub("\ufffd", text)
    out: list[str] = []
    last = 0
    for found in _matches(regex, source):
        start, end = found.span()
        out.append(source[last:start])
        if end > last or start == 0:
            out.append(_expanded(template, found))
        last = end
    out.append(source[last:])
    return "".join(out)


def _matches(regex: str, text: str) -> Iterator[Any]:
    """All matches; after an empty one the search goes on a character later."""
    _refuse_what_go_refuses(regex)
    regex, text = _HALVES.sub("\ufffd", regex), _HALVES.sub("\ufffd", text)
    try:
        import re2  # noqa: PLC0415  an extra
    except ImportError:
        yield from _one_by_one(_simple(regex), text)
        return
    options = re2.Options()
    options.log_errors = False
    try:
        pattern = re2.compile(regex, options)
    except re2.error as error:
        words = error.args[0]
        said = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
        raise Stop(f"error parsing regexp: {said}") from None
    # One walk: a search that begins anew would encode the whole text for each match.
    yield from pattern.finditer(text)


def _one_by_one(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    at = 0
    while at <= len(text) and (found := pattern.search(text, at)) is not None:
        yield found
        at = found.end() if found.end() > at else at + 1


def _expanded(template: str, found: Any) -> str:
    def filled(mark: re.Match[str]) -> str:
        if mark[1]:
            return "$"
        name = mark[2] or mark[3]
        try:
            return found.group(int(name) if _NUMBER.fullmatch(name) else name) or ""
        except (IndexError, KeyError):
            return ""

    return _GROUP.sub(filled, template)


def _refuse_what_go_refuses(regex: str) -> None:
    """A single byte has no place in a string, a name is of one group, and size has its limits."""
    if len(regex) > _LONGEST:
        raise Stop(f"error parsing regexp: expression larger than {_LONGEST} characters")
    if "(?" not in regex and r"\C" not in regex:
        return
    names: set[str] = set()
    for part in _PARTS.finditer(regex):
        if part[0] == r"\C":
            raise Stop(r"error parsing regexp: invalid escape sequence: \C")
        if part[1] in names:
            raise Stop(f"error parsing regexp: duplicate capture group name: {part[1]}")
        if part[1]:
            names.add(part[1])


def _simple(regex: str) -> re.Pattern[str]:
    """One that repeats at most one character: what repeats more can take forever in Python."""
    out: list[str] = []
    repeats = choices = 0
    for found in _PARTS.finditer(regex):
        part = found[0]
        choices += part in "?|"
        if choices > _MOST_CHOICES:
            raise _needs_re2()
        if part in "*+{":
            repeats += 1
            # A group that repeats has more ways to match than a text has characters.
            if repeats > 1 or (out and out[-1] == ")"):
                raise _needs_re2()
        if _ALIEN.match(part) or (part == "?" and out[-1:] == ["("]):
            raise _needs_re2()
        if part[0] == "[":
            part = "[" + _IN_CLASSES.sub(_as_it_is, part[1:])
        out.append(_SPELLED.get(part, part))
    try:
        return re.compile("".join(out), re.ASCII)
    except re.error as error:
        raise Stop(f"error parsing regexp: {error}") from None


def _as_it_is(found: re.Match[str]) -> str:
    return f"\\{found[1]}" if found[1] else found[0]


def _needs_re2() -> Stop:
    return Stop("this regular expression needs the package google-re2: install confty[tanka]")

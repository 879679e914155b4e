"""Methods of strings."""

from __future__ import annotations

from confty.languages.rcl import codes, numbers, sizes
from confty.languages.rcl.library.call_site import CallFailure, Site, bad, string
from confty.languages.rcl.numbers import LARGEST, SMALLEST, Number
from confty.languages.rcl.renderer import shown
from confty.languages.rcl.values import Value
from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_INTEGER: Final = pattern(r"[+-]?[0-9]+\Z")
_NUMBER: Final = pattern(
    r"-?(?:0x[0-9A-Fa-f_]*[0-9A-Fa-f][0-9A-Fa-f_]*|0b[01_]*[01][01_]*"
    r"|(?:0|[1-9][0-9_]*)(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9][0-9_]*)?)\Z"
)


def length(_site: Site, receiver: str) -> int:
    """How many code points there are."""
    return len(receiver)


def contains(_site: Site, receiver: str, needle: Value) -> bool:
    """Whether a text occurs."""
    return string(needle, 0, "the text to look for") in receiver


def _within(count: int) -> None:
    """Refuse to make a list of so many parts if they are too many."""
    if (message := sizes.too_many(count)) is not None:
        raise CallFailure("name", codes.TOO_LARGE, message)


def chars(_site: Site, receiver: str) -> list[str]:
    """The characters as strings."""
    _within(len(receiver))
    return list(receiver)


def split(_site: Site, receiver: str, separator: Value) -> list[str]:
    """The parts between separators."""
    between = string(separator, 0, "the separator")
    if not between:
        bad(0, "expected a separator of at least one character", "use chars() to split everywhere")
    _within(receiver.count(between))
    return receiver.split(between)


def split_lines(_site: Site, receiver: str) -> list[str]:
    """The lines, without their ends."""
    _within(receiver.count("\n"))
    lines = receiver.split("\n")
    last = lines.pop()
    lines = [line.removesuffix("\r") for line in lines]
    return [*lines, last] if last else lines


def starts_with(_site: Site, receiver: str, prefix: Value) -> bool:
    """Whether the text starts so."""
    return receiver.startswith(string(prefix, 0, "the prefix"))


def ends_with(_site: Site, receiver: str, suffix: Value) -> bool:
    """Whether the text ends so."""
    return receiver.endswith(string(suffix, 0, "the suffix"))


def remove_prefix(_site: Site, receiver: str, prefix: Value) -> str:
    """The text without its start, which must be there."""
    start = string(prefix, 0, "the prefix")
    if not receiver.startswith(start):
        bad(0, f"expected a string that starts with {shown(start)}, found {shown(receiver)}")
    return receiver[len(start) :]


def remove_suffix(_site: Site, receiver: str, suffix: Value) -> str:
    """The text without its end, which must be there."""
    end = string(suffix, 0, "the suffix")
    if not receiver.endswith(end):
        bad(0, f"expected a string that ends with {shown(end)}, found {shown(receiver)}")
    return receiver[: len(receiver) - len(end)]


def replace(_site: Site, receiver: str, needle: Value, replacement: Value) -> str:
    """Replace every occurrence."""
    old = string(needle, 0, "the text to look for")
    new = string(replacement, 1, "the replacement")
    if len(new) > len(old):
        message = sizes.too_long(len(receiver) + receiver.count(old) * (len(new) - len(old)))
        if message is not None:
            raise CallFailure("name", codes.TOO_LARGE, message)
    return receiver.replace(old, new)


def to_lowercase(_site: Site, receiver: str) -> str:
    """The text in lowercase."""
    return receiver.lower()


def to_uppercase(_site: Site, receiver: str) -> str:
    """The text in uppercase."""
    return receiver.upper()


def parse_int(_site: Site, receiver: str) -> int:
    """Read a decimal integer."""
    if _INTEGER.match(receiver):
        value = int(receiver) if len(receiver) < 4000 else LARGEST + 1
        if SMALLEST <= value <= LARGEST:
            return value
    return bad("receiver", f"expected an integer, found {shown(receiver)}")


def parse_number(_site: Site, receiver: str) -> Number:
    """Read a number as RCL writes it."""
    if not _NUMBER.match(receiver):
        bad("receiver", f"expected a number, found {shown(receiver)}")
    try:
        number = numbers.read(receiver.removeprefix("-"))
        return numbers.negate(number) if receiver.startswith("-") else number
    except numbers.Inexact:
        bad("receiver", f"the number {shown(receiver)} does not fit")

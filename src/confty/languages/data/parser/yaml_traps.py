"""What people trip over in YAML that is right: texts that read otherwise than they look.

YAML 1.1, which most programs still read, and YAML 1.2 disagree about a few plain texts; and a
number does not keep the zeros that a version has.
"""

from __future__ import annotations

from confty.languages.data import codes
from confty.patterns import IGNORECASE, pattern
from confty.records import NamedTuple
from confty.text import Diagnostic, Edit, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

#: Only texts that start with one of these are anything but strings, or look as if they were.
LEADS: Final = frozenset("+-.0123456789~nNtTfFyYoO")

_BOOLEANS: Final = {"yes": "true", "on": "true", "no": "false", "off": "false"}
_SPELLINGS: Final = frozenset(
    one for word in _BOOLEANS for one in (word, word.capitalize(), word.upper())
)
_ZERO: Final = pattern(r"[-+]?0[0-9]+")
_SIXTY: Final = pattern(r"[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")
_OLD: Final = pattern(
    r"[-+]?(?:0b[01_]+|0x[0-9a-fA-F]*_[0-9a-fA-F_]*|[0-9]+_[0-9_]*(?:\.[0-9_]*)?)"
)
_LOST: Final = pattern(r"[0-9]+\.[0-9]*0")
#: How long a number is that somebody has meant as one; Python does not even read every longer one.
_LONGEST: Final = 100
#: Keys under which people write versions.
_VERSION: Final = pattern(
    r".*version.*|(?:python|node|nodejs|go|golang|ruby|php|java|jdk|rust|perl|dotnet|elixir|otp"
    r"|terraform|kubernetes|k8s|postgres|postgresql|mysql|release|tag)s?",
    IGNORECASE,
)


class YamlTrap(NamedTuple):
    """A plain text that may surprise: where it stands, under which key, and whether it is one."""

    text: str
    start: int
    end: int
    key: object
    is_key: bool


def is_trap(text: str) -> bool:
    """Whether a plain text is worth a second look; cheap, for it is asked about every text."""
    first = text[0]
    if first.isalpha():
        return text in _SPELLINGS
    if not first.isdigit():
        text = text[1:]
        if not text[:1].isdigit():
            return False
    return (
        (text[0] == "0" and len(text) > 1 and text[1] != ".")
        or ":" in text
        or "_" in text
        or (text[-1] == "0" and "." in text)
    )


def is_sprung(trap: YamlTrap) -> bool:
    """Whether there is something to say about a text that was worth a second look."""
    text = trap.text
    if len(text) > _LONGEST:
        return False
    if text in _SPELLINGS:
        # ``on`` is how the events of a workflow begin.
        return not (trap.is_key and text.lower() == "on")
    if _LOST.fullmatch(text):
        version = not trap.is_key and _VERSION.fullmatch(str(trap.key)) is not None
        return version and repr(float(text)) != text
    return any(one.fullmatch(text) for one in (_ZERO, _SIXTY, _OLD))


def told(traps: Iterable[YamlTrap], source: Source) -> list[Diagnostic]:
    """Say what is to be said about traps that are sprung."""
    return [_told(trap, Span(source, trap.start, trap.end)) for trap in traps]


def _told(trap: YamlTrap, span: Span) -> Diagnostic:
    text = trap.text
    if text in _SPELLINGS:
        old = _BOOLEANS[text.lower()]
        message = f"{text} is a string here, and {old} to programs that read YAML 1.1"
        help_ = f'write "{text}" for the string'
        if not trap.is_key:
            help_ += f", or {old}"
        return _quoted(codes.YAML_OLD_BOOL.at(span, message).with_help(help_), span)
    if _LOST.fullmatch(text):
        message = f"as a number this version is {float(text)!r}, not {text}"
        return _quoted(codes.YAML_LOST_ZERO.at(span, message).with_help(f'write "{text}"'), span)
    if _ZERO.fullmatch(text):
        return _leading_zero(text, span)
    message = f"{text} is a string here, and a number to programs that read YAML 1.1"
    return _quoted(codes.YAML_OLD_NUMBER.at(span, message).with_help(f'write "{text}"'), span)


def _quoted(found: Diagnostic, span: Span) -> Diagnostic:
    """Offer the text in quotes; who reads YAML 1.1, or wants the number, reads something else."""
    return found.with_fix(Edit(span, f'"{span.text}"'))


def _leading_zero(text: str, span: Span) -> Diagnostic:
    digits = text.lstrip("+-")
    sign = text.removesuffix(digits)
    if set(digits) <= set("01234567"):
        old = int(sign + digits, 8)
        message = f"{text} is {int(text)} here, and {old} to programs that read YAML 1.1"
        short = digits.lstrip("0") or "0"
        help_ = f'write "{text}" for the string, or {sign}0o{short} for the octal number'
    else:
        message = f"as a number this is {int(text)}, without the zero"
        found = codes.YAML_LEADING_ZERO.at(span, message).with_help(f'write "{text}"')
        return _quoted(found, span)
    return codes.YAML_LEADING_ZERO.at(span, message).with_help(help_)

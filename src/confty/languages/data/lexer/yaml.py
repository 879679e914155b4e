"""The doors to the packages that scan and parse YAML: events, and errors as findings.

They are extras: where none is installed, that is a finding with the way to install them.
"""

from __future__ import annotations

from _collections_abc import Callable

from confty.languages.data import codes
from confty.languages.data.lexer.yaml_faults import (
    bad_character,
    deep_bracket,
    explain,
    may_nest_too_deep,
)
from confty.languages.data.lexer.yaml_quick import mistake, next_event
from confty.languages.data.lexer.yaml_quick import tokens as quick_tokens
from confty.languages.data.limits import DEEPEST, LARGEST_CAREFUL_YAML, LARGEST_YAML
from confty.patterns import pattern
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

Opener = Callable[[], int | None]

#: Next line, line separator, paragraph separator.
_OLD_BREAKS: Final = ("\x85", "\u2028", "\u2029")
#: What may stand in quotes and nowhere else.
_QUOTED_ONLY: Final = pattern("[\x7f-\x84\x86-\x9f]")


def events(source: Source, findings: list[Diagnostic], opener: Opener) -> Iterator[Any]:
    """Yield the events of a text; what stops the reading becomes a finding.

    Where libyaml is there and finds nothing wrong, the events are its, otherwise ruamel.yaml's.
    ``opener`` tells the innermost bracket when one fails.
    """
    refused = refusal(source)
    if refused is not None:
        findings.append(refused)
        return
    quick = next_event(source.text)
    if quick is None:
        yield from careful_events(source, findings, opener)
        return
    while (one := quick()) is not None:
        yield one


def careful_events(source: Source, findings: list[Diagnostic], opener: Opener) -> Iterator[Any]:
    """Yield the events of ruamel.yaml, which knows best what is wrong, and takes its time."""
    if len(source.text) > LARGEST_CAREFUL_YAML:
        findings.append(_first_mistake(source, opener))
        return
    try:
        from ruamel.yaml import YAML  # noqa: PLC0415  an extra
        from ruamel.yaml.error import YAMLError  # noqa: PLC0415  an extra

        from confty.languages.data.lexer.yaml_scanner import TabScanner  # noqa: PLC0415  an extra
    except ImportError:
        findings.append(_first_mistake(source, opener))
        return
    end = 0
    text, back = _without_refused(source.text)
    quoted = [found.start() for found in _QUOTED_ONLY.finditer(source.text)]
    package = YAML(typ="safe", pure=True)
    package.Scanner = TabScanner
    try:
        for one in package.parse(text):
            end = one.end_mark.index
            if quoted and (wrong := _unquoted(quoted, one)) is not None:
                findings.append(bad_character(source, wrong))
                return
            if back:
                _restore(one, back)
            yield one
    except YAMLError as error:
        findings.append(explain(source, error, opener()))
    except (ValueError, IndexError, OverflowError, AssertionError, AttributeError):
        # The package lets a few Python errors through, such as escapes out of range.
        findings.append(codes.YAML_SYNTAX.at(Span(source, end, end), "this is not YAML"))


def _first_mistake(source: Source, opener: Opener) -> Diagnostic:
    """What libyaml complains of, where the careful reader is not there or too slow."""
    error = mistake(source.text)
    if error is not None:
        return explain(source, error, opener())
    if len(source.text) > LARGEST_CAREFUL_YAML:
        message = f"YAML like this is read up to {LARGEST_CAREFUL_YAML // 1_000_000} MB"
        found = codes.YAML_LARGE.at(Span(source, 0, 0), message)
        return found.with_help("pip install 'confty[yaml]', or keep large data as JSON")
    missing = codes.YAML_MISSING.at(None, "reading YAML needs the package ruamel.yaml")
    return missing.with_help("pip install 'confty[yaml]'")


def _unquoted(places: list[int], event: Any) -> int | None:
    """The first of the places that an event has passed, if no quotes are around it.

    Those that quotes are around are taken off the list.
    """
    start, end = event.start_mark.index, event.end_mark.index
    while places and places[0] < end:
        if getattr(event, "style", None) not in {"'", '"'} or places[0] < start:
            return places[0]
        del places[0]
    # Nothing follows in which it could stand.
    return places[0] if places and type(event).__name__ == "StreamEndEvent" else None


def _without_refused(text: str) -> tuple[str, dict[int, int]]:
    """Put others for the characters that the package does not take, and how to undo it.

    Those that end lines in YAML 1.1 alone are characters like any other in YAML 1.2, and in quotes
    so are control characters beyond ASCII's first.
    """
    there = sorted({*_QUOTED_ONLY.findall(text), *[one for one in _OLD_BREAKS if one in text]})
    if not there:
        return text, {}
    free = (chr(point) for point in range(0xE000, 0xF900))
    forth = dict(zip(there, (one for one in free if one not in text), strict=False))
    if len(forth) < len(there):
        return text, {}
    back = {ord(new): ord(old) for old, new in forth.items()}
    return text.translate({ord(old): new for old, new in forth.items()}), back


def _restore(one: object, back: dict[int, int]) -> None:
    for name in ("value", "anchor"):
        text = getattr(one, name, None)
        if isinstance(text, str):
            setattr(one, name, text.translate(back))


def refusal(source: Source) -> Diagnostic | None:
    """What must not be handed to a package: it would take too long."""
    if len(source.text) > LARGEST_YAML:
        size = f"{LARGEST_YAML // 1_000_000} MB"
        message = f"YAML is read up to {size}"
        found = codes.YAML_LARGE.at(Span(source, 0, 0), message)
        return found.with_help("keep large data as JSON")
    deep = _deep_bracket(source.text) if may_nest_too_deep(source.text) else None
    if deep is None:
        return None
    span = Span(source, deep, deep + 1)
    return codes.YAML_DEEP.at(span, f"nested deeper than {DEEPEST} levels")


def _deep_bracket(text: str) -> int | None:
    """Return the bracket that is nested too deep, where brackets stand in a row.

    The packages take time in the square of the depth before they give a single event, so this is
    found out before they start.  All others end when the events go too deep.
    """
    for tokens in (quick_tokens, _careful_tokens):
        try:
            return deep_bracket(tokens(text))
        except Exception:  # noqa: BLE001,S112  whoever reads the text says what is wrong with it
            continue
    return None


def _careful_tokens(text: str) -> Iterator[Any]:
    from ruamel.yaml import YAML  # noqa: PLC0415  an extra

    yield from YAML(typ="safe", pure=True).scan(text[:LARGEST_CAREFUL_YAML])

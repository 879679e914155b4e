"""The door to ruamel.yaml: its events, and its errors as findings.

The package is an extra: where it is not installed, that is a finding with the way to install it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from confty.languages.data import codes
from confty.languages.data.lexer.yaml_faults import deep_bracket, explain
from confty.languages.data.limits import DEEPEST, LARGEST_YAML
from confty.text import Diagnostic, Source, Span

Opener = Callable[[], int | None]

#: Next line, line separator, paragraph separator.
_OLD_BREAKS: Final = ("\x85", "\u2028", "\u2029")


def events(source: Source, findings: list[Diagnostic], opener: Opener) -> Iterator[Any]:
    """Yield the events of a text; what stops the package becomes a finding.

    ``opener`` tells the innermost bracket when one fails.
    """
    refused = _refusal(source)
    if refused is not None:
        findings.append(refused)
        return
    try:
        from ruamel.yaml import YAML  # noqa: PLC0415  an extra
        from ruamel.yaml.error import YAMLError  # noqa: PLC0415  an extra
    except ImportError:
        missing = codes.YAML_MISSING.at(None, "reading YAML needs the package ruamel.yaml")
        findings.append(missing.with_help("pip install 'confty[yaml]'"))
        return
    end = 0
    text, back = _without_old_breaks(source.text)
    try:
        for one in YAML(typ="safe", pure=True).parse(text):
            end = one.end_mark.index
            if back:
                _restore(one, back)
            yield one
    except YAMLError as error:
        findings.append(explain(source, error, opener()))
    except (ValueError, IndexError, OverflowError, AssertionError, AttributeError):
        # The package lets a few Python errors through, such as escapes out of range.
        findings.append(codes.YAML_SYNTAX.at(Span(source, end, end), "this is not YAML"))


def _without_old_breaks(text: str) -> tuple[str, dict[int, int]]:
    """Put others for the characters that end lines in YAML 1.1 alone, and how to undo it.

    To YAML 1.2 they are characters like any other; to the package they are line breaks.
    """
    there = [one for one in _OLD_BREAKS if one in text]
    if not there:
        return text, {}
    free = (chr(point) for point in range(0xE000, 0xF900))
    forth = dict(zip(there, (one for one in free if one not in text), strict=False))
    if len(forth) < len(there):
        return text, {}
    back = {ord(new): ord(old) for old, new in forth.items()}
    return text.translate({ord(old): new for old, new in forth.items()}), back


def _restore(one: Any, back: dict[int, int]) -> None:
    for name in ("value", "anchor"):
        text = getattr(one, name, None)
        if isinstance(text, str):
            setattr(one, name, text.translate(back))


def _refusal(source: Source) -> Diagnostic | None:
    """What must not be handed to the package: it would take too long."""
    if len(source.text) > LARGEST_YAML:
        size = f"{LARGEST_YAML // 1_000_000} MB"
        message = f"YAML is read up to {size}"
        found = codes.YAML_LARGE.at(Span(source, 0, 0), message)
        return found.with_help("keep large data as JSON")
    deep = deep_bracket(source.text)
    if deep is None:
        return None
    span = Span(source, deep, deep + 1)
    return codes.YAML_DEEP.at(span, f"nested deeper than {DEEPEST} levels")

"""What ruamel.yaml complains of, in our words and at the smallest right place."""

from __future__ import annotations

from confty.languages.data import codes
from confty.languages.data.limits import DEEPEST
from confty.patterns import pattern
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

#: More brackets in a row than may nest.
_TOO_MANY: Final = pattern(rf"(?:[\[{{]\s*+){{{DEEPEST + 1}}}")

#: The package's words, ours, and help; the first that is found counts.
_WORDS: Final = (
    (
        "mapping values are not allowed",
        "expected the end of the value, found another key",
        "put text that holds ': ' in quotes, or indent the key",
    ),
    ("could not find expected ':'", "expected a colon after this key", None),
    (
        "expected <block end>",
        "this line is not indented like the lines around it",
        "indent it like the first of its mapping or sequence",
    ),
    (
        "expected '<document start>'",
        "expected the end of the document",
        "check the indentation, or start a new document with ---",
    ),
    ("unknown escape", "there is no such escape in a string", "use single quotes"),
    ("escape sequence of", "this escape wants more hexadecimal digits", None),
    ("expected the node content", "expected a value", None),
    ("expected alphabetic or numeric", "an anchor or alias needs a name", None),
    (
        "block sequence entries are not allowed",
        "a list cannot start here",
        "start it on a line of its own",
    ),
    ("block mapping values are not allowed", "a mapping cannot start here", None),
    ("mapping keys are not allowed", "a key cannot start here", None),
    ("entries are not allowed here", "a list cannot start here", "start it on a line of its own"),
    ("expected a comment or a line break", "expected the end of the line", None),
    ("found non-comment content after", "expected the end of the line", None),
    ("expected indentation indicator", "an indentation is a digit from 1 to 9", None),
    ("expected a digit", "expected a version such as 1.2", None),
    ("duplicate YAML directive", "there is one %YAML line already", "remove one of them"),
    ("duplicate tag handle", "this tag handle is defined already", "remove one of them"),
    ("expected URI", "expected the address of a tag", None),
    ("expected '!'", "a tag handle starts and ends with !", None),
    ("expected '>'", "expected > at the end of the tag", None),
    ("expected ' '", "expected a space", None),
    ("special characters are not", "expected an escape, found the character itself", None),
    ("more indented follow up", "an empty line is indented deeper than the text below it", None),
    ("invalid intendation or", "this line is not indented like the lines around it", None),
    ("found unexpected ':'", "expected a space after the colon", None),
    ("document separator", "expected the end of the string, found a document marker", None),
    ("found unexpected end of stream", "expected more, found the end of the file", None),
    ("expected chomping or indentation", "only -, + or a digit may follow here", None),
    ("undefined tag handle", "this tag handle is not defined", "define it with %TAG"),
    ("duplicate anchor", "this anchor is defined already", None),
)


def may_nest_too_deep(text: str) -> bool:
    """Whether more brackets stand in a row than may nest; in a string or a comment perhaps."""
    if "{" not in text and "[" not in text:  # looking is much faster than counting
        return False
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    return _TOO_MANY.search(text) is not None


def deep_bracket(tokens: Iterator[Any]) -> int | None:
    """Return the first bracket that is nested too deep."""
    depth = 0
    for token in tokens:
        name = token.__class__.__name__
        if name in {"FlowSequenceStartToken", "FlowMappingStartToken"}:
            depth += 1
            if depth > DEEPEST:
                at: int = token.start_mark.index
                return at
        elif name in {"FlowSequenceEndToken", "FlowMappingEndToken"}:
            depth -= 1
    return None


def explain(source: Source, error: Any, opener: int | None) -> Diagnostic:
    """Turn an error of the package into a diagnostic; ``opener`` is the innermost open bracket."""
    if not hasattr(error, "problem"):
        at = getattr(error, "position", 0)
        return bad_character(source, at)
    problem = str(error.problem or "")
    at = _index(error.problem_mark, _index(error.context_mark, 0))
    start = _index(error.context_mark, at)
    if (tab := _tab(source, at, problem)) is not None:
        found = codes.YAML_TAB.at(Span(source, tab, tab + 1), "expected spaces, found a tab")
        return found.with_help("indent with spaces")
    if "quoted scalar" in str(error.context) and "unexpected" in problem:
        line = source.text.find("\n", start)
        stop = at if line < 0 else min(line, at)
        span = Span(source, start, max(stop, start + 1))
        return codes.YAML_UNCLOSED_STRING.at(span, "this string is not closed")
    if opener is not None and (unclosed := _unclosed(source, opener, at, problem)):
        return unclosed
    if "expected <block end>" in problem and (extra := _on_the_line(source, at)) is not None:
        return extra
    if "incompatible YAML" in problem:
        line = source.text.find("\n", start)
        span = Span(source, start, line if line >= 0 else len(source.text))
        found = codes.YAML_SYNTAX.at(span, "expected YAML of version 1, found another version")
        return found.with_help("leave the line out, or write %YAML 1.2")
    return _syntax(source, at, start, problem, opener)


def _index(mark: Any, otherwise: int) -> int:
    return otherwise if mark is None else int(mark.index)


def bad_character(source: Source, at: int) -> Diagnostic:
    """Tell of a character that YAML does not have."""
    character = source.text[at] if at < len(source.text) else "\0"
    message = f"the character U+{ord(character):04X} may not stand in YAML as itself"
    found = codes.YAML_CHARACTER.at(Span(source, at, at + 1), message)
    return found.with_help("write it as an escape in double quotes")


def _tab(source: Source, at: int, problem: str) -> int | None:
    """Return the tab that is to blame: the one complained of, or one that indents the line."""
    text = source.text
    if "\\t" in problem or text.startswith("\t", at):
        return at
    begin = text.rfind("\n", 0, at) + 1
    for place in range(begin, len(text)):
        if text[place] == "\t":
            return place
        if text[place] not in " -?:":
            break
    return None


def _unclosed(source: Source, opener: int, at: int, problem: str) -> Diagnostic | None:
    """A flow bracket left open shows at the end, or at the first line that goes on without it."""
    ends = "<stream end>" in problem or "<document" in problem
    note = "the file ends here" if "<stream end>" in problem else "expected it before this"
    later = source.text.find("\n", opener, at) >= 0 and problem.endswith(("':'", "'-'", "'?'"))
    if not ends and not later:
        return None
    bracket = opener
    while source.text[bracket] not in "[{":
        bracket += 1
    span = Span(source, bracket, bracket + 1)
    found = codes.YAML_UNCLOSED.at(span, f"this {source.text[bracket]} is never closed")
    return found.note(Span(source, at, at), note)


def _on_the_line(source: Source, at: int) -> Diagnostic | None:
    """Something behind a value that is complete; not so when the line starts with it."""
    text = source.text
    before = text[text.rfind("\n", 0, at) + 1 : at]
    if not before.strip(" -?:\t"):
        return None
    shown = text[at : at + 1]
    if shown and shown in "]}":
        opening = "[" if shown == "]" else "{"
        found = codes.YAML_SYNTAX.at(_token(source, at), f"there is no {opening} for this {shown}")
        return found.with_help("remove it")
    message = f"expected the end of the value, found {shown}"
    return codes.YAML_SYNTAX.at(_token(source, at), message).with_help(
        "put the whole text in quotes, or start a new line"
    )


def _syntax(source: Source, at: int, start: int, problem: str, opener: int | None) -> Diagnostic:
    for theirs, ours, help_ in _WORDS:
        if theirs in problem:
            place = start if theirs == "could not find expected ':'" else at
            finding = codes.YAML_SYNTAX.at(_token(source, place), ours)
            return finding if help_ is None else finding.with_help(help_)
    if problem.startswith("found character"):
        finding = codes.YAML_SYNTAX.at(
            _token(source, at), "a value cannot start with this character"
        )
        return finding.with_help("put the text in quotes")
    message = "this is not YAML"
    if problem.startswith("expected ',' or "):
        closer = "]" if "']'" in problem else "}"
        shown = _token(source, at).text
        message = f"expected , or {closer}, found {shown}" if shown else f"expected , or {closer}"
    finding = codes.YAML_SYNTAX.at(_token(source, at), message)
    if opener is not None:
        finding = finding.note(Span(source, opener, opener + 1), "inside this")
    return finding


def _token(source: Source, at: int) -> Span:
    at = min(at, len(source.text))
    end = at + 1 if at < len(source.text) and source.text[at] != "\n" else at
    return Span(source, at, end)

"""Where a cursor stands in a data file, told by its text alone.

A file that is being written is seldom whole.  JSON is followed bracket by bracket up to the
cursor, YAML by the columns of the lines above it, TOML by the headers above it.
"""

from __future__ import annotations

from re import compile as pattern
from typing import Final

from confty.kit.stretches import line_start
from confty.languages.data.parser.places import Path
from confty.text import Source

_JSON_PIECE: Final = pattern(
    r'"(?:[^"\\\n]|\\.)*+"?|' + r"'(?:[^'\\\n]|\\.)*+'?|//[^\n]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/)?"
    r"|[\[\]{},:]|[^\s\"'/\[\]{},:]++|/"
)
_YAML_KEY: Final = pattern(
    r"""("[^"\n]*+"|'[^'\n]*+'|[^\s#"'\[\]{},&*!|>%@`:][^#\n:]*+(?::[^\s#:][^#\n:]*+)*+):(?=\s|$)"""
)
_TOML_HEADER: Final = pattern(r"[ \t]*+(\[\[?)([^\]\n]*+)")
_TOML_PART: Final = pattern(r""""([^"\n]*+)"|'([^'\n]*+)'|([A-Za-z0-9_-]++)""")


class WritingPlace:
    """A place to write: the value or object it is in, and what is there already."""

    __slots__ = ("is_key", "path", "present", "start", "top")

    def __init__(self, path: Path, *, is_key: bool, start: int, present: set[str]) -> None:
        # Of the object whose key is written, or of the value that is written.
        self.path = path
        self.is_key = is_key
        # Where the word under the cursor starts.
        self.start = start
        self.present = present
        # The texts under keys of the document, which say of what kind it is.
        self.top: dict[str, str] = {}


def cursor_at(source: Source, kind: str, offset: int) -> WritingPlace:
    """Say where a cursor stands."""
    text = source.text
    offset = max(0, min(offset, len(text)))
    if kind == "yaml":
        return _in_yaml(text, offset)
    return _in_toml(text, offset) if kind == "toml" else _in_json(text, offset)


class _Frame:
    """A bracket of JSON that is open: its key or index, and the keys in it."""

    def __init__(self, opener: str) -> None:
        self.is_object = opener == "{"
        self.step: str | int = "" if self.is_object else 0
        self.keyed = False  # behind the colon of a key
        self.keys: set[str] = set()


def _in_json(text: str, offset: int) -> WritingPlace:
    stack: list[_Frame] = []
    last, start = "", offset
    for found in _JSON_PIECE.finditer(text, 0, offset):
        lexeme = found[0]
        if lexeme.startswith(("//", "/*")):
            continue
        if found.end() == offset and lexeme not in set("[]{},:"):
            start = found.start()
            break
        last = _followed(lexeme, last, stack)
    path = tuple(frame.step for frame in stack[:-1])
    if not stack:
        return WritingPlace((), is_key=False, start=start, present=set())
    inner = stack[-1]
    if inner.is_object and not inner.keyed:
        word = _JSON_PIECE.match(text, start)
        present = inner.keys | _later_keys(text, max(offset, word.end() if word else 0))
        present.discard(text[start:offset].strip("\"'"))
        return WritingPlace(path, is_key=True, start=start, present=present)
    return WritingPlace((*path, inner.step), is_key=False, start=start, present=set())


def _followed(lexeme: str, last: str, stack: list[_Frame]) -> str:
    """Take one lexeme of JSON into account; return what stands last."""
    if lexeme in {"{", "["}:
        stack.append(_Frame(lexeme))
    elif lexeme in {"}", "]"} and stack:
        stack.pop()
    elif stack and lexeme == ":" and stack[-1].is_object:
        stack[-1].step, stack[-1].keyed = last, True
        stack[-1].keys.add(last)
    elif stack and lexeme == ",":
        inner = stack[-1]
        inner.keyed = False
        if not inner.is_object:
            assert isinstance(inner.step, int)
            inner.step += 1
    return lexeme.strip("\"'")


def _later_keys(text: str, offset: int) -> set[str]:
    """The keys behind the cursor in the object it is in."""
    depth, last = 0, ""
    keys: set[str] = set()
    for found in _JSON_PIECE.finditer(text, offset):
        lexeme = found[0]
        if lexeme in {"{", "["}:
            depth += 1
        elif lexeme in {"}", "]"}:
            depth -= 1
            if depth < 0:
                break
        elif lexeme == ":" and depth == 0:
            keys.add(last)
        last = lexeme.strip("\"'")
    return keys


class _Line:
    """A line of YAML: the columns of its dashes, its key with its column, and its text."""

    def __init__(self, text: str) -> None:
        self.dashes: list[int] = []
        column = len(text) - len(text.lstrip(" "))
        rest = text[column:]
        while rest.startswith("- ") or rest == "-":
            self.dashes.append(column)
            bare = rest[1:].lstrip(" ")
            column += len(rest) - len(bare)
            rest = bare
        found = _YAML_KEY.match(rest)
        self.column = column
        self.rest = rest
        self.key = None if found is None else found[1].strip().strip("\"'")
        self.value = "" if found is None else rest[found.end() :].strip()
        self.value_at = -1 if found is None else column + found.end()

    @property
    def is_empty(self) -> bool:
        return not self.dashes and (not self.rest or self.rest.startswith("#"))

    @property
    def first(self) -> int:
        return self.dashes[0] if self.dashes else self.column


def _in_yaml(text: str, offset: int) -> WritingPlace:
    begin = line_start(text, offset)
    here = _Line(text[begin:offset])
    texts = text[:begin].split("\n")[:-1]
    marks = [number for number, one in enumerate(texts, 1) if one.startswith("---")]
    lines = map(_Line, texts[marks[-1] if marks else 0 :])
    above = [one for one in lines if not one.is_empty]
    after = _document_rest(text, offset)
    top = {one.key: one.value for one in (*above, *after) if one.key and one.first == 0}
    path = _above(here, above)
    if here.key is not None and offset - begin > here.value_at:
        word = text[begin + here.value_at : offset]
        start = offset - len(word.lstrip())
        made = WritingPlace((*path, here.key), is_key=False, start=start, present=set())
    else:
        start = begin + here.column
        siblings = _siblings(here, above) | _following(here.column, after)
        made = WritingPlace(path, is_key=True, start=start, present=siblings)
    made.top = top
    return made


def _document_rest(text: str, offset: int) -> list[_Line]:
    end = text.find("\n", offset)
    rest = text[end + 1 :].split("\n") if end >= 0 else []
    stop = next((i for i, one in enumerate(rest) if one.startswith("---")), len(rest))
    return [line for line in map(_Line, rest[:stop]) if not line.is_empty]


def _above(here: _Line, above: list[_Line]) -> Path:
    """The steps to the object that a line belongs to, by the columns of the lines above.

    A parent stands further left.  The dashes of a list may stand right under its key.
    """
    entries: list[tuple[int, str | None]] = []
    for line in above:
        entries += [(dash, None) for dash in line.dashes]
        entries += [(line.column, line.key)] if line.key is not None else []
    entries += [(dash, None) for dash in here.dashes]
    steps: list[str | int] = []
    key_limit = dash_limit = here.column
    counting = -1
    for column, key in reversed(entries):
        if key is None and column == counting:
            last = steps.pop()
            assert isinstance(last, int)
            steps.append(last + 1)
        elif key is None and column < dash_limit:
            steps.append(0)
            key_limit, dash_limit, counting = column + 1, column, column
        elif key is not None and column < key_limit:
            steps.append(key)
            key_limit, dash_limit, counting = column, column, -1
    return tuple(reversed(steps))


def _siblings(here: _Line, above: list[_Line]) -> set[str]:
    """The keys of the same object that stand above a line."""
    found: set[str] = set()
    if here.dashes:
        return found
    for line in reversed(above):
        if line.column == here.column and line.key is not None:
            found.add(line.key)
        if line.first < here.column:
            break
    return found


def _following(column: int, after: list[_Line]) -> set[str]:
    found: set[str] = set()
    for line in after:
        if line.first < column:
            break
        if line.column == column and not line.dashes and line.key is not None:
            found.add(line.key)
    return found


def _in_toml(text: str, offset: int) -> WritingPlace:
    begin = line_start(text, offset)
    line = text[begin:offset]
    table: Path = ()
    arrays: set[Path] = set()
    present: set[str] = set()
    for one in text[:begin].split("\n")[:-1]:
        header = _TOML_HEADER.match(one)
        if header is not None:
            names = _parts(header[2])
            if header[1] == "[[":
                arrays.add(names)
            table, present = _indexed(names, arrays), set()
        elif "=" in one and (parts := _parts(one.partition("=")[0])):
            present.add(str(parts[0]))
    header = _TOML_HEADER.match(line)
    if header is not None:
        return _dotted(_indexed(_parts(header[2])[:-1], arrays), header[2], offset, set())
    key, equals, value = line.partition("=")
    if equals:
        start = offset - len(value.lstrip())
        return WritingPlace((*table, *_parts(key)), is_key=False, start=start, present=set())
    inner = _parts(key)[:-1] if "." in key else ()
    return _dotted((*table, *inner), key, offset, set() if inner else present)


def _dotted(path: Path, written: str, offset: int, present: set[str]) -> WritingPlace:
    word = written.rpartition(".")[2].lstrip()
    return WritingPlace(path, is_key=True, start=offset - len(word), present=present)


def _parts(text: str) -> Path:
    """The parts of a dotted key; an unfinished one ends in an empty part."""
    found = [one[0] or one[1] or one[2] for one in _TOML_PART.findall(text)]
    return (*found, "") if text.rstrip().endswith(".") or not found else tuple(found)


def _indexed(names: Path, arrays: set[Path]) -> Path:
    """The steps of a header; into an array of tables leads its last element."""
    steps: list[str | int] = []
    for number, name in enumerate(names):
        steps.append(name)
        if names[: number + 1] in arrays:
            steps.append(0)
    return tuple(steps)

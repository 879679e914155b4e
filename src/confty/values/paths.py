"""Property paths of the older grammar: ``root.array[0]["a key"].*``.

A path is a tuple of keys (strings) and indexes (integers); the key ``*`` is the wildcard.  The
grammar is loose, as ``ignoreChanges`` and configuration keys need it to be; ``globs`` has the
stricter newer one.
"""

from __future__ import annotations

from confty.patterns import ASCII, pattern
from confty.values.failures import ValueProblem
from confty.values.labels import Labelled, relabelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

WILDCARD: Final = "*"
_BARE: Final = pattern(r"[A-Za-z0-9_]*\Z")
_SIMPLE: Final = pattern(r"[A-Za-z0-9_]+\Z")
# Python reads no number of more than some thousands of digits.
_INDEX: Final = pattern(r"[+-]?[0-9]{1,4000}\Z", ASCII)
_NAME: Final = pattern(r"[^.\[]+")
_CLOSED: Final = pattern(r'\["(?:\\"|[^"])*"\]|\[[^]"]*\]')
_STRAY: Final = pattern(r'[]"]')
_LARGEST: Final = 1 << 63


def parse(text: str, *, strict: bool = False) -> Path:
    """Read a path; ``strict`` refuses a dot before a bracket or before another dot."""
    if text.startswith("."):
        raise ValueProblem("a path does not begin with a dot")
    elements: list[str | int] = []
    at = 0
    while at < len(text):
        if text[at] == ".":
            at += 1
            if at == len(text):
                raise ValueProblem("a path does not end with a dot")
            if strict and text[at] in ".[":
                raise ValueProblem(f"expected a name after the dot at position {at - 1}")
        elif text[at] == "[":
            element, at = _bracketed(text, at)
            elements.append(element)
        else:
            found = _NAME.match(text, at)
            assert found is not None
            elements.append(found.group())
            at = found.end()
    return tuple(elements)


def parse_written(text: str) -> Path:
    """Read a path that somebody wrote: keys with brackets or quotes in them are to be quoted."""
    path = parse(text)
    if not path:
        raise ValueProblem("a path has at least one element")
    # Behind the last bracket nothing is closed, however far one looks.
    end = text.rfind("]") + 1
    blanked = _CLOSED.sub(lambda found: " " * len(found.group()), text[:end])
    stray = _STRAY.search(blanked + text[end:])
    if stray is not None:
        raise ValueProblem(
            f"the character {stray.group()!r} at position {stray.start()} fits no path"
        )
    return path


def _bracketed(text: str, start: int) -> tuple[str | int, int]:
    if text.startswith('"', start + 1):
        return _quoted(text, start + 2)
    end = text.find("]", start)
    if end < 0:
        raise ValueProblem(f"the bracket at position {start} is not closed")
    inside = text[start + 1 : end]
    if inside == WILDCARD:
        return WILDCARD, end + 1
    if not _INDEX.match(inside) or not -_LARGEST <= int(inside) < _LARGEST:
        raise ValueProblem(f"expected an index, a quoted key or *, found {inside!r}")
    return int(inside), end + 1


def _quoted(text: str, at: int) -> tuple[str, int]:
    """Read a quoted key; the only escape is that of the quote."""
    key: list[str] = []
    while True:
        if at >= len(text):
            raise ValueProblem("the quoted key has no closing quote")
        if text[at] == '"':
            break
        if text.startswith('\\"', at):
            at += 1
        key.append(text[at])
        at += 1
    if not text.startswith("]", at + 1):
        raise ValueProblem(f"expected a closing bracket at position {at + 1}")
    return "".join(key), at + 2


def printed(path: Path, *, compat: bool = False) -> str:
    """Write a path.  With ``compat``, as Pulumi does: there an empty key has no readable form."""
    bare = _BARE if compat else _SIMPLE
    parts: list[str] = []
    for element in path:
        if isinstance(element, int):
            parts.append(f"[{element}]")
        elif bare.match(element):
            parts.append(f".{element}" if parts else element)
        else:
            quoted = element.replace('"', '\\"')
            parts.append(f'["{quoted}"]')
    return "".join(parts)


def contains(outer: Path, inner: Path) -> bool:
    """Whether ``inner`` is at or below ``outer``; ``*`` stands for any one key or index."""
    if len(inner) < len(outer):
        return False
    return all(
        wanted == WILDCARD or (type(wanted) is type(found) and wanted == found)
        for wanted, found in zip(outer, inner, strict=False)
    )


def get(path: Path, value: object) -> object:
    """Return what is at ``path``; it does not expand wildcards and fails where nothing is."""
    for position, element in enumerate(path):
        value = _child(value, element, path[: position + 1])
    return value


def _child(value: object, element: str | int, path: Path) -> object:
    if isinstance(value, dict) and isinstance(element, str) and element in value:
        return value[element]
    if isinstance(value, list) and isinstance(element, int) and 0 <= element < len(value):
        return value[element]
    raise ValueProblem(f"there is nothing at {printed(path)}")


def put(path: Path, into: object, value: object) -> object:
    """Copy ``into`` with ``value`` at ``path``; containers and padding are made where missing.

    Padding goes behind what a list has.  (Pulumi's own puts it in front and loses the elements.)
    """
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(head, str):
        if into is None:
            into = {}
        if not isinstance(into, dict):
            raise ValueProblem(f"{printed(path)} goes through something that has no keys")
        return {**into, head: put(rest, into.get(head), value)}
    if into is None:
        into = []
    if not isinstance(into, list) or head < 0:
        raise ValueProblem(f"{printed(path)} goes through something that has no such index")
    items = into + [None] * (head + 1 - len(into))
    items[head] = put(rest, items[head], value)
    return items


def remove(path: Path, value: object) -> object:
    """Copy ``value`` without what is at ``path``; in a list the place stays, empty."""
    if not path:
        raise ValueProblem("the empty path names the whole value, which cannot be removed")
    head, rest = path[0], path[1:]
    child = _child(value, head, (head,))
    if isinstance(value, dict):
        if not rest:
            return {key: item for key, item in value.items() if key != head}
        return {**value, head: remove(rest, child)}
    assert isinstance(value, list)
    assert isinstance(head, int)
    return [*value[:head], remove(rest, child) if rest else None, *value[head + 1 :]]


_ABSENT: Final = object()


def reset(path: Path, old: object, new: object) -> object:
    """Copy ``new`` with what ``path`` names taken from ``old``, as ``ignoreChanges`` wants it.

    It looks through secrets and keeps their mark on what it copies; it never makes a list longer
    or shorter.
    """
    result = _reset(path, old, new)
    if result is _ABSENT:
        raise ValueProblem(f"{printed(path)} names nothing that can be restored")
    return result


def _reset(path: Path, old: object, new: object) -> object:
    if isinstance(old, Labelled) or isinstance(new, Labelled):
        inner = _reset(path, _bare(old), _bare(new))
        if inner is _ABSENT:
            return inner
        for outer in (old, new):
            if isinstance(outer, Labelled):
                inner = relabelled(inner, outer)
        return inner
    if not path:
        return old
    head, rest = path[0], path[1:]
    if isinstance(new, dict) and isinstance(head, str):
        return _reset_keys(head, rest, old, new)
    if isinstance(new, list) and isinstance(old, list):
        return _reset_items(head, rest, old, new)
    return _ABSENT


def _bare(value: object) -> object:
    return value.value if isinstance(value, Labelled) else value


def _reset_keys(head: str, rest: Path, old: object, new: dict[str, object]) -> object:
    table = old if isinstance(old, dict) else {}
    keys = [*new, *(key for key in table if key not in new)] if head == WILDCARD else [head]
    result = dict(new)
    for key in keys:
        before, after = table.get(key, _ABSENT), new.get(key, _ABSENT)
        if not rest:
            restored = before
        elif after is _ABSENT or before is _ABSENT:
            if before is after:
                continue
            return _ABSENT
        else:
            restored = _reset(rest, before, after)
            if restored is _ABSENT:
                return _ABSENT
        result.pop(key, None)
        if restored is not _ABSENT:
            result[key] = restored
    return result


def _reset_items(head: str | int, rest: Path, old: list[object], new: list[object]) -> object:
    if head != WILDCARD and not isinstance(head, int):
        return _ABSENT
    shared = min(len(old), len(new))
    indexes = range(shared) if isinstance(head, str) else [head]
    result = list(new)
    for index in indexes:
        if not 0 <= index < shared:
            return _ABSENT
        restored = _reset(rest, old[index], new[index])
        if restored is _ABSENT:
            return _ABSENT
        result[index] = restored
    return result

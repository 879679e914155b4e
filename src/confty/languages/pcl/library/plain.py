"""PCL's functions on plain values.

Each takes plain values; labels are taken off before and put on after by whoever calls, deeply
where a function reads the inside of its arguments.  A function that cannot answer raises
``CannotConvert`` with the reason.
"""

from __future__ import annotations

import json
import sys
from decimal import Decimal

from confty.kit.hcl.convert import (
    CannotConvert,
    joined,
    kind_of,
    to_number,
    to_string,
    within_text,
)
from confty.values import Archive, Asset, ResourceReference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_MOST_PARTS: Final = 10_000_000


def _index(value: object) -> int:
    number = to_number(value)
    if not isinstance(number, int):
        raise CannotConvert("expected a whole number")
    return number


def _list(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        raise CannotConvert(f"{name} takes a list, found {kind_of(value)}")
    return value


def element(values: object, at: object) -> object:
    """The element at an index, counted around the list."""
    items = _list(values, "element")
    index = _index(at)
    if index < 0:
        raise CannotConvert("element takes no negative index")
    if not items:
        raise CannotConvert("element needs a list that is not empty")
    return items[index % len(items)]


def entries(collection: object) -> object:
    """Keys and values, in order of the keys."""
    if isinstance(collection, dict):
        return [{"key": key, "value": collection[key]} for key in sorted(collection)]
    if isinstance(collection, list):
        return [{"key": key, "value": value} for key, value in enumerate(collection)]
    raise CannotConvert(f"entries takes a map or a list, found {kind_of(collection)}")


def length(value: object) -> object:
    """How many elements, or how many characters a reader sees."""
    if isinstance(value, (list, dict)):
        return len(value)
    from confty.kit.graphemes import cluster_count  # noqa: PLC0415  start-up: loads ``unicodedata``

    return cluster_count(to_string(value))


def lookup(table: object, key: object, *default: object) -> object:
    """The value of a key, or the default."""
    if not isinstance(table, dict):
        raise CannotConvert(f"lookup takes a map, found {kind_of(table)}")
    name = to_string(key)
    if name in table:
        return table[name]
    if not default:
        raise CannotConvert(f"there is no {name!r} and no default")
    return default[0]


def join(separator: object, strings: object) -> object:
    """Strings with a separator between them."""
    texts = [to_string(each) for each in _list(strings, "join")]
    return joined(texts, to_string(separator))


def split(separator: object, string: object) -> object:
    """The parts of a string between separators."""
    mark, text = to_string(separator), to_string(string)
    # Without a separator every character is a part, and counting "" counts them all.
    if text.count(mark) > _MOST_PARTS:
        raise CannotConvert(f"split makes at most {_MOST_PARTS} parts")
    return text.split(mark) if mark else list(text)


def numbers(*limits: object) -> object:
    """``0 … n-1``, or ``a … b-1``."""
    if not 1 <= len(limits) <= 2:
        raise CannotConvert("range takes one or two numbers")
    if len(limits) == 2 and limits[1] is None:
        limits = limits[:1]
    bounds = [_index(limit) for limit in limits]
    if len(bounds) == 1:
        bounds.insert(0, 0)
    if bounds[1] - bounds[0] > 1_000_000:
        raise CannotConvert("range makes at most a million numbers")
    return list(range(*bounds))


def largest(*values: object) -> object:
    """The largest of numbers."""
    return max([to_number(value) for value in values])


def smallest(*values: object) -> object:
    """The smallest of numbers."""
    return min([to_number(value) for value in values])


def single_or_none(values: object) -> object:
    """The only element, or null."""
    items = _list(values, "singleOrNone")
    if len(items) > 1:
        raise CannotConvert(f"singleOrNone takes at most one element, found {len(items)}")
    return items[0] if items else None


def to_json(value: object) -> object:
    """Compact JSON, keys in order."""
    data = _JsonData().of(value)
    text = json.dumps(data, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    # Every level of quoting doubles the backslashes of the one inside.
    within_text(len(text))
    return text


_LARGEST: Final = int(sys.float_info.max)


class _JsonData:
    """Values as JSON knows them; how long the text will be at least is counted on the way."""

    __slots__ = ("length",)

    def __init__(self) -> None:
        self.length = 0

    def of(self, value: object) -> object:
        self.length += 1 + len(value) if isinstance(value, str) else 1
        within_text(self.length)
        if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
            if not -_LARGEST <= value <= _LARGEST:
                raise CannotConvert("toJSON takes numbers that a double holds")
            return int(value) if value == int(value) else float(value)
        if isinstance(value, list):
            return [self.of(each) for each in value]
        if isinstance(value, dict):
            self.length += sum(map(len, value))
            return {key: self.of(each) for key, each in value.items()}
        if isinstance(value, (Asset, Archive, ResourceReference)):
            raise CannotConvert(f"toJSON takes plain data, found {kind_of(value)}")
        return value


def to_base64(value: object) -> object:
    """Text to base64 of its bytes."""
    data = to_string(value).encode("utf-8", "surrogateescape")
    within_text(len(data) * 4 // 3)
    import base64  # noqa: PLC0415  start-up: few programs call it

    return base64.b64encode(data).decode()


def from_base64(value: object) -> object:
    """Base64 to the text of its bytes; ends of lines inside it are skipped, as in Go."""
    import base64  # noqa: PLC0415  start-up: few programs call it

    text = to_string(value).replace("\r", "").replace("\n", "")
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise CannotConvert("fromBase64 takes base64 text") from None
    return data.decode("utf-8", "surrogateescape")


def sha1(value: object) -> object:
    """The SHA-1 of text in hex."""
    data = to_string(value).encode("utf-8", "surrogateescape")
    import hashlib  # noqa: PLC0415  start-up: few programs call it

    return hashlib.sha1(data, usedforsecurity=False).hexdigest()


def asset_archive(table: object) -> object:
    """An archive of named assets and archives."""
    if not isinstance(table, dict):
        raise CannotConvert(f"assetArchive takes a map, found {kind_of(table)}")
    members: dict[str, Asset | Archive] = {}
    for name, member in table.items():
        if not isinstance(member, (Asset, Archive)):
            raise CannotConvert(f"assetArchive takes assets and archives, found {kind_of(member)}")
        members[name] = member
    return Archive(assets=members)


def not_implemented(message: object) -> object:
    """Fail, as a program that was converted in part does."""
    raise CannotConvert(f"not implemented: {to_string(message)}")

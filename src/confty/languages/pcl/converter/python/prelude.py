"""What a program in Python may need above its statements: a few functions of its own."""

from __future__ import annotations

from typing import Final

#: name -> (imports, text); a helper is written once, above the program.
HELPERS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "text_of": (
        ("from decimal import Decimal", "from typing import Any"),
        '''def text_of(value: Any) -> str:
    """A value as PCL writes it into a string: numbers have no exponent."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else format(Decimal(repr(value)), "f")
    return str(value)
''',
    ),
    "number_of": (
        ("from typing import Any",),
        '''def number_of(value: Any) -> Any:
    """A number as PCL has it: it may be written as a text, and a whole one is an int."""
    if isinstance(value, bool):
        raise ValueError("expected a number, found a bool")
    number = float(value) if isinstance(value, str) else value
    return int(number) if isinstance(number, float) and number.is_integer() else number
''',
    ),
    "bool_of": (
        ("from typing import Any",),
        '''def bool_of(value: Any) -> bool:
    """A bool as PCL has it, which may be written as a text."""
    if isinstance(value, bool):
        return value
    if value not in ("true", "1", "false", "0"):
        raise ValueError("expected a bool")
    return value in ("true", "1")
''',
    ),
    "same": (
        ("from typing import Any, cast",),
        '''def same(left: Any, right: Any) -> bool:
    """Whether values are equal as in PCL, where true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        ours, theirs = cast("list[Any]", left), cast("list[Any]", right)
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(left, dict) and isinstance(right, dict):
        mine, other = cast("dict[str, Any]", left), cast("dict[str, Any]", right)
        return mine.keys() == other.keys() and all(same(mine[key], other[key]) for key in mine)
    return left == right
''',
    ),
    "json_text": (
        ("import json", "from typing import Any, cast"),
        '''def json_text(value: Any) -> str:
    """A value as PCL writes it as JSON: compact, the keys in order."""
    return json.dumps(plain(value), separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def plain(value: Any) -> Any:
    """A value in which whole numbers have no point."""
    if isinstance(value, list):
        return [plain(each) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in cast("dict[str, Any]", value).items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value
''',
    ),
    "present": (
        ("from typing import TypeVar", 'P = TypeVar("P")'),
        '''def present(value: P | None) -> P:
    """A value that is looked into, and so has to be there."""
    if value is None:
        raise ValueError("there is no value here")
    return value
''',
    ),
    "untyped": (
        ("from typing import Any",),
        '''def untyped(value: Any) -> Any:
    """A value whose type says less than is known of it, or other than its place asks for."""
    return value
''',
    ),
    "entries_of": (
        ("from typing import Any",),
        '''def entries_of(value: Any) -> list[dict[str, Any]]:
    """The keys and values of a list or a table, in order of the keys."""
    pairs: Any = sorted(value.items()) if hasattr(value, "items") else enumerate(value)
    return [{"key": key, "value": each} for key, each in pairs]
''',
    ),
    "listed": (
        ("from typing import Sequence, TypeVar", 'T = TypeVar("T")'),
        '''def listed(values: Sequence[T] | None) -> Sequence[T]:
    """A list, or an empty one where there is none."""
    return [] if values is None else values
''',
    ),
    "single_or_none": (
        ("from typing import Sequence, TypeVar", 'T = TypeVar("T")'),
        '''def single_or_none(values: Sequence[T]) -> T | None:
    """The only element, or None."""
    if len(values) > 1:
        raise ValueError("expected at most one element")
    return values[0] if values else None
''',
    ),
    "first_of": (
        ("from typing import Any, Callable",),
        '''def first_of(*attempts: Callable[[], Any]) -> Any:
    """The first attempt that does not fail."""
    problem: Exception | None = None
    for attempt in attempts:
        try:
            return attempt()
        except Exception as error:
            problem = problem or error
    raise problem or ValueError("nothing to try")
''',
    ),
    "attempted": (
        ("from typing import Any, Callable",),
        '''class Absent:
    """What could not be worked out, which matters only to who needs it."""

    def __init__(self, problem: Exception) -> None:
        self.problem = problem


def attempted(attempt: Callable[[], Any]) -> Any:
    """A value, or why there is none."""
    try:
        return attempt()
    except Exception as problem:
        return Absent(problem)


def needed(value: Any) -> Any:
    """A value that is needed now."""
    if isinstance(value, Absent):
        raise value.problem
    return value
''',
    ),
    "later": (
        ("import pulumi", "from typing import Any, cast"),
        '''def later(value: Any) -> pulumi.Output[Any]:
    """An output of what may be one already."""
    if isinstance(value, pulumi.Output):
        return cast("pulumi.Output[Any]", value)
    return pulumi.Output.from_input(value)
''',
    ),
    "all_of": (
        ("import pulumi", "from typing import Mapping, TypeVar", 'W = TypeVar("W")'),
        '''def all_of(table: Mapping[str, pulumi.Input[W]]) -> pulumi.Output[dict[str, W]]:
    """A table whose values are all there; the SDK makes a list of an empty one."""
    empty: dict[str, W] = {}
    return pulumi.Output.all(**table) if table else pulumi.Output.from_input(empty)
''',
    ),
    "succeeds": (
        ("from typing import Any, Callable",),
        '''def succeeds(attempt: Callable[[], Any]) -> bool:
    """Whether an attempt does not fail."""
    try:
        attempt()
    except Exception:
        return False
    return True
''',
    ),
    "grouped": (
        ("from typing import Iterable, TypeVar", 'V = TypeVar("V")'),
        '''def grouped(pairs: Iterable[tuple[str, V]]) -> dict[str, list[V]]:
    """Lists of the values that share a key."""
    made: dict[str, list[V]] = {}
    for key, value in pairs:
        made.setdefault(key, []).append(value)
    return made
''',
    ),
    "graphemes": (
        ("import unicodedata",),
        '''def graphemes(text: str) -> int:
    """How many characters a reader sees."""
    count = 0
    joined = False
    for letter in text:
        extends = unicodedata.category(letter) in ("Mn", "Me", "Mc") or letter == "\\u200d"
        if not extends and not joined:
            count += 1
        joined = letter == "\\u200d"
    return count
''',
    ),
    "not_implemented": (
        ("from typing import Any",),
        '''def not_implemented(message: str) -> Any:
    """Fail, as the program says."""
    raise NotImplementedError(message)
''',
    ),
    "read_bytes": (
        ("from pathlib import Path",),
        '''def read_bytes(path: str) -> bytes:
    """The bytes of a file next to the program."""
    return Path(path).read_bytes()
''',
    ),
}

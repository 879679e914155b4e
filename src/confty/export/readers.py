"""Readers for generated dataclasses: code that turns plain data into them, or refuses it.

A generated module holds only the readers it uses, since a strict checker counts an unused private
function as a mistake.  Each is a function from ``object`` to the type it reads, and the ones for
containers are made of the ones for their parts.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


READERS: Final = {
    "_anything": """
def _anything(data: object) -> Any:
    return data
""",
    "_boolean": """
def _boolean(data: object) -> bool:
    if isinstance(data, bool):
        return data
    raise ValueError(f"expected a boolean, found {type(data).__name__}")
""",
    "_integer": """
def _integer(data: object) -> int:
    if isinstance(data, int) and not isinstance(data, bool):
        return data
    raise ValueError(f"expected an integer, found {type(data).__name__}")
""",
    "_number": """
def _number(data: object) -> float:
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        return data
    raise ValueError(f"expected a number, found {type(data).__name__}")
""",
    "_text": """
def _text(data: object) -> str:
    if isinstance(data, str):
        return data
    raise ValueError(f"expected a text, found {type(data).__name__}")
""",
    "_date": """
def _date(data: object) -> dt.date:
    if isinstance(data, dt.date) and not isinstance(data, dt.datetime):
        return data
    raise ValueError(f"expected a date, found {type(data).__name__}")
""",
    "_moment": """
def _moment(data: object) -> dt.datetime:
    if isinstance(data, dt.datetime):
        return data
    raise ValueError(f"expected a date with a time, found {type(data).__name__}")
""",
    "_time": """
def _time(data: object) -> dt.time:
    if isinstance(data, dt.time):
        return data
    raise ValueError(f"expected a time, found {type(data).__name__}")
""",
    "_binary": """
def _binary(data: object) -> bytes:
    if isinstance(data, bytes):
        return data
    raise ValueError(f"expected bytes, found {type(data).__name__}")
""",
    "_nothing": """
def _nothing(data: object) -> None:
    if data is not None:
        raise ValueError(f"expected nothing, found {type(data).__name__}")
""",
    "_never": """
def _never(data: object) -> Never:
    raise ValueError(f"expected no value at all, found {type(data).__name__}")
""",
    "_one_of": """
def _one_of(*values: T) -> Callable[[object], T]:
    def read(data: object) -> T:
        for value in values:
            if value == data and type(value) is type(data):
                return value
        raise ValueError(f"expected one of {values}, found another {type(data).__name__}")

    return read
""",
    "_list_of": """
def _list_of(read: Callable[[object], T]) -> Callable[[object], list[T]]:
    def read_all(data: object) -> list[T]:
        if isinstance(data, list):
            return [read(item) for item in cast("list[object]", data)]
        raise ValueError(f"expected a list, found {type(data).__name__}")

    return read_all
""",
    "_map_of": """
def _map_of(read: Callable[[object], T]) -> Callable[[object], dict[str, T]]:
    def read_all(data: object) -> dict[str, T]:
        return {key: read(value) for key, value in _fields(data).items()}

    return read_all
""",
    "_keyed": """
def _keyed(
    read_key: Callable[[object], K], read: Callable[[object], T]
) -> Callable[[object], dict[K, T]]:
    def read_all(data: object) -> dict[K, T]:
        if isinstance(data, dict):
            entries = cast("dict[object, object]", data)
            return {read_key(key): read(value) for key, value in entries.items()}
        raise ValueError(f"expected an object, found {type(data).__name__}")

    return read_all
""",
    "_either": """
def _either(*readers: Callable[[object], T]) -> Callable[[object], T]:
    def read(data: object) -> T:
        for reader in readers:
            try:
                return reader(data)
            except ValueError:
                continue
        raise ValueError(f"a {type(data).__name__} fits none of the {len(readers)} types")

    return read
""",
    "_fields": """
def _fields(
    data: object, *known: str, required: int = 0, closed: bool = False
) -> dict[str, object]:
    if not isinstance(data, dict):
        raise ValueError(f"expected an object, found {type(data).__name__}")
    fields = cast("dict[str, object]", data)
    missing = [name for name in known[:required] if name not in fields]
    unknown = [name for name in fields if closed and name not in known]
    if missing or unknown:
        raise ValueError(f"missing {missing}, unknown {unknown}")
    return fields
""",
}
NEEDS: Final = {"_map_of": ("_fields",)}
#: Names that a reader's own code takes from ``typing`` and ``collections.abc``.
TYPING: Final = {
    "_anything": ("Any",),
    "_never": ("Never",),
    "_one_of": ("TypeVar",),
    "_list_of": ("TypeVar", "cast"),
    "_map_of": ("TypeVar",),
    "_keyed": ("TypeVar", "cast"),
    "_either": ("TypeVar",),
    "_fields": ("cast",),
}


def with_needs(used: set[str]) -> list[str]:
    """Return the readers a module has to hold, in the order they are listed here."""
    wanted = used | {need for name in used for need in NEEDS.get(name, ())}
    return [name for name in READERS if name in wanted]

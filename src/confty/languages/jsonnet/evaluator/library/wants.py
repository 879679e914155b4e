"""What library functions ask of their arguments, in the reference's words."""

from __future__ import annotations

from confty.kit.limits import afford
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import (
    ELEMENTS,
    POINTER,
    Obj,
    Thunk,
    Value,
    force,
    type_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, NoReturn

# What Go's library takes for a count or a place.
SMALLEST: Final = -(2.0**31)
LARGEST: Final = 2.0**31 - 1


def refuse(name: str, wanted: str, *found: Value) -> NoReturn:
    """Stop because a built-in function got values of other types than it takes."""
    kinds = ", ".join([type_name(value) for value in found])
    raise Stop(f"Builtin function {name} expected ({wanted}) but got ({kinds})")


def number(name: str, value: Value) -> float:
    """Take one number."""
    if value.__class__ is not float:
        refuse(name, "number", value)
    result: float = value
    return result


def whole(name: str, value: Value) -> int:
    """Take one whole number of 32 bits, as Go's library does."""
    given = number(name, value)
    if not given.is_integer() or not SMALLEST <= given <= LARGEST:
        raise Stop(f"Expected an integer, but got {repr(given).removesuffix('.0')}")
    return int(given)


def boolean(name: str, value: Value) -> bool:
    """Take one boolean."""
    if value.__class__ is not bool:
        refuse(name, "boolean", value)
    return bool(value)


def counted(name: str, count: float, each: int = 1, most: int = ELEMENTS) -> int:
    """Take how many things to make, ``each`` of a size; a number beyond reason stops here."""
    if count * each > most:
        kind = "elements" if most == ELEMENTS else "characters"
        raise Stop(f"std.{name} expected to make at most {most} {kind}, found {count * each:g}")
    afford(int(count * each) * (POINTER if most == ELEMENTS else 1))
    return int(count)


def string(name: str, value: Value) -> str:
    """Take one string."""
    if value.__class__ is not str:
        refuse(name, "string", value)
    text: str = value
    return text


def array(name: str, value: Value) -> list[Value]:
    """Take one array."""
    if value.__class__ is not list:
        refuse(name, "array", value)
    items: list[Value] = value
    return items


def object_(name: str, value: Value) -> Obj:
    """Take one object."""
    if value.__class__ is not Obj:
        refuse(name, "object", value)
    return value


def values(items: list[Value]) -> list[Value]:
    """Work every element out."""
    return [force(item) if item.__class__ is Thunk else item for item in items]


def element(items: list[Value], at: int) -> Value:
    """Work one element out."""
    item = items[at]
    return force(item) if item.__class__ is Thunk else item


def sequence(value: Value, folding: str = "") -> list[Value]:
    """The elements of an array or the characters of a string; ``folding`` names a fold of Go's."""
    if value.__class__ is list:
        items: list[Value] = value
        return items
    if value.__class__ is str:
        afford(POINTER * len(value))
        return list(value)
    kind = type_name(value)
    go = f"{folding} second parameter should be string or array, got {kind}" if folding else ""
    raise Stop(f"length operates on strings, objects, and arrays, got {kind}", go=go)

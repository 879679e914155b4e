"""Lifted access: reaching into an Output for one element, with early word when it is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args, get_origin

from confty.values.cells import followed
from confty.values.failures import concealed
from confty.values.labels import UNKNOWN, Labelled

NOTHING = Labelled(None)


class MissingKey(KeyError):
    """A key that a value does not have."""

    def __str__(self) -> str:
        return str(self.args[0])


class MissingIndex(IndexError):
    """An index beyond the end of a value."""


class MissingAttribute(AttributeError):
    """An attribute that a value does not have."""


class NotIndexable(TypeError):
    """A value that has no elements, or none by a key of this type."""


def hidden(failure: Exception) -> Exception:
    """What may be told of a failure to reach into a secret: our own words, and no frame."""
    if isinstance(failure, MissingKey | MissingIndex | MissingAttribute | NotIndexable):
        return failure.with_traceback(None)
    return concealed(failure)


def part(tree: object, kind: str, key: Any, place: object) -> tuple[object, Labelled]:
    """Pick a part of a settled value; return it with the label of what it was in."""
    container = tree.value if isinstance(tree, Labelled) else tree
    before = _covering(tree)
    if container is UNKNOWN or isinstance(container, type(UNKNOWN)):
        return UNKNOWN, followed(before, "lifted access", place)
    hidden = before.secret
    if kind == "attribute":
        return _attribute(container, key, hidden=hidden), before
    return _item(container, key, hidden=hidden), before


def _covering(tree: object) -> Labelled:
    if isinstance(tree, Labelled):
        return tree.around(None)
    return NOTHING


def _attribute(container: object, name: str, *, hidden: bool) -> object:
    found = False
    value: object = None
    try:
        value = getattr(container, name)
        found = True
    except AttributeError:
        pass
    if found and not (isinstance(container, dict | list | tuple | str) and callable(value)):
        return value
    if isinstance(container, Mapping) and (hidden or name in container):
        raise MissingAttribute(f"the value is a dict; write output[{name!r}]")
    known = [] if hidden else [item for item in dir(container) if not item.startswith("_")]
    raise MissingAttribute(f"{_kind(container)} has no attribute {name!r}{_meant(name, known)}")


def _item(container: Any, key: Any, *, hidden: bool) -> object:
    problem: Exception
    try:
        return container[key]
    except KeyError:
        listed = container if isinstance(container, Mapping) and not hidden else ()
        known = [item for item in listed if isinstance(item, str)]
        problem = MissingKey(f"the value has no key {key!r}{_meant(key, known)}")
    except IndexError:
        counted = isinstance(container, Sequence) and not hidden
        size = f"; it has {len(container)} elements" if counted else ""
        problem = MissingIndex(f"the value has no element {key}{size}")
    except TypeError:
        problem = NotIndexable(f"{_kind(container)} cannot be indexed by {_kind(key)}")
    raise problem


def _kind(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"


def _meant(name: object, known: list[str]) -> str:
    if not isinstance(name, str) or not known:
        return ""
    from difflib import get_close_matches  # noqa: PLC0415  loaded where it is needed

    near = get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def declared_part(declared: object, kind: str, key: object) -> object:
    """Check a part against the declared type of an Output; return the part's own declared type.

    This is what finds a typo while the value is still unknown.  None means: nothing is declared.
    """
    if declared is None:
        return None
    origin = get_origin(declared) or declared
    arguments = get_args(declared)
    if not isinstance(origin, type):
        return None
    if kind == "item" and not _is_record(origin):
        return _element_type(origin, arguments)
    fields = _fields(origin)
    if fields is None:
        return None
    if _is_record(origin) is (kind == "item") and key in fields:
        return fields[key]
    if hasattr(origin, str(key)) and kind == "attribute":
        return None
    missing = MissingAttribute if kind == "attribute" else MissingKey
    raise missing(f"{origin.__name__} has no {kind} {key!r}{_meant(key, list(fields))}")


def _is_record(kind: type) -> bool:
    return issubclass(kind, dict) and hasattr(kind, "__total__")


def _fields(kind: type) -> dict[str, object] | None:
    """The fields of a dataclass, a TypedDict or another annotated class; None if it has none."""
    from typing import get_type_hints  # noqa: PLC0415  loaded where it is needed

    if not any("__annotations__" in vars(base) for base in kind.__mro__):
        return None
    try:
        return get_type_hints(kind)
    except (NameError, TypeError):
        return None


def _element_type(origin: type, arguments: tuple[object, ...]) -> object:
    if issubclass(origin, Mapping) and len(arguments) == 2:
        return arguments[1]
    if issubclass(origin, list) and len(arguments) == 1:
        return arguments[0]
    return None


class _Picker:
    """Stands in for the value while a selector runs, and notes what it picks."""

    __slots__ = ("_steps",)

    def __init__(self, steps: tuple[tuple[str, object], ...]) -> None:
        self._steps = steps

    def __getattr__(self, name: str) -> _Picker:
        return _Picker((*self._steps, ("attribute", name)))

    def __getitem__(self, key: object) -> _Picker:
        return _Picker((*self._steps, ("item", key)))


def picked(select: Callable[[Any], object]) -> tuple[tuple[str, object], ...]:
    """Find out which attributes and indexes a selector picks."""
    result = select(_Picker(()))
    if not isinstance(result, _Picker):
        raise TypeError("lift only picks a part; to compute with the value use apply")
    return result._steps  # noqa: SLF001  it has no other face

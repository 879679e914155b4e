"""What a Python annotation stands for, with everything around it taken off."""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
from collections import OrderedDict, deque
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    MutableMapping,
    MutableSequence,
    MutableSet,
    Sequence,
)
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any, Final, TypeGuard

#: Annotations that only say something about a field.
_MARKERS: Final = (
    typing.Required,
    typing.NotRequired,
    typing.Final,
    typing.ClassVar,
    dataclasses.InitVar,
)
#: Collections, and the class that is made for each.
_LISTS: Final[dict[object, type]] = {
    list: list, deque: deque, Sequence: list, MutableSequence: list, Collection: list,
    Iterable: list, set: set, frozenset: frozenset, AbstractSet: set, MutableSet: set,
}  # fmt: skip
_MAPS: Final[dict[object, type]] = {
    dict: dict, Mapping: dict, MutableMapping: dict, OrderedDict: OrderedDict
}  # fmt: skip
#: Tuples of anything; ``tuple[()]`` is an empty one.
_ANY_TUPLES: Final = (tuple, typing.Tuple)  # noqa: UP006  both are written
#: Under this word the metadata of a dataclass's field say what it is called in a file.
KEY: Final = "key"


class NotAShape(TypeError):
    """A Python type that no configuration can have."""


class ClassField:
    """One field of a class: its annotation, and whether it may be left out."""

    __slots__ = ("annotation", "default", "key", "name", "required")

    def __init__(self, name: str, annotation: object, *, required: bool) -> None:
        self.name: Final = name
        # What it is called in a file.
        self.key = name
        self.annotation: Final = annotation
        self.required: Final = required
        # What a schema may say of it; ``...`` for none.
        self.default: object = ...


def _is_read_only(origin: object) -> bool:
    """Whether it is ``ReadOnly``: of Python from 3.13 on, of ``typing_extensions`` before."""
    return getattr(origin, "_name", None) == "ReadOnly"


def bare(annotation: object) -> object:
    """An annotation without ``Annotated``, ``Required``, ``Final`` and names of types."""
    return peeled(annotation)[0]


def peeled(annotation: object, *, named: bool = False) -> tuple[object, tuple[object, ...]]:
    """The bare annotation, and what ``Annotated`` says around it; ``named`` keeps aliases."""
    remarks: tuple[object, ...] = ()
    while True:
        origin = typing.get_origin(annotation)
        if isinstance(annotation, dataclasses.InitVar):
            annotation = annotation.type
        elif origin is typing.Annotated:
            annotation, *said = typing.get_args(annotation)
            remarks = (*remarks, *said)
        elif origin in _MARKERS or _is_read_only(origin):
            annotation = typing.get_args(annotation)[0]
        elif isinstance(annotation, typing.NewType):
            annotation = annotation.__supertype__
        elif not named and is_alias(annotation):
            annotation = aliased(annotation)
        elif isinstance(annotation, typing.TypeVar):
            annotation = annotation.__bound__ or Any
        else:
            return annotation, remarks


def is_alias(annotation: object) -> bool:
    """Whether it is a name that ``type`` gives, of Python or of ``typing_extensions``."""
    origin = typing.get_origin(annotation) or annotation
    return type(origin).__name__ == "TypeAliasType" and hasattr(origin, "__value__")


def aliased(annotation: Any) -> object:
    """What an alias stands for, with its arguments in the place of its parameters."""
    origin = typing.get_origin(annotation)
    if origin is None:
        return _seen_ahead(annotation)
    known = dict(zip(origin.__type_params__, typing.get_args(annotation), strict=False))
    return _with(_seen_ahead(origin), known)


def _seen_ahead(alias: Any) -> object:
    """The value of an alias, with what its names in quotes mean; its own is one of them."""
    value: object = alias.__value__
    if not _looks_ahead(value):
        return value
    holder = types.SimpleNamespace(__annotations__={"value": value})
    around = vars(sys.modules.get(getattr(alias, "__module__", ""), holder))
    try:
        hints = typing.get_type_hints(holder, around, {str(alias): alias}, include_extras=True)
    except NameError as error:
        raise NotAShape(f"{alias}: {error}") from None
    made: object = hints["value"]
    return made


def _looks_ahead(annotation: object) -> bool:
    if isinstance(annotation, (str, typing.ForwardRef)):
        return True
    if typing.get_origin(annotation) is typing.Literal:
        return False
    return any(map(_looks_ahead, typing.get_args(annotation)))


def alternatives(annotation: object) -> tuple[object, ...] | None:
    """The members of a union, or None when it is none."""
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        return typing.get_args(annotation)
    return None


def is_model(annotation: object) -> str | None:
    """The package whose model a class is, if it is one of ``msgspec`` or ``pydantic``."""
    annotation = typing.get_origin(annotation) or annotation
    if not isinstance(annotation, type):
        return None
    # A model exists only where its package was imported: no need to import it to know.
    for package, name in (("pydantic", "BaseModel"), ("msgspec", "Struct")):
        module = sys.modules.get(package)
        base = getattr(module, name, None)
        if isinstance(base, type) and issubclass(annotation, base):
            return package
    dataclass = sys.modules.get("pydantic.dataclasses")
    is_one = dataclass is not None and dataclass.is_pydantic_dataclass(annotation)
    return "pydantic" if is_one else None


def is_tagged(annotation: object) -> bool:
    """Whether it is a class that msgspec tells from others by a key, or a union of such."""
    choices = alternatives(annotation)
    if choices is not None:
        return all(map(is_tagged, choices))
    if is_model(annotation) != "msgspec":
        return False
    config = getattr(typing.get_origin(annotation) or annotation, "__struct_config__", None)
    return getattr(config, "tag", None) is not None


def with_tagged_together(choices: tuple[object, ...]) -> tuple[object, ...]:
    """The members of a union; those that msgspec tells apart are one, a union of their own."""
    tagged = tuple(choice for choice in choices if is_tagged(choice))
    if len(tagged) < 2:
        return choices
    together: Any = typing.Union
    others = [choice for choice in choices if choice not in tagged]
    return (*others, together[tagged])


def members(annotation: object) -> list[ClassField] | None:
    """The fields of a dataclass, a TypedDict or a NamedTuple; None for any other type.

    Those of a generic class with its arguments, ``Page[User]``, have them in their annotations.
    """
    origin = typing.get_origin(annotation)
    found = _members(annotation if origin is None else origin)
    if found is None or origin is None:
        return found
    known = dict(zip(_parameters(origin), typing.get_args(annotation), strict=False))
    made = []
    for one in found:
        member = ClassField(one.name, _with(one.annotation, known), required=one.required)
        member.default, member.key = one.default, one.key
        made.append(member)
    return made


def _parameters(origin: object) -> tuple[object, ...]:
    found: tuple[object, ...] = getattr(origin, "__parameters__", ())
    return found


def _with(annotation: object, known: Mapping[object, object]) -> object:
    """An annotation with the arguments of its class instead of the class's type variables."""
    if annotation in known:
        return known[annotation]
    own = () if isinstance(annotation, type) else _parameters(annotation)
    if not own:
        return annotation
    generic: Any = annotation
    return generic[tuple(known.get(one, one) for one in own)]


def _is_typed_dict(annotation: type) -> bool:
    """Whether it is a TypedDict, of ``typing`` or of ``typing_extensions``, which has its own."""
    return dict in annotation.__mro__ and hasattr(annotation, "__required_keys__")


def _members(annotation: object) -> list[ClassField] | None:
    if not isinstance(annotation, type):
        return None
    if dataclasses.is_dataclass(annotation):
        return _of_dataclass(annotation)
    if _is_typed_dict(annotation):
        hints = hints_of(annotation)
        required = annotation.__required_keys__  # type: ignore[attr-defined]  # a TypedDict has it
        return [
            ClassField(name, hint, required=_demanded(hint, name in required))
            for name, hint in hints.items()
        ]
    if issubclass(annotation, tuple) and hasattr(annotation, "_fields"):
        hints = hints_of(annotation)
        defaults: Mapping[str, object] = annotation._field_defaults  # type: ignore[attr-defined]  # as has what has fields
        return [
            ClassField(name, hints.get(name, Any), required=name not in defaults)
            for name in annotation._fields
        ]
    return None


def _demanded(hint: object, otherwise: bool) -> bool:
    """Whether a key must be there: Python does not see ``Required`` in postponed annotations."""
    while True:
        origin = typing.get_origin(hint)
        if origin in (typing.Required, typing.NotRequired):
            return origin is typing.Required
        if origin is not typing.Annotated and not _is_read_only(origin):
            return otherwise
        hint = typing.get_args(hint)[0]


def _of_dataclass(annotation: type) -> list[ClassField]:
    hints = hints_of(annotation)
    found = []
    # Not ``dataclasses.fields``, which leaves out what only ``__post_init__`` is given.
    everything: Mapping[str, dataclasses.Field[object]] = annotation.__dataclass_fields__  # type: ignore[attr-defined]  # a dataclass has it
    for field in everything.values():
        hint = hints.get(field.name)
        if not field.init or hint is typing.ClassVar or typing.get_origin(hint) is typing.ClassVar:
            continue
        plain = field.default is not dataclasses.MISSING
        made = field.default_factory is not dataclasses.MISSING
        member = ClassField(
            field.name, hints.get(field.name, field.type), required=not plain and not made
        )
        if plain:
            member.default = field.default
        key = field.metadata.get(KEY)
        if isinstance(key, str):
            member.key = key
        found.append(member)
    return found


def hints_of(annotation: type) -> dict[str, object]:
    """The annotations of a class; a name that cannot be found is a mistake of its author's."""
    try:
        return dict(typing.get_type_hints(annotation, include_extras=True))
    except NameError as error:
        raise NotAShape(f"{annotation.__qualname__}: {error}") from None


def listed(annotation: object) -> tuple[Callable[[list[object]], object], object] | None:
    """How a sequence is made of a list, and the annotation of its elements."""
    origin = typing.get_origin(annotation) or annotation
    arguments = typing.get_args(annotation)
    element = arguments[0] if arguments else Any
    make = _LISTS.get(origin)
    if make is not None:
        return make, element
    if annotation in _ANY_TUPLES or (origin is tuple and arguments[-1:] == (Ellipsis,)):
        return tuple, element
    return None


def tupled(annotation: object) -> tuple[object, ...] | None:
    """The annotations of a tuple of a fixed length."""
    arguments = typing.get_args(annotation)
    is_tuple = typing.get_origin(annotation) is tuple and annotation not in _ANY_TUPLES
    return arguments if is_tuple and Ellipsis not in arguments else None


def mapped(annotation: object) -> tuple[type, object, object] | None:
    """The class of a map, and the annotations of its keys and values."""
    make = _MAPS.get(typing.get_origin(annotation) or annotation)
    if make is None:
        return None
    arguments = typing.get_args(annotation)
    return (make, *arguments) if len(arguments) == 2 else (make, str, Any)


def constants(annotation: object) -> list[tuple[object, object]]:
    """The values that a ``Literal`` has in a file, and what each stands for.

    A member of an enumeration is its value there.
    """
    every = typing.get_args(annotation)
    return [(each.value if isinstance(each, Enum) else each, each) for each in every]


def is_enum(annotation: object) -> TypeGuard[type[Enum]]:
    """Whether a class is an enumeration."""
    return isinstance(annotation, type) and issubclass(annotation, Enum)


def name_of(annotation: object) -> str:
    """A type as a person would say it; an alias inside by its name, since it may be a ring."""
    annotation = bare(annotation)
    if annotation is None or annotation is type(None):
        return "None"
    choices = alternatives(annotation)
    if choices is not None:
        return " | ".join(_inner_name(each) for each in choices)
    if typing.get_origin(annotation) is typing.Literal:
        return " | ".join(repr(value) for value, _ in constants(annotation))
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return annotation.__qualname__
    inside = typing.get_args(annotation)
    origin = typing.get_origin(annotation)
    if isinstance(origin, type) and inside:
        inner = ", ".join("..." if each is ... else _inner_name(each) for each in inside)
        return f"{name_of(origin)}[{inner}]"
    return str(annotation).replace("typing.", "")


def _inner_name(annotation: object) -> str:
    named, _ = peeled(annotation, named=True)
    return str(named) if is_alias(named) else name_of(named)

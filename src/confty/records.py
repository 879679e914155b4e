"""Records that say their fields once: slots and a constructor, made of what is annotated.

``class Token(metaclass=Record)`` with ``kind: str`` and ``text: str`` is what one would write out
with ``__slots__`` and an ``__init__`` that assigns both.  `dataclasses` does more and takes
milliseconds to load and a tenth of one for each class, because it compiles source; here a
constructor is one of the few below under other names, which takes a microsecond, as reading a
written one from a file does.  The class that comes out is an ordinary one, whose metaclass is
`type`: `isinstance` and the interpreter's short ways of calling go through no metaclass.

``metaclass=NamedFields`` is for records with many fields that are made a few times: every field
is given by its name, and however many there may be.

``class Place(NamedTuple)`` is that of ``typing``, without loading it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any, dataclass_transform
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414  for others
else:  # `typing` takes milliseconds, `types` one
    from _collections import _tuplegetter

    FunctionType = type(lambda: None)

    def dataclass_transform(**_of_checkers: object) -> Callable[[type], type]:
        """Leave the class as it is; a type checker reads what stands here."""
        return lambda made: made


# What the constructors of records are made of, by the number of their fields.


def _one(self: Any, a: object) -> None:
    self.a = a


def _two(self: Any, a: object, b: object) -> None:
    self.a = a
    self.b = b


def _three(self: Any, a: object, b: object, c: object) -> None:
    self.a = a
    self.b = b
    self.c = c


def _four(self: Any, a: object, b: object, c: object, d: object) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d


def _five(self: Any, a: object, b: object, c: object, d: object, e: object) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e


def _six(self: Any, a: object, b: object, c: object, d: object, e: object, f: object) -> None:
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.e = e
    self.f = f


#: The constructor of so many fields.  Calls of what has more are read by their argument names.
_TEMPLATES = tuple([made.__code__ for made in (_one, _two, _three, _four, _five, _six)])
_NO_NAMES: dict[str, object] = {}


@dataclass_transform(eq_default=False)
class Record(type):
    """What to name behind ``metaclass=``; a record below another one adds its fields to it."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
        """Make the class; whatever is annotated in its body is a field."""
        own = body["__slots__"] = tuple(body.get("__annotations__", ()))
        fields = getattr(bases[0], "__match_args__", ()) + own if bases else own
        defaults = None
        if not body.keys().isdisjoint(own):
            defaults = tuple([body.pop(field) for field in own if field in body])
        body["__match_args__"] = fields
        code = _TEMPLATES[len(fields) - 1].replace(
            co_name="__init__",
            co_qualname=f"{name}.__init__",
            co_varnames=("self", *fields),
            co_names=fields,
        )
        body["__init__"] = FunctionType(code, _NO_NAMES, None, defaults)
        return type(name, bases, body)


@dataclass_transform(eq_default=False, kw_only_default=True)
class NamedFields(type):
    """What to name behind ``metaclass=`` for a record that is made by the names of its fields."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
        """Make the class; whatever is annotated in its body is a field."""
        own = body["__slots__"] = tuple(body["__annotations__"])
        defaults = {field: body.pop(field) for field in own if field in body}

        def __init__(self: object, **given: object) -> None:  # noqa: N807  it becomes the method
            fields = {**defaults, **given}
            if fields.keys() != set(own):
                wrong = sorted(fields.keys() ^ set(own))
                raise TypeError(f"{name}: missing or unknown: {', '.join(wrong)}")
            for field, value in fields.items():
                setattr(self, field, value)

        body["__init__"] = __init__
        return type(name, bases, body)


if not TYPE_CHECKING:
    _new = tuple.__new__
    # What the constructors of tuples are made of, by the number of their fields.
    _TUPLES = tuple(
        [
            made.__code__
            for made in (
                lambda cls: _new(cls, ()),
                lambda cls, a: _new(cls, (a,)),
                lambda cls, a, b: _new(cls, (a, b)),
                lambda cls, a, b, c: _new(cls, (a, b, c)),
                lambda cls, a, b, c, d: _new(cls, (a, b, c, d)),
                lambda cls, a, b, c, d, e: _new(cls, (a, b, c, d, e)),
                lambda cls, a, b, c, d, e, f: _new(cls, (a, b, c, d, e, f)),
                lambda cls, a, b, c, d, e, f, g: _new(cls, (a, b, c, d, e, f, g)),
                lambda cls, a, b, c, d, e, f, g, h: _new(cls, (a, b, c, d, e, f, g, h)),
            )
        ]
    )
    _MAKING = {"_new": _new}

    class _Naming(type):
        """Makes a class below ``tuple``, whose metaclass is ``type``."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            """Make the class; whatever is annotated in its body is a field."""
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body.pop(field) for field in fields if field in body}
            body.update({field: _tuplegetter(at, "") for at, field in enumerate(fields)})
            body.update(__match_args__=fields, __slots__=(), _fields=fields)
            body["_field_defaults"] = defaults
            body["__new__"] = _making(name, fields, defaults)
            return type(name, (_Named,), body)

    def _making(name: str, fields: tuple[str, ...], defaults: dict[str, object]) -> FunctionType:
        """The constructor of a tuple with these names."""
        if len(fields) >= len(_TUPLES):

            def __new__(cls: type, *given: object, **named: object) -> object:  # noqa: N807  as above
                found = {**defaults, **dict(zip(fields, given, strict=False)), **named}
                if len(given) > len(fields) or found.keys() != set(fields):
                    raise TypeError(f"{name}: expected {', '.join(fields)}")
                return tuple.__new__(cls, [found[field] for field in fields])

            return __new__
        code = _TUPLES[len(fields)].replace(
            co_name="__new__", co_qualname=f"{name}.__new__", co_varnames=("cls", *fields)
        )
        return FunctionType(code, _MAKING, None, tuple(defaults.values()) or None)

    class _Named(tuple):
        """What tuples with names can do beside."""

        __slots__ = ()

        def __repr__(self) -> str:
            """As it is written."""
            named = zip(self.__match_args__, self, strict=True)
            inside = ", ".join([f"{field}={value!r}" for field, value in named])
            return f"{type(self).__name__}({inside})"

        def __getnewargs__(self) -> tuple[object, ...]:
            """For copies."""
            return tuple(self)

        def _replace(self, **other: object) -> object:
            """The same with other values."""
            return type(self)(**{**dict(zip(self.__match_args__, self, strict=True)), **other})

    class NamedTuple(metaclass=_Naming):
        """A tuple whose parts have names."""

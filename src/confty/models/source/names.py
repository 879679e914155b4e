"""Names from outside that an annotation may have, and what each says of data."""

from __future__ import annotations

from typing import Final

Schema = dict[str, object]

_TEXT: Final[Schema] = {"type": "string"}
_WHOLE: Final[Schema] = {"type": "integer"}
_NUMBER: Final[Schema] = {"type": "number"}

#: Types of single values.
SCALARS: Final[dict[str, Schema]] = {
    "builtins.str": _TEXT,
    "builtins.bool": {"type": "boolean"},
    "builtins.int": _WHOLE,
    "builtins.float": _NUMBER,
    "builtins.object": {},
    "builtins.bytes": _TEXT,
    "typing.Any": {},
    "typing.Never": {"not": {}},
    "typing.NoReturn": {"not": {}},
    "typing.AnyStr": _TEXT,
    "typing.Text": _TEXT,
    "typing.LiteralString": _TEXT,
    "types.NoneType": {"type": "null"},
    "decimal.Decimal": {"type": ["number", "string"]},
    "datetime.datetime": {**_TEXT, "format": "date-time"},
    "datetime.date": {**_TEXT, "format": "date"},
    "datetime.time": {**_TEXT, "format": "time"},
    "datetime.timedelta": {"type": ["string", "number"]},
    "uuid.UUID": {**_TEXT, "format": "uuid"},
    "pathlib.Path": _TEXT,
    "pathlib.PurePath": _TEXT,
    "pathlib.PosixPath": _TEXT,
    "os.PathLike": _TEXT,
    "re.Pattern": _TEXT,
    "ipaddress.IPv4Address": {**_TEXT, "format": "ipv4"},
    "ipaddress.IPv6Address": {**_TEXT, "format": "ipv6"},
    "ipaddress.IPv4Network": _TEXT,
    "ipaddress.IPv6Network": _TEXT,
    "pydantic.EmailStr": {**_TEXT, "format": "email"},
    "pydantic.SecretStr": _TEXT,
    "pydantic.SecretBytes": _TEXT,
    "pydantic.AnyUrl": {**_TEXT, "format": "uri"},
    "pydantic.AnyHttpUrl": {**_TEXT, "format": "uri"},
    "pydantic.HttpUrl": {**_TEXT, "format": "uri"},
    "pydantic.PostgresDsn": {**_TEXT, "format": "uri"},
    "pydantic.RedisDsn": {**_TEXT, "format": "uri"},
    "pydantic.FilePath": _TEXT,
    "pydantic.DirectoryPath": _TEXT,
    "pydantic.NewPath": _TEXT,
    "pydantic.StrictStr": _TEXT,
    "pydantic.StrictBool": {"type": "boolean"},
    "pydantic.StrictInt": _WHOLE,
    "pydantic.StrictFloat": _NUMBER,
    "pydantic.PositiveInt": {**_WHOLE, "exclusiveMinimum": 0},
    "pydantic.NonNegativeInt": {**_WHOLE, "minimum": 0},
    "pydantic.NegativeInt": {**_WHOLE, "exclusiveMaximum": 0},
    "pydantic.NonPositiveInt": {**_WHOLE, "maximum": 0},
    "pydantic.PositiveFloat": {**_NUMBER, "exclusiveMinimum": 0},
    "pydantic.NonNegativeFloat": {**_NUMBER, "minimum": 0},
    "pydantic.ByteSize": {"type": ["integer", "string"]},
    "pydantic.UUID4": {**_TEXT, "format": "uuid"},
    "pydantic.Json": _TEXT,
    "msgspec.Raw": {},
}

_LISTED: Final = (
    "list", "Sequence", "MutableSequence", "Iterable", "Collection", "deque",
)  # fmt: skip
_UNIQUE: Final = ("set", "frozenset", "Set", "MutableSet", "AbstractSet")
_MAPPED: Final = ("dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict")
_HOMES: Final = ("builtins", "typing", "collections.abc", "collections")

LISTS: Final = frozenset(f"{home}.{name}" for home in _HOMES for name in _LISTED) | {"typing.List"}
SETS: Final = frozenset(f"{home}.{name}" for home in _HOMES for name in _UNIQUE) | {
    "typing.FrozenSet"
}
MAPS: Final = frozenset(f"{home}.{name}" for home in _HOMES for name in _MAPPED) | {
    "typing.Dict",
    "typing.DefaultDict",
}
TUPLES: Final = frozenset({"builtins.tuple", "typing.Tuple"})
#: What only says something about a field.
MARKERS: Final = frozenset(
    {"typing.Required", "typing.NotRequired", "typing.Final", "typing.ReadOnly",
     "dataclasses.InitVar"}
)  # fmt: skip
NO_FIELD: Final = frozenset({"typing.ClassVar"})

DATACLASSES: Final = frozenset({"dataclasses.dataclass", "pydantic.dataclasses.dataclass"})
FIELD: Final = frozenset(
    {"dataclasses.field", "pydantic.Field", "pydantic.fields.Field", "msgspec.field"}
)
#: Bases that say what a class is.
BASES: Final = {
    "typing.TypedDict": "typeddict",
    "typing.NamedTuple": "namedtuple",
    "pydantic.BaseModel": "pydantic",
    "pydantic.main.BaseModel": "pydantic",
    "pydantic.BaseSettings": "settings",
    "pydantic_settings.BaseSettings": "settings",
    "pydantic.RootModel": "root",
    "msgspec.Struct": "msgspec",
    "enum.Enum": "enum",
    "enum.IntEnum": "enum",
    "enum.StrEnum": "enum",
}
#: Bases that add no field and change nothing.
IDLE: Final = frozenset(
    {"builtins.object", "builtins.str", "builtins.int", "abc.ABC", "typing.Protocol"}
)
#: Validators that see the data before its type does, and may make anything of it.
BEFORE: Final = frozenset({"pydantic.BeforeValidator", "pydantic.PlainValidator",
                           "pydantic.WrapValidator"})  # fmt: skip

#: Keywords of ``Field`` and ``Meta``, and what a schema calls them.
CONSTRAINTS: Final = {
    "gt": "exclusiveMinimum",
    "ge": "minimum",
    "lt": "exclusiveMaximum",
    "le": "maximum",
    "multiple_of": "multipleOf",
    "pattern": "pattern",
    "regex": "pattern",
    "description": "description",
    "title": "title",
}
LENGTHS: Final = {
    "min_length": {"string": "minLength", "array": "minItems", "object": "minProperties"},
    "max_length": {"string": "maxLength", "array": "maxItems", "object": "maxProperties"},
}
#: What annotated_types takes without names.
POSITIONAL: Final = {
    "Gt": ("gt",), "Ge": ("ge",), "Lt": ("lt",), "Le": ("le",), "MultipleOf": ("multiple_of",),
    "MinLen": ("min_length",), "MaxLen": ("max_length",), "Len": ("min_length", "max_length"),
}  # fmt: skip

#: Forms that the reader of annotations knows by name.
FORMS: Final = frozenset(
    {"typing.Literal", "typing.Annotated", "typing.Union", "typing.Optional", "typing.NewType",
     "typing.TypeVar", "typing.Generic", "dataclasses.KW_ONLY", "enum.auto"}
)  # fmt: skip
#: All of them, for ``from module import *``.
KNOWN: Final = (
    FORMS | LISTS | SETS | MAPS | TUPLES | MARKERS | NO_FIELD | DATACLASSES | FIELD | IDLE | BEFORE
    | SCALARS.keys() | BASES.keys()
)  # fmt: skip


def canonical(name: str) -> str:
    """One spelling for what several modules offer."""
    return name.replace("typing_extensions.", "typing.", 1)

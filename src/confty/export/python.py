"""A type as Python code: TypedDict, dataclass or pydantic classes, good enough for pyright strict.

Each object type with known fields becomes a class; equal types share one.  The three kinds differ
in how a class is written and in what stands for a tuple; annotations are the same otherwise.
"""

from __future__ import annotations

import json

from confty import types
from confty.export.names import ClassNames, NotData, attribute, attributes
from confty.export.readers import READERS, TYPING, with_needs
from confty.export.shared import Said, compact, nothing_said
from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Final

#: A word of an annotation; neither a constant in quotes nor what stands behind a dot is one.
_WORD: Final = pattern(r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|\.\w++|(\w++)""")
#: What a pydantic model has already, or its body uses, and how more of it may be called.
_OF_MODELS: Final = frozenset(
    (
        *("Config", "Field", "construct", "copy", "dict", "from_orm", "json", "parse_file"),
        *("parse_obj", "parse_raw", "schema", "schema_json", "update_forward_refs", "validate"),
        *("model_computed_fields", "model_config", "model_construct", "model_copy"),
        *("model_extra", "model_fields", "model_fields_set", "model_json_schema"),
        *("model_parametrized_name", "model_post_init", "model_rebuild"),
    )
)
_PROTECTED: Final = ("model_dump", "model_validate")
KINDS: Final = ("typeddict", "dataclass", "pydantic")
_ATOMS: Final = {
    "null": "None",
    "bool": "bool",
    "int": "int",
    "number": "float",
    "float": "float",
    "string": "str",
    "char": "str",
    "id": "str",
    "date": "dt.date",
    "datetime": "dt.datetime",
    "time": "dt.time",
    "binary": "bytes",
}

_READER_OF: Final = {
    "None": "_nothing",
    "bool": "_boolean",
    "int": "_integer",
    "float": "_number",
    "str": "_text",
    "dt.date": "_date",
    "dt.datetime": "_moment",
    "dt.time": "_time",
    "bytes": "_binary",
    "Never": "_never",
}


def python_code(type_: types.Type, name: str, kind: str, said: Said = nothing_said) -> str:
    """Return a module that declares ``name`` for this type."""
    assert kind in KINDS
    whole = compact(type_)
    writer = _Writer(kind, said, whole)
    called = writer.called = writer.names.given(name)
    root = writer.annotation(whole, (name,))
    if root != called:
        writer.blocks.append(f"{called}: TypeAlias = {_quoted_forward(root)}")
        writer.uses.add("TypeAlias")
    readers = [READERS[name].strip() for name in with_needs(writer.readers)]
    for reader in with_needs(writer.readers):
        writer.uses.update(TYPING.get(reader, ()))
    return "\n\n\n".join([writer.head(), *readers, *writer.blocks]) + "\n"


def _quoted_forward(annotation: str) -> str:
    return json.dumps(annotation)


class _Writer:
    """Collects classes in the order they are needed, and which names of ``typing`` they use."""

    def __init__(self, kind: str, said: Said, whole: types.Type) -> None:
        self.kind = kind
        self.said = said
        self.whole = whole
        #: The name that the whole has.
        self.called = ""
        self.blocks: list[str] = []
        self.uses: set[str] = set()
        self.names = ClassNames()
        self.classes: dict[types.Object | types.Ref, str] = {}
        self.readers: set[str] = set()
        #: Whether there are dates or times, and fields with keys of another name.
        self.moments = False
        self.aliased = False

    def head(self) -> str:
        lines = [
            '"""Types of a configuration file."""',
            "",
            "from __future__ import annotations",
            "",
        ]
        if self.moments:
            lines.append("import datetime as dt")
        if self.kind == "dataclass":
            if {"_one_of", "_list_of", "_map_of", "_keyed", "_either"} & self.readers:
                lines.append("from collections.abc import Callable")
            field = ", field" if self.aliased else ""
            lines.append(f"from dataclasses import dataclass{field}")
        if self.uses:
            lines.append(f"from typing import {', '.join(sorted(self.uses, key=str.lower))}")
        if self.kind == "pydantic":
            field = ", Field" if any("Field(" in block for block in self.blocks) else ""
            lines += [""] if lines[-1] else []
            lines.append(f"from pydantic import BaseModel, ConfigDict{field}")
        if "TypeVar" in self.uses:
            lines += ["", 'T = TypeVar("T")']
            lines += ['K = TypeVar("K")'] if "_keyed" in self.readers else []
        return "\n".join(lines).rstrip()

    def annotation(self, type_: types.Type, path: tuple[str, ...]) -> str:
        """Spell one type."""
        if isinstance(type_, types.Dynamic):
            return self._use("Any")
        if isinstance(type_, types.Never):
            return self._use("Never")
        if isinstance(type_, types.Atom):
            if type_.name not in _ATOMS:
                raise NotData(f"a value of type {type_.name} is not data", path[1:])
            self.moments = self.moments or _ATOMS[type_.name].startswith("dt.")
            return _ATOMS[type_.name]
        if isinstance(type_, types.Literal):
            return self._literal([type_.value])
        if isinstance(type_, types.Enum):
            return self._literal(list(type_.members))
        if isinstance(type_, types.ListOf | types.SetOf):
            return self._filled("list[{}]", type_.element, path)
        if isinstance(type_, types.Tuple):
            return self._tuple(type_, path)
        if isinstance(type_, types.MapOf):
            return self._filled(f"dict[{self._key(type_, path)}, {{}}]", type_.value, path)
        if isinstance(type_, types.Object):
            return self._object(type_, path)
        if isinstance(type_, types.Union):
            return self._union(type_, path)
        if isinstance(type_, types.Eventual):
            return self.annotation(type_.inner, path)
        if isinstance(type_, types.Ref):
            return self._ref(type_, path)
        assert isinstance(type_, types.Function | types.Var)
        raise NotData("a function is not data", path[1:])

    def _key(self, type_: types.MapOf, path: tuple[str, ...]) -> str:
        """Spell the keys of a map; of those of which nothing is known, texts are expected."""
        if isinstance(type_.key, types.Dynamic | types.Never):
            return "str"
        return self.annotation(type_.key, (*path, "*"))

    def _filled(self, spelled: str, element: types.Type, path: tuple[str, ...]) -> str:
        """Spell a container of one kind of elements."""
        if self.kind == "pydantic" and isinstance(element, types.Never):
            # Pydantic knows no type without values.
            empty = spelled.format(self._use("Any"))
            return f"{self._use('Annotated')}[{empty}, Field(max_length=0)]"
        return spelled.format(self.annotation(element, (*path, "*")))

    def _use(self, name: str) -> str:
        self.uses.add(name)
        return name

    def _literal(self, values: list[object]) -> str:
        """Spell constants; ``typing.Literal`` has no floats, so they become their type."""
        if any(isinstance(value, float) for value in values):
            return "float"
        if values == [None]:
            return "None"
        self.uses.add("Literal")
        return f"Literal[{', '.join(repr(value) for value in values)}]"

    def _tuple(self, type_: types.Tuple, path: tuple[str, ...]) -> str:
        parts = [self.annotation(part, (*path, "*")) for part in type_.elements]
        if self.kind == "pydantic":
            # Strict models take no list for a tuple unless told to, and data holds lists.
            spelled = f"tuple[{', '.join(parts)}]" if parts else "tuple[()]"
            return f"{self._use('Annotated')}[{spelled}, Field(strict=False)]"
        # Data read from a file holds lists, whatever is known of their elements.
        return f"list[{self._either(parts)}]" if parts else f"list[{self._use('Never')}]"

    def _either(self, parts: list[str]) -> str:
        return " | ".join(dict.fromkeys(parts))

    def _union(self, type_: types.Union, path: tuple[str, ...]) -> str:
        literals = [member.value for member in type_.members if isinstance(member, types.Literal)]
        parts = [
            self.annotation(member, path)
            for member in type_.members
            if not isinstance(member, types.Literal)
        ]
        if set(map(repr, literals)) == {"True", "False"}:
            parts.insert(0, "bool")
        elif literals:
            parts.insert(0, self._literal(list(literals)))
        return self._either(parts)

    def _ref(self, type_: types.Ref, path: tuple[str, ...]) -> str:
        known = self.classes.get(type_)
        if known is not None:
            return known
        target = type_.target
        if not isinstance(target, types.Object):
            return self._use("Any") if target is None else self.annotation(target, path)
        is_whole = type_ is self.whole and type_.name == self.called
        name = self.called if is_whole else self.names.fresh((type_.name,))
        self.classes[type_] = name
        self._class(target, name, path, type_)
        return name

    def _object(self, type_: types.Object, path: tuple[str, ...]) -> str:
        known = self.classes.get(type_)
        if known is not None:
            return known
        fields = [field for field in type_.fields if not field.hidden]
        if not fields:
            rest = self._use("Any")
            if type_.rest is not None:
                rest = self.annotation(type_.rest, (*path, "*"))
            return f"dict[str, {rest}]"
        name = self.called if type_ is self.whole else self.names.fresh(path)
        self.classes[type_] = name
        self._class(type_, name, path, type_)
        return name

    def _class(
        self, type_: types.Object, name: str, path: tuple[str, ...], owner: types.Type
    ) -> None:
        fields = [field for field in type_.fields if not field.hidden]
        spelled = [(field, self.annotation(field.type, (*path, field.name))) for field in fields]
        if self.kind == "typeddict":
            block = self._typed_dict(name, spelled)
        elif self.kind == "dataclass":
            block = self._dataclass(name, spelled, open_=type_.rest is not None)
        else:
            block = self._model(name, spelled, open_=type_.rest is not None)
        said = [(field.name, self.said(owner, field.name)) for field in fields]
        self.blocks.append(_documented(block, self.said(owner, None), said))

    def _dataclass(self, name: str, fields: list[tuple[types.Field, str]], *, open_: bool) -> str:
        """Write a dataclass, keyword-only for its optional fields, that can read itself."""
        ordered = sorted(fields, key=lambda pair: pair[0].optional)
        own = self._attributes(fields, ("classmethod", "field", "from_data"))
        made = [(own[field.name], field, spelled) for field, spelled in ordered]
        lines = ["@dataclass(frozen=True, kw_only=True, slots=True)", f"class {name}:"]
        for one, field, spelled in made:
            wanted = _or_none(field, spelled) if field.optional else spelled
            value = "None" if field.optional else ""
            if one != field.name:
                # By this word it is known what the field is called in a file.
                default = "default=None, " if field.optional else ""
                value = f"field({default}metadata={{'key': {field.name!r}}})"
                self.aliased = True
            lines.append(f"    {one}: {wanted}{value and f' = {value}'}")
        self.readers.add("_fields")
        known = "".join(f", {field.name!r}" for _, field, _ in made)
        required = sum(not field.optional for _, field, _ in made)
        wanted = f"{known}, required={required}" + ("" if open_ else ", closed=True")
        lines += [
            "",
            "    @classmethod",
            f"    def from_data(cls, data: object) -> {name}:",
            '        """Read plain data, or raise ``ValueError`` for what does not fit."""',
            f"        fields = _fields(data{wanted})",
            "        return cls(",
            *[f"            {one}={self._read(field, spelled)}," for one, field, spelled in made],
            "        )",
        ]
        return "\n".join(lines)

    def _model(self, name: str, fields: list[tuple[types.Field, str]], *, open_: bool) -> str:
        """Write a pydantic model that forbids unknown fields unless the type is open."""
        extra = "allow" if open_ else "forbid"
        lines = [
            f"class {name}(BaseModel):",
            f'    model_config = ConfigDict(extra="{extra}", strict=True, populate_by_name=True)',
            "",
        ]
        own = self._attributes(fields, _OF_MODELS, _PROTECTED)
        for field, annotation in fields:
            wanted = _or_none(field, annotation) if field.optional else annotation
            options = ["default=None"] if field.optional else []
            if own[field.name] != field.name:
                options.append(f"alias={field.name!r}")
            tail = f" = Field({', '.join(options)})" if options else ""
            lines.append(f"    {own[field.name]}: {wanted}{tail}")
        return "\n".join(lines)

    def _attributes(
        self,
        fields: list[tuple[types.Field, str]],
        avoided: Collection[str],
        protected: tuple[str, ...] = (),
    ) -> dict[str, str]:
        """What holds the keys of a class: nothing that its annotations have another use for."""
        words = {word for _, annotation in fields for word in _WORD.findall(annotation)}
        return attributes([field.name for field, _ in fields], {*avoided, *words}, protected)

    def _read(self, field: types.Field, spelled: str) -> str:
        """Write the reading of one field."""
        key = repr(field.name)
        call = f"{self._reader(field.type)}(fields[{key}])"
        if "Literal" in spelled:
            self.uses.add("cast")
            call = f"cast({json.dumps(spelled)}, {call})"
        return f"{call} if {key} in fields else None" if field.optional else call

    def _reader(self, type_: types.Type) -> str:
        """Name or build the reader of a type."""
        if isinstance(type_, types.Ref) and type_ not in self.classes and type_.target is not None:
            return self._reader(type_.target)
        if isinstance(type_, types.Object | types.Ref) and type_ in self.classes:
            return f"{self.classes[type_]}.from_data"
        if isinstance(type_, types.Eventual):
            return self._reader(type_.inner)
        if isinstance(type_, types.ListOf | types.SetOf):
            return f"{self._reading('_list_of')}({self._reader(type_.element)})"
        if isinstance(type_, types.MapOf):
            of_value = self._reader(type_.value)
            if self._key(type_, ()) == "str":
                return f"{self._reading('_map_of')}({of_value})"
            return f"{self._reading('_keyed')}({self._reader(type_.key)}, {of_value})"
        if isinstance(type_, types.Object):
            inner = self._reader(type_.rest) if type_.rest else self._reading("_anything")
            return f"{self._reading('_map_of')}({inner})"
        if isinstance(type_, types.Tuple | types.Union):
            parts = type_.elements if isinstance(type_, types.Tuple) else type_.members
            readers = list(dict.fromkeys(self._reader(part) for part in parts))
            many = ", ".join(readers) or self._reading("_never")
            one = many if len(readers) < 2 else f"{self._reading('_either')}({many})"
            return one if isinstance(type_, types.Union) else f"{self._reading('_list_of')}({one})"
        if isinstance(type_, types.Literal | types.Enum):
            values = [type_.value] if isinstance(type_, types.Literal) else list(type_.members)
            if any(isinstance(value, float) for value in values):
                return self._reading("_number")
            return f"{self._reading('_one_of')}({', '.join(map(repr, values))})"
        return self._reading(_READER_OF.get(self.annotation(type_, ()), "_anything"))

    def _reading(self, name: str) -> str:
        self.readers.add(name)
        return name

    def _typed_dict(self, name: str, fields: list[tuple[types.Field, str]]) -> str:
        self.uses.add("TypedDict")
        entries = []
        for field, annotation in fields:
            if field.optional:
                self.uses.add("NotRequired")
            entries.append(
                (field.name, f"NotRequired[{annotation}]" if field.optional else annotation)
            )
        if all(key.isidentifier() and attribute(key) == key for key, _ in entries):
            lines = [f"    {key}: {annotation}" for key, annotation in entries]
            return "\n".join([f"class {name}(TypedDict):", *lines])
        # Keys that are no names need the call form, where annotations are quoted to look ahead.
        lines = [f"        {key!r}: {_quoted_forward(annotation)}," for key, annotation in entries]
        return "\n".join(
            [f"{name} = TypedDict(", f"    {name!r},", "    {", *lines, "    },", ")"]
        )


def _or_none(field: types.Field, annotation: str) -> str:
    """The annotation of a field that need not be there; None may be what it says already."""
    members = field.type.members if isinstance(field.type, types.Union) else (field.type,)
    takes_none = types.NULL in members or annotation == "None"
    return annotation if takes_none else f"{annotation} | None"


def _documented(block: str, text: str, fields: list[tuple[str, str]]) -> str:
    """Put what is said of a class and of its fields into its docstring."""
    told = [f"{name}: {' '.join(said.split())}" for name, said in fields if said]
    lines = [*text.splitlines(), *(["", *told] if text and told else told)]
    at = block.find("class ")
    end = block.find(":\n", at)
    if not lines or at < 0 or end < 0:
        return block
    body = "\n    ".join(line.replace("\\", "\\\\").replace('"', "'") for line in lines)
    body = body.replace("\n    \n", "\n\n")
    closing = "\n    " if len(lines) > 1 else ""
    return f'{block[: end + 2]}    """{body}{closing}"""\n\n{block[end + 2 :]}'

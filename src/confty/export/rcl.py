"""A type as an RCL declaration: ``type Name = { field: String };`` with one alias a named type."""

from __future__ import annotations

import json
import re

from confty import types
from confty.export.names import NotData
from confty.export.shared import Said, compact, nothing_said
from confty.patterns import ASCII, pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_ATOMS: Final = {
    "null": "Null",
    "bool": "Bool",
    "int": "Number",
    "number": "Number",
    "float": "Number",
    "string": "String",
    "char": "String",
    "id": "String",
    # As JSON has them.
    **dict.fromkeys(("date", "datetime", "time", "binary"), "String"),
}
_NAME: Final = pattern(r"[a-zA-Z_][a-zA-Z0-9_-]*\Z")
_WORDS: Final = frozenset(
    {
        *("and", "assert", "else", "false", "for", "if", "import", "in", "let", "not"),
        *("null", "or", "trace", "true", "type"),
    }
)

_BUILT_IN: Final = frozenset({*_ATOMS.values(), "Any", "Void", "List", "Set", "Dict", "Union"})


def rcl_declaration(type_: types.Type, name: str, said: Said = nothing_said) -> str:
    """Return declarations that end with ``type name = …;``."""
    called = f"{name}_" if name in _BUILT_IN else name
    whole = compact(type_)
    writer = _Writer(said, whole, called)
    body = writer.spell(whole, (), 0)
    # A type that has this name already is declared by it.
    return "".join([*writer.aliases, "" if body == called else f"type {called} = {body};\n"])


class _Writer:
    """Collects an alias for each named type."""

    def __init__(self, said: Said, whole: types.Type, called: str) -> None:
        self.said = said
        self.whole = whole
        self.called = called
        self.aliases: list[str] = []
        self.known: dict[types.Ref, str] = {}

    def spell(self, type_: types.Type, path: tuple[str, ...], depth: int) -> str:
        """Spell one type; a constant that is no text widens to its type."""
        if isinstance(type_, types.Dynamic):
            return "Any"
        if isinstance(type_, types.Never):
            return "Void"
        if isinstance(type_, types.Literal) and isinstance(type_.value, str):
            return json.dumps(type_.value, ensure_ascii=False)
        if isinstance(type_, types.Literal | types.Enum):
            return self.spell(type_.base, path, depth)
        if isinstance(type_, types.Atom) and type_.name in _ATOMS:
            return _ATOMS[type_.name]
        if isinstance(type_, types.ListOf):
            return f"List[{self.spell(type_.element, (*path, '*'), depth)}]"
        if isinstance(type_, types.SetOf):
            return f"Set[{self.spell(type_.element, (*path, '*'), depth)}]"
        if isinstance(type_, types.Tuple):
            return f"List[{self._either(type_.elements, (*path, '*'), depth)}]"
        if isinstance(type_, types.MapOf):
            value = self.spell(type_.value, (*path, "*"), depth)
            return f"Dict[{self.spell(type_.key, path, depth)}, {value}]"
        if isinstance(type_, types.Object):
            return self._record(type_, path, depth, type_)
        if isinstance(type_, types.Union):
            return self._either(type_.members, path, depth)
        if isinstance(type_, types.Eventual):
            return self.spell(type_.inner, path, depth)
        if isinstance(type_, types.Ref):
            return self._alias(type_, path)
        raise NotData("RCL data has no such type", path)

    def _either(self, members: tuple[types.Type, ...], path: tuple[str, ...], depth: int) -> str:
        parts = list(dict.fromkeys(self.spell(member, path, depth) for member in members))
        if "Any" in parts or not parts:
            return "Any" if parts else "Void"
        return parts[0] if len(parts) == 1 else f"Union[{', '.join(parts)}]"

    def _record(
        self, type_: types.Object, path: tuple[str, ...], depth: int, owner: types.Type
    ) -> str:
        shown = [field for field in type_.fields if not field.hidden]
        # RCL's records are closed, so an open object is a dictionary of anything.
        if type_.rest is not None or any(map(_is_no_name, shown)):
            return "Dict[String, Any]"
        if not shown:
            return "Dict[String, Void]"
        margin = "  " * (depth + 1)
        lines = [
            f"{_comment(self.said(owner, field.name), margin)}"
            f"{margin}{field.name}{'?' if field.optional else ''}: "
            f"{self.spell(field.type, (*path, field.name), depth + 1)},\n"
            for field in shown
        ]
        return f"{{\n{''.join(lines)}{'  ' * depth}}}"

    def _alias(self, type_: types.Ref, path: tuple[str, ...]) -> str:
        if type_ not in self.known:
            name = re.sub(r"\W", "_", type_.name, flags=ASCII).strip("_") or "Part"
            name = name if name[0].isalpha() and name not in _WORDS else f"T{name}"
            # Only the whole may have the name that it is declared by.
            others = {self.called} if type_ is not self.whole else set()
            while name in self.known.values() or name in _BUILT_IN or name in others:
                name += "_"
            self.known[type_] = name
            target = type_.target
            if isinstance(target, types.Object):
                body = self._record(target, path, 0, type_)
            else:
                body = "Any" if target is None else self.spell(target, path, 0)
            self.aliases.append(f"{_comment(self.said(type_, None), '')}type {name} = {body};\n")
        return self.known[type_]


def _comment(text: str, margin: str) -> str:
    return "".join(f"{margin}// {line}".rstrip() + "\n" for line in text.splitlines())


def _is_no_name(field: types.Field) -> bool:
    """Whether a record of RCL cannot have such a field: its fields are names."""
    return field.name in _WORDS or not _NAME.match(field.name)

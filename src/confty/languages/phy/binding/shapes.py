"""What Phy's types are in Python: annotations, a dataclass for every record, and docstrings."""

from __future__ import annotations

import dataclasses
import keyword
import types as python
import unicodedata
from typing import Any

from confty import types
from confty.kit.reference import comment_above
from confty.kit.stretches import line_start
from confty.languages.phy.checker.checked import Checked, Procedure
from confty.languages.phy.spelling import distinct, spell

_ATOMS = {types.INT: int, types.FLOAT: float, types.BOOL: bool, types.CHAR: int}


class RecordClasses:
    """The classes of one program's records, and the annotations of its types."""

    def __init__(self, checked: Checked, module: str) -> None:
        self.module = module
        self.classes: dict[types.Type, type] = {}
        # A record's class is named by the first alias that stands for it.
        self.named: dict[types.Type, str] = {}
        for alias in checked.aliases:
            if isinstance(alias.type, types.Object):
                self.named.setdefault(types.canonical(alias.type), alias.name)

    def record(self, type_: types.Object) -> type:
        """Return the dataclass of a record type."""
        kind = types.canonical(type_)
        made = self.classes.get(kind)
        if made is None:
            named = zip(field_names(type_), type_.fields, strict=True)
            fields = [(each, self.annotation(one.type)) for each, one in named]
            name = self.named.get(kind) or f"Record_{'_'.join([one.name for one in type_.fields])}"
            made = dataclasses.make_dataclass(identifier(name), fields, slots=True)
            made.__module__ = self.module
            made.__doc__ = spell(type_)
            self.classes[kind] = made
        return made

    def annotation(self, type_: types.Type) -> object:
        """Return the annotation of a type."""
        match type_:
            case types.Atom():
                return _ATOMS[type_]
            case types.Tuple():
                parts = tuple([self.annotation(part) for part in type_.elements])
                return python.GenericAlias(tuple, parts) if parts else None
            case types.Object():
                return self.record(type_)
            case types.ListOf(element=element):
                if element is types.CHAR and type_.length is None:
                    return str
                return python.GenericAlias(list, (self.annotation(element),))
            case types.Union():
                found: object = self.annotation(type_.members[0])
                for member in type_.members[1:]:
                    other = self.annotation(member)
                    found = _either(found, other)
                return found
            case types.Never():
                return "NoReturn"
            case types.Function():
                return "Callable"
            case _:
                raise AssertionError(spell(type_))


def _either(left: Any, right: Any) -> object:
    """Return the annotation of one or the other."""
    if isinstance(left, str) or isinstance(right, str):
        return f"{left} | {right}"
    return left | right if left is not None or right is not None else None


def identifier(name: str) -> str:
    """Return a name that Python takes, as Python reads it."""
    # Python takes names that look alike for one.
    name = unicodedata.normalize("NFKC", name)
    text = "".join([letter if letter.isalnum() or letter == "_" else "_" for letter in name])
    if keyword.iskeyword(text) or text == "__debug__":
        text = f"{text}_"
    elif not text or not (text[0].isalpha() or text[0] == "_"):
        text = f"_{text}"
    return text if text.isidentifier() else "_"


def parameter_names(procedure: Procedure) -> list[str]:
    """Return the names of parameters as Python takes them, each once."""
    names = [one.name for one in procedure.parameters]
    return distinct(names, [identifier(name) for name in names])


def field_names(type_: types.Object) -> list[str]:
    """Return the names of a record's fields as a class takes them, each once."""
    names = [one.name for one in type_.fields]
    return distinct(names, [_attribute(identifier(name)) for name in names])


def _attribute(name: str) -> str:
    """Return a name that means nothing to classes: two underscores in front do."""
    return f"_{name.lstrip('_')}" if name.startswith("__") else name


def documentation(checked: Checked, procedure: Procedure) -> str:
    """Return a procedure's signature, and the comment that stands above it."""
    parameters = ", ".join([f"{one.name}: {spell(one.type)}" for one in procedure.parameters])
    head = f"{procedure.name}({parameters}) -> {spell(procedure.result)}"
    text, start = checked.source.text, procedure.start
    before = text[line_start(text, start) : start]
    alone = before.replace("(", " ").split() == ["ProcDecl"]
    above = comment_above(checked.source, start) if alone else ""
    return f"{head}\n\n{above}" if above else head

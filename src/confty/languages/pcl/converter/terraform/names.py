"""Names: Terraform's ``snake_case`` in five namespaces, PCL's ``camelCase`` in one."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

#: Words that mean something of their own where an expression may begin.
_RESERVED: Final = frozenset(("for", "if", "in", "null", "true", "false", "range", "else"))
_SUFFIXES: Final = {
    "var": "Config",
    "resource": "Resource",
    "data": "Data",
    "module": "Component",
    "provider": "Provider",
}

#: What introduces a name: ``("var", "x")``, ``("resource", "aws_vpc", "main")``.
Key = tuple[str, ...]


def camel(name: str) -> str:
    """``vpc_id`` as Pulumi spells it; names in capitals stay."""
    if name.isupper():
        return name
    lead = name[: len(name) - len(name.lstrip("_"))]
    first, *rest = [part for part in name.split("_") if part] or [""]
    head = first if first[:2].isupper() else first[:1].lower() + first[1:]
    return lead + head + "".join(part[:1].upper() + part[1:] for part in rest)


def is_field(word: str) -> bool:
    """Whether a word may name a field; providers of Terraform's spell them without capitals."""
    return bool(word) and word == word.lower() and "-" not in word


def field(word: str) -> str:
    """A field's name in PCL; what cannot be one is a word of the program's own, and stays."""
    return camel(word) if is_field(word) else word


def pascal(name: str) -> str:
    """The same with a capital in front, as types are spelled."""
    found = camel(name)
    return found[:1].upper() + found[1:]


def unused(wanted: str, taken: Container[str]) -> str:
    """A name, with a number behind it where it is taken."""
    found, number = wanted, 2
    while found in taken:
        found, number = f"{wanted}{number}", number + 1
    return found


class GivenNames:
    """The names of one module."""

    def __init__(self) -> None:
        self._given: dict[Key, str] = {}
        self._taken: set[str] = set()

    def give(self, key: Key) -> str:
        """Give what is declared a name that nothing else of the module has."""
        wanted = camel(key[-1])
        found = wanted
        if found in self._taken or found in _RESERVED:
            if key[0] == "local":
                found = "my" + wanted[:1].upper() + wanted[1:]
            else:
                found = wanted + _SUFFIXES[key[0]]
        found = found if found not in self._taken else unused(wanted, self._taken)
        self._taken.add(found)
        self._given[key] = found
        return found

    def fresh(self, wanted: str) -> str:
        """A name for what Terraform has none for."""
        found = unused(wanted, self._taken)
        self._taken.add(found)
        return found

    def find(self, *key: str) -> str | None:
        """The name that was given."""
        return self._given.get(key)

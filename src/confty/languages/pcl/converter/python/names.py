"""Python names for PCL's: snake case, no keywords, no two the same."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterable
from typing import Final

from confty.languages.pcl.model import declaration_name

_RESERVED: Final = {*keyword.kwlist, "print", "exec", "None", "True", "False", "match", "type"}


#: What the programs that are written use of Python, and of what it has in a class.
_USED: Final = frozenset(
    (
        "Any", "Callable", "Decimal", "Exception", "Iterable", "Mapping",
        "NotImplementedError", "NotRequired", "Path", "Sequence", "TypeVar", "TypedDict",
        "ValueError", "_", "base64", "bool", "cast", "dict", "enumerate", "float", "format",
        "getattr", "hasattr", "hashlib", "int", "isinstance", "json", "len", "list", "map",
        "math", "max", "min", "object", "range", "sorted", "str", "subprocess", "super",
        "tuple", "unicodedata",
    )
)  # fmt: skip
#: What the SDK imports by itself.
_OF_THE_SDK: Final = frozenset(
    (
        "attr", "attrs", "debugpy", "dill", "google", "grpc", "packaging", "parver", "pip",
        "pulumi", "semver", "setuptools", "six", "typing_extensions", "yaml",
    )
)  # fmt: skip
#: What a component of the SDK is asked for by these names.
OF_COMPONENTS: Final = frozenset(
    (
        "get_provider", "pulumi_resource_name", "pulumi_resource_type", "register_outputs",
        "translate_input_property", "translate_output_property", "urn",
    )
)  # fmt: skip


def snake(name: str) -> str:
    """``camelCase`` to ``snake_case``: runs of capitals are one word, digits stay with theirs."""
    clean = re.sub(r"\W", "_", name)
    out: list[str] = []
    for at, letter in enumerate(clean):
        before = clean[at - 1] if at else ""
        after = clean[at + 1] if at + 1 < len(clean) else ""
        if letter.isupper() and at and before != "_":
            lower_before = before.islower() or before.isdigit()
            ends_run = before.isupper() and after.islower() and not _plural_tail(clean, at)
            if lower_before or ends_run:
                out.append("_")
        out.append(letter.lower())
    return "".join(out)


def _plural_tail(text: str, at: int) -> bool:
    """Whether the capital at ``at`` is followed by a lone ``s``, as in ``publicIPs``."""
    return text[at + 1 : at + 2] == "s" and not text[at + 2 : at + 3].islower()


def py_name(name: str) -> str:
    """A name that Python accepts."""
    made = snake(name)
    if not made or made[0].isdigit():
        made = "_" + made
    return made + "_" if made in _RESERVED else made


def class_name(name: str) -> str:
    """A class name from a member of a package."""
    clean = re.sub(r"\W", "_", name)
    return clean[:1].upper() + clean[1:]


class GivenNames:
    """The names of one Python scope; each PCL name keeps the one it was given."""

    def __init__(self, taken: set[str], reserved: set[str]) -> None:
        # What the program itself uses everywhere, so that not even a loop may hide it.
        self.reserved = {*reserved, *_USED}
        self.taken = taken | self.reserved
        self.given: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The Python name of a PCL name."""
        if name not in self.given:
            self.given[name] = self.fresh(py_name(name))
        return self.given[name]

    def reserve(self, name: str) -> None:
        """Keep a name for what the program uses everywhere."""
        self.reserved.add(name)
        self.taken.add(name)

    def fresh(self, wanted: str) -> str:
        """A name that nobody has yet."""
        chosen, number = wanted, 1
        while chosen in self.taken:
            chosen = f"{wanted}_{number}"
            number += 1
        self.taken.add(chosen)
        return chosen


class ComponentNames:
    """The Python module and class of each component's folder; none is that of something else."""

    def __init__(self, folders: Iterable[str], packages: Iterable[str]) -> None:
        modules = GivenNames(
            {"__main__", *sys.stdlib_module_names, *_OF_THE_SDK, *packages}, set()
        )
        classes = GivenNames({*keyword.kwlist}, {"pulumi"})
        self._modules: dict[str, str] = {}
        self._classes: dict[str, str] = {}
        for folder in folders:
            last = folder.rstrip("/").rsplit("/", 1)[-1]
            self._modules[folder] = modules.fresh(py_name(last))
            self._classes[folder] = classes.fresh(_identifier(declaration_name(folder)))

    def module(self, folder: str) -> str:
        """The module that a component is written to."""
        return self._modules[folder]

    def class_of(self, folder: str) -> str:
        """What its class is called there."""
        return self._classes[folder]


def _identifier(name: str) -> str:
    clean = class_name(name)
    return clean if clean.isidentifier() else f"Component{clean}"

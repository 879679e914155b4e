"""Phy's names and types in C."""

from __future__ import annotations

from typing import Final

from confty import types as core
from confty.languages.phy.checker.checked import Checked
from confty.languages.phy.emit.reserved import is_reserved
from confty.languages.phy.evaluator.lowered import LoweredProcedure
from confty.languages.phy.evaluator.memory import is_boxed, leaves, parts_of
from confty.languages.phy.spelling import distinct

_ATOMS: Final = {
    core.INT: "int64_t",
    core.FLOAT: "double",
    core.BOOL: "bool",
    core.CHAR: "uint8_t",
}
# Words that C has for itself, and names that a program would not share with its surroundings.
_TAKEN: Final = frozenset(
    {
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
        "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
        "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
        "typedef", "union", "unsigned", "void", "volatile", "while", "bool", "true", "false",
        "main", "malloc", "calloc", "realloc", "free", "abort", "exit", "printf", "puts", "read",
        "write", "open", "close", "index", "time", "clock", "exp", "log", "pow", "sin", "cos",
        "tan", "sqrt", "floor", "ceil", "round", "abs", "labs", "fabs", "memcpy", "memset",
        "memmove", "memcmp", "strlen", "strcpy", "strcmp", "signal", "raise", "remove", "rename",
        "system", "send", "recv", "select", "pipe", "poll", "link", "unlink", "wait", "kill",
        "sleep", "fork", "rand", "random", "srand", "gamma", "y0", "y1", "yn", "j0", "j1", "jn",
        "bind", "connect", "accept", "listen", "stat", "access", "dup", "sync", "truncate",
        "environ", "errno", "stdin", "stdout", "stderr",
    }
)  # fmt: skip


def c_name(name: str) -> str:
    """Return a name as a C program uses it."""
    text = "".join(
        [one if one.isascii() and (one.isalnum() or one == "_") else "_" for one in name]
    )
    if not text or text[0].isdigit() or text in _TAKEN or text.startswith("phy_"):
        return f"phy_{text}"
    return text


def exports(checked: Checked, bodies: list[LoweredProcedure]) -> dict[int, str]:
    """Return the names of procedures in C by their numbers, each once; the last declared wins."""
    found: dict[int, str] = {}
    used: set[str] = set()
    for number, _ in reversed(list(enumerate(bodies))):
        name = checked.procedures[number].name
        wanted = c_name(name) if name else "phy_program"
        if is_reserved(wanted):
            wanted = f"phy_{wanted}"
        while wanted in used:
            wanted += "_"
        used.add(wanted)
        found[number] = wanted
    return dict(sorted(found.items()))


class Structs:
    """The C types of a program; each struct is defined before it is used."""

    def __init__(self) -> None:
        self.names: dict[core.Type, str] = {}
        self.definitions: list[str] = []

    def type(self, type_: core.Type) -> str:
        """Return the C type of values."""
        match type_:
            case core.Atom():
                return _ATOMS[type_]
            case core.ListOf():
                self.type(type_.element)
                return "phy_list"
            case core.Function():
                return "void *"
            case core.Tuple(elements=()):
                return "uint8_t"
            case _:
                name = self.struct(type_)
                return f"{name} *" if is_boxed(type_) else name

    def struct(self, type_: core.Type) -> str:
        """Return the struct of a tuple, a record or a union."""
        kind = core.canonical(type_)
        name = self.names.get(kind)
        if name is None:
            if isinstance(kind, core.Union):
                for member in kind.members:
                    self.type(member)
                fields = ["int64_t member;", f"int64_t words[{leaves(kind) - 1}];"]
            else:
                types = [self.type(part) for part in parts_of(kind)]
                pairs = zip(types, field_names(kind), strict=True)
                fields = [f"{word} {field};" for word, field in pairs]
            name = self.names[kind] = f"phy_type_{len(self.names)}"
            self.definitions.append(f"typedef struct {{ {' '.join(fields)} }} {name};")
        return name


def field_names(type_: core.Type) -> list[str]:
    """Return the names of a struct's fields."""
    if isinstance(type_, core.Object):
        names = [field.name for field in type_.fields]
        return distinct(names, [c_name(name) for name in names])
    return [f"f{at}" for at in range(len(parts_of(type_)))]

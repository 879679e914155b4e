"""The C program around an executable: it runs the entry and prints what ``confty eval`` prints."""

from __future__ import annotations

from typing import Final

from confty import types
from confty.languages.phy.checker.checked import Checked
from confty.languages.phy.emit.header import c_header, c_string
from confty.languages.phy.emit.names import Structs, field_names
from confty.languages.phy.emit.templates import template
from confty.languages.phy.evaluator.lowered import Lowered
from confty.languages.phy.evaluator.memory import is_boxed, leaves, parts_of
from confty.languages.phy.spelling import written

#: What the entry is called in an executable; no other procedure has a name there.
ENTRY: Final = "phy_entry"


def c_program(checked: Checked, program: Lowered) -> str:
    """Write the C program; its header is part of it."""
    structs = Structs()
    entry = len(program.bodies) - 1
    body, name = program.bodies[entry], ENTRY
    result = body.result
    printers = _Printers(program, structs)
    if isinstance(result, types.Never):
        run = f"{name}();"
    else:
        word = structs.type(result)
        call = (
            f"{word} value = {name}();"
            if isinstance(result, types.Atom)
            else f"{word} value; {name}(&value);"
        )
        end = c_string(f" : {written(result)}\n")
        run = f"{call} {printers.print(result, 'value')} fputs({end}, stdout);"
    header = c_header(checked, program, {entry: name})
    functions = "\n".join([*printers.heads, *printers.bodies])
    return template("main.c", header=header, functions=functions, run=run)


class _Printers:
    """The functions that print values, one for each type that needs one."""

    def __init__(self, program: Lowered, structs: Structs) -> None:
        self.program = program
        self.structs = structs
        self.names: dict[types.Type, str] = {}
        self.heads: list[str] = []
        self.bodies: list[str] = []

    def print(self, type_: types.Type, value: str) -> str:
        """Return the statement that prints a value."""
        if type_ is types.INT:
            return f'printf("%lld", (long long){value});'
        if type_ is types.FLOAT:
            return f"phy_float({value});"
        if type_ is types.BOOL:
            return f'fputs({value} ? "(True)" : "(False)", stdout);'
        if type_ is types.CHAR:
            return f'printf("(char %d)", (int){value});'
        if isinstance(type_, types.Function):
            return 'fputs("(proc ...)", stdout);'
        if isinstance(type_, types.Tuple) and not type_.elements:
            return 'fputs("(TupleCons)", stdout);'
        return f"{self._function(type_)}({value});"

    def _function(self, type_: types.Type) -> str:
        kind = types.canonical(type_)
        name = self.names.get(kind)
        if name is None:
            name = self.names[kind] = f"phy_print_{len(self.names)}"
            head = f"static void {name}({self.structs.type(type_)} v)"
            self.heads.append(f"{head};")
            self.bodies.append(f"{head} {{ {self._body(type_)} }}")
        return name

    def _body(self, type_: types.Type) -> str:
        if isinstance(type_, types.ListOf):
            word = "array" if type_.length is None else "ArrayCons"
            element = self.structs.type(type_.element)
            inner = self.print(type_.element, f"(({element} *)v.data)[i]")
            return (
                f'fputs("({word}", stdout); for (int64_t i = 0; i < v.count; i++) '
                f"{{ putchar(' '); {inner} }} putchar(')');"
            )
        if isinstance(type_, types.Union):
            return " else ".join([self._member(member) for member in type_.members])
        dot = "->" if is_boxed(type_) else "."
        parts: list[str] = []
        names = field_names(type_)
        for at, part in enumerate(parts_of(type_)):
            one = self.print(part, f"v{dot}{names[at]}")
            if isinstance(type_, types.Object):
                start = c_string(f" (Field {type_.fields[at].name} ")
                parts.append(f"fputs({start}, stdout); {one} putchar(')');")
            else:
                parts.append(f"putchar(' '); {one}")
        word = "RecordCons" if isinstance(type_, types.Object) else "TupleCons"
        return f"fputs(\"({word}\", stdout); {' '.join(parts)} putchar(')');"

    def _member(self, member: types.Type) -> str:
        """Print a member, gathered from the words of a union."""
        lines: list[str] = []
        at = self._gathered(member, "m", 0, lines)
        assert at == leaves(member)
        word = self.structs.type(member)
        body = f"{word} m; {' '.join(lines)} {self.print(member, 'm')}"
        return f"if (v.member == {self.program.tag(member)}) {{ {body} }}"

    def _gathered(self, type_: types.Type, target: str, at: int, lines: list[str]) -> int:
        if isinstance(type_, types.Union):
            count = leaves(type_)
            lines.append(f"memcpy(&{target}, &v.words[{at}], {8 * count});")
            return at + count
        if isinstance(type_, types.ListOf):
            lines.append(f"{target}.data = (void *)(intptr_t)v.words[{at}];")
            lines.append(f"{target}.count = v.words[{at + 1}];")
            return at + 2
        if type_ is types.FLOAT:
            lines.append(f"memcpy(&{target}, &v.words[{at}], 8);")
            return at + 1
        if parts_of(type_) and not is_boxed(type_):
            for part, name in zip(parts_of(type_), field_names(type_), strict=True):
                at = self._gathered(part, f"{target}.{name}", at, lines)
            return at
        cast = "(intptr_t)" if is_boxed(type_) or isinstance(type_, types.Function) else ""
        lines.append(f"{target} = ({self.structs.type(type_)}){cast}v.words[{at}];")
        return at + 1

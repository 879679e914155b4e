"""What a module of WebAssembly says of itself, and the JavaScript that runs any such module.

A section of the module describes its procedures, types and places, so that one loader is enough
for all: an ES module that works in node and in a page.  ``load(bytes)`` gives the procedures as
functions, with traps as exceptions.  Run by node itself, it prints what ``confty eval`` prints.
"""

from __future__ import annotations

import json
from typing import Final

from confty.languages.phy.checker.checked import Checked
from confty.languages.phy.emit.names import exports
from confty.languages.phy.emit.reports import code_texts, site_texts
from confty.languages.phy.emit.templates import template
from confty.languages.phy.evaluator.lowered import Lowered
from confty.languages.phy.evaluator.memory import is_boxed, leaves, parts_of
from confty.languages.phy.evaluator.traps import INNER, OUTER
from confty.languages.phy.spelling import written
from confty.types import Atom, Function, ListOf, Never, Object, Tuple, Type, Union, canonical

#: The name of the section that describes a module.
SECTION: Final = "phy"


def loader() -> str:
    """Return the JavaScript that loads a module, and runs it in node."""
    return template("loader.mjs") + template("runner.mjs")


def described(module: bytes, checked: Checked, program: Lowered) -> bytes:
    """Return a module with the section that describes it."""
    name = SECTION.encode()
    text = json.dumps(_description(checked, program), separators=(",", ":")).encode()
    content = _counted(len(name)) + name + text
    # Zero is the kind of sections that engines leave to others.
    return module + b"\0" + _counted(len(content)) + content


def _counted(number: int) -> bytes:
    """Write a number as WebAssembly does, seven bits a byte, the lowest first."""
    found = bytearray()
    while number >= 0x80:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _description(checked: Checked, program: Lowered) -> dict[str, object]:
    types = _Types(program)
    names = exports(checked, program.bodies)
    procedures = [
        {
            "name": checked.procedures[number].name or "program",
            "export": name,
            "parameters": [types.number(slot.type) for slot in body.parameters],
            "names": [slot.name for slot in body.parameters],
            "result": None if isinstance(body.result, Never) else types.number(body.result),
            "weight": body.weight,
            "label": body.name,
            "written": written(body.result),
        }
        for (number, name), body in zip(names.items(), program.bodies, strict=True)
    ]
    sites = [
        [site.what, site.before, site.after, site.frame, site.procedure]
        for site in site_texts(checked.source, program)
    ]
    return {
        "types": types.listed,
        "procedures": procedures,
        "sites": sites,
        "texts": {**code_texts(), "deepest": f"{program.deepest:,}"},
        "inner": INNER,
        "outer": OUTER,
    }


class _Types:
    """Types as data: kind, and what is inside by number."""

    def __init__(self, program: Lowered) -> None:
        self.program = program
        self.numbers: dict[Type, int] = {}
        self.listed: list[dict[str, object]] = []

    def number(self, type_: Type) -> int:
        kind = canonical(type_)
        found = self.numbers.get(kind)
        if found is None:
            record: dict[str, object] = {}
            found = self.numbers[kind] = len(self.listed)
            self.listed.append(record)
            record.update(self._described(type_))
        return found

    def _described(self, type_: Type) -> dict[str, object]:
        match type_:
            case Atom():
                return {"kind": type_.name}
            case ListOf():
                inner = self.number(type_.element)
                return {"kind": "list", "element": inner, "length": type_.length}
            case Union():
                members = {self.program.tag(one): self.number(one) for one in type_.members}
                return {"kind": "union", "members": members, "words": leaves(type_)}
            case Function():
                return {"kind": "proc"}
            case Tuple(elements=()):
                return {"kind": "unit"}
            case _:
                names = (
                    [field.name for field in type_.fields] if isinstance(type_, Object) else None
                )
                parts = [self.number(part) for part in parts_of(type_)]
                return {"kind": "struct", "parts": parts, "names": names, "boxed": is_boxed(type_)}

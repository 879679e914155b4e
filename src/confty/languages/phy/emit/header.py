"""A C header for the object file of a program: its types and procedures, and what runs them.

In one file of a C program ``PHY_IMPLEMENTATION`` is defined before the header is included: there
the functions stand that end a run with the report which ``confty eval`` would print.
"""

from __future__ import annotations

from typing import Final

from confty.languages.phy.checker.checked import Checked
from confty.languages.phy.emit.names import Structs, exports
from confty.languages.phy.emit.reports import code_texts, site_texts
from confty.languages.phy.emit.templates import template
from confty.languages.phy.evaluator.lowered import Lowered, LoweredProcedure
from confty.languages.phy.evaluator.native.standalone import is_plain
from confty.languages.phy.evaluator.traps import INNER, OUTER
from confty.languages.phy.spelling import spell
from confty.types import Atom, Never

_HEAD: Final = """\
#ifndef PHY_PROGRAM_H
#define PHY_PROGRAM_H
#include <stdbool.h>
#include <stdint.h>

/* A sequence or an array: its elements and how many there are. */
typedef struct { void *data; int64_t count; } phy_list;
"""
_FOOT: Final = """
/* Bytes of stack that may be used below the first call of a thread. */
extern int64_t phy_room;
#endif
"""


def c_header(checked: Checked, program: Lowered, names: dict[int, str] | None = None) -> str:
    """Write the header of a program, with all of its procedures unless some are named."""
    structs = Structs()
    names = names or exports(checked, program.bodies)
    functions = [declared(program.bodies[at], name, structs) for at, name in names.items()]
    return "\n".join(
        [
            _HEAD,
            *structs.definitions,
            "",
            *functions,
            _FOOT,
            "#ifdef PHY_IMPLEMENTATION",
            implementation(checked, program),
            "#endif",
            "",
        ]
    )


def declared(body: LoweredProcedure, name: str, structs: Structs) -> str:
    """Declare a procedure as a C function."""
    parameters: list[str] = []
    for slot in body.parameters:
        word = structs.type(slot.type)
        parameters.append(
            f"{word} p{slot.number}" if is_plain(slot.type) else f"const {word} *p{slot.number}"
        )
    result = "void"
    if isinstance(body.result, Atom):
        result = structs.type(body.result)
    elif not isinstance(body.result, Never):
        parameters.append(f"{structs.type(body.result)} *out")
    types = ", ".join([f"{slot.name}: {spell(slot.type)}" for slot in body.parameters])
    comment = f"/* {body.name}({types}) -> {spell(body.result)} */".replace("\n", " ")
    return f"{comment}\n{result} {name}({', '.join(parameters) or 'void'});"


def c_string(text: str) -> str:
    """Write a text as a C string."""
    pieces: list[str] = []
    for byte in text.encode("utf-8", "surrogateescape"):
        plain = 32 <= byte < 127 and byte not in b'"\\?'
        pieces.append(chr(byte) if plain else f"\\{byte:03o}")
    return '"' + "".join(pieces) + '"'


def implementation(checked: Checked, program: Lowered) -> str:
    """Write the functions that end a run."""
    sites = site_texts(checked.source, program)
    codes = code_texts()
    rows = [
        f"  {{ {c_string(site.what)}, {c_string(site.before)}, {c_string(site.after)}, "
        f"{c_string(site.frame)}, {site.procedure} }},"
        for site in sites
    ]
    bodies = [f"  {{ {c_string(body.name)}, {body.weight} }}," for body in program.bodies]
    return template(
        "runtime.c",
        sites="\n".join(rows) or '  { "", "", "", "", 0 },',
        bodies="\n".join(bodies),
        deepest=f"{program.deepest:,}",
        inner=str(INNER),
        outer=str(OUTER),
        **{name: c_string(text) for name, text in codes.items()},
    )

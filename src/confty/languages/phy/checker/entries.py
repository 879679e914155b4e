"""Checking entries of a session: forms one after the other, each seeing those before it.

A session may declare a name again; what came before keeps the meaning it had.  Procedures do
not see a session's variables, as they would not see another procedure's.
"""

from __future__ import annotations

from confty import types
from confty.kit.limits import room_for
from confty.language import Outcome
from confty.languages.phy.checker import FRAMES, HANDLERS, declaration
from confty.languages.phy.checker.checked import (
    MUTABLE,
    VALUE,
    Checked,
    Entity,
    Exprs,
    MakeTuple,
    Procedure,
    Read,
    Typed,
    Variable,
    VariableName,
)
from confty.languages.phy.checker.context import Context
from confty.languages.phy.forms import DECLARATIONS
from confty.languages.phy.parser import Node, parse_several
from confty.text import Source
from confty.types import Type


class Entry:
    """A checked entry: its own type, and the variables that are visible behind it.

    What runs takes the values of the variables before it, and gives a tuple: its own value, then
    those of the variables behind it.  Without variables it is a program like any other.
    """

    __slots__ = ("checked", "type", "variables")

    def __init__(self, checked: Checked, type_: Type, variables: tuple[Variable, ...]) -> None:
        self.checked = checked
        self.type = type_
        self.variables = variables


def check_entry(source: Source, dialect: str, before: tuple[Variable, ...]) -> Outcome[Entry]:
    """Check declarations and an entry; what runs is all expressions, the value the last one's.

    ``before`` are the variables of earlier entries.
    """
    forms = parse_several(source, dialect)
    context = Context(source, dialect, HANDLERS)
    context.names.update({one.name: one for one in before})
    parts: list[Typed] = []
    with room_for(FRAMES):
        for form in forms.output:
            for item in form.items if form.form == "Module" else [form]:
                _enter(context, item, parts)
    last = context.read(parts[-1]) if parts else MakeTuple(types.UNIT, 0, 0, ())
    behind = tuple([one for one in context.names.values() if isinstance(one, Variable)])
    result = types.tuple_of(last.type, *[one.type for one in behind]) if behind else last.type
    reads = [Read(one.type, 0, 0, VariableName(one.type, 0, 0, one, MUTABLE)) for one in behind]
    whole = MakeTuple(result, last.start, last.end, (last, *reads)) if behind else last
    entry = Procedure(
        None, types.function_of([one.type for one in before], result), 0, len(source.text)
    )
    entry.parameters = before
    entry.body = Exprs(result, 0, len(source.text), (*parts[:-1], whole), VALUE)
    entry.size = context.forms
    entry.named = context.named
    context.checked.procedures.append(entry)
    context.checked.entry = entry
    found = (*forms.diagnostics, *context.findings.all)
    return Outcome(Entry(context.checked, last.type, behind), found)


def _enter(context: Context, item: Node, parts: list[Typed]) -> None:
    context.entry_start = item.start
    if item.form not in DECLARATIONS:
        parts.append(context.opened(item))
        return
    hidden: dict[str, Entity] = {
        name: entity for name, entity in context.names.items() if isinstance(entity, Variable)
    }
    for name in hidden:
        del context.names[name]
    declaration(context, item)
    context.names.update({name: one for name, one in hidden.items() if name not in context.names})

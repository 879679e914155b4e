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
    VALUE,
    Checked,
    Entity,
    Exprs,
    MakeTuple,
    Procedure,
    Typed,
    Variable,
)
from confty.languages.phy.checker.context import Context
from confty.languages.phy.forms import DECLARATIONS
from confty.languages.phy.parser import Node, parse_several
from confty.text import Source


def check_entries(source: Source, dialect: str) -> Outcome[Checked]:
    """Check everything entered so far; what runs is all expressions, the value the last one's."""
    forms = parse_several(source, dialect)
    context = Context(source, dialect, HANDLERS)
    parts: list[Typed] = []
    with room_for(FRAMES):
        for form in forms.output:
            for item in form.items if form.form == "Module" else [form]:
                _enter(context, item, parts)
    last = context.read(parts[-1]) if parts else MakeTuple(types.UNIT, 0, 0, ())
    body = Exprs(last.type, 0, len(source.text), (*parts[:-1], last), VALUE)
    entry = Procedure(None, types.function_of((), last.type), 0, len(source.text))
    entry.body = body
    entry.size = context.forms
    entry.named = context.named
    context.checked.procedures.append(entry)
    context.checked.entry = entry
    return Outcome(context.checked, (*forms.diagnostics, *context.findings.all))


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

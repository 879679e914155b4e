"""Checking a session: forms entered one after the other, each seeing those before it.

A session may declare a name again; what came before keeps the meaning it had.  Procedures do
not see a session's variables, as they would not see another procedure's.
"""

from __future__ import annotations

from confty.language import Outcome
from confty.languages.phy.checker import HANDLERS, declaration
from confty.languages.phy.checker.checked import Checked, Procedure, Typed, Variable
from confty.languages.phy.checker.context import Context, Entity
from confty.languages.phy.depth import room_for
from confty.languages.phy.forms import DECLARATIONS
from confty.languages.phy.parser import DEEPEST, Node, parse_several
from confty.text import Source
from confty.types import UNIT, function_of


def check_session(source: Source, dialect: str) -> Outcome[Checked]:
    """Check everything entered so far; what runs is all expressions, the value the last one's."""
    forms = parse_several(source, dialect)
    context = Context(source, dialect, HANDLERS)
    parts: list[Typed] = []
    with room_for(DEEPEST * 4):
        for form in forms.output:
            for item in form.items if form.form == "Module" else [form]:
                _enter(context, item, parts)
    last = context.read(parts[-1]) if parts else Typed("tuple", UNIT, 0, 0)
    body = Typed("exprs", last.type, 0, len(source.text), (*parts[:-1], last))
    entry = Procedure(None, function_of((), last.type), 0, len(source.text))
    entry.body = body
    entry.size = context.forms
    context.checked.procedures.append(entry)
    context.checked.entry = entry
    return Outcome(context.checked, (*forms.diagnostics, *context.findings))


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

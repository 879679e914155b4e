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
    Alias,
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


class Earlier:
    """The declarations of earlier entries: they are checked once, and what follows sees them."""

    __slots__ = ("aliases", "end", "names", "procedures")

    def __init__(self) -> None:
        # Where the next entry begins, in the text of all.
        self.end = 0
        self.names: dict[str, Entity] = {}
        self.procedures: list[Procedure] = []
        self.aliases: list[Alias] = []

    def add(self, checked: Checked, end: int) -> None:
        """Take in the declarations of an entry that ends there."""
        for alias in checked.aliases:
            self.names[alias.name] = alias
        for procedure in checked.procedures:
            if procedure.name is not None:
                self.names[procedure.name] = procedure
                self.procedures.append(procedure)
        self.aliases += checked.aliases
        self.end = end


class Entry:
    """A checked entry: its own type, and the variables that are visible behind it.

    What runs takes the values of the variables before it, and gives a tuple: its own value, then
    those of the variables behind it.  Without variables it is a program like any other.
    """

    __slots__ = ("checked", "type", "variables")

    def __init__(self, checked: Checked, type_: Type, variables: tuple[Variable, ...]) -> None:
        # Of this entry alone; ``whole`` has the declarations before it, too.
        self.checked = checked
        self.type = type_
        self.variables = variables


def check_entry(
    source: Source,
    dialect: str,
    before: tuple[Variable, ...],
    earlier: Earlier | None = None,
) -> Outcome[Entry]:
    """Check declarations and an entry; what runs is all expressions, the value the last one's.

    ``before`` are the variables of earlier entries, ``earlier`` their declarations.
    """
    forms = parse_several(source, dialect, 0 if earlier is None else earlier.end)
    context = Context(source, dialect, HANDLERS)
    context.names.update({one.name: one for one in before})
    if earlier is not None:
        context.names.update(earlier.names)
    variables = [one.name for one in before]
    parts: list[Typed] = []
    with room_for(FRAMES):
        for form in forms.output:
            for item in form.items if form.form == "Module" else [form]:
                _enter(context, item, parts, variables)
    last = context.read(parts[-1]) if parts else MakeTuple(types.UNIT, 0, 0, ())
    behind = tuple(_variables(context, variables).values())
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


def whole(entry: Checked, earlier: Earlier) -> Checked:
    """A checked entry with the declarations before it, as what runs needs it."""
    made = Checked(entry.source)
    made.procedures = [*earlier.procedures, *entry.procedures]
    made.aliases = [*earlier.aliases, *entry.aliases]
    made.entry, made.uses, made.types = entry.entry, entry.uses, entry.types
    made.dialect = entry.dialect
    return made


def _variables(context: Context, before: list[str]) -> dict[str, Variable]:
    """The variables that are visible, those of earlier entries among them."""
    found: dict[str, Variable] = {}
    for name in (*before, *[name for name, _ in context.added]):
        entity = context.names.get(name)
        if isinstance(entity, Variable):
            found[name] = entity
    return found


def _enter(context: Context, item: Node, parts: list[Typed], before: list[str]) -> None:
    context.entry_start = item.start
    if item.form not in DECLARATIONS:
        parts.append(context.opened(item))
        return
    hidden = _variables(context, before)
    for name in hidden:
        del context.names[name]
    declaration(context, item)
    context.names.update({name: one for name, one in hidden.items() if name not in context.names})

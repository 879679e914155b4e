"""Checking entries of a session: forms one after the other, each seeing those before it.

A session may declare a name again; what came before keeps the meaning it had.  Procedures do
not see a session's variables, as they would not see another procedure's.
"""

from __future__ import annotations

from confty import types
from confty.kit.rooms import room_for
from confty.language import Outcome
from confty.languages.phy.checker import FRAMES, HANDLERS, declaration
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.context import Context
from confty.languages.phy.forms import DECLARATIONS
from confty.languages.phy.parser import Node, parse_several
from confty.records import Record
from confty.text import Source
from confty.types import Type


class CheckedEntry(metaclass=Record):
    """A checked entry: its own type, and the variables that it may change or declares.

    What runs takes the values of the variables before it that it names, ``given``, and gives a
    tuple: its own value, then those of ``variables``.  Without any it is a program like any other.
    """

    checked: tree.Checked
    type: Type
    given: tuple[tree.Variable, ...]
    variables: tuple[tree.Variable, ...]


class KeptDeclarations:
    """What the entries of a session declared so far; nothing of it is looked at again."""

    __slots__ = ("names", "variables")

    def __init__(self, dialect: str) -> None:
        # Procedures, types and built-ins; and what only entries see, which goes before those.
        self.names = Context(Source("", ""), dialect, HANDLERS).names
        self.variables: dict[str, tree.Variable] = {}


def check_entry(source: Source, dialect: str) -> Outcome[CheckedEntry]:
    """Check a text as the first entry of a session."""
    forms = parse_several(source, dialect)
    found = check_forms(forms.output, source, dialect, KeptDeclarations(dialect))
    return Outcome(found.output, (*forms.diagnostics, *found.diagnostics))


def check_forms(
    forms: list[Node], source: Source, dialect: str, kept: KeptDeclarations
) -> Outcome[CheckedEntry]:
    """Check the forms of an entry: what runs is its expressions, the value the last one's.

    What it declares is kept unless it has mistakes.  Variables are kept by whoever runs it: only
    then do they have values.
    """
    words = _words(forms)
    named = [kept.variables[word] for word in words if word in kept.variables]
    found = _Pass(source, dialect, kept, named).run(forms)
    if found.failed and len(named) < len(kept.variables):
        # Once more with all that could have been meant.
        found = _Pass(source, dialect, kept, list(kept.variables.values())).run(forms)
    return found


def _words(forms: list[Node]) -> dict[str, None]:
    """Return every word that may be a name, in order."""
    words: dict[str, None] = {}
    waiting = list(reversed(forms))
    while waiting:
        node = waiting.pop()
        if node.form == "Ident":
            words[str(node.value)] = None
        waiting.extend(reversed(node.items))
    return words


class _Pass:
    """One pass over one entry, with the variables that it may name."""

    def __init__(
        self, source: Source, dialect: str, kept: KeptDeclarations, variables: list[tree.Variable]
    ) -> None:
        self.kept = kept
        self.given = tuple(variables)
        self.context = Context(source, dialect, HANDLERS)
        self.context.names = kept.names
        self.parts: list[tree.Typed] = []
        # What a name stood for before the entry, for every name that may have changed.
        self.before: dict[str, tree.Entity | None] = {}
        for one in variables:
            self.before[one.name] = kept.names.get(one.name)
            kept.names[one.name] = one

    def run(self, forms: list[Node]) -> Outcome[CheckedEntry]:
        with room_for(FRAMES):
            for form in forms:
                for item in form.items if form.form == "Module" else [form]:
                    self._enter(item)
        self._note_added()
        names = {name: self.kept.names.get(name) for name in self.before}
        self._restore()
        behind = [one for one in names.values() if isinstance(one, tree.Variable)]
        entry = self._entry(behind, forms[-1].end if forms else 0)
        found = Outcome(entry, tuple(self.context.findings.all))
        if not found.failed:
            for name, one in names.items():
                if isinstance(one, tree.Procedure | tree.Alias):
                    self.kept.names[name] = one
                    self.kept.variables.pop(name, None)
        return found

    def _enter(self, item: Node) -> None:
        context = self.context
        context.entry_start = item.start
        if item.form not in DECLARATIONS:
            self.parts.append(context.opened(item))
            return
        self._note_added()
        names = self.kept.names
        hidden = {name: names.get(name) for name in self.before}
        self._restore(tree.Variable)
        shown = {name: names.get(name) for name in hidden}
        declaration(context, item)
        for name, one in hidden.items():
            if isinstance(one, tree.Variable) and names.get(name) is shown[name]:
                names[name] = one

    def _note_added(self) -> None:
        for name, before in self.context.added:
            self.before.setdefault(name, before)

    def _restore(self, kind: type[tree.Entity] | None = None) -> None:
        """Let names stand for what they did before; all, or those of one kind."""
        names = self.kept.names
        for name, before in self.before.items():
            if kind is not None and not isinstance(names.get(name), kind):
                continue
            if before is None:
                names.pop(name, None)
            else:
                names[name] = before

    def _entry(self, behind: list[tree.Variable], end: int) -> CheckedEntry:
        """Make the procedure that runs the expressions."""
        context, parts = self.context, self.parts
        last = context.read(parts[-1]) if parts else tree.MakeTuple(types.UNIT, 0, 0, ())
        result = types.tuple_of(last.type, *[one.type for one in behind]) if behind else last.type
        reads = [
            tree.Read(one.type, 0, 0, tree.VariableName(one.type, 0, 0, one, tree.MUTABLE))
            for one in behind
        ]
        whole = tree.MakeTuple(result, last.start, last.end, (last, *reads)) if behind else last
        entry = tree.Procedure(
            None, types.function_of([one.type for one in self.given], result), 0, end
        )
        entry.parameters = self.given
        entry.body = tree.Exprs(result, 0, end, (*parts[:-1], whole), tree.VALUE)
        entry.size = context.forms
        entry.named = context.named
        context.checked.procedures.append(entry)
        context.checked.entry = entry
        return CheckedEntry(context.checked, last.type, self.given, tuple(behind))

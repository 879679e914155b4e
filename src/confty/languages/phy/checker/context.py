"""What a checking pass carries along: the visible names, the findings, the procedure around.

No name may be declared while it is visible, so one table of visible names is enough; a scope is
a mark in the list of what was added, and leaving it takes those names away again.

Two ways into an expression decide what its declarations are visible to.  ``scoped`` opens a
scope for it; ``opened`` does not.  Children of ``Exprs``, the condition of ``If`` and the first
operand of ``And`` and ``Or`` are opened, everything else is scoped: names escape only from
positions that are always evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from confty.kit.checking import Findings, LanguageWords
from confty.kit.suggest import nearest
from confty.languages.phy import codes
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.checker.checked import Alias, Checked, Entity, Procedure, Typed, Variable
from confty.languages.phy.checker.mending import as_float, meant, with_fields
from confty.languages.phy.library import BUILTINS, Builtin
from confty.languages.phy.misnomers import INSTEAD
from confty.languages.phy.parser import SEED, Node
from confty.languages.phy.rules import RELATION, fits, is_member, is_unknown
from confty.languages.phy.spelling import brief
from confty.text import Code, Diagnostic, Source, Span
from confty.types import DYNAMIC, MAX_DEPTH, Object, Type, Union, same

_DEEPEST: Final = MAX_DEPTH - 10
LONGEST_ARRAY: Final = 2**32 - 1
_WORDS: Final = LanguageWords(brief, quote=str)

Handler: TypeAlias = "Callable[[Context, Node], Typed]"

_SEED_NAMES: Final = {name: one for name, one in BUILTINS.items() if one.in_seed}
_LATER_NAMES: Final = {name: one for name, one in BUILTINS.items() if not one.in_seed}


class Context:
    """One pass over one file."""

    def __init__(self, source: Source, dialect: str, handlers: Mapping[str, Handler]) -> None:
        self.source = source
        self.seed = dialect == SEED
        self.checked = Checked(source)
        self.findings = Findings()
        self.names: dict[str, Entity] = dict(_SEED_NAMES)
        if not self.seed:
            self.names.update(_LATER_NAMES)
        self.added: list[tuple[str, Entity | None]] = []
        self.procedure: Procedure | None = None
        # Names that are not there and were told already, in the procedure around.
        self.unknown: set[str] = set()
        # Whether something there declares a name that is not written yet: it may be any.
        self.nameless = False
        # The procedures that were named since the one around began.
        self.named: set[Procedure] = set()
        self.forms = 0
        # In a session a name that an earlier entry declared may be declared again, outside of
        # procedures; this is where the current entry starts, None outside of sessions.
        self.entry_start: int | None = None
        self.handlers = handlers
        # Which field comes how many others after the first, by the record's identity.
        self._positions: dict[int, tuple[Object, dict[str, int]]] = {}

    # Findings.

    def span(self, node: Node | Typed) -> Span:
        """Return the place of a node."""
        return Span(self.source, node.start, node.end)

    def say(self, finding: Diagnostic) -> None:
        """Report a finding."""
        self.findings.say(finding)

    def refuse(self, code: Code, node: Node | Typed, message: str) -> None:
        """Report ``message`` about ``node``."""
        self.findings.say(code.at(self.span(node), message))

    def mismatch(self, code: Code, wanted: str, found: Typed) -> Diagnostic:
        """Make the finding that a value of another type stands here."""
        spelled = brief(found.type)
        finding = code.at(self.span(found), f"expected {wanted}, found {spelled}")
        return finding.labelled(f"this is {spelled}")

    def misfit(self, code: Code, wanted: Type, found: Typed) -> Diagnostic:
        """Make the finding that a value does not fit a type, and in which part."""
        told = _WORDS.tell(found.type, wanted, RELATION)
        finding = code.at(self.span(found), told.message)
        finding = finding.labelled(f"this is {brief(found.type)}")
        for note in told.notes:
            finding = finding.note(None, note)
        if not told.notes and brief(wanted) not in told.message:
            finding = finding.note(None, f"the value was expected to be {brief(wanted)}")
        finding = with_fields(as_float(finding, wanted), wanted, found)
        return finding.with_help(told.help) if told.help else finding

    # The two ways into an expression.

    def scoped(self, node: Node) -> Typed:
        """Check an expression in a scope of its own."""
        mark = len(self.added)
        self.forms += 1
        typed = self.handlers[node.form](self, node)
        if len(self.added) > mark:
            self.leave(mark)
        return typed

    def opened(self, node: Node) -> Typed:
        """Check an expression in the current scope: its declarations stay visible in it."""
        self.forms += 1
        return self.handlers[node.form](self, node)

    # Names.

    def mark(self) -> int:
        """Open a scope."""
        return len(self.added)

    def leave(self, mark: int) -> None:
        """Close the scope that was opened at ``mark``."""
        while len(self.added) > mark:
            name, before = self.added.pop()
            if before is None:
                del self.names[name]
            else:
                self.names[name] = before

    def declare(self, name: Node, entity: Variable | Procedure | Alias) -> None:
        """Make a name visible; a visible one is an error and means nothing from here on."""
        text = _text(name)
        before = self.names.get(text)
        if before is not None and not self._may_repeat(before):
            self.say(self._redeclared(name, before))
            entity = Variable("local", text, DYNAMIC, name.start, name.end)
        self.added.append((text, before))
        self.names[text] = entity

    def _may_repeat(self, before: Entity) -> bool:
        if self.entry_start is None or self.procedure is not None or isinstance(before, Builtin):
            return False
        return before.start < self.entry_start

    def _redeclared(self, name: Node, before: Entity) -> Diagnostic:
        place = self.span(name)
        if isinstance(before, Builtin):
            return codes.REDECLARED.at(place, f"{before.name} is a built-in name")
        finding = codes.REDECLARED.at(place, f"{_text(name)} is already declared")
        return finding.note(Span(self.source, before.start, before.end), "declared here")

    def lookup(self, name: Node, code: Code, what: str) -> Entity | None:
        """Find what a name stands for, or report it with ``code``."""
        text = _text(name)
        entity = self.names.get(text)
        if entity is not None:
            if not isinstance(entity, Builtin):
                self.checked.uses.append(tree.Use(name.start, name.end, entity))
            return entity
        if text in self.unknown or self.nameless:
            return None
        self.unknown.add(text)
        finding = code.at(self.span(name), f"there is no {what} {text}")
        near = nearest(text, self.findings.names(lambda: self.names))
        if self.seed and text in _LATER_NAMES:
            finding = finding.with_help("leave out --dialect seed to use later additions")
        elif text in INSTEAD:
            finding = finding.with_help(INSTEAD[text])
        elif near:
            finding = meant(finding.with_help(f"did you mean {near}?"), near)
        self.say(finding)
        return None

    def position(self, record: Object, name: str) -> int:
        """Return how many fields of a record come before one."""
        known = self._positions.get(id(record))
        if known is None:
            places = {field: place for place, field in enumerate(record.by_name)}
            known = self._positions[id(record)] = (record, places)
        return known[1][name]

    # Nodes.

    def broken(self, node: Node) -> Typed:
        """Return the node that stands for something already reported."""
        return tree.Broken(DYNAMIC, node.start, node.end)

    def read(self, node: Typed) -> Typed:
        """Turn a location into the value it holds; a value stays as it is."""
        if node.place == tree.VALUE:
            return node
        return tree.Read(node.type, node.start, node.end, node)

    def fit(self, node: Typed, target: Type) -> Typed:
        """Read ``node`` and make it a ``target``, which it is known to fit."""
        value = self.read(node)
        if is_unknown(value.type) or is_unknown(target) or isinstance(value, tree.Broken):
            return value
        if not isinstance(target, Union) or same(value.type, target):
            return value
        if is_member(value.type, target):
            return tree.Inject(target, node.start, node.end, value)
        return value

    def fitted(self, node: Typed, target: Type, code: Code) -> Typed:
        """Make ``node`` a ``target``, or report with ``code`` that it is none."""
        if not fits(node.type, target):
            self.say(self.misfit(code, target, node))
            return tree.Broken(target, node.start, node.end, (node,))
        return self.fit(node, target)

    def bounded(self, type_: Type, node: Node) -> Type:
        """Refuse a type that nests too deeply to be told from others."""
        if type_.depth < _DEEPEST:
            return type_
        if not is_unknown(type_):
            self.refuse(codes.TYPE_TOO_DEEP, node, f"types nest at most {_DEEPEST} deep")
        return DYNAMIC


def _text(name: Node) -> str:
    assert isinstance(name.value, str)
    return name.value

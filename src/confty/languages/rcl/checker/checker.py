"""The heart of the checker: requirements travel down, types travel up.

``Checker.check`` types an expression and makes it fit the place it stands in.  A requirement is
pushed into sub-expressions where that pins an error down: through statements, into branches,
elements and function bodies.  Everywhere else a type is inferred and compared.

What passed a check goes on with the type that was written, unions as a whole and in their order,
as in the original.
"""

from __future__ import annotations

from _collections_abc import Callable

from confty import types
from confty.kit.checking import Findings, Scope, Wanted
from confty.languages.rcl import codes
from confty.languages.rcl.checker import checked
from confty.languages.rcl.checker.annotations import Annotations
from confty.languages.rcl.checker.foresight import Foresight, Reach, surely_apart
from confty.languages.rcl.checker.mismatch import mismatch
from confty.languages.rcl.checker.origins import explained
from confty.languages.rcl.checker.signatures import std_type
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import RELATION, briefly
from confty.text import Diagnostic, Source, Span
from confty.types import DYNAMIC, NO, SAFE, Type, unfold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Final, TypeAlias

CONDITION: Final = Wanted(types.BOOL, "because a condition must be a Bool")
# How each kind of expression is checked, by its class.
Checks: TypeAlias = "Mapping[type, Callable[[Checker, Any, Wanted, int, int], checked.Found]]"

# Says what the file is that an import names; None when that is not known before evaluation.
ImportType = Callable[[syntax.Import, str, checked.Checked], checked.Imported | None]


class Checker:
    """One pass over one document: what is in scope, and what was said."""

    def __init__(
        self, source: Source, document: syntax.Document, import_type: ImportType,
        names: dict[str, checked.Found], checks: Checks,
    ) -> None:  # fmt: skip
        self.source = source
        self.checks = checks
        self.checked = checked.Checked(source, document)
        self.findings = Findings()
        self.checked.findings = self.findings.all
        self.foresight = Foresight()
        self.checked.foreseen = self.foresight.all
        self.annotations = Annotations(source, self.findings)
        self.checked.declarations = self.annotations.declarations
        self.import_type = import_type
        self.imported: dict[syntax.Import, checked.Imported | None] = {}
        self.serial = 0
        self.mistaken: dict[syntax.Node, Type] = {}
        # What conditions taught about names, here and now, and what a name for a test proves.
        self.narrowed: dict[checked.Binding, Type] = {}
        self.proofs: dict[checked.Binding, types.Proof[checked.Binding]] = {}
        # The tests to the left of this operand, whose operator evaluates both sides.
        self.beside: tuple[tuple[Span, types.Facts[checked.Binding]], ...] = ()
        # Whether this place is reached for sure.
        self.reach: Reach = True
        self.in_themselves: set[syntax.Name] = set()  # what is used in its own definition
        self.asked_for_inputs = False  # whether it was said that there are none
        # The names being defined, which cannot be used yet.
        self.defining: tuple[tuple[syntax.Name, Scope[checked.Binding]], ...] = ()
        self.tries = 0
        self.used: list[checked.Binding] = []  # in the order of the uses
        self.scope: Scope[checked.Binding] = Scope()
        self.bind("std", (DYNAMIC, std_type()), None)
        for name, found in names.items():
            self.bind(name, found, None)
        self.scope = Scope(self.scope)

    def run(self) -> checked.Checked:
        """Check the whole document."""
        body = self.checked.document.body
        # The original blames the whole text for its main expression; functions print that place.
        hard, known = self.check(body, checked.ANYTHING, 0, len(self.source.text))
        self.checked.known = hard if known is DYNAMIC else known
        for node, meant in self.annotations.meant.items():
            self.checked.types.setdefault(node, meant)
        return self.checked

    # Scope and findings.

    def bind(
        self, name: str, found: checked.Found, node: syntax.Name | None, role: str = ""
    ) -> checked.Binding:
        """Bring a name into scope; the caller restores the scope it had."""
        self.serial += 1
        binding = checked.Binding(name, found, node, self.serial, role)
        if node is not None:
            self.checked.binders[node] = binding
            self.checked.types[node] = found[1]
        if name in self.annotations.modules:
            modules = self.annotations.modules
            self.annotations.modules = {one: file for one, file in modules.items() if one != name}
        self.scope.names[name] = binding
        return binding

    def known_of(self, binding: checked.Binding) -> Type:
        """Return what is known about a name at this place."""
        return self.narrowed.get(binding, binding.known)

    def span(self, start: int, end: int) -> Span:
        """A span of this document."""
        return Span(self.source, start, end)

    def report(self, finding: Diagnostic) -> None:
        """Keep a finding."""
        self.findings.say(finding)

    # Making a type fit.

    def check(self, node: syntax.Expr, wanted: Wanted, start: int, end: int) -> checked.Found:
        """Type ``node`` and make it fit; ``start`` and ``end`` are the place that is blamed."""
        if wanted.type is not DYNAMIC:
            self.checked.wanted[node] = wanted.type
        found = self.checks[node.__class__](self, node, wanted, start, end)
        self.checked.types[node] = self.mistaken.pop(node, found[1])
        return found

    def infer(self, node: syntax.Expr) -> checked.Found:
        """Type ``node`` where anything will do."""
        return self.check(node, checked.ANYTHING, node.start, node.end)

    def require(
        self, node: syntax.Node, found: checked.Found, wanted: Wanted, start: int, end: int
    ) -> checked.Found:
        """Compare a found type with the wanted one: accept, put a check there, or refuse."""
        hard, known = found
        if wanted.type is DYNAMIC:
            return found
        verdict = RELATION.assignable(hard, wanted.type)
        if verdict is SAFE:
            return found
        if verdict is NO:
            finding = mismatch(wanted, hard, self.span(start, end))
            self.report(explained(self.checked, finding, node, hard))
            # Go on as if it were right, so that one mistake is told once; editors see the truth.
            self.mistaken[node] = known
            return wanted.type, wanted.type
        certain = SAFE if known is types.NEVER else RELATION.assignable(known, wanted.type)
        self.checked.guards[node] = checked.Guard(wanted, start, end, proven=certain is SAFE)
        if certain is NO:
            finding = mismatch(wanted, known, self.span(start, end))
            finding = explained(self.checked, finding, node, known)
            self.will_fail(finding, surely=surely_apart(known, wanted.type))
        elif certain is not SAFE and not (isinstance(wanted, checked.Annotated) and wanted.cast):
            self.may_be_null(known, wanted, start, end)
        settled = settle(hard, wanted.type)
        return settled, (known if certain is SAFE else settled)

    def declare(self, items: Sequence[tuple[syntax.Noncode, syntax.Control]]) -> None:
        """Bring the type aliases among statements into scope, before all others."""
        aliases = [
            (before, one) for before, one in items if isinstance(one, syntax.TypeAliasStatement)
        ]
        if not aliases:
            return
        for _, one in items:
            # An alias may mention the types of a file that is imported beside it.
            if isinstance(one, syntax.Let):
                self.import_types(one)
        self.annotations.declare(aliases)

    def import_types(self, node: syntax.Let) -> None:
        """Bring the types of an imported file into scope under the name the file is bound to."""
        value = node.value
        while isinstance(value, syntax.Parens):
            value = value.body
        found = self.file(value) if isinstance(value, syntax.Import) else None
        if found is not None and found.exports is not None:
            modules = self.annotations.modules
            self.annotations.modules = {**modules, node.name.text: found.exports}

    def export(self, items: Sequence[tuple[syntax.Noncode, syntax.Control]]) -> None:
        """Give the types that the document declares itself to its importers."""
        names = [one.name.text for _, one in items if isinstance(one, syntax.TypeAliasStatement)]
        aliases = self.annotations.aliases
        self.checked.exports = {name: aliases[name] for name in names if name in aliases}

    def file(self, node: syntax.Import) -> checked.Imported | None:
        """Say what the file is that an import names."""
        if node not in self.imported:
            path = syntax.import_path(node)
            found = None if path is None else self.import_type(node, path, self.checked)
            if found is not None and found.declarations is not None:
                self.annotations.declarations.take_over(found.declarations)
            self.imported[node] = found
        return self.imported[node]

    def annotated(self, annotation: syntax.TypeExpr) -> checked.Annotated:
        """Ask for what an annotation says."""
        type_ = self.annotations.type_of(annotation)
        return checked.Annotated(type_, self.source, annotation, self.annotations.declarations)

    # What the known types say.

    def will_fail(
        self, finding: Diagnostic, *, surely: bool = True, declared: bool = False
    ) -> None:
        """Say what the original finds out only when it gets there: an error if it surely does.

        What contradicts a ``declared`` type is an error everywhere: the original has none.
        """
        warning = codes.WILL_FAIL.at(finding.span, finding.message)
        warning.notes, warning.help, warning.label = finding.notes, finding.help, finding.label
        warning.fix, warning.safe = finding.fix, finding.safe
        self.foresight.say(finding, warning, declared or (self.reach if surely else None))

    def may_fail(self, finding: Diagnostic) -> None:
        """Warn of what works for some of the values that may come."""
        self.foresight.warn(finding)

    def may_be_null(self, known: Type, wanted: Wanted, start: int, end: int) -> None:
        """Warn of a value that may be null where null is not wanted."""
        inside = unfold(known)
        if not isinstance(inside, types.Union) or types.NULL not in inside.members:
            return
        if RELATION.assignable(types.NULL, wanted.type) is NO:
            span = self.span(start, end)
            told = f"expected {briefly(wanted.type)}, found {briefly(known)}"
            finding = wanted.blamed(codes.MAY_FAIL.at(span, told).labelled("this may be null"))
            self.may_fail(finding.with_help("test it first: if ... != null: ... else: ..."))


def settle(source: Type, target: Type) -> Type:
    """Return the type of a value of ``source`` that passed a check against ``target``."""
    if isinstance(source, types.MapOf) and isinstance(target, types.MapOf):
        return types.map_of(
            _settle_part(source.key, target.key), _settle_part(source.value, target.value)
        )
    return target


def _settle_part(source: Type, target: Type) -> Type:
    return source if RELATION.assignable(source, target) is SAFE else settle(source, target)

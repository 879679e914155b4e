"""The heart of the checker: requirements travel down, types travel up.

``Checker.check`` types an expression and makes it fit the place it stands in.  A requirement is
pushed into sub-expressions where that pins an error down: through statements, into branches,
elements and function bodies.  Everywhere else a type is inferred and compared.

What passed a check goes on with the type that was written, unions as a whole and in their order,
as in the original.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from confty import types
from confty.kit.checking import Findings, Scope, Wanted
from confty.languages.rcl import codes
from confty.languages.rcl.checker.annotations import Annotations
from confty.languages.rcl.checker.checked import (
    ANYTHING,
    Annotated,
    Binding,
    Checked,
    Found,
    Guard,
    part,
)
from confty.languages.rcl.checker.mismatch import mismatch
from confty.languages.rcl.checker.signatures import std_type
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import RELATION
from confty.text import Diagnostic, Source, Span
from confty.types import DYNAMIC, NO, SAFE, Type, unfold

CONDITION: Final = Wanted(types.BOOL, "because a condition must be a Bool")
# How each kind of expression is checked, by its class.
Checks: TypeAlias = "Mapping[type, Callable[[Checker, Any, Wanted, int, int], Found]]"

# Types the file that an import names; None when that is not known before evaluation.
ImportType = Callable[[syntax.Import, str, Checked], Type | None]


class Checker:
    """One pass over one document: what is in scope, and what was said."""

    def __init__(
        self, source: Source, document: syntax.Document, import_type: ImportType,
        names: dict[str, Found], checks: Checks,
    ) -> None:  # fmt: skip
        self.source = source
        self.checks = checks
        self.checked = Checked(source, document)
        self.findings = Findings()
        self.checked.findings = self.findings.all
        self.annotations = Annotations(source, self.findings)
        self.checked.declared = self.annotations.written
        self.import_type = import_type
        self.serial = 0
        self.mistaken: dict[syntax.Node, Type] = {}
        self.scope: Scope[Binding] = Scope()
        self.bind("std", (DYNAMIC, std_type()), None)
        for name, found in names.items():
            self.bind(name, found, None)

    def run(self) -> Checked:
        """Check the whole document."""
        body = self.checked.document.body
        # The original blames the whole text for its main expression; functions print that place.
        hard, known = self.check(body, ANYTHING, 0, len(self.source.text))
        self.checked.known = hard if known is DYNAMIC else known
        return self.checked

    # Scope and findings.

    def bind(self, name: str, found: Found, node: syntax.Name | None) -> Binding:
        """Bring a name into scope; the caller restores the scope it had."""
        self.serial += 1
        binding = Binding(name, found, node, self.serial)
        self.scope.names[name] = binding
        if node is not None:
            self.checked.binders[node] = binding
            self.checked.types[node] = found[1]
        return binding

    def span(self, start: int, end: int) -> Span:
        """A span of this document."""
        return Span(self.source, start, end)

    def report(self, finding: Diagnostic) -> None:
        """Keep a finding."""
        self.findings.say(finding)

    # Making a type fit.

    def check(self, node: syntax.Expr, wanted: Wanted, start: int, end: int) -> Found:
        """Type ``node`` and make it fit; ``start`` and ``end`` are the place that is blamed."""
        found = self.checks[node.__class__](self, node, wanted, start, end)
        self.checked.types[node] = self.mistaken.pop(node, found[1])
        return found

    def infer(self, node: syntax.Expr) -> Found:
        """Type ``node`` where anything will do."""
        return self.check(node, ANYTHING, node.start, node.end)

    def require(
        self, node: syntax.Node, found: Found, wanted: Wanted, start: int, end: int
    ) -> Found:
        """Compare a found type with the wanted one: accept, put a check there, or refuse."""
        hard, known = found
        if wanted.type is DYNAMIC:
            return found
        verdict = RELATION.assignable(hard, wanted.type)
        if verdict is SAFE:
            return found
        if verdict is NO:
            self.report(mismatch(wanted, hard, self.span(start, end)))
            # Go on as if it were right, so that one mistake is told once; editors see the truth.
            self.mistaken[node] = known
            return wanted.type, wanted.type
        certain = SAFE if known is types.NEVER else RELATION.assignable(known, wanted.type)
        self.checked.guards[node] = Guard(wanted, start, end, proven=certain is SAFE)
        if certain is NO:
            self.will_fail(mismatch(wanted, known, self.span(start, end)))
        settled = settle(hard, wanted.type)
        return settled, (known if certain is SAFE else settled)

    def function(
        self,
        node: syntax.Function,
        wanted: Wanted,
        start: int,
        end: int,
        hints: tuple[Type, ...] = (),
    ) -> Found:
        """Check a function literal; ``hints`` are known types of parameters nothing requires."""
        self.checked.repeats = True
        asked = unfold(wanted.type)
        count = len(node.parameters)
        required: tuple[Type, ...] | None = None
        result = ANYTHING
        if isinstance(asked, types.Function) and len(asked.parameters or ()) == count:
            required = tuple([one.type for one in asked.parameters or ()])
            result = part(wanted, asked.result, -1)
        hard = required or (DYNAMIC,) * count
        known = required or (hints + (DYNAMIC,) * count)[:count]
        scope = self.scope
        self.scope = Scope(scope)
        for name, found in zip(node.parameters, zip(hard, known, strict=True), strict=True):
            self.bind(name.text, found, name)
        body = self.check(node.body, result, node.body.start, node.body.end)
        self.scope = scope
        names = [name.text for name in node.parameters]
        parameters = [types.parameter(*pair) for pair in zip(names, hard, strict=True)]
        made, own = types.function_of(parameters, body[0]), types.function_of(parameters, body[1])
        self.checked.functions[node] = (made, start, end)
        self.checked.types[node] = own
        if required is None and RELATION.assignable(made, wanted.type) is NO:
            return self.require(node, (made, own), wanted, start, end)
        # What the function gives is not known well enough to check; its uses will show.
        return made, own

    def declare(self, items: Sequence[syntax.Control]) -> None:
        """Bring the type aliases among statements into scope, before all others."""
        aliases = [one for one in items if isinstance(one, syntax.TypeAliasStatement)]
        if aliases:
            self.annotations.declare(aliases)

    def statement(self, node: syntax.Control) -> None:
        """Check a statement; what it binds stays in scope."""
        if isinstance(node, syntax.Let):
            self._let(node)
        elif isinstance(node, syntax.Assert):
            self.check(node.condition, CONDITION, node.condition.start, node.condition.end)
            self.infer(node.message)
        elif isinstance(node, syntax.Trace):
            self.infer(node.message)

    def _let(self, node: syntax.Let) -> None:
        value = node.value
        if node.annotation is None:
            found = self.infer(value)
        else:
            type_ = self.annotations.type_of(node.annotation)
            because = "because of this annotation"
            wanted = Annotated(type_, because, self.source, node.annotation)
            self.check(value, wanted, value.start, value.end)
            found = (type_, type_)
        binding = self.bind(node.name.text, found, node.name)
        self.checked.values[binding] = value
        if isinstance(value, syntax.Function):
            binding.function = value

    def will_fail(self, finding: Diagnostic) -> None:
        """Warn of what the original finds out only when it gets there."""
        warning = codes.WILL_FAIL.at(finding.span, finding.message)
        warning.notes, warning.help, warning.label = finding.notes, finding.help, finding.label
        self.report(warning)


def settle(source: Type, target: Type) -> Type:
    """Return the type of a value of ``source`` that passed a check against ``target``."""
    if isinstance(source, types.MapOf) and isinstance(target, types.MapOf):
        return types.map_of(
            _settle_part(source.key, target.key), _settle_part(source.value, target.value)
        )
    return target


def _settle_part(source: Type, target: Type) -> Type:
    return source if RELATION.assignable(source, target) is SAFE else settle(source, target)

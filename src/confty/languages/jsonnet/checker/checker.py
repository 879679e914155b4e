"""The checker's heart: one pass over one file, keeping what is in scope and what was said.

``infer`` finds the type of an expression through a table of rules, one small function a kind of
node, and notes it.  Types flow up; what a place wants is asked with ``want``.  Surroundings
(names, the enclosing object, what conditions have proved) are plain values that are swapped,
never changed, so that a name can be worked out later as if it were now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Protocol, TypeAlias

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import members, vague
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.checker.scope import Frame, Scope, Variable
from confty.languages.jsonnet.checker.signatures import library
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, RELATION
from confty.text import Code, Diagnostic, Edit, Severity, Source, Span

Pair = tuple[types.Type, types.Type]
# How to find the type of an expression, by the class of its node.
Inference: TypeAlias = (
    "Mapping[type[syntax.Node], Callable[[Checker, syntax.Expression], types.Type]]"
)
_MOST_TRIALS: Final = 3


class Imports(Protocol):
    """What a file can see of the rest: imports, and the types the project gives to variables."""

    def imported(self, node: syntax.Import, checker: Checker) -> types.Type:
        """Return the type of an imported file, reporting one that is not there."""

    def declared_at(
        self, node: syntax.Import, path: tuple[str | int, ...], checker: Checker
    ) -> Span | None:
        """Where a part of an imported file of another language is declared."""

    def external(self, name: str) -> types.Type:
        """Return the type of an external variable."""


class Checker:
    """The state of one file's check."""

    def __init__(self, source: Source, imports: Imports, inference: Inference) -> None:
        self.source = source
        self.imports = imports
        self._inference = inference
        self.types: dict[syntax.Node, types.Type] = {}
        self.frames: dict[syntax.Node, Frame] = {}
        self.uses: dict[syntax.Node, Variable] = {}
        self.findings: list[Diagnostic] = []
        self.said: set[tuple[int, int, str]] = set()
        self.scope = Scope(None)
        self.frame: Frame | None = None
        self.narrowed: dict[Variable, types.Type] = {}
        self.touched: set[Frame] = set()
        # What each condition proves, kept because chains of && ask for their parts again.
        self.proofs: dict[
            syntax.Node, tuple[dict[Variable, types.Fact], dict[Variable, types.Fact]]
        ] = {}
        self.standard = Variable(syntax.Identifier(0, 0, "std"), "std", library())
        self.scope.names["std"] = self.standard
        self.trials = 0
        # The stretch of the last complaint about reaching.
        self.dead = (-1, -1)
        # Inside a loop over nothing, where no complaint about reaching makes sense.
        self.idle = 0
        # Stretches that run late or never: a mistake in them is not certain to be met.
        self.doubtful: list[tuple[int, int]] = []
        # Names of which it is not worth saying that they are unused.
        self.quiet: set[syntax.Node] = set()
        # Types of default values, by the variable that stands for the parameter.
        self.defaults: dict[str, types.Type] = {}

    # Types.

    def infer(self, node: syntax.Expression) -> types.Type:
        """Find and note the type of an expression."""
        found = self._inference[type(node)](self, node)
        self.types[node] = found
        return found

    def force(self, variable: Variable) -> types.Type:
        """Return a variable's own type, working it out now if need be."""
        if variable.type is not None:
            return variable.type
        if variable.busy is not None:
            return variable.busy
        assert variable.pending is not None
        variable.busy = ANY
        outside = self.touched
        self.touched = set()
        variable.type = variable.pending()
        variable.touches = frozenset(self.touched)
        self.touched = outside
        variable.busy = variable.pending = None
        return variable.type

    def look(self, variable: Variable) -> types.Type:
        """Return what a variable's type is here, after the conditions around."""
        type_ = self.force(variable)
        if variable.touches:
            self.touched |= variable.touches
        return self.narrowed.get(variable, type_) if self.narrowed else type_

    def declare_for_test(self, name: syntax.Identifier) -> tuple[Scope, Variable]:
        """Return a scope with one more name, to read a predicate's body in."""
        scope = Scope(self.scope)
        probe = Variable(name, "parameter", ANY)
        scope.names[name.name] = probe
        return scope, probe

    def attempt(self, work: Callable[[], types.Type | None]) -> types.Type | None:
        """Infer something on trial: None takes back all that was said meanwhile."""
        if self.trials >= _MOST_TRIALS:
            return None  # trials inside trials would double the work each time
        marks = len(self.findings), len(self.doubtful)
        self.trials += 1
        found = work()
        self.trials -= 1
        if found is None:
            for finding in self.findings[marks[0] :]:
                assert finding.span is not None
                self.said.discard((finding.span.start, finding.span.end, finding.message))
            del self.findings[marks[0] :]
            del self.doubtful[marks[1] :]
        return found

    # Saying things.

    def report(
        self, code: Code, node: syntax.Node, message: str, severity: Severity | None = None
    ) -> Diagnostic | None:
        """Report a finding about a node, once; it can be told more before the check is over."""
        while isinstance(node, syntax.Parens):
            node = node.inner
        key = (node.start, node.end, message)
        if key in self.said:
            return None
        self.said.add(key)
        finding = code.at(Span(self.source, node.start, node.end), message)
        if severity is not None and severity is not finding.severity:
            finding = finding.with_severity(severity)
        self.findings.append(finding)
        return finding

    def add_help(self, text: str) -> None:
        """Add help to the finding reported last."""
        self.findings[-1] = self.findings[-1].with_help(text)

    def add_guess(self, node: syntax.Node, name: str) -> None:
        """Say what was probably meant instead of a name, and offer to write it."""
        edit = Edit(Span(self.source, node.start, node.end), name)
        self.findings[-1] = self.findings[-1].with_help(f"did you mean `{name}`?").with_fix(edit)

    def add_note(self, node: syntax.Node, text: str) -> None:
        """Add a place that explains the finding reported last."""
        self.findings[-1] = self.findings[-1].note(Span(self.source, node.start, node.end), text)

    def want(
        self,
        node: syntax.Node,
        found: types.Type,
        wanted: types.Type,
        severity: Severity | None = None,
    ) -> bool:
        """Ask that a value fits; say so for each part of a union that does not."""
        found, wanted = erased(found), erased(wanted)
        if vague(found):
            return True
        if RELATION.assignable(found, wanted) is types.SAFE:
            return True
        wrong = misfits(found, wanted)
        if not wrong:
            return True
        if severity is None:
            certain = RELATION.assignable(found, wanted) is types.NO
            severity = Severity.ERROR if certain else Severity.WARNING
        for target, part in wrong:
            message = f"expected `{spell(target)}`, found `{spell(part)}`"
            self.report(codes.TYPE_MISMATCH, node, message, severity)
        return False

    def reached(self, node: syntax.Node, *needed: types.Type) -> None:
        """Say so when a value that is needed here can never be there."""
        if types.NEVER not in needed or self.idle:
            return
        first, last = self.dead
        if not (node.start <= first and last <= node.end):
            # Said of the smallest part only, not again of everything around it.
            self.report(
                codes.UNREACHABLE, node, "this is never reached, for a part of it always fails"
            )
        self.dead = node.start, node.end

    def unused(self, variables: Iterable[Variable]) -> None:
        """Report the names that nobody used."""
        for variable in variables:
            name = variable.name
            if variable.used:
                continue
            if variable.value is not None:
                self.doubtful.append((variable.value.start, variable.value.end))
            if name in self.quiet or name.name[:1] in {"_", ""}:
                continue
            said = self.report(codes.UNUSED_NAME, name, f"`{name.name}` is never used")
            if said is not None:
                edit = Edit(Span(self.source, name.start, name.end), f"_{name.name}")
                helped = said.with_help(f"remove it, or call it `_{name.name}`")
                self.findings[-1] = helped.with_fix(edit) if variable.role == "loop" else helped

    def settled(self) -> list[Diagnostic]:
        """Return the findings; what stands where the program may never come is a warning."""
        ranges = sorted(self.doubtful)
        if not ranges:
            return self.findings
        return [self._in_doubt(one, ranges) for one in self.findings]

    def _in_doubt(self, finding: Diagnostic, ranges: list[tuple[int, int]]) -> Diagnostic:
        if finding.severity is not Severity.ERROR or finding.code in codes.STATIC:
            return finding
        assert finding.span is not None
        start, end = finding.span.start, finding.span.end
        if any(first <= start and end <= last for first, last in ranges):
            return finding.with_severity(Severity.WARNING)
        return finding


def misfits(found: types.Type, wanted: types.Type) -> list[Pair]:
    """List the parts of ``found`` that do not fit, each with what was wanted of it."""
    verdict = RELATION.assignable(found, wanted)
    if verdict is types.SAFE:
        return []
    parts = members(found)
    if len(parts) > 1:
        return [pair for part in parts for pair in misfits(part, wanted)]
    if verdict is types.NO:
        return [(wanted, found)]
    if isinstance(found, (types.ListOf, types.SetOf)) and isinstance(
        wanted, (types.ListOf, types.SetOf)
    ):
        return misfits(found.element, wanted.element)
    if isinstance(found, types.Tuple) and isinstance(wanted, (types.ListOf, types.SetOf)):
        return [pair for part in found.elements for pair in misfits(part, wanted.element)]
    if isinstance(found, types.Object) and isinstance(wanted, types.Object):
        shared = [one for one in wanted.fields if one.name in found.by_name]
        return [pair for one in shared for pair in misfits(found.by_name[one.name].type, one.type)]
    return []

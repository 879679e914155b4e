"""The checker's heart: one pass over one file, keeping what is in scope and what was said.

``infer`` finds the type of an expression through a table of rules, one small function a kind of
node, and notes it.  Types flow up; what a place wants is asked with ``want``.  The standpoint
(names, the enclosing object, what conditions have proved) is made of plain values that are
swapped, never changed, so that a name can be worked out later as if it were now.
"""

from __future__ import annotations

from _bisect import bisect_right
from itertools import accumulate

from confty import types
from confty.generics import Protocol
from confty.kit.checking import Findings, Wanted
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import members, vague
from confty.languages.jsonnet.checker.letters import exact
from confty.languages.jsonnet.checker.look_budget import Known, Looks
from confty.languages.jsonnet.checker.notation import tell
from confty.languages.jsonnet.checker.scope import (
    Doubt,
    ObjectScope,
    Scope,
    Standpoint,
    UnfinishedField,
    Variable,
)
from confty.languages.jsonnet.checker.signatures import library
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.rules import ANY, RELATION
from confty.patterns import pattern
from confty.records import Record
from confty.text import Code, Diagnostic, Edit, Note, Severity, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Final, TypeAlias

# How to find the type of an expression, by the class of its node.
Inference: TypeAlias = (
    "Mapping[type[syntax.Node], Callable[[Checker, syntax.Expression], types.Type]]"
)
_UNDERSCORED: Final = pattern(r"\b_\w*")
# Why a type is asked for that stands in a comment.
WRITTEN: Final = "its type is written here"
# Said with this, a finding depends on which member of a union arrives: that is a lint of its own.
PARTLY: Final = Severity.HINT
# What is noted while something is inferred: types, frames, uses, proofs, findings, doubts, the
# last dead stretch, idle loops, the objects whose self was read.
_Notes: TypeAlias = (
    "tuple[dict[syntax.Node, types.Type], dict[syntax.Node, ObjectScope],"
    " dict[syntax.Node, Variable], dict[syntax.Node, types.Proof[Variable]], Findings,"
    " list[tuple[int, int]], tuple[int, int], int, set[ObjectScope]]"
)


class Imports(Protocol):
    """What a file can see of the rest: imports, and the types the project gives to variables."""

    def imported(self, node: syntax.Import, checker: Checker) -> types.Type:
        """Return the type of an imported file, reporting one that is not there."""

    def declared_at(
        self, node: syntax.Import, path: tuple[str | int, ...], checker: Checker
    ) -> Span | None:
        """Where a part of an imported file of another language is declared."""

    def written_at(
        self, node: syntax.Import, path: tuple[str | int, ...], checker: Checker
    ) -> Span | None:
        """Where a part of an imported file of another language is written."""

    def text(self, node: syntax.Import) -> str | None:
        """Return the text of a data file that is imported as one, None where it is not known."""

    def resolve(self, path: str) -> str | None:
        """Name the file that a path means here, None where there is none."""

    def external(self, name: str) -> types.Type:
        """Return the type of an external variable."""

    def natives(self) -> dict[str, str]:
        """Return the signatures of the native functions that a run will have."""


class Annotation(metaclass=Record):
    """A type that somebody wrote in a comment, and where."""

    type: Final[types.Type]
    span: Final[Span]


class Whence(Protocol):
    """How to find where a value comes from that does not fit."""

    def __call__(
        self, check: Checker, subject: syntax.Node, found: types.Type, *, likely: bool = True
    ) -> tuple[Note, ...]:
        """Return the places, to be judged later."""


class Checker:
    """The state of one file's check."""

    def __init__(
        self, source: Source, imports: Imports, inference: Inference, whence: Whence
    ) -> None:
        self.source = source
        self.imports = imports
        self._inference = inference
        self._whence = whence
        # What was found out, node by node: its type, the object it means, the name it uses.
        self.types: dict[syntax.Node, types.Type] = {}
        self.frames: dict[syntax.Node, ObjectScope] = {}
        self.uses: dict[syntax.Node, Variable] = {}
        self.findings = Findings()
        # The surroundings: names, the enclosing object, what conditions have proved.
        self.scope = Scope(None)
        self.frame: ObjectScope | None = None
        self.narrowed: dict[Variable, types.Type] = {}
        # The objects whose self was read in what is being inferred.
        self.touched: set[ObjectScope] = set()
        # What each condition proves, kept because chains of && ask for their parts again.
        self.proofs: dict[syntax.Node, types.Proof[Variable]] = {}
        self.standard = Variable(syntax.Identifier(0, 0, "std"), "std", library())
        self.scope.names["std"] = self.standard
        # How many trials and how many functions are around what is being inferred.
        self.trials = self.in_functions = 0
        # The stretch of the last complaint about reaching.
        self.dead = (-1, -1)
        # Inside a loop over nothing, where no complaint about reaching makes sense.
        self.idle = 0
        # Stretches that run late or never: a mistake in them is not certain to be met.
        self.doubtful: list[tuple[int, int]] = []
        # Names of which it is not worth saying that they are unused.
        self.quiet: set[syntax.Node] = set()
        # What the text alone says of each function, by its body, and the fields of each literal.
        self.functions: dict[syntax.Node, types.Function] = {}
        self.fields: dict[syntax.Node, dict[str, syntax.Field]] = {}
        # Fields that cannot be wrong and wait until somebody asks: what documents, and functions.
        self.waiting: list[tuple[ObjectScope, UnfinishedField]] = []
        self.uncalled: list[tuple[ObjectScope, UnfinishedField]] = []
        # The types that are written in comments, by the bind or the field they stand before.
        self.annotations: dict[syntax.Node, Annotation] = {}
        # Whether a body or a literal is being looked at again, knowing more than its text says,
        # and the notes of the text alone meanwhile.
        self.close = False
        # The conditions around that are neither known to hold nor to fail.
        self.unsure: Doubt | None = None
        # The index or the call of the library whose parts are held against each other.
        self.beside: syntax.Expression | None = None
        self.own_work = self.work = Looks()
        self._general: _Notes | None = None
        self._underscores: set[str] | None = None

    # Closer looks.

    def surroundings(self) -> Standpoint:
        """Return where we are, to come back later."""
        return Standpoint(self.scope, self.frame, self.narrowed, self.unsure)

    def general(self, node: syntax.Node) -> types.Type | None:
        """Return the type of a node as the text alone gives it."""
        return (self.types if self._general is None else self._general[0]).get(node)

    def look_closer(self, work: Looks, around: Standpoint, job: Callable[[], types.Type]) -> Known:
        """Infer something again in its surroundings; return its type and what was said."""
        notes = self._notes()
        state = self.scope, self.frame, self.narrowed, self.close, self.work, self._general
        unsure, self.unsure = self.unsure, around.unsure
        if not self.close:
            self._general = notes
        self._take(({}, {}, {}, {}, Findings(), [], (-1, -1), 0, set()))
        self.scope, self.frame, self.narrowed = around.scope, around.frame, around.narrowed
        self.close, self.work = True, work
        work.listen()
        try:
            found = job()
        finally:
            inside = work.heard()
            said = [one for one in self.settled() if one.severity is Severity.ERROR]
            self._take(notes)
            self.scope, self.frame, self.narrowed = state[:3]
            self.close, self.work, self._general = state[3:]
            self.unsure = unsure
        return found, (*said, *inside)

    def apart(self, node: syntax.Expression) -> tuple[types.Type, tuple[Diagnostic, ...]]:
        """Infer an argument, which is worked out only where it is used: what is said is kept."""
        mark = len(self.findings)
        self.work.listen()
        found = self.infer(node)
        heard = self.work.heard()
        own = [one for one in self.findings.all[mark:] if one.severity is Severity.ERROR]
        self.findings.take_back(mark)
        return found, (*own, *heard)

    def hear(self, said: Iterable[Diagnostic]) -> None:
        """Note what a closer look said; where conditions decide, only what no value mends."""
        if self.unsure:
            said = [one for one in said if not self._guarded(one.code, one.span)]
        self.work.hear(said)

    def _guarded(self, code: Code, span: Span | None, node: syntax.Node | None = None) -> bool:
        """Whether the conditions around may well keep a mistake from being met.

        That is so for kinds and counts, which depend on values, for a field that is tested, and
        for one of a value of which another field is compared, since that tells which value it is;
        a condition that speaks of nothing that the place itself does is about something else.
        """
        if code in codes.OF_VALUES:
            return node is None or self._tested(node)
        if code is not codes.NO_SUCH_FIELD or span is None:
            return False
        subject = syntax.stripped(node.target) if isinstance(node, syntax.Dot) else None
        if isinstance(subject, syntax.Name) and any(
            syntax.tells_kind(test, subject.name) for test in self.unsure or ()
        ):
            return True
        name = span.text.rpartition(".")[2].strip("'\"")
        if any(syntax.mentions(test, name) for test in self.unsure or ()):
            return True
        # A name that is worked out is tested under the name that it has.
        tests = self.unsure or ()
        return span.text.isidentifier() and any(span.text in syntax.words(one) for one in tests)

    def _tested(self, node: syntax.Node) -> bool:
        """Whether a condition around speaks of something that a place speaks of.

        What stands beside it in a call or an index belongs to the place, but for what is written
        out: a value that is one for all turns.
        """
        said = syntax.words(node)
        if said and self.beside is not None:
            said |= syntax.words(self.beside)
        return any(not said.isdisjoint(syntax.words(test)) for test in self.unsure or ())

    def _notes(self) -> _Notes:
        return (
            self.types,
            self.frames,
            self.uses,
            self.proofs,
            self.findings,
            self.doubtful,
            self.dead,
            self.idle,
            self.touched,
        )

    def _take(self, notes: _Notes) -> None:
        self.types, self.frames, self.uses, self.proofs, self.findings = notes[:5]
        self.doubtful, self.dead, self.idle, self.touched = notes[5:]

    def in_general(self, job: Callable[[], types.Type]) -> types.Type:
        """Infer what belongs to the text alone, also from inside of a closer look."""
        if not self.close:
            return job()
        assert self._general is not None
        notes, general, work = self._notes(), self._general, self.work
        self._take(general)
        self.close, self._general, self.work = False, None, self.own_work
        try:
            return job()
        finally:
            self._general = self._notes()
            self._take(notes)
            self.close, self.work = True, work

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
        if self.close and not variable.close:
            return self.in_general(lambda: self._found(variable))
        return self._found(variable)

    def _found(self, variable: Variable) -> types.Type:
        assert variable.pending is not None
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
        if variable.said:
            self.hear(variable.said)
        return self.narrowed.get(variable, type_) if self.narrowed else type_

    def declare_for_test(self, name: syntax.Identifier) -> tuple[Scope, Variable]:
        """Return a scope with one more name, to read a predicate's body in."""
        scope = Scope(self.scope)
        probe = Variable(name, "parameter", ANY)
        scope.names[name.name] = probe
        return scope, probe

    def attempt(self, work: Callable[[], types.Type | None]) -> types.Type | None:
        """Infer something on trial: None takes back all that was said meanwhile."""
        if not self.work.may_try(self.trials):
            return None  # trials inside trials would double the work each time
        marks = len(self.findings), len(self.doubtful)
        self.trials += 1
        self.work.listen()
        found = work()
        heard = self.work.heard()
        self.trials -= 1
        if found is not None:
            self.work.hear(heard)
        else:
            self.findings.take_back(marks[0])
            del self.doubtful[marks[1] :]
        return found

    # Saying things.

    def span(self, node: syntax.Node) -> Span:
        """Return the stretch of a node, without parentheses around it.

        Of a chain over several lines that is its last link: what stands above is not meant.
        """
        while isinstance(node, syntax.Parens):
            node = node.inner
        start = node.start
        link = node.callee if isinstance(node, syntax.Call) else node
        if isinstance(link, syntax.Dot) and "\n" in self.source.text[start : link.field.start]:
            start = link.field.start
        return Span(self.source, start, node.end)

    def report(
        self, code: Code, node: syntax.Node, message: str, severity: Severity | None = None
    ) -> Diagnostic | None:
        """Report a finding about a node; None where the same was said before."""
        if self.close and self.unsure and self._guarded(code, self.span(node), node):
            return None
        if severity is PARTLY:
            code, severity = codes.MAY_FAIL, None
        new = self.findings.say(code.at(self.span(node), message), severity)
        return self.findings.last if new else None

    def report_value(
        self,
        code: Code,
        node: syntax.Node,
        message: str,
        found: types.Type,
        severity: Severity | None = None,
    ) -> None:
        """Report a value that cannot be used as it is; of a null also where it comes from."""
        if self.report(code, node, message, severity) and found is types.NULL:
            self.findings.amend(self.findings.last.noted(*self._whence(self, node, found)))

    def add_help(self, text: str) -> None:
        """Add help to the finding reported last."""
        self.findings.amend(self.findings.last.with_help(text))

    def add_guess(self, node: syntax.Node, name: str, written: str | None = None) -> None:
        """Say what was probably meant instead of a name, and offer to write it."""
        edit = Edit(Span(self.source, node.start, node.end), written or name)
        helped = self.findings.last.with_help(f"did you mean `{name}`?")
        self.findings.amend(helped.with_fix(edit))

    def want(
        self,
        node: syntax.Node,
        found: types.Type,
        wanted: types.Type | Wanted,
        severity: Severity | None = None,
    ) -> bool:
        """Ask that a value fits; say so for each part of a union that does not."""
        asked = wanted.type if isinstance(wanted, Wanted) else wanted
        if asked is found or asked is ANY:
            return True  # four of five times, and without looking into what waits
        found, asked = types.plain(erased(found)), types.plain(erased(asked))
        if vague(found):
            return True
        verdict = RELATION.assignable(found, asked)
        if verdict is types.SAFE:
            return True
        if verdict is types.UNSAFE and (letters := exact(node, found)) is not found:
            # The very letters may be what is asked for, where any string is not.
            found, verdict = letters, RELATION.assignable(letters, asked)
            if verdict is types.SAFE:
                return True
        wrong = types.misfits(found, asked, RELATION)
        if self.close and self.unsure and self._tested(node):
            return not wrong
        if severity is None:
            severity = Severity.ERROR if verdict is types.NO else PARTLY
        code = codes.MAY_FAIL if severity is PARTLY else codes.TYPE_MISMATCH
        calls = any(isinstance(one, types.Function) for one in members(asked))
        for mismatch in wrong:
            finding = tell(code, self.span(node), mismatch)
            if isinstance(wanted, Wanted):
                finding = wanted.blamed(finding)
            hardly = found is types.NULL or (isinstance(found, types.Function) and not calls)
            finding = finding.noted(*self._whence(self, node, found, likely=hardly))
            self.findings.say(finding, None if severity is PARTLY else severity)
        return not wrong

    def reached(self, node: syntax.Node, *needed: types.Type) -> None:
        """Say so when a value that is needed here can never be there."""
        if types.NEVER not in needed or self.idle or self.close:
            return
        if types.NEVER in self.narrowed.values():
            return  # a test that cannot hold guards this: it is not met, so it does not fail
        first, last = self.dead
        if not (node.start <= first and last <= node.end):
            # Said of the smallest part only, not again of everything around it.
            self.report(
                codes.UNREACHABLE, node, "this is never reached, for a part of it always fails"
            )
        self.dead = node.start, node.end

    def unused(self, variables: Iterable[Variable]) -> None:
        """Report the names that nobody used."""
        if self.close:
            return
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
                said = said.with_help(f"remove it, or call it `_{name.name}`")
                # A parameter's name belongs to who calls; a name that is there would be hidden.
                if variable.role != "parameter" and f"_{name.name}" not in self._underscored():
                    said = said.with_fix(Edit(self.span(name), f"_{name.name}"), safe=True)
                self.findings.amend(said)

    def _underscored(self) -> set[str]:
        """Return the words of the text that begin with an underscore."""
        if self._underscores is None:
            self._underscores = set(_UNDERSCORED.findall(self.source.text))
        return self._underscores

    def settled(self) -> list[Diagnostic]:
        """Return the findings; what stands where the program may never come is a warning."""
        ranges = sorted(self.doubtful)
        if not ranges:
            return self.findings.all
        starts = [first for first, _ in ranges]
        # How far the stretches reach that begin no later than one of them.
        ends = list(accumulate([last for _, last in ranges], max))
        return [self._in_doubt(one, starts, ends) for one in self.findings.all]

    def _in_doubt(self, finding: Diagnostic, starts: list[int], ends: list[int]) -> Diagnostic:
        if finding.severity is not Severity.ERROR or finding.code in codes.STATIC:
            return finding
        assert finding.span is not None
        start, end = finding.span.start, finding.span.end
        before = bisect_right(starts, start)
        if before and end <= ends[before - 1]:
            return finding.with_severity(Severity.WARNING)
        return finding

"""What the checker's rooms share: how strict to be, where findings go, what is in scope."""

from __future__ import annotations

from confty.kit.checking import Findings, Scope
from confty.kit.hcl.syntax import Expression, TraversalStep
from confty.kit.suggest import mended
from confty.language import Host
from confty.languages.pcl.checker.words import BRIEF_WORDS
from confty.languages.pcl.model import Typing, Variable
from confty.languages.pcl.schemas import Packages
from confty.text import Code, Diagnostic, Severity, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

MODES: Final = (
    "allow_missing_variables",
    "allow_missing_properties",
    "skip_resource_typechecking",
    "skip_invoke_typechecking",
    "skip_range_typechecking",
)


class Leniency:
    """Which mistakes are only warnings; converters of other languages need all of them."""

    __slots__ = (*MODES, "prefer_output_invokes")

    def __init__(self, settings: Mapping[str, object] | None = None) -> None:
        chosen = settings or {}
        everything = chosen.get("strict") is False or chosen.get("lenient") is True
        self.allow_missing_variables = everything or _on(chosen, MODES[0])
        self.allow_missing_properties = everything or _on(chosen, MODES[1])
        self.skip_resource_typechecking = everything or _on(chosen, MODES[2])
        self.skip_invoke_typechecking = everything or _on(chosen, MODES[3])
        self.skip_range_typechecking = everything or _on(chosen, MODES[4])
        self.prefer_output_invokes = _on(chosen, "prefer_output_invokes")

    @property
    def open_objects(self) -> bool:
        """Whether an unknown property of a schema's object is only a warning."""
        return self.allow_missing_properties or self.skip_resource_typechecking


def _on(settings: Mapping[str, object], name: str) -> bool:
    return settings.get(name) in (True, "true")


class _Bound:
    """Names that are in scope for a while; ``contextlib`` takes milliseconds to load."""

    __slots__ = ("_context", "_names", "_outer")

    def __init__(self, context: Context, names: Mapping[str, Variable]) -> None:
        self._context = context
        self._names = names

    def __enter__(self) -> None:
        self._outer = self._context.scope
        self._context.scope = Scope(self._outer)
        self._context.scope.names.update(self._names)

    def __exit__(self, *_error: object) -> None:
        self._context.scope = self._outer


class Context:
    """One file's view: everything that checking an expression needs."""

    def __init__(
        self,
        source: Source,
        typing: Typing,
        packages: Packages,
        leniency: Leniency,
        findings: Findings,
    ) -> None:
        self.source = source
        self.typing = typing
        self.packages = packages
        self.leniency = leniency
        self.findings = findings
        self.scope: Scope[Variable] = Scope()
        # The world, for files of other languages; without one they are not looked at.
        self.host: Host | None = None
        self.words = BRIEF_WORDS

    def inside(self, source: Source) -> Context:
        """The same for another file of the program."""
        twin = Context(source, self.typing, self.packages, self.leniency, self.findings)
        twin.scope = self.scope
        twin.host = self.host
        twin.words = self.words
        return twin

    def span(self, node: Expression | TraversalStep | tuple[int, int]) -> Span:
        """The place of a node."""
        if isinstance(node, tuple):
            return Span(self.source, *node)
        return Span(self.source, node.start, node.end)

    def say(self, finding: Diagnostic, *, lenient: bool = False) -> None:
        """Report; what a lenient mode covers becomes a warning."""
        self.findings.say(mended(finding), Severity.WARNING if lenient else None)

    def error(
        self,
        code: Code,
        node: Expression | TraversalStep | tuple[int, int],
        message: str,
        advice: str | None = None,
    ) -> None:
        """Report one sentence about a node, perhaps with help."""
        finding = code.at(self.span(node), message)
        self.say(finding.with_help(advice) if advice else finding)

    def enter(self, names: dict[str, Variable], outputs: dict[str, Variable]) -> None:
        """Stand inside a program; a name that nothing else has may be one of its outputs."""
        outermost: Scope[Variable] = Scope()
        outermost.names = outputs
        self.scope = Scope(outermost)
        self.scope.names = names

    def bound(self, names: Mapping[str, Variable]) -> _Bound:
        """Bind more names for a while."""
        return _Bound(self, names)

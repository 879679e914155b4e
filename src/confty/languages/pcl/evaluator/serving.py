"""What a program asks of whatever makes its resources: an engine in memory, or a real one."""

from __future__ import annotations

from confty.generics import Protocol
from confty.languages.pcl.evaluator.mocks import CallArgs
from confty.languages.pcl.evaluator.registry import Registration, ResourceRequest, Values
from confty.values import ResourceReference


class ResourceEngine(Protocol):
    """Makes resources and calls functions for one run."""

    stack: Registration
    #: By their URNs, what was registered so far.
    resources: dict[str, Registration]
    #: URNs of what is not there yet, in a preview.
    pending: set[str]
    #: Whether secret outputs come back marked; else the schema decides.
    marks_secrets: bool
    #: What is to be told with the last registration.
    warnings: list[str]

    def default_provider(self, package: str, version: str, url: str = "") -> str:
        """The provider that nobody declared; empty when the engine chooses it by itself."""

    def announce(self, request: ResourceRequest) -> Registration:
        """Enter a resource before its inputs are known, so that others may be its children."""

    def complete(self, made: Registration, request: ResourceRequest) -> Registration:
        """Fill in what was asked, and have it made; raises ``EngineRefusal``."""

    def finish(self, made: Registration, outputs: Values) -> None:
        """Take the outputs of a component, or of the stack, when all inside of it is done."""

    def reference(self, made: Registration) -> ResourceReference:
        """A pointer to a resource."""

    def waits(self, args: CallArgs) -> bool:
        """Whether a call cannot be made yet, because of what is unknown or not there."""

    def call(self, args: CallArgs, *, secret: bool) -> object:
        """Call a function or a method; the result has its labels.  Raises ``EngineRefusal``."""

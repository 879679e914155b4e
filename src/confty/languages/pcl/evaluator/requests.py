"""What a running program and an engine say to each other: requests, registrations, failures.

``Monitor`` is all that a run needs of an engine.  The one in memory (``engine.py``) answers from
mocks; another one can pass the same requests on to a deployment.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from confty.languages.pcl.evaluator.mocks import CallArgs
from confty.values import ResourceReference

Values = dict[str, object]


class Failure(Exception):
    """The engine or a mock refused; the message is for the user."""


class RunInfo:
    """What a run is told from outside."""

    def __init__(self, *, project: str = "project", stack: str = "dev") -> None:
        self.project = project
        self.stack = stack
        self.organization = "organization"
        self.root = "."
        self.folder = "."
        self.config: dict[str, str] = {}
        self.secret_keys: set[str] = set()
        self.unknown_keys: set[str] = set()
        self.preview = True
        # Whether a setting that is missing is not known, instead of asked for.
        self.missing_unknown = False
        self.continue_on_error = False
        self.run_hooks = False
        self.stack_references: dict[str, Values] = {}
        # What an earlier run left: a stash keeps what it was first given.
        self.previous: dict[str, Values] = {}

    def is_unknown(self, key: str) -> bool:
        """Whether a setting is there, but nobody knows what it says."""
        return not self.unknown_keys.isdisjoint((f"{self.project}:{key}", key))

    def is_secret(self, key: str) -> bool:
        """Whether a setting is secret."""
        return not self.secret_keys.isdisjoint((f"{self.project}:{key}", key))

    def setting(self, key: str) -> tuple[str | None, bool]:
        """A config text by its key, and whether it is secret; the project is the default."""
        full = f"{self.project}:{key}"
        for spelling in (full, key):
            if spelling in self.config:
                return self.config[spelling], spelling in self.secret_keys
        return None, False


class Registration:
    """One resource as it was asked for and as it came out."""

    __slots__ = (
        "children_providers",
        "custom",
        "dependencies",
        "external",
        "id",
        "inputs",
        "name",
        "options",
        "outputs",
        "parent",
        "property_dependencies",
        "provider",
        "read",
        "remote",
        "type",
        "urn",
        "visible",
    )

    def __init__(self, type_: str, name: str, urn: str, parent: str | None) -> None:
        self.type = type_
        self.name = name
        self.urn = urn
        self.parent = parent
        self.custom = True
        self.remote = False
        self.external = False
        self.inputs: Values = {}
        self.outputs: Values = {}
        self.id: object = None
        self.provider = ""
        self.dependencies: list[str] = []
        self.property_dependencies: dict[str, list[str]] = {}
        self.options: dict[str, Any] = {}
        # The outputs that the program reads.
        self.read: frozenset[str] = frozenset()
        # Package -> provider for resources below this one.
        self.children_providers: dict[str, str] = {}
        # The outputs as a program reads them: nothing that the schema knows is missing inside.
        self.visible: Values | None = None


class Request:
    """What a program asks of the engine for one resource."""

    def __init__(self, type_: str, name: str, parent: str | None, inputs: Values) -> None:
        self.type = type_
        self.name = name
        self.parent = parent
        self.inputs = inputs
        self.package = ""
        self.version = ""
        self.parameter = b""
        self.custom = True
        self.remote = False
        self.read_id: object = None
        self.reads = False
        self.provider = ""
        self.providers: dict[str, str] = {}
        self.dependencies: set[str] = set()
        self.options: dict[str, Any] = {}
        self.hooks: dict[str, list[Hook]] = {}


class Hook:
    """A command to run around a resource; ``run`` answers whether it went well."""

    __slots__ = ("ignore_errors", "in_preview", "name", "run")

    def __init__(self, name: str, run: Callable[[Values], bool]) -> None:
        self.name = name
        self.run = run
        self.in_preview = False
        self.ignore_errors = False


class Monitor(Protocol):
    """An engine as a program sees it."""

    info: RunInfo
    # Everything that was registered, by URN; what exists only after this run.
    resources: dict[str, Registration]
    pending: set[str]
    # What hooks had to say since somebody looked.
    warnings: list[str]
    stack: Registration

    def announce(self, request: Request) -> Registration:
        """Enter a resource before its inputs are known, so that others may be its children."""

    def complete(self, made: Registration, request: Request) -> Registration:
        """Fill in what was asked, and have it made; raises ``Failure``."""

    def reference(self, made: Registration) -> ResourceReference:
        """A pointer to a resource."""

    def default_provider(self, package: str, version: str, url: str = "") -> str:
        """The provider of a package that nobody declared."""

    def call(self, args: CallArgs, *, secret: bool) -> object:
        """Call a function or a method; raises ``Failure``."""

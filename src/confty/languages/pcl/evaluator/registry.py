"""What a run has registered: requests, what came of them, and who is below whom.

This much is the same whoever makes the resources, an engine in memory or a real one.
"""

from __future__ import annotations

from confty.values import Labelled, ResourceReference, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

    from confty.languages.pcl.evaluator.stack_file import StackFile

STACK_TYPE: Final = "pulumi:pulumi:Stack"
Values = dict[str, object]


class EngineRefusal(Exception):
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
        # How whoever runs the program gives a setting, and a secret one.
        self.ways_to_give = (
            "--config {}=VALUE, or a stack's file with --config-file",
            "--secret-config {}=VALUE, or a stack's file with --config-file",
        )
        self.preview = True
        # Whether a setting that is missing is not known, instead of asked for.
        self.missing_unknown = False
        # Whether what fails is not known, and told as a warning: who asks what belongs to what
        # needs no values.
        self.failed_unknown = False
        # Whether the run is shown to somebody who may not see its secrets.
        self.hides = False
        self.continue_on_error = False
        self.run_hooks = False
        self.stack_references: dict[str, Values] = {}
        # What an earlier run left: a stash keeps what it was first given.
        self.previous: dict[str, Values] = {}

    def take(self, said: StackFile) -> set[str]:
        """Take the settings of a file that nobody gave before; return those nobody can read."""
        given = {self._own(key) for key in (*self.config, *self.unknown_keys)}
        new = {key for key in (*said.config, *said.closed) if self._own(key) not in given}
        self.config.update({key: text for key, text in said.config.items() if key in new})
        self.secret_keys |= said.secret_keys
        self.unknown_keys |= said.closed & new
        return said.closed & new

    def _own(self, key: str) -> str:
        return key.removeprefix(f"{self.project}:")

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
        "hidden_options",
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
        # Those that are secret, in a run that hides them: nothing of the run depends on them.
        self.hidden_options: tuple[str, ...] = ()
        # The outputs that the program reads.
        self.read: frozenset[str] = frozenset()
        # Package -> provider for resources below this one.
        self.children_providers: dict[str, str] = {}
        # The outputs as a program reads them: nothing that the schema knows is missing inside.
        self.visible: Values | None = None


class ResourceRequest:
    """What a program asks of the engine for one resource."""

    def __init__(self, type_: str, name: str, parent: str | None, inputs: Values) -> None:
        self.type = type_
        self.name = name
        self.parent = parent
        self.inputs = inputs
        self.package = ""
        self.version = ""
        # Where the package's plugin is to be had, if not where all are.
        self.url = ""
        self.parameter = b""
        self.custom = True
        self.remote = False
        self.read_id: object = None
        self.reads = False
        self.provider = ""
        self.providers: dict[str, str] = {}
        self.dependencies: set[str] = set()
        self.options: dict[str, Any] = {}
        self.hidden_options: tuple[str, ...] = ()
        self.hooks: dict[str, list[Hook]] = {}


class Hook:
    """A command to run around a resource; ``run`` answers whether it went well."""

    __slots__ = ("ignore_errors", "in_preview", "name", "run")

    def __init__(self, name: str, run: Callable[[Values], bool]) -> None:
        self.name = name
        self.run = run
        self.in_preview = False
        self.ignore_errors = False


class Registry:
    """The resources of one run, by their URNs."""

    def __init__(self, info: RunInfo) -> None:
        self.info = info
        self.resources: dict[str, Registration] = {}
        # What is not there yet, in a preview.
        self.pending: set[str] = set()
        self.marks_secrets = False
        self.warnings: list[str] = []
        self.stack = self._stack()

    def _stack(self) -> Registration:
        name = f"{self.info.project}-{self.info.stack}"
        made = Registration(STACK_TYPE, name, self.urn(STACK_TYPE, name, None), None)
        made.custom = False
        self.resources[made.urn] = made
        return made

    def urn(self, type_: str, name: str, parent: str | None) -> str:
        """The name of a resource: its type under its parents' types, and its own name."""
        chain = type_
        if parent is not None:
            above = parent.split("::", 3)[2]
            if above != STACK_TYPE:
                chain = f"{above}${type_}"
        return f"urn:pulumi:{self.info.stack}::{self.info.project}::{chain}::{name}"

    def announce(self, request: ResourceRequest) -> Registration:
        """Enter a resource before its inputs are known, so that others may be its children."""
        urn = self.urn(request.type, request.name, request.parent)
        if urn in self.resources:
            raise EngineRefusal(
                f"there are two resources of type {request.type} named {request.name!r}"
            )
        made = Registration(request.type, request.name, urn, request.parent)
        made.custom = request.custom
        made.remote = request.remote
        made.external = request.reads
        above = self.resources.get(request.parent or "")
        if above is not None:
            made.children_providers.update(above.children_providers)
        made.children_providers.update(request.providers)
        if request.provider and request.package:
            made.children_providers[request.package] = request.provider
        self.resources[urn] = made
        return made

    def finish(self, made: Registration, outputs: Values) -> None:
        """Take the outputs of a component or of the stack."""
        made.outputs = outputs

    def inherited(self, request: ResourceRequest) -> dict[str, object]:
        """The options of a request, with those that come from above."""
        options = dict(request.options)
        above = self.resources.get(request.parent or "")
        if above is not None:
            for name in ("protect", "retainOnDelete"):
                if options.get(name) is None and above.options.get(name) is not None:
                    options[name] = above.options[name]
        return options

    def reference(self, made: Registration) -> ResourceReference:
        """A pointer to a resource."""
        if not made.custom:
            return ResourceReference(made.urn)
        bare = made.id.value if isinstance(made.id, Labelled) else made.id
        return ResourceReference(made.urn, bare if isinstance(bare, (str, Unknown)) else None)

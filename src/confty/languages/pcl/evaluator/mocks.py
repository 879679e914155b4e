"""Mocks: what stands for providers in a preview, in the shape that Pulumi users know.

A mock is a class with ``new_resource(args)``, which returns an id and the outputs, and with
``call(args)``, which returns a function's result.  Both may raise to fail.  Values are plain
Python data; a secret is ``secret(value)`` and an unknown is ``UNKNOWN``, both from
``confty.values``.  Without mocks every resource echoes its inputs, and in a preview nobody knows
what a function says.
"""

from __future__ import annotations

from types import ModuleType

from confty.generics import Protocol
from confty.languages.pcl.schemas import Package
from confty.values import ResourceReference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class BadMocks(Exception):
    """A mocks file that cannot be used; the message says why."""


class ResourceArgs:
    """What a mock is told about a resource that is being made."""

    def __init__(self, typ: str, name: str, inputs: dict[str, object]) -> None:
        self.typ = typ
        self.name = name
        self.inputs = inputs
        self.provider = ""
        # The configuration of the provider: its inputs, or the stack's config for a default one.
        self.provider_inputs: dict[str, object] = {}
        self.resource_id = ""
        self.custom = True
        self.urn = ""
        self.preview = False
        # For remote components: register(typ, name, inputs) makes a child and returns a reference.
        self.register: Callable[[str, str, dict[str, object]], ResourceReference] = _no_children
        # state(urn) gives the outputs of another resource, such as one an input refers to.
        self.state: Callable[[str], Mapping[str, object]] = lambda _urn: {}
        # The package block's parameter, decoded, when the package has one.
        self.parameter = b""


class CallArgs:
    """What a mock is told about a function or a method that is being called."""

    def __init__(self, token: str, args: dict[str, object]) -> None:
        self.token = token
        self.args = args
        self.provider = ""
        self.provider_inputs: dict[str, object] = {}
        self.preview = False
        self.parameter = b""
        # state(urn) gives the outputs of a resource, for methods: args.args["__self__"].urn.
        self.state: Callable[[str], Mapping[str, object]] = lambda _urn: {}
        self.register: Callable[[str, str, dict[str, object]], ResourceReference] = _no_children
        # For engines, which see more than mocks do: the arguments with their labels, what the
        # call waits for, whose method it is, and the package that it is a function of.
        self.labelled: dict[str, object] = {}
        self.dependencies: set[str] = set()
        self.receiver: ResourceReference | None = None
        self.package: Package | None = None


def _no_children(_type: str, _name: str, _inputs: dict[str, object]) -> ResourceReference:
    raise TypeError("only components and methods may register resources")


class Mocks(Protocol):
    """What ``--mocks`` loads."""

    def new_resource(self, args: ResourceArgs) -> tuple[str, dict[str, object]]:
        """Make a resource: its id and its outputs."""

    def call(self, args: CallArgs) -> object:
        """Call a function: its result, or a result and a list of failures."""


class Echo:
    """The mocks of a program without mocks: what goes in comes out."""

    def new_resource(self, args: ResourceArgs) -> tuple[str, dict[str, object]]:
        """Give the inputs back under an id made of the name."""
        return f"{args.name}-id", dict(args.inputs)

    def call(self, args: CallArgs) -> object:
        """Give the arguments back; what they lack stays unknown or null."""
        return {key: value for key, value in args.args.items() if key != "__self__"}


def load_mocks(path: str) -> Mocks:
    """Run a Python file and find the mocks: an object ``mocks``, or the only fitting class."""
    module = ModuleType("confty_mocks")
    module.__file__ = path
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        exec(compile(text, path, "exec"), module.__dict__)  # noqa: S102  the user's own file
    except OSError as error:
        raise BadMocks(f"{path}: {(error.strerror or 'unreadable').lower()}") from None
    except Exception as error:  # noqa: BLE001  whatever the file does wrong
        raise BadMocks(f"{path}: {type(error).__name__}: {error}") from None
    found = module.__dict__.get("mocks")
    if found is None:
        classes = [
            value
            for value in module.__dict__.values()
            if isinstance(value, type) and value.__module__ == module.__name__ and _is_mock(value)
        ]
        if len(classes) != 1:
            count = "no" if not classes else "more than one"
            raise BadMocks(f"{path}: there is {count} class with new_resource and call in it")
        found = classes[0]()
    if not _is_mock(found):
        raise BadMocks(f"{path}: 'mocks' has no new_resource and call")
    made: Mocks = found
    return made


def _is_mock(value: object) -> bool:
    return callable(getattr(value, "new_resource", None)) and callable(
        getattr(value, "call", None)
    )

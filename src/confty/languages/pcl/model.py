"""The semantic model: what a program's blocks and attributes are, once they are bound.

A node keeps its syntax and gains meaning: its type, what it depends on, which schema it follows.
Types of expressions live beside the tree in ``Typing`` and not in it, so that syntax stays as it
was read and rewrites can add types for nodes of their own.
"""

from __future__ import annotations

from confty.kit.checking import Findings
from confty.kit.hcl.syntax import Attribute, Block, Body, Expression, Traversal, TraversalStep
from confty.language import Foreign
from confty.languages.pcl.schemas import FunctionSchema, Packages, ResourceSchema
from confty.records import Record
from confty.text import Diagnostic, Source, Span
from confty.types import DYNAMIC, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Variable(metaclass=Record):
    """Something a name can refer to: a node, or what a ``for``, a range or a hook binds."""

    name: str
    type: Type
    span: Span | None
    node: ProgramNode | None = None


class Typing:
    """Types and meanings of expressions, by identity of the syntax node."""

    __slots__ = ("calls", "foreign", "roots", "types")

    def __init__(self) -> None:
        self.types: dict[Expression | TraversalStep, Type] = {}
        # What the root of a traversal refers to.
        self.roots: dict[Traversal, Variable] = {}
        # The schema function that an ``invoke`` or a ``call`` means, and its form.
        self.calls: dict[Expression, BoundCall] = {}
        # The file that an ``importData`` reads.
        self.foreign: dict[Expression, Foreign] = {}

    def of(self, node: Expression) -> Type:
        """The type of an expression; Dynamic where none was found."""
        return self.types.get(node, DYNAMIC)


class BoundCall:
    """An ``invoke`` or ``call`` with the function it means."""

    __slots__ = ("function", "output", "resource")

    def __init__(
        self, function: FunctionSchema, *, output: bool, resource: ResourceSchema | None = None
    ) -> None:
        self.function = function
        self.output = output
        self.resource = resource


class ProgramNode:
    """A declaration of a program."""

    kind = "node"

    def __init__(self, name: str, source: Source, syntax: Block | Attribute) -> None:
        self.name = name
        self.logical = name
        self.source = source
        self.syntax = syntax
        self.type: Type = DYNAMIC
        self.dependencies: list[ProgramNode] = []

    @property
    def span(self) -> Span:
        """The whole declaration."""
        return Span(self.source, self.syntax.start, self.syntax.end)

    @property
    def name_span(self) -> Span:
        """The name, where it is introduced."""
        syntax = self.syntax
        if isinstance(syntax, Attribute):
            return Span(self.source, syntax.start, syntax.name_end)
        at = 1 if syntax.type == "hook" else 0
        if len(syntax.labels) <= at:
            return Span(self.source, syntax.start, syntax.start + len(syntax.type))
        label = syntax.labels[at]
        return Span(self.source, label.start, label.end)

    @property
    def body(self) -> Body:
        """The body of a block."""
        assert isinstance(self.syntax, Block)
        return self.syntax.body

    def expression(self, name: str) -> Expression | None:
        """The value of an attribute of the block."""
        for item in self.body.items:
            if isinstance(item, Attribute) and item.name == name:
                return item.value
        return None


class ConfigNode(ProgramNode):
    """A ``config`` block: a setting of the stack, or an input of a component."""

    kind = "config"

    def __init__(self, name: str, source: Source, syntax: Block) -> None:
        super().__init__(name, source, syntax)
        self.declared: Type = DYNAMIC
        self.description = ""
        self.nullable = False
        self.secret = False

    @property
    def default(self) -> Expression | None:
        """The default's expression."""
        return self.expression("default")

    @property
    def required(self) -> bool:
        """Whether a component must be given this input."""
        return self.default is None and not self.nullable


class LocalNode(ProgramNode):
    """``name = value`` at the top level."""

    kind = "local"

    @property
    def value(self) -> Expression:
        """What it stands for."""
        assert isinstance(self.syntax, Attribute)
        return self.syntax.value


class OutputNode(ProgramNode):
    """An ``output`` block."""

    kind = "output"

    @property
    def value(self) -> Expression | None:
        """What it shows."""
        return self.expression("value")


class RangeKind:
    """How ``range`` multiplies a resource."""

    NONE = "none"
    BOOL = "bool"
    NUMBER = "number"
    LIST = "list"
    MAP = "map"


class InstanceNode(ProgramNode):
    """What resources and components share: inputs, options and a range."""

    def __init__(self, name: str, source: Source, syntax: Block) -> None:
        super().__init__(name, source, syntax)
        self.options: Block | None = None
        self.inputs: list[Attribute] = []
        self.input_types: dict[str, Type] = {}
        self.single: Type = DYNAMIC
        self.range_kind = RangeKind.NONE

    def option(self, name: str) -> Expression | None:
        """The value of an option."""
        if self.options is None:
            return None
        attribute = self.options.body.attributes.get(name)
        return None if attribute is None else attribute.value


class ResourceNode(InstanceNode):
    """A ``resource`` or ``read`` block."""

    kind = "resource"

    def __init__(self, name: str, source: Source, syntax: Block) -> None:
        super().__init__(name, source, syntax)
        self.token = ""
        self.schema: ResourceSchema | None = None
        self.reads = syntax.type == "read"


class ComponentNode(InstanceNode):
    """A ``component`` block."""

    kind = "component"

    def __init__(self, name: str, source: Source, syntax: Block) -> None:
        super().__init__(name, source, syntax)
        self.folder = ""
        self.program: Program | None = None
        self.token: str | None = None

    @property
    def type_token(self) -> str:
        """The engine's type: the ``token``, or one made of the folder's name."""
        return self.token or f"components:index:{declaration_name(self.folder)}"


class HookNode(ProgramNode):
    """A ``hook`` block."""

    kind = "hook"

    def __init__(self, name: str, source: Source, syntax: Block) -> None:
        super().__init__(name, source, syntax)
        self.for_errors = False


class PulumiNode(ProgramNode):
    """A ``pulumi`` block."""

    kind = "pulumi"


class PackageBlock:
    """A ``package`` block: which schema a package name means."""

    __slots__ = ("base", "base_version", "block", "name", "source", "url", "value", "version")

    def __init__(self, source: Source, block: Block) -> None:
        self.source = source
        self.block = block
        self.name = ""
        self.version = ""
        self.base = ""
        self.base_version = ""
        self.url = ""
        self.value = ""

    def same_as(self, other: PackageBlock) -> bool:
        """Whether two blocks say the same."""
        return all(
            getattr(self, slot) == getattr(other, slot)
            for slot in ("name", "version", "base", "base_version", "url", "value")
        )


class Program:
    """A folder of files, bound."""

    def __init__(self, folder: str, schemas: Packages) -> None:
        self.folder = folder
        self.schemas = schemas
        self.files: list[tuple[Source, Body]] = []
        self.nodes: list[ProgramNode] = []
        self.names: dict[str, ProgramNode] = {}
        self.outputs: dict[str, OutputNode] = {}
        self.packages: dict[str, PackageBlock] = {}
        self.components: dict[str, Program] = {}
        self.typing = Typing()
        self.findings = Findings()
        # What the user set for PCL; rewriting checks expressions again, as leniently as before.
        self.settings: Mapping[str, object] = {}
        self._reads: dict[int, set[str]] | None = None

    def reads(self, node: ProgramNode) -> frozenset[str]:
        """The properties of a node that expressions of the program read."""
        if self._reads is None:
            self._reads = {}
            for traversal, variable in self.typing.roots.items():
                if variable.node is not None:
                    names = [step.key for step in traversal.steps if isinstance(step.key, str)]
                    self._reads.setdefault(id(variable.node), set()).update(names)
        return frozenset(self._reads.get(id(node), ()))

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Everything that was found."""
        return self.findings.all

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return self.findings.failed


def declaration_name(folder: str) -> str:
    """A component's type name: the folder's words, each with a capital."""
    base = folder.rstrip("/").rsplit("/", 1)[-1]
    for mark in "-. ":
        base = base.replace(mark, "_")
    return "".join(word[:1].upper() + word[1:] for word in base.split("_"))


def in_order(program: Program) -> list[ProgramNode]:
    """Every node after those it depends on; version requirements come first."""
    ordered: list[ProgramNode] = [node for node in program.nodes if isinstance(node, PulumiNode)]
    done: set[int] = set()
    opened: set[int] = set()
    result: list[ProgramNode] = []
    for root in [*ordered, *program.nodes]:
        if id(root) in done:
            continue
        opened.add(id(root))
        stack = [(root, iter(root.dependencies))]
        while stack:
            node, waiting = stack[-1]
            following = next(waiting, None)
            if following is None:
                stack.pop()
                done.add(id(node))
                result.append(node)
            elif id(following) not in done and id(following) not in opened:
                opened.add(id(following))
                stack.append((following, iter(following.dependencies)))
    return result

"""Binding a program: its files and names, who depends on whom, each node after those it needs.

Files are read in order of their names.  Nodes are bound depth first along their dependencies, with
a stack of our own, so that a chain of ten thousand locals is no trouble.  Everything that can be
said about a program is said in one run.
"""

from __future__ import annotations

from posixpath import normpath

from confty.kit.encoding import decode
from confty.kit.hcl import parse
from confty.kit.hcl.syntax import Attribute, Block, Body
from confty.kit.rings import ring_along
from confty.kit.suggest import mended, suggestion
from confty.language import Host, Unreadable
from confty.languages.pcl import codes, model
from confty.languages.pcl.checker.blocks import Blocks, PackageBlocks
from confty.languages.pcl.checker.components import Components
from confty.languages.pcl.checker.context import Context, Leniency
from confty.languages.pcl.checker.expressions import Checker
from confty.languages.pcl.checker.references import references
from confty.languages.pcl.checker.resources import Instances, component_type
from confty.languages.pcl.checker.words import FULL_WORDS
from confty.languages.pcl.schemas import Packages
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_TYPES = ("config", "output", "resource", "read", "component", "hook", "pulumi", "package")
_PULUMI = "pulumi block"
#: What the names of a program's files end with.
SUFFIX = ".pp"


class _File:
    """What binds the nodes of one file."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.checker = Checker(context)
        self.blocks = Blocks(self.checker)
        self.instances = Instances(self.checker, self.blocks)

    def bind(self, node: model.ProgramNode) -> None:
        """Give a node its types."""
        if isinstance(node, model.LocalNode):
            node.type = self.checker.check(node.value)
        elif isinstance(node, model.ConfigNode):
            self.blocks.config(node)
        elif isinstance(node, model.OutputNode):
            self.blocks.output(node)
        elif isinstance(node, model.ResourceNode):
            self.instances.resource(node)
        elif isinstance(node, model.ComponentNode):
            self.instances.component(node)
        elif isinstance(node, model.HookNode):
            self.blocks.hook(node)
        elif isinstance(node, model.PulumiNode):
            self.blocks.pulumi(node)


class Binder:
    """Binds one folder; components get binders of their own that know their parents."""

    def __init__(
        self,
        host: Host,
        folder: str,
        packages: Packages,
        components: Components,
        way: tuple[tuple[str, Span], ...] = (),
    ) -> None:
        self.host = host
        self.program = model.Program(folder, packages)
        self.program.settings = host.settings
        self.packages = packages
        self.components = components
        self.home = normpath(folder or ".")
        # The folders that this one is a component in, outermost first, and the places in them.
        self.way = way
        self.leniency = Leniency(host.settings)
        self.variables: dict[str, model.Variable] = {}
        self.output_variables: dict[str, model.Variable] = {}
        self._files: dict[str, _File] = {}

    # Reading.

    def read_files(self, given: Source | None) -> None:
        """Parse every file of the folder; ``given`` is used for the file of its name.

        By its name it may be none of the folder's program: then it is a program by itself.
        """
        folder = self.program.folder
        names: list[str] = []
        if given is None or given.name.endswith(SUFFIX):
            try:
                names = [name for name in self.host.entries(folder) if name.endswith(SUFFIX)]
            except Unreadable:
                if given is None:
                    raise
        paths = [f"{folder}/{name}" if folder else name for name in names]
        if given is not None and given.name not in paths:
            paths.append(given.name)
        for path in sorted(paths):
            if given is not None and path == given.name:
                source = given
            else:
                source, findings = decode(path, self._contents(path))
                self.program.findings.say_all(findings)
            body, syntax_findings = parse(source, codes.SYNTAX)
            self.program.findings.say_all(syntax_findings)
            self.program.files.append((source, body))

    def _contents(self, path: str) -> bytes:
        try:
            return self.host.read(path)
        except Unreadable as problem:
            # Who asked named the folder, which can be read.
            raise Unreadable(f"{path.rpartition('/')[2]}: {problem}") from None

    def bind(self) -> model.Program:
        """Declare, then bind everything."""
        for source, body in self.program.files:
            context = Context(
                source,
                self.program.typing,
                self.packages,
                self.leniency,
                self.program.findings,
            )
            context.enter(self.variables, self.output_variables)
            context.host = self.host
            if self.host.settings.get("verbose") is True:
                context.words = FULL_WORDS
            self._files[source.name] = _File(context)
            packages = PackageBlocks(self.program)
            for block in body.blocks:
                if block.type == "package":
                    packages.read(context, block)
        for source, body in self.program.files:
            self._declare_file(source, body)
        self._find_dependencies()
        self._bind_in_order()
        return self.program

    # Declaring.

    def _declare_file(self, source: Source, body: Body) -> None:
        """Resources first, then everything else, both in source order."""
        resources = [
            i for i in body.items if isinstance(i, Block) and i.type in ("resource", "read")
        ]
        for block in resources:
            self._declare_resource(source, block)
        for item in body.items:
            if isinstance(item, Attribute):
                self._declare(model.LocalNode(item.name, source, item))
            elif item.type not in ("resource", "read", "package"):
                self._declare_block(source, item)

    def _declare_block(self, source: Source, block: Block) -> None:
        declare: dict[str, Callable[[Source, Block], None]] = {
            "config": self._declare_config,
            "output": self._declare_output,
            "component": self._declare_component,
            "hook": self._declare_hook,
            "pulumi": self._declare_pulumi,
        }
        known = declare.get(block.type)
        if known is not None:
            known(source, block)
            return
        place = Span(source, block.start, block.start + len(block.type))
        near = suggestion(block.type, _TYPES)
        finding = codes.UNKNOWN_BLOCK.at(place, f"a block of type '{block.type}' is ignored")
        advice = near or f"block types are {', '.join(_TYPES)}"
        self.program.findings.say(mended(finding.with_help(advice)))

    def _labels(self, source: Source, block: Block, least: int, most: int, message: str) -> bool:
        if least <= len(block.labels) <= most:
            return True
        first = block.labels[0].start if block.labels else block.start
        last = block.labels[-1].end if block.labels else block.start + len(block.type)
        self.program.findings.say(codes.LABELS.at(Span(source, first, last), message))
        return False

    def _declare_resource(self, source: Source, block: Block) -> None:
        message = "resource variables must have exactly two labels"
        if self._labels(source, block, 2, 2, message):
            node = model.ResourceNode(block.labels[0].text, source, block)
            node.token = block.labels[1].text
            self._files[source.name].instances.declare_body(node)
            self._declare(node)

    def _declare_config(self, source: Source, block: Block) -> None:
        message = "config variables must have exactly one or two labels"
        if self._labels(source, block, 1, 2, message):
            self._declare(model.ConfigNode(block.labels[0].text, source, block))

    def _declare_output(self, source: Source, block: Block) -> None:
        message = "config variables must have exactly one or two labels"
        if self._labels(source, block, 1, 2, message):
            self._declare(model.OutputNode(block.labels[0].text, source, block))

    def _declare_hook(self, source: Source, block: Block) -> None:
        message = (
            "hook blocks must have exactly two labels: a kind ('resource' or 'error') and a name"
        )
        if not self._labels(source, block, 2, 2, message):
            return
        kind = block.labels[0]
        node = model.HookNode(block.labels[1].text, source, block)
        node.for_errors = kind.text == "error"
        if kind.text not in ("resource", "error"):
            place = Span(source, kind.start, kind.end)
            message = f"invalid hook kind '{kind.text}': must be 'resource' or 'error'"
            self.program.findings.say(codes.HOOK.at(place, message))
        self._declare(node)

    def _declare_pulumi(self, source: Source, block: Block) -> None:
        message = "pulumi block must not have any labels"
        if self._labels(source, block, 0, 0, message):
            self._declare(model.PulumiNode(_PULUMI, source, block))

    def _declare_component(self, source: Source, block: Block) -> None:
        if not self._labels(source, block, 1, 2, "components must have one or two labels"):
            return
        node = model.ComponentNode(block.labels[0].text, source, block)
        file = self._files[source.name]
        file.instances.declare_body(node)
        token = next((item for item in node.inputs if item.name == "token"), None)
        if len(block.labels) == 1:
            if token is None:
                message = (
                    "a component declared without a source must set 'token' to the "
                    "component's type token"
                )
                self.program.findings.say(codes.COMPONENT.at(node.name_span, message))
            else:
                node.token = file.blocks.text(node, "token")
                node.inputs.remove(token)
        else:
            if token is not None:
                message = "'token' may only be set on a component declared without a source"
                place = Span(source, token.start, token.name_end)
                self.program.findings.say(codes.COMPONENT.at(place, message))
                node.inputs.remove(token)
            self._bind_component(node, block.labels[1].text)
        self._declare(node)

    # Components.

    def _bind_component(self, node: model.ComponentNode, path: str) -> None:
        assert isinstance(node.syntax, Block)
        label = node.syntax.labels[1]
        place = Span(node.source, label.start, label.end)
        folder = normpath(f"{self.program.folder or '.'}/{path}")
        node.folder = folder
        ring = self._ring(folder, node, place)
        if ring is not None:
            self.program.findings.say(ring)
            self.components.rings += 1
            return
        program = self.program.components.get(folder)
        if program is None:
            program = self._component(folder, path, place)
            if program is None:
                return
            self.program.components[folder] = program
            # What was said in a component's own files, each thing once.
            self.program.findings.say_all(program.diagnostics)
        node.program = program
        node.single = component_type(node)

    def _ring(self, folder: str, node: model.ComponentNode, place: Span) -> Diagnostic | None:
        """What there is to say of a component that leads back to a folder that it is in."""
        if folder == self.home:
            message = "from the same directory as the parent program"
            return codes.COMPONENT.at(place, f"cannot bind component {node.name} {message}")
        for begins, (outer, _) in enumerate(self.way):
            if outer == folder:
                spans = [span for _, span in self.way[begins:]]
                return ring_along(codes.COMPONENT_CYCLE, [*spans, place])
        return None

    def _component(self, folder: str, path: str, place: Span) -> model.Program | None:
        """The component in a folder; None, with a finding, where there is none."""
        found = self.components.find(folder, self.packages)
        if found is not None:
            return found
        packages, components = self.packages.of_component(), self.components
        rings, missing = components.rings, components.missing
        way = (*self.way, (self.home, place))
        binder = Binder(self.host, folder, packages, components, way)
        message = ""
        try:
            binder.read_files(None)
            if not binder.program.files:
                message = f"there is no .pp file in the component folder '{path}'"
        except Unreadable as problem:
            message = f"cannot read the component folder '{path}': {problem}"
            if path.startswith("/"):
                message = f"expected a path from the folder of this file, found '{path}'"
        if message:
            self.program.findings.say(codes.COMPONENT.at(place, message))
            components.missing += 1
            return None
        made = binder.bind()
        if components.rings == rings:
            components.keep(folder, made, whole=components.missing == missing)
        return made

    def _declare(self, node: model.ProgramNode) -> None:
        table: dict[str, model.Variable] = self.variables
        if isinstance(node, model.OutputNode):
            table = self.output_variables
        earlier = table.get(node.name)
        self.program.nodes.append(node)
        if earlier is not None:
            assert earlier.node is not None
            first, second = earlier.node.name_span, node.name_span
            if first.source is second.source and second.start < first.start:
                # Resources are entered before everything else, wherever they stand.
                first, second = second, first
            finding = codes.ALREADY_DECLARED.at(second, f'"{node.name}" already declared')
            self.program.findings.say(finding.note(first, "it is declared here first"))
            return
        variable = model.Variable(node.name, node.type, node.name_span, node)
        if isinstance(node, model.ComponentNode) and node.option("range") is None:
            variable.type = node.single
        table[node.name] = variable
        if isinstance(node, model.OutputNode):
            self.program.outputs[node.name] = node
        else:
            self.program.names[node.name] = node

    # Dependencies and order.

    def _find_dependencies(self) -> None:
        for node in self.program.nodes:
            found: dict[int, model.ProgramNode] = {}
            for name in references(node):
                variable = self.variables.get(name) or self.output_variables.get(name)
                if variable is not None and variable.node is not None:
                    found[id(variable.node)] = variable.node
            node.dependencies = sorted(
                found.values(), key=lambda each: (each.source.name, each.syntax.start)
            )

    def _bind_in_order(self) -> None:
        """Depth first: a node after its dependencies; meeting an open one again is a cycle."""
        done: set[int] = set()
        opened: set[int] = set()
        for root in self.program.nodes:
            stack = [(root, iter(root.dependencies))] if id(root) not in done else []
            opened.update(id(node) for node, _ in stack)
            while stack:
                node, waiting = stack[-1]
                following = next(waiting, None)
                if following is None:
                    stack.pop()
                    opened.discard(id(node))
                    done.add(id(node))
                    self._bind_node(node)
                elif id(following) in opened:
                    self._cycle(node, following)
                elif id(following) not in done:
                    opened.add(id(following))
                    stack.append((following, iter(following.dependencies)))

    def _cycle(self, node: model.ProgramNode, again: model.ProgramNode) -> None:
        """A component may be met again: another component's outputs do not need its inputs."""
        if isinstance(again, model.ComponentNode) and again not in again.dependencies:
            return
        finding = codes.CIRCULAR.at(again.name_span, "circular reference")
        if node is not again:
            finding = finding.note(node.name_span, f"'{node.name}' needs it")
        self.program.findings.say(finding)

    def _bind_node(self, node: model.ProgramNode) -> None:
        self._files[node.source.name].bind(node)
        table = self.output_variables if isinstance(node, model.OutputNode) else self.variables
        variable = table.get(node.name)
        if variable is not None and variable.node is node:
            variable.type = node.type


def folder_of(name: str) -> str:
    """The folder a file is in, empty for the current one."""
    return name.rpartition("/")[0]

"""One Python file being written: its names, its imports, its lines so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from confty.kit.checking import Findings
from confty.kit.hcl.syntax import Expression, Literal, unwrapped
from confty.languages.pcl import model
from confty.languages.pcl.checker.context import Context, Leniency
from confty.languages.pcl.converter.python import casts
from confty.languages.pcl.converter.python.names import (
    ComponentNames,
    GivenNames,
    class_name,
    py_name,
)
from confty.languages.pcl.converter.python.prelude import HELPERS
from confty.languages.pcl.converter.typed import Typed
from confty.languages.pcl.eventuals import settled_output
from confty.languages.pcl.library import python_code as py
from confty.languages.pcl.rules import without_none
from confty.languages.pcl.schemas import Package, Packages, decompose
from confty.languages.pcl.schemas.tokens import module_of
from confty.text import Code, Diagnostic, Span
from confty.types import (
    STRING,
    Object,
    Ref,
    Type,
    list_of,
    map_of,
    optional,
    output_of,
)

_TYPING: Final = ("Any", "Callable", "Mapping", "NotRequired", "Sequence", "TypedDict")


class PythonFile:
    """One Python file being written."""

    def __init__(
        self,
        program: model.Program,
        packages: Packages,
        components: ComponentNames,
        *,
        component: str = "",
        late_inputs: frozenset[str] = frozenset(),
        in_ring: bool = False,
    ) -> None:
        self.program = program
        self.packages = packages
        self.typing = program.typing
        # The folder of the component that is written, empty for the program itself.
        self.is_component = bool(component)
        self.component = component
        self.components = components
        self.diagnostics: list[Diagnostic] = []
        self.imports: set[str] = {"import pulumi"}
        self.helpers: set[str] = set()
        self.lines: list[str] = []
        self.names = GivenNames(
            {"config", "self", "args", "name", "opts", "given"},
            {"pulumi", "plain", "needed", *HELPERS},
        )
        self.component_types: set[Type] = set()
        # What ``range`` means in the loop being written: key and value by name.
        self.range_names: dict[str, dict[str, str]] = {}
        # Inputs of a component that somebody gives as outputs; resources whose range is an output.
        self.late_inputs = late_inputs
        # Whether the component needs one that needs it.
        self.in_ring = in_ring
        self.late_ranges: set[str] = set()
        self._aliases: dict[str, str] = {}
        self.current: model.ProgramNode | None = None
        self.typed = Typed(self._context(), promises=True)
        self._reserve()
        self._read = _read_names(program)
        self._retype()

    def _context(self) -> Context:
        source, _ = self.program.files[0]
        context = Context(
            source, self.typing, self.packages, Leniency(self.program.settings), Findings()
        )
        context.enter(_variables(self.program.names), _variables(self.program.outputs))
        return context

    def _retype(self) -> None:
        """Types as Python has them: inputs and ranges that come late make outputs of the rest."""
        scope = self.typed.context.scope
        for node in model.in_order(self.program):
            variable = scope.names.get(node.name)
            if variable is None or variable.node is not node:
                continue
            if isinstance(node, model.ConfigNode):
                variable.type = self._config_type(node)
            elif isinstance(node, model.LocalNode):
                self.typed.again(node.value, {})
                variable.type = self.typing.of(node.value)
            elif isinstance(node, model.InstanceNode) and node.range_kind != model.RangeKind.NONE:
                variable.type = self._ranged_type(node)

    def _config_type(self, node: model.ConfigNode) -> Type:
        """A setting's type; it may be absent where nothing else is said for that case."""
        absent = node.default is None or is_null(node.default)
        type_ = optional(node.declared) if absent and not node.required else node.declared
        late = node.secret or (self.is_component and node.name in self.late_inputs)
        return settled_output(type_) if late else type_

    def _ranged_type(self, node: model.InstanceNode) -> Type:
        """What a variable of ranged resources holds; the resources in it keep their outputs."""
        value = node.option("range")
        assert value is not None
        self.typed.again(value, {})
        if node.range_kind == model.RangeKind.BOOL:
            many = optional(node.single)
        elif node.range_kind == model.RangeKind.MAP:
            many = map_of(STRING, node.single)
        else:
            many = list_of(node.single)
        if not self.typed.is_eventual(self.typed.of(value)):
            return many
        self.late_ranges.add(node.name)
        return output_of(many)

    def _reserve(self) -> None:
        """Give packages and components their names first, so that variables make way."""
        for node in self.program.nodes:
            if isinstance(node, model.ComponentNode) and node.program is not None:
                self.component_types.add(node.single)
                self.names.reserve(self.components.class_of(node.folder))
        for package in self.packages.known():
            if package.name != "pulumi":
                alias = py_name(package.name)
                self._aliases[package.name] = alias
                self.names.reserve(alias)

    # What writers ask for.

    def has_attributes(self, type_: Type) -> bool:
        """Whether Python reads a property with a dot: resources, components, schema objects."""
        inner = without_none(casts.opened(type_))
        if isinstance(inner, Ref):
            return True
        return isinstance(inner, Object) and inner in self.component_types

    def needs(self, need: str) -> None:
        """Add an import line, or a helper with what it imports."""
        if not need.startswith("helper "):
            self.imports.add(need)
            return
        name = need.removeprefix("helper ")
        if name not in self.helpers:
            self.helpers.add(name)
            for line in HELPERS[name][0]:
                self.imports.add(line)

    def helped(self, helper: str, text: str) -> str:
        """A call of a helper, which is written above the program then."""
        self.needs(f"helper {helper}")
        return f"{helper}({text})"

    def say(self, code: Code, node: Expression | tuple[int, int], message: str) -> None:
        """Report something that Python cannot say; it points into the PCL file."""
        assert self.current is not None
        start, end = node if isinstance(node, tuple) else (node.start, node.end)
        span = Span(self.current.source, start, end)
        self.diagnostics.append(code.at(span, message))

    def package_path(self, package: Package, token: str) -> str:
        """Where a member of a package is found in Python: alias and modules."""
        alias = self._aliases.setdefault(package.name, py_name(package.name))
        distribution = distribution_of(package)
        self.imports.add(f"import {distribution} as {alias}")
        parts = decompose(token)
        module = module_of(parts, package.module_format) if parts is not None else ""
        overrides = _python_language(package).get("moduleNameOverrides")
        named = overrides.get(module) if isinstance(overrides, dict) else None
        path = (
            [part for part in named.split("/") if part]
            if isinstance(named, str)
            else [py_name(part.lower()) for part in module.split("/") if part]
        )
        return ".".join([alias, *path])

    def class_path(self, package: Package, token: str) -> str:
        """The class of a resource."""
        return f"{self.package_path(package, token)}.{class_name(token.rsplit(':', 1)[-1])}"

    def is_read(self, node: model.ProgramNode) -> bool:
        """Whether a name is worth giving: in a function, one that nobody reads is a mistake."""
        return not self.is_component or node.name in self._read

    def resource_name(self, node: model.InstanceNode, suffix: str) -> str:
        """The name given to the engine, with the component's in front and the range's behind."""
        prefix = "{name}-" if self.is_component else ""
        if not prefix and not suffix:
            return py.string(node.logical)
        return f'f"{prefix}{py.format_text(node.logical)}{suffix}"'

    def needs_words(self, annotation: str) -> None:
        """Import the words of ``typing`` that an annotation uses."""
        for word in py.words(annotation):
            if word in _TYPING:
                self.needs(f"from typing import {word}")

    def config_name(self, node: model.ConfigNode) -> str:
        """A component's input in its class."""
        return self.names.of(node.name)

    def add(self, text: str) -> None:
        """Add statements."""
        self.lines.append(text)

    def heading(self, body: str) -> str:
        """The imports and helpers that everything asked for, as far as they are used."""
        constants = sorted(line for line in self.imports if "=" in line and "import" not in line)
        imports = self.imports - set(constants)
        used = py.names_in(body)
        imports = {line for line in imports if _is_used(line, used, bool(self.helpers))}
        first = sorted(line for line in imports if line.startswith("from "))
        plain = sorted(line for line in imports if line.startswith("import "))
        merged = _merged(first)
        lines = [*merged, *plain]
        if constants:
            lines += ["", *constants]
        helpers = [HELPERS[name][1] for name in sorted(self.helpers)]
        gap = "\n\n\n" if helpers or self.is_component else "\n\n"
        text = "\n".join(lines) + gap
        return text + "".join(f"{helper}\n\n" for helper in helpers)


def distribution_of(package: Package) -> str:
    """The Python module that a package comes as."""
    named = _python_language(package).get("packageName")
    if isinstance(named, str):
        return named
    prefix = package.index.head.get("namespace") or "pulumi"
    return f"{py_name(str(prefix))}_{py_name(package.name)}"


def _python_language(package: Package) -> dict[str, object]:
    found = (package.index.head.get("language") or {}).get("python")
    return found if isinstance(found, dict) else {}


def _read_names(program: model.Program) -> set[str]:
    """The names that something written reads; a setting that nobody reads is not written."""
    waiting = [node for node in program.nodes if not isinstance(node, model.ConfigNode)]
    found: set[str] = set()
    while waiting:
        for needed in waiting.pop().dependencies:
            if needed.name not in found:
                found.add(needed.name)
                if isinstance(needed, model.ConfigNode):
                    waiting.append(needed)
    return found


def _is_used(line: str, used: set[str], helpers: bool) -> bool:
    """Whether an import of ``pulumi`` or a package is needed; the rest was asked for by need."""
    if not line.startswith("import "):
        return True
    name = line.rpartition(" ")[2]
    return name in used or (helpers and name != "pulumi")


def is_null(node: Expression) -> bool:
    """Whether an expression is the literal null."""
    inner = unwrapped(node)
    return isinstance(inner, Literal) and inner.value is None


def _variables(nodes: Mapping[str, model.ProgramNode]) -> dict[str, model.Variable]:
    return {
        name: model.Variable(name, node.type, node.name_span, node) for name, node in nodes.items()
    }


def _merged(lines: list[str]) -> list[str]:
    """``from`` imports of one module on one line."""
    table: dict[str, set[str]] = {}
    for line in lines:
        module, _, names = line.removeprefix("from ").partition(" import ")
        table.setdefault(module, set()).update(name.strip() for name in names.split(","))
    return [
        f"from {module} import {', '.join(sorted(names))}"
        for module, names in sorted(table.items())
    ]

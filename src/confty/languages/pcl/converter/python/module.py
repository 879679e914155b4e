"""One Python file being written: its names, its imports, its lines so far."""

from __future__ import annotations

from collections.abc import Mapping

from confty.kit.checking import Findings
from confty.kit.hcl.syntax import Expression
from confty.languages.pcl.checker.context import Context, Leniency
from confty.languages.pcl.converter.python.names import Names, class_name, py_name
from confty.languages.pcl.converter.python.prelude import HELPERS
from confty.languages.pcl.converter.typed import Typed
from confty.languages.pcl.eventuals import settled_output
from confty.languages.pcl.model import (
    ComponentNode,
    ConfigNode,
    LocalNode,
    Node,
    Program,
    Variable,
    declaration_name,
    in_order,
)
from confty.languages.pcl.schemas import Package, Packages, decompose
from confty.languages.pcl.schemas.tokens import module_of
from confty.text import Code, Diagnostic, Span
from confty.types import (
    Type,
)


class Module:
    """One Python file being written."""

    def __init__(self, program: Program, packages: Packages, *, component: str = "") -> None:
        self.program = program
        self.packages = packages
        self.typing = program.typing
        self.is_component = bool(component)
        self.class_name = component
        self.diagnostics: list[Diagnostic] = []
        self.imports: set[str] = {"import pulumi"}
        self.helpers: set[str] = set()
        self.lines: list[str] = []
        self.names = Names({"pulumi", "config", "self", "args", "name", "opts", "given", *HELPERS})
        self.component_types: set[Type] = set()
        # What ``range`` means in the loop being written: key and value by name.
        self.range_names: dict[str, dict[str, str]] = {}
        self._aliases: dict[str, str] = {}
        self.current: Node | None = None
        self.typed = Typed(self._context(), promises=True)
        self._reserve()
        if self.is_component:
            self._late_inputs()

    def _context(self) -> Context:
        source, _ = self.program.files[0]
        context = Context(source, self.typing, self.packages, Leniency({}), Findings())
        context.enter(_variables(self.program.names), _variables(self.program.outputs))
        return context

    def _late_inputs(self) -> None:
        """A component's inputs may come late: its expressions are typed with outputs for them."""
        scope = self.typed.context.scope
        for node in in_order(self.program):
            variable = scope.names.get(node.name)
            if isinstance(node, ConfigNode) and variable is not None:
                variable.type = settled_output(node.declared)
            elif isinstance(node, LocalNode) and variable is not None:
                self.typed.again(node.value, {})
                variable.type = self.typing.of(node.value)

    def _reserve(self) -> None:
        """Give packages and components their names first, so that variables make way."""
        for node in self.program.nodes:
            if isinstance(node, ComponentNode) and node.program is not None:
                self.component_types.add(node.single)
                self.names.taken.add(declaration_name(node.folder))
        for package in self.packages.known():
            if package.name != "pulumi":
                alias = py_name(package.name)
                self._aliases[package.name] = alias
                self.names.taken.add(alias)

    # What writers ask for.

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

    def say(self, code: Code, node: Expression | tuple[int, int], message: str) -> None:
        """Report something that Python cannot say; it points into the PCL file."""
        assert self.current is not None
        start, end = node if isinstance(node, tuple) else (node.start, node.end)
        span = Span(self.current.source, start, end)
        self.diagnostics.append(code.at(span, message))

    def package_path(self, package: Package, token: str) -> str:
        """Where a member of a package is found in Python: alias and modules."""
        alias = self._aliases.setdefault(package.name, py_name(package.name))
        distribution = self._distribution(package)
        self.imports.add(f"import {distribution} as {alias}")
        parts = decompose(token)
        module = module_of(parts, package.module_format) if parts is not None else ""
        path = [py_name(part.lower()) for part in module.split("/") if part]
        return ".".join([alias, *path])

    def _distribution(self, package: Package) -> str:
        language = (package.index.head.get("language") or {}).get("python") or {}
        named = language.get("packageName")
        if isinstance(named, str):
            return named
        prefix = package.index.head.get("namespace") or "pulumi"
        return f"{py_name(str(prefix))}_{py_name(package.name)}"

    def class_path(self, package: Package, token: str) -> str:
        """The class of a resource."""
        return f"{self.package_path(package, token)}.{class_name(token.rsplit(':', 1)[-1])}"

    def config_name(self, node: ConfigNode) -> str:
        """A component's input in its class."""
        return self.names.of(node.name)

    def add(self, text: str) -> None:
        """Add statements."""
        self.lines.append(text)

    def heading(self) -> str:
        """The imports and helpers that everything asked for."""
        constants = sorted(line for line in self.imports if "=" in line and "import" not in line)
        imports = self.imports - set(constants)
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


def _variables(nodes: Mapping[str, Node]) -> dict[str, Variable]:
    return {name: Variable(name, node.type, node.name_span, node) for name, node in nodes.items()}


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

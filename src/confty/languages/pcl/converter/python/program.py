"""A program in Python: one module for the stack, one for each component's folder."""

from __future__ import annotations

from confty.languages.pcl.converter.python.components import ComponentClass
from confty.languages.pcl.converter.python.expressions import Expressions
from confty.languages.pcl.converter.python.module import Module
from confty.languages.pcl.converter.python.names import module_name
from confty.languages.pcl.converter.python.statements import Statements
from confty.languages.pcl.model import ComponentNode, Program, declaration_name, in_order
from confty.languages.pcl.schemas import Packages
from confty.text import Diagnostic


class PythonProject:
    """All files of a converted program."""

    def __init__(self, program: Program, packages: Packages, name: str) -> None:
        self.program = program
        self.packages = packages
        self.name = name
        self.files: dict[str, str] = {}
        self.diagnostics: list[Diagnostic] = []

    def convert(self) -> None:
        """Write every file into ``files``."""
        self._module("__main__.py", Module(self.program, self.packages))
        self._components(self.program)
        self.files["Pulumi.yaml"] = f"name: {self.name}\nruntime: python\n"
        self.files["requirements.txt"] = self._requirements()
        self.files[".gitignore"] = "*.pyc\nvenv/\n"

    def _module(self, path: str, module: Module) -> None:
        self.files[path] = written(module)
        self.diagnostics += module.diagnostics

    def _components(self, program: Program) -> None:
        for node in program.nodes:
            if not isinstance(node, ComponentNode) or node.program is None:
                continue
            path = f"{module_name(node.folder)}.py"
            if path not in self.files:
                component = declaration_name(node.folder)
                self._module(path, Module(node.program, self.packages, component=component))
                self._components(node.program)

    def _requirements(self) -> str:
        lines = ["pulumi>=3.0.0,<4.0.0"]
        lines += [
            f"pulumi-{package.name}=={package.version}"
            for package in self.packages.known()
            if package.name != "pulumi" and package.version
        ]
        return "\n".join(sorted(set(lines))) + "\n"


def written(module: Module) -> str:
    """The text of a module, all of its program's nodes in it."""
    expressions = Expressions(module)
    statements = Statements(module, expressions)
    if module.is_component:
        body = ComponentClass(module, expressions, statements).write()
    else:
        for node in in_order(module.program):
            module.current = node
            statements.node(node)
        body = "\n".join(module.lines)
    heading = module.heading()
    return heading + body + "\n" if body else heading.rstrip("\n") + "\n"

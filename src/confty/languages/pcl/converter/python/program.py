"""A program in Python: one module for the stack, one for each component's folder."""

from __future__ import annotations

from confty.languages.pcl.converter.python.components import ComponentClass
from confty.languages.pcl.converter.python.expressions import ExpressionWriter
from confty.languages.pcl.converter.python.module import PythonFile, distribution_of
from confty.languages.pcl.converter.python.names import ComponentNames
from confty.languages.pcl.converter.python.statements import Statements
from confty.languages.pcl.evaluator.rings import ring
from confty.languages.pcl.model import ComponentNode, Program, in_order
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
        self._late: dict[str, frozenset[str]] = {}
        own = [distribution_of(package).partition(".")[0] for package in packages.known()]
        self._names = ComponentNames(self._component_programs(), own)

    def convert(self) -> None:
        """Write every file into ``files``."""
        self._find_late_inputs()
        names = self._names
        self._module("__main__.py", PythonFile(self.program, self.packages, names))
        ringed = {
            node.folder
            for program in [self.program, *self._component_programs().values()]
            for node in ring(program)
            if isinstance(node, ComponentNode)
        }
        for folder, program in self._component_programs().items():
            made = PythonFile(
                program,
                self.packages,
                names,
                component=folder,
                late_inputs=self._late.get(folder, frozenset()),
                in_ring=folder in ringed,
            )
            self._module(f"{names.module(folder)}.py", made)
        self.files["Pulumi.yaml"] = f"name: {self.name}\nruntime: python\n"
        self.files["requirements.txt"] = self._requirements()
        self.files[".gitignore"] = "*.pyc\nvenv/\n"

    def _module(self, path: str, module: PythonFile) -> None:
        self.files[path] = written(module)
        self.diagnostics += module.diagnostics

    def _component_programs(self) -> dict[str, Program]:
        """The programs of all components by their folders, each once."""
        found: dict[str, Program] = {}
        waiting = [self.program]
        while waiting:
            for node in waiting.pop(0).nodes:
                if not isinstance(node, ComponentNode) or node.program is None:
                    continue
                if node.folder not in found:
                    found[node.folder] = node.program
                    waiting.append(node.program)
        return found

    def _find_late_inputs(self) -> None:
        """Which inputs of components are outputs somewhere; they make others late in turn."""
        programs = self._component_programs()
        changed = True
        while changed:
            changed = False
            for folder, program in [("", self.program), *programs.items()]:
                for used, names in self._given_late(folder, program).items():
                    whole = self._late.get(used, frozenset()) | names
                    changed = changed or whole != self._late.get(used, frozenset())
                    self._late[used] = whole

    def _given_late(self, folder: str, program: Program) -> dict[str, set[str]]:
        """The inputs that one program gives to components as outputs."""
        late = self._late.get(folder, frozenset())
        file = PythonFile(program, self.packages, self._names, component=folder, late_inputs=late)
        typed = file.typed
        found: dict[str, set[str]] = {}
        for node in program.nodes:
            if not isinstance(node, ComponentNode) or node.program is None:
                continue
            for item in node.inputs:
                typed.again(item.value, {})
                if typed.holds_eventuals(typed.of(item.value)):
                    found.setdefault(node.folder, set()).add(item.name)
        return found

    def _requirements(self) -> str:
        lines = ["pulumi>=3.0.0,<4.0.0"]
        lines += [
            f"pulumi-{package.name}=={package.version}"
            for package in self.packages.known()
            if package.name != "pulumi" and package.version
        ]
        return "\n".join(sorted(set(lines))) + "\n"


def written(module: PythonFile) -> str:
    """The text of a module, all of its program's nodes in it."""
    expressions = ExpressionWriter(module)
    statements = Statements(module, expressions)
    if module.is_component:
        body = ComponentClass(module, expressions, statements).write()
    else:
        for node in in_order(module.program):
            module.current = node
            statements.node(node)
        body = "\n".join(module.lines)
    heading = module.heading(body)
    return heading + body + "\n" if body else heading.rstrip("\n") + "\n"

"""Modules as their source says: which names each has, and where a name leads.

A name leads to a class or an expression of a module that lies in the tree, or it is the dotted
name of something outside, such as ``typing.Optional``, which only tables of ours know.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from typing import Any, Final

from confty.models.source.names import KNOWN, canonical
from confty.text import Source, Span

#: How large a module may be, how many are read for one model, and how far names lead.
MOST_TEXT: Final = 2 << 20
MOST_MODULES: Final = 200
MOST_STEPS: Final = 50

#: Gives the text of a file below the project, by a path with slashes; None without such a file.
Reader = Callable[[str], Source | None]


class NotRead(Exception):
    """What was asked for is not there, or not Python; the message says what."""


class PythonModule:
    """One file: its names at the top, and where they come from."""

    __slots__ = ("_lines", "is_package", "names", "source", "stars", "title")

    def __init__(self, title: str, source: Source, *, is_package: bool) -> None:
        self.title: Final = title
        self.source: Final = source
        self.is_package: Final = is_package
        self.names: Final[dict[str, Definition]] = {}
        self.stars: Final[list[str]] = []
        self._lines: list[int] | None = None

    def span(self, node: ast.AST) -> Span | None:
        """The place of a piece of syntax; its columns are counted in bytes of UTF-8."""
        if not isinstance(node, ast.stmt | ast.expr | ast.arg | ast.keyword | ast.alias):
            return None
        first = self._offset(node.lineno, node.col_offset)
        last = self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return Span(self.source, first, last)

    def _offset(self, line: int, column: int) -> int:
        if self._lines is None:
            self._lines = [0]
            for text in self.source.text.splitlines(keepends=True):
                self._lines.append(self._lines[-1] + len(text))
        start = self._lines[line - 1]
        text = self.source.text[start : self._lines[line]]
        return start + len(text.encode("utf-8")[:column].decode("utf-8", "ignore"))


class Definition:
    """What a name of a module stands for: a class, an expression, or something imported."""

    __slots__ = ("expression", "inner", "module", "node", "outside")

    def __init__(
        self,
        module: PythonModule,
        node: ast.ClassDef | None = None,
        expression: ast.expr | None = None,
        outside: str = "",
    ) -> None:
        self.module: Final = module
        self.node: Final = node
        self.expression: Final = expression
        # A dotted name: of another module, of the tree or not.
        self.outside: Final = outside
        # The classes written inside a class.
        self.inner: Final[dict[str, Definition]] = {}
        for statement in node.body if node is not None else ():
            if isinstance(statement, ast.ClassDef):
                self.inner[statement.name] = Definition(module, statement)


class Modules:
    """The modules read so far."""

    def __init__(self, reader: Reader) -> None:
        self._reader: Final = reader
        self._known: Final[dict[str, PythonModule | None]] = {}

    def find(self, title: str) -> PythonModule | None:
        """A module of the tree by its dotted name; None when it lies elsewhere."""
        if title not in self._known:
            if len(self._known) >= MOST_MODULES:
                raise NotRead(f"it needs more than {MOST_MODULES} modules")
            self._known[title] = self._load(title)
        return self._known[title]

    def at(self, path: str) -> PythonModule | None:
        """A module by the path of its file."""
        title = path.removesuffix(".py").strip("./").replace("/", ".")
        if title not in self._known:
            source = self._reader(path)
            self._known[title] = None if source is None else _parsed(title, source, package=False)
        return self._known[title]

    def _load(self, title: str) -> PythonModule | None:
        path = title.replace(".", "/")
        for base in ("", "src/"):
            for ending, package in ((".py", False), ("/__init__.py", True)):
                source = self._reader(f"{base}{path}{ending}")
                if source is not None:
                    return _parsed(title, source, package=package)
        return None

    def lookup(self, module: PythonModule, name: str, steps: int = 0) -> Definition | str | None:
        """What a name at the top of a module is: ours, a dotted name from outside, or nothing."""
        found = module.names.get(name)
        if found is not None:
            return self._followed(found, steps) if found.outside else found
        for star in module.stars:
            other = self.find(star)
            if other is None and (outside := canonical(f"{star}.{name}")) in KNOWN:
                return outside
            if other is not None and steps < MOST_STEPS:
                inside = self.lookup(other, name, steps + 1)
                if inside is not None:
                    return inside
        return f"builtins.{name}" if hasattr(builtins, name) else None

    def dotted(self, title: str, steps: int = 0) -> Definition | str | None:
        """What a dotted name is: a class or an expression of the tree, or a name from outside."""
        if steps >= MOST_STEPS:
            return None
        head, _, name = title.rpartition(".")
        if head:
            module = self.find(head)
            if module is not None:
                found = self.lookup(module, name, steps + 1)
                if found is not None and found != f"builtins.{name}":
                    return found
                # What a package of the tree does not say may be a module inside.
                return title if self.find(title) is not None else None
            outer = self.dotted(head, steps + 1) if "." in head else None
            if isinstance(outer, Definition):
                return outer.inner.get(name)
        return title

    def _followed(self, found: Definition, steps: int) -> Definition | str | None:
        return self.dotted(found.outside, steps + 1)


def _parsed(title: str, source: Source, *, package: bool) -> PythonModule:
    if len(source.text) > MOST_TEXT:
        raise NotRead(f"{source.name} is larger than {MOST_TEXT >> 20} MB")
    try:
        tree = ast.parse(source.text)
    except SyntaxError as error:
        raise NotRead(f"{source.name}, line {error.lineno}, is not Python: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError):
        raise NotRead(f"{source.name} is not Python") from None
    module = PythonModule(title, source, is_package=package)
    for statement in _statements(tree.body):
        _define(module, statement)
    return module


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements at the top, also those under a condition: a type is the same either way."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _statements(statement.body)
            yield from _statements(statement.orelse)
        elif isinstance(statement, ast.Try):
            yield from _statements(statement.body)
            for handler in statement.handlers:
                yield from _statements(handler.body)


def _define(module: PythonModule, statement: ast.stmt) -> None:
    names = module.names
    if isinstance(statement, ast.ClassDef):
        names.setdefault(statement.name, Definition(module, statement))
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Name):
                names.setdefault(target.id, Definition(module, expression=statement.value))
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        if isinstance(statement.target, ast.Name):
            names.setdefault(statement.target.id, Definition(module, expression=statement.value))
    elif type(statement).__name__ == "TypeAlias":
        alias: Any = statement  # Python 3.12 has its class, 3.11 does not
        names.setdefault(alias.name.id, Definition(module, expression=alias.value))
    elif isinstance(statement, ast.Import):
        for each in statement.names:
            # ``import a.b`` binds ``a``, through which the rest is reached.
            name = each.asname or each.name.partition(".")[0]
            names.setdefault(name, Definition(module, outside=each.name if each.asname else name))
    elif isinstance(statement, ast.ImportFrom):
        origin = _origin(module, statement)
        for each in statement.names:
            if each.name == "*":
                module.stars.append(origin)
                continue
            whole = f"{origin}.{each.name}" if origin else each.name
            names.setdefault(each.asname or each.name, Definition(module, outside=whole))


def _origin(module: PythonModule, statement: ast.ImportFrom) -> str:
    """The module that is imported from, with the dots of a relative import resolved."""
    if not statement.level:
        return statement.module or ""
    parts = module.title.split(".")
    up = statement.level - (1 if module.is_package else 0)
    base = parts[: len(parts) - up] if up else parts
    return ".".join([*base, statement.module] if statement.module else base)

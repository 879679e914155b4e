"""One file, checked; and what printing its value is sure to come by.

Jsonnet is lazy: a part that always fails is a mistake only where somebody asks for it.  Printing
a program asks for its visible fields and elements, so what fails there fails for certain.
"""

from __future__ import annotations

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.blame import rightly_placed
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.constants import constant
from confty.languages.jsonnet.checker.declared_inputs import GivenTypes
from confty.languages.jsonnet.checker.order import Paths
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.parser import syntax
from confty.text import Diagnostic, Severity, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final, TypeAlias

    # A file, an offset, the line there and its number, and the text of the place.
    Shown: TypeAlias = tuple[str, int, int, str, str]

# Word and path as written -> the name it led to and the checked file, None for what is no file.
Imported = dict[tuple[str, str], "tuple[str | None, Checked | None]"]

# A part of an import of another language, and whether it is asked where that is declared or where
# it is written -> what is shown of the place.
Places = dict[tuple[tuple[str, str], bool, tuple[str | int, ...]], "Shown | None"]

#: Data that is Jsonnet as it stands, and is read as that.
DATA: Final = ".json"


class Checked:
    """A checked file: its tree, the types of its nodes, and what there is to say."""

    __slots__ = (
        "answers",
        "arguments",
        "checker",
        "data",
        "documented",
        "findings",
        "foreign",
        "given",
        "imports",
        "paths",
        "places",
        "settings",
        "source",
        "syntax",
        "type",
        "view",
    )

    def __init__(
        self, tree: syntax.Syntax, checker: Checker, type_: types.Type, imports: Imported
    ) -> None:
        self.source = tree.source
        self.syntax = tree
        self.checker = checker
        self.type = type_
        self.imports = imports
        self.findings: tuple[Diagnostic, ...] = ()
        # The settings it was checked with, the imports as written, and of those that are of other
        # languages the type and what is wrong: the answer holds as long as these do.
        self.settings = ""
        # The types that the project gives to arguments of the whole file.
        self.arguments: dict[str, types.Type] = {}
        self.paths: Paths = {}
        self.foreign: dict[tuple[str, str], tuple[types.Type, str]] = {}
        # Where parts of those are declared or written, as far as somebody asked: findings tell it.
        self.places: Places = {}
        # The file as it was read, where somebody has compared it with the text.
        self.data: bytes | None = None
        # The view of the world in which it was found to hold last.
        self.view: object = None
        # Whether it, or what it imports, has documentation that calls are held against.
        self.documented = False
        # What the project says of what comes from outside.
        self.given: GivenTypes | None = None
        # What the answers about its places have worked out, kept as long as it is.
        self.answers: object = None

    def errors(self) -> list[Diagnostic]:
        """Return the errors of this file and of everything it imports."""
        found: list[Diagnostic] = []
        seen = {self.source.name}
        waiting = [self]
        while waiting:
            one = waiting.pop()
            found += [each for each in one.findings if each.severity is Severity.ERROR]
            inside: list[Checked] = []
            for _, target in one.imports.values():
                # What is wrong in data is told at its import.
                if target is None or target.source.name.endswith(DATA):
                    continue
                if target.source.name not in seen:
                    seen.add(target.source.name)
                    inside.append(target)
            waiting += reversed(inside)
        return found

    def undo(self) -> None:
        """Cut the rings that hold it together, where nobody will ask for more than its findings.

        A check is a web of objects that point at each other, and a tree has thousands of programs
        that nobody imports: to find their webs would take the collector as long as the checks.
        """
        self.checker.own_work.take_back()
        vars(self.checker.imports).clear()
        vars(self.checker).clear()

    def _texts(self) -> dict[str, str]:
        """Return the texts of this file and of everything it imports."""
        found = {self.source.name: self.source.text}
        waiting = [self]
        while waiting:
            for _, target in waiting.pop().imports.values():
                if target is not None and target.source.name not in found:
                    found[target.source.name] = target.source.text
                    waiting.append(target)
        return found

    def conclude(self, said: list[Diagnostic]) -> None:
        """Take in what was said, and add what is sure to fail when the program is printed."""
        said = _made_certain(told_once(rightly_placed(said, self._texts)), self)
        if not any(one.severity is Severity.ERROR for one in said):
            message = "expected an expression that ends in a value, found one that always fails"
            for node in _failing(self):
                said.append(
                    codes.ALWAYS_FAILS.at(Span(self.source, node.start, node.end), message)
                )
        self.findings = tuple(sorted(said, key=_place))


def told_once(said: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Leave out what was said before in other surroundings: of the same words the worst stays."""
    found: dict[tuple[str, Span | None, str], Diagnostic] = {}
    for one in said:
        known = found.setdefault((one.code.name, one.span, one.message), one)
        if one.severity > known.severity:
            found[one.code.name, one.span, one.message] = one
    return list(found.values())


def _place(finding: Diagnostic) -> tuple[int, int, str, str]:
    # Beyond the place by what is said: the order in which it was found out is nobody's matter.
    start, end = (finding.span.start, finding.span.end) if finding.span else (-1, -1)
    return start, end, finding.code.name, finding.message


def _made_certain(said: list[Diagnostic], checked: Checked) -> list[Diagnostic]:
    """What cannot be reached is a warning, but an error where printing is sure to come by."""
    if not any(one.code is codes.UNREACHABLE for one in said):
        return said
    places = {(node.start, node.end) for node in _printed(checked)}
    return [
        one.with_severity(Severity.ERROR)
        if one.code is codes.UNREACHABLE and one.span and (one.span.start, one.span.end) in places
        else one
        for one in said
    ]


def _failing(checked: Checked) -> list[syntax.Expression]:
    """Return the parts of a program's value that always fail when it is printed.

    An ``error`` that is written there is meant.
    """
    found: list[syntax.Expression] = []
    for node in _printed(checked):
        if isinstance(node, syntax.Object):
            found += [one for one in _asserted(node) if _is_false(checked.checker, one)]
        elif checked.checker.types.get(node) is types.NEVER and not _meant(node):
            found.append(node)
    return found


def _printed(checked: Checked) -> list[syntax.Expression]:
    """Return the expressions that printing a program is sure to work out, outermost first.

    Of a library only the outermost: it is not printed but imported.
    """
    found: list[syntax.Expression] = []
    waiting: list[syntax.Expression] = [checked.syntax.body]
    known = checked.checker.types
    library = checked.source.name.endswith(".libsonnet")
    while waiting:
        node = stripped(waiting.pop())
        if isinstance(node, syntax.Local) or (
            isinstance(node, syntax.Assert) and known.get(node) is not types.NEVER
        ):
            waiting.append(node.body)
            continue
        found.append(node)
        if library:
            break
        if isinstance(node, syntax.Array):
            waiting += node.elements
        elif isinstance(node, syntax.Object):
            fields = [one for one in node.members if isinstance(one, syntax.Field)]
            waiting += [
                one.value for one in fields if one.visibility != "::" and one.parameters is None
            ]
    return found


def _meant(node: syntax.Expression) -> bool:
    return any(isinstance(part, syntax.Error) for part in syntax.walk(node))


def _asserted(node: syntax.Object) -> list[syntax.Expression]:
    return [one.test for one in node.members if isinstance(one, syntax.ObjectAssert)]


def _is_false(checker: Checker, test: syntax.Expression) -> bool:
    return (
        checker.types.get(test) in {types.FALSE, types.NEVER} or constant(checker, test) is False
    )

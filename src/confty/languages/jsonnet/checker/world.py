"""Files that import each other: each is checked once, and again only when it has to be.

A checked file remembers its text and the checked files it was checked against.  It is still good
when its text is the same and each of its imports still leads to the same checked file; so after an
edit exactly the edited file and those that reach it by imports are checked anew.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from typing import Final

from confty.kit.encoding import decode
from confty.language import Foreign, Host, Unreadable
from confty.languages.jsonnet.checker import calls, operators, subscripts
from confty.languages.jsonnet.checker.borders import as_jsonnet
from confty.languages.jsonnet.checker.constants import constant
from confty.languages.jsonnet.checker.engine import Checker
from confty.languages.jsonnet.checker.expressions import not_found
from confty.languages.jsonnet.checker.functions import infer_function
from confty.languages.jsonnet.checker.notation import BadType, read_type
from confty.languages.jsonnet.checker.tests import stripped
from confty.languages.jsonnet.codes import (
    ALWAYS_FAILS,
    BAD_SETTING,
    TOO_DEEP,
    UNREACHABLE,
    UNREADABLE_IMPORT,
)
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.languages.jsonnet.parser.syntax import (
    Array,
    Assert,
    Error,
    Expression,
    Field,
    Function,
    Import,
    Local,
    Object,
    ObjectAssert,
    Syntax,
    walk,
)
from confty.languages.jsonnet.rules import ANY
from confty.text import Diagnostic, Severity, Source, Span
from confty.types import FALSE, NEVER, STRING, Type

_FRAMES: Final = 100_000
_MOST_KEPT: Final = 5000
# The modules that fill the table of rules.
_RULES: Final = (calls, operators, subscripts)


class Checked:
    """A checked file: its tree, the types of its nodes, and what there is to say."""

    __slots__ = ("checker", "findings", "imports", "keep", "settings", "source", "syntax", "type")

    def __init__(self, syntax: Syntax, checker: Checker, settings: str) -> None:
        self.source = syntax.source
        self.syntax = syntax
        self.checker = checker
        self.settings = settings
        self.type: Type = ANY
        self.findings: tuple[Diagnostic, ...] = ()
        # Path as written -> the name it led to and the checked file, None for what is no file.
        self.imports: dict[tuple[str, str], tuple[str | None, Checked | None]] = {}
        # A file in a ring of imports was checked with less than all its imports.
        self.keep = True

    def errors(self, seen: set[str]) -> list[Diagnostic]:
        """Return the errors of this file and of everything it imports."""
        if self.source.name in seen:
            return []
        seen.add(self.source.name)
        found = [one for one in self.findings if one.severity is Severity.ERROR]
        for _, target in self.imports.values():
            if target is not None:
                found += target.errors(seen)
        return found


_kept: Final[dict[str, Checked]] = {}


class Session:
    """One request: files are looked at once in it, so that they cannot change under way."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.seen: dict[str, Checked | None] = {}
        self.checked = 0
        types = {key: host.settings.get(key) for key in ("ext_vars", "tla_vars")}
        self.settings = repr(types)

    def load(self, name: str) -> Checked | None:
        """Return a file by its name, checked; None while it is being checked, or unreadable."""
        if name in self.seen:
            return self.seen[name]
        try:
            source, findings = decode(name, self.host.read(name))
        except Unreadable:
            return None
        if any(one.severity is Severity.ERROR for one in findings):
            return None
        return self.check(source)

    def check(self, source: Source) -> Checked:
        """Check a source, unless what is known about it is still true."""
        known = _kept.get(source.name)
        self.seen[source.name] = None
        if known is not None and self._good(known, source):
            self.seen[source.name] = known
            return known
        self.checked += 1
        made = _check(source, self)
        self.seen[source.name] = made
        if made.keep:
            if len(_kept) >= _MOST_KEPT:
                _kept.clear()
            _kept[source.name] = made
        return made

    def _good(self, known: Checked, source: Source) -> bool:
        if known.source.text != source.text or known.settings != self.settings:
            return False
        for (word, path), (name, target) in known.imports.items():
            if self.host.resolve(path, source.name) != name:
                return False
            if word == "import" and name is not None and self.load(name) is not target:
                return False
        return True


class Surroundings:
    """What one file sees of the others."""

    def __init__(self, session: Session, checked: Checked | None = None) -> None:
        self.session = session
        self.checked = checked

    def imported(self, node: Import, checker: Checker) -> Type:
        """Return the type of an imported file, reporting one that is not there."""
        assert self.checked is not None
        path = node.path.value
        name = self.session.host.resolve(path, checker.source.name)
        target: Checked | None = None
        if name is None:
            not_found(checker, node)
        elif node.word == "import":
            foreign = self._foreign(name)
            if foreign is not None:
                # Its type may change without this file's imports changing.
                self.checked.keep = False
                return as_jsonnet(foreign.type())
            target = self._load(node, name, checker)
        self.checked.imports[node.word, path] = name, target
        return ANY if target is None else target.type

    def _foreign(self, name: str) -> Foreign | None:
        # JSON is Jsonnet, and is read as that.
        return None if name.endswith(".json") else self.session.host.foreign(name)

    def declared_at(
        self, node: Import, path: tuple[str | int, ...], checker: Checker
    ) -> Span | None:
        """Where a part of an imported file of another language is declared."""
        name = self.session.host.resolve(node.path.value, checker.source.name)
        foreign = None if name is None or node.word != "import" else self._foreign(name)
        return None if foreign is None else foreign.declared_at(path)

    def _load(self, node: Import, name: str, checker: Checker) -> Checked | None:
        assert self.checked is not None
        if name in self.session.seen and self.session.seen[name] is None:
            self.checked.keep = False
            return None
        target = self.session.load(name)
        if target is None:
            message = f"expected a text, found that `{node.path.value}` cannot be read as one"
            checker.report(UNREADABLE_IMPORT, node, message)
        elif not target.keep:
            self.checked.keep = False
        return target

    def external(self, name: str) -> Type:
        """Return the type that the project gives to an external variable."""
        return self.given("ext_vars").get(name, ANY)

    def given(self, key: str) -> dict[str, Type]:
        """Return the types of one table of the settings; a bad one is reported once, elsewhere."""
        table = self.session.host.settings.get(key)
        found: dict[str, Type] = {}
        if isinstance(table, Mapping):
            for name, spelled in table.items():
                try:
                    found[str(name)] = _given_type(spelled)
                except BadType:
                    continue
        return found


def _given_type(given: object) -> Type:
    """Read the type of a variable: spelled in the settings, or that of a value from a flag."""
    if isinstance(given, str):
        return read_type(given)
    is_text = isinstance(given, (tuple, list)) and given[:1] in (("str",), ["str"])
    return STRING if is_text else ANY


def _bad_settings(session: Session) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for key in ("ext_vars", "tla_vars"):
        table = session.host.settings.get(key)
        if not isinstance(table, Mapping):
            continue
        for name, spelled in table.items():
            try:
                _given_type(spelled)
            except BadType as bad:
                place = f"{key.replace('_', '-')}.{name}"
                found.append(BAD_SETTING.at(None, f"the type of {place} cannot be read: {bad}"))
    return found


def _check(source: Source, session: Session) -> Checked:
    tokens = lex(source)
    syntax = parse(tokens.output)
    said = [*tokens.diagnostics, *syntax.diagnostics]
    around = Surroundings(session)
    checker = Checker(source, around)
    checked = around.checked = Checked(syntax.output, checker, session.settings)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _FRAMES))
    collecting = gc.isenabled()
    gc.disable()  # a check makes many objects and drops few
    try:
        checked.type = _whole(checker, syntax.output.body, around)
    except RecursionError:
        message = "expected less nesting, for this is deeper than the checker goes"
        said.append(TOO_DEEP.at(Span(source, 0, 0), message))
    finally:
        sys.setrecursionlimit(limit)
        if collecting:
            gc.enable()
    said += checker.settled()
    said += _bad_settings(session)
    said = _certain(said, checked)
    if not any(one.severity is Severity.ERROR for one in said):
        said += [
            ALWAYS_FAILS.at(
                Span(source, node.start, node.end),
                "expected an expression that ends in a value, found one that always fails",
            )
            for node in failing(checked)
        ]
    checked.findings = tuple(sorted(said, key=_place))
    return checked


def _place(finding: Diagnostic) -> tuple[int, int]:
    return (finding.span.start, finding.span.end) if finding.span else (-1, -1)


def failing(checked: Checked) -> list[Expression]:
    """Return the parts of a program's value that always fail when it is printed.

    An ``error`` that is written there is meant.
    """
    found: list[Expression] = []
    for node in printed(checked):
        if isinstance(node, Object):
            found += [one for one in _asserted(node) if _is_false(checked.checker, one)]
        elif checked.checker.types.get(node) is NEVER and not _meant(node):
            found.append(node)
    return found


def printed(checked: Checked) -> list[Expression]:
    """Return the expressions that printing a program is sure to work out, outermost first.

    Of a library only the outermost: it is not printed but imported.
    """
    found: list[Expression] = []
    waiting: list[Expression] = [checked.syntax.body]
    types = checked.checker.types
    library = checked.source.name.endswith(".libsonnet")
    while waiting:
        node = stripped(waiting.pop())
        if isinstance(node, Local) or (isinstance(node, Assert) and types.get(node) is not NEVER):
            waiting.append(node.body)
            continue
        found.append(node)
        if library:
            break
        if isinstance(node, Array):
            waiting += node.elements
        elif isinstance(node, Object):
            fields = [one for one in node.members if isinstance(one, Field)]
            waiting += [
                one.value for one in fields if one.visibility != "::" and one.parameters is None
            ]
    return found


def _certain(said: list[Diagnostic], checked: Checked) -> list[Diagnostic]:
    """What cannot be reached is a warning, but an error where printing is sure to come by."""
    if not any(one.code is UNREACHABLE for one in said):
        return said
    places = {(node.start, node.end) for node in printed(checked)}
    return [
        one.with_severity(Severity.ERROR)
        if one.code is UNREACHABLE and one.span and (one.span.start, one.span.end) in places
        else one
        for one in said
    ]


def _meant(node: Expression) -> bool:
    return any(isinstance(part, Error) for part in walk(node))


def _asserted(node: Object) -> list[Expression]:
    return [one.test for one in node.members if isinstance(one, ObjectAssert)]


def _is_false(checker: Checker, test: Expression) -> bool:
    return checker.types.get(test) in {FALSE, NEVER} or constant(checker, test) is False


def _whole(checker: Checker, body: Expression, around: Surroundings) -> Type:
    """Infer the whole file; a top-level function is called with the project's arguments."""
    top = stripped(body)
    types = around.given("tla_vars")
    if isinstance(top, Function) and types:
        hints: list[Type] = []
        for one in top.parameters:
            if one.name.name not in types:
                break
            hints.append(types[one.name.name])
        found = infer_function(checker, top.parameters, top.body, tuple(hints))
        checker.types[top] = checker.types[body] = found
        return found
    return checker.infer(body)

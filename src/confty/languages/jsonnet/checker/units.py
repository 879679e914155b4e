"""Files that import each other: each is checked once, and again only when it has to be.

A checked file remembers its text and the checked files it was checked against.  It is still good
when its text is the same and each of its imports still leads to the same checked file; so after an
edit exactly the edited file and those that reach it by imports are checked anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Final

from confty import types
from confty.kit.encoding import decode
from confty.kit.limits import room_for
from confty.kit.memory import uncollected
from confty.language import Foreign, Host, Unreadable
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.checked import Checked, Imported
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.dispatch import INFER
from confty.languages.jsonnet.checker.foreign import as_jsonnet
from confty.languages.jsonnet.checker.functions import infer_literal
from confty.languages.jsonnet.checker.notation import BadType, read_type
from confty.languages.jsonnet.checker.printed import print_out
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse, syntax
from confty.languages.jsonnet.rules import ANY
from confty.text import Diagnostic, Severity, Source, Span

_FRAMES: Final = 100_000
_MOST_KEPT: Final = 500
# What earlier requests found out, by the name of the file; used only while it is still true.
_kept: Final[dict[str, Checked]] = {}
_keeping: Final = Lock()


class Units:
    """The files of one request, each looked at once, so that they cannot change under way."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.given = GivenTypes(host.settings)
        # None while a file is being checked.
        self.seen: dict[str, Checked | None] = {}
        # How many were checked anew.
        self.checked = 0

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
            _keep(made)
        return made

    def _good(self, known: Checked, source: Source) -> bool:
        if known.source.text != source.text or known.settings != self.given.spelled:
            return False
        for (word, path), (name, target) in known.imports.items():
            if self.host.resolve(path, source.name) != name:
                return False
            if word == "import" and name is not None and self.load(name) is not target:
                return False
        return True


def _keep(made: Checked) -> None:
    """Keep what was found out; what was found out longest ago goes first."""
    with _keeping:
        _kept.pop(made.source.name, None)
        while len(_kept) >= _MOST_KEPT:
            del _kept[next(iter(_kept))]
        _kept[made.source.name] = made


class GivenTypes:
    """The types that the project gives to external variables and to top-level arguments."""

    def __init__(self, settings: Mapping[str, object]) -> None:
        tables = {key: settings.get(key) for key in ("ext_vars", "tla_vars")}
        self.spelled = repr(tables)
        self.findings: list[Diagnostic] = []
        self.external = self._read("ext-vars", tables["ext_vars"])
        self.arguments = self._read("tla-vars", tables["tla_vars"])

    def _read(self, key: str, table: object) -> dict[str, types.Type]:
        found: dict[str, types.Type] = {}
        for name, given in table.items() if isinstance(table, Mapping) else ():
            try:
                found[str(name)] = _given_type(given)
            except BadType as bad:
                message = f"the type of {key}.{name} cannot be read: {bad}"
                self.findings.append(codes.BAD_SETTING.at(None, message))
        return found


def _given_type(given: object) -> types.Type:
    """Read the type of a variable: spelled in the settings, or that of a value from a flag."""
    if isinstance(given, str):
        return read_type(given)
    is_text = isinstance(given, (tuple, list)) and given[:1] in (("str",), ["str"])
    return types.STRING if is_text else ANY


class FileImports:
    """What one file sees of the others."""

    def __init__(self, units: Units) -> None:
        self.units = units
        self.found: Imported = {}
        # Whether what was seen of them can change only by their or their imports' texts.
        self.keep = True

    def imported(self, node: syntax.Import, checker: Checker) -> types.Type:
        """Return the type of an imported file, reporting one that is not there."""
        path = node.path.value
        if checker.close and (node.word, path) in self.found:
            target = self.found[node.word, path][1]
            return ANY if target is None else target.type
        name = self.units.host.resolve(path, checker.source.name)
        target = None
        if name is None:
            message = f"expected a file, found none at `{path}`"
            checker.report(codes.IMPORT_NOT_FOUND, node, message)
        elif node.word == "import":
            foreign = self._foreign(name)
            if foreign is not None:
                # Its type may change without this file's imports changing.
                self.keep = False
                return as_jsonnet(foreign.type())
            target = self._load(node, name, checker)
        self.found[node.word, path] = name, target
        return ANY if target is None else target.type

    def _foreign(self, name: str) -> Foreign | None:
        # JSON is Jsonnet, and is read as that.
        return None if name.endswith(".json") else self.units.host.foreign(name)

    def _load(self, node: syntax.Import, name: str, checker: Checker) -> Checked | None:
        if name in self.units.seen and self.units.seen[name] is None:
            self.keep = False
            return None
        target = self.units.load(name)
        if target is None:
            message = f"expected a text, found that `{node.path.value}` cannot be read as one"
            checker.report(codes.UNREADABLE_IMPORT, node, message)
        elif not target.keep:
            self.keep = False
        return target

    def declared_at(
        self, node: syntax.Import, path: tuple[str | int, ...], checker: Checker
    ) -> Span | None:
        """Where a part of an imported file of another language is declared."""
        name = self.units.host.resolve(node.path.value, checker.source.name)
        foreign = None if name is None or node.word != "import" else self._foreign(name)
        return None if foreign is None else foreign.declared_at(path)

    def external(self, name: str) -> types.Type:
        """Return the type that the project gives to an external variable."""
        return self.units.given.external.get(name, ANY)


def _check(source: Source, units: Units) -> Checked:
    tokens = lex(source)
    parsed = parse(tokens.output)
    said = [*tokens.diagnostics, *parsed.diagnostics]
    imports = FileImports(units)
    checker = Checker(source, imports, INFER)
    found: types.Type = ANY
    try:
        # A check makes many objects and drops few.
        with room_for(_FRAMES), uncollected():
            found = _infer_file(checker, parsed.output.body, units.given.arguments)
            if not source.name.endswith(".libsonnet"):
                # A library is imported, not printed.
                checker.work.at = parsed.output.body
                found = print_out(checker, found)
    except RecursionError:
        message = "expected less nesting, for this is deeper than the checker goes"
        said.append(codes.TOO_DEEP.at(Span(source, 0, 0), message))
    checked = Checked(parsed.output, checker, found, imports.found)
    checked.settings, checked.keep = units.given.spelled, imports.keep
    checked.conclude([*said, *checker.settled(), *_told(checker), *units.given.findings])
    return checked


def _told(checker: Checker) -> list[Diagnostic]:
    """What closer looks found, each with the place in this file that led there."""
    found: list[Diagnostic] = []
    for one, at in checker.work.told.items():
        assert one.span is not None
        elsewhere = one.span.source is not checker.source
        if at is None or not (elsewhere or not at.start <= one.span.start < at.end):
            found.append(one)
            continue
        words = f"under the entry point {checker.source.name}, which uses it here"
        found.append(one.note(checker.span(at), words if elsewhere else "as it is used here"))
    return found


def _infer_file(
    checker: Checker, body: syntax.Expression, arguments: Mapping[str, types.Type]
) -> types.Type:
    """Infer the whole file; a top-level function is called with the project's arguments."""
    top = stripped(body)
    if not isinstance(top, syntax.Function) or not arguments:
        return checker.infer(body)
    hints: list[types.Type] = []
    for one in top.parameters:
        if one.name.name not in arguments:
            break
        hints.append(arguments[one.name.name])
    return infer_literal(checker, body, top, tuple(hints))

"""Files that import each other: each is checked once, and again only when it has to be.

What a file imports is written out in its text, so the files of a request are known before any of
them is checked.  They are checked in order, a file after those it imports.  Files that import each
other in a ring are checked twice: first by name, each knowing of those before it, then each with
what that gave of all; so the answer does not depend on where somebody entered the ring.

A checked file remembers its text and the checked files it was checked against.  It is still good
when its text is the same and each of its imports still leads to the same checked file; so after an
edit exactly the edited file and those that reach it by imports are checked anew.
"""

from __future__ import annotations

from confty import types
from confty.kit.collector import uncollected
from confty.kit.encoding import decode
from confty.kit.foreign_imports import at_import, import_fault
from confty.kit.rooms import room_for
from confty.language import Foreign, Host, Outcome, Unreadable
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.annotations import note_annotations
from confty.languages.jsonnet.checker.checked import DATA, Checked, Imported, Places
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.declared_inputs import GivenTypes
from confty.languages.jsonnet.checker.dispatch import INFER
from confty.languages.jsonnet.checker.docsonnet import contradictions, is_documented
from confty.languages.jsonnet.checker.foreign import ADOPTION, as_jsonnet
from confty.languages.jsonnet.checker.freshness import Standing
from confty.languages.jsonnet.checker.functions import infer_literal
from confty.languages.jsonnet.checker.keeping import KEPT
from confty.languages.jsonnet.checker.order import import_paths, in_order
from confty.languages.jsonnet.checker.printed import print_out
from confty.languages.jsonnet.checker.slots import read_waiting
from confty.languages.jsonnet.checker.whence import whence
from confty.languages.jsonnet.checker.written import stripped
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.lexer.runs import touching
from confty.languages.jsonnet.parser import parse, parse_library, syntax
from confty.languages.jsonnet.rules import ANY
from confty.text import Diagnostic, Severity, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final, TypeAlias

    from confty.languages.jsonnet.checker.checked import Shown

_FRAMES: Final = 100_000
# What is imported, and not printed.
_LIBRARY: Final = ".libsonnet"
# Data that programs import as text and read themselves, and how long it may be to be looked into.
_TEXTS: Final = (".yaml", ".yml", ".json")
_MOST_TEXT: Final = 200_000


class Unit:
    """A file of a request before it is checked: its text, and where its imports lead."""

    __slots__ = ("importer", "imports", "known", "parsed", "paths", "source")

    def __init__(
        self, source: Source, host: Host, settings: str, importer: Importer | None = None
    ) -> None:
        self.source = source
        # The import that led here first.
        self.importer = importer
        self.parsed: Outcome[syntax.Syntax] | None = None
        known = KEPT.get(source.name)
        if known is not None and (known.source.text != source.text or known.settings != settings):
            known = None
        # What an earlier request found out about this very text.
        self.known = known
        if known is None:
            self.parsed = lex(source).then(parse) if importer is None else parse_library(source)
            self.paths = import_paths(self.parsed.output)
        else:
            self.paths = known.paths
        self.imports = {(word, path): host.resolve(path, source.name) for word, path in self.paths}

    def way_to(self, word: str, path: str) -> tuple[Span, ...]:
        """Return the imports that lead to one of this file, that one included, outermost first."""
        found: list[Span] = []
        step: Importer | None = (self, word, path)
        while step is not None:
            unit, *key = step
            found.append(Span(unit.source, *unit.paths[key[0], key[1]]))
            step = unit.importer
        return tuple(reversed(found))


Importer: TypeAlias = tuple[Unit, str, str]


class Units:
    """The files of one request, each looked at once, so that they cannot change under way."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.given = GivenTypes(host.settings)
        self.view = host.view
        self._standing = Standing(host, self.given.spelled, self.text)
        self._units: dict[str, Unit] = {}
        # The files that are done; None for one that cannot be read.
        self.seen: dict[str, Checked | None] = {}
        # Of a ring that is being checked: what the first pass made of its files so far.
        self.first: dict[str, Checked | None] = {}
        # How many were checked anew.
        self.checked = 0
        # The file that is needed for its findings alone, and what was made of it, where nobody
        # else knows that.
        self._passing = ""
        self._unkept: Checked | None = None

    def check(self, source: Source, *, briefly: bool = False) -> Checked:
        """Check a source, unless what is known about it is still true.

        ``briefly`` is for who asks for the findings, and for nothing else.
        """
        if briefly and not source.name.endswith(_LIBRARY):
            self._passing = source.name
        # A check makes many objects and drops few.
        with uncollected(kept=True):
            if not self._vouched(source.name, source):
                self._units[source.name] = Unit(source, self.host, self.given.spelled)
            for ring in in_order(source.name, self._imports_of):
                self._settle(ring)
            made = self.seen[source.name]
            assert made is not None
            with room_for(_FRAMES):
                read_waiting(made.checker)
            self._end()
            if self._unkept is made:
                self._unkept = None
                made.undo()
        return made

    def _end(self) -> None:
        """Leave each new file with what it imports, and with nothing else of this request."""
        for unit in self._units.values():
            checked = self.seen.get(unit.source.name)
            if checked is not None and checked is not unit.known:
                imports = checked.checker.imports
                assert isinstance(imports, FileImports)
                imports.others = {
                    name: self.seen.get(name) for name in unit.imports.values() if name
                }
            unit.parsed = unit.known = None
        self._units, self.seen = {}, {}

    def foreign(self, unit: Unit, word: str, path: str) -> Foreign | None:
        """Return an import as another language's file; JSON is Jsonnet, and is read as that."""
        name = unit.imports.get((word, path))
        if word != "import" or name is None or name.endswith(DATA):
            return None
        return self.host.foreign(name, lambda: unit.way_to(word, path))

    def _vouched(self, name: str, source: Source | None = None) -> bool:
        """Take what is known of a file, if it is good in this view of the world."""
        known = KEPT.get(name)
        if (
            known is not None
            and self.view is not None
            and known.view == self.view
            and known.settings == self.given.spelled
            and (source is None or known.source.text == source.text)
        ):
            self.seen[name] = known
            return True
        standing = self._standing.found(name, source)
        for one in standing.values():
            # Who is handed a text has not asked whether an import may read it.
            if source is None or one.source.name != name:
                one.view = self.view
        KEPT.use(standing.values())
        self.seen.update(standing)
        return name in self.seen

    def _imports_of(self, name: str) -> list[str]:
        """Return the files of this language that a file imports, for those not yet done."""
        if name in self.seen:
            return []
        unit = self._units[name]
        found: list[str] = []
        for (word, path), target in unit.imports.items():
            if word != "import" or target is None or self.foreign(unit, word, path) is not None:
                continue
            if target not in self._units and target not in self.seen:
                self._open(target, (unit, word, path))
            if target in self._units:
                found.append(target)
        return found

    def _open(self, name: str, importer: Importer) -> None:
        if self._vouched(name):
            return
        try:
            source, findings = decode(name, self.host.read(name))
        except Unreadable:
            self.seen[name] = None
            return
        if any(one.severity is Severity.ERROR for one in findings):
            self.seen[name] = None
            return
        self._units[name] = Unit(source, self.host, self.given.spelled, importer)

    def _settle(self, ring: list[str]) -> None:
        """Check the files of a ring, or the one file that is in none, or find them known."""
        if ring[0] in self.seen:
            return
        units = [self._units[name] for name in ring]
        alone = len(ring) == 1 and ring[0] not in units[0].imports.values()
        if not all(self._good(unit, ring) for unit in units):
            self.first = dict.fromkeys(ring)
            for unit in () if alone else units:
                self.first[unit.source.name] = self._made(unit)
            done = [self._made(unit) for unit in units]
            self.first = {}
            self._tie(dict(zip(ring, done, strict=True)))
            self.checked += len(ring)
        else:
            done = [unit.known for unit in units if unit.known is not None]
        for unit, checked in zip(units, done, strict=True):
            if unit.importer is not None:
                checked.view = self.view
            self.seen[checked.source.name] = checked
            if alone and checked.source.name == self._passing and checked is not units[0].known:
                self._unkept = checked
            else:
                KEPT.keep(checked)

    def _good(self, unit: Unit, ring: list[str]) -> bool:
        """Whether what is known of a file is still true."""
        known = unit.known
        if known is None:
            return False
        for (word, path), (name, target) in known.imports.items():
            if unit.imports.get((word, path)) != name:
                return False
            if name is None:
                continue
            if (word, path) in known.foreign:
                if self._seen_now(unit, word, path) != known.foreign[word, path]:
                    return False
                if not self._stands(unit, (word, path), known):
                    return False
            elif word != "import":
                continue
            elif name in ring:
                if target is not self._units[name].known:
                    return False
            elif self.seen.get(name) is not target:
                return False
        return True

    def _seen_now(self, unit: Unit, word: str, path: str) -> tuple[types.Type, str] | None:
        name = unit.imports[word, path]
        if word == "importstr" and name is not None:
            return types.STRING, self.text(name) or ""
        other = self.foreign(unit, word, path)
        return None if other is None else _seen(other, unit, word, path)[:2]

    def _stands(self, unit: Unit, key: tuple[str, str], known: Checked) -> bool:
        """Whether the parts of an import of another language stand where findings say."""
        asked = [(how, shown) for how, shown in known.places.items() if how[0] == key]
        foreign = self.foreign(unit, *key) if asked else None
        for (_, declared, path), shown in asked:
            if foreign is None or _shown(_place_in(foreign, path, declared=declared)) != shown:
                return False
        return True

    def text(self, name: str) -> str | None:
        """Return the text of a data file, None where it cannot be read or is too long."""
        try:
            data = self.host.read(name)
            return data.decode() if len(data) <= _MOST_TEXT else None
        except (Unreadable, UnicodeDecodeError):
            return None

    def _tie(self, ring: dict[str, Checked]) -> None:
        """Let the files of a ring lead to each other, and not to what a first pass made."""
        for checked in ring.values():
            for key, (name, _) in checked.imports.items():
                if key[0] == "import" and name in ring and key not in checked.foreign:
                    checked.imports[key] = name, ring[name]

    def _made(self, unit: Unit) -> Checked:
        source = unit.source
        parsed = unit.parsed
        if parsed is None:
            parsed = unit.parsed = lex(source).then(parse)
        said = [*parsed.diagnostics]
        if self.host.settings.get("dialect") != "cpp":
            said += [one for one, _ in touching(source)]
        imports = FileImports(self, unit)
        checker = Checker(source, imports, INFER, whence)
        found: types.Type = ANY
        try:
            with room_for(_FRAMES):
                note_annotations(checker, parsed.output)
                found = _infer_file(checker, parsed.output.body, self.given.arguments)
                if not source.name.endswith(_LIBRARY):
                    checker.work.at = parsed.output.body
                    print_out(checker, found)
        except RecursionError:
            message = "expected less nesting, for this is deeper than the checker goes"
            said.append(codes.TOO_DEEP.at(Span(source, 0, 0), message))
        checked = Checked(parsed.output, checker, found, imports.found)
        checked.paths, checked.foreign = unit.paths, imports.foreign
        checked.places = imports.places
        checked.settings = self.given.spelled
        checked.arguments = self.given.arguments
        checked.given = self.given
        checked.documented = is_documented(checked)
        if checked.documented:
            said += contradictions(checked)
        checked.conclude([*said, *checker.settled(), *_told(checker), *self.given.findings])
        return checked


class FileImports:
    """What one file sees of the others."""

    def __init__(self, units: Units, unit: Unit) -> None:
        self.units = units
        self.unit = unit
        self.found: Imported = {}
        # The files of this language that imports lead to, when the request is over.
        self.others: dict[str, Checked | None] = {}
        # Of files of other languages: the type, and what is wrong with them, in words.
        self.foreign: dict[tuple[str, str], tuple[types.Type, str]] = {}
        # Where their parts are declared or written, as far as somebody asked.
        self.places: Places = {}

    def imported(self, node: syntax.Import, checker: Checker) -> types.Type:
        """Return the type of an imported file, reporting one that is not there."""
        key = node.word, node.path.value
        target: Checked | None
        if checker.close and key in self.found:
            target = self.found[key][1]
            return self.foreign[key][0] if key in self.foreign else _type_of(target)
        name = self.unit.imports.get(key)
        target = None
        if name is None:
            message = f"expected a file, found none at `{node.path.value}`"
            checker.report(codes.IMPORT_NOT_FOUND, node, message)
        elif node.word == "import":
            foreign = self.units.foreign(self.unit, *key)
            if foreign is not None:
                return self._adopted(key, foreign, checker)
            target = self._found(name, node, checker)
        self.found[key] = name, target
        return _type_of(target)

    def _adopted(self, key: tuple[str, str], foreign: Foreign, checker: Checker) -> types.Type:
        type_, words, wrong = _seen(foreign, self.unit, *key)
        if wrong is not None:
            checker.findings.say(wrong)
        self.found[key] = self.unit.imports[key], None
        self.foreign[key] = type_, words
        return type_

    def _found(self, name: str, node: syntax.Import, checker: Checker) -> Checked | None:
        if name in self.units.first:
            return self.units.first[name]
        target = self.others.get(name) or self.units.seen.get(name)
        if target is None:
            message = f"expected a text, found that `{node.path.value}` cannot be read as one"
            checker.report(codes.UNREADABLE_IMPORT, node, message)
            return None
        errors = target.errors() if name.endswith(DATA) else []
        if errors:
            span = Span(checker.source, node.start, node.end)
            checker.findings.say(at_import(errors[0], codes.IMPORT_FAILED, span))
        return target

    def text(self, node: syntax.Import) -> str | None:
        """Return the text of a data file that is imported as one, None where it is not known."""
        key = node.word, node.path.value
        name = self.unit.imports.get(key)
        if node.word != "importstr" or name is None or not name.endswith(_TEXTS):
            return None
        text = self.units.text(name)
        self.found[key] = name, None
        self.foreign[key] = types.STRING, text or ""
        return text

    def declared_at(
        self, node: syntax.Import, path: tuple[str | int, ...], checker: Checker
    ) -> Span | None:
        """Where a part of an imported file of another language is declared."""
        del checker  # a file has one place to look from
        return self._place(node, path, declared=True)

    def written_at(
        self, node: syntax.Import, path: tuple[str | int, ...], checker: Checker
    ) -> Span | None:
        """Where a part of an imported file of another language is written."""
        del checker  # a file has one place to look from
        return self._place(node, path, declared=False)

    def _place(
        self, node: syntax.Import, path: tuple[str | int, ...], *, declared: bool
    ) -> Span | None:
        key = node.word, node.path.value
        foreign = self.units.foreign(self.unit, *key)
        found = None if foreign is None else _place_in(foreign, path, declared=declared)
        if foreign is not None:
            self.places[key, declared, path] = _shown(found)
        return found

    def resolve(self, path: str) -> str | None:
        """Name the file that a path means here, None where there is none."""
        return self.units.host.resolve(path, self.unit.source.name)

    def external(self, name: str) -> types.Type:
        """Return the type that the project gives to an external variable."""
        return self.units.given.external.get(name, ANY)

    def natives(self) -> dict[str, str]:
        """Return the signatures of the native functions that a run will have."""
        return self.units.given.natives


def _type_of(target: Checked | None) -> types.Type:
    return ANY if target is None else target.type


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


def _seen(
    foreign: Foreign, unit: Unit, word: str, path: str
) -> tuple[types.Type, str, Diagnostic | None]:
    """Return the type of a file of another language, and what is wrong with importing it."""
    span = Span(unit.source, *unit.paths[word, path])
    wrong = import_fault(foreign, codes.IMPORT_FAILED, span, ADOPTION)
    words = "" if wrong is None else repr((wrong, wrong.notes, wrong.help, *_shown_with(wrong)))
    return as_jsonnet(foreign.type()), words, wrong


def _shown_with(wrong: Diagnostic) -> list[Shown | None]:
    """Return what is shown with a finding."""
    return [_shown(wrong.span), *[_shown(note.span) for note in wrong.notes]]


def _shown(span: Span | None) -> Shown | None:
    """Return what is shown of a place."""
    if span is None:
        return None
    line, _ = span.source.place(span.start)
    return span.source.name, span.start, line, span.source.line_text(line), span.text


def _place_in(foreign: Foreign, path: tuple[str | int, ...], *, declared: bool) -> Span | None:
    return foreign.declared_at(path) if declared else foreign.written_at(path)


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

"""Documents and the files they import: read, checked and kept, each once in a run.

JSON files are not parsed as RCL: Python's
reader makes the values directly, and only when it stumbles does the text go the long way, to
find out what is wrong with it.
"""

from __future__ import annotations

import os

from confty import types
from confty.kit.collector import uncollected
from confty.kit.encoding import decode
from confty.kit.foreign_imports import at_import, import_fault
from confty.kit.rings import ring_along
from confty.kit.rooms import room_for
from confty.language import Host, Unreadable
from confty.languages.rcl import codes
from confty.languages.rcl.checker import Checked, Imported, check
from confty.languages.rcl.checker.annotations import Prelude
from confty.languages.rcl.checker.checked import Found, ImportedFile
from confty.languages.rcl.checker.doubts import certain
from confty.languages.rcl.inputs import NAME, Inputs
from confty.languages.rcl.lexer import lex, repair
from confty.languages.rcl.numbers import Inexact, Number, negate, read
from confty.languages.rcl.parser import parse
from confty.languages.rcl.parser.syntax import Document, Import
from confty.languages.rcl.sharing import known_documents
from confty.languages.rcl.unit import NO_VALUE, LoadProblem, Outside, Unit
from confty.languages.rcl.values import Value
from confty.patterns import pattern
from confty.text import Diagnostic, Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.kit.bounded import Bounded

# What data of another language is here: one kind of number, no tuples, mixtures are Any.
DIALECT: Final = types.Dialect(
    atoms={
        types.NULL: types.NULL, types.BOOL: types.BOOL, types.STRING: types.STRING,
        types.NUMBER: types.NUMBER, types.INT: types.NUMBER, types.FLOAT: types.NUMBER,
    },
    join=types.widen, sets=True, tuples=False,
)  # fmt: skip
JSON_DEPTH: Final = 98
JSON_SIZE: Final = 4096
TYPED_IN_RUNS: Final = 100_000
# Many documents import one of another language.
_MOST_KEPT: Final = 16
# A number that may be too large.
_LONG: Final = pattern("[0-9]{19}")


class Program:
    """A document and everything it imports."""

    def __init__(self, host: Host, *, runs: bool = False) -> None:
        self.host = host
        self.runs = runs  # whether it is there to be run, and not only to be checked
        # What ``//`` means: a folder of the settings, or the root of the project.
        root = host.settings.get("root")
        self.root = root if isinstance(root, str) else host.root
        self.units: dict[str, Unit] = {}
        self.way: list[Span] = []  # the imports that are being followed, outermost first
        self.read: dict[str, None] = {}  # the files that were read, in order
        self.names: dict[str, Found] = {}  # what every document finds in scope besides ``std``
        # What each document imports: the paths, where they stand, what they lead to.
        self._imports: dict[str, list[tuple[str, Span, Unit]]] = {}
        self.inputs: Inputs | None = None
        if any(host.settings.get(key) for key in ("ext_vars", "ext_types", "ext_values")):
            self.inputs = Inputs(host.settings, self.add)
            self.names[NAME] = (self.inputs.type, self.inputs.type)
        # What other programs have found out about libraries, which see nothing but ``std``.
        self._known = None if self.names else known_documents(host, self.root, runs=runs)
        # Whether a document has read a file as text, by a function of the library.
        self.has_read_texts = False

    @property
    def used_inputs(self) -> Inputs | None:
        """The inputs, if any document asks for them; those for others may not even be RCL."""
        if self.inputs is None:
            return None
        used = any(
            binding.node is None and self.names.get(binding.name) == (binding.hard, binding.known)
            for unit in self.units.values()
            if unit.checked is not None
            for binding in unit.checked.uses.values()
        )
        return self.inputs if used else None

    @property
    def known_values(self) -> Bounded[object] | None:
        """What other programs have worked out of libraries."""
        return None if self._known is None else self._known.values

    def add(
        self, source: Source, names: dict[str, Found] | None = None, *, data: bool = False
    ) -> Unit:
        """Parse and check a document; with ``data``, a large one may turn out to be JSON."""
        unit = Unit(source, len(self.units))
        self.units[source.name] = unit
        self._analyse(unit, names, data=data)
        return unit

    def _analyse(self, unit: Unit, names: dict[str, Found] | None, *, data: bool) -> None:
        source = unit.source
        if source.name.endswith(".json") or (data and len(source.text) > JSON_SIZE):
            unit.json_value = json_value(source.text)
            if unit.is_json:
                return
        with room_for(), uncollected(kept=True):
            lexed = lex(source)
            tokens, doubtful = repair(source) if lexed.diagnostics else (lexed.output, [])
            parsed = parse(tokens)
            self._check(unit, parsed.output, names)
            assert unit.checked is not None
        wrong = lexed.diagnostics or parsed.diagnostics
        unit.unread = bool(wrong)
        checked = unit.checked
        said = certain(checked, tokens, doubtful) if wrong else checked.findings
        unit.findings = (*wrong, *said)

    def _check(
        self, unit: Unit, document: Document, names: dict[str, Found] | None,
        prelude: Prelude | None = None,
    ) -> None:  # fmt: skip
        unit.checking = True
        in_scope = {**self.names, **names} if names else self.names
        unit.checked = check(unit.source, document, self.import_type, in_scope, prelude)
        unit.checking = False

    def add_document(
        self, source: Source, document: Document, names: dict[str, Found], prelude: Prelude
    ) -> Unit:
        """Check a document that was read already, with names and types in scope."""
        unit = self.units[source.name] = Unit(source, len(self.units))
        with room_for(), uncollected():
            self._check(unit, document, names, prelude)
        assert unit.checked is not None
        unit.findings = tuple(unit.checked.findings)
        return unit

    def import_type(self, node: Import, path: str, checked: Checked) -> Imported | None:
        """Say what an imported document is known to be; note what is wrong with the import."""
        span = checked.span(node.path.start, node.path.end)
        try:
            self.way.append(span)
            unit = self.load(path, checked.source.name)
        except LoadProblem as problem:
            checked.import_findings.append(problem.at(span))
            return None
        finally:
            self.way.pop()
        self._imports.setdefault(checked.source.name, []).append((path, span, unit))
        name = unit.source.name
        # Who keeps what was checked must not keep this program for it.
        own, host = unit.foreign, self.host
        checked.files[node] = ImportedFile(
            name, unit.checked, (lambda: host.foreign(name)) if own is None else lambda: own
        )
        if unit.checking:
            way = [*self.way, span]
            first = [one.source.name for one in way].index(unit.source.name)
            checked.import_findings.append(ring_along(codes.IMPORT_CYCLE, way[first:]))
            return None
        errors = unit.mistakes
        if errors:
            checked.import_findings.append(at_import(errors[0], codes.IMPORT_FAILED, span))
            return None
        if unit.foreign is not None:
            from confty.languages.rcl.plain import ADOPTION  # noqa: PLC0415  start-up: few import any

            wrong = import_fault(unit.foreign, codes.IMPORT_FAILED, span, ADOPTION)
            if wrong is not None:
                checked.import_findings.append(wrong)
            return Imported(_as_rcl(unit.foreign.type()))
        if unit.is_json:
            return Imported(unit.json_type or types.DYNAMIC)
        found = unit.checked
        if found is None:
            return Imported(types.DYNAMIC)
        return Imported(found.known, found.exports, found.declarations)

    def _json_type(self, unit: Unit) -> types.Type:
        """Say what JSON is; a run has no use for the type of a large file."""
        if self.runs and len(unit.source.text) > TYPED_IN_RUNS:
            return types.DYNAMIC
        with uncollected():
            return json_type(unit.json_value)

    def locate(self, path: str, importer: str) -> str:
        """Return the name of the file that a path means."""
        if path.removeprefix("//").startswith("/"):
            raise LoadProblem(
                codes.IMPORT_PATH, "absolute paths cannot be imported",
                "start the path with // to begin at the project's root",
            )  # fmt: skip
        try:
            if path.startswith("//"):
                name = self.host.resolve(os.path.join(self.root, path[2:]), None)
                if name is not None:
                    self.host.needs(importer, name)
            else:
                name = self.host.resolve(path, importer)
        except Outside as denied:
            raise LoadProblem(codes.SANDBOX, str(denied), denied.hint) from None
        except Unreadable as problem:
            raise LoadProblem(codes.IMPORT_FAILED, f"cannot read '{path}': {problem}") from None
        if name is None:
            raise LoadProblem(codes.IMPORT_FAILED, f"there is no file '{path}'")
        return name

    def load(self, path: str, importer: str) -> Unit:
        """Return the unit of an imported file."""
        name = self.locate(path, importer)
        known = self.units.get(name)
        if known is not None:
            return known
        foreign = (
            None if name.endswith(".json") else self.host.foreign(name, lambda: tuple(self.way))
        )
        if foreign is not None:
            unit = self.units[name] = Unit(Source(name, ""), len(self.units))
            unit.foreign = foreign
            return unit
        source, wrong = self._read(name, path)
        if wrong:
            unit = self.units[name] = Unit(source, len(self.units))
            unit.findings = wrong
            return unit
        unit = self.units[name] = Unit(source, len(self.units))
        if not self._is_known(unit):
            self._analyse(unit, None, data=False)
            if unit.is_json:
                unit.json_type = self._json_type(unit)
            if self._known is not None:
                imports = self._imports.get(name, ())
                self._known.keep(
                    unit, tuple([(where, at, to.checked) for where, at, to in imports])
                )
        return unit

    def _is_known(self, unit: Unit) -> bool:
        """Take over what another program has found out about a library and all that it imports."""
        name = unit.source.name
        known = None if self._known is None else self._known.get(name)
        if known is None:
            return False
        with room_for():
            for path, span, checked in known.imports:
                self.way.append(span)
                try:
                    # Who depends on the library depends on where its imports lead.
                    if self.load(path, name).checked is not checked:
                        return False
                except LoadProblem:
                    return False
                finally:
                    self.way.pop()
        known.give(unit)
        return True

    def _read(
        self, name: str, path: str, *, marked: bool = True
    ) -> tuple[Source, tuple[Diagnostic, ...]]:
        try:
            found = decode(name, self.host.read(name), marked=marked)
        except Unreadable as problem:
            raise LoadProblem(codes.IMPORT_FAILED, f"cannot read '{path}': {problem}") from None
        self.read[name] = None
        return found

    def text(self, path: str, importer: str) -> str:
        """Return the text of a file that is read and not imported."""
        self.has_read_texts = True
        source, wrong = self._read(self.locate(path, importer), path, marked=False)
        if wrong:
            raise LoadProblem(codes.IMPORT_FAILED, f"'{path}' is not UTF-8 text")
        return source.text


@types.remembering(_MOST_KEPT)
def _as_rcl(type_: types.Type) -> types.Type:
    """What data of another language's type is here."""
    return types.translate(type_, DIALECT)


def _exact(text: str) -> Number:
    return negate(read(text[1:])) if text[0] == "-" else read(text)


def _refuse(name: str) -> Value:
    raise ValueError(name)


def json_value(text: str) -> Value:
    """Return the value of a JSON text that RCL reads the same way, or a mark that it does not."""
    import json  # noqa: PLC0415  documents without JSON do not pay for it

    # Integers beyond 64 bits and halves of surrogate pairs are for the long way to refuse.
    if "\\ud" in text or "\\uD" in text or _LONG.search(text):
        return NO_VALUE
    try:
        with uncollected():
            value = json.loads(text, parse_float=_exact, parse_constant=_refuse)
    except (ValueError, Inexact, RecursionError):
        return NO_VALUE
    return NO_VALUE if _nests_beyond(value, JSON_DEPTH) else value


def json_type(value: Value) -> types.Type:
    """Return the type of a JSON value, as that of any other data file is seen here."""
    kind = value.__class__
    if kind is dict:
        return types.object_of({name: json_type(one) for name, one in value.items()})
    if kind is list:
        return types.list_of(types.widen(*{json_type(one): None for one in value}))
    if kind is str:
        return types.STRING
    if kind is bool:
        return types.BOOL
    return types.NULL if value is None else types.NUMBER


def _nests_beyond(value: Value, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [
            inner
            for one in level
            if one.__class__ is dict or one.__class__ is list
            for inner in (one.values() if one.__class__ is dict else one)
            if inner.__class__ is dict or inner.__class__ is list
        ]
        if not level:
            return False
    return True

"""Files at work: parsing, translating units on demand, imports.

A ``Program`` is all files of a run.  The units of a file come from the cache or from the
compiler; a file is parsed only if a unit is missing or a trace is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any, Final, Protocol

from confty.kit.memory import uncollected
from confty.languages.jsonnet.evaluator.cache import Cache, Entry, key_of
from confty.languages.jsonnet.evaluator.crossing import crossed, holds_labels
from confty.languages.jsonnet.evaluator.failure import TOP, Refused, Stop, reference_place
from confty.languages.jsonnet.evaluator.library.loading import as_value
from confty.languages.jsonnet.evaluator.runtime import Constants, runtime_of
from confty.languages.jsonnet.evaluator.values import Func, Value
from confty.text import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from confty.language import Foreign
    from confty.languages.jsonnet.evaluator.compiler.unit import File, Unit
    from confty.languages.jsonnet.evaluator.standard import Standard
    from confty.languages.jsonnet.library import StdFunction

# From this size on, a file is a library: bodies are translated when they first run.
_BIG: Final = 12_000


class NeedsLabels(Exception):
    """A file of another language brought labels into a run that does not expect any."""


class Importer(Protocol):
    """How a run finds files: the name of what ``path`` means in ``importer``, and its bytes."""

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        """Find and read a file, or stop the program."""

    def foreign(self, name: str) -> Foreign | None:
        """Return a file of another language, None for one of this."""


class Labels:
    """What a run does otherwise when values may carry labels; plain runs never load any of it."""

    __slots__ = ("adopted", "as_value", "data", "embedded", "runtime", "shown")

    def __init__(
        self,
        *,
        runtime: Callable[[str], dict[str, Any]],
        as_value: Callable[[StdFunction, str], Func],
        adopted: Callable[[Value], Value],
        embedded: Callable[[str, Func], Func],
        data: Callable[[Value], object],
        shown: Callable[[Value, bool], Value],
    ) -> None:
        # The names of generated code in a dialect: operators that expect labels.
        self.runtime = runtime
        # A library function as a value, and a function of the embedding program.
        self.as_value = as_value
        self.embedded = embedded
        # A value of another language's file.
        self.adopted = adopted
        # A value as plain data with labels, and for the eyes of a user, with secrets or not.
        self.data = data
        self.shown = shown


class Program:
    """All files of a run: every one is loaded once, whoever imports it."""

    __slots__ = (
        "_bytes",
        "_entries",
        "_files",
        "_values",
        "cache",
        "dialect",
        "importer",
        "labels",
        "runtime",
    )

    def __init__(
        self, importer: Importer, cache: Cache | None, labels: Labels | None, dialect: str
    ) -> None:
        self.importer = importer
        self.cache = cache
        self.labels = labels
        self.dialect = dialect
        # The names that the code of every file begins with.
        self.runtime = runtime_of(dialect) if labels is None else labels.runtime(dialect)
        self._files: dict[str, SourceFile] = {}
        self._entries: dict[str, CachedUnits] = {}
        self._values: dict[str, Value] = {}
        self._bytes: dict[tuple[str, str], tuple[str, bytes]] = {}

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        """Find and read a file, once for each place it is asked for from."""
        folder = importer.rpartition("/")[0]
        found = self._bytes.get((path, folder))
        if found is None:
            found = self._bytes[path, folder] = self.importer.fetch(path, importer)
        return found

    def file(self, name: str, data: bytes, *, kept: bool = True) -> SourceFile:
        """A file by its name; ``data`` is its content.

        Texts of the command line are not ``kept`` in the cache: they are nobody else's business.
        """
        known = self._files.get(name)
        if known is None:
            units = self._units(data) if kept else CachedUnits({})
            known = self._files[name] = SourceFile(self, name, data, units)
        return known

    def load(self, path: str, importer: str) -> Value:
        """Run ``import path``."""
        name, data = self.fetch(path, importer)
        if name not in self._values:
            foreign = self.importer.foreign(name)
            if foreign is None:
                self._values[name] = self.file(name, data).run()
            else:
                self._values[name] = self._adopted(crossed(foreign, path))
        return self._values[name]

    def _adopted(self, value: Value) -> Value:
        """A value of another language; with labels in it, only a labelled run can go on."""
        if not holds_labels(value):
            return value
        if self.labels is None:
            raise NeedsLabels
        return self.labels.adopted(value)

    def _units(self, data: bytes) -> CachedUnits:
        """The translated units of a content; files that are alike share them."""
        if self.cache is None:
            return CachedUnits({})
        key = key_of(data, self.labels is not None)
        known = self._entries.get(key)
        if known is None:
            known = self._entries[key] = CachedUnits(self.cache.load(key) or {})
        return known

    def store(self) -> None:
        """Put what was translated into the cache."""
        if self.cache is None:
            return
        stored = False
        for key, units in self._entries.items():
            if units.new:
                self.cache.store(key, units.entry)
                units.new = False
                stored = True
        if stored:
            self.cache.disk.evict()


class CachedUnits:
    """The units of one content, from the cache or not, and whether some are new to it."""

    __slots__ = ("entry", "new")

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.new = False


class SourceFile:
    """One file of a program: its units, and the names that their code uses."""

    __slots__ = (
        "_data",
        "_file",
        "_globals",
        "_parents",
        "_program",
        "_source",
        "_standard",
        "_units",
        "name",
    )

    def __init__(self, program: Program, name: str, data: bytes, units: CachedUnits) -> None:
        self.name = name
        self._program = program
        self._data = data
        self._source: Source | None = None
        self._standard: Standard | None = None
        self._file: File | None = None
        self._units = units
        # In which unit each one stands; a unit that runs says so of those in it.
        self._parents: dict[str, str] = {}
        self._globals = self._names()

    def _names(self) -> dict[str, Any]:
        program, name = self._program, self.name
        return {
            **program.runtime,
            "FILE": name,
            "SOURCE": self,
            "load": lambda path: program.load(path, name),
            "load_bytes": lambda path: [float(b) for b in program.fetch(path, name)[1]],
            "load_text": lambda path: _text(*program.fetch(path, name), path),
            "standard": lambda: self._library().whole(),
            "std_member": lambda member: self._library().member(member),
            "stub": self._stub,
        }

    def _library(self) -> Standard:
        """``std`` in this file; most programs only call its functions, and never load it."""
        if self._standard is None:
            from confty.languages.jsonnet.evaluator.standard import Standard  # noqa: PLC0415  loaded by the runs that need it

            labels, dialect = self._program.labels, self._program.dialect
            make = as_value if labels is None else labels.as_value
            self._standard = Standard(self.name, dialect, make)
        return self._standard

    @property
    def source(self) -> Source:
        """The file's text; bytes that are no UTF-8 refuse the file."""
        if self._source is None:
            from confty.kit.encoding import decode  # noqa: PLC0415  loaded by the runs that need it

            source, findings = decode(self.name, self._data)
            if findings:
                span = findings[0].span
                assert span is not None
                raise Refused(findings, f"{reference_place(span)}: invalid UTF-8")
            self._source = source
        return self._source

    def run(self) -> Value:
        """The value of the file."""
        return self._maker("main")()

    def _stub(
        self, ident: str, parent: str, capture: Callable[[], tuple[Value, ...]]
    ) -> Callable[..., Value]:
        real: Callable[..., Value] | None = None
        self._parents[ident] = parent

        def run(*arguments: Value) -> Value:
            nonlocal real
            if real is None:
                real = self._maker(ident)(*capture())
            return real(*arguments)

        return run

    def _maker(self, ident: str) -> Callable[..., Value]:
        name = f"unit_{ident}"
        found = self._globals.get(name)
        if found is None:
            known = self._units.entry.get(ident)
            if known is None:
                known = self._translate(ident)
            _, code, constants = known
            table = Constants(constants)
            self._globals[f"constants_{ident}"] = constants
            self._globals[f"value_{ident}"] = table.value
            exec(code, self._globals)  # noqa: S102  our own generated code
            found = self._globals[name]
        made: Callable[..., Value] = found
        return made

    def _translate(self, ident: str) -> tuple[str, CodeType, list[object]]:
        with uncollected():
            unit = self._unit(ident, marking=False)
            code = compile(unit.text, f"jsonnet:{ident}", "exec", dont_inherit=True)
        known = (unit.parent, code, unit.constants)
        self._units.entry[ident] = known
        self._units.new = True
        return known

    def _unit(self, ident: str, *, marking: bool) -> Unit:
        file = self._parsed()
        if ident not in file.pending:
            # What it stands in came from the cache, and has to be walked through first.
            self._unit(self._parents[ident], marking=False)
        return file.pending[ident](marking)

    def marked_text(self, ident: str) -> str:
        """A unit's text with marks."""
        return self._unit(ident, marking=True).text

    def _parsed(self) -> File:
        if self._file is None:
            self._file = _parse(self.source, labelled=self._program.labels is not None)
        return self._file


def _text(name: str, data: bytes, path: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        wrong = f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8"
        raise Stop(f'couldn\'t open import "{path}": {name}: {wrong}') from None


def _parse(source: Source, *, labelled: bool) -> File:
    """Parse and check a file, and prepare its main unit."""
    from confty.languages.jsonnet.evaluator.compiler.dispatch import TABLES  # noqa: PLC0415  loaded by the runs that need it
    from confty.languages.jsonnet.evaluator.compiler.frames import Block, Frame, Scope  # noqa: PLC0415  loaded by the runs that need it
    from confty.languages.jsonnet.evaluator.compiler.resolve import StaticError, resolve  # noqa: PLC0415  loaded by the runs that need it
    from confty.languages.jsonnet.evaluator.compiler.unit import File, Unit, tail  # noqa: PLC0415  loaded by the runs that need it
    from confty.languages.jsonnet.lexer import lex  # noqa: PLC0415  loaded by the runs that need it
    from confty.languages.jsonnet.parser import parse  # noqa: PLC0415  loaded by the runs that need it

    parsed = lex(source).then(parse)
    syntax = parsed.output
    if parsed.failed:
        refusal = syntax.refusal
        if refusal is None:
            first = parsed.diagnostics[0]
            raise Refused(parsed.diagnostics, f"{source.name}: {first.message}")
        place = reference_place(Span(source, refusal.start, refusal.end))
        raise Refused(parsed.diagnostics, f"{place}: {refusal.message}")
    try:
        resolved = resolve(syntax.body)
    except StaticError as error:
        span = Span(source, error.start, error.end)
        finding = error.code.at(span, error.message)
        raise Refused((finding,), f"{reference_place(span)}: {error.message}") from None
    big = len(source.text) > _BIG
    file = File(TABLES, resolved, lambda at: source.place(at)[0], big=big, labelled=labelled)

    def main(marking: bool) -> Unit:
        unit = Unit(file, "main", marking=marking)
        block = Block(Frame(), 1)
        tail(unit, syntax.body, Scope(None), block)
        unit.mark_lines(syntax.body, block.lines, TOP)
        unit.finish([], block.lines)
        return unit

    file.pending["main"] = main
    return file

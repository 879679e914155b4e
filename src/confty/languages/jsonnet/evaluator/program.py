"""Files at work: parsing, translating units on demand, imports.

A ``Program`` is all files of a run.  In the first tier a file runs from its tree, and bodies that
run often are translated on the way.  In the second its units come from the cache or from the
compiler; a file is parsed only if a unit is missing or a trace is wanted.
"""

from __future__ import annotations

from confty.kit.collector import uncollected
from confty.languages.jsonnet.evaluator.cache import Cache
from confty.languages.jsonnet.evaluator.failure import Stop, UnrunnableFile
from confty.languages.jsonnet.evaluator.files import folder_of
from confty.languages.jsonnet.evaluator.keys import key_of
from confty.languages.jsonnet.evaluator.library.loading import as_value
from confty.languages.jsonnet.evaluator.tree.context import FileOfRun
from confty.languages.jsonnet.evaluator.tree.hot import Hot
from confty.languages.jsonnet.evaluator.tree.reader import tree_of
from confty.languages.jsonnet.evaluator.units import ContentUnits, UnitMemory
from confty.languages.jsonnet.evaluator.values import ABSENT, Value, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any, Final

    from confty.language import Foreign
    from confty.languages.jsonnet.evaluator.compiler.unit import SharedInFile, Unit
    from confty.languages.jsonnet.evaluator.roles import Importer, LabelOperations
    from confty.languages.jsonnet.evaluator.standard import Standard
    from confty.languages.jsonnet.evaluator.trace import Marks
    from confty.languages.jsonnet.evaluator.tree.shapes import Tree
    from confty.languages.jsonnet.lexer import Tokens
    from confty.text import Source

# Smaller files are not looked for on disk: to read one takes no longer than to find what is known.
_SMALL: Final = 2_000
# Files of this name are no programs, if they are what they say.
_JSON: Final = ".json"


class NeedsLabels(Exception):
    """A file of another language brought labels into a run that does not expect any."""


class Program:
    """All files of a run: every one is loaded once, whoever imports it."""

    __slots__ = (
        "_bytes",
        "_entries",
        "_files",
        "_runtime",
        "_values",
        "cache",
        "dialect",
        "grown",
        "importer",
        "labels",
        "max_stack",
        "memory",
        "often",
        "translated",
    )

    def __init__(
        self,
        importer: Importer,
        cache: Cache | None,
        labels: LabelOperations | None,
        dialect: str,
        memory: UnitMemory,
        often: int | None = None,
    ) -> None:
        self.importer = importer
        # What is known of contents: on disk, and in the process.
        self.cache = cache
        self.memory = memory
        self.labels = labels
        self.dialect = dialect
        # How often a body runs from the tree before it is translated; None for the second tier.
        self.often = often
        # Files that run in the second tier all the same.
        self.translated: frozenset[str] = frozenset()
        # How deep calls may nest, where a user says so.
        self.max_stack: int | None = None
        # Whether anything ran from a tree.
        self.grown = False
        # The names that the code of every file begins with, as soon as there is any.
        self._runtime: dict[str, Any] | None = None
        # By name and content: a text may go by the name of a file that it imports.
        self._files: dict[tuple[str, bytes], SourceFile] = {}
        self._entries: dict[bytes, ContentUnits] = {}
        self._values: dict[str, Value] = {}
        self._bytes: dict[tuple[str, str], tuple[str, bytes]] = {}

    def runtime(self) -> dict[str, object]:
        """The names that the code of every file begins with."""
        if self._runtime is None:
            from confty.languages.jsonnet.evaluator.runtime import loop_of, runtime_of  # noqa: PLC0415  loaded by the runs that need it

            make = runtime_of if self.labels is None else self.labels.runtime
            names = make(self.dialect)
            most = self.max_stack
            self._runtime = names if most is None else {**names, "TURNS": loop_of(most)}
        return self._runtime

    def again(
        self, labels: LabelOperations | None, translated: frozenset[str] | None = None
    ) -> Program:
        """The same program from its start; what was read is not read again.

        All of it is in the second tier, or the files that are named.
        """
        often = None if translated is None else self.often
        twin = Program(self.importer, self.cache, labels, self.dialect, self.memory, often)
        twin.translated = translated or frozenset()
        twin._bytes = self._bytes
        twin.max_stack = self.max_stack
        return twin

    def fetch(self, path: str, importer: str) -> tuple[str, bytes]:
        """Find and read a file, once for each place it is asked for from."""
        folder = folder_of(importer)
        found = self._bytes.get((path, folder))
        if found is None:
            found = self._bytes[path, folder] = self.importer.fetch(path, importer)
        return found

    def file(self, name: str, data: bytes, *, kept: bool = True) -> SourceFile:
        """A file by its name; ``data`` is its content.

        Texts of the command line are not ``kept`` in the cache: they are nobody else's business.
        """
        known = self._files.get((name, data))
        if known is None:
            units = self._units(data, is_json=name.endswith(_JSON)) if kept else ContentUnits()
            known = self._files[name, data] = SourceFile(self, name, data, units)
        return known

    def load(self, path: str, importer: str) -> Value:
        """Run ``import path``."""
        name, data = self.fetch(path, importer)
        if name not in self._values:
            foreign = self.importer.foreign(name)
            if foreign is None:
                self._values[name] = self.file(name, data).run()
            else:
                self._values[name] = self._adopted(foreign, path)
        return self._values[name]

    def _adopted(self, foreign: Foreign, path: str) -> Value:
        """A value of another language; with labels in it, only a labelled run can go on."""
        from confty.languages.jsonnet.evaluator.crossing import crossed  # noqa: PLC0415  loaded by the runs that need it

        value, labelled = crossed(foreign, path)
        if not labelled:
            return value
        if self.labels is None:
            raise NeedsLabels
        return self.labels.adopted(value)

    def _units(self, data: bytes, *, is_json: bool) -> ContentUnits:
        """What is known of a content; files that are alike share it."""
        known = self._entries.get(data)
        if known is None:
            labelled = self.labels is not None
            known = self.memory.units(data, labelled=labelled)
            if known is None:
                cache = self.cache
                worthy = len(data) >= _SMALL and not is_json
                if cache is not None and worthy and not cache.disk.is_empty():
                    known = cache.load(key_of(data, labelled))
                known = self.memory.keep(data, known or ContentUnits(), labelled=labelled)
            self._entries[data] = known
        return known

    def count(self) -> None:
        """Count what was translated, in the process; the first tier translates next to nothing."""
        if self.often is None or self.translated:
            self.memory.count(list(self._entries), labelled=self.labels is not None)

    def store(self) -> None:
        """Put what was translated into the cache."""
        if self.cache is None:
            return
        folder, labelled = self.cache.disk.folder, self.labels is not None
        made = {
            key_of(data, labelled): units
            for data, units in self._entries.items()
            if len(data) >= _SMALL and units.is_new_to(folder)
        }
        if made:
            self.cache.store(made)
            self.cache.disk.evict()


class SourceFile:
    """One file of a program: its units, and the names that their code uses."""

    __slots__ = (
        "_context",
        "_data",
        "_file",
        "_globals",
        "_marks",
        "_parents",
        "_program",
        "_source",
        "_standard",
        "_tokens",
        "_units",
        "name",
    )

    def __init__(self, program: Program, name: str, data: bytes, units: ContentUnits) -> None:
        self.name = name
        self._program = program
        self._data = data
        self._source: Source | None = None
        self._standard: Standard | None = None
        self._file: SharedInFile | None = None
        self._tokens: Tokens | None = None
        self._context: FileOfRun | None = None
        self._units = units
        # In which unit each one stands; a unit that runs says so of those in it.
        self._parents: dict[str, str] = {}
        self._globals: dict[str, Any] | None = None
        self._marks: dict[str, Marks] = {}

    def names(self) -> dict[str, Any]:
        """The names that code of the file uses."""
        if self._globals is None:
            self._globals = self._names()
        return self._globals

    def _names(self) -> dict[str, object]:
        program, name = self._program, self.name
        return {
            **program.runtime(),
            "FILE": name,
            "SOURCE": self,
            "load": lambda path: program.load(path, name),
            "load_bytes": lambda path: self.load("importbin", path),
            "load_text": lambda path: self.load("importstr", path),
            "standard": lambda: self.library().whole(),
            "std_member": lambda member: self.library().member(member),
            "stub": self._stub,
        }

    def library(self) -> Standard:
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
                raise UnrunnableFile(findings, span, "invalid UTF-8")
            self._source = source
        return self._source

    def _refuse_touching(self) -> None:
        """Refuse marks that Go reads in another way than they are meant."""
        from confty.languages.jsonnet.lexer.runs import touching  # noqa: PLC0415  loaded by the runs that need it
        from confty.text import Span  # noqa: PLC0415  loaded by the runs that need it

        found = touching(self.source)
        if found:
            _, first = found[0]
            place = Span(self.source, first.start, first.end)
            raise UnrunnableFile(tuple([one for one, _ in found]), place, first.message)

    def run(self) -> Value:
        """The value of the file."""
        if self.name.endswith(_JSON) and self._program.labels is None:
            value = self._json()
            if value is not ABSENT:
                return value
        if self._program.often is not None and self.name not in self._program.translated:
            tree = self._tree()
            if tree:
                self._program.grown = True
                self._context = FileOfRun(self, self._units, self._program.often)
                return self._context.run(tree[0])
        if self._program.dialect == "go":
            self._refuse_touching()
        return self._maker("main")()

    def _json(self) -> Value:
        """The value of a file that is JSON; ABSENT for one that is a program all the same."""
        units = self._units
        if units.value is ABSENT and units.tree is None:
            from confty.languages.jsonnet.evaluator.json_files import json_value  # noqa: PLC0415  loaded by the runs that need it

            with uncollected():
                units.value = json_value(self._data)
        return units.value

    def _tree(self) -> tuple[Tree, ...]:
        """The file's tree; empty where only the second tier can run it."""
        tree = self._units.tree
        if tree is None:
            try:
                # As ``decode`` does it, which knows what to say of a text that is none.
                text = self._data.removeprefix(b"\xef\xbb\xbf").decode()
            except UnicodeDecodeError:
                return ()
            with uncollected():
                tree = self._units.tree = tree_of(text)
            self._units.changed()
        return tree

    def tokens(self) -> Tokens:
        """The file's tokens, for bodies that are translated one by one."""
        if self._tokens is None:
            from confty.languages.jsonnet.lexer import lex  # noqa: PLC0415  loaded by the runs that need it

            self._tokens = lex(self.source).output
        return self._tokens

    def enter(self, hot: Hot) -> Callable[..., Value]:
        """The Python function of a body that was translated by itself."""
        return self._entered(*hot[3:6])

    def load(self, word: str, path: str) -> Value:
        """Run an import of any kind."""
        program, name = self._program, self.name
        if word == "import":
            return program.load(path, name)
        found = program.fetch(path, name)
        return _text(*found, path) if word == "importstr" else [float(byte) for byte in found[1]]

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
        found: Callable[..., Value] | None = self.names().get(f"unit_{ident}")
        if found is not None:
            return found
        known = self._units.entry.get(ident)
        if known is None:
            known = self._translate(ident)
        _, code, constants = known
        return self._entered(ident, code, constants)

    def _entered(
        self, ident: str, code: CodeType, constants: list[object]
    ) -> Callable[..., Value]:
        """The Python function that a unit is."""
        names, name = self.names(), f"unit_{ident}"
        if name not in names:
            from confty.languages.jsonnet.evaluator.runtime import Constants  # noqa: PLC0415  loaded by the runs that need it

            names[f"constants_{ident}"] = constants
            names[f"value_{ident}"] = Constants(constants).value
            exec(code, names)  # noqa: S102  our own generated code
        made: Callable[..., Value] = names[name]
        return made

    def _translate(self, ident: str) -> tuple[str, CodeType, list[object]]:
        with uncollected():
            unit = self._unit(ident, marking=False)
            code = compile(unit.text, f"jsonnet:{ident}", "exec", dont_inherit=True)
        known = (unit.parent, code, unit.constants)
        self._units.entry[ident] = known
        self._units.translated += len(unit.text)
        self._units.changed()
        return known

    def _unit(self, ident: str, *, marking: bool) -> Unit:
        file = self._parsed()
        if ident not in file.pending:
            # What it stands in came from the cache, and has to be walked through first.
            self._unit(self._parents[ident], marking=False)
        return file.pending[ident](marking)

    def marks(self, ident: str) -> Marks:
        """The places of a unit, made once."""
        from confty.languages.jsonnet.evaluator.trace import Marks  # noqa: PLC0415  loaded by the runs that need it

        found = self._marks.get(ident)
        if found is None:
            found = self._marks[ident] = Marks(self._unit(ident, marking=True).text)
        return found

    def _parsed(self) -> SharedInFile:
        if self._file is None:
            from confty.languages.jsonnet.evaluator.compiler.file import prepared  # noqa: PLC0415  loaded by the runs that need it

            self._file = prepared(self.source, labelled=self._program.labels is not None)
        return self._file


def _text(name: str, data: bytes, path: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        wrong = f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8"
        raise Stop(f"couldn't open import {quote(path)}: {name}: {wrong}") from None

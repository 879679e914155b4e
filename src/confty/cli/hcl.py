"""``confty hcl``: read any HCL file and print its evaluated body, or its findings, as JSON.

The dialect-neutral view of a file: attributes with their values, blocks with their labels, and
places as HCL tools count them (lines and columns from 1, columns in grapheme clusters, bytes
from 0).  Numbers are ``{"$num": "digits"}``, so that none loses precision on the way.

With ``--spec`` the body is decoded as a specification says, in the protocol of HCL's own
``hcldec``: the value on stdout, what is wrong with it on stderr.
"""

from __future__ import annotations

import json
import sys
from _bisect import bisect_left
from decimal import Decimal
from itertools import accumulate

from confty.kit.graphemes import cluster_starts
from confty.kit.hcl import parse
from confty.kit.hcl.convert import CannotConvert, number_text, read_number
from confty.kit.hcl.evaluate import Stop
from confty.kit.hcl.spec import codes, decode, read_spec
from confty.kit.hcl.spec.functions import FixedEvaluator
from confty.kit.hcl.spec.shapes import written
from confty.kit.hcl.syntax import Attribute, Body
from confty.kit.reading import read_file
from confty.kit.rooms import room_for
from confty.report import report
from confty.text import Diagnostic, Source, Span

_USAGE = """\
usage: confty hcl [--vars JSON] [--parse] FILE
       confty hcl --spec SPEC [--vars JSON] [--diags json] [--with-type] [--keep-nulls] FILE"""


class _Printer:
    """Turns one parsed file into the JSON document."""

    def __init__(self, source: Source, variables: dict[str, object]) -> None:
        self.source = source
        self.places = _FilePlaces(source)
        self.evaluator = FixedEvaluator(variables)
        self.diagnostics: list[Diagnostic] = []

    def body(self, body: Body) -> dict[str, object]:
        """Attributes by name, blocks in order."""
        attributes: dict[str, object] = {}
        blocks: list[object] = []
        for item in body.items:
            if isinstance(item, Attribute):
                try:
                    value = plain(self.evaluator.evaluate(item.value))
                except Stop as stop:
                    span = Span(self.source, stop.node.start, stop.node.end)
                    self.diagnostics.append(codes.EVALUATION.at(span, stop.message))
                    continue
                place = self.places.stretch(item.start, item.name_end)
                attributes[item.name] = {"value": value, "range": place}
            else:
                blocks.append(
                    {
                        "type": item.type,
                        "labels": [label.text for label in item.labels],
                        "range": self.places.stretch(item.start, item.start + len(item.type)),
                        "body": self.body(item.body),
                    }
                )
        return {"attributes": attributes, "blocks": blocks}


class _FilePlaces:
    """The places of one file; its text is looked through once, however many are asked for."""

    def __init__(self, source: Source) -> None:
        self.source = source
        # For each line that was asked for, where the clusters begin; None for plain letters.
        self._clusters: dict[int, list[int] | None] = {}
        text = source.text
        # The bytes before each character; in ASCII there are as many as characters.
        self._bytes = None if text.isascii() else [0, *accumulate(map(_width, text))]

    def stretch(self, start: int, end: int) -> dict[str, dict[str, int]]:
        """A part of the file as its two ends."""
        return {"start": self.place(start), "end": self.place(end)}

    def place(self, offset: int) -> dict[str, int]:
        """An offset as line, column and byte."""
        line, column = self.source.place(offset)
        clusters = self._line(line, offset - column + 1)
        if clusters is not None:
            column = bisect_left(clusters, column - 1) + 1
        byte = offset if self._bytes is None else self._bytes[offset]
        return {"line": line, "column": column, "byte": byte}

    def _line(self, line: int, begin: int) -> list[int] | None:
        if line not in self._clusters:
            text = self.source.text
            end = text.find("\n", begin)
            content = text[begin:] if end < 0 else text[begin : end + 1]
            plain_letters = content.isascii() and "\r" not in content
            self._clusters[line] = None if plain_letters else cluster_starts(content)
        return self._clusters[line]


def _width(character: str) -> int:
    """The bytes of a character in UTF-8."""
    point = ord(character)
    return 1 + (point > 0x7F) + (point > 0x7FF) + (point > 0xFFFF)


def findings_data(findings: list[Diagnostic]) -> list[dict[str, object]]:
    """Diagnostics with their places."""
    files: dict[str, _FilePlaces] = {}
    data: list[dict[str, object]] = []
    for finding in findings:
        span = finding.span
        assert span is not None
        places = files.get(span.source.name)
        if places is None or places.source is not span.source:
            places = files[span.source.name] = _FilePlaces(span.source)
        data.append(
            {
                "severity": finding.severity.word,
                "summary": finding.message,
                "subject": places.stretch(span.start, span.end),
            }
        )
    return data


def plain(value: object) -> object:
    """A value as JSON data with exact numbers."""
    if isinstance(value, list):
        return [plain(element) for element in value]
    if isinstance(value, dict):
        return {key: plain(element) for key, element in value.items()}
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return {"$num": number_text(value)}
    return value


def _given(data: object) -> object:
    """JSON data with ``$num`` objects as values."""
    if isinstance(data, dict):
        if data.keys() == {"$num"}:
            return read_number(str(data["$num"]))
        return {key: _given(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_given(value) for value in data]
    return data


def _read(path: str) -> Source | None:
    try:
        return Source(path, read_file(path).decode("utf-8"))
    except UnicodeDecodeError:
        why = "it is not UTF-8"
    except OSError as error:
        from confty.workspace.files import reason

        why = reason(error)
    print(f"confty hcl: {path} cannot be read: {why}", file=sys.stderr)
    return None


def run(path: str, variables: dict[str, object], *, only_parse: bool) -> int:
    """Read, print, and say by the exit code whether there were errors."""
    source = _read(path)
    if source is None:
        return 2
    tree, findings = parse(source, codes.SYNTAX)
    printer = _Printer(source, variables)
    printer.diagnostics += findings
    body = None if findings or only_parse else printer.body(tree)
    document: dict[str, object] = {
        "diagnostics": findings_data(printer.diagnostics),
    }
    if not only_parse:
        document["body"] = None if printer.diagnostics else body
    print(json.dumps(document, ensure_ascii=False))
    return 1 if printer.diagnostics else 0


class _Decoding:
    """What was asked of ``--spec``."""

    __slots__ = ("diagnostics_as_json", "keep_nulls", "spec", "with_type")

    def __init__(self) -> None:
        self.spec: str | None = None
        self.diagnostics_as_json = False
        self.with_type = False
        self.keep_nulls = False

    @property
    def without_spec(self) -> bool:
        """Whether something was asked that only means something with a specification."""
        asked = self.diagnostics_as_json or self.with_type or self.keep_nulls
        return self.spec is None and asked

    def run(self, path: str, variables: dict[str, object]) -> int:
        """Decode a file and print the value."""
        assert self.spec is not None
        specification, source = _read(self.spec), _read(path)
        if specification is None or source is None:
            return 2
        file = read_spec(specification)
        if file.root is None or file.diagnostics:
            self._report(file.diagnostics)
            return 2
        tree, findings = parse(source, codes.SYNTAX)
        if findings:
            self._report(findings)
            return 1
        with room_for():
            decoded = decode(source, tree, file, variables)
        if decoded.diagnostics:
            self._report(decoded.diagnostics)
            return 1
        value = decoded.value if self.keep_nulls else without_nulls(decoded.value)
        if self.with_type:
            value = {"value": value, "type": decoded.shape.data()}
        print(written(value))
        return 0

    def _report(self, findings: list[Diagnostic]) -> None:
        if self.diagnostics_as_json:
            document = {"diagnostics": findings_data(findings)}
            text = json.dumps(document, ensure_ascii=False)
        else:
            text = report(findings, "full")
        print(text, file=sys.stderr)


def without_nulls(value: object) -> object:
    """A value without the attributes of objects that are null."""
    if isinstance(value, list):
        return [without_nulls(element) for element in value]
    if isinstance(value, dict):
        kept = {name: part for name, part in value.items() if part is not None}
        return {name: without_nulls(part) for name, part in kept.items()}
    return value


class _BadUsage(Exception):
    """A command line that means nothing; the message says why."""


class _Options:
    """The command line."""

    def __init__(self, argv: list[str]) -> None:
        self.variables: dict[str, object] = {}
        self.only_parse = False
        self.decoding = _Decoding()
        self.paths: list[str] = []
        waiting = list(reversed(argv))
        while waiting:
            word = waiting.pop()
            if word.startswith("-") and word != "-":
                self._option(word, waiting)
            else:
                self.paths.append(word)
        if self.decoding.without_spec:
            raise _BadUsage("--diags, --with-type and --keep-nulls need --spec")
        if len(self.paths) != 1 or (self.only_parse and self.decoding.spec is not None):
            raise _BadUsage(_USAGE)

    def _option(self, word: str, waiting: list[str]) -> None:
        name, given, value = word.partition("=")
        if name == "--parse" and not given:
            self.only_parse = True
        elif name == "--with-type" and not given:
            self.decoding.with_type = True
        elif name == "--keep-nulls" and not given:
            self.decoding.keep_nulls = True
        elif name in ("--vars", "--spec", "--diags"):
            if not given:
                if not waiting:
                    raise _BadUsage(f"{name} takes a value")
                value = waiting.pop()
            self._valued(name, value)
        else:
            raise _BadUsage(f"unknown option {word}\n{_USAGE}")

    def _valued(self, name: str, value: str) -> None:
        if name == "--spec":
            self.decoding.spec = value
        elif name == "--diags":
            if value != "json":
                raise _BadUsage("--diags takes json")
            self.decoding.diagnostics_as_json = True
        else:
            try:
                variables = _given(json.loads(value))
            except (ValueError, RecursionError, CannotConvert):
                variables = None
            if not isinstance(variables, dict):
                raise _BadUsage("--vars takes a JSON object")
            self.variables = variables


def main(argv: list[str]) -> int:
    """Run the command."""
    if argv in (["-h"], ["--help"]):
        sys.stdout.write(f"{_USAGE}\n")
        return 0
    try:
        options = _Options(argv)
    except _BadUsage as bad:
        message = str(bad)
        shown = message if message.startswith("usage") else f"confty hcl: {message}"
        print(shown, file=sys.stderr)
        return 2
    path = options.paths[0]
    if options.decoding.spec is not None:
        return options.decoding.run(path, options.variables)
    return run(path, options.variables, only_parse=options.only_parse)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

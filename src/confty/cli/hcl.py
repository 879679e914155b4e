"""``confty hcl``: read any HCL file and print its evaluated body, or its findings, as JSON.

The dialect-neutral view of a file: attributes with their values, blocks with their labels, and
places as HCL tools count them (lines and columns from 1, columns in grapheme clusters, bytes
from 0).  Numbers are ``{"$num": "digits"}``, so that none loses precision on the way.
"""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from pathlib import Path

from confty.kit.graphemes import cluster_count
from confty.kit.hcl import SyntaxCodes, parse, syntax_codes
from confty.kit.hcl.convert import number_text, read_number
from confty.kit.hcl.evaluate import Evaluator, Stop
from confty.kit.hcl.syntax import Attribute, Body, Traversal
from confty.text import Code, Diagnostic, Severity, Source, Span

_USAGE = "usage: confty hcl [--vars JSON] [--parse] FILE"
_EVALUATION = Code("hcl/evaluation", Severity.ERROR, "An expression has no value.")


class _Variables(Evaluator):
    """Evaluates with a fixed set of variables and no functions."""

    def __init__(self, variables: dict[str, object]) -> None:
        super().__init__()
        self.variables = variables

    def variable(self, node: Traversal) -> object:
        if node.root in self.variables:
            return self.variables[node.root]
        return super().variable(node)


class _Printer:
    """Turns one parsed file into the JSON document."""

    def __init__(self, source: Source, variables: dict[str, object]) -> None:
        self.source = source
        self.evaluator = _Variables(variables)
        self.diagnostics: list[Diagnostic] = []

    def place(self, offset: int) -> dict[str, int]:
        """An offset as line, column and byte."""
        text = self.source.text
        line, column = self.source.place(offset)
        begin = offset - column + 1
        return {
            "line": line,
            "column": cluster_count(text[begin:offset]) + 1,
            "byte": len(text[:offset].encode("utf-8", "surrogatepass")),
        }

    def range(self, start: int, end: int) -> dict[str, dict[str, int]]:
        """A stretch of the file."""
        return {"start": self.place(start), "end": self.place(end)}

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
                    self.diagnostics.append(_EVALUATION.at(span, stop.message))
                    continue
                place = self.range(item.start, item.name_end)
                attributes[item.name] = {"value": value, "range": place}
            else:
                blocks.append(
                    {
                        "type": item.type,
                        "labels": [label.text for label in item.labels],
                        "range": self.range(item.start, item.start + len(item.type)),
                        "body": self.body(item.body),
                    }
                )
        return {"attributes": attributes, "blocks": blocks}

    def finding(self, finding: Diagnostic) -> dict[str, object]:
        """A diagnostic with its place."""
        assert finding.span is not None
        return {
            "severity": finding.severity.word,
            "summary": finding.message,
            "subject": self.range(finding.span.start, finding.span.end),
        }


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


def run(path: str, variables: dict[str, object], codes: SyntaxCodes, *, only_parse: bool) -> int:
    """Read, print, and say by the exit code whether there were errors."""
    try:
        source = Source(path, Path(path).read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"confty hcl: cannot read {path}: {error.__class__.__name__}", file=sys.stderr)
        return 2
    tree, findings = parse(source, codes)
    printer = _Printer(source, variables)
    printer.diagnostics += findings
    body = None if findings or only_parse else printer.body(tree)
    document: dict[str, object] = {
        "diagnostics": [printer.finding(finding) for finding in printer.diagnostics],
    }
    if not only_parse:
        document["body"] = None if printer.diagnostics else body
    print(json.dumps(document, ensure_ascii=False))
    return 1 if printer.diagnostics else 0


def main(argv: list[str]) -> int:
    """Run the command."""
    variables: object = {}
    only_parse = False
    paths: list[str] = []
    rest = iter(argv)
    for argument in rest:
        if argument == "--vars":
            try:
                variables = _given(json.loads(next(rest, "")))
            except ValueError:
                print("confty hcl: --vars takes a JSON object", file=sys.stderr)
                return 2
        elif argument == "--parse":
            only_parse = True
        elif argument.startswith("-") and argument != "-":
            print(f"confty hcl: unknown option {argument}\n{_USAGE}", file=sys.stderr)
            return 2
        else:
            paths.append(argument)
    if len(paths) != 1 or not isinstance(variables, dict):
        print(_USAGE, file=sys.stderr)
        return 2
    return run(paths[0], variables, syntax_codes("hcl"), only_parse=only_parse)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

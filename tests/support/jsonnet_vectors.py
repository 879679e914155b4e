"""The published answers about Jsonnet types, and where ours differ on purpose.

Each difference is a rule with a reason, not a list of cases: docs/languages/jsonnet.md names the
same rules.  What no rule explains is a failure.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from confty.languages.jsonnet.checker import Checked, Units
from confty.languages.jsonnet.checker.notation import BadType, read_type
from confty.languages.jsonnet.insight import JsonnetInsight
from confty.languages.jsonnet.rules import RELATION
from confty.text import Diagnostic, Source
from confty.types import SAFE
from confty.workspace import Memory
from confty.workspace.host import WorkspaceHost

Record = dict[str, Any]
Place = tuple[int, int]


def records(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def check(record: Record) -> tuple[Checked, JsonnetInsight]:
    """Check the program of a record, among its files."""
    given = record.get("files") or {record.get("path", "f.jsonnet"): record["program"]}
    files = {name.lstrip("/"): text for name, text in given.items()}
    name = record.get("path", "f.jsonnet").lstrip("/")
    checked = Units(WorkspaceHost(Memory(files))).check(Source(name, files[name]))
    return checked, JsonnetInsight(checked)


def same_type(found: str, wanted: str) -> bool:
    """Compare two spellings, whatever the order of members and fields."""
    try:
        return read_type(found) is read_type(wanted)
    except BadType:
        return found == wanted


def narrower(found: str, wanted: str) -> bool:
    """Whether every value of ours is one of theirs."""
    return RELATION.assignable(read_type(found), read_type(wanted)) is SAFE


def places(checked: Checked) -> dict[Place, list[Diagnostic]]:
    found: dict[Place, list[Diagnostic]] = {}
    for finding in checked.findings:
        assert finding.span is not None
        found.setdefault((finding.span.start, finding.span.end), []).append(finding)
    return found


def wanted_places(checked: Checked, diagnostics: list[Any]) -> dict[Place, list[str]]:
    """The places of a record's findings; lines and columns are counted from 0 there."""
    found: dict[Place, list[str]] = {}
    for one in diagnostics:
        if len(one) == 4:
            (line, column, end, text), last = one, one[0]
        else:
            line, column, last, end, _, text = one
        start = checked.source.offset(line + 1, column + 1)
        stop = checked.source.offset(last + 1, end + 1)
        assert start is not None
        assert stop is not None
        found.setdefault((start, stop), []).append(text)
    return found


Rule = tuple[str, Callable[[Record, str], bool], str]


def _op(*names: str) -> Callable[[Record, str], bool]:
    return lambda record, _: record.get("op") in names


# Findings of theirs that we do not make: when, and why silence is right.
SILENT: list[Rule] = [
    (
        "tailstrict",
        lambda _, text: "`tailstrict` is unstable" in text,
        "tailstrict is part of the language and runs",
    ),
    (
        "adding to strings",
        lambda record, text: record["op"] == "+" and _with_string_or_never(text),
        "null and booleans can be added to a string; what never is adds nothing to report",
    ),
    (
        "ordering arrays",
        lambda record, text: (
            record["op"] == "<" and any(word in text for word in ("array[", "set[", "tuple["))
        ),
        "arrays are ordered element by element at run time, and any may be an array",
    ),
    (
        "place of a loop",
        lambda record, _: " for " in record["op"],
        "we point at what the loop runs over, not at the whole clause",
    ),
    ("searching", _op("std.member(_, string)"), "any value may be looked for in an array"),
    ("arrays as sets", _op("std.setUnion(_, set)"), "an array that is sorted is a set"),
    (
        "mapping a string",
        lambda record, _: "std.map(" in (record.get("test") or ""),
        "std.map runs over the characters of a string",
    ),
    (
        "what a false test guards",
        lambda record, text: text == "unreachable code" and "error" in record["expr"],
        "a value that never is passes no test, so nothing is met behind one",
    ),
]

# Findings of ours that they do not make.
SPOKEN: list[Rule] = [
    (
        "always false",
        lambda _, text: text.startswith("this is always"),
        "types without a common value are never equal",
    ),
    (
        "operands of && and ||",
        _op("&&", "||"),
        "both operands must be booleans when the program runs",
    ),
    (
        "sure to fail",
        lambda _, text: "put in order" in text or "with a text" in text,
        "such elements cannot be compared, and a function has no text",
    ),
    ("remainder", _op("%"), "a number can be divided by a number only, also in a union"),
    ("ordering", _op("<"), "an empty array cannot be compared with what is no array"),
    (
        "loops",
        lambda record, _: " for " in record["op"],
        "a loop runs over arrays only, and a field's name is a string",
    ),
    ("fields of a format", _op('"%(a)s" % _'), "one part of the union lacks the field"),
    (
        "callbacks",
        _op("std.map(f1, _)", "std.foldl", "std.makeArray"),
        "a function literal is checked with the elements it will get",
    ),
]

# Types of ours that are not narrower than theirs.
OTHER_TYPES: list[Rule] = [
    (
        "failing calls",
        lambda record, _: bool(record["diags"]),
        "a call that cannot work has no result to agree about",
    ),
    ("repeating", _op("std.repeat"), "a repeated set is not a set"),
    ("pruning", _op("std.prune"), "null itself stays; unknown fields may be dropped"),
    ("flatMap", _op("std.flatMap(f, _)"), "the function decides what the elements are"),
    (
        "else of a membership test",
        lambda record, _: " in v" in (record.get("test") or ""),
        "the objects without the field remain, not those with it",
    ),
    (
        "else of a conjunction",
        lambda record, _: "&&" in (record.get("test") or ""),
        "a part that is no test may be what failed",
    ),
]


def _with_string_or_never(text: str) -> bool:
    parts = text.replace(";", " ").split("`")
    return any(part in {"string", "never", "any"} for part in parts)


def explained(rules: list[Rule], record: Record, text: str) -> str | None:
    """The name of the rule that explains a difference."""
    return next((name for name, holds, _ in rules if holds(record, text)), None)

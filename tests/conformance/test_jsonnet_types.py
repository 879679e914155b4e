"""Jsonnet types against published answers: what another checker says of the same programs.

Run on every record found; intended differences are rules with reasons (``support.jsonnet_vectors``).
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from support.conformance import PROJECT, require
from support.jsonnet_vectors import (
    OTHER_TYPES,
    SILENT,
    SPOKEN,
    Record,
    check,
    explained,
    narrower,
    places,
    records,
    same_type,
    wanted_places,
)

from confty.cli.test import main as confty_test
from confty.languages.jsonnet.insight import JsonnetInsight


def _note(name: str, counts: Counter[str]) -> None:
    parts = [f"{key} {counts[key]}" for key in sorted(counts)]
    print(f"\n{name}: {', '.join(parts)}")  # noqa: T201  counts are for whoever runs the suite


def judge(record: Record, definitions: dict[tuple[str, str], Record]) -> str | None:
    """Say what is wrong with our answer to one record, None if nothing is."""
    checked, insight = check(record)
    kind = record["kind"]
    if kind in {"err", "diags"}:
        return _findings(record, checked, whole=kind == "diags")
    offset = checked.source.offset(record["line"] + 1, record["col"] + 1)
    assert offset is not None
    if kind in {"type", "hover"}:
        found = insight.spelled_at(offset) or "<none>"
        # A call is looked at with its own arguments, so that we may know more.
        good = same_type(found, record["expected"]) or narrower(found, record["expected"])
        return None if good else f"found {found}"
    if kind == "completions":
        return _completions(record, insight, offset)
    target = definitions.get((record["id"].split("/")[0], record["expected"]))
    span = insight.definition_at(offset)
    if target is None or span is None:
        return None if target is None and span is not None else "no definition"
    place = (target["path"].lstrip("/"), target["line"] + 1, target["col"] + 1)
    return None if (span.source.name, *span.first) == place else f"found {span}"


def _findings(record: Record, checked, *, whole: bool) -> str | None:
    found = places(checked)
    if whole:
        wanted = wanted_places(checked, record["expected"])
    else:
        place = [record["line"], record["col"], record["end_col"], record["expected"]]
        wanted = wanted_places(checked, [place])
    for place, texts in wanted.items():
        if place not in found and not all(explained(SILENT[:1], record, text) for text in texts):
            return f"nothing said at {place}: {texts}"
    # A lint that is off says nothing unless it is asked for.
    extra = [
        place for place in found.keys() - wanted.keys() if any(one.code.on for one in found[place])
    ]
    return f"said too much: {[found[place] for place in extra]}" if whole and extra else None


def _completions(record: Record, insight: JsonnetInsight, offset: int) -> str | None:
    wanted = dict(part.split(": ", 1) for part in record["expected"].split("; "))
    found = {offer.label: offer.detail for offer in insight.offers_at(offset)}
    if found.keys() != wanted.keys():
        return f"found {found}"
    wrong = [name for name in wanted if not same_type(found[name], wanted[name])]
    return f"found {found}" if wrong else None


def test_types() -> None:
    found = records(require("jsonnet", "types.jsonl"))
    definitions = {
        (one["id"].split("/")[0], one["expected"]): one for one in found if one["kind"] == "def"
    }
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for record in found:
        if record["kind"] in {"outcome", "def"} or record.get("wrong_per_reference"):
            continue
        problem = judge(record, definitions)
        gap = "beyond the original: " if record.get("known_gap") else ""
        counts[f"{gap}{record['kind']} {'agrees' if problem is None else 'differs'}"] += 1
        if problem is not None and not gap:
            wrong.append(f"{record['id']}: expected {record['expected']}, {problem}")
    _note("types.jsonl", counts)
    assert not wrong, "\n".join(wrong)


def test_matrix() -> None:
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for record in records(require("jsonnet", "matrix.jsonl")):
        for difference, rule in _differences(record):
            counts[rule or "unexplained"] += 1
            if rule is None:
                wrong.append(f"{record['expr']} {record.get('test', '')}: {difference}")
        counts["programs"] += 1
    _note("matrix.jsonl", counts)
    assert not wrong, "\n".join(wrong)


def _differences(record: Record) -> list[tuple[str, str | None]]:
    checked, insight = check(record)
    differences: list[tuple[str, str | None]] = []
    wanted = [record["type"]] if "type" in record else [record["then"], record["else"]]
    for (line, column), theirs in zip(record["positions"], wanted, strict=True):
        offset = checked.source.offset(line + 1, column + 1)
        assert offset is not None
        ours = insight.spelled_at(offset) or "<none>"
        if same_type(ours, theirs):
            continue
        rule = "narrower" if narrower(ours, theirs) else explained(OTHER_TYPES, record, ours)
        differences.append((f"type {ours}, not {theirs}", rule))
    found, places_wanted = places(checked), wanted_places(checked, record["diags"])
    for place in places_wanted.keys() - found.keys():
        differences += [
            (f"nothing said of {text}", explained(SILENT, record, text))
            for text in places_wanted[place]
        ]
    for place in found.keys() - places_wanted.keys():
        for finding in found[place]:
            if not finding.code.on:
                continue
            rule = explained(SPOKEN, record, finding.message)
            differences.append((f"said: {finding.message}", rule))
    return differences


def _document() -> Path:
    chosen = os.environ.get("CONFTY_SEEDS", "../shared/seeds")
    folder = (PROJECT / chosen).resolve()
    found = sorted(folder.glob("004*"))
    if not found:
        pytest.skip("the types document is not here (CONFTY_SEEDS)")
    return found[0]


def test_the_types_document_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    assert confty_test([str(_document())]) == 0, capsys.readouterr().out
    assert capsys.readouterr().err == "20 expectations hold\n"

"""Programs translated in one piece and in many give the same values and the same places."""

from __future__ import annotations

import pytest
from jsonnet_eval.programs import program

from confty.languages.jsonnet.evaluator.compiler import file as whole_files
from confty.languages.jsonnet.evaluator.compiler import thunks
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate
from confty.languages.jsonnet.evaluator.units import ContentUnits, UnitMemory

SEEDS = range(2000, 2100)


def run(seed: int, *, labelled: bool = False) -> object:
    settings = RunSettings()
    settings.labelled = labelled
    settings.often = None
    settings.units = UnitMemory()
    try:
        return evaluate("p", program(seed).encode(), DiskImporter([]), settings).apply(json_text)
    except Failure as failure:
        return failure.head


@pytest.mark.parametrize(("main", "unit"), [(20, 40), (120, 300)])
def test_pieces(monkeypatch, main: int, unit: int) -> None:
    whole = [run(seed) for seed in SEEDS]
    monkeypatch.setattr(whole_files, "_BIG", 0)
    monkeypatch.setattr(thunks, "_MAIN_BUDGET", main)
    monkeypatch.setattr(thunks, "_UNIT_BUDGET", unit)
    for seed, expected in zip(SEEDS, whole, strict=True):
        assert run(seed) == expected, program(seed)


def test_code_that_expects_labels() -> None:
    for seed in SEEDS:
        assert run(seed, labelled=True) == run(seed), program(seed)


def test_what_a_stopped_run_left_behind_is_no_failure_of_the_next() -> None:
    """It may have put units where they are kept and not counted them, or the other way round."""
    for left in ("kept", "counted"):
        memory = UnitMemory(100_000)
        key = (b"x" * 20_000, False)
        if left == "kept":
            memory._kept[key] = ContentUnits()
        else:
            memory._counted[key] = 90_000
            memory.size = 90_000
        for at in range(40):
            memory.keep(b"%05d" % at * 4_000, ContentUnits(), labelled=False)
        assert 0 <= memory.size <= 100_000
        assert 0 < len(memory._kept) <= 5
        assert memory.size >= 20_000 * len(memory._kept)

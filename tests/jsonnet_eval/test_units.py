"""Programs translated in one piece and in many give the same values and the same places."""

from __future__ import annotations

import pytest
from jsonnet_eval.programs import program

from confty.languages.jsonnet.evaluator.compiler import file as whole_files
from confty.languages.jsonnet.evaluator.compiler import thunks
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate
from confty.languages.jsonnet.evaluator.units import UnitMemory

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

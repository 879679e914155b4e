"""Public Jsonnet libraries, three ways: from Python, by the command, and in turn with one cache.

The bytes that go-jsonnet prints are the expectation.  ``make test`` runs all with one cache and
every ninth the other ways, ``CONFTY_FUZZ=1`` all in all ways.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.conformance import root
from support.shell import environment

from confty.compat.jsonnet import JsonnetError, evaluate_file
from confty.languages.jsonnet.evaluator.cache import Cache
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate

STEP = 1 if os.environ.get("CONFTY_FUZZ") else 9


@pytest.fixture
def whole(monkeypatch) -> list[dict[str, Any]]:
    """All programs, in their folder."""
    folder = root().parent / "corpus" / "jsonnet"
    if not (folder / "expected.jsonl").exists():
        pytest.skip("the corpus of Jsonnet libraries is not here (CONFTY_CONFORMANCE)")
    monkeypatch.chdir(folder)
    lines = (folder / "expected.jsonl").read_text().splitlines()
    entries = [json.loads(line) for line in lines]
    return [entry for entry in entries if not entry["natives"]]


@pytest.fixture
def corpus(whole) -> list[dict[str, Any]]:
    """Some programs."""
    return whole[::STEP]


def is_right(entry: dict[str, Any], text: bytes) -> bool:
    return hashlib.sha256(text).hexdigest() == entry["sha256"]


def test_from_python(corpus, tally) -> None:
    failing = []
    for entry in corpus:
        try:
            text = evaluate_file(entry["entry"], jpathdir=entry["jpath"])
        except JsonnetError as error:
            text = str(error)
        if not is_right(entry, text.encode()):
            failing.append(entry["entry"])
    tally("jsonnet corpus, from Python", len(corpus) - len(failing), len(corpus), failing)
    assert not failing


@pytest.mark.timeout(3000 if STEP == 1 else 300)
def test_by_the_command(corpus, tally, tmp_path) -> None:
    failing = []
    for number, entry in enumerate(corpus):
        folders = [word for folder in entry["jpath"] for word in ("-J", folder)]
        done = subprocess.run(
            [sys.executable, "-m", "confty", "jsonnet", *folders, entry["entry"]],
            capture_output=True,
            env=environment(CONFTY_CACHE_DIR=str(tmp_path / str(number))),
            timeout=120,
            check=False,
        )
        if done.returncode or not is_right(entry, done.stdout):
            failing.append(entry["entry"])
    tally("jsonnet corpus, by the command", len(corpus) - len(failing), len(corpus), failing)
    assert not failing


def with_cache(entry: dict[str, Any], folder: Path) -> bytes:
    settings = RunSettings()
    settings.trace = lambda _: None
    settings.cache = Cache(str(folder))
    name = entry["entry"]
    try:
        data = Path(name).read_bytes()
        value = evaluate(name, data, DiskImporter(entry["jpath"]), settings)
        return (value.apply(json_text) + "\n").encode()
    except Failure as failure:
        return failure.head.encode()


def test_in_turn_with_one_cache(whole, corpus, tally, tmp_path) -> None:
    """Some twice, the second time in another order: all there is was made for other programs."""
    failing = set()
    again = random.Random(7).sample(corpus, len(corpus))
    for entry in (*whole, *again):
        if not is_right(entry, with_cache(entry, tmp_path / "cache")):
            failing.add(entry["entry"])
    right = len(whole) - len(failing)
    tally("jsonnet corpus, with one cache", right, len(whole), sorted(failing))
    assert not failing

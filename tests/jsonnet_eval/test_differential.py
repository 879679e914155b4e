"""Compiled code against the reference evaluator of this folder and against the originals."""

from __future__ import annotations

import sys

import pytest
from jsonnet_eval import reference
from jsonnet_eval.programs import program
from support.peers import Peer, peer

from confty.compat.jsonnet import JsonnetError, evaluate_snippet
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.manifest.json import line_text
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate

ERROR = "an error"


def ours_on_a_line(text: str) -> str:
    try:
        return evaluate("program", text.encode(), DiskImporter([]), RunSettings()).apply(line_text)
    except Failure:
        return ERROR


def plain(text: str) -> str:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        return reference.evaluate(text)
    except (reference.Mistake, RecursionError):
        return ERROR
    finally:
        sys.setrecursionlimit(limit)


def ours(text: str) -> str:
    try:
        return evaluate_snippet("program", text)
    except JsonnetError:
        return ERROR


def theirs(module: Peer, text: str) -> str:
    try:
        return module.evaluate_snippet("program", text, max_stack=2000)
    except RuntimeError:
        return ERROR


def compare_with_reference(seeds: range) -> None:
    for seed in seeds:
        text = program(seed)
        assert ours_on_a_line(text) == plain(text), f"seed {seed}:\n{text}"


def compare_with_peer(seeds: range) -> None:
    """Go first, for it is quick; where the two originals differ, the reference in C++ decides."""
    quick = peer("_gojsonnet")
    slow = peer("_jsonnet")
    for seed in seeds:
        text = program(seed)
        found = ours(text)
        if found != theirs(quick, text):
            assert found == theirs(slow, text), f"seed {seed}:\n{text}"


def test_reference() -> None:
    compare_with_reference(range(300))


def test_peer() -> None:
    compare_with_peer(range(1000, 1250))


@pytest.mark.fuzz
def test_reference_long() -> None:
    compare_with_reference(range(10_000, 20_000))


@pytest.mark.fuzz
def test_peer_long() -> None:
    compare_with_peer(range(20_000, 30_000))

"""What a file is called that is imported, however the import spells it: as both originals say."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import _gojsonnet
import _jsonnet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from confty.compat import jsonnet

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PEERS = {"go": _gojsonnet, "cpp": _jsonnet}
# Detours that end where they began, in a folder with these two in it.
DETOURS = st.sampled_from(["./", "sub/../", "lib/../", ".//", "sub/./../"])
FILES = ["sub/d.libsonnet", "lib/c.libsonnet", "../e.libsonnet", "../a/lib/c.libsonnet"]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("a/sub/d.libsonnet", "a/lib/c.libsonnet", "e.libsonnet", "a/lib/x.libsonnet"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("std.thisFile")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@given(
    st.lists(
        st.tuples(st.lists(DETOURS, max_size=3), st.sampled_from(FILES)), min_size=1, max_size=4
    ),
    st.sampled_from(["a/b.jsonnet", "./a/b.jsonnet", "a/../a//b.jsonnet"]),
    st.sampled_from(["a/lib", "./a/lib/", "a/../a/lib"]),
)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_names(tree: Path, imports: list[tuple[list[str], str]], entry: str, library: str) -> None:
    spelled = ["".join(detours) + name for detours, name in imports]
    spelled += ["x.libsonnet", "./x.libsonnet", f"{tree}/a/../e.libsonnet"]
    text = f"[std.thisFile, {', '.join(f'import {json.dumps(name)}' for name in spelled)}]"
    (tree / "a/b.jsonnet").write_text(text)
    for dialect, peer in PEERS.items():
        expected = peer.evaluate_file(entry, jpathdir=[library])
        assert jsonnet.evaluate_file(entry, jpathdir=[library], dialect=dialect) == expected


WRONG = [
    "sub", ".", "sub/", "", "nope", "nope/", "lib/x.libsonnet/", "lib/x.libsonnet/y", "/", "/nope/x",
    "x" * 300,
]  # fmt: skip


@pytest.mark.parametrize("path", WRONG)
@pytest.mark.parametrize("word", ["import", "importstr", "importbin"])
def test_first_lines(tree: Path, path: str, word: str) -> None:
    """Of imports that lead nowhere, or to a folder."""
    (tree / "a/b.jsonnet").write_text(f"{word} '{path}'")

    def said(evaluate: Callable[..., str]) -> str:
        try:
            return evaluate("a/b.jsonnet", jpathdir=["a/lib"])
        except RuntimeError as error:
            return str(error).partition("\n")[0]

    assert said(jsonnet.evaluate_file) == said(_gojsonnet.evaluate_file)


def test_one_file_is_run_once(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """However it is spelled, where names have no detours."""
    (tree / "a/t.libsonnet").write_text("std.trace('run', 1)")
    (tree / "a/b.jsonnet").write_text(
        "(import 't.libsonnet') + (import './t.libsonnet') + (import 'sub/../t.libsonnet')"
    )
    for dialect, times in (("go", 1), ("cpp", 3)):
        assert jsonnet.evaluate_file("a/b.jsonnet", dialect=dialect) == "3\n"
        assert capfd.readouterr().err.count("run") == times
        PEERS[dialect].evaluate_file("a/b.jsonnet")
        assert capfd.readouterr().err.count("run") == times

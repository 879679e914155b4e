"""Machine code on disk: found by content, refused when it is not ours, and never needed."""

import os
import stat

import pytest

from confty import phy
from confty.languages.phy.evaluator import native
from confty.languages.phy.evaluator.native import compiling

pytestmark = pytest.mark.skipif(bool(native.missing()), reason="no LLVM")
TEXT = "(ProcDecl f (IntTy) (Params (ParamDecl n (IntTy))) (Return (Call + n 4711)))"


@pytest.fixture
def folder(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "phy"


def compiled(monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """A program's value, and how often LLVM was asked."""
    asked: list[object] = []
    whole = compiling.compiled
    compiling._kept.clear()
    with monkeypatch.context() as patch:
        patch.setattr(
            compiling, "compiled", lambda source: (asked.append(source), whole(source))[1]
        )
        value = phy.compile(text=TEXT, jit=True).f(1)
    return value, len(asked)


def entries(folder):
    beside = {"secret", "tally"}  # the key, and the count of what is kept
    return [path for path in folder.rglob("*") if path.is_file() and path.name not in beside]


def test_the_second_time_it_is_there(folder, monkeypatch) -> None:
    assert compiled(monkeypatch) == (4712, 1)
    (entry,) = entries(folder)
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600
    assert compiled(monkeypatch) == (4712, 0)


def test_in_memory_it_is_there_at_once(folder, monkeypatch) -> None:
    compiled(monkeypatch)
    for path in entries(folder):
        path.unlink()
    asked: list[object] = []
    monkeypatch.setattr(compiling, "compiled", asked.append)
    assert phy.compile(text=TEXT, jit=True).f(1) == 4712
    assert not asked


@pytest.mark.parametrize("how", ["changed", "cut", "others", "moved"])
def test_what_is_not_ours_is_not_run(folder, monkeypatch, how: str) -> None:
    compiled(monkeypatch)
    (entry,) = entries(folder)
    data = entry.read_bytes()
    if how == "changed":
        entry.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    elif how == "cut":
        entry.write_bytes(data[:40])
    elif how == "others":
        os.chmod(folder, 0o777)
    else:
        (folder / "secret").unlink()
    assert compiled(monkeypatch) == (4712, 1)


def test_a_folder_that_cannot_be_is_no_reason_to_fail(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "file"))
    assert compiled(monkeypatch) == (4712, 1)

"""The page in a real Chromium: what a person does, step by step (page/browser/steps.mjs)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "page"))

import build  # noqa: E402


def steps(url: str, *words: str) -> dict[str, str | None]:
    """Walk through the steps; what went wrong with each, None where nothing did."""
    done = subprocess.run(
        [*build.node(), str(PROJECT / "page" / "browser" / "steps.mjs"), url, *words],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found
    return {one["name"]: one["error"] for one in found}


@pytest.fixture
def played(page):
    """`confty play`, as a user starts it."""
    assert page.is_dir()
    started = subprocess.Popen(
        [sys.executable, "-m", "confty", "play", "--no-open", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT / "src")},
    )
    assert started.stdout is not None
    yield started.stdout.readline().strip()
    started.terminate()
    started.wait()
    started.stdout.close()


FIRST = ("editor is", "ill-typed", "every language", "import", "endless", "limits")
SECOND = (
    "share",
    "secrets",
    "example",
    "hover",
    "typed lines",
    "keyboard",
    "light",
    "offline",
    "warm",
)


@pytest.mark.parametrize("words", [FIRST, SECOND], ids=["programs", "page"])
def test_confty_play(played, words) -> None:
    failed = {name: error for name, error in steps(played, *words, "console").items() if error}
    assert not failed


MODULES = {
    "value": """
(Module
  (ProcDecl count (IntTy) (Params (ParamDecl limit (IntTy)))
    (Exprs
      (Decl found (Seq (IntTy)))
      (Decl n 2)
      (While (Call < n limit)
        (Exprs
          (Decl prime true)
          (Decl i 0)
          (While (And prime (Call < i (Call len found)))
            (Exprs
              (Asgn prime (Call not (Call == (Call mod n (At found i)) 0)))
              (Asgn i (Call + i 1))))
          (If prime (Asgn found (Call concat found n)))
          (Asgn n (Call + n 1))))
      (Return (Call len found))))
  (ProcDecl main (TupleTy (IntTy) (IntTy)) (Params)
    (Exprs
      (Call write (Seq "written"))
      (Return (TupleCons (Call count 10) (Call count 100))))))
""",
    "trap": """(Module
  (ProcDecl pick (IntTy) (Params (ParamDecl s (SeqTy (IntTy))) (ParamDecl i (IntTy)))
    (Return (At s i)))
  (ProcDecl next (IntTy) (Params (ParamDecl i (IntTy)))
    (Return (Call pick (Seq (IntTy) 10 20) (Call + i 1))))
  (ProcDecl main (IntTy) (Params)
    (Return (Call next 1))))
""",
    "endless": "(Exprs (Decl i 0) (While true (Asgn i (Call mod (Call + i 1) 7))))",
}


def test_a_compiled_module_runs_in_the_page(played, tmp_path, monkeypatch) -> None:
    pytest.importorskip("llvmlite")
    for name, text in MODULES.items():
        (tmp_path / f"{name}.phy").write_text(text)
        made = subprocess.run(
            [
                sys.executable,
                "-m",
                "confty",
                "emit",
                "--as",
                "wasm",
                "-o",
                f"{name}.wasm",
                f"{name}.phy",
            ],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(PROJECT / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        if "no-linker" in made.stderr + made.stdout:
            pytest.skip("NOT RUN: there is no wasm-ld")
        assert made.returncode == 0, made.stderr
    monkeypatch.setenv("CONFTY_MODULES", str(tmp_path))
    found = steps(played, "compiled module", "console")
    assert "a compiled module" in found
    assert not {name: error for name, error in found.items() if error}


@pytest.mark.usefixtures("page")
def test_the_static_build_on_any_host(any_host, tmp_path) -> None:
    target = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "confty", "play", "--build", str(target)],
        check=True,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(PROJECT / "src")},
    )
    url = any_host(target)
    words = ("ill-typed", "import", "endless", "share", "secrets", "offline", "console")
    failed = {name: error for name, error in steps(url, *words).items() if error}
    assert not failed

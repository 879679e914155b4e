"""The prompt: bindings stay as values, in every expression language, and on a real terminal."""

from __future__ import annotations

import io
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from confty.cli import repl


def talk(lang: str, lines: str, monkeypatch, capsys) -> tuple[list[str], list[str]]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert repl.main(["--lang", lang, "--output-format", "concise"]) == 0
    shown = capsys.readouterr()
    return shown.out.splitlines(), shown.err.splitlines()


@pytest.mark.parametrize(
    ("lang", "entry"),
    [
        ("phy", '(Call len (Seq "\udcff"))'),
        ("rcl", '"\udcff".len()'),
        ("jsonnet", "std.length('\udcff')"),
        ("pcl", '"\udcff"'),
    ],
)
def test_an_entry_is_text_as_a_file_is(lang: str, entry: str, monkeypatch, capsys) -> None:
    out, err = talk(lang, f"{entry}\n", monkeypatch, capsys)
    assert out == []
    assert "expected UTF-8 text, found the byte 0xff" in err[0]


SESSIONS = {
    "rcl": (
        "let x = 20 + 1\nlet f = y => x * y;\nf(2)\n:type f(1)\n{ a =\nx }\n",
        ["42", "Number", "{ a = 21 }"],
    ),
    "jsonnet": (
        "local x = 20 + 1\nlocal f(y) = x * y;\nf(2)\n:type f(1)\n[\nx]\nf\n",
        ["42", "number", "[", "   21", "]", "function"],
    ),
    "pcl": ('x = 20 + 1\nx * 2\nname = "n${x}"\nupper\n[\nname]\n'.replace("upper\n", ""),
            ["42", "[", '  "n21"', "]"]),
    "phy": (
        "(Decl x 21)\n(Call * x 2)\n(Asgn x 5)\n:type x\n(Call\n + x 1)\n",
        ["42 : (IntTy)", "int", "6 : (IntTy)"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("lang", SESSIONS)
def test_bindings_stay(lang: str, monkeypatch, capsys) -> None:
    lines, expected = SESSIONS[lang]
    out, err = talk(lang, lines, monkeypatch, capsys)
    assert (out, err) == (expected, [])


@pytest.mark.parametrize(
    ("lang", "entry"),
    [
        ("rcl", '(import "l.libsonnet").n'), ("rcl", '(import "d.yaml").n'),
        ("jsonnet", "(import 'l.rcl').n"), ("jsonnet", "(import 'l.libsonnet').n"),
        ("pcl", 'importData("d.yaml").n'),
    ],
)  # fmt: skip
def test_files_are_as_they_are_at_each_entry(lang, entry, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)

    def write(n: int) -> None:
        for name, text in {
            "l.libsonnet": "{ n: %s }",
            "l.rcl": "{ n = %s }",
            "d.yaml": "n: %s",
        }.items():
            Path(name).write_text(text % n)

    def lines():
        for n in (1, 2):
            write(n)
            yield entry + "\n"
        yield ""

    given = lines()
    monkeypatch.setattr(
        sys, "stdin", SimpleNamespace(readline=lambda: next(given), isatty=lambda: False)
    )
    assert repl.main(["--lang", lang]) == 0
    assert capsys.readouterr().out.split() == ["1", "2"]


ONCE = {
    "rcl": ('let x = (trace "once"; 5)\nx\nx + 1\n', ["5", "6"]),
    "jsonnet": ('local x = std.trace("once", 5)\nx\nx + 1\n', ["5", "6"]),
    "phy": ('(Decl x (Exprs (Call write (Seq "once")) 5))\nx\n(Call + x 1)\n', None),
}


@pytest.mark.parametrize("lang", ONCE)
def test_values_are_not_worked_out_again(lang: str, monkeypatch, capfd) -> None:
    lines, expected = ONCE[lang]
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert repl.main(["--lang", lang]) == 0
    out, err = capfd.readouterr()
    assert (out + err).count("once") == 1
    assert expected is None or out.splitlines() == expected


def test_values_stay_when_their_file_changes(tmp_path: Path, monkeypatch, capsys) -> None:
    """What was read is read; only a new entry reads anew."""
    monkeypatch.chdir(tmp_path)
    for lang, name, lines in (
        ("rcl", "a.rcl", 'let x = import "a.rcl"\n'),
        ("jsonnet", "a.libsonnet", "local x = import 'a.libsonnet'\nx\n"),
    ):
        Path(name).write_text("1")

        class Changing(io.StringIO):
            def readline(self, *_: int, name: str = name) -> str:
                line = super().readline()
                if line.startswith("x +"):
                    Path(name).write_text("100")
                return line

        monkeypatch.setattr(sys, "stdin", Changing(lines + "x + 1\n"))
        repl.main(["--lang", lang])
        assert capsys.readouterr().out.splitlines()[-1] == "2"


def test_mistakes_have_places_and_trails(monkeypatch, capsys) -> None:
    lines = 'let f = a => a.foo\nf(1)\nlet y: Number = "z"\ny\n'
    _, err = talk("rcl", lines, monkeypatch, capsys)
    assert err[0].startswith("entry 1:1:16: error[rcl/unknown-field]")
    assert err[1].startswith("entry 3:1:17: error[rcl/type-mismatch]")
    assert err[2].startswith("entry 4:1:1: error[rcl/unknown-variable]")
    lines = "local f(a) = a.foo\nf(1)\nlocal g =\n1 +\n"
    _, err = talk("jsonnet", lines, monkeypatch, capsys)
    assert [one.split(" error")[0] for one in err[:3]] == [
        "entry 1:1:14:", "entry 3:1:9:", "entry 4:1:3:",
    ]  # fmt: skip
    _, err = talk(
        "phy", "(ProcDecl f (IntTy) (Params) (Call div 1 0))\n(Call f)\n", monkeypatch, capsys
    )
    assert err == ["entry 1:1:30: error[phy/division-by-zero] 1 is divided by zero"]


def test_secrets_and_assets_are_shown_as_they_are_elsewhere(monkeypatch, capsys) -> None:
    entries = 'y = secret("zz")\ny\n[y]\nfileAsset("a.txt")\n'
    out, err = talk("pcl", entries, monkeypatch, capsys)
    assert "".join(one.strip() for one in out) == '"[secret]"["[secret]"]{"$file": "a.txt"}'
    assert err == []


def test_documentation(monkeypatch, capsys) -> None:
    for lang, name, word in (
        ("rcl", "std.range", "integers"),
        ("jsonnet", "std.map", "array"),
        ("pcl", "join", "separator"),
        ("phy", "If", "two values"),
    ):
        out, _ = talk(lang, f":doc {name}\n", monkeypatch, capsys)
        assert word in out[0]


def read_from(terminal: int, until: str, seconds: float = 30) -> str:
    shown = b""
    end = time.monotonic() + seconds
    while time.monotonic() < end and until.encode() not in shown:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                break
    return shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are different there")
@pytest.mark.parametrize(
    ("lang", "binding", "begun", "completed"),
    [
        ("rcl", "let colour = 7", "std.ra", "std.range(0, col"),
        ("jsonnet", "local colour = 7", "std.makeA", "std.makeArray(2, function(i) col"),
    ],
)
def test_a_terminal_completes_and_remembers(
    lang: str, binding: str, begun: str, completed: str, tmp_path: Path
) -> None:
    terminal, inner = pty.openpty()
    environment = {
        **os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "dumb",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }  # fmt: skip
    command = [sys.executable, "-m", "confty", "repl", "--lang", lang]
    process = subprocess.Popen(
        command, stdin=inner, stdout=inner, stderr=inner, env=environment, start_new_session=True
    )
    os.close(inner)
    try:
        read_from(terminal, "> ")
        os.write(terminal, f"{binding}\n".encode())
        read_from(terminal, "\n> ")
        os.write(terminal, f"{begun}\t".encode())
        name = completed.split("(", maxsplit=1)[0]
        assert name in read_from(terminal, name)
        os.write(terminal, f"{completed[len(name) :]}\t)\n".encode())
        assert "colour" in read_from(terminal, "\n> ")
        os.write(terminal, b":quit\n")
        assert process.wait(20) == 0
    finally:
        process.kill()
        os.close(terminal)
    assert "colour" in (tmp_path / "confty" / f"{lang}_history").read_text()

"""``confty rcl``: flags, files, formats, exit codes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from confty.cli.rcl import main

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture
def rcl(monkeypatch, capsys, tmp_path):
    """Run the command in an empty folder; returns the exit code and both outputs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_evaluate(rcl) -> None:
    assert rcl("evaluate", stdin="{ a = 1 }") == (0, "{ a = 1 }\n", "")
    for name in ("eval", "e"):
        assert rcl(name, "-", "--format=json", stdin="{ a = 1 }")[1] == '{"a": 1}\n'
    assert rcl("je", stdin="[1]")[1] == "[1]\n"
    assert rcl("re", stdin='"text"')[1] == "text\n"
    assert rcl("-fjson", "e", "-w", "5", stdin="[1, 2, 3]")[1] == "[\n  1,\n  2,\n  3\n]\n"
    assert rcl("e", "-fyaml-stream", "-fjson", stdin="[1]")[1] == "[1]\n"


def test_output_banner_depfile(rcl, tmp_path) -> None:
    (tmp_path / "lib.rcl").write_text("{ x = 1 }")
    (tmp_path / "main.rcl").write_text('(import "lib.rcl").x')
    code, out, err = rcl(
        "e", "main.rcl", "-o", "out.txt", "--banner", "// Made.", "--output-depfile", "d"
    )
    assert (code, out, err) == (0, "", "")
    assert (tmp_path / "out.txt").read_text() == "// Made.\n1\n"
    assert (tmp_path / "d").read_text() == "out.txt: main.rcl lib.rcl\n"
    code, _, err = rcl("e", "main.rcl", "--output-depfile", "d")
    assert code == 1
    assert "needs --output" in err


def test_query_calls_a_function_of_a_translated_document(rcl, tmp_path) -> None:
    text = "let n = [for i in std.range(0, 5000): i].sum();\n{ f = x => x + n }"
    (tmp_path / "f.rcl").write_text(text)
    assert rcl("query", "f.rcl", "input.f(1)")[1] == "12497501\n"
    assert "query:1:9" in rcl("query", "f.rcl", "input.f()")[2]


def test_query(rcl, tmp_path) -> None:
    (tmp_path / "data.json").write_text('{"users": [{"name": "Ada"}]}')
    assert rcl("query", "data.json", "input.users[0].name")[1] == '"Ada"\n'
    assert rcl("rq", "input.a", stdin='{ a = "b" }')[1] == "b\n"
    code, _, err = rcl("q", "input.b", stdin="{ a = 1 }")
    assert code == 1
    assert "query:1:7" in err


def test_sandbox(rcl, tmp_path) -> None:
    (tmp_path / "secret.txt").write_text("hidden")
    inner = tmp_path / "inner"
    inner.mkdir()
    program = 'std.read_file_utf8("../secret.txt")'
    code, out, err = rcl("-C", "inner", "e", stdin=program)
    assert (code, out) == (1, "")
    assert "rcl/sandbox" in err
    assert "hidden" not in err
    (inner / "link.rcl").symlink_to(tmp_path / "secret.txt")
    assert "rcl/sandbox" in rcl("-C", "inner", "e", stdin='import "link.rcl"')[2]
    assert rcl("-C", "inner", "e", "--sandbox=unrestricted", stdin=program)[1] == '"hidden"\n'
    # A file named on the command line is exempt, what it imports is not.
    (tmp_path / "top.rcl").write_text("1")
    assert rcl("-C", "inner", "e", "../top.rcl")[1] == "1\n"
    (inner / "root.rcl").write_text("7")
    (inner / "sub").mkdir()
    (inner / "sub" / "a.rcl").write_text('import "//root.rcl"')
    assert rcl("-C", "inner", "e", "sub/a.rcl")[1] == "7\n"


def test_a_text_is_read_as_it_is(rcl, tmp_path) -> None:
    (tmp_path / "bom.txt").write_bytes(b"\xef\xbb\xbfx\r\n")
    program = 'let t = std.read_file_utf8("bom.txt"); [t.len(), t.starts_with("x")]'
    assert rcl("e", stdin=program)[1] == "[4, false]\n"


def test_build(rcl, tmp_path) -> None:
    (tmp_path / "build.rcl").write_text(
        '{ "out/a.json": { contents = { x = 1 }, format = "json" },'
        ' "b.toml": { contents = { y = 2 }, format = "toml", banner = "# Made." } }'
    )
    assert rcl("build", "--check")[0] == 1
    assert rcl("build") == (0, "[1/2] b.toml\n[2/2] out/a.json\n", "")
    assert (tmp_path / "out" / "a.json").read_text() == '{"x": 1}\n'
    assert (tmp_path / "b.toml").read_text() == "# Made.\ny = 2\n"
    assert rcl("build", "--check")[0] == 0
    (tmp_path / "b.toml").write_text("changed")
    code, _, err = rcl("build", "--check")
    assert code == 1
    assert "rcl/would-change" in err


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ('{ format = "json" }', "'contents' is missing"),
        ("{ contents = 1 }", "'format' is missing"),
        ('{ contents = 1, format = "xml" }', "name of a format"),
        ('{ contents = 1, format = "json", widht = 3 }', "did you mean 'width'"),
        ('{ contents = 1, format = "json", width = 0 }', "integer from 1"),
        (
            '{ contents = 1, format = "json", width = 16000 }',
            "integer from 1 to 15999, found 16000",
        ),
        (
            '{ contents = 1, format = "json", width = "wide" }',
            "integer from 1 to 15999, found String",
        ),
        ('{ contents = 1, format = "json", banner = 1 }', "expected a String"),
        ("1", "expected a Dict"),
    ],
)
def test_build_mistakes(rcl, target: str, words: str) -> None:
    code, _, err = rcl("build", "--dry-run", "-", stdin=f'{{ "a": {target} }}')
    assert code == 1
    assert "rcl/build-file" in err
    assert words in err


def test_build_stays_inside(rcl, tmp_path) -> None:
    (tmp_path / "in").mkdir()
    text = '{ "../x": { contents = "", format = "raw" } }'
    code, _, err = rcl("-C", "in", "build", "-", stdin=text)
    assert code == 1
    assert "rcl/sandbox" in err
    assert not (tmp_path / "x").exists()
    assert rcl("build", "-", stdin='{ "/x": { contents = "", format = "raw" } }')[0] == 1


def test_format(rcl, tmp_path) -> None:
    (tmp_path / "a.rcl").write_text("{a=1}")
    (tmp_path / "b.rcl").write_text("{ a = 1 }\n")
    assert rcl("fmt", "a.rcl")[1] == "{ a = 1 }\n"
    code, out, err = rcl("fmt", "--check", "a.rcl", "b.rcl")
    assert (code, out) == (1, "Would modify a.rcl\n")
    assert "1 of 2 files would be reformatted" in err
    assert rcl("fmt", "-i", "a.rcl", "b.rcl")[1] == "Reformatted 1 of 2 files.\n"
    assert (tmp_path / "a.rcl").read_text() == "{ a = 1 }\n"
    assert rcl("f", "--check", "a.rcl", "b.rcl")[1] == "All 2 files are formatted correctly.\n"
    assert rcl("fmt", "a.rcl", "b.rcl")[0] == 1
    assert rcl("fmt", "-o", "c.rcl", "a.rcl")[0] == 0
    assert (tmp_path / "c.rcl").read_text() == "{ a = 1 }\n"


def test_patch(rcl, tmp_path) -> None:
    (tmp_path / "a.rcl").write_text("let x = { y = 1 };\n{ a = x, b = { c = 2 } }\n")
    assert rcl("patch", "a.rcl", "b.c", "3")[1] == "let x = { y = 1 }; { a = x, b = { c = 3 } }\n"
    assert rcl("patch", "-i", "a.rcl", "x.y", '"new"')[0] == 0
    assert (tmp_path / "a.rcl").read_text().startswith('let x = { y = "new" };')
    for path, code in (("b.nope", "rcl/patch-path"), ("b..c", "rcl/patch-path")):
        assert code in rcl("patch", "a.rcl", path, "1")[2]
    assert "replacement:1:1" in rcl("patch", "a.rcl", "b", "]")[2]


def test_highlight_and_color(rcl) -> None:
    assert rcl("highlight", "--color=none", stdin="let a = 1;\na\n")[1] == "let a = 1;\na\n"
    assert "\x1b[32;1mlet\x1b[0m" in rcl("h", "--color=ansi", stdin="let a = 1; a")[1]
    assert rcl("e", "--color=html", stdin='{ a = "<&" }')[1] == (
        '<pre><code class="sourceCode">{ <span class="n">a</span> = '
        '<span class="st">"&lt;&amp;"</span> }\n</code></pre>\n'
    )
    assert "\x1b[36m1\x1b[0m" in rcl("e", "--color=ansi", stdin="[1]")[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["evluate"], "did you mean 'evaluate'"),
        (["e", "--fromat", "json"], "did you mean '--format'"),
        (["e", "--format=xml"], "--format takes"),
        (["e", "--width=0"], "--width takes"),
        (["e", "--sandbox=none"], "--sandbox takes"),
        (["e", "a", "b"], "at most one file"),
        (["e", "-f"], "needs a value"),
        (["build", "--format=json"], "has no option --format"),
        (["e", "--check"], "has no option --check"),
        (["fmt", "--check=yes"], "takes no value"),
        (["patch", "a"], "a path and a replacement"),
        (["query"], "an expression"),
        (["e", "absent.rcl"], "cannot read"),
        (["-C", "absent", "e"], "there is no folder"),
    ],
)
def test_wrong_commands(rcl, arguments: list[str], words: str) -> None:
    code, out, err = rcl(*arguments, stdin="1")
    assert (code, out) == (1, "")
    assert words in err


def test_help_and_version(rcl) -> None:
    assert rcl()[0] == 0
    assert "highlight" in rcl("--help")[1]
    assert "--dry-run" in rcl("build", "--help")[1]
    assert "confty" in rcl("--version")[1]


def test_dashes(rcl, tmp_path) -> None:
    (tmp_path / "-").write_text("2")
    assert rcl("e", "-", stdin="1")[1] == "1\n"
    assert rcl("e", "--", "-", stdin="1")[1] == "2\n"


def test_link_named_rcl(tmp_path) -> None:
    link = tmp_path / "rcl"
    link.write_text(
        f"#!{sys.executable}\nimport sys\nfrom confty.cli.main import main\nsys.exit(main())\n"
    )
    link.chmod(0o755)
    done = subprocess.run(
        [link, "e", "-fjson"], input="{ a = 1 }", capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(PROJECT / "src")},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, '{"a": 1}\n'), done.stderr


def test_not_utf8(rcl, tmp_path) -> None:
    (tmp_path / "a.rcl").write_bytes(b'"\xff"')
    code, _, err = rcl("e", "a.rcl")
    assert code == 1
    assert "UTF-8" in err

"""The drop-in command: flags, bytes, exit codes, the cache and the limits."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import confty
from confty.cli.jsonnet import main
from confty.languages.jsonnet.evaluator.cache import Cache


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("JSONNET_PATH", raising=False)
    return tmp_path


def run(capfd, *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capfd.readouterr()
    return code, out, err


def test_plain(capfd) -> None:
    Path("a.jsonnet").write_text("{ a: [1, 'x'], e: {}, f: [] }")
    expected = '{\n   "a": [\n      1,\n      "x"\n   ],\n   "e": { },\n   "f": [ ]\n}\n'
    assert run(capfd, "a.jsonnet") == (0, expected, "")
    assert run(capfd, "a.jsonnet") == (0, expected, "")


def test_variables_and_arguments(capfd, monkeypatch) -> None:
    Path("v.txt").write_text("from file")
    monkeypatch.setenv("GIVEN", "from environment")
    program = "function(a, b=2) [std.extVar('s'), std.extVar('c'), std.extVar('GIVEN'), a, b]"
    flags = ("-V", "s=x", "--ext-code", "c=1 + 1", "-V", "GIVEN", "--tla-str-file", "a=v.txt")
    code, out, _ = run(capfd, *flags, "-e", program)
    assert code == 0
    assert out.split() == [
        "[", '"x",', "2,", '"from', 'environment",', '"from', 'file",', "2", "]"
    ]  # fmt: skip
    assert run(capfd, "-V", "NOT_THERE", "-e", "1")[0] == 1


@pytest.mark.parametrize("kind", ["ext", "tla"])
def test_values_from_files_are_imports(capfd, kind) -> None:
    program = {"ext": "std.extVar('v')", "tla": "function(v) v"}[kind]
    Path("far").mkdir()
    Path("far/it's.jsonnet").write_text("import 'beside'")
    Path("far/beside").write_text("'beside'")
    Path("far/text").write_bytes(b"a\r\n")
    code = f"--{kind}-code-file"
    assert run(capfd, code, "v=far/it's.jsonnet", "-e", program) == (0, '"beside"\n', "")
    assert run(capfd, "-J", "far", code, "v=it's.jsonnet", "-e", program)[1] == '"beside"\n'
    text = f"--{kind}-str-file"
    assert run(capfd, "-J", "far", text, "v=text", "-e", program) == (0, '"a\\r\\n"\n', "")
    # The library path comes after the folder that the program is run in.
    Path("text").write_text("here")
    assert run(capfd, "-J", "far", text, "v=text", "-e", program)[1] == '"here"\n'


def test_values_from_files_are_read_when_they_are_needed(capfd) -> None:
    for flag in ("--ext-code-file", "--ext-str-file", "--tla-code-file", "--tla-str-file"):
        assert run(capfd, flag, "v=nothere", "-e", "1") == (0, "1\n", "")
    Path("main.jsonnet").write_text("std.extVar('v')")
    code, _, told = run(capfd, "--ext-code-file", "v=nothere", "main.jsonnet")
    assert code == 1
    first, second, *_ = told.splitlines()
    assert 'couldn\'t open import "nothere"' in first
    assert second.strip() == "<extvar:v>:1:1-18"


def test_values_from_files_are_read_anew_in_each_run(capfd) -> None:
    Path("v.jsonnet").write_text("import 'w.jsonnet'")
    for text in ("1", "2"):
        Path("w.jsonnet").write_text(text)
        given = ("--ext-code-file", "v=v.jsonnet", "-e", "std.extVar('v')")
        assert run(capfd, *given) == (0, f"{text}\n", "")
    Path("v.jsonnet").write_text("3")
    assert run(capfd, *given) == (0, "3\n", "")


def test_what_a_shell_has_opened_can_be_a_value(capfd) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"1 + 1")
    os.close(writing)
    given = ("--ext-code-file", f"v=/dev/fd/{reading}", "-e", "std.extVar('v')")
    assert run(capfd, *given) == (0, "2\n", "")
    os.close(reading)


def test_bytes_that_are_no_text_in_arguments(capfd) -> None:
    wrong = os.fsdecode(b"\xff")
    assert run(capfd, "-V", f"v={wrong}", "-e", "std.extVar('v')") == (0, '"\ufffd"\n', "")
    code, _, told = run(capfd, "--ext-code", f"v='{wrong}'", "-e", "std.extVar('v')")
    assert (code, "Invalid UTF-8" in told) == (1, True)


@pytest.mark.parametrize("flag", ["-o", "-m", "--output-depfile"])
def test_a_place_that_is_empty_is_refused(capfd, flag) -> None:
    told = f"ERROR: {flag} argument was empty string\n"
    assert run(capfd, flag, "", "-e", "{ a: 1 }") == (1, "", told)
    assert list(Path().iterdir()) == []


def test_strings_streams_and_files(capfd) -> None:
    assert run(capfd, "-S", "-e", "'a\\nb'") == (0, "a\nb\n", "")
    assert run(capfd, "-S", "--no-trailing-newline", "-e", "'a'") == (0, "a", "")
    assert run(capfd, "-y", "-e", "[1, {}]") == (0, "---\n1\n---\n{ }\n...\n", "")
    assert run(capfd, "-o", "out.json", "-e", "1") == (0, "", "")
    assert Path("out.json").read_text() == "1\n"
    code, out, _ = run(capfd, "-c", "-m", "deep/out", "-e", "{ b: 1, a: 'x' }")
    assert (code, out) == (0, "deep/out/a\ndeep/out/b\n")
    assert Path("deep/out/a").read_text() == '"x"\n'


def test_unchanged_files_are_left_alone(capfd) -> None:
    Path("out").mkdir()
    run(capfd, "-m", "out", "-e", "{ a: 1, b: 1 }")
    os.utime("out/a", (1, 1))
    os.utime("out/b", (1, 1))
    run(capfd, "-m", "out", "-e", "{ a: 1, b: 2 }")
    assert Path("out/a").stat().st_mtime == 1
    assert Path("out/b").stat().st_mtime != 1


def test_search_paths(capfd, monkeypatch) -> None:
    for folder, text in (("one", "1"), ("two", "2"), ("three", "3")):
        Path(folder).mkdir()
        Path(folder, "x.libsonnet").write_text(text)
    program = "import 'x.libsonnet'"
    assert run(capfd, "-J", "one", "-J", "two", "-e", program)[1] == "2\n"
    monkeypatch.setenv("JSONNET_PATH", f"two{os.pathsep}three")
    assert run(capfd, "-e", program)[1] == "2\n"
    assert run(capfd, "-J", "one", "-e", program)[1] == "1\n"


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("-S", "-e", "1"), "expected string result, got: number"),
        (("-m", "x", "-e", "[]"), "multi mode: top-level object was a array"),
        (("-y", "-e", "1"), "stream mode: top-level object was a number"),
        (("-e", "error 'x'"), "RUNTIME ERROR: x"),
        (("-e", "1 +"), "<cmdline>:1:4 Unexpected end of file"),
        (("missing.jsonnet",), "missing.jsonnet"),
        (("--nonsense", "x"), "unrecognized argument: --nonsense"),
        ((), "must give filename"),
        (("-s", "none", "-e", "1"), "invalid integer: none"),
    ],
)
def test_failures_end_with_1(capfd, flags, words: str) -> None:
    code, out, err = run(capfd, *flags)
    assert (code, out) == (1, "")
    assert words in err
    assert "Traceback" not in err


def test_combined_flags_and_end_of_options(capfd) -> None:
    Path("-odd.jsonnet").write_text("'x'")
    assert run(capfd, "-S", "--", "-odd.jsonnet") == (0, "x\n", "")
    assert run(capfd, "-Se", "'x'") == (0, "x\n", "")


def test_explaining_traces_show_the_line(capfd) -> None:
    code, _, err = run(capfd, "--trace-format", "explaining", "-e", "1 + (error 'no')")
    assert code == 1
    assert "1 + (error 'no')" in err
    assert "^^^^^^^^^^" in err


def test_time_limit(capfd) -> None:
    endless = "local f(n) = f(n + 1) tailstrict; f(0)"
    code, _, err = run(capfd, "--timeout", "0.3", "-e", endless)
    assert code == 1
    assert "stopped after 0.3 seconds" in err


def entries(folder: Path) -> list[Path]:
    kept = (path for path in folder.rglob("*") if path.is_file())
    return sorted(path for path in kept if path.name not in {"secret", "tally"})


def test_cache_is_used_and_not_trusted_blindly(capfd, tmp_path) -> None:
    Path("a.jsonnet").write_text("{ a: 1 + 1 }" + "\n" * 2000)
    run(capfd, "--no-cache", "a.jsonnet")
    assert entries(tmp_path / "cache") == []
    first = run(capfd, "a.jsonnet")
    entry, result = entries(tmp_path / "cache")
    good = entry.read_bytes()
    for data in (b"", b"nonsense", good[:-1], good.replace(b"unit", b"tinu"), good[:40] + good):
        entry.write_bytes(data)
        result.unlink(missing_ok=True)
        assert run(capfd, "a.jsonnet") == first
    entry.write_bytes(good)
    result.unlink()
    entry.chmod(0o666)
    key = entry.parent.name + entry.name
    assert Cache(str(entry.parent.parent)).load(key) is None
    assert run(capfd, "a.jsonnet") == first


def test_errors_of_cached_programs_have_their_place(capfd) -> None:
    # Long bodies in a long file: each is translated, cached and traced on its own.
    rest = "/* " + "x" * 400 + " */ x,"
    lines = [f"  f{n}(x):: if x > {n} then error 'f{n}' else {rest}" for n in range(90)]
    Path("big.libsonnet").write_text("\n".join(["{", *lines, "}"]))
    Path("a.jsonnet").write_text("function(n) (import 'big.libsonnet').f7(n)")
    assert run(capfd, "--tla-code", "n=1", "a.jsonnet")[0] == 0
    code, _, err = run(capfd, "--tla-code", "n=9", "a.jsonnet")
    assert code == 1
    assert err.splitlines()[:2] == [
        "RUNTIME ERROR: f7",
        "\tbig.libsonnet:9:25-35\tfunction <f7>",
    ]


def test_bad_files_are_findings(capfd) -> None:
    for name, data in {
        "string": b'"abc',
        "comment": b"/* x",
        "escape": b'"\\q"',
        "surrogate": b'"\\ud800"',
        "bytes": b"\xff\xfe",
        "nul": b"1\x00",
        "nesting": b"[" * 100_000,
        "cycle": b"import 'cycle.jsonnet'",
        "folder": b"import '.'",
    }.items():
        Path(f"{name}.jsonnet").write_bytes(data)
        code, out, err = run(capfd, f"{name}.jsonnet")
        assert (code, out) == (1, ""), name
        assert f"{name}.jsonnet:1:" in err, err
        assert "Traceback" not in err


@pytest.mark.parametrize(
    ("text", "place"),
    [  # go-jsonnet's places: 1:2-11, 1:9-18, 1:5-8 and 1:19-28
        ('[error "x"]', 2),
        ('{a: [1, error "x"]}', 9),
        ("[1, 1/0]", 5),
        ('local f(x)=[x]; f(error "k")', 19),
    ],
)
def test_an_element_that_fails_in_printing_has_a_place(text: str, place: int) -> None:
    with pytest.raises(confty.ConftyError) as stopped:
        confty.loads(text, lang="jsonnet")
    assert [(one.line, one.column) for one in stopped.value.diagnostics] == [(1, place)]

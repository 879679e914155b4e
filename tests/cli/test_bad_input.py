"""No input ends in a traceback, whatever the language: each gives a finding and an exit code."""

import pytest
from support.shell import confty

from confty.cli.main import main
from confty.registry import LANGUAGES

SUFFIXES = [entry.suffixes[0] for entry in LANGUAGES]
NASTY = {
    "invalid-utf-8": b'{"a": "\xff\xfe"}',
    "nul": b'{"a": \x00}',
    "only-nul": b"\x00" * 100,
    "deep-square": b"[" * 100_000,
    "deep-round": b"(" * 100_000,
    "deep-curly": b'{"a":' * 100_000,
    "closed-deep": b"[" * 100_000 + b"]" * 100_000,
    "unclosed": b'{"a": [1, 2',
    "unclosed-string": b'"abc',
    "control": bytes(range(1, 32)),
    "surrogate": b'"\\ud800"',
    "huge-number": b"9" * 100_000,
    "empty": b"",
    "long-line": b'"' + b"x" * 3_000_000,
}


# What no language may accept; a row of parentheses is a plain text in YAML.
REFUSED = {
    *("invalid-utf-8", "nul", "only-nul", "deep-square", "deep-round", "deep-curly"),
    *("unclosed", "unclosed-string", "control"),
}
ACCEPTED = {(".yaml", "deep-round")}


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", NASTY)
def test_nasty_text(tmp_path, suffix, name):
    path = tmp_path / f"nasty{suffix}"
    path.write_bytes(NASTY[name])
    for command in ("check", "eval", "fmt"):
        arguments = ["--check"] if command == "fmt" else []
        done = confty(command, *arguments, path.name, cwd=tmp_path, timeout=120)
        refused = name in REFUSED and (suffix, name) not in ACCEPTED
        assert done.returncode in ({1} if refused else {0, 1}), (command, done.stderr[-500:])
        assert len(done.stdout) + len(done.stderr) < 8_000_000


@pytest.mark.parametrize("command", ["check", "eval", "type"])
def test_files_that_are_none(tmp_path, command):
    (tmp_path / "folder.json").mkdir()
    if command != "check":
        done = confty(command, "folder.json", cwd=tmp_path)
        assert done.returncode == 2
        assert "it is a folder" in done.stderr
    done = confty(command, "missing.json", cwd=tmp_path)
    assert done.returncode == 2
    assert "there is no such file" in done.stdout + done.stderr
    (tmp_path / "what.xyz").write_text("1")
    assert confty(command, "what.xyz", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize(
    ("name", "why"),
    [("a\0b.json", "a NUL byte"), ("a\ud800.json", "half a surrogate pair")],
)
def test_a_name_that_no_file_can_have_is_refused(name, why):
    import confty as package

    with pytest.raises(package.ConftyError, match=f"its name holds {why}"):
        package.load(name)


@pytest.mark.fuzz
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_line_of_a_hundred_megabytes(tmp_path, suffix):
    path = tmp_path / f"long{suffix}"
    path.write_bytes(b'"' + b"x" * 100_000_000)
    done = confty("check", path.name, cwd=tmp_path, timeout=900)
    assert done.returncode == 1
    assert len(done.stdout) < 100_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", "--outptu-format=json", "."], "did you mean '--output-format'?"),
        (["eval", "a.rcl", "--ext-strr", "a=1"], "no flag --ext-strr; did you mean '--ext-str'?"),
        (["eval", "a.rcl", "-x"], "there is no flag -x\n"),
        (["repl", "a.rcl"], "unexpected argument: a.rcl"),
        (["check", "-c", 'severity."x"=error', "."], "'severity'; did you mean 'rules'?"),
        (["check", "-c", 'rules."rcl/unknwn-field"=error', "."], "mean 'rcl/unknown-field'?"),
        (["check", "-c", "rules.unused=eror", "."], "has no level 'eror'; did you mean 'error'?"),
        (["check", "-c", "nothing", "."], "expected KEY=VALUE, found 'nothing'"),
        (
            ["query", "d.json", ".m.kye"],
            "there is no 'kye' in the value at .m; did you mean 'key'?",
        ),
        (["query", "d.json", "input.m"], "help: --expr rcl and --expr jsonnet read expressions"),
        (["query", "d.json", "m.list[4]"], "there is no 4 in the value at .m.list"),
        (["eval", "program"], "help: confty preview program runs the program in it"),
        (["type", "other"], "help: name a file in it; check, fmt and eval --many take folders"),
        (["eval", "other/b.rlc"], "help: did you mean 'other/b.rcl'?"),
    ],
)
def test_what_was_meant_is_said(tmp_path, monkeypatch, capsys, arguments, words):
    monkeypatch.chdir(tmp_path)
    for name in ("a.rcl", "other/b.rcl", "program/main.pp"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "d.json").write_text('{"m": {"key": 1, "list": [1]}}')
    try:
        code = main(arguments)
    except SystemExit as left:
        code = left.code
    assert code == 2
    assert words in capsys.readouterr().err


def test_a_setting_whose_name_is_quoted(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text("a: x\n")
    (tmp_path / "s.json").write_text('{"properties": {"a": {"type": "integer"}}}')
    assert main(["check", "-c", 'schemas."*.yaml"="s.json"', "."]) == 1
    assert "because of this in the schema" in capsys.readouterr().out

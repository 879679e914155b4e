"""Inputs of RCL programs: what they are, what becomes of their labels, and who is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.rcl_secrets import command

WORD = "hunter2"


@pytest.fixture
def eval_(tmp_path: Path, monkeypatch):
    """Return a function that evaluates a text and returns code, output and messages."""
    monkeypatch.setenv("WORD", WORD)
    monkeypatch.chdir(tmp_path)

    def run(text: str, *flags: str, name: str = "eval"):
        Path("p.rcl").write_text(text, encoding="utf-8")
        return command([name, "p.rcl", *flags])

    return run


SECRET = ("--ext-secret", "pw=env:WORD")


@pytest.mark.parametrize(
    ("text", "flags", "printed"),
    [
        ("ext.a", ("--ext-str", "a=x"), '"x"'),
        ("ext.a + 1", ("--ext-code", "a=std.range(0, 3).sum()"), "4"),
        ("ext", ("--ext-code", "a={ b = [1] }", "--ext-str", "c=d"), '{ a = { b = [1] }, c = "d" }'),
        ('ext["my-name"]', ("--ext-str", "my-name=x"), '"x"'),
        ("[for x in std.range(0, 3000): ext.a].len()", ("--ext-str", "a=x"), "3000"),
        ("let ext = 1; ext + 1", ("--ext-str", "a=x"), "2"),
        ("let ext = 1; ext + 1", (), "2"),
        ("((ext) => ext + 1)(1)", ("--ext-str", "a=x"), "2"),
        ("1", ("--ext-code", "a={ no: rcl }"), "1"),
        ("let ext = 2; ext", ("--ext-code", "a={ no: rcl }"), "2"),
        ("(x => x) == (x => x)", SECRET, "false"),
        ("let f = x => x; f == f", SECRET, "true"),
        ("ext.u", ("--ext-unknown", "u"), '"[unknown]"'),
        ("ext.u + 1", ("--ext-unknown", "u=number"), '"[unknown]"'),
        ("[ext.u.len(), 1]", ("--ext-unknown", "u=array"), '["[unknown]", 1]'),
        ("ext.u.name.first", ("--ext-unknown", "u=object"), '"[unknown]"'),
        ("[for x in ext.u: x]", ("--ext-unknown", "u=array"), '"[unknown]"'),
        ("if ext.u: 1 else: 2", ("--ext-unknown", "u=bool"), '"[unknown]"'),
        ('assert ext.u: "no"; 1', ("--ext-unknown", "u=bool"), "1"),
        ("[1, ext.pw].len()", SECRET, "2"),
        ('[ext.pw, "a"].map(x => f"<{x}>")', SECRET, '["[secret]", "<a>"]'),
        ('["a", ext.pw].reverse()', SECRET, '["[secret]", "a"]'),
        ("{ a = ext.pw, b = 1 }.values()", SECRET, '["[secret]", 1]'),
        ('{ a = ext.pw, b = 1 }.get("b", ext.pw)', SECRET, "1"),
        ("{ a = ext.pw, b = 1 } | { c = 2 }", SECRET, '{ a = "[secret]", b = 1, c = 2 }'),
        ("{ a = 1 }.contains(ext.pw)", SECRET, '"[secret]"'),
        ("[3, 1].sort_by(x => [x, ext.pw])", SECRET, '"[secret]"'),
        ("{ 1, 2 }.map_dedup(x => ext.pw)", SECRET, '"[secret]"'),
        ("[for k, v in ext: k]", SECRET, '["pw"]'),
        ('(if ext.pw == "x": (x => 1) else: (x => 2))(1)', SECRET, '"[secret]"'),
        ('assert ext.pw.len() > 3: "short"; 1', SECRET, "1"),
    ],
)  # fmt: skip
def test_values(eval_, text: str, flags: tuple[str, ...], printed: str) -> None:
    code, out, err = eval_(text, *flags)
    assert (code, out) == (0, printed + "\n"), err


@pytest.mark.parametrize(
    ("text", "flags", "message"),
    [
        ("ext.a", (), "'ext' is not defined"),
        ("ext.hsot", ("--ext-str", "host=x"), "has no field 'hsot'; did you mean 'host'?"),
        ("ext.a", ("--ext-code", "a=1 +"), "<ext.a>:1:4"),
        ("ext.a", ("--ext-code", "a=1 / 0"), "<ext.a>:1:3"),
        ("ext.pw + 1", SECRET, "expected Number, found String"),
        ("ext.u + 1", ("--ext-unknown", "u=string"), "expected Number, found String"),
        ("{ ext.pw: 1 }", SECRET, "a secret or unknown value cannot be a key"),
        ("[1].group_by(x => ext.pw)", SECRET, "a secret or unknown value cannot be a key"),
        ("std.read_file_utf8(ext.pw)", SECRET, "cannot be the name of a file"),
        ('std.read_file_utf8(f"/x/{ext.pw}")', SECRET, "cannot be the name of a file"),
        ("assert false: ext.pw; 1", SECRET, "the assertion failed: [secret]"),
        ("let n: Any = ext.pw; let m: Number = n; m", SECRET, "found a value that is secret"),
        ("ext.pw.parse_int()", SECRET, "more is not said because a secret was in use"),
        ("[ext.pw].map(x => x.parse_int())", SECRET, "more is not said"),
    ],
)  # fmt: skip
def test_mistakes(eval_, text: str, flags: tuple[str, ...], message: str) -> None:
    code, out, err = eval_(text, *flags)
    assert (code, out) == (1, "")
    assert message in err
    assert WORD not in err


def test_help_says_how_to_give_inputs(eval_) -> None:
    assert "help: give it fields with --ext-str NAME=VALUE" in eval_("ext.a")[2]


@pytest.mark.parametrize("call", ["map(f)", "fold(0, (a, b) => f(b))", "filter(x => f(x) == x)"])
@pytest.mark.parametrize("many", ["[ext.pw]", "ext.pw.chars()", "{ 1 }.map_dedup(x => ext.pw)"])
def test_callbacks_are_shown_labelled_elements(eval_, call: str, many: str) -> None:
    text = f"let f = x => (trace x; x);\nlet many = {many};\n[many.{call}, 1]"
    _, out, err = eval_(text, *SECRET)
    assert WORD not in out + err
    if "trace" in err:
        assert 'trace: "[secret]"' in err
        assert 'trace: "h"' not in err


def test_every_format_hides_and_shows(eval_) -> None:
    text = "{ a = ext.pw, n = 1 }"
    for form in ("rcl", "json", "toml", "toml-1.1", "yaml", "python", "json-compact"):
        _, hidden, _ = eval_(text, *SECRET, "--format", form)
        assert "[secret]" in hidden
        assert WORD not in hidden
        _, shown, _ = eval_(text, *SECRET, "--format", form, "--show-secrets")
        assert WORD in shown
    assert eval_("[ext.pw]", *SECRET, "--format", "json-lines")[1] == '"[secret]"\n'
    assert eval_("[ext.pw]", *SECRET, "--format", "yaml-stream")[1] == '---\n"[secret]"\n'
    assert eval_("ext.pw", *SECRET, "--format", "raw")[1] == "[secret]\n"
    assert eval_("ext.pw", *SECRET, "--format", "raw", "--show-secrets")[1] == WORD + "\n"
    unit = eval_("{ Service = { Environment = ext.pw } }", *SECRET, "--format", "systemd")[1]
    assert "Environment=[secret]" in unit


def test_an_unknown_stays_one_when_secrets_are_shown(eval_) -> None:
    flags = (*SECRET, "--ext-unknown", "u", "--show-secrets", "--format", "json")
    assert json.loads(eval_("[ext.pw, ext.u]", *flags)[1]) == [WORD, "[unknown]"]


def test_why_tells_the_places(eval_) -> None:
    text = 'let pw = ext.pw;\nlet auth = f"app:{pw}";\n{ url = f"db://{auth}@host", n = 1 }\n'
    code, out, _ = command_why(eval_, text, ".url")
    assert code == 0
    assert out == (
        ".url is secret\n"
        "  because of the input ext.pw (p.rcl:1:10)\n"
        "  through a format string (p.rcl:2:12)\n"
        "  through a format string (p.rcl:3:9)\n"
    )
    assert command_why(eval_, text, ".n")[1].startswith(".n is known")


@pytest.mark.parametrize(
    ("expression", "step"),
    [
        ("ext.pw == 1", "'==' (p.rcl:1:8)"),
        ("ext.pw.len()", "'String.len' (p.rcl:1:15)"),
        ("if ext.pw == 1: 1 else: 2", "a condition (p.rcl:1:11)"),
        ("[for c in ext.pw.chars(): 1]", "a list (p.rcl:1:8)"),
        ("[1].filter(x => ext.pw == x)", "'List.filter' (p.rcl:1:12)"),
        ("not (ext.pw == 1)", "'not' (p.rcl:1:8)"),
        ("[1][ext.pw.len() - 7]", "an index (p.rcl:1:8)"),
        ("{ ext.pw }", "a dict or a set (p.rcl:1:8)"),
    ],
)
def test_steps_have_places(eval_, expression: str, step: str) -> None:
    code, out, err = command_why(eval_, f"{{ a = ({expression}) }}", ".a")
    assert code == 0, err
    assert out.splitlines()[-1] == f"  through {step}"
    assert "because of the input ext.pw (p.rcl:1:" in out


def command_why(eval_, text: str, path: str):
    return eval_(text, path, *SECRET, name="why")


def test_imported_files_see_the_inputs(eval_) -> None:
    Path("lib.rcl").write_text('{ make = x => f"{x}-{ext.pw}", n = ext.n }', encoding="utf-8")
    text = 'let lib = import "lib.rcl";\n[lib.make(1), lib.n]'
    assert eval_(text, *SECRET, "--ext-str", "n=two")[1] == '["[secret]", "two"]\n'
    many = f'{text}.len() + [for x in std.range(0, 3000): import "lib.rcl"].len()'
    assert eval_(many, "--ext-str", "pw=a", "--ext-str", "n=two")[1] == "3002\n"


def test_check_knows_the_types_of_inputs(eval_) -> None:
    flags = ("--ext-code", "n=[1, 2]", *SECRET)
    code, _, err = eval_("let a: List[Number] = ext.n; let b: String = ext.pw; b", *flags)
    assert code == 0, err
    out = eval_("ext.n + ext.pw", *flags, name="check")
    assert out[0] == 1
    assert "found List[Number]" in out[1] + out[2]


def test_labels_come_from_and_go_to_jsonnet(eval_) -> None:
    Path("s.jsonnet").write_text("{ pw: std.extVar('pw'), n: 1 }", encoding="utf-8")
    text = 'let s = import "s.jsonnet";\n{ a = f"-{s.pw}", n = s.n, many = [for x in [1]: s.pw] }'
    printed = '{ a = "[secret]", many = ["[secret]"], n = 1 }\n'
    assert eval_(text, *SECRET)[1] == printed
    Path("t.jsonnet").write_text("local p = import 'p.rcl'; [p.a + '!', p.n]", encoding="utf-8")
    code, out, err = command(["eval", "t.jsonnet", *SECRET])
    assert code == 0, err
    assert json.loads(out) == ["[secret]", 1]


def test_a_long_program_meets_labels_late(eval_) -> None:
    Path("s.jsonnet").write_text("{ pw: std.extVar('pw') }", encoding="utf-8")
    text = (
        'let s = import "s.jsonnet";\nlet n = [for x in std.range(0, 3000): x].sum();\n'
        '[n, ["x"].filter(x => s.pw == x), [s.pw].contains("x"), [for x in [1, 2]: if s.pw == x: x]]'
    )
    assert eval_(text, *SECRET)[1] == '[4498500, "[secret]", "[secret]", "[secret]"]\n'

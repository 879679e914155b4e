"""What a call hands over is made within the limits of its run, also where a text is small."""

from __future__ import annotations

import time

import pytest

import confty
from confty.cli.main import main
from confty.registry import language
from confty.text import Source


def repeated(first: str, line: str, last: str, lines: int) -> str:
    """A value that goes nine times into the next, and so on."""
    rows = [line.replace("N", str(at)).replace("M", str(at - 1)) for at in range(1, lines + 1)]
    return "\n".join((first, *rows, last.replace("N", str(lines)))) + "\n"


ROW = "[" + ", ".join(["{}"] * 9) + "]"
YAML = ("a0: &a0 [1, 1]", "aN: &aN " + ROW.replace("{}", "*aM"), "")
RCL = ("let a0 = [1, 1];", "let aN = " + ROW.replace("{}", "aM") + ";", "aN")
JSONNET = ("local a0 = [1, 1];", "local aN = " + ROW.replace("{}", "aM") + ";", "aN")
BOMBS = {"yaml": YAML, "rcl": RCL, "jsonnet": JSONNET}


@pytest.mark.parametrize("lang", BOMBS)
@pytest.mark.parametrize("lines", [7, 20])
def test_a_value_that_explodes_ends_in_a_finding(tmp_path, lang, lines):
    """About 10 million values, which only a limit ends, and more than fit anywhere."""
    text = repeated(*BOMBS[lang], lines)
    (tmp_path / f"a.{lang}").write_text(text, encoding="utf-8")
    begun = time.process_time()
    for work in (
        lambda: confty.loads(text, lang, timeout=0.3),
        lambda: confty.loads(text, lang, timeout=0.3, numbers="exact"),
        lambda: confty.loads(text, lang, timeout=0.3, into=list[object]),
        lambda: confty.convert(tmp_path / f"a.{lang}", "json", timeout=0.3),
    ):
        with pytest.raises(confty.ConftyError):
            work()
    assert time.process_time() - begun < 20


@pytest.mark.parametrize("lang", BOMBS)
def test_a_small_text_has_its_time_limit_on_the_command_line(tmp_path, capsys, lang):
    (tmp_path / f"a.{lang}").write_text(repeated(*BOMBS[lang], 7), encoding="utf-8")
    assert main(["eval", "--timeout", "0.3", str(tmp_path / f"a.{lang}")]) == 1
    assert "stopped after 0.3 seconds" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        repeated(*RCL, 19),
        "[for\ta in [1, 2, 3, 4]: for\tb in [1, 2, 3, 4]: for\nc in [1, 2, 3, 4]: a]",
        "let l = [" + "1, " * 200 + "]; let m = [for a in l: l]; let n = [m, m, m]; [n, n, n]",
    ],
)
def test_what_repeats_is_not_harmless(text):
    harmless = language("rcl").harmless
    assert harmless is not None
    assert not harmless(Source("a.rcl", text))


def test_what_is_small_and_plain_is_harmless():
    harmless = language("rcl").harmless
    assert harmless is not None
    assert harmless(
        Source("a.rcl", 'let host = "a"; let port = 80; { url = host, ports = [port] }')
    )


def test_parts_that_repeat_are_parts_of_their_own():
    value = confty.loads("a: &a [1]\nb: *a\n", "yaml", numbers="exact")
    value["a"].append(2)
    assert value == {"a": [1, 2], "b": [1]}


def test_a_deep_value_comes_back():
    value = confty.loads(
        "local f(n) = if n == 0 then [] else [f(n - 1)]; f(3000)", "jsonnet", max_stack=4000
    )
    depth = 0
    while value:
        value, depth = value[0], depth + 1
    assert depth == 3000


def test_the_output_of_convert_is_bounded(tmp_path):
    (tmp_path / "a.jsonnet").write_text("std.repeat('a', 2000000)", encoding="utf-8")
    with pytest.raises(confty.ConftyError, match="output"):
        confty.convert(tmp_path / "a.jsonnet", "json", max_output=1)


def test_a_limit_on_output_holds_for_values(tmp_path):
    """What a command refuses to write is not given to a program that has asked for the limit."""
    text = "std.repeat('a', 3000000)"
    (tmp_path / "a.jsonnet").write_text(text)
    for call in (
        lambda **limit: confty.loads(text, "jsonnet", **limit),
        lambda **limit: confty.load(tmp_path / "a.jsonnet", **limit),
        lambda **limit: confty.query(tmp_path / "a.jsonnet", "input", **limit),
        lambda **limit: confty.loads('["' + "a" * 3_000_000 + '"]', "json", **limit),
    ):
        with pytest.raises(confty.ConftyError, match="at most 1,048,576 characters of output"):
            call(max_output=1)
        assert call(max_output=4)

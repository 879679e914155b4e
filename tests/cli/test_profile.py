"""``--profile``: where the time went, in the user's own names and without any value."""

import xml.etree.ElementTree as ET

import pytest

from confty.cli.main import main
from confty.kit.flames import flame_graph
from confty.kit.profile import Profile, ProfiledFunction

JSONNET = """
local lib = import 'lib.libsonnet';
local fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2);
{ a: fib(21), b: lib.slow(60000), c: std.length(std.extVar('pw')) }
"""
LIBRARY = "{ slow(n):: std.foldl(function(a, i) a + i % 7, std.range(1, n), 0) }"
RCL = """
let square = x => x * x;
let heavy = n => std.range(0, n).map(i => square(i) + square(i + 1)).sum();
[for k in std.range(0, 150): heavy(k * 8)]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main.jsonnet").write_text(JSONNET)
    (tmp_path / "lib.libsonnet").write_text(LIBRARY)
    (tmp_path / "main.rcl").write_text(RCL)
    (tmp_path / "both.jsonnet").write_text("std.length(import 'main.rcl')")
    return tmp_path


def titles(path):
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    return {one.text.rpartition(": ")[0] for one in root.iter("{http://www.w3.org/2000/svg}title")}


def test_functions_of_jsonnet(folder, monkeypatch):
    monkeypatch.setenv("PW", "hushhush")
    words = ["--ext-secret", "pw=env:PW", "--profile", "p.svg", "-q"]
    assert main(["eval", "main.jsonnet", *words]) == 0
    found = titles(folder / "p.svg")
    assert "fib (main.jsonnet:3)" in found
    assert "slow (lib.libsonnet:1)" in found
    assert "std.foldl" in found
    assert "hushhush" not in (folder / "p.svg").read_text()


def test_functions_of_rcl(folder, capsys):
    assert main(["eval", "main.rcl", "--profile", "p.svg"]) == 0
    found = titles(folder / "p.svg")
    assert {"all", "main.rcl (main.rcl:1)", "heavy (main.rcl:3)"} <= found
    assert "wrote p.svg" in capsys.readouterr().err


def test_functions_of_both(folder):
    assert main(["eval", "both.jsonnet", "--profile", "p.svg", "-q"]) == 0
    assert "heavy (main.rcl:3)" in titles(folder / "p.svg")


def test_a_run_that_fails_has_a_profile(folder):
    (folder / "main.jsonnet").write_text(JSONNET.replace("c:", "c: error 'x', d:"))
    assert main(["eval", "main.jsonnet", "-V", "pw=x", "--profile", "p.svg", "-q"]) == 1
    assert "fib (main.jsonnet:3)" in titles(folder / "p.svg")


@pytest.mark.parametrize(
    ("name", "text", "functions"),
    [
        ("s.jsonnet", "local f(x) = x + 1;\n{ a: f(1) }", {"s.jsonnet", "field a", "f"}),
        ("s.rcl", "let f = x => x + 1;\nf(1)", {"s.rcl", "f"}),
        ("s.jsonnet", "1", {"s.jsonnet"}),
    ],
)
def test_a_run_too_short_to_be_looked_at_is_followed(folder, name, text, functions):
    (folder / name).write_text(text)
    assert main(["eval", name, "--profile", "p.svg", "-q"]) == 0
    assert {one.partition(" (")[0] for one in titles(folder / "p.svg")} == {"all", *functions}


def test_one_evaluation_only(capsys):
    assert main(["eval", "--many", ".", "--profile", "p.svg"]) == 2
    assert "--many" in capsys.readouterr().err


def test_names_are_escaped_and_widths_are_shares():
    odd, inner = ProfiledFunction('a<b>&"\x01', "x&y.jsonnet:1"), ProfiledFunction("inner", "")
    profile = Profile({(odd,): 1.0, (odd, inner): 3.0}, 4, 4.0)
    root = ET.fromstring(flame_graph(profile, "a < b"))
    boxes = {
        one.get("data-n"): float(one.get("data-w", "")) for one in root.iter("{http://www.w3.org/2000/svg}g")
    }  # fmt: skip
    assert boxes == {"all": 1.0, 'a<b>&" ': 1.0, "inner": 0.75}


def test_nothing_was_seen():
    ET.fromstring(flame_graph(Profile({}, 0, 0.001), "x"))

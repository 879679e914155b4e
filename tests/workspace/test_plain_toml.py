"""Configs that are read without ``tomllib`` say what they say with it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from confty.registry import SETTINGS
from confty.workspace.config import find_config
from confty.workspace.plain_toml import Elaborate, plain_toml

PLAIN = """
include = ["a", 'b\\c', "d # no comment",]  # a comment
baseline = "x"\r
max-file-size = 12
"quoted key" = -5
tool.ruff.line = 99
tool.ruff.more = true

[rules]
"jsonnet/unused" = "warn"
all = 'ignore'

[targets."out/a.json"]
from = "a.jsonnet"
ext-str = { stage = "prod", "x y" = "" }

[jsonnet]
jpath = [
  "vendor",  # packages

  "lib"
]

[[overrides]]
include = []
[overrides.rules]
a = "error"

[[overrides]]
include = ["x"]
"""


def test_what_people_write_is_plain() -> None:
    assert plain_toml(PLAIN) == tomllib.loads(PLAIN)
    assert plain_toml("") == plain_toml("# nothing") == {}


KEYS = ["a", "b", "a.b", "b.a", '"a"', "'b'", " a . b ", "1", "true"]
VALUES = [
    "1", "-0", "007", "1_000", "1.5", "true", '""', '"a"', "'b'", '"\\n"', '"""a"""', "[]",
    "[1, 'a']", "[1, 2,]", "[\n1, # x\n2\n]", "[[1], [2]]", "{}", "{ a = 1 }", "{ a = 1, }",
    "{ a.b = 1 }", "[,]", "{ a = { b = [1] }, c = 'd' }", "1979-05-27", "[1", "{ a = 1", "+1",
    "'a' 'b'", "nan", "[ 1 ,\n]",
]  # fmt: skip
ODD = ["", "# a", "  ", "\t", "=", "a", "[", "[]", "[a", "]", "[ [a] ]", "\ufeff", "a =", "a b"]
LINE = st.one_of(
    st.tuples(st.sampled_from(KEYS), st.sampled_from(VALUES)).map(" = ".join),
    st.sampled_from(KEYS).map("[{}]".format),
    st.sampled_from(KEYS).map("[[{}]]".format),
    st.sampled_from(ODD),
)


@given(st.lists(LINE, max_size=7), st.sampled_from(["\n", "\r\n", " # c\n"]), st.booleans())
def test_what_is_read_is_right(lines: list[str], between: str, last: bool) -> None:
    text = between.join(lines) + between * last
    try:
        found = plain_toml(text)
    except Elaborate:
        return
    assert found == tomllib.loads(text)


TABLES = [
    "[tool.confty]\nbaseline = 'b'",
    " [ tool . confty ] \nbaseline = 'b'",
    '["tool"."confty"]\nbaseline = \'b\'',
    "[tool.'confty']\nbaseline = 'b'",
    "[tool]\nconfty.baseline = 'b'",
    "[tool]\nconfty = { baseline = 'b' }",
    "tool.confty.baseline = 'b'",
    "tool = { confty = { baseline = 'b' } }",
    "\t[tool]\r\n[tool.ruff]\nx = 1\n[tool.confty]\nbaseline = 'b'",
    "[project]\nname = 'x'\n[tool.confty.rules]\nall = 'warn'\n[tool.confty]\nbaseline = 'b'",
]


@pytest.mark.parametrize("text", TABLES)
def test_every_way_to_name_our_table(
    tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    (tmp_path / "pyproject.toml").write_text(text)
    assert find_config(str(tmp_path), SETTINGS).table["baseline"] == "b"


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("pyproject.toml", "[project]\ndependencies = ['confty>=0.1']\n", "'' False"),
        ("confty.toml", "baseline = 'b'\n", "'confty.toml' False"),
        ("confty.toml", "baseline = '''b'''\n", "'confty.toml' True"),
    ],
)
def test_who_loads_the_library(tmp_path: Path, name: str, text: str, shown: str) -> None:
    (tmp_path / name).write_text(text)
    script = (
        "import sys; from confty.workspace.config import find_config;"
        " from confty.registry import SETTINGS;"
        " print(repr(find_config('.', SETTINGS).path), 'tomllib' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == shown, done.stderr

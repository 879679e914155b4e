"""The two dialects: every row of the published table, and generated calls, against both originals."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from jsonnet_eval import odd_calls as odd
from support.peers import Peer, peer

import confty
from confty.cli.main import main
from confty.compat import jsonnet
from confty.languages.jsonnet.evaluator.cache import Cache
from confty.languages.jsonnet.evaluator.files import DiskImporter
from confty.languages.jsonnet.evaluator.library import elementary
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import RunSettings, evaluate
from confty.languages.jsonnet.library import DIALECTS

TABLE = Path(__file__).parents[2] / "docs" / "languages" / "jsonnet-dialects.md"
FAILS = "an error"


def rows() -> list[tuple[str, list[str]]]:
    """What each row of the table is about, and its examples."""
    lines = [line for line in TABLE.read_text().splitlines() if line.startswith("| ")][1:]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [(row[0], re.findall("`([^`]+)`", row[-1])) for row in cells]


EXAMPLES = [text for _, examples in rows() for text in examples]


def ours(text: str, dialect: str) -> str:
    try:
        return jsonnet.evaluate_snippet("f", text, dialect=dialect)
    except jsonnet.JsonnetError:
        return FAILS


def theirs(module: Peer, text: str) -> str:
    try:
        return module.evaluate_snippet("f", text)
    except RuntimeError:
        return FAILS


@pytest.fixture
def go():
    return peer("_gojsonnet")


@pytest.fixture
def cpp():
    return peer("_jsonnet")


def test_the_table_is_read() -> None:
    assert len(rows()) > 25
    assert len(EXAMPLES) > 70
    assert all(examples for _, examples in rows())


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_row_holds_in_both(text: str, go, cpp) -> None:
    assert ours(text, "go") == theirs(go, text)
    assert ours(text, "cpp") == theirs(cpp, text)
    assert theirs(go, text) != theirs(cpp, text), "no difference any more"


def test_one_cache_serves_both(tmp_path) -> None:
    text = "[std.manifestJsonMinified(0.1), std.map(std.round, [-2.5])]"

    def given(dialect: str) -> str:
        settings = RunSettings()
        settings.dialect = dialect
        settings.cache = Cache(str(tmp_path))
        return evaluate("f", text.encode(), DiskImporter([]), settings).apply(json_text)

    found = {dialect: [given(dialect), given(dialect)] for dialect in (*DIALECTS, *DIALECTS)}
    for dialect in DIALECTS:
        assert set(found[dialect]) == {ours(text, dialect).rstrip("\n")}
    assert found["go"] != found["cpp"]


def test_marks_that_touch_are_told_before_a_run(go) -> None:
    for text in ("{ a::-1 }", "1==-1", "1<=-1", "true||!true", "{ b: 1, a+:$.b }"):
        (found,) = confty.check(text=text, lang="jsonnet")
        assert found.code.name == "jsonnet/syntax"
        (edit,) = found.fix
        mended = text[: edit.span.start] + edit.text + text[edit.span.end :]
        assert ours(mended, "go") == theirs(go, mended) != FAILS
        assert confty.check(text=mended, lang="jsonnet") == []
    for text in ("[1, 2, 3][0::+1]", "'a==-1'", "{ a:-1, b:$.a }", "|||-\n  a\n|||", "1 // ==-1"):
        assert ours(text, "go") == theirs(go, text) != FAILS
        assert confty.check(text=text, lang="jsonnet") == []


def test_what_decides_ends_the_search(go, cpp) -> None:
    for text in ("std.any([true, error 'x'])", "std.all([false, error 'x'])"):
        for dialect, module in (("go", go), ("cpp", cpp)):
            assert ours(text, dialect) == theirs(module, text) != FAILS


def test_secrets_know_the_dialect() -> None:
    text = "std.xor(1, std.length(std.extVar('pw'))), std.length(function(a, b=1) a)"
    given = {"secrets": {"pw": "hush"}}
    with pytest.raises(confty.ConftyError):
        confty.loads(f"[{text}]", "jsonnet", **given)
    assert confty.loads(f"[{text}]", "jsonnet", dialect="cpp", **given)[1] == 2


def test_every_way_in(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonnet").write_text("std.manifestJsonMinified(0.1)")
    short, long = "0.1", "0.10000000000000001"
    assert confty.load("a.jsonnet") == short
    assert confty.load("a.jsonnet", dialect="cpp") == long
    for command in (["eval"], ["jsonnet", "--no-cache"]):
        assert main([*command, "a.jsonnet"]) == 0
        assert capsys.readouterr().out == f'"{short}"\n'
        assert main([*command, "--dialect", "cpp", "a.jsonnet"]) == 0
        assert capsys.readouterr().out == f'"{long}"\n'
    (tmp_path / "confty.toml").write_text('jsonnet.dialect = "cpp"\n')
    assert confty.load("a.jsonnet") == long
    assert main(["eval", "--dialect", "go", "a.jsonnet"]) == 0
    assert capsys.readouterr().out == f'"{short}"\n'


def test_what_is_no_dialect_is_said(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonnet").write_text("1")
    with pytest.raises(ValueError, match="dialect"):
        confty.load("a.jsonnet", dialect="rust")
    with pytest.raises(ValueError, match="dialect"):
        jsonnet.evaluate_snippet("f", "1", dialect="rust")
    assert main(["eval", "--dialect", "seed", "a.jsonnet"]) == 2
    assert "jsonnet has go and cpp" in capsys.readouterr().err
    (tmp_path / "confty.toml").write_text('jsonnet.dialect = "rust"\n')
    assert main(["eval", "a.jsonnet"]) == 2
    assert "expected go or cpp" in capsys.readouterr().err


FUNCTIONS = {
    "sin": (elementary.sine, -1e3, 1e3),
    "cos": (elementary.cosine, -1e3, 1e3),
    "tan": (elementary.tangent, -1e3, 1e3),
    "asin": (elementary.arcsine, -1, 1),
    "acos": (elementary.arccosine, -1, 1),
    "atan": (elementary.arctangent, -9, 9),
    "exp": (elementary.exponential, -40, 40),
    "log": (elementary.logarithm, 1e-9, 1e9),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_mathematics_to_the_last_digit(name: str, go) -> None:
    work, low, high = FUNCTIONS[name]
    chosen = random.Random(name)
    numbers = [chosen.uniform(low, high) for _ in range(100)]
    calls = ", ".join(f"std.{name}({number!r})" for number in numbers)
    assert theirs(go, f"[{calls}]") == ours(f"[{calls}]", "go")
    assert work(numbers[0]) == float(ours(f"std.{name}({numbers[0]!r})", "go"))


def test_powers_to_the_last_digit(go) -> None:
    chosen = random.Random("powers")
    for name, low in (("pow", 0.1), ("hypot", -9), ("atan2", -9)):
        pairs = [(chosen.uniform(low, 9), chosen.uniform(-9, 9)) for _ in range(60)]
        calls = ", ".join(f"std.{name}({one!r}, {other!r})" for one, other in pairs)
        assert theirs(go, f"[{calls}]") == ours(f"[{calls}]", "go")


#: What the originals do not survive, by the texts of programs and of their answers.
FATAL = re.compile(r'split.*, ""|split.*\("", ""|parseYaml\("\+5|\\\\u0000|\\\\u2028|tailstrict')
#: Texts of YAML that libyaml, which reads them here, takes otherwise than Go's copy of it.
OTHER_YAML = re.compile(r":[\]},]|!\S*[,\[{]|\{\}:|\[\]:")
#: What is left of strange arguments in C++.
STRANGE = re.compile(
    r"__|manifestYaml|manifestToml|minArray|maxArray|filter|hypot|base64|substr|char|escape"
)


def differences(module: str, dialect: str, texts: Iterable[str]) -> list[tuple[str, str, str]]:
    original = peer(module)
    wrong = []
    for text in dict.fromkeys(texts):
        if FATAL.search(text):
            continue
        found, wanted = ours(text, dialect), theirs(original, text)
        if found != wanted:
            wrong.append((text, found, wanted))
    return wrong


def test_calls_as_in_go() -> None:
    assert differences("_gojsonnet", "go", odd.calls(1, 2500)) == []


def test_operations_as_in_go() -> None:
    assert differences("_gojsonnet", "go", odd.operations(1, 1200)) == []


def test_yaml_as_in_go() -> None:
    texts = [text for text in odd.yaml_texts(1, 1500) if not OTHER_YAML.search(text)]
    assert differences("_gojsonnet", "go", texts) == []


def test_calls_as_in_cpp() -> None:
    texts = [text for text in odd.calls(2, 200) if not STRANGE.search(text)]
    assert differences("_jsonnet", "cpp", texts[:120]) == []


@pytest.mark.fuzz
def test_as_in_go_long() -> None:
    assert differences("_gojsonnet", "go", odd.calls(3, 60_000)) == []
    assert differences("_gojsonnet", "go", odd.operations(3, 19_000)) == []
    texts = [text for text in odd.yaml_texts(3, 30_000) if not OTHER_YAML.search(text)]
    assert differences("_gojsonnet", "go", texts) == []


def test_starting_needs_no_dialect_of_cpp() -> None:
    """A run in Go's dialect loads nothing of the other."""
    code = "import sys, confty; confty.loads('std.length([1])', 'jsonnet'); print([m for m in sys.modules if m.endswith('.cpp')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

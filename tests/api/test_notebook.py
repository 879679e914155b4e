"""The magics of IPython, in a shell of IPython's own."""

import signal

import pytest

IPython = pytest.importorskip("IPython")
from IPython.core.interactiveshell import InteractiveShell  # noqa: E402

ENDLESS = "local f(n) = if n < 0 then 0 else f(n + 1) tailstrict; f(0)"


@pytest.fixture
def shell(monkeypatch, tmp_path):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    made = InteractiveShell()
    made.history_manager.enabled = False
    made.run_line_magic("load_ext", "confty")
    yield made
    made.run_line_magic("unload_ext", "confty")
    made.history_manager.end_session()


def test_a_value_with_its_type(shell):
    found = shell.run_cell_magic("jsonnet", "", "{ a: 1 + 1 }")
    assert found.value == {"a": 2}
    assert repr(found) == '{\n  "a": 2\n}\n: { a: number }'
    assert "<pre" in found._repr_html_()


def test_a_variable_gets_the_value(shell):
    shell.run_cell_magic("rcl", "xs", "[for i in std.range(0, 3): i * 2]")
    assert shell.user_ns["xs"] == [0, 2, 4]


def test_variables_of_python_go_in(shell):
    shell.user_ns["replicas"] = {"web": 3}
    found = shell.run_cell_magic(
        "jsonnet", "--input replicas -V env=prod", "std.extVar('replicas').web + std.extVar('env')"
    )
    assert found.value == "3prod"


def test_a_secret_stays_one(shell):
    shell.user_ns["pw"] = "hushhush"
    found = shell.run_cell_magic("jsonnet", "--secret pw", "{ p: std.extVar('pw') }")
    assert "hushhush" not in repr(found) + found._repr_html_()
    assert "[secret]" in repr(found)


def test_mistakes_are_shown_and_not_raised(shell):
    found = shell.run_cell_magic("rcl", "", 'let x: Number = "<b>";\nx')
    assert "rcl/type-mismatch" in repr(found)
    assert "cell.rcl:1:17" in repr(found)
    assert "&lt;b&gt;" in found._repr_html_()


def test_a_cell_is_no_part_of_the_program_in_the_folder(shell, tmp_path, monkeypatch):
    (tmp_path / "main.pp").write_text('output "x" { value = 1 }\n')
    monkeypatch.chdir(tmp_path)
    found = shell.run_cell_magic("pcl", "", 'output "x" { value = 2 }')
    assert found.value == {"x": 2}


def test_warnings_stand_with_the_value(shell):
    found = shell.run_cell_magic("jsonnet", "", "local unused = 1; 2")
    assert found.value == 2
    assert "jsonnet/unused-name" in repr(found)


def test_a_line_that_means_nothing(shell, capsys):
    assert shell.run_cell_magic("jsonnet", "--bogus", "1") is None
    assert shell.run_cell_magic("jsonnet", "--input nowhere", "1") is None
    said = capsys.readouterr().err
    assert "--bogus" in said
    assert "there is no Python variable 'nowhere'" in said


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("'not closed", "the line cannot be read"),
        ("1x", "is no name of a Python variable"),
        ("a.b", "is no name of a Python variable"),
        ("-V x", "expected NAME=VALUE"),
        ("--ext-code =1", "expected NAME=VALUE"),
        ("--schema s.json", "schema has no meaning in jsonnet"),
        ("--input strange", "must be data that JSON has"),
        ("--input deep", "must be data that JSON has"),
        ("--secret hidden", "must be a text"),
        ("--timeout x", "invalid float value"),
        ("--timeout -1", "must be above zero"),
    ],
)
def test_a_line_that_cannot_be_carried_out_is_told_in_a_line(shell, capsys, line, word):
    deep = []
    for _ in range(3000):
        deep = [deep]
    shell.user_ns |= {"strange": object(), "deep": deep, "hidden": {"a": "hushhush"}}
    assert shell.run_cell_magic("jsonnet", line, "1") is None
    said = capsys.readouterr().err
    assert word in said
    assert said.count("\n") == 1
    assert "hushhush" not in said


def test_what_is_deep_or_long_is_shown_as_far_as_it_goes(shell):
    program = "local f(n) = if n == 0 then 'end' else [f(n - 1)]; f(1500)"
    assert repr(shell.run_cell_magic("jsonnet", "", program))
    double = "std.foldl(function(a, i) [a, a], std.range(1, 16), 1)"
    found = shell.run_cell_magic("jsonnet", "", double)
    assert repr(found).count("\n") < 20_000
    assert "and more" in found._repr_html_()


def test_limits_are_told(shell):
    found = shell.run_cell_magic("jsonnet", "--timeout 0.5", ENDLESS)
    assert "time" in repr(found)
    assert not hasattr(found, "value")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a clock of Unix")
def test_an_interrupt_shows_no_way_through_python(shell, capsys):
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 1)
    made = shell.run_cell(f"%%jsonnet --timeout 60\n{ENDLESS}\n")
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    assert isinstance(made.error_in_exec, KeyboardInterrupt)
    said = capsys.readouterr()
    assert "%%jsonnet: interrupted" in said.out + said.err
    assert "notebook.py" not in said.out + said.err


@pytest.mark.parametrize(
    ("lang", "text", "value"),
    [("yaml", "a: [1]\n", {"a": [1]}), ("toml", "a = 1\n", {"a": 1}), ("json", "[1]", [1])],
)
def test_every_language(shell, lang, text, value):
    assert shell.run_cell_magic(lang, "", text).value == value

"""The magics of IPython, in a shell of IPython's own."""

import pytest

IPython = pytest.importorskip("IPython")
from IPython.core.interactiveshell import InteractiveShell  # noqa: E402


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
    ("lang", "text", "value"),
    [("yaml", "a: [1]\n", {"a": [1]}), ("toml", "a = 1\n", {"a": 1}), ("json", "[1]", [1])],
)
def test_every_language(shell, lang, text, value):
    assert shell.run_cell_magic(lang, "", text).value == value

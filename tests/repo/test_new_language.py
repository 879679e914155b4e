"""A language is one folder and one line: a small one, put in by that line alone, has every command."""

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
# The registry as it is, with one line more.
BEGIN = """
import sys, types
from pathlib import Path
import confty
file = Path(confty.__file__).with_name("registry.py")
head = "LANGUAGES: Final = (\\n"
text = file.read_text(encoding="utf-8")
assert head in text
module = types.ModuleType("confty.registry")
sys.modules["confty.registry"] = confty.registry = module
line = '    LanguageEntry("toy", (".toy",), "support.toy_language", comment="#"),\\n'
exec(compile(text.replace(head, head + line), str(file), "exec"), module.__dict__)
from confty.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def confty(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"{TESTS.parent / 'src'}:{TESTS}")
    monkeypatch.setenv("CONFTY_CACHE", str(tmp_path / "cache"))
    (tmp_path / "good.toy").write_text("a   = 1\nb = 22\n", encoding="utf-8")
    (tmp_path / "bad.toy").write_text("a = 1\na = x\na = 2\n", encoding="utf-8")
    (tmp_path / "uses.jsonnet").write_text("(import 'good.toy').b + 1", encoding="utf-8")
    (tmp_path / "slip.jsonnet").write_text("(import 'good.toy').bb", encoding="utf-8")

    def run(*words):
        command = [sys.executable, "-c", BEGIN, *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    return run


def test_one_line_is_enough(confty, tmp_path):
    code, said = confty("check", "good.toy", "bad.toy", "--output-format", "concise")
    assert code == 1, said
    assert "bad.toy:2:1: error[toy/unread-line] expected `name = number`" in said
    assert "bad.toy:3:1: error[toy/defined-twice] `a` is defined twice" in said
    assert "good.toy" not in said
    assert confty("eval", "good.toy", "--format", "json-compact") == (0, '{"a":1,"b":22}\n')
    assert confty("type", "good.toy") == (0, "{ a: int, b: int }\n")
    assert confty("fmt", "--check", "good.toy")[0] == 1
    assert confty("fmt", "good.toy")[0] == 0
    assert (tmp_path / "good.toy").read_text(encoding="utf-8") == "a = 1\nb = 22\n"


@pytest.mark.parametrize("verb", ["check", "format"])
def test_it_passes_make_check_as_it_is(verb):
    """mypy has it among its files; here the linter looks at it as at a folder of languages."""
    pytest.importorskip("ruff")
    text = (TESTS / "support" / "toy_language.py").read_text(encoding="utf-8")
    words = ["-m", "ruff", verb, "--stdin-filename", "src/confty/languages/toy.py", "-"]
    done = subprocess.run(
        [sys.executable, *words],
        cwd=TESTS.parent,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert verb == "check" or done.stdout == text


def test_other_languages_import_it(confty):
    assert confty("eval", "uses.jsonnet") == (0, "23\n")
    code, said = confty("check", "slip.jsonnet")
    assert code == 1, said
    assert "there is no field `bb`" in said
    assert "did you mean `b`?" in said

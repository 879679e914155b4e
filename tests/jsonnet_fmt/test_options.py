"""Each option of the formatter on a small text; results from the reference's documentation."""

import pytest

from confty.cli import jsonnetfmt
from confty.languages.jsonnet.formatter import FormatOptions, layout
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.text import Source


def laid_out(text, **options):
    parsed = lex(Source("x.jsonnet", text)).then(parse)
    return layout(parsed, FormatOptions(**options)).output.removesuffix("\n")


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("{a:1,b:2}", {}, "{ a: 1, b: 2 }"),
        ("{a:1}", {"pad_objects": False}, "{a: 1}"),
        ("[1,2]", {}, "[1, 2]"),
        ("[1,2]", {"pad_arrays": True}, "[ 1, 2 ]"),
        ('"a"', {}, "'a'"),
        ("'a'", {"string_style": "d"}, '"a"'),
        ("\"a\" + 'b'", {"string_style": "l"}, "\"a\" + 'b'"),
        ('"it\'s"', {}, '"it\'s"'),
        ('"\\u0041"', {}, "'A'"),
        ("# c\n1", {}, "// c\n1"),
        ("// c\n1", {"comment_style": "h"}, "# c\n1"),
        ("#!/usr/bin/jsonnet\n1", {}, "#!/usr/bin/jsonnet\n1"),
        ("{'a': 1, ['b']: 2}", {}, "{ a: 1, b: 2 }"),
        ("{'a': 1}", {"pretty_field_names": False}, "{ 'a': 1 }"),
        ("x['a']['b c']", {}, "x.a['b c']"),
        ("{'if': 1}", {}, "{ 'if': 1 }"),
        ("a + {b: 1}", {}, "a { b: 1 }"),
        ("a + {b: 1}", {"use_implicit_plus": False}, "a + { b: 1 }"),
        ("((1))", {}, "(1)"),
        ("x[1:2:]", {}, "x[1:2]"),
        ("[\n1,2]", {}, "[\n  1,\n  2,\n]"),
        ("[\n1,2]", {"indent": 4}, "[\n    1,\n    2,\n]"),
        ("[1,2,]", {}, "[1, 2]"),
        ("[\n\n\n\n\n1]", {"max_blank_lines": 1}, "[\n\n  1,\n]"),
        ("local a=1,b=2;a", {}, "local a = 1, b = 2; a"),
        (
            "local b=import 'b';\nlocal a=import 'a';\na",
            {},
            "local a = import 'a';\nlocal b = import 'b';\na",
        ),
        (
            "local b=import 'b';\nlocal a=import 'a';\na",
            {"sort_imports": False},
            "local b = import 'b';\nlocal a = import 'a';\na",
        ),
    ],
)
def test_option(text, options, expected):
    assert laid_out(text, **options) == expected


def test_a_comment_on_every_gap_survives():
    text = "local a = [1, { b: function(x, y=2) if x then y else a.b(c)[1:2] }]; a"
    parts = text.replace("(", " ( ").replace(")", " ) ").split(" ")
    noisy = " /*c*/ ".join(part for part in parts if part)
    assert laid_out(noisy).count("/*c*/") == noisy.count("/*c*/")


def test_in_place_test_and_exit_codes(tmp_path, capsys):
    path = tmp_path / "a.jsonnet"
    path.write_text("{a:1}\n")
    assert jsonnetfmt.main(["--test", str(path)]) == 2
    assert path.read_text() == "{a:1}\n"
    assert jsonnetfmt.main(["-i", str(path)]) == 0
    assert path.read_text() == "{ a: 1 }\n"
    assert jsonnetfmt.main(["--test", str(path)]) == 0
    assert jsonnetfmt.main(["-e", "{"]) == 1
    assert "error[jsonnet/" in capsys.readouterr().err
    assert jsonnetfmt.main([str(tmp_path / "none.jsonnet")]) == 1
    assert "no such file" in capsys.readouterr().err
    assert jsonnetfmt.main(["--nonsense"]) == 1


def test_in_place_writes_what_changed_and_nothing_else(tmp_path):
    good, bad = tmp_path / "good.jsonnet", tmp_path / "bad.jsonnet"
    good.write_text("{ a: 1 }\n")
    before = good.stat()
    for text in ("{a:1}\n", "{ a: 1 }\n"):
        bad.write_text(text)
        assert jsonnetfmt.main(["-i", "--test", str(bad), str(good)]) == 0
        assert bad.read_text() == "{ a: 1 }\n"
    after = good.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


@pytest.mark.parametrize("flag", ["-v", "--version"])
def test_version(capsys, flag):
    assert jsonnetfmt.main([flag]) == 0
    assert capsys.readouterr().out.startswith("confty jsonnetfmt ")


@pytest.mark.parametrize("word", ["--help", "-h", "--version", "-v"])
def test_what_stands_behind_two_dashes_is_a_file(tmp_path, capsys, monkeypatch, word):
    monkeypatch.chdir(tmp_path)
    (tmp_path / word).write_text("{a:1}")
    assert jsonnetfmt.main(["--", word]) == 0
    assert capsys.readouterr().out == "{ a: 1 }\n"
    assert jsonnetfmt.main(["-e", "1", "-o", word]) == 0
    assert (tmp_path / word).read_text() == "1\n"


def test_places_that_cannot_be_written(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert jsonnetfmt.main(["-e", "1", "-o", ""]) == 1
    assert capsys.readouterr().err.startswith("ERROR: -o argument was empty string\n")
    assert jsonnetfmt.main(["-e", "1", "-o", "none/a"]) == 1
    assert capsys.readouterr().err == "none/a: no such file or directory\n"
    assert list(tmp_path.iterdir()) == []


def test_code_and_output_folders(tmp_path):
    target = tmp_path / "new" / "folder" / "x.jsonnet"
    assert jsonnetfmt.main(["-ec", "[1,2]", "-o", str(target)]) == 0
    assert target.read_text() == "[1, 2]\n"

"""Comments that accept findings, and a baseline that does."""

import pytest

from confty.text import Code, Severity, Source, Span
from confty.workspace import Config, Memory, Project, meanings, suppress
from confty.workspace.baseline import beyond_baseline, read_baseline, write_baseline
from confty.workspace.fixes import mended
from confty.workspace.levels import BadConfig
from confty.workspace.suppress import suppressed

CODE = Code("rcl/type-mismatch", Severity.ERROR, "Types differ.")


def on_line(source, line):
    start = source.offset(line, 1)
    return CODE.at(Span(source, start, start + 1), "m")


def left(source, findings):
    project = Project(Config({}), Memory({source.name: source.text}))
    return suppressed(project, source, findings)


def names(found):
    return [(item.code.name, item.span.first[0]) for item in found]


@pytest.mark.parametrize(
    "comment",
    [
        "# confty: ignore[rcl/type-mismatch]",
        "// confty: ignore[type-mismatch]",
        "# confty: ignore",
        "#confty:ignore[other, type-mismatch]",
    ],
)
def test_a_comment_takes_the_findings_of_its_line(comment):
    source = Source("a.rcl", f"one {comment}\ntwo\n")
    found = left(source, [on_line(source, 1), on_line(source, 2)])
    assert ("rcl/type-mismatch", 2) in names(found)
    assert ("rcl/type-mismatch", 1) not in names(found)


def test_alone_on_the_first_line_it_takes_the_file():
    source = Source("a.rcl", "# confty: ignore[type-mismatch]\none\ntwo\n")
    assert left(source, [on_line(source, 2), on_line(source, 3)]) == []


def test_alone_on_another_line_it_takes_that_line_only():
    source = Source("a.rcl", "one\n# confty: ignore\ntwo\n")
    assert names(left(source, [on_line(source, 3)])) == [
        ("rcl/type-mismatch", 3),
        ("file/unused-ignore", 2),
    ]


def test_a_comment_that_takes_nothing_is_reported_rule_by_rule():
    source = Source("a.rcl", "one # confty: ignore[type-mismatch, unused-name]\n")
    (found,) = left(source, [on_line(source, 1)])
    assert found.code.name == "file/unused-ignore"
    assert "`unused-name`" in found.message


def test_a_baseline_hides_as_many_as_it_counts(tmp_path):
    source = Source("a.rcl", "one\ntwo\nthree\n")
    path = str(tmp_path / "baseline.json")
    write_baseline(path, [on_line(source, 1), on_line(source, 2)], ["a.rcl"])
    # The lines have moved, the findings are the same; the third is new.
    found = [on_line(source, 2), on_line(source, 3), on_line(source, 1)]
    fresh, old = beyond_baseline(found, lambda _: path)
    assert (len(fresh), old) == (1, 2)


def test_a_broken_baseline_is_refused(tmp_path):
    path = tmp_path / "baseline.json"
    path.write_text("[1]")
    with pytest.raises(BadConfig, match="not a baseline"):
        read_baseline(str(path))


def test_a_comment_speaks_of_its_line_whoever_finds_something_there() -> None:
    library = "{ _c:: { a: 1 },\n  x: $._c.b,  // confty: ignore[no-such-field]\n  y: $._c.d }\n"
    files = {"/t/lib.libsonnet": library, "/t/main.jsonnet": "(import 'lib.libsonnet') {}"}
    project = Project(Config({}), Memory(files))
    # What is wrong with a library its users decide, and so whether a comment is needed.
    assert project.check("/t/lib.libsonnet") == []
    (found,) = project.check("/t/main.jsonnet")
    assert found.span is not None
    assert found.span.text == "$._c.d"


def test_each_finding_asks_the_comments_of_its_line_only(monkeypatch) -> None:
    asked = []
    real = suppress._Ignore.takes
    monkeypatch.setattr(
        suppress._Ignore, "takes", lambda self, finding: (asked.append(1), real(self, finding))[1]
    )
    lines = [f"local u{at} = {at}; // confty: ignore[unused-name]" for at in range(300)]
    files = Memory({"a.jsonnet": "\n".join([*lines, "1"])})
    assert Project(Config({}), files).check("a.jsonnet") == []
    assert len(asked) == 300


TEXTS = {
    "a.yaml": "s: |\n  port: 1 # confty: ignore[duplicate-key]\n  x: # confty: ignore\nb: 1\nb: 2\n",
    "a.json5": "{ a: 'x // confty: ignore\\\n', b: 1, b: 2 }\n",
    "a.toml": 'a = """\nb = 1 # confty: ignore\n"""\nb = 1\nb = 2\n',
    "a.jsonnet": "{ a: |||\n    b // confty: ignore[unused-name]\n  |||, local unused = 1 }\n",
    "b.jsonnet": "local unused = 'a // confty: ignore\n'; 1\n",
    "a.rcl": 'let unused = """\n  b // confty: ignore\n  """; 1\n',
    "main.pp": "output o {\n  value = <<E\nb // confty: ignore\nE\n}\nlost = nowhere\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_in_a_text_it_is_no_comment(name) -> None:
    """It takes no finding of its line, and nobody says that it can be removed."""
    with_it = Project(Config({}), Memory(TEXTS)).check(name)
    texts = {one: text.replace("confty: ignore", "confty ignored") for one, text in TEXTS.items()}
    without = Project(Config({}), Memory(texts)).check(name)
    assert [(one.code.name, one.span.first) for one in with_it] == [
        (one.code.name, one.span.first) for one in without
    ]
    assert with_it
    made = mended(Project(Config({}), Memory(TEXTS)), name, unsafe=True)
    assert made is None or made.text.count("confty: ignore") == TEXTS[name].count("confty: ignore")


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("ignore[unused-name,]", ["jsonnet/bad-operands", "file/unused-ignore"]),
        ("ignore[ , ]", ["jsonnet/bad-operands", "file/unused-ignore"]),
        ("ignore[]", ["jsonnet/bad-operands", "file/unused-ignore"]),
        ("ignore[bad-operands,]", []),
        ("ignore", []),
    ],
)
def test_names_that_are_empty_take_nothing(comment, said) -> None:
    for text in (
        f"{{ a: 1 + {{}} }} // confty: {comment}\n",
        f"// confty: {comment}\n{{ a: 1 + {{}} }}\n",
    ):
        project = Project(Config({}), Memory({"a.jsonnet": text}))
        assert sorted(one.code.name for one in project.check("a.jsonnet")) == sorted(said)


def test_one_in_a_text_among_many_comments_is_found(monkeypatch) -> None:
    """By halves: a large file is not read again for each of its comments."""
    lines = [f"local u{at} = {at}; // confty: ignore[unused-name]\n" for at in range(200)]
    lines[77] = "local t = 'a // confty: ignore\n'; assert t != '';\n"
    files = Memory({"a.jsonnet": "".join([*lines, "1\n"])})
    asked = []
    real = meanings._meaning
    monkeypatch.setattr(meanings, "_meaning", lambda *given: asked.append(1) or real(*given))
    assert Project(Config({}), files).check("a.jsonnet") == []
    assert len(asked) < 30


@pytest.mark.parametrize(
    ("text", "table", "said"),
    [
        ("a: yes\n", {}, [Severity.WARNING]),
        ("a: yes  # confty: ignore[yaml/old-bool]\n", {}, []),
        ("# confty: ignore[old-bool]\na: yes\n", {}, []),
        ("a: 1  # confty: ignore[yaml/old-bool]\n", {}, []),
        ("a: 1  # confty: ignore[missing-field]\nb: yes\n", {}, [Severity.WARNING]),
        ("a: yes\n", {"rules": {"yaml/old-bool": "ignore"}}, []),
        ("a: yes\n", {"rules": {"yaml/old-bool": "error"}}, [Severity.ERROR]),
    ],
)
def test_what_is_said_of_a_file_that_is_laid_out(text, table, said) -> None:
    project = Project(Config(table), Memory({"a.yaml": text}))
    made = project.reformat("a.yaml")
    assert made.output == text
    assert [one.severity for one in made.diagnostics] == said


def test_why_a_file_cannot_be_laid_out_is_always_said() -> None:
    table = {"rules": {"jsonnet/syntax": "ignore", "all": "ignore"}}
    project = Project(Config(table), Memory({"a.jsonnet": "{ // confty: ignore\n"}))
    made = project.reformat("a.jsonnet")
    assert made.output is None
    assert made.diagnostics

"""Deep, long and endless programs end in a finding."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from support.rcl_hosts import MemoryHost, failure, run

import confty
from confty.cli.main import main
from confty.languages.rcl.wiring import LANGUAGE
from confty.text import Source

MANY = 100_000


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * MANY, "rcl/unbalanced"),
        ("[" * MANY + "]" * MANY, "rcl/nesting"),
        ("(" * MANY + "1" + ")" * MANY, "rcl/nesting"),
        ("-" * MANY + "1", "rcl/recursion"),
        ("1" + "+1" * MANY, "rcl/recursion"),
        ("let a = {}; a" + ".b" * MANY, "rcl/recursion"),
        ("let f = x => x; f" + "(1)" * MANY, "rcl/recursion"),
        ("x=>" * MANY + "1", "rcl/nesting"),
        ("let x: " + "List[" * MANY + "]" * MANY + " = 1; x", "rcl/nesting"),
        ("let x: " + "() -> " * MANY + "Any = 1; x", "rcl/nesting"),
        ("if true: " * MANY, "rcl/nesting"),
        ('f"{' * 1000 + "1" + '}"' * 1000, "rcl/nesting"),
        ("type T = " + "{ a: " * MANY + "T" + "}" * MANY + "; 1", "rcl/nesting"),
        ("let f = f => f(f); f(f)", "rcl/recursion"),
        ("let f = f => [f(f)]; f(f)", "rcl/recursion"),
        ("let f = f => if true: f(f) else: 1; f(f)", "rcl/recursion"),
        ("std.range(0, 100000).fold([], (a, x) => [a])", "rcl/recursion"),
        ("{0}.transitive_closure(x => [[x]])", "rcl/recursion"),
        ("{0}.transitive_closure(x => [x + 1])", "rcl/timeout"),
        ("[for a in std.range(0, 1000000): for b in std.range(0, 1000000): a]", "rcl/timeout"),
        ("[for a in std.range(0, 1000000): std.range(0, 1000000).map(x => x)]", "rcl/timeout"),
        ("std.range(0, 1000001)", "rcl/bad-argument"),
        ("\0", "rcl/bad-character"),
        ("\ufeff1", "rcl/bad-character"),
        ("", "rcl/syntax"),
        ("1" * 300 + ".0", "rcl/number-overflow"),
    ],
)
def test_ends_in_a_finding(text: str, code: str) -> None:
    assert failure(text).code.name == code


def test_most_that_parses() -> None:
    assert run("(" * 49 + "1" + ")" * 49) == 1
    assert failure("(" * 50 + "1" + ")" * 50).code.name == "rcl/nesting"
    assert failure("[" * 99 + "]" * 99).code.name == "rcl/nesting"


def test_test_limits() -> None:
    host = MemoryHost(environment={"RCL_TEST_LIMITS": "1"})
    text = "[for i in std.range(0, 20000): i + 1].len()"
    assert run(text) == 20000
    assert failure(text, host).code.name == "rcl/timeout"


def test_traces_are_shown_once() -> None:
    host = MemoryHost()
    text = 'trace "a"; let xs = [for i in std.range(0, 5000): i * 2]; trace xs.len(); xs[1]'
    assert run(text, host) == 2
    assert host.traces == ['input:1:7: trace: "a"', "input:1:65: trace: 5000"]


@pytest.mark.parametrize(
    "text",
    ["1" + "+1" * 20_000, "a" + ".b" * 20_000, "-" * 20_000 + "1", "let a = 1; " * 5000 + "a"],
)
def test_long_runs_format(text: str) -> None:
    once = LANGUAGE.reformat(Source("input", text), MemoryHost())
    assert not once.diagnostics
    again = LANGUAGE.reformat(Source("input", once.output), MemoryHost())
    assert again.output == once.output


def test_deep_values_cannot_be_written() -> None:
    text = "let a = []; " + "let a = [a]; " * 20_000
    value = LANGUAGE.evaluate(Source("input", f"{text} a"), MemoryHost())
    assert value.output is not None
    for form in LANGUAGE.formats:
        found = LANGUAGE.render(value.output, form).diagnostics
        assert [one.code.name for one in found] == ["rcl/not-expressible"]
    assert LANGUAGE.plain(value.output).failed
    assert failure(f"{text} a == a").code.name == "rcl/recursion"


def test_broken_files_have_types() -> None:
    outcome = LANGUAGE.check(Source("input", "let xs = [1, 2];\nlet y = ;\nxs["), MemoryHost())
    assert outcome.failed
    insight = LANGUAGE.insight(outcome.output)
    assert insight.spelled_at(4) == "List[Number]"
    outcome = LANGUAGE.check(Source("input", "let xs = [1, 2];\nlet y = ;\nxs[]"), MemoryHost())
    assert [str(one.span) for one in outcome.diagnostics] == ["input:2:9", "input:3:4"]
    assert LANGUAGE.insight(outcome.output).spelled_at(4) == "List[Number]"


def doubled(first: str, next_: str, times: int) -> str:
    """A text in which each name is twice the name before."""
    lets = [f"let a0 = {first}; "]
    lets += [f"let a{n} = {next_.replace('@', f'a{n - 1}')}; " for n in range(1, times + 1)]
    return "".join(lets) + f"a{times}.len()"


@pytest.mark.parametrize(
    "text",
    [
        doubled("[1]", "[..@, ..@]", 45),
        doubled("[1]", "[for x in [1, 2]: ..@]", 45),
        doubled("[1]", "[[1], [2]].flat_map(x => @)", 45),
        doubled('"a"', 'f"{@}{@}"', 45),
        doubled('"a"', '[@, @].join("")', 45),
        doubled('"ab"', '@.replace("a", @)', 45),
        doubled('"ab"', '@.replace("", @)', 45),
        'std.range(0, 60).fold("ab", (text, i) => f"{text}{text}").len()',
        "std.range(0, 60).fold([1], (list, i) => [..list, ..list]).len()",
        "let big = std.range(0, 1000000); [for x in big: ..big].len()",
    ],
)
def test_what_grows_without_end_is_refused(text: str) -> None:
    finding = failure(text)
    assert finding.code.name in {"rcl/too-large", "rcl/timeout"}
    assert finding.span is not None


@pytest.mark.parametrize("twice", ["[@, @]", "{ a = @, b = @ }"])
@pytest.mark.parametrize("part", ["1", "ext.s"])
def test_a_value_that_shares_its_parts_is_written_once_or_refused(
    twice: str, part: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It has 60 parts, and 2 ** 60 when it is written."""
    lets = [f"let a{n + 1} = {twice.replace('@', f'a{n}')};" for n in range(60)]
    program = "\n".join([f"let a0 = [{part}];", *lets, "{ y = a60 }"])
    (tmp_path / "a.rcl").write_text(program)
    (tmp_path / "s").write_text("hush")
    begun = process_time()
    for form in ("rcl", "json", "yaml", "toml"):
        words = ["eval", "--format", form, f"--ext-secret=s=file:{tmp_path}/s"]
        assert main([*words, str(tmp_path / "a.rcl")]) == 1
        assert "written out, this is more than 100,000,000 values" in capfd.readouterr().err
    with pytest.raises(confty.ConftyError) as told:
        confty.loads(program, "rcl", secrets={"s": "hush"})
    assert told.value.diagnostics[0].code == "data/too-large"
    assert process_time() - begun < 60


def _doubled(name: str, first: str, twice: str) -> str:
    binds = [f"let {name}{n + 1} = {twice.format(f'{name}{n}')};" for n in range(45)]
    return "\n".join([f"let {name}0 = {first};", *binds])


@pytest.mark.parametrize(
    "twice", ["[{0}, {0}]", "{{ a = {0}, b = {0} }}", "() => {0}", "[{0}, {0}].contains"]
)
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("x45 == x45", True),
        ("x45 != x45", False),
        ("x45 == z45", False),
        ("[x45, 1] == [x45, 2]", False),
        ("[x45].fold(0, (a, x) => x) == x45", True),
    ],
)
def test_values_that_share_their_parts_are_compared_once(twice, question, answer) -> None:
    begun = process_time()
    made = [_doubled("x", "[1]", twice), _doubled("z", "[2]", twice)]
    assert run("\n".join([*made, question])) is answer
    assert process_time() - begun < 20


def test_equal_values_may_share_different_parts() -> None:
    made = [_doubled(name, "[1]", "[{0}, {{ a = {0}, b: {0} }}]") for name in ("x", "y")]
    made = [text.replace("b:", '"b":') for text in made]
    assert run("\n".join([*made, "x45 == y45"])) is True
    assert run("\n".join([*made, "[x45, x44] == [y45, y43]"])) is False


@pytest.mark.parametrize(
    "use",
    [
        "{x45}.len()", "{x45: 1}.len()", "[[1], x45].sort().len()",
        "[1].group_by(n => x45).len()", "x45 < [x45]", "{1}.contains(x45)", "{1: 2}.get(x45, 3)",
        "{1}.transitive_closure(n => [x45]).len()", "{x21, x22, {x21, [x21, x21]}}.len()",
    ],
)  # fmt: skip
@pytest.mark.parametrize("patience", [0, None])
def test_values_that_share_their_parts_are_no_keys(use, patience) -> None:
    begun = process_time()
    finding = failure(_doubled("x", "[1]", "[{0}, {0}]") + use, patience=patience)
    assert finding.code.name == "rcl/too-large"
    assert "at most 4,194,304 parts to sort or to use as a key" in finding.message
    assert process_time() - begun < 20


@pytest.mark.parametrize("use", ["trace x45; 1", "assert false, x45; 1", "std.format_json(x45)"])
def test_texts_of_values_that_share_their_parts_are_refused(use) -> None:
    finding = failure(_doubled("x", "[1]", "[{0}, {0}]") + use)
    assert "written out, this is more than 100,000,000 values" in finding.message

"""Command lines are read at once where they are plain, and as argparse reads them everywhere."""

from __future__ import annotations

import contextlib
import io
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from confty.cli.command_line import CommandParser
from confty.cli.declared import YES_OR_NO, Declared, Options
from confty.cli.described import RAW
from confty.cli.main import COMMANDS, main
from confty.cli.plain import plain_options
from confty.cli.thorough import ThoroughParser

NAMES = sorted(set(COMMANDS) - RAW)
#: Words that a line may hold beside flags, among them those that look like one or are none.
WORDS = ["a.json", "-", "--", "-1", "1.5", "", "a b", "-x y", "x=1", "go", "auto", "--no", "-q=1"]
FOUND: dict[str, list[Declared]] = {}


def _declared(name: str, patch: pytest.MonkeyPatch) -> list[Declared]:
    """What a command declares, taken when it reads its command line."""

    def taken(parser: CommandParser, _: list[str]) -> Options:
        FOUND[name] = parser.declared
        raise SystemExit(0)

    patch.setattr(CommandParser, "parse_args", taken)
    with contextlib.suppress(SystemExit):
        import_module(f"confty.cli.{COMMANDS[name][0]}").main([])
    return FOUND[name]


@pytest.fixture(scope="module")
def declared() -> dict[str, list[Declared]]:
    with pytest.MonkeyPatch.context() as patch:
        return {name: _declared(name, patch) for name in NAMES}


def _thoroughly(name: str, declared: list[Declared], words: list[str]) -> dict[str, object] | None:
    parser = ThoroughParser(f"confty {name}", "", declared, as_written=False)
    try:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            return vars(parser.options(words))
    except SystemExit:
        return None


def _plainly(declared: list[Declared], words: list[str]) -> dict[str, object] | None:
    try:
        return vars(plain_options(declared, words))
    except ValueError:
        return None


@given(data=st.data(), name=st.sampled_from(NAMES))
def test_both_ways_read_the_same(
    declared: dict[str, list[Declared]], data: st.DataObject, name: str
) -> None:
    flags = [flag for one in declared[name] for flag in one.spelled()]
    choices = [str(word) for one in declared[name] for word in one.how.get("choices", ())]
    word = st.sampled_from([*WORDS, *choices])
    flag = st.sampled_from([*flags, "--unknown", "-Z", "-h"])
    part = st.one_of(
        st.lists(word, min_size=1, max_size=2),
        st.tuples(flag).map(list),
        st.tuples(flag, word).map(list),
        st.tuples(flag, word).map(lambda pair: ["=".join(pair)]),
        st.tuples(flag, word).map(lambda pair: ["".join(pair)]),
    )
    words = [each for parts in data.draw(st.lists(part, max_size=5)) for each in parts]
    plain = _plainly(declared[name], words)
    if plain is not None:
        assert plain == _thoroughly(name, declared[name], words)


@pytest.mark.parametrize("name", NAMES)
def test_every_flag_is_plain(declared: dict[str, list[Declared]], name: str) -> None:
    operands = ["x" for one in declared[name] if not one.is_flag and one.nargs in {None, "+"}]
    if name == "schema":
        operands = ["list"]
    needed = [
        word
        for one in declared[name]
        if one.how.get("required")
        for word in (one.names[-1], next(iter(one.how.get("choices", "x"))))
    ]
    for one in declared[name]:
        for flag, (_, says) in one.spelled().items():
            if flag in needed:
                continue
            value = str(next(iter(one.how["choices"]))) if "choices" in one.how else "1"
            words = [*needed, *([flag] if says is not None else [flag, value]), *operands]
            plain = _plainly(declared[name], words)
            assert plain is not None, words
            assert plain == _thoroughly(name, declared[name], words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["eval", "--jpat", "x", "a.json"], "there is no flag --jpat; did you mean '--jpath'?"),
        (["eval", "--jpath"], "argument -J/--jpath: expected one argument"),
        (["check", "--timeout", "0", "a"], "argument --timeout: expected a number above 0"),
        (["check", "-j", "x", "a"], "argument -j/--jobs: expected a number of at least 1"),
        (["eval", "--max-stack", "x", "a"], "argument --max-stack: invalid int value: 'x'"),
        (["eval", "--color", "red", "a"], "argument --color: invalid choice: 'red'"),
        (["server", "--stdio", "--tcp", "1"], "not allowed with argument --stdio"),
        (["convert", "x", "-o", "y"], "the following arguments are required: --to"),
        (["check", "a", "-q", "b"], "unexpected argument: b"),
    ],
)
def test_what_is_wrong_is_said(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_a_flag_for_yes_and_no() -> None:
    declared = [Declared(("-O", "--optimised"), {"action": YES_OR_NO}, 0)]
    found = [
        plain_options(declared, words).optimised
        for words in ([], ["-O"], ["--optimised"], ["--no-optimised"])
    ]
    assert found == [None, True, True, False]


@pytest.mark.parametrize(
    "words",
    [
        *(["check", flag, "", "a.json"] for flag in ("--engine", "--baseline", "--config-file")),
        *(["check", flag, "", "a.json"] for flag in ("-C", "--project", "-J", "--schema")),
        *(["eval", "a.json", flag, ""] for flag in ("-o", "--profile", "--output-depfile")),
        *([command, ""] for command in ("check", "eval", "fmt", "infer", "query", "test")),
        ["eval", "a.json", "--output="],
    ],
    ids=" ".join,
)
def test_a_path_is_not_empty(words, tmp_path, monkeypatch, capsys) -> None:
    """A variable that is not set gives an empty text."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.json").write_text("{}")
    assert main(words) == 2
    assert "found nothing" in capsys.readouterr().err

"""The front door: nothing that a room does breaks a command or a call."""

from __future__ import annotations

import contextlib
import sys

import pytest

import confty
from confty.kit.limits import Limits, OutOfMemory
from confty.language import FromSyntax, FromText, Language, Outcome
from confty.registry import NAMES, language
from confty.text import Source
from confty.workspace import Config, Memory, Project
from confty.workspace.bounds import guarded, limits_of, telling_of
from confty.workspace.door import LimitedLanguage

SOURCE = Source("a.x", "text")


def broken(error: Exception):
    def room(*_arguments):
        raise error

    return room


def made(**rooms):
    fields = {
        "name": "x",
        "codes": (),
        "parser": lambda source, _host: Outcome(source),
        "checker": FromSyntax(lambda parsed, _host: parsed),
        "insight": lambda _checked: None,
        "evaluator": FromText(lambda source, _host: Outcome(source.text)),
        "plain": Outcome,
        "formats": ("x",),
        "render": lambda value, _form: Outcome(value),
        "formatter": FromSyntax(lambda parsed, _host: Outcome(parsed.output.text)),
    }
    return Language(**{**fields, **rooms})


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RecursionError(), "file/too-deep"),
        (MemoryError(), "file/out-of-memory"),
        (OutOfMemory(1 << 20), "file/out-of-memory"),
    ],
)
def test_every_room_ends_in_a_finding(error, code):
    room = LimitedLanguage(
        made(
            checker=FromText(broken(error)),
            evaluator=FromText(broken(error)),
            plain=broken(error),
            render=broken(error),
            formatter=FromSyntax(broken(error)),
        ),
        {},
        SOURCE,
    )
    for outcome in (
        room.check(SOURCE, None),
        room.evaluate(SOURCE, None),
        room.plain(1),
        room.render(1, "x"),
        room.reformat(SOURCE, None),
    ):
        assert [found.code.name for found in outcome.diagnostics] == [code]
        assert outcome.diagnostics[0].span.source.name == "a.x"


def test_questions_that_go_too_far_have_no_answer():
    class Deep:
        def result(self) -> str:
            raise RecursionError

    room = LimitedLanguage(made(insight=lambda _checked: Deep()), {}, SOURCE)
    insight = room.insight(1)
    assert insight.result() is None
    assert [found.code.name for found in insight.problems] == ["file/too-deep"]


def test_the_time_is_that_of_all_rooms_together():
    def slow(value):
        import time

        time.sleep(0.3)
        return Outcome(value)

    room = LimitedLanguage(made(evaluator=FromText(lambda source, _host: slow(source.text)), plain=slow),
                {"timeout": 0.5}, SOURCE)  # fmt: skip
    assert not room.evaluate(SOURCE, None).failed
    found = room.plain(1)
    assert [one.code.name for one in found.diagnostics] == ["file/out-of-time"]
    assert "0.5 seconds" in found.diagnostics[0].message


def test_output_has_a_size():
    room = LimitedLanguage(
        made(render=lambda _value, _form: Outcome("x" * (2 << 20))), {"max_output": 1}, SOURCE
    )
    shown = room.render(1, "x")
    assert shown.output == ""
    assert shown.diagnostics[0].code.name == "file/output-too-large"


def test_a_formatter_that_changes_the_meaning_changes_nothing():
    lossy = made(
        formatter=FromSyntax(lambda parsed, _host: Outcome(parsed.output.text[:-1])),
        meaning=lambda source: source.text,
    )
    done = LimitedLanguage(lossy, {}, SOURCE).reformat(SOURCE, None)
    assert done.output == SOURCE.text
    assert [found.code.name for found in done.diagnostics] == ["file/fmt-unsafe"]
    # Without a view of its own, the letters of the texts are compared.
    unseen = made(formatter=lossy.formatter)
    assert LimitedLanguage(unseen, {}, SOURCE).reformat(SOURCE, None).failed
    spaced = made(formatter=FromSyntax(lambda parsed, _host: Outcome(parsed.output.text + "\n")))
    assert LimitedLanguage(spaced, {}, SOURCE).reformat(SOURCE, None).output == "text\n"


def test_settings_become_limits():
    limits = limits_of({"timeout": 3, "max_memory": 10})
    assert (limits.seconds, limits.memory) == (3.0, 10 << 20)
    assert limits_of({"timeout": "soon"}).seconds is None
    host = Project(Config({}), Memory({}), {"timeout": 2}).host("a.rcl", "rcl")
    assert isinstance(host.settings["limits"], Limits)
    assert host.settings["limits"].seconds == 2.0


@pytest.mark.parametrize("lang", NAMES)
def test_every_language_takes_the_limits(lang):
    text = {"pcl": 'output "a" {\n  value = 1\n}\n', "toml": "a = 1\n"}.get(lang, "1")
    assert confty.loads(text, lang, timeout=30, max_memory=4000, max_output=10)
    assert language(lang).name == lang


@pytest.mark.parametrize("lang", ["yaml", "json", "jsonnet", "rcl"])
def test_deep_texts_have_a_type_or_a_finding(lang):
    before = sys.getrecursionlimit()
    with contextlib.suppress(confty.ConftyError):
        confty.type_of(text="[" * 1000 + "]" * 1000, lang=lang)
    assert sys.getrecursionlimit() == before


def test_other_errors_pass():
    with pytest.raises(KeyError):
        guarded(broken(KeyError("x")), None, telling_of(None))


# --- time of what runs no program

SLOW = {
    "slow.jsonnet": lambda n: f"{{\n{''.join(f'  f{i}(x):: x + {i}, g{i}: [self.f{i}(j) for j in std.range(1, {i})],' for i in range(n))}\n}}\n",
    "slow.rcl": lambda n: f"{{\n{''.join(f'  g{i} = [for j in std.range(1, {i}): j + {i}].map(x => x * 2),' for i in range(n))}\n}}\n",
    "slow.pp": lambda n: "".join(f'a{i} = [for j in [1, {i}]: "${{j}} x"]\n' for i in range(n)),
    "slow.phy": lambda n: f"(Module {' '.join(f'(ProcDecl f{i} (IntTy) (Params (ParamDecl x (IntTy))) (Return (Call + {i} x)))' for i in range(4 * n))})",
    "slow.yaml": lambda n: "".join(f'a{i}: [1, {{b: "{i}"}}]\n' for i in range(10 * n)),
}  # fmt: skip


@pytest.mark.parametrize("name", SLOW)
def test_checking_and_formatting_take_no_longer_than_they_may(name) -> None:
    texts = {name: SLOW[name](16_000), "ok.json": "{}"}
    project = Project(Config({}), Memory(texts), {"timeout": 0.05, "cache": False})
    [found] = project.check_all([name, "ok.json"])
    assert found.code.name == "file/out-of-time"
    assert found.message == "checking took longer than 0.05 seconds and was stopped"
    [late] = project.reformat(name).diagnostics
    assert late.message == "formatting took longer than 0.05 seconds and was stopped"
    assert project.answering == []


def test_what_reading_finds_is_told_of_a_check_that_was_stopped() -> None:
    def check(_parsed, _host):
        while True:
            pass

    wrong = Outcome(None, (telling_of(SOURCE)(RecursionError()),))
    language_ = made(checker=FromSyntax(check), parser=lambda _source, _host: wrong)
    found = LimitedLanguage(language_, {"timeout": 0.2}).check(SOURCE, None)
    assert [one.code.name for one in found.diagnostics] == ["file/too-deep", "file/out-of-time"]


def test_checking_has_a_time_limit_in_other_processes_too(tmp_path) -> None:
    from confty.workspace.many import check_many

    for number in range(3):
        (tmp_path / f"slow{number}.jsonnet").write_text(SLOW["slow.jsonnet"](40_000))
        (tmp_path / f"wrong{number}.jsonnet").write_text("{ a: 1 - 'b' }\n")
    names = sorted(str(path) for path in tmp_path.iterdir())
    project = Project(flags={"timeout": 3, "cache": False})
    codes = [one.code.name for one in check_many(project, names, jobs=2)]
    assert codes == ["file/out-of-time"] * 3 + ["jsonnet/type-mismatch"] * 3

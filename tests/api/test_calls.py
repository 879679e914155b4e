"""The calls of a Python program: arguments, values, findings, exceptions."""

import asyncio
import copy
import enum
import inspect
import json
import pickle
import threading
import time
from decimal import Decimal
from pathlib import Path
from typing import get_type_hints

import pytest

import confty
from confty.api.given import MEANINGS, Given, ToData, ToJsonnet, ToPcl, ToPhy, ToRcl
from confty.compat.jsonnet import JsonnetError, evaluate_snippet

CALLS = (
    confty.load,
    confty.loads,
    confty.check,
    confty.type_of,
    confty.infer,
    confty.query,
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)
def test_keywords_are_explicit(call) -> None:
    names = set(inspect.signature(call).parameters)
    assert {
        "ext_vars",
        "ext_codes",
        "tla_vars",
        "tla_codes",
        "inputs",
        "config",
        "secrets",
    } <= names
    assert {
        "unknowns",
        "import_callback",
        "natives",
        "timeout",
        "max_stack",
        "cache",
        "sandbox",
    } <= names
    with pytest.raises(TypeError, match="unexpected keyword argument 'bogus'"):
        call("1", "jsonnet", bogus=3)


def test_help_tells_every_keyword() -> None:
    assert MEANINGS.keys() == get_type_hints(Given).keys()
    for call in (*CALLS, confty.preview, confty.convert, confty.aload, confty.format):
        told = inspect.getdoc(call) or ""
        given = set(inspect.signature(call).parameters) & MEANINGS.keys()
        assert {name for name in MEANINGS if f"\n  {name}: " in told} == given
    assert all(
        name in (confty.__doc__ or "") for name in ("load", "check", "schema_of", "Project")
    )


@pytest.mark.parametrize(
    ("lang", "known"),
    [
        ("jsonnet", ToJsonnet),
        ("rcl", ToRcl),
        ("pcl", ToPcl),
        ("phy", ToPhy),
        ("json", ToData),
        ("yaml", ToData),
        ("toml", ToData),
    ],
)
def test_a_keyword_that_a_language_would_ignore_is_refused(lang: str, known: type) -> None:
    """What the overloads say of a language is what the calls do."""
    takes = get_type_hints(known)
    for name in get_type_hints(Given):
        given = {name: {"a": "b"}} if name not in takes else {}
        if not given:
            continue
        with pytest.raises(TypeError, match=f"{name} has no meaning in {lang}"):
            confty.loads("", lang, **given)


def test_layout_takes_no_inputs() -> None:
    assert confty.format("{a:1}", "jsonnet", timeout=20, dialect="go") == "{ a: 1 }\n"
    with pytest.raises(TypeError, match="unexpected keyword argument 'ext_vars'"):
        confty.format("1", "jsonnet", ext_vars={"a": "b"})  # type: ignore[call-arg]


def test_variables_are_what_they_say() -> None:
    assert confty.loads("std.extVar('x')", "jsonnet", ext_vars={"x": "1"}) == "1"
    assert confty.loads("std.extVar('x')", "jsonnet", ext_codes={"x": "1 + 1"}) == 2
    assert confty.loads("function(x) x", "jsonnet", tla_vars={"x": "1"}) == "1"
    assert confty.loads("function(x) x", "jsonnet", tla_codes={"x": "[1]"}) == [1]
    given = {"name": "a", "ports": [1, 2], "deep": {"on": True, "off": None}}
    assert (
        confty.loads(
            "{ [k]: std.extVar(k) for k in ['name', 'ports', 'deep'] }", "jsonnet", inputs=given
        )
        == given
    )
    with pytest.raises(TypeError, match=r"ext_vars\['x'\] must be a text, not int"):
        confty.loads("1", "jsonnet", ext_vars={"x": 1})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="must be a mapping"):
        confty.loads("1", "jsonnet", ext_vars=["x"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lang", "given"),
    [
        ("rcl", {"tla_vars": {}}),
        ("json", {"ext_vars": {}}),
        ("rcl", {"natives": {}}),
        ("jsonnet", {"config": {}}),
    ],
)
def test_what_a_language_would_ignore_is_refused(lang: str, given: dict) -> None:
    with pytest.raises(TypeError, match="has no meaning in"):
        confty.loads("1", lang, **given)


def test_secrets_and_unknowns_keep_their_labels() -> None:
    made = confty.loads(
        "{ a: std.extVar('pw') + '!', b: std.extVar('later'), c: 1 }",
        "jsonnet",
        secrets={"pw": "hush"},
        unknowns=["later"],
    )
    assert made["c"] == 1
    assert made["a"].secret
    assert made["b"].unknown
    assert "hush" not in repr(made)


def test_secrets_as_they_are() -> None:
    text = "{ a: std.extVar('s') + '!', u: std.extVar('u'), n: std.length(std.extVar('s')) }"
    given = {"secrets": {"s": "xy"}, "unknowns": ["u"]}
    labelled = confty.loads(text, "jsonnet", **given)
    assert isinstance(labelled["a"], confty.Labelled)
    shown = confty.loads(text, "jsonnet", **given, show_secrets=True)
    assert (shown["a"], shown["n"], shown["u"].unknown) == ("xy!", 2, True)
    program = 'output "o" { value = secret("x") }'
    assert confty.loads(program, "pcl", show_secrets=True) == {"o": "x"}


def test_secrets_in_types() -> None:
    text = "{ password: std.extVar('s') }"
    for model in (dict[str, str], dict[str, int | None]):
        with pytest.raises(confty.WrongShape, match="found a secret") as wrong:
            confty.loads(text, "jsonnet", secrets={"s": "hunter2"}, into=model)
        assert "hunter2" not in str(wrong.value)
    kept = confty.loads(text, "jsonnet", secrets={"s": "hunter2"}, into=dict[str, confty.Labelled])
    assert kept["password"].secret
    shown = confty.loads(
        text, "jsonnet", secrets={"s": "hunter2"}, into=dict[str, str], show_secrets=True
    )
    assert shown == {"password": "hunter2"}


def test_numbers_fit_json() -> None:
    found = confty.loads("{ half = 0.5, ten = 10 }", "rcl")
    assert json.loads(json.dumps(found)) == {"half": 0.5, "ten": 10}
    assert type(found["half"]) is float
    assert confty.loads("0.5", "rcl", numbers="exact") == Decimal("0.5")
    assert type(confty.loads("0.5", "rcl", numbers="exact")) is Decimal
    with pytest.raises(ValueError, match="'json' or 'exact'"):
        confty.loads("1", "rcl", numbers="loud")  # type: ignore[call-overload]


def test_a_text_of_pcl_is_a_program_by_itself(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "part").mkdir()
    for name in ("main.pp", "part/main.pp"):
        (tmp_path / name).write_text('output "x" { value = 1 }\n')
    monkeypatch.chdir(tmp_path)
    own = 'output "x" { value = 2 }\n'
    assert confty.loads("", "pcl") == {}
    assert confty.loads(own, "pcl") == {"x": 2}
    assert confty.check(text=own, lang="pcl") == []
    # One that stands for a file is a part of the program around it, and components are on disk.
    assert confty.loads('output "y" { value = 2 }\n', "pcl", filename="o.pp") == {"x": 1, "y": 2}
    assert confty.check(text='component "p" "./part" {}\n', lang="pcl") == []
    assert confty.type_of(text=own, lang="pcl") == "{ x: 2 }"


def test_keys_that_are_no_texts() -> None:
    assert confty.loads('{1: "a", "c": null}', "rcl") == {1: "a", "c": None}
    with pytest.raises(confty.ConftyError, match="no key in Python"):
        confty.loads("{[1]: 2}", "rcl")


@pytest.mark.usefixtures("folder")
def test_one_family_of_exceptions() -> None:
    for call in (
        lambda: confty.load("gone.rcl"),
        lambda: confty.check("gone.rcl"),
        lambda: confty.loads("1 +", "rcl"),
        lambda: confty.type_of("gone.rcl"),
        lambda: confty.format("{", "jsonnet"),
    ):
        with pytest.raises(confty.ConftyError) as caught:
            call()
        assert caught.value.diagnostics
        assert "Traceback" not in str(caught.value)
        again = pickle.loads(pickle.dumps(caught.value))
        assert (type(again), str(again)) == (type(caught.value), str(caught.value))


def test_notes_of_exceptions_are_copied() -> None:
    with pytest.raises(confty.ConftyError) as caught:
        confty.loads("1 +", "rcl")
    caught.value.add_note("while starting")
    for again in (copy.copy(caught.value), pickle.loads(pickle.dumps(caught.value))):
        assert again.__notes__ == ["while starting"]
        assert str(again) == str(caught.value)


def test_failures_of_the_stand_in_are_copied() -> None:
    """A pool of processes hands them over as pickles, and breaks when one cannot be read."""
    with pytest.raises(JsonnetError) as caught:
        evaluate_snippet("a.jsonnet", "error 'no'")
    for again in (copy.deepcopy(caught.value), pickle.loads(pickle.dumps(caught.value))):
        assert (type(again), str(again)) == (JsonnetError, str(caught.value))
        assert [str(one) for one in again.diagnostics] == [
            str(one) for one in caught.value.diagnostics
        ]


def test_findings_say_where_and_what() -> None:
    (found,) = confty.check(text="{\n  a: 1 + {}.b,\n}\n", lang="jsonnet", filename="x.jsonnet")
    assert isinstance(found, confty.Diagnostic)
    assert (found.path, found.line, found.end_line) == ("x.jsonnet", 2, 2)
    assert found.column is not None
    assert found.end_column is not None
    assert found.code == "jsonnet/no-such-field"
    assert found.message in str(found)
    assert "x.jsonnet:2:" in str(found)
    assert found.to_dict()["line"] == 2
    assert json.dumps(found.to_dict())
    assert found.notes is not None
    assert found.fixes is not None


def test_check_takes_paths_or_a_text(folder: Path) -> None:
    (folder / "a.rcl").write_text("let x: Number = true; x\n")
    (folder / "b.jsonnet").write_text("1\n")
    assert [one.path for one in confty.check([folder / "a.rcl", "b.jsonnet"])] == [
        str(folder / "a.rcl")
    ]
    assert confty.check("b.jsonnet") == []
    with pytest.raises(TypeError, match="either paths or a text"):
        confty.check()
    with pytest.raises(TypeError, match="needs lang"):
        confty.check(text="1")


def test_imports_by_a_callback() -> None:
    asked = []

    def fetch(folder: str, path: str) -> tuple[str, bytes]:
        asked.append((folder, path))
        if path != "lib.libsonnet":
            raise RuntimeError("nothing of that name")
        return "/there/lib.libsonnet", b"{ a: 42 }"

    text = "(import 'lib.libsonnet').a"
    assert confty.loads(text, "jsonnet", filename="/here/x.jsonnet", import_callback=fetch) == 42
    assert asked == [("/here/", "lib.libsonnet")]
    with pytest.raises(confty.ConftyError, match="nothing of that name"):
        confty.loads("import 'other'", "jsonnet", import_callback=fetch)


def test_query(folder: Path) -> None:
    (folder / "a.json").write_text('{"users": [{"name": "x"}]}')
    (folder / "b.jsonnet").write_text("{ a: 20, b: 22 }")
    assert confty.query("a.json", ".users[0].name") == "x"
    assert confty.query("b.jsonnet", "input.a + input.b") == 42
    with pytest.raises(confty.ConftyError, match=r"there is no '\.none'"):
        confty.query("a.json", ".none")


def test_limits_are_obeyed() -> None:
    endless = "local f(x) = f(x + 1) tailstrict; f(1)"
    with pytest.raises(confty.ConftyError, match="stopped after"):
        confty.loads(endless, "jsonnet", timeout=0.3)
    with pytest.raises(confty.ConftyError, match=r"(?i)stack"):
        confty.loads("local f(x) = 1 + f(x + 1); f(1)", "jsonnet", max_stack=50)


def test_the_loop_goes_on(folder: Path) -> None:
    ticks: list[float] = []

    async def tick() -> None:
        while True:
            ticks.append(time.monotonic())
            await asyncio.sleep(0.01)

    async def work() -> object:
        beside = asyncio.create_task(tick())
        slow = "std.foldl(function(a, b) a + b, std.range(1, 1500000), 0)"
        made = await asyncio.gather(
            confty.aloads(slow, "jsonnet"), confty.acheck(text="1", lang="rcl")
        )
        beside.cancel()
        return made

    (folder / "x.rcl").write_text("[1]")
    assert asyncio.run(work()) == [1125000750000, []]
    assert len(ticks) > 3
    assert asyncio.run(confty.aload("x.rcl")) == [1]
    with pytest.raises(TypeError, match="unexpected keyword"):
        asyncio.run(confty.aloads("1", "rcl", bogus=1))  # type: ignore[call-arg]


def test_many_threads() -> None:
    found: dict[int, object] = {}

    def one(number: int) -> None:
        found[number] = confty.loads("std.extVar('n') * 2", "jsonnet", inputs={"n": number})

    threads = [threading.Thread(target=one, args=(number,)) for number in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: number * 2 for number in range(24)}


def test_a_project_with_edits(folder: Path) -> None:
    (folder / "lib.libsonnet").write_text("{ port: 80 }")
    (folder / "main.jsonnet").write_text("(import 'lib.libsonnet').port + 1")
    project = confty.Project(folder)
    assert project.check() == []
    assert project.load("main.jsonnet") == 81
    project.update("lib.libsonnet", "{ prot: 80 }")
    (found,) = project.check("main.jsonnet")
    assert found.code == "jsonnet/no-such-field"
    project.update("new.rcl", "[1, 2]")
    assert "new.rcl" in " ".join(project.files())
    assert project.load("new.rcl") == [1, 2]
    assert project.type_of("new.rcl")
    project.forget("lib.libsonnet")
    assert project.check("main.jsonnet") == []
    with pytest.raises(TypeError, match="unexpected keyword"):
        confty.Project(folder, bogus=1)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("jsonnet", "local f(x) = f(x + 1) tailstrict; f(1)"),
        ("rcl", "let r = std.range(0, 3000); [for a in r: for b in r: for c in r: a].len()"),
        ("phy", "(Exprs (Decl i 0) (While true (Asgn i (Call mod i 5))))"),
    ],
)
def test_work_that_is_called_off_ends(lang: str, text: str) -> None:
    """Otherwise the loop could not be closed before the program has ended, if it ever does."""
    began = time.monotonic()
    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(asyncio.wait_for(confty.aloads(text, lang), 0.1))
    assert time.monotonic() - began < 20
    for thread in threading.enumerate():
        if thread.name == "confty run":
            # It has said that it ends, and frees what it made.
            thread.join(20)
            assert not thread.is_alive()
    assert asyncio.run(confty.aloads("1 + 1", "jsonnet")) == 2


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"timeout": "x"}, TypeError, "timeout must be a number, not str"),
        ({"timeout": True}, TypeError, "timeout must be a number, not bool"),
        ({"timeout": 0}, ValueError, "timeout must be above zero, not 0"),
        ({"max_stack": 1.5}, TypeError, "max_stack must be a whole number, not float"),
        ({"max_memory": -1}, ValueError, "max_memory must be above zero"),
        ({"cache": "no"}, TypeError, "cache must be True or False, not str"),
        ({"sandbox": 3}, TypeError, "sandbox must be a text or a path, not int"),
        ({"dialect": "bogus"}, ValueError, "dialect is one of go"),
        ({"ext_vars": {1: "x"}}, TypeError, "a key of ext_vars must be a text, not int"),
        ({"secrets": {"x": 1}}, TypeError, r"secrets\['x'\] must be a text, not int"),
        ({"unknowns": "x"}, TypeError, "unknowns must be several names"),
        ({"unknowns": {"x": "thing"}}, ValueError, r"unknowns\['x'\] is one of string"),
        ({"inputs": {"x": {1}}}, TypeError, r"inputs\['x'\] must be data that JSON has: set"),
        ({"inputs": {"x": float("nan")}}, ValueError, r"inputs\['x'\] must be data"),
        ({"jpath": 3}, TypeError, "jpath must be a folder or several"),
        ({"import_callback": 3}, TypeError, "import_callback must be callable"),
        ({"natives": {"n": 3}}, TypeError, r"natives\['n'\] must be a function"),
        ({"settings": {"string-stile": "d"}}, TypeError, "did you mean 'string-style'"),
        ({"settings": {"timeout": "x"}}, TypeError, "timeout must be a number"),
        ({"ext_var": {}}, TypeError, "'ext_var'; did you mean 'ext_vars'"),
    ],
)
def test_a_wrong_argument_is_told_at_the_call(given: dict, error: type, message: str) -> None:
    for call in (
        lambda: confty.loads("1", "jsonnet", **given),
        lambda: confty.check(text="1", lang="jsonnet", **given),
        lambda: confty.Project(**given),
        lambda: asyncio.run(confty.aloads("1", "jsonnet", **given)),
    ):
        with pytest.raises(error, match=message):
            call()


def test_inputs_that_are_almost_json() -> None:
    given = {"path": Path("a/b"), "half": Decimal("0.5"), "ten": Decimal(10)}
    text = "[std.extVar(k) for k in ['path', 'half', 'ten']]"
    assert confty.loads(text, "jsonnet", inputs=given) == ["a/b", 0.5, 10]


class Stage(enum.StrEnum):
    PROD = "prod"


def test_texts_of_other_classes_are_texts() -> None:
    text = "[std.extVar('a'), std.extVar('b'), std.extVar('c')]"
    given = {
        "ext_vars": {Stage.PROD: "x", "a": Stage.PROD},
        "inputs": {"b": Stage.PROD},
        "secrets": {"c": Stage.PROD},
        "show_secrets": True,
    }
    assert confty.loads(text, "jsonnet", **given) == ["prod"] * 3
    assert confty.loads("function(a) a", "jsonnet", tla_vars={"a": Stage.PROD}) == "prod"
    config = 'config "a" "string" {}\noutput "o" { value = a }'
    assert confty.loads(config, "pcl", config={"a": Stage.PROD}) == {"o": "prod"}


def test_further_settings_are_written_as_in_a_config_file() -> None:
    for name in ("string-style", "string_style"):
        assert confty.format("{a:'x'}", "jsonnet", settings={name: "d"}) == '{ a: "x" }\n'


@pytest.mark.usefixtures("folder")
def test_a_path_that_is_not_there_is_told_as_that() -> None:
    for call in (
        lambda: confty.load("gone.rcl"),
        lambda: confty.query("gone.json", ".a"),
        lambda: confty.type_of("gone.rcl"),
        lambda: confty.infer("gone.rcl"),
        lambda: confty.convert("gone.json", "yaml"),
        lambda: confty.preview("gone"),
        lambda: confty.check("gone.rcl"),
        lambda: confty.Project("gone").check(),
        lambda: confty.Project(".").load("gone.rcl"),
    ):
        with pytest.raises(confty.MissingFile):
            call()
    with pytest.raises(TypeError, match="the text must be str, not int"):
        confty.loads(3, "rcl")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="did you mean 'jsonnet'"):
        confty.loads("1", "jsonet")

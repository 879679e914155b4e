"""Tanka's native functions and environments, and native functions from Python."""

from __future__ import annotations

import json
import re
import sys
import time

import pytest

import confty
from confty.cli.main import main
from confty.compat.jsonnet import evaluate_snippet


def run(text: str, **settings):
    return confty.loads(text, "jsonnet", **settings)


# What Go's library gives for these, by its documentation and by `regexp` and `encoding/json`.
RIGHT = {
    """std.native('parseJson')('{"a": [1, 2.5, null]}')""": {"a": [1, 2.5, None]},
    """std.native('parseYaml')('a: 1')""": [{"a": 1}],
    """std.native('parseYaml')('a: yes\\n---\\nb: true\\n')""": [{"a": "yes"}, {"b": True}],
    """std.native('parseYaml')('[2020-1-02, 2020-01-02T3:04:05.50+00:00, 2020-01-02 03:04:05, "2020-01-02", 2020-13-01]')""": [
        ["2020-01-02T00:00:00Z", "2020-01-02T03:04:05.5Z", "2020-01-02T03:04:05Z", "2020-01-02", "2020-13-01"]
    ],
    """std.native('parseYaml')('a: &x { p: 1, q: 1 }\\nb: { q: 2, <<: *x }\\n---\\n')""": [
        {"a": {"p": 1, "q": 1}, "b": {"p": 1, "q": 2}}, None
    ],
    """std.native('parseYaml')('')""": [],
    """std.native('manifestJsonFromJson')(' {"b":[1,{}],"a":1.50} ', 2)""": (
        '{\n  "b": [\n    1,\n    {}\n  ],\n  "a": 1.50\n}\n'
    ),
    """std.native('manifestYamlFromJson')('{"b":[1,{"c":"x: y","d":"true"}],"a":1.50}')""": (
        "a: 1.5\nb:\n    - 1\n    - c: 'x: y'\n      d: \"true\"\n"
    ),
    """std.native('manifestYamlFromJson')('{"a":"x\\\\ny\\\\n","b":{},"c":[]}')""": (
        "a: |\n    x\n    y\nb: {}\nc: []\n"
    ),
    """std.native('escapeStringRegex')('a.b*c[d]')""": r"a\.b\*c\[d\]",
    """std.native('regexMatch')('^a+b$', 'aaab')""": True,
    """std.native('regexMatch')('b', 'aac')""": False,
    """std.native('regexSubst')('(a)(?P<n>b*)', 'abb ab xa', '<${n}$1>')""": "<bba> <ba> x<a>",
    """std.native('regexSubst')('a*', 'baaac', 'x')""": "xbxcx",
    """std.native('regexSubst')('a', 'banana', '$$1$x')""": "b$1n$1n$1",
    """std.native('regexSubst')('^a', 'aaa', 'x')""": "xaa",
    """std.native('regexSubst')('|a', 'ba', 'x')""": "xbxax",
    """std.native('regexSubst')('(a)', 'ba', '$1x|${1}x|$01|$é|$')""": "b|ax|||$",
    """std.native('regexMatch')('a$', 'a\\n')""": False,
    """std.native('regexSubst')('\\\\s|\\\\d', '\\u000b \\u00a03٣', 'x')""": "\vx\xa0x٣",
    """std.native('manifestYamlFromJson')('[{"c":{"d":1000000},"a10":1,"a2":"x\\\\n\\\\ny"}]')""": (
        "- a2: |-\n    x\n\n    y\n  a10: 1\n  c:\n    d: 1e+06\n"
    ),
    """std.native('manifestYamlFromJson')('{"b":[{"c":{"d":[[1]]}},"x\\\\ny\\\\n"]}')""": (
        "b:\n    - c:\n        d:\n            - - 1\n    - |\n      x\n      y\n"
    ),
    """std.native('manifestYamlFromJson')('" a\\\\nb"')""": "|4-\n     a\n    b\n",
    """std.native('manifestYamlFromJson')('["a \\\\nb", "\\\\u0007é", ""]')""": (
        '- "a \\nb"\n- "\\aé"\n- ""\n'
    ),
    """std.native('sha256')('foo')""": (
        "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", RIGHT)
def test_natives(text: str) -> None:
    assert run(text) == RIGHT[text]


@pytest.mark.parametrize(
    "text",
    [
        "std.native('parseJson')('{')",
        "std.native('parseYaml')('a: [')",
        "std.native('parseYaml')('a: 1\\na: 2')",
        "std.native('parseYaml')('1: a')",
        "std.native('regexMatch')('(', 'a')",
        "std.native('regexMatch')('(?=a)', 'a')",
        "std.native('regexMatch')('(a)\\\\1', 'a')",
        "std.native('regexMatch')('a++', 'a')",
        "std.native('regexMatch')('\\\\C', 'a')",
        "std.native('regexMatch')('(?P<n>a)(?<n>b)', 'a')",
        "std.native('manifestYamlFromJson')('1e999')",
        "std.native('sha256')(1)",
    ],
)
def test_natives_refuse(text: str) -> None:
    with pytest.raises(confty.ConftyError):
        run(text)


def test_a_regular_expression_takes_as_long_as_its_text() -> None:
    pytest.importorskip("re2", reason="google-re2 is not installed")
    began = time.monotonic()
    assert run("std.native('regexMatch')('(a+)+$', std.repeat('a', 50000) + 'b')") is False
    found = "std.length(std.native('regexSubst')('a', std.repeat('aé', 50000), 'bb'))"
    assert run(found) == 150_000
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("part", ["[", "[[:a", "[[:", r"[\\", "(?[", "(?P<a", r"(?i)[\\"])
@pytest.mark.parametrize("with_re2", [True, False])
def test_an_expression_is_refused_soon(part: str, with_re2: bool, monkeypatch) -> None:
    if not with_re2:
        monkeypatch.setitem(sys.modules, "re2", None)
    began = time.process_time()
    for count in (65_536 // len(part), 100_000):
        with pytest.raises(confty.ConftyError, match=r"regexp|google-re2"):
            run(f"std.native('regexMatch')(std.repeat('{part}', {count}), 'a')")
    assert time.process_time() - began < 5


#: What is taken without RE2, and what Python would read otherwise or take forever for.
WITHOUT_RE2 = {
    ("a$", "a\n"): False,
    ("[[&&~~||]$", "&"): True,
    (r"[\[a]", "["): True,
    (r"^\w+\z", "ab"): True,
    (r"\s", "\v"): False,
    ("[a-c]x?y|z", "by"): True,
    ("(a|aa)+$", "a"): None,
    ("a?" * 30 + "a" * 30, "a"): None,
    (r"(a)\1", "aa"): None,
    (r"\Qa\E", "a"): None,
    (r"\pL", "a"): None,
    ("[[:alpha:]]", "a"): None,
    ("(?=a)", "a"): None,
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("regex", "text"), WITHOUT_RE2)
def test_a_regular_expression_without_re2(regex: str, text: str, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "re2", None)
    source = f"std.native('regexMatch')({json.dumps(regex)}, {json.dumps(text)})"
    expected = WITHOUT_RE2[regex, text]
    if expected is None:
        with pytest.raises(confty.ConftyError, match="google-re2"):
            run(source)
    else:
        assert run(source) is expected


def test_natives_have_types() -> None:
    spelled = confty.type_of(text="std.native('regexMatch')", lang="jsonnet")
    assert spelled == "(regex: string, string: string) => boolean"
    with_mistake = confty.type_of(text="std.native('sha256')('a')", lang="jsonnet")
    assert with_mistake == "string"


@pytest.mark.parametrize("name", ["helmTemplate", "kustomizeBuild"])
def test_programs_are_refused(name: str, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = "'a', 'b', {}" if name == "helmTemplate" else "'a', {}"
    (tmp_path / "a.jsonnet").write_text(f"std.native('{name}')({arguments})")
    assert main(["eval", "a.jsonnet"]) == 1
    assert "--allow-commands" in capsys.readouterr().err
    (tmp_path / "confty.toml").write_text("jsonnet.allow-commands = true\n")
    assert main(["eval", "a.jsonnet"]) == 2


def test_programs_run_when_they_may(tmp_path, monkeypatch) -> None:
    helm = tmp_path / "helm"
    helm.write_text(
        "#!/bin/sh\ncat >/dev/null\necho 'kind: ConfigMap\nmetadata: {name: a-b}'\necho '---'\n"
    )
    helm.chmod(0o755)
    monkeypatch.setenv("TANKA_HELM_PATH", str(helm))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chart").mkdir()
    (tmp_path / "a.jsonnet").write_text(
        "std.native('helmTemplate')('x', './chart', { calledFrom: std.thisFile, values: { a: 1 } })"
    )
    made = confty.load("a.jsonnet", settings={"allow_commands": True})
    assert made == {"config_map_a_b": {"kind": "ConfigMap", "metadata": {"name": "a-b"}}}


def test_an_unknown_native_is_found(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonnet").write_text("std.native('parseYml')('a')")
    (found,) = confty.check("a.jsonnet")
    assert found.code.name == "jsonnet/unknown-native"
    assert found.span is not None
    assert str(found.span).endswith("1:12")
    assert "parseYaml" in found.message


def twice(x: float, s: str) -> list[str]:
    return [s] * int(2 * x)


def test_natives_from_python() -> None:
    given = {"twice": twice, "size": ("(o: object) => number", len)}
    assert run("std.native('twice')(1, 'a')", natives=given) == ["a", "a"]
    assert run("std.native('size')({ a: 1, b: 2 })", natives=given) == 2
    spelled = confty.type_of(text="std.native('twice')", lang="jsonnet", natives=given)
    assert spelled == "(x: number, s: string) => array[string]"


def test_natives_have_the_parameters_of_python() -> None:
    def given(a, /, b: int = 5, *, c: str = "x", **_more):
        return [a, b, c]

    natives = {"f": given, "g": ("(a: number, b?: number) => any", lambda a, b=2: [a, b])}
    for call, wanted in {
        "f(1)": [1, 5, "x"], "f(1, 2)": [1, 2, "x"], "f(1, 2, 'y')": [1, 2, "y"],
        "f(1, c='y')": [1, 5, "y"], "f(a=1, b=3)": [1, 3, "x"], "f(1) tailstrict": [1, 5, "x"],
        "g(1)": [1, 2], "g(b=3, a=1)": [1, 3],
    }.items():  # fmt: skip
        text = f"std.native('{call[0]}'){call[1:]}"
        assert run(text, natives=natives) == wanted, call
        assert confty.check(text=text, lang="jsonnet", natives=natives) == [], call
        labelled = run(
            text.replace("1", "std.extVar('s')", 1),
            natives=natives,
            ext_codes={"s": "1"},
            secrets={"z": "q"},
        )
        assert labelled == wanted, call
    assert run(
        "local f = std.native('f'); f(1, c=std.extVar('s'))[0:2]",
        natives=natives,
        ext_vars={"s": "q"},
    ) == [1, 5]
    spelled = confty.type_of(text="std.native('f')", lang="jsonnet", natives=natives)
    assert spelled == "(a: any, b?: number, c?: string) => any"
    (missing,) = confty.check(text="std.native('f')()", lang="jsonnet", natives=natives)
    assert "a" in missing.message
    for several in (lambda *a: a, lambda a, *b: [a, b]):
        with pytest.raises(
            TypeError,
            match=r"a pair of a signature and a function for the native h, found .*\*[ab]",
        ):
            run("std.native('h')(1)", natives={"h": several})


def test_a_native_that_fails_says_so() -> None:
    def broken(x: str) -> str:
        raise ValueError(f"no {x}")

    with pytest.raises(confty.ConftyError, match="no luck"):
        run("std.native('broken')('luck')", natives={"broken": broken})


class Counter:
    """A native function that has a memory, which a second call would show."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, x: str) -> list[float]:
        self.asked.append(x)
        if x == "stop":
            raise ValueError("no more")
        return [float(len(self.asked))]


#: A program that fails, and what its message says of the calls.
FAILING = {
    "local n = std.native('n'); local a = n('a'), b = n('b'); error 'at %d %d' % [b[0], a[0]]": "at 1 2",
    "local n = std.native('n'); [n('a'), n('a'), error std.toString(n('a')[0])]": "3",
    "local n = std.native('n'); [n('a')[0], n('stop')]": "no more",
    "local n = std.native('n'); std.foldl(function(t, i) if i > 150 then error 'x%d' % t else n('a')[0], std.range(1, 200), 0)": "x150",
}  # fmt: skip


@pytest.mark.parametrize("text", FAILING)
def test_a_native_is_asked_once_for_each_call(text: str) -> None:
    """A program that fails is run again to say where; what was answered is answered again."""
    counter = Counter()
    with pytest.raises(confty.ConftyError, match=FAILING[text]):
        run(text, natives={"n": counter})
    calls = 150 if "150" in text else len(re.findall(r"n\('\w+'\)", text))
    assert len(counter.asked) == calls
    old = Counter()
    with pytest.raises(RuntimeError, match=FAILING[text]):
        evaluate_snippet("f", text, native_callbacks={"n": (("x",), old)})
    assert len(old.asked) == calls


def test_a_native_gives_finite_numbers() -> None:
    with pytest.raises(confty.ConftyError, match="no finite number"):
        run("std.native('n')()", natives={"n": ("() => number", lambda: float("nan"))})


@pytest.fixture
def tanka(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "jsonnetfile.json": "{}",
        "environments/prod/spec.json": '{"metadata": {"labels": {"team": "x"}}, "spec": {"namespace": "ns"}}',
        "environments/prod/main.jsonnet": "local tk = import 'tk';\n{ env: tk.env, ns: tk.env.spec.namespace }",
        "environments/inline/main.jsonnet": (
            "{ apiVersion: 'tanka.dev/v1alpha1', kind: 'Environment', metadata: { name: 'in' },"
            " spec: { namespace: 'a' }, data: { x: 1 } }"
        ),
        "environments/wrong/main.jsonnet": "1 + {}",
    }.items():  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_an_environment_by_its_folder(tanka, capsys, monkeypatch) -> None:
    expected = {
        "ns": "ns",
        "env": {
            "apiVersion": "tanka.dev/v1alpha1",
            "kind": "Environment",
            "metadata": {
                "name": "environments/prod",
                "namespace": "environments/prod/main.jsonnet",
                "labels": {"team": "x"},
            },
            "spec": {
                "namespace": "ns",
                "resourceDefaults": {},
                "expectVersions": {},
            },
        },
    }
    assert main(["eval", "environments/prod"]) == 0
    assert json.loads(capsys.readouterr().out) == expected
    assert confty.load("environments/prod") == expected
    monkeypatch.chdir(tanka / "environments" / "prod")
    assert main(["eval", "."]) == 0
    assert json.loads(capsys.readouterr().out) == expected


def test_a_folder_below_an_environment_stands_for_it(tanka, capsys, monkeypatch) -> None:
    """As for Tanka: the nearest program above, up to the root of the project."""
    below = tanka / "environments" / "prod" / "files" / "deep"
    below.mkdir(parents=True)
    for place, name in (
        (tanka, "environments/prod/files"),
        (below, "."),
        (tanka.parent, str(below)),
    ):
        monkeypatch.chdir(place)
        assert main(["eval", name]) == 0
        assert (
            json.loads(capsys.readouterr().out)["env"]["metadata"]["name"] == "environments/prod"
        )
    monkeypatch.chdir(tanka)
    (tanka.parent / "main.jsonnet").write_text("1")
    assert main(["eval", "environments"]) == 2
    assert "environments" in capsys.readouterr().err


def test_a_description_is_read_as_tanka_reads_it(tanka, monkeypatch) -> None:
    place = tanka / "environments" / "prod"
    (place / "spec.json").write_text(
        '{"metadata": {"name": "x", "annotations": {"a": "b"}, "labels": {}},'
        ' "spec": {"apiServer": "k8s:6443", "contextNames": [], "namespace": "", "unknown": 1,'
        ' "expectVersions": {"tanka": "1"}}}'
    )
    (place / "other.jsonnet").write_text("(import 'tk').env")
    monkeypatch.chdir(tanka.parent)
    assert confty.load(place / "other.jsonnet") == {
        "apiVersion": "tanka.dev/v1alpha1",
        "kind": "Environment",
        "metadata": {
            "name": "environments/prod",
            "namespace": "environments/prod/other.jsonnet",
        },
        "spec": {
            "apiServer": "https://k8s:6443",
            "namespace": "",
            "resourceDefaults": {},
            "expectVersions": {"tanka": "1"},
        },
    }


def test_an_old_description_is_read_as_tanka_reads_it(tanka) -> None:
    """By its ``handleDeprecated``: what is moved ends the reading, so nothing else is filled in."""
    place = tanka / "environments" / "prod"
    program = place / "other.jsonnet"
    program.write_text("(import 'tk').env { apiVersion:: '', kind:: '' }")

    def read(text: str) -> dict:
        (place / "spec.json").write_text(text)
        env = confty.load(program)
        return {**env["metadata"], **env["spec"]}

    rest = {"name": "environments/prod", "resourceDefaults": {}, "expectVersions": {}}
    assert read('{"server": "k8s:6443", "namespace": "old", "team": "t"}') == {
        **rest, "labels": {"team": "t"}, "apiServer": "k8s:6443", "namespace": "default",
    }  # fmt: skip
    found = read('{"namespace": "old", "spec": {"namespace": "", "apiServer": "h"}}')
    assert found == {**rest, "apiServer": "h", "namespace": "old"}
    found = read(
        '{"server": "s", "team": 1, "metadata": {"labels": {"team": "t"}},'
        ' "spec": {"apiServer": "h"}}'
    )
    # What stands in its place counts, and then the description is no old one.
    assert found == {
        **rest, "labels": {"team": "t"}, "apiServer": "https://h", "namespace": "default",
    }  # fmt: skip
    with pytest.raises(confty.ConftyError, match="expected a string for 'server'"):
        read('{"server": 1}')


def test_the_type_of_an_environment_by_its_folder(tanka, capsys) -> None:
    del tanka
    assert main(["type", "environments/inline"]) == 0
    assert "spec: { namespace: string }" in capsys.readouterr().out


@pytest.mark.usefixtures("tanka")
def test_several_inline_environments_are_given_as_they_are(tanka, capsys) -> None:
    """``tk eval`` chooses none of them either."""
    (tanka / "environments/inline/main.jsonnet").write_text(
        "{ [name]: { apiVersion: 'tanka.dev/v1alpha1', kind: 'Environment',"
        " metadata: { name: name }, data: {} } for name in ['a', 'b'] }"
    )
    assert main(["eval", "environments/inline"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == ["a", "b"]


def test_where_imports_are_found(tanka, monkeypatch) -> None:
    """The environment's folder, lib, its own vendor, vendor; and tkrc.yaml wins over any other mark."""
    for place in ("vendor", "environments/prod/vendor", "lib", "environments/prod"):
        for number in range(1, 5):
            (tanka / place).mkdir(exist_ok=True)
            (tanka / place / f"l{number}.libsonnet").write_text(f"'{place}'")
    for gone in ("environments/prod/l1", "environments/prod/l2", "environments/prod/l3", "lib/l1",
                 "lib/l2", "environments/prod/vendor/l1"):  # fmt: skip
        (tanka / f"{gone}.libsonnet").unlink()
    (tanka / "lib" / "indirect.libsonnet").write_text("import 'l4.libsonnet'")
    names = ", ".join(f"import 'l{n}.libsonnet'" for n in range(1, 5))
    (tanka / "environments/prod/main.jsonnet").write_text(f"[{names}]")
    expected = ["vendor", "environments/prod/vendor", "lib", "environments/prod"]
    (tanka / "tkrc.yaml").write_text("")
    (tanka / "environments" / "jsonnetfile.json").write_text("{}")
    for place, name in (
        (tanka, "environments/prod"),
        (tanka.parent, str(tanka / "environments/prod")),
    ):
        monkeypatch.chdir(place)
        assert confty.load(name) == expected


@pytest.mark.usefixtures("tanka")
def test_an_inline_environment(capsys) -> None:
    assert main(["eval", "environments/inline"]) == 0
    assert json.loads(capsys.readouterr().out)["data"] == {"x": 1}
    with pytest.raises(confty.ConftyError, match="static environments"):
        confty.loads(
            "std.extVar('tanka.dev/environment')",
            "jsonnet",
            filename="environments/inline/other.jsonnet",
        )


@pytest.mark.usefixtures("tanka")
def test_every_environment_is_checked(capsys) -> None:
    assert main(["check", "environments", "--output-format", "concise"]) == 1
    out = capsys.readouterr().out
    assert "environments/wrong/main.jsonnet" in out
    assert "environments/prod" not in out


def test_declared_variables_are_held_to_their_types(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "confty.toml").write_text(
        "jsonnet.ext-vars = { env = \"'dev' | 'prod'\", n = 'number', o = '{ a: number }' }\n"
        "jsonnet.tla-vars = { list = 'array[string]' }\n"
    )
    (tmp_path / "a.jsonnet").write_text(
        "function(list=[]) [std.extVar('env'), std.extVar('n') + 1, std.extVar('o').a, list]"
    )
    good = ["-V", "env=prod", "-V", "n=3", "-V", "o={ a: 1 }", "-A", "list=['x']"]
    assert main(["eval", *good, "a.jsonnet"]) == 0
    assert json.loads(capsys.readouterr().out) == ["prod", 4, 1, ["x"]]
    for name, value in (("env", "stage"), ("n", "'3'"), ("o", "{ a: 'x' }"), ("o", "{}")):
        assert main(["eval", *good, "-V", f"{name}={value}", "a.jsonnet"]) == 1
        assert f"for the external variable {name}, found" in capsys.readouterr().err
    assert main(["eval", *good, "-A", "list=[1]", "a.jsonnet"]) == 1
    assert "for the argument list" in capsys.readouterr().err


def test_declared_types_hold_whatever_flags_give(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "confty.toml").write_text(
        "jsonnet.ext-vars = { env = \"'a' | 'b'\", n = 'number' }\n"
    )
    (tmp_path / "a.jsonnet").write_text("[std.extVar('env') == 'c', !std.extVar('n')]")
    for given in ([], ["-V", "env=a"], ["-V", "n=3", "-V", "other=x"]):
        assert main(["check", *given, "a.jsonnet"]) == 1
        told = capsys.readouterr().out
        assert "jsonnet/always-false" in told
        assert "expected `boolean`, found `number`" in told

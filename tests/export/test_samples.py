"""One type for many samples: every sample has it, and it says more than "anything"."""

from __future__ import annotations

import importlib
import json

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import confty
from confty.cli import main
from confty.export import KINDS, json_schema
from confty.export.samples import common_type
from confty.languages.data.checker.infer import infer

DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(0, 9)
    | st.floats(0, 1)
    | st.sampled_from(["a", "b c"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "b", "web1.example.org", "10", "11", "12"]), inner)
    ),
    max_leaves=8,
)


def schema(samples: list[object]) -> dict[str, object]:
    return json_schema(common_type(samples, infer), "T")


@given(st.lists(DATA, min_size=1, max_size=5))
def test_every_sample_has_the_type(samples: list[object]) -> None:
    validator = jsonschema_rs.validator_for(schema(samples))
    for one in samples:
        assert validator.is_valid(one), one


def test_what_differs_is_told() -> None:
    samples = [
        {"kind": "Service", "env": env, "name": f"app{at}", **({"n": 1} if at == 1 else {})}
        for at, env in enumerate(["dev", "prod", "dev", "dev"])
    ]
    made = schema(samples)
    assert made["required"] == ["env", "kind", "name"]
    properties = made["properties"]
    assert isinstance(properties, dict)
    assert properties["env"] == {"enum": ["dev", "prod"]}
    assert properties["name"] == {"type": "string"}


@pytest.mark.parametrize(
    ("samples", "is_dictionary"),
    [
        ([{"10.0.0.1": 1, "10.0.0.2": 2, "10.0.0.3": 3}], True),
        ([{"ada": 1, "bob": 2}, {"cy": 3}, {"dan": 4}], True),
        ([{"name": "x", "size": 2, "ok": True}, {"name": "y", "size": 3, "ok": True}], False),
        ([{"x": 1, "y": 2, "z": 3}, {"x": 1, "y": 2, "z": 3}], False),
        ([{"cpu": 1}, {"mem": 2}], False),
    ],
)
def test_a_dictionary_is_known_by_its_keys(samples: list[object], is_dictionary: bool) -> None:
    assert ("properties" not in schema(samples)) is is_dictionary


def test_files_and_folders(tmp_path, capsys) -> None:
    for at in range(3):
        (tmp_path / f"{at}.json").write_text(json.dumps({"a": at, "b": "x"}))
    (tmp_path / "3.yaml").write_text("a: 1\n")
    assert main.main(["infer", str(tmp_path)]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["required"] == ["a"]
    assert main.main(["infer", str(tmp_path), "--emit", "pydantic", "--name", "App"]) == 0
    assert "class App(BaseModel)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "a: 1\n---\nb: 2\n"),
        ("a.yaml", "- 1\n---\n- x\n"),
        ("a.jsonl", '{"a": 1}\n'),
        ("a.jsonl", '{"a": 1}\n[2]\n'),
        ("a.yaml", "a: 1\n"),
        ("a.json", '[{"a": 1}, {"a": 2}]'),
    ],
)
@pytest.mark.parametrize("others", [{}, {"b.jsonl": "3\n4\n"}], ids=["alone", "with another"])
def test_a_schema_is_one_of_each_document(name, text, others, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {name: text, **others}
    for one, written in files.items():
        (tmp_path / one).write_text(written)
    assert main.main(["infer", *files, "-o", "schema.json"]) == 0
    assert main.main(["check", *files, "--schema", "schema.json"]) == 0, capsys.readouterr().out
    for form in KINDS:
        given = ["--emit", form, "--name", "M", "-o", f"{form}.py"]
        assert main.main(["infer", *files, *given]) == 0
        wanted = ["check", *files, "--schema", f"python:{form}.py:M"]
        assert main.main(wanted) == 0, capsys.readouterr().out


MOMENTS = {
    "moments.toml": "d = 2020-01-01\ndate = [1979-05-27T07:32:00, 07:32:00, 'x']\n"
    "z = 1979-05-27T07:32:00Z\nt = 07:32:00\n",
    "binary.yaml": "b: !!binary aGk=\nk: {1: a, 2: b}\ne: {}\n",
}


@pytest.mark.parametrize("name", MOMENTS)
def test_what_json_does_not_have(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / name).write_text(MOMENTS[name])
    value = confty.load(name)
    for form in KINDS:
        module = f"{name.partition('.')[0]}_{form}"
        assert main.main(["infer", name, "--emit", form, "--name", "M", "-o", f"{module}.py"]) == 0
        assert main.main(["check", name, "--schema", f"python:{module}.py:M"]) == 0
        model = importlib.import_module(module).M
        made = model.from_data(value) if form == "dataclass" else confty.load(name, into=model)
        assert (made.model_dump(by_alias=True) if form == "pydantic" else value) == value
    assert main.main(["infer", name, "-o", "schema.json"]) == 0
    assert main.main(["check", name, "--schema", "schema.json"]) == 0, capsys.readouterr().out


def test_moments_are_texts_to_those_who_have_none(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "moments.toml").write_text(MOMENTS["moments.toml"])
    assert main.main(["infer", "moments.toml"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["properties"]["d"] == {"type": "string", "format": "date"}
    written = json.loads(confty.convert("moments.toml", "json"))
    jsonschema_rs.validator_for(schema, validate_formats=True).validate(written)
    assert main.main(["infer", "moments.toml", "--emit", "asserts", "-o", "asserts.jsonnet"]) == 0
    (tmp_path / "all.jsonnet").write_text("(import 'asserts.jsonnet')(import 'moments.toml')")
    assert confty.load("all.jsonnet").keys() == written.keys()
    assert main.main(["infer", "moments.toml", "--emit", "rcl"]) == 0
    program = f"{capsys.readouterr().out}let a: Moments = {json.dumps(written)};\na"
    assert confty.loads(program, "rcl") == written


def test_what_is_no_data_is_told_at_its_place(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonnet").write_text("{\n  a: 1,\n  f: [function(x) x],\n}")
    for form in ("jsonschema", "asserts", "rcl", *KINDS):
        wanted = ["infer", "a.jsonnet", "--emit", form, "--output-format", "concise"]
        assert main.main(wanted) == 1
        said = capsys.readouterr().err
        assert said.startswith("a.jsonnet:3:3: error[file/not-data]"), (form, said)

"""One type for many samples: every sample has it, and it says more than "anything"."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

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

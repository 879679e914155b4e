"""Exported types, judged by programs that know nothing of us: a validator, pydantic's rules, pyright."""

import importlib
import json
import subprocess
import sys

import jsonschema_rs
import pytest
from support.export_samples import BAD, CONFIG, GOOD

from confty import types
from confty.export import KINDS, NotData, json_schema, python_code
from confty.languages.data.rules import BINARY, DATE, DATETIME, TIME
from confty.types import (
    INT,
    NULL,
    STRING,
    define,
    field,
    function_of,
    list_of,
    map_of,
    object_of,
    ref,
    set_of,
    union_of,
)


def test_schema_takes_exactly_the_data_of_the_type():
    validator = jsonschema_rs.validator_for(json_schema(CONFIG, "Config"))
    assert validator.is_valid(GOOD)
    for bad in BAD:
        assert not validator.is_valid(bad), bad


def test_schema_of_a_recursive_type():
    tree = ref("Tree")
    define(tree, object_of([field("children", list_of(tree))]))
    validator = jsonschema_rs.validator_for(json_schema(tree))
    assert validator.is_valid({"children": [{"children": []}]})
    assert not validator.is_valid({"children": [{"children": 1}]})


def test_schema_of_a_set_forbids_duplicates():
    validator = jsonschema_rs.validator_for(json_schema(set_of(INT)))
    assert validator.is_valid([1, 2])
    assert not validator.is_valid([1, 1])


def test_a_function_is_not_data():
    bad = object_of([field("f", list_of(function_of([], INT)))])
    with pytest.raises(NotData, match="function") as refused:
        json_schema(bad)
    assert refused.value.path == ("f", "*")
    with pytest.raises(NotData):
        python_code(bad, "Bad", "typeddict")


#: What JSON does not have, and keys that are called like their types.
UNUSUAL = object_of(
    [
        field("str", map_of(INT, STRING)),
        field("date", union_of(DATE, TIME, NULL), optional=True),
        field("dt", DATETIME),
        field("bytes", list_of(BINARY), optional=True),
        field("Field", object_of({"Part": object_of({"a": INT})}), optional=True),
        field("none", NULL, optional=True),
    ]
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("type_", [CONFIG, UNUSUAL], ids=["config", "unusual"])
def test_generated_code_passes_pyright_strict(kind, type_, tmp_path):
    code = python_code(type_, "Config", kind)
    if kind == "typeddict" and type_ is CONFIG:
        code += f"\n\nvalue: Config = {GOOD!r}\n"
    (tmp_path / "generated.py").write_text(code)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict"}))
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "-p", str(tmp_path), "--pythonpath", sys.executable],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, code + done.stdout


def test_generated_model_takes_exactly_the_data():
    import pydantic

    namespace = {"__name__": "generated"}
    exec(python_code(CONFIG, "Config", "pydantic"), namespace)
    model = namespace["Config"]
    model.model_rebuild(_types_namespace=namespace)
    model.model_validate(GOOD)
    for bad in BAD:
        with pytest.raises(pydantic.ValidationError):
            model.model_validate(bad)


def test_generated_dataclass_reads_exactly_the_data(tmp_path, monkeypatch):
    (tmp_path / "generated_dataclasses.py").write_text(python_code(CONFIG, "Config", "dataclass"))
    monkeypatch.syspath_prepend(tmp_path)
    generated = importlib.import_module("generated_dataclasses")
    config = generated.Config.from_data(GOOD)
    assert config.servers[1].tags == ["t"]
    assert config.servers[0].tags is None
    # Of a list with fixed places a dataclass knows only what may stand in it.
    for bad in [bad for bad in BAD if not (isinstance(bad, dict) and bad.get("pair") == [1])]:
        with pytest.raises(ValueError, match=r"expected|missing|fits none"):
            generated.Config.from_data(bad)


def test_what_was_empty_is_empty_for_pydantic() -> None:
    import pydantic

    empty = types.object_of(
        {"x": types.list_of(types.NEVER), "y": types.map_of(types.STRING, types.NEVER)}
    )
    namespace: dict[str, object] = {"__name__": "generated"}
    exec(python_code(empty, "Empty", "pydantic"), namespace)
    model = namespace["Empty"]
    model.model_rebuild(_types_namespace=namespace)
    assert model.model_validate({"x": [], "y": {}})
    for wrong in ({"x": [1], "y": {}}, {"x": [], "y": {"a": 1}}):
        with pytest.raises(pydantic.ValidationError):
            model.model_validate(wrong)

"""Exported types, judged by programs that know nothing of us: a validator, pydantic's rules, pyright."""

import json
import subprocess
import sys

import jsonschema_rs
import pytest

from confty.export import KINDS, NotData, json_schema, python_code
from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    STRING,
    define,
    field,
    function_of,
    list_of,
    literal,
    map_of,
    object_of,
    ref,
    set_of,
    tuple_of,
    union_of,
)

SERVER = object_of(
    [
        field("name", STRING),
        field("port", INT),
        field("tags", list_of(STRING), optional=True),
        field("weight", union_of(NUMBER, NULL)),
        field("secret", STRING, hidden=True),
    ]
)
CONFIG = object_of(
    [
        field("servers", list_of(SERVER)),
        field("labels", map_of(STRING, STRING)),
        field("mode", union_of(literal(STRING, "dev"), literal(STRING, "prod"))),
        field("pair", tuple_of(INT, STRING)),
        field("debug", BOOL),
        field("x-extra", DYNAMIC),
    ]
)
GOOD = {
    "servers": [
        {"name": "a", "port": 1, "weight": None},
        {"name": "b", "port": 2, "weight": 1.5, "tags": ["t"]},
    ],
    "labels": {"a": "b"},
    "mode": "dev",
    "pair": [1, "x"],
    "debug": True,
    "x-extra": {"anything": [1]},
}
BAD = [
    {**GOOD, "mode": "test"},
    {**GOOD, "pair": [1]},
    {**GOOD, "unknown": 1},
    {**GOOD, "servers": [{"name": "a", "port": "80", "weight": None}]},
    {**GOOD, "servers": [{"name": "a", "port": 1, "weight": None, "secret": "s"}]},
    {key: value for key, value in GOOD.items() if key != "debug"},
    [],
]


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


@pytest.mark.parametrize("kind", KINDS)
def test_generated_code_passes_pyright_strict(kind, tmp_path):
    code = python_code(CONFIG, "Config", kind)
    if kind == "typeddict":
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

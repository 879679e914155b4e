"""Asserts for Jsonnet, run by the original: data of the type comes back, other data does not."""

import json

import pytest
from support.export_samples import BAD, CONFIG, GOOD
from support.peers import peer

from confty.export import jsonnet_asserts
from confty.types import define, field, list_of, object_of, ref


def run(code, value):
    return json.loads(peer("_jsonnet").evaluate_snippet("x", f"({code})({json.dumps(value)})"))


def test_data_of_the_type_passes():
    assert run(jsonnet_asserts(CONFIG), GOOD) == GOOD


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_other_data_fails(bad):
    with pytest.raises(RuntimeError):
        run(jsonnet_asserts(CONFIG), bad)


def test_a_recursive_type():
    tree = ref("Leafy")
    define(tree, object_of([field("children", list_of(tree))]))
    code = jsonnet_asserts(tree)
    assert run(code, {"children": [{"children": []}]})
    with pytest.raises(RuntimeError):
        run(code, {"children": [{"children": 1}]})

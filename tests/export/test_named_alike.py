"""Names of a file against names of Python: what is emitted can be imported, and takes the file."""

import itertools
import json
import sys
import types
import typing
import warnings

import jsonschema_rs
import pydantic
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import confty
from confty import types as core
from confty.export import KINDS, jsonnet_asserts, python_code, rcl_declaration
from confty.languages.data.checker.infer import infer
from confty.models import fill
from confty.models.source import read_model
from confty.text import Source

KEYS = st.sampled_from(
    [
        *("list", "dict", "str", "int", "float", "bool", "None", "object", "type", "tuple"),
        *("Field", "Any", "Annotated", "Literal", "Never", "BaseModel", "Config", "ConfigDict"),
        *("TypedDict", "TypeAlias", "Callable", "T", "cast", "dataclass", "ValueError"),
        *("json", "copy", "model_dump", "model_config", "model_x", "from_data", "cls", "self"),
        *(
            "field",
            "classmethod",
            "_",
            "Items",
            "items",
            "Resource",
            "a b",
            "a_b",
            "a_b_",
            "A",
            "class",
            "1",
            "_x",
            "x",
            "é",
        ),
    ]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(0, 1) | st.sampled_from(["a", "b"])
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
COUNTER = itertools.count()


def imported(code):
    """A module as Python imports it: its classes look names up in it."""
    module = types.ModuleType(f"emitted{next(COUNTER)}")
    sys.modules[module.__name__] = module
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(code, module.__name__, "exec"), module.__dict__)
    return module


def whole(code, kind, document, name="Items"):
    """Read the document with what was emitted; its annotations have to mean types."""
    module = imported(code)
    try:
        model = getattr(module, name)
        for one in vars(module).values():
            if isinstance(one, type) and one.__module__ == module.__name__:
                typing.get_type_hints(one, include_extras=True)
        if isinstance(model, str):
            model = eval(model, module.__dict__)
        if kind == "pydantic":
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                pydantic.TypeAdapter(model).validate_python(document)
        else:
            made, misfits = fill(document, model)
            assert not misfits, misfits[0].message
            if hasattr(model, "from_data"):
                assert model.from_data(document) == made
        read = read_model("m", name, lambda path: Source(path, code) if path == "m.py" else None)
        assert read.unread == []
        judge = jsonschema_rs.validator_for(json.loads(json.dumps(read.schema)))
        judge.validate(document)
    finally:
        del sys.modules[module.__name__]


@pytest.mark.parametrize("kind", KINDS)
@given(DOCUMENTS)
@settings(max_examples=150, deadline=None)
@example([{"id": 1}, {"id": 2}])
@example([[{"id": 1}], 3])
@example([{"q": None}, {}])
@example([{"Resource": {"Type": "x"}}, {}])
@example([{"list": [1], "x": [1]}, {}])
@example([{"Config": 1}, {}])
@example({"Annotated": {"x": []}})
@example({"str": "a", "name": "b"})
@example({"top": [{"a_b": 1, "A": "dev"}, {"a b": [1]}]})
def test_what_is_emitted_takes_the_document(kind, document):
    code = python_code(infer(document), "Items", kind)
    try:
        whole(code, kind, document)
    except Exception as error:
        error.add_note(code)
        raise


def test_a_type_that_is_named_like_the_whole():
    user = core.ref("Users")
    core.define(user, core.object_of({"id": core.INT, "next": core.union_of(user, core.NULL)}))
    document = {"id": 1, "next": None}
    for kind in KINDS:
        whole(python_code(user, "Users", kind), kind, document, "Users")
        whole(python_code(core.list_of(user), "Users", kind), kind, [document], "Users")
    for type_, value in ((user, "value"), (core.list_of(user), "[value]")):
        program = f"{rcl_declaration(type_, 'Users')}let value = {{ id = 1, next = null }};\n"
        program += f"let all: Users = {value};\nall"
        assert not confty.check(text=program, lang="rcl")


def test_two_types_of_one_name():
    one, other = core.ref("Part"), core.ref("Part")
    core.define(one, core.object_of({"id": core.INT}))
    core.define(other, core.object_of({"id": core.STRING}))
    both = core.object_of({"a": one, "b": other})
    test = f"local f = {jsonnet_asserts(both)}; f({{ a: {{ id: 1 }}, b: {{ id: 'x' }} }})"
    assert confty.loads(test, "jsonnet") == {"a": {"id": 1}, "b": {"id": "x"}}

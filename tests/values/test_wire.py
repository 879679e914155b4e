"""The wire: what is refused, the byte form against protobuf's own, and the engine's options."""

from __future__ import annotations

import enum
import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from values.strategies import keys, plain, rich_trees

from confty.values import (
    Labelled,
    Output,
    Receiver,
    ResourceReference,
    Unknown,
    Urn,
    ValueProblem,
    decode,
    encode,
    engine,
    label,
    state,
    structs,
)
from confty.values.labels import mapped
from confty.values.secrets import Base64Manager
from confty.values.signatures import ASSET, BYTES, KEY, OUTPUT, REFERENCE, SECRET, UNKNOWN_STRING

URN = "urn:pulumi:dev::proj::pkg:mod:Typ::nm"


class Colour(enum.StrEnum):
    RED = "red"


class Plain(enum.Enum):
    ONE = object()


def test_collisions_are_refused():
    for value in (UNKNOWN_STRING, [UNKNOWN_STRING], {"a": {KEY: "x"}}, Output.of({KEY: 1})):
        with pytest.raises(ValueProblem, match="would be taken for"):
            encode(value)
        with pytest.raises(ValueProblem, match="would be taken for"):
            structs.to_bytes({"a": value})
    with pytest.raises(ValueProblem, match="would be taken for"):
        structs.to_bytes({KEY: "x"})
    with pytest.raises(ValueProblem, match="would be taken for"):
        state.encode({"a": {KEY: "x"}}, Base64Manager())
    with pytest.raises(ValueProblem, match="would be taken for"):
        state.encode([UNKNOWN_STRING], Base64Manager())


@pytest.mark.parametrize(
    "value",
    [
        {1: 2},
        {1, 2},
        range(3),
        object(),
        bytearray(b"x"),
        "\ud800",
        {"\ud800": 1},
        10**400,
        Plain.ONE,
    ],
)
def test_what_has_no_wire_form_is_refused(value):
    with pytest.raises(ValueProblem):
        encode(value)
    with pytest.raises(ValueProblem):
        structs.to_bytes({"a": value})


def test_enums_and_subclasses_are_their_base():
    class Text(str):
        __slots__ = ()

    assert encode([Colour.RED, Text("x"), True]) == ["red", "x", True]
    assert encode(2**53 + 1) == float(2**53)


def test_a_receiver_that_lacks_things():
    secret = Output.secret("s")
    assert encode(secret, Receiver(secrets=False)) == "s"
    reference = ResourceReference(URN, "i-1")
    assert encode(reference, Receiver(references=False)) == "i-1"
    assert encode(ResourceReference(URN), Receiver(references=False)) == URN
    unknown = ResourceReference(URN, Unknown())
    assert encode(unknown, Receiver(references=False)) == UNKNOWN_STRING
    with pytest.raises(ValueProblem, match="byte strings"):
        encode(b"x", Receiver(bytes_=False))


def test_a_reference_says_what_its_urn_says():
    found = encode(ResourceReference("urn:pulumi:s::p::a:b:C$d:e:F::nm", "i-1"))
    assert (found["name"], found["type"]) == ("nm", "d:e:F")
    # Pulumi's Python SDK leaves both out, and so do messages that are to be equal to its own.
    assert set(encode(ResourceReference(URN), Receiver(flat=True))) == {KEY, "urn"}
    assert set(encode(ResourceReference("no urn"))) == {KEY, "urn"}


@pytest.mark.parametrize(
    "wire",
    [
        {KEY: "foo"},
        {KEY: 1},
        {KEY: SECRET},
        {KEY: OUTPUT, "secret": 1},
        {KEY: OUTPUT, "dependencies": [1]},
        {KEY: REFERENCE},
        {KEY: REFERENCE, "urn": 1},
        {KEY: REFERENCE, "urn": URN, "id": 1},
        {KEY: BYTES, "value": "***"},
        {KEY: ASSET, "text": 1},
    ],
)
def test_malformed_special_values_are_refused(wire):
    with pytest.raises(ValueProblem):
        decode(wire)
    with pytest.raises(ValueProblem):
        structs.from_bytes(structs._Writer(None).struct({"a": wire}))
    with pytest.raises(ValueProblem, match="'a'"):
        engine.read_properties({"a": wire})


def test_depth_ends_in_a_message():
    deep: object = 1
    for _ in range(100_000):
        deep = [deep]
    for run in (encode, decode, lambda value: structs.to_bytes({"a": value})):
        with pytest.raises(ValueProblem, match="nested too deeply"):
            run(deep)
    with pytest.raises(ValueProblem, match="nested too deeply"):
        engine.read_properties({"a": deep})
    for run in (state.encode, state.decode):
        with pytest.raises(ValueProblem, match="nested too deeply"):
            run(deep, Base64Manager())
    assert repr(Output.of(deep)) == "Output(...)"
    assert repr(label(deep, dependencies=[URN])) == "Labelled(...)"


@given(st.dictionaries(keys, plain, max_size=4))
def test_our_bytes_are_protobufs(properties):
    struct_pb2 = pytest.importorskip("google.protobuf.struct_pb2")
    message = struct_pb2.Struct()
    message.update(properties)
    assert structs.to_struct(properties) == message
    assert structs.from_struct(message) == as_doubles(properties)


def as_doubles(value):
    def double(node):
        return float(node) if isinstance(node, int) and not isinstance(node, bool) else node

    return mapped(value, double)


@given(st.binary(max_size=60))
def test_arbitrary_bytes_never_crash(data):
    with suppress(ValueProblem):
        structs.from_bytes(data)


@given(st.dictionaries(keys, plain, max_size=3), st.integers(0, 200), st.integers(0, 255))
def test_damaged_bytes_never_crash(properties, at, byte):
    data = bytearray(structs.to_bytes(properties))
    if data:
        data[at % len(data)] = byte
    with suppress(ValueProblem):
        structs.from_bytes(bytes(data))


def test_entries_in_another_order_are_read():
    swapped = b"\x12\x02\x20\x01\x0a\x01a"
    assert structs.from_bytes(b"\x0a" + bytes([len(swapped)]) + swapped) == {"a": True}
    assert structs.from_bytes(b"\x0a\x00") == {"": None}


@given(rich_trees)
def test_the_engine_sends_on_what_it_got(tree):
    wire = {"a": encode(tree, Receiver(outputs=True))}
    values = engine.read_properties(wire)
    again = engine.write_properties(values)
    assert engine.read_properties(again).keys() == values.keys()
    assert decode(again["a"]) == decode(engine_words(wire["a"]))


def engine_words(wire):
    """The engine has one kind of string, and leaves out the text of an empty asset."""
    return engine.write_properties(engine.read_properties({"a": wire}))["a"]


def test_options_of_the_engine():
    wire = {"u": UNKNOWN_STRING, "s": {KEY: SECRET, "value": 1}, "__i": 1, "n": None}
    read = engine.read_properties
    assert read(wire, engine.MarshalOptions()) == {"s": 1, "__i": 1, "n": None}
    quiet = engine.MarshalOptions(skip_nulls=True, skip_internal_keys=True)
    assert read(wire, quiet) == {"s": 1}
    with pytest.raises(ValueProblem, match="'u' is unknown"):
        read(wire, engine.MarshalOptions(reject_unknowns=True))
    text = {"a": {KEY: ASSET, "text": "x"}}
    with pytest.raises(ValueProblem, match="'a' is an asset"):
        read(text, engine.MarshalOptions(reject_assets=True))
    hashed = read(text, engine.MarshalOptions(compute_asset_hashes=True))
    elided = engine.write_properties(hashed, engine.MarshalOptions(elide_asset_contents=True))
    assert set(elided["a"]) == {KEY, "hash"}
    raw = read({"b": {KEY: BYTES, "value": "/w=="}})
    with pytest.raises(ValueProblem, match="not UTF-8"):
        engine.write_properties(raw, engine.MarshalOptions())
    assert "hunter2" not in repr(read({"s": {KEY: SECRET, "value": "hunter2"}}))


def test_labelled_and_engine_models_meet():
    tree = {"a": Labelled(Unknown("bool"), True), "b": [label(1, dependencies=[URN])]}
    assert engine.to_labelled(engine.from_labelled(tree)) == {
        "a": Labelled(Unknown("bool"), True),
        "b": [label(1, dependencies=[URN])],
    }


def test_urns():
    urn = Urn("urn:pulumi:dev::proj::a:b:C$pkg:mod:Typ::a::b")
    assert (urn.stack, urn.project, urn.type_, urn.name) == ("dev", "proj", "pkg:mod:Typ", "a::b")
    assert urn.type_chain == ("a:b:C", "pkg:mod:Typ")
    assert str(urn) == "urn:pulumi:dev::proj::a:b:C$pkg:mod:Typ::a::b"
    for broken in ("", "urn:pulumi:dev::proj::t", "x::y::z::n"):
        with pytest.raises(ValueProblem):
            Urn(broken)


def test_infinities_travel():
    found = structs.from_bytes(structs.to_bytes({"a": [math.inf, -math.inf, -0.0]}))["a"]
    assert found[:2] == [math.inf, -math.inf]
    assert math.copysign(1, found[2]) == -1

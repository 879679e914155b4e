"""What is inside a value, and what it costs: encoders, copies, dataclasses, deep and wide data."""

import asyncio
import copy
import json
import time
from dataclasses import dataclass, field
from decimal import Decimal

import pytest

from confty.values import Output


class Numbers(json.JSONEncoder):
    def default(self, o):
        return f"exactly {o}" if isinstance(o, Decimal) else super().default(o)


def test_json_dumps_asks_the_encoder():
    value = {"a": Decimal("1.50"), "b": Output.of([Decimal(2)]), "c": Output.secret("s")}
    made = Output.json_dumps(value, cls=Numbers, sort_keys=True)
    assert made.is_secret()
    assert json.loads(made.reveal()) == {"a": "exactly 1.50", "b": ["exactly 2"], "c": "s"}
    with pytest.raises(TypeError, match="not JSON serializable"):
        Output.json_dumps({"a": {1}}, cls=Numbers).reveal()
    both = Output.json_dumps({"a": {1}}, cls=Numbers, default=sorted)
    assert both.reveal() == '{"a": [1]}'


class Wrapping(json.JSONEncoder):
    def encode(self, o):
        return f"<{super().encode(o)}>"


def test_an_encoder_keeps_its_other_ways():
    assert Output.json_dumps([Output.of(1)], cls=Wrapping).reveal() == "<[1]>"


def test_copies_are_the_same_output():
    one = Output.secret({"a": [1]})
    assert copy.copy(one) is one
    assert copy.deepcopy({"x": [one]})["x"][0] is one


@dataclass(frozen=True)
class Address:
    city: object
    lines: list = field(default_factory=list)


@dataclass
class Person:
    name: object
    address: object = None


def test_outputs_inside_dataclasses():
    inner = Address(Output.secret("Bern"), [Output.of("a"), "b"])
    person = Person(Output.from_resource("Ann", "urn:1"), inner)
    made = Output.of({"p": person})
    assert made.reveal() == {"p": Person("Ann", Address("Bern", ["a", "b"]))}
    assert made.is_secret()
    assert made.dependencies() == {"urn:1"}
    assert made.apply(lambda all_: all_["p"].address.city).reveal() == "Bern"
    # The one that was handed in is as it was.
    assert isinstance(person.name, Output)
    assert isinstance(inner.lines[0], Output)


def test_a_dataclass_without_outputs_is_left_alone():
    plain = Person("Ann", Address("Bern"))
    assert Output.of([plain]).reveal()[0] is plain


def test_an_unknown_field_makes_the_dataclass_unknown():
    made = Output.of(Person(Output.unknown(), "x"))
    assert not made.is_known()
    assert not made.apply(lambda person: person.address).is_known()


def test_a_dataclass_that_holds_itself():
    person = Person(Output.of("Ann"))
    person.address = person
    assert Output.of(person).reveal().name == "Ann"


def test_await_explains_itself():
    async def main():
        return await Output.of(1)

    with pytest.raises(TypeError, match=r"cannot await an Output.*settled"):
        asyncio.run(main())


def nested(depth):
    value = Output.secret(1)
    for _ in range(depth):
        value = Output.of({"a": value, "b": [2]})
    return value.apply(lambda _: 1).is_secret()


def spent(work):
    started = time.process_time()
    work()
    return time.process_time() - started


def test_nesting_costs_linear_time():
    nested(100)
    few = min(spent(lambda: nested(400)) for _ in range(3))
    many = min(spent(lambda: nested(3200)) for _ in range(3))
    # Eight times as deep; if it were quadratic, sixty-four times as long.
    assert many < 30 * few + 0.05


def test_many_records_are_as_fast_as_with_the_sdk():
    pulumi = pytest.importorskip("pulumi", reason="the Pulumi SDK is not installed")
    records = [{"id": i, "name": f"n{i}", "tags": ["a", "b"]} for i in range(4000)]
    ours = min(spent(lambda: Output.of(records).apply(len).reveal()) for _ in range(3))

    async def sdk():
        started = time.process_time()
        await pulumi.Output.from_input(records).apply(len).future()
        return time.process_time() - started

    assert ours < asyncio.run(sdk())

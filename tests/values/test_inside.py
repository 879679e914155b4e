"""What is inside a value, and what it costs: encoders, copies, dataclasses, deep and wide data."""

import asyncio
import copy
import json
import sys
from dataclasses import dataclass, field
from decimal import Decimal

import pytest
from support.effort import lines_run

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


def by_of(value):
    return Output.of({"a": value, "b": [2]})


def by_of_and_apply(value):
    return Output.of({"a": value}).apply(lambda one: one)


def by_apply(value):
    return value.apply(lambda one: {"a": [one]})


def by_all(value):
    return Output.all(value, Output.from_resource(1, "urn:1")).apply(lambda both: both)


def by_dataclass(value):
    return Output.of(Person(value)).apply(lambda one: one)


def by_of_in_a_callback(value):
    return value.apply(lambda one: Output.of({"a": one, "b": [1]}))


def by_all_in_a_callback(value):
    return value.apply(lambda one: Output.all(one, Output.secret(1)))


def by_secret_in_a_callback(value):
    return value.apply(lambda one: Output.secret({"a": one}))


def calls(work):
    """How many functions are called while something is done: the same on a busy machine."""
    count = 0

    def count_one(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(count_one)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("start", [Output.of(1), Output.secret(1), Output.unknown()])
@pytest.mark.parametrize(
    "step",
    [
        by_of,
        by_of_and_apply,
        by_apply,
        by_all,
        by_dataclass,
        by_of_in_a_callback,
        by_all_in_a_callback,
        by_secret_in_a_callback,
    ],
)
def test_nesting_costs_linear_time(step, start):
    def nested(depth):
        value = start
        for _ in range(depth):
            value = step(value)
        return value.apply(lambda _: 1).is_secret()

    few, many = calls(lambda: nested(60)), calls(lambda: nested(240))
    # Four times as deep; if it were quadratic, sixteen times as many.
    assert many < 7 * few


def test_what_a_callback_puts_into_its_value_is_seen():
    def deep(value):
        for _ in range(40):
            value = {"a": value}
        return value

    def changing(value):
        value["a"]["b"] = Output.secret("s")
        return Output.of([value, deep(Output.of(2))])

    made = Output.of(deep(1)).apply(changing)
    assert made.is_secret()
    assert made[0]["a"]["b"].reveal() == "s"
    assert json.dumps(made[1].reveal()).count("a") == 40


@pytest.mark.parametrize("start", [Output.of(1), Output.secret(1)])
@pytest.mark.parametrize("step", [lambda o: o["a"], lambda o: o.apply(lambda one: one["a"])])
def test_going_down_costs_linear_time(step, start):
    def down(depth):
        value = start
        for _ in range(depth):
            value = by_of_and_apply(value)
        for _ in range(depth):
            value = step(value)
        assert value.reveal() == 1

    assert calls(lambda: down(240)) < 7 * calls(lambda: down(60))


def test_wide_values_with_labels_cost_linear_time():
    def wide(size):
        records = [{"id": Output.from_resource(i, f"urn:{i}")} for i in range(size)]
        assert len(Output.of(records).apply(lambda all_: all_).dependencies()) == size

    assert calls(lambda: wide(800)) < 5 * calls(lambda: wide(200))


def test_what_is_doubled_is_gone_through_once():
    value = Output.secret(1)
    for _ in range(60):
        value = Output.all(value, value)
    assert value.apply(lambda _: 2).is_secret()
    assert value[0][1][0].is_secret()


def test_a_callback_that_changes_what_it_was_given():
    given = Output.of({"a": {"b": {"c": {}}}, "deep": [[0] * 3 for _ in range(50)]})

    def change(value):
        value["a"]["b"]["c"]["late"] = Output.secret("s")
        return value

    changed = given.apply(change)
    assert not changed.is_secret()
    assert Output.of(changed).is_secret()
    assert Output.of(changed).apply(lambda v: v["a"]["b"]["c"]["late"]).reveal() == "s"


def test_what_a_callback_returned_and_changes_later():
    kept = [[i] for i in range(100)]
    returned = Output.of(1).apply(lambda _: kept)
    assert not Output.of([returned]).is_secret()
    kept[7].append(Output.secret("s"))
    assert Output.of([returned]).is_secret()
    assert Output.of({"x": returned}).apply(lambda v: v["x"][7][1]).reveal() == "s"


def test_many_records_are_no_more_work_than_with_the_sdk():
    pulumi = pytest.importorskip("pulumi", reason="the Pulumi SDK is not installed")
    records = [{"id": i, "name": f"n{i}", "tags": ["a", "b"]} for i in range(4000)]

    async def sdk():
        await pulumi.Output.from_input(records).apply(len).future()

    ours = lines_run(lambda: Output.of(records).apply(len).reveal())
    assert ours < lines_run(lambda: asyncio.run(sdk()))

"""Outputs one by one: what each combinator does, what is refused, what failures say."""

from __future__ import annotations

import asyncio
import gc
import json
import pickle
import warnings
from dataclasses import dataclass
from typing import TypedDict

import pytest

from confty import Output as FrontDoor
from confty.values import Labelled, Output, Promise, UnknownValue, Unsettled, encode, why

pytestmark = pytest.mark.timeout(60)
URN = "urn:pulumi:dev::proj::pkg:mod:Typ::nm"


def test_the_package_offers_it():
    assert FrontDoor is Output


def test_apply_runs_once_with_the_bare_value():
    seen = []
    output = Output.secret({"a": [1]}).apply(lambda value: seen.append(value) or len(value))
    assert seen == [{"a": [1]}]
    assert output.reveal() == 1
    assert output.is_secret()


def test_unknown_stops_callbacks_and_keeps_labels():
    called = []
    output = Output.secret(Output.unknown(depends_on=[URN])).apply(called.append)
    assert not called
    assert not output.is_known()
    assert output.is_secret()
    assert output.dependencies() == {URN}
    with pytest.raises(UnknownValue):
        output.reveal()


def test_one_secret_field_does_not_blacken_its_siblings():
    output = Output.all(user="me", password=Output.secret("hunter2"), port=Output.unknown())
    assert output["user"].reveal() == "me"
    assert not output["user"].is_secret()
    assert output["user"].is_known()
    assert output["password"].is_secret()
    assert not output["port"].is_known()
    assert encode(output)["user"] == "me"


def test_all_has_three_forms_and_refuses_a_mixture():
    assert Output.all(1, Output.of("a")).reveal() == (1, "a")
    assert Output.all(a=1, b=Output.of(2)).reveal() == {"a": 1, "b": 2}
    assert Output.all({"a": Output.of(1), "b": 2}).reveal() == {"a": 1, "b": 2}
    assert Output.all().reveal() == ()
    with pytest.raises(ValueError, match="not both"):
        Output.all(1, a=2)


def test_lists_of_outputs_from_a_callback_stay_outputs():
    output = Output.of(1).apply(lambda _: [Output.secret(2)])
    assert output.is_known()
    assert not output.is_secret()
    (inner,) = output.reveal()
    assert inner.is_secret()
    assert Output.of(output).is_secret()


def test_keys_may_be_outputs():
    assert Output.of({Output.of("k"): 1}).reveal() == {"k": 1}
    assert Output.of({Output.secret("k"): 1}).is_secret()
    assert not Output.of({Output.unknown(): 1}).is_known()


@pytest.mark.parametrize(
    "use",
    [
        bool,
        str,
        int,
        float,
        len,
        iter,
        list,
        json.dumps,
        pickle.dumps,
        lambda output: f"{output}",
        lambda output: f"{output:>10}",
        lambda output: output == 1,
        lambda output: output != 1,
        lambda output: output < 1,
        lambda output: 1 in output,
        lambda output: output + "a",
        lambda output: "a" + output,
        lambda output: "%s" % output,  # noqa: UP031
        lambda output: "a" if output else "b",
        lambda output: [0][output],
    ],
)
def test_misuse_is_refused_at_once(use):
    with pytest.raises(TypeError):
        use(Output.of("a"))


def test_a_refusal_says_what_to_write():
    with pytest.raises(TypeError, match=r"write output.apply\(lambda value: .*\)"):
        bool(Output.of(1))
    with pytest.raises(TypeError, match=r"write Output\.format"):
        str(Output.of(1))


def test_lifted_access_is_checked_early():
    output = Output.of({"name": "n", "tags": ["a"]})
    assert output["tags"][0].reveal() == "a"
    with pytest.raises(KeyError, match="did you mean 'name'"):
        output["nmae"]
    with pytest.raises(IndexError, match="it has 1 elements"):
        output["tags"][3]
    with pytest.raises(TypeError):
        output["name"]["x"]
    with pytest.raises(AttributeError, match=r"write output\['name'\]"):
        output.name  # noqa: B018
    assert not hasattr(output, "name")
    assert not hasattr(output, "__len_hint__")


@dataclass
class Address:
    city: str


@dataclass
class Server:
    port: int
    address: Address


class Record(TypedDict):
    size: int


def test_lifted_access_through_an_unknown_is_checked_by_its_declared_type():
    server = Output.unknown(Server, depends_on=[URN])
    city = server.address.city
    assert not city.is_known()
    assert city.dependencies() == {URN}
    with pytest.raises(
        AttributeError, match="Server has no attribute 'prot'; did you mean 'port'"
    ):
        server.prot  # noqa: B018
    with pytest.raises(AttributeError, match="Address has no attribute 'town'"):
        server.address.town  # noqa: B018
    record = Output.unknown(Record)
    assert not record["size"].is_known()
    with pytest.raises(KeyError, match="did you mean 'size'"):
        record["sise"]


def test_lift_picks_and_does_nothing_else():
    server = Output.of(Server(1, Address("Bern")))
    assert server.lift(lambda value: value.address.city).reveal() == "Bern"
    assert Output.of([{"a": 5}]).lift(lambda value: value[0]["a"]).reveal() == 5
    with pytest.raises(TypeError, match="only picks"):
        server.lift(lambda value: 3)  # noqa: ARG005


def test_texts():
    secret = Output.secret("s")
    assert Output.concat("a", Output.of("b")).reveal() == "ab"
    assert Output.concat("a", secret).is_secret()
    assert Output.format("{0}-{x:>3}", Output.of(1), x=2).reveal() == "1-  2"
    assert Output.format(Output.of("{}"), 1).reveal() == "1"
    assert Output.json_dumps({"a": [Output.of(1)]}, separators=(",", ":")).reveal() == '{"a":[1]}'
    assert Output.json_dumps({"a": secret}).is_secret()
    assert not Output.json_dumps({"a": Output.unknown()}).is_known()
    loaded = Output.json_loads(Output.secret('{"a": [1]}'))
    assert loaded["a"][0].reveal() == 1
    assert loaded["a"].is_secret()
    with pytest.raises(TypeError, match="part 1 is of type int"):
        Output.concat("a", Output.of(1)).reveal()


def test_json_of_an_output_inside_an_object_of_the_user():
    class Holder:
        def __init__(self, inner):
            self.inner = inner

    def default(value):
        return value.inner

    dumped = Output.json_dumps({"a": Holder(Output.secret("s"))}, default=default)
    assert dumped.reveal() == '{"a": "s"}'
    assert dumped.is_secret()
    assert not Output.json_dumps([Holder(Output.unknown())], default=default).is_known()


def test_failures_keep_their_labels_and_recover_keeps_them_too():
    source = Output.from_resource(Output.secret("hunter2"), URN)
    failed = source.apply(int)
    assert failed.is_secret()
    assert failed.dependencies() == {URN}
    recovered = failed.recover(lambda error: f"failed: {error}")
    assert recovered.is_secret()
    assert recovered.dependencies() == {URN}
    assert (
        recovered.reveal() == "failed: ValueError; its text is hidden because a secret was in use"
    )
    with pytest.raises(ValueError, match="hidden") as caught:
        failed.reveal()
    assert "hunter2" not in repr(caught.value)
    assert caught.value.__context__ is None


def test_a_failure_without_secrets_is_itself():
    failed = Output.of("x").apply(int)
    with pytest.raises(ValueError, match="invalid literal"):
        failed.apply(str).reveal()
    assert Output.all(1, failed).recover(lambda _: (1, 2)).reveal() == (1, 2)
    with pytest.raises(ValueError, match="invalid literal"):
        encode({"a": failed})


def test_one_failing_part_fails_the_whole_with_the_labels_of_all():
    bad = Output.of("x").apply(int)
    both = Output.all(bad, Output.secret(1))
    assert both.is_secret()
    with pytest.raises(ValueError, match="invalid literal"):
        both.reveal()


def test_a_failure_that_nobody_looks_at_is_told():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Output.secret("hunter2").apply(int)
        gc.collect()
    (warning,) = caught
    assert "nobody looked" in str(warning.message)
    assert "hunter2" not in str(warning.message)


def test_awaitables_are_awaited_wherever_they_are():
    async def later(value):
        await asyncio.sleep(0)
        return value

    async def later_output():
        return Output.secret("s")

    assert Output.of(later(1)).apply(lambda value: value + 1).reveal() == 2
    assert Output.of(1).apply(later).reveal() == 1
    assert Output.of({"a": [later(1)]}).reveal() == {"a": [1]}
    flattened = Output.of(1).apply(lambda _: later_output())
    assert flattened.is_secret()
    assert flattened.reveal() == "s"


def test_many_awaitables_at_once():
    async def later(value):
        await asyncio.sleep(0)
        return value

    gathered = Output.all(*[later(index) for index in range(3000)], Output.of(later(1)))
    assert gathered.apply(sum).reveal() == sum(range(3000)) + 1


def test_on_a_running_loop_it_is_waited_for_with_await():
    async def later():
        await asyncio.sleep(0.001)
        return 1

    async def main():
        output = Output.of(later()).apply(lambda value: value + 1)
        with pytest.raises(Unsettled):
            output.reveal()
        return (await output.settled()).reveal()

    assert asyncio.run(main()) == 2


def test_a_failing_awaitable_fails_the_output():
    async def boom():
        raise KeyError("hunter2")

    with pytest.raises(KeyError, match="hunter2"):
        Output.of(boom()).reveal()
    hidden = Output.secret(1).apply(lambda _: boom())
    with pytest.raises(KeyError) as caught:
        hidden.reveal()
    assert "hunter2" not in str(caught.value)


def test_promises():
    async def later():
        return 1

    promise = Promise(later())
    assert promise.wait() == 1
    assert promise.wait() == 1
    assert Promise.resolved(2).wait() == 2

    async def twice():
        kept = Promise(later())
        return await kept + await kept

    assert asyncio.run(twice()) == 2

    async def boom():
        raise OSError("no")

    broken = Promise(boom())
    for _ in range(2):
        with pytest.raises(OSError, match="no"):
            broken.wait()


def test_deferred_outputs():
    output, resolve = Output.deferred()
    derived = output.apply(lambda value: value + 1)
    assert repr(derived) == "Output(...)"
    with pytest.raises(Unsettled, match="nothing is running"):
        derived.reveal()
    resolve(Output.secret(1))
    assert derived.reveal() == 2
    assert derived.is_secret()
    with pytest.raises(RuntimeError, match="resolved already"):
        resolve(2)


def test_unsecret_needs_a_reason_that_stays():
    output = Output.secret({"a": "x"}).unsecret(reason="printed on the box")
    assert not output.is_secret()
    assert output["a"].reveal() == "x"
    with pytest.raises(ValueError, match="reason"):
        output.unsecret(reason=" ")
    resecret = Output.secret(output)
    assert "Output.secret" in str(why(resecret))


def test_a_hundred_thousand_applies():
    output = Output.of(0)
    labelled = Output.secret(0)
    late, resolve = Output.deferred()
    pending = late
    for _ in range(100_000):
        output = output.apply(lambda value: value + 1)
        labelled = labelled.apply(lambda value: value + 1)
        pending = pending.apply(lambda value: value + 1)
    resolve(1)
    assert output.reveal() == 100_000
    assert labelled.reveal() == 100_000
    assert len(why(labelled)[0].steps) == 100_001
    assert pending.reveal() == 100_001


def test_recursion_through_callbacks_has_no_limit_of_depth():
    def count_down(value):
        return Output.of(value).apply(lambda now: count_down(now - 1) if now else "done")

    assert count_down(20_000).reveal() == "done"


def test_a_cyclic_value_is_no_trouble():
    cycle = [Output.secret(1)]
    cycle.append(cycle)
    output = Output.of(cycle)
    assert output.is_secret()
    assert output[1][1][0].reveal() == 1


def test_why_tells_the_chain():
    server = Output.from_resource({"ip": Output.unknown(because="ip of the server")}, URN, "state")
    address = Output.concat("http://", server["ip"]).apply(lambda text: text + "/")
    told = str(why(address))
    assert "the value is unknown\n  because of ip of the server" in told
    assert "through concat" in told
    assert "through apply" in told
    assert f"depends on {URN}\n  because of state of {URN}" in told
    assert "test_outputs.py:" in told
    assert str(why(Output.of(1))) == "the value is known, not secret, and depends on nothing"


def test_why_names_the_part():
    told = why(Output.all(a=1, b=[Output.secret(2)]))
    assert [(reason.path, reason.is_) for reason in told] == [("b[0]", "secret")]


def test_an_output_with_a_story_only_is_encoded_plainly():
    assert encode(Output.secret(1).unsecret(reason="ok")) == 1
    assert isinstance(Output.secret(1).unsecret(reason="ok").labelled(), Labelled)

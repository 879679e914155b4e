"""With the real SDK: values through its codec and back, the algebra side by side, whole programs.

The losses of the way through the SDK are those that docs/values.md lists: a secret inside of a
property covers all of it, and all of it is unknown if a part is; nulls vanish from maps; the
kinds of unknowns and the hashes of assets are forgotten; numbers are doubles.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from values.strategies import containers, keys, scalars, texts

from confty.values import Labelled, Output, Receiver, decode_properties, label, stripped, structs
from confty.values.labels import mapped, summary
from confty.values.sdkview import seen_properties

pulumi = pytest.importorskip("pulumi")
pytest.importorskip("pulumi_random")

from google.protobuf import struct_pb2  # noqa: E402
from pulumi.runtime import rpc  # noqa: E402
from pulumi.runtime import settings as sdk  # noqa: E402
from pulumi_monitor import Monitor, Provider, run_program  # noqa: E402

from confty.values import Unknown, encode  # noqa: E402
from confty.values.wire import decode  # noqa: E402

pytestmark = pytest.mark.timeout(120)
FEATURES = {0, 1, 2}


def in_the_sdk(coroutine):
    """Run something of the SDK's on a loop, with its features on and a limit of time."""

    async def limited():
        sdk.SETTINGS.monitor_features = FEATURES
        sdk.SETTINGS.dry_run = True
        return await asyncio.wait_for(coroutine(), 20)

    return asyncio.run(limited())


# -- values through their codec ---------------------------------------------------------------

unknown_leaves = st.builds(lambda secret: Labelled(Unknown(), secret), st.booleans())
trees = st.recursive(
    scalars | unknown_leaves,
    lambda inner: containers(inner) | st.builds(lambda value: label(value, secret=True), inner),
    max_leaves=10,
)
property_maps = st.dictionaries(
    keys.filter(lambda key: not key.startswith("_")), trees, max_size=4
)


def as_the_sdk_keeps_it(tree):
    """The documented losses: a secret on top of the property, no nulls in maps, plain doubles."""

    def without_nulls(node):
        if isinstance(node, dict):
            return {key: item for key, item in node.items() if not is_null(item)}
        return node

    found = summary(tree)
    if found.secret and found.unknown:
        # A secret Output of the SDK is known as a whole or not at all.
        return Labelled(Unknown(), secret=True)
    bare = stripped(mapped(tree, without_nulls))
    return label(relabelled(bare), secret=found.secret)


def is_null(item):
    bare = item.value if isinstance(item, Labelled) else item
    return bare is None


def relabelled(bare):
    return mapped(bare, lambda node: Labelled(Unknown()) if isinstance(node, Unknown) else node)


@given(property_maps)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_our_wire_through_the_sdk_and_back(properties):
    message = structs.to_struct(properties)

    async def through():
        seen = rpc.deserialize_properties(message, keep_unknowns=True)
        given = {key: sdk_input(value) for key, value in seen.items()}
        return await rpc.serialize_properties(given, {})

    back = structs.from_struct(in_the_sdk(through))
    wanted = {key: as_the_sdk_keeps_it(tree) for key, tree in properties.items()}
    wanted = {key: tree for key, tree in wanted.items() if tree is not None}
    found = {key: as_the_sdk_keeps_it(tree) for key, tree in back.items()}
    assert simple(found) == simple(wanted)


def simple(properties):
    """A property that is secret and null is sent by nobody twice in the same way; leave it out."""
    return {
        key: tree
        for key, tree in properties.items()
        if not (isinstance(tree, Labelled) and tree.value is None)
    }


def sdk_input(value):
    """What a provider's program would do with what it got: secrets become secret Outputs."""
    if rpc.is_rpc_secret(value):
        return pulumi.Output.secret(rpc.unwrap_rpc_secret(value))
    return value


@given(property_maps)
@settings(max_examples=80, deadline=None)
def test_we_know_what_the_sdk_sees(properties):
    wire = {key: encode(tree) for key, tree in properties.items()}
    message = struct_pb2.Struct()
    message.update(wire)

    async def look():
        return rpc.deserialize_properties(message, keep_unknowns=True)

    assert plain_seen(in_the_sdk(look)) == plain_ours(seen_properties(wire, preview=True))


def plain_seen(value):
    if isinstance(value, dict):
        if rpc.is_rpc_secret(value):
            return ("secret", plain_seen(value["value"]))
        return {key: plain_seen(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_seen(item) for item in value]
    return "unknown!" if isinstance(value, pulumi.output.Unknown) else value


def plain_ours(value):
    if isinstance(value, Labelled):
        return ("secret", plain_ours(value.value))
    if isinstance(value, dict):
        return {key: plain_ours(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_ours(item) for item in value]
    return "unknown!" if isinstance(value, Unknown) else value


# -- the algebra side by side -----------------------------------------------------------------

plans = st.recursive(
    st.tuples(st.just("plain"), scalars)
    | st.tuples(st.just("output"), texts, st.booleans(), st.booleans()),
    lambda inner: (
        st.tuples(st.just("list"), st.lists(inner, max_size=3))
        | st.tuples(st.just("dict"), st.dictionaries(keys, inner, max_size=3))
        | st.tuples(st.just("secret"), inner)
        | st.tuples(st.just("apply"), inner)
        | st.tuples(st.just("flat"), inner, inner)
        | st.tuples(st.just("all"), st.lists(inner, max_size=3))
        | st.tuples(st.just("json"), inner)
    ),
    max_leaves=8,
)


def ours(plan):
    kind, *rest = plan
    if kind == "plain":
        return rest[0]
    if kind == "output":
        text, known, secret = rest
        made = Output.of(text) if known else Output.unknown()
        return Output.secret(made) if secret else made
    if kind == "list":
        return [ours(item) for item in rest[0]]
    if kind == "dict":
        return {key: ours(item) for key, item in rest[0].items()}
    if kind == "secret":
        return Output.secret(ours(rest[0]))
    if kind == "apply":
        return Output.of(ours(rest[0])).apply(lambda value: [value])
    if kind == "flat":
        other = ours(rest[1])
        return Output.of(ours(rest[0])).apply(lambda _: Output.of(other))
    if kind == "all":
        return Output.of([ours(item) for item in rest[0]])
    return Output.json_dumps(ours(rest[0]), sort_keys=True)


def theirs(plan):
    kind, *rest = plan
    if kind == "plain":
        return rest[0]
    if kind == "output":
        text, known, secret = rest
        return pulumi.Output(set(), done(text), done(known), done(secret))
    if kind == "list":
        return [theirs(item) for item in rest[0]]
    if kind == "dict":
        return {key: theirs(item) for key, item in rest[0].items()}
    if kind == "secret":
        return pulumi.Output.secret(theirs(rest[0]))
    if kind == "apply":
        return pulumi.Output.from_input(theirs(rest[0])).apply(lambda value: [value])
    if kind == "flat":
        other = theirs(rest[1])
        first = pulumi.Output.from_input(theirs(rest[0]))
        return first.apply(lambda _: pulumi.Output.from_input(other))
    if kind == "all":
        return pulumi.Output.all(*[theirs(item) for item in rest[0]])
    return pulumi.Output.json_dumps(theirs(rest[0]), sort_keys=True)


def done(value):
    future = asyncio.get_running_loop().create_future()
    future.set_result(value)
    return future


@given(plans)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_algebra_agrees_once_flattened(plan):
    async def run():
        data = await pulumi.Output.from_input(theirs(plan))._data
        return data.is_known, data.is_secret, plain_seen(data.value) if data.is_known else None

    output = Output.of(ours(plan))
    known = output.is_known()
    value = plain_ours(stripped(output.labelled())) if known else None
    assert (known, output.is_secret(), value) == in_the_sdk(run)


@given(plans)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_flat_receiver_gets_what_the_sdk_sends(plan):
    async def run():
        sent = await rpc.serialize_property(theirs(plan), [], None)
        kept = await rpc.serialize_property(theirs(plan), [], None, keep_output_values=True)
        return sent, kept

    sent, kept = in_the_sdk(run)
    assert encode(ours(plan), Receiver(flat=True)) == sent
    assert encode(ours(plan), Receiver(flat=True, outputs=True)) == kept


# -- whole programs ---------------------------------------------------------------------------

PROGRAM = """
import pulumi
import pulumi_random as random

config = pulumi.Config()
token = config.require_secret("token")
pet = random.RandomPet("pet", length=2)
password = random.RandomPassword(
    "password", length=16, keepers={"pet": pet.id, "token": token, "plain": "x"}
)
pulumi.export("pet", pet.id)
pulumi.export("password", password.result)
pulumi.export("greeting", pulumi.Output.concat("hello ", pet.id))
pulumi.export("both", {"open": "x", "token": token})
"""

COMPONENT = """
import pulumi
import pulumi_random as random


class Remote(pulumi.ComponentResource):
    answer: pulumi.Output[str]

    def __init__(self, name, props):
        super().__init__("test:index:Remote", name, {**props, "answer": None}, None, remote=True)


pet = random.RandomPet("pet")
remote = Remote("remote", {"id": pet.id, "token": pulumi.Output.secret("s3cr3t"), "pet": pet})
pulumi.export("remote", remote.urn)
"""

PROVIDERS = {
    "random:index/randomPassword:RandomPassword": Provider(
        ("result", "bcryptHash"), lambda _: {"result": "hunter2", "bcryptHash": "$2a$"}
    ),
}
PET = "urn:pulumi:dev::proj::random:index/randomPet:RandomPet::pet"


def run(tmp_path: Path, text: str, *, preview: bool) -> Monitor:
    program = tmp_path / "program.py"
    program.write_text(text)
    with Monitor(preview=preview, providers=PROVIDERS) as monitor:
        done = run_program(
            monitor,
            program,
            config={"proj:token": "s3cr3t"},
            secret_keys=("proj:token",),
            timeout=90,
        )
    assert done.code == 0, done.stderr
    return monitor


def test_a_program_in_preview(tmp_path):
    monitor = run(tmp_path, PROGRAM, preview=True)
    password = monitor.registered("password")
    assert password.type == "random:index/randomPassword:RandomPassword"
    assert password.custom
    assert set(password.additional_secrets) == {"bcryptHash", "result"}
    assert password.property_dependencies["keepers"] == {PET}
    keepers = password.inputs["keepers"]
    assert keepers == {
        "pet": Labelled(Unknown()),
        "token": Labelled("s3cr3t", secret=True),
        "plain": "x",
    }
    assert monitor.stack_outputs == {
        "pet": Labelled(Unknown()),
        "password": Labelled(Unknown(), secret=True),
        "greeting": Labelled(Unknown()),
        "both": {"open": "x", "token": Labelled("s3cr3t", secret=True)},
    }


def test_a_program_in_update(tmp_path):
    monitor = run(tmp_path, PROGRAM, preview=False)
    assert monitor.registered("password").inputs["keepers"] == {
        "pet": "pet-id",
        "token": Labelled("s3cr3t", secret=True),
        "plain": "x",
    }
    assert monitor.stack_outputs == {
        "pet": "pet-id",
        "password": Labelled("hunter2", secret=True),
        "greeting": "hello pet-id",
        "both": {"open": "x", "token": Labelled("s3cr3t", secret=True)},
    }
    # What is displayed of it shows no secret.
    assert "s3cr3t" not in repr(monitor.stack_outputs)
    assert "hunter2" not in repr(monitor.registrations)


@pytest.mark.parametrize("preview", [True, False])
def test_a_remote_component_sends_output_values(tmp_path, preview):
    monitor = run(tmp_path, COMPONENT, preview=preview)
    inputs = monitor.registered("remote").inputs
    pet = label(Unknown() if preview else "pet-id", dependencies=[PET])
    assert inputs["id"] == pet
    assert inputs["token"] == Labelled("s3cr3t", secret=True)
    reference = inputs["pet"]
    assert reference.urn == PET
    assert reference.id == (Unknown() if preview else "pet-id")


def test_decode_reads_a_property_map_with_a_signature_key_at_the_top():
    from confty.values.signatures import KEY, SECRET

    assert decode_properties({KEY: SECRET, "value": 1}) == {KEY: SECRET, "value": 1}
    assert decode({KEY: SECRET, "value": 1}) == Labelled(1, secret=True)

"""We stand in the engine's place: a component of the SDK gets inputs that we encoded.

Each kind of label goes through their decoder, their ``apply`` and ``concat``, and their encoder,
and comes back to our decoder with what the rules say it must have.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading

import pytest

pytest.importorskip("pulumi")
grpc = pytest.importorskip("grpc")

from pulumi.runtime.proto import provider_pb2, provider_pb2_grpc  # noqa: E402
from pulumi_monitor import Monitor  # noqa: E402

from confty.values import Labelled, Unknown, label, structs  # noqa: E402
from confty.values.wire import COMPONENT  # noqa: E402

pytestmark = pytest.mark.timeout(120)
URN = "urn:pulumi:dev::proj::pkg:mod:Typ::nm"

PROGRAM = """
import sys
import pulumi
import pulumi.provider as provider


class Echo(provider.Provider):
    def __init__(self):
        super().__init__("0.0.1")

    def construct(self, name, resource_type, inputs, options=None):
        component = pulumi.ComponentResource(resource_type, name, {}, options)
        value = pulumi.Output.from_input(inputs["value"])
        state = {"same": value, "text": pulumi.Output.concat("<", value, ">")}
        return provider.ConstructResult(component.urn, state)


provider.main(Echo(), sys.argv[1:])
"""


@pytest.fixture(scope="module")
def echo(tmp_path_factory):
    """A component provider in a process of its own, and the monitor it talks to."""
    program = tmp_path_factory.mktemp("echo") / "echo.py"
    program.write_text(PROGRAM)
    with Monitor(preview=True) as monitor:
        process = subprocess.Popen(
            [sys.executable, str(program), monitor.address],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        try:
            port = int(first_line(process, 60))
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                yield provider_pb2_grpc.ResourceProviderStub(channel), monitor
        finally:
            process.kill()
            process.wait(10)
            process.stdout.close()


def first_line(process, seconds: float) -> bytes:
    lines: queue.Queue[bytes] = queue.Queue()
    thread = threading.Thread(target=lambda: lines.put(process.stdout.readline()), daemon=True)
    thread.start()
    return lines.get(timeout=seconds)


CASES = {
    "plain": "x",
    "secret": Labelled("x", secret=True),
    "depends": label("x", dependencies=[URN]),
    "secret depends": label("x", secret=True, dependencies=[URN]),
    "unknown": label(Unknown(), dependencies=[URN]),
    "secret unknown": label(Unknown(), secret=True, dependencies=[URN]),
}


@pytest.mark.parametrize("preview", [True, False], ids=["preview", "update"])
@pytest.mark.parametrize("name", CASES)
def test_labels_through_a_component(echo, name, preview):
    stub, monitor = echo
    value = CASES[name]
    request = provider_pb2.ConstructRequest(
        project="proj",
        stack="dev",
        dryRun=preview,
        monitorEndpoint=monitor.address,
        type="test:index:Echo",
        name=f"{name.replace(' ', '-')}-{preview}",
        inputs=structs.to_struct({"value": value}, COMPONENT),
        accepts_output_values=True,
    )
    answer = stub.Construct(request, timeout=60)
    # The answer says apart from the values what they depend on.
    state = {
        key: label(found, dependencies=answer.stateDependencies[key].urns)
        for key, found in structs.from_struct(answer.state).items()
    }
    assert state["same"] == value
    wanted = value
    if isinstance(value, Labelled) and not value.unknown:
        wanted = Labelled("<x>", value.secret, value.dependencies)
    elif not isinstance(value, Labelled):
        wanted = "<x>"
    assert state["text"] == wanted

"""The converter plugin over a real connection, with the engine's loader and mapper beside it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent import futures
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from pulumi.runtime.proto import converter_pb2, converter_pb2_grpc
from pulumi.runtime.proto.codegen import hcl_pb2, mapper_pb2

from confty.pulumi.converter import Converter
from pulumi_host.served import write

TABLE = {
    "resources": {"acme_disk": {"tok": "acme:storage/disk:Disk"}},
    "dataSources": {"acme_zone": {"tok": "acme:core/getZone:getZone"}},
}


@contextmanager
def served(add: Any, servicer: Any) -> Iterator[str]:
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=2))
    add(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(grace=0.2).wait(5)


def answer_mappings(_: Any, server: Any) -> None:
    """The engine's mapper, which knows one provider."""

    def answer(request: Any, context: Any) -> Any:
        del context
        data = json.dumps(TABLE).encode() if request.provider == "acme" else b""
        return mapper_pb2.GetMappingResponse(data=data)

    handler = grpc.unary_unary_rpc_method_handler(
        answer,
        request_deserializer=mapper_pb2.GetMappingRequest.FromString,
        response_serializer=mapper_pb2.GetMappingResponse.SerializeToString,
    )
    methods = grpc.method_handlers_generic_handler("codegen.Mapper", {"GetMapping": handler})
    server.add_generic_rpc_handlers((methods,))


@pytest.fixture
def stub() -> Iterator[Any]:
    add = converter_pb2_grpc.add_ConverterServicer_to_server
    with served(add, Converter()) as address, grpc.insecure_channel(address) as channel:
        yield converter_pb2_grpc.ConverterStub(channel)


def asked(stub: Any, source: Path, target: Path, **more: Any) -> Any:
    return stub.ConvertProgram(
        converter_pb2.ConvertProgramRequest(
            source_directory=str(source), target_directory=str(target), **more
        )
    )


def test_terraform_by_the_tables_of_the_engine(stub, tmp_path):
    text = (
        'resource "acme_disk" "big_disk" {\n  size_gb = 3\n}\n'
        'data "acme_zone" "z" {}\nlocals { t = templatefile("a", {}) }\n'
    )
    source = write(tmp_path / "from", {"main.tf": text})
    with served(answer_mappings, None) as mapper:
        said = asked(stub, source, tmp_path / "to", mapper_target=mapper).diagnostics
    made = (tmp_path / "to" / "main.pp").read_text()
    assert 'resource "bigDisk" "acme:storage/disk:Disk"' in made
    assert 'invoke("acme:core/getZone:getZone", {' in made
    places = [(one.severity, one.subject.start.line) for one in said if one.HasField("subject")]
    assert places == [(hcl_pb2.DIAG_WARNING, 5)]


def test_pcl_is_handed_on_and_pulumi_yaml_is_read(stub, tmp_path):
    pcl = write(tmp_path / "pcl", {"main.pp": "a = 1\n", "part/main.pp": "b = 2\n"})
    assert not asked(stub, pcl, tmp_path / "one").diagnostics
    assert (tmp_path / "one" / "part" / "main.pp").read_text() == "b = 2\n"
    yaml = write(tmp_path / "yaml", {"Pulumi.yaml": "name: p\nruntime: yaml\noutputs: {a: 1}\n"})
    assert not asked(stub, yaml, tmp_path / "two").diagnostics
    assert 'output "a" {' in (tmp_path / "two" / "main.pp").read_text()


def test_mistakes_are_diagnostics_and_missing_folders_errors(stub, tmp_path):
    broken = write(tmp_path / "from", {"main.tf": "resource {{{\n"})
    said = asked(stub, broken, tmp_path / "to").diagnostics
    assert hcl_pb2.DIAG_ERROR in [one.severity for one in said]
    assert not (tmp_path / "to").exists()
    with pytest.raises(grpc.RpcError) as caught:
        asked(stub, tmp_path / "nowhere", tmp_path / "to")
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_a_state_lists_what_to_import(stub, tmp_path):
    state = {
        "version": 4,
        "resources": [
            {"mode": "data", "type": "acme_zone", "name": "z", "instances": [{}]},
            {
                "mode": "managed",
                "type": "acme_disk",
                "name": "d",
                "module": "module.m",
                "instances": [
                    {"index_key": "a", "attributes": {"id": "d-1"}},
                    {"index_key": "b", "attributes": {}},
                ],
            },
        ],
    }
    path = tmp_path / "terraform.tfstate"
    path.write_text(json.dumps(state))
    with served(answer_mappings, None) as mapper:
        answer = stub.ConvertState(
            converter_pb2.ConvertStateRequest(args=[str(path)], mapper_target=mapper)
        )
    found = [(one.type, one.name, one.id) for one in answer.resources]
    assert found == [("acme:storage/disk:Disk", "m-d-a", "d-1")]
    assert ["m-d-b" in one.summary for one in answer.diagnostics] == [True]


def test_the_program_says_its_port():
    program = "import sys; from confty.pulumi.main import converter; sys.exit(converter())"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout is not None
        assert int(started.stdout.readline()) > 0
        started.terminate()

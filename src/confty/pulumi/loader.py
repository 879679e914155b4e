"""Schemas from the engine: it serves them to language hosts, whatever plugin they come from."""

from __future__ import annotations

from typing import Final

import grpc
from pulumi.runtime.proto.codegen import loader_pb2

from confty.language import Unreadable
from confty.languages.pcl.schemas import Choice
from confty.pulumi.connection import OPTIONS

_NOT_THERE: Final = (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.UNIMPLEMENTED)


class EngineSchemas:
    """Asks the engine's loader."""

    def __init__(self, target: str) -> None:
        self._channel = grpc.insecure_channel(target, options=OPTIONS)
        # By its name, because the package's own module for this service cannot be imported.
        self._ask = self._channel.unary_unary(
            "/codegen.Loader/GetSchema",
            request_serializer=loader_pb2.GetSchemaRequest.SerializeToString,
            response_deserializer=loader_pb2.GetSchemaResponse.FromString,
        )

    def __call__(self, choice: Choice) -> bytes | None:
        """The schema of a package; None when the engine knows none."""
        request = loader_pb2.GetSchemaRequest(
            package=choice.base or choice.name,
            version=choice.base_version if choice.base else choice.version,
            download_url=choice.url,
        )
        if choice.value:
            request.parameterization.CopyFrom(
                loader_pb2.Parameterization(
                    name=choice.name, version=choice.version, value=choice.value
                )
            )
        try:
            return bytes(self._ask(request).schema)
        except grpc.RpcError as error:
            if error.code() in _NOT_THERE:
                return None
            raise Unreadable(f"the engine refused: {error.details()}") from None

    def close(self) -> None:
        """End the connection."""
        self._channel.close()

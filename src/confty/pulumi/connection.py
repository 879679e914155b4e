"""The connection to an engine: its two services, and what a call to them may end in."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, TypeVar

import grpc
from google.protobuf import empty_pb2
from pulumi.runtime.proto import engine_pb2, engine_pb2_grpc, resource_pb2_grpc

from confty.languages.pcl.evaluator import EngineRefusal

Answer = TypeVar("Answer")

#: Messages carry whole archives at times; the engine's own limit is the same.
OPTIONS: Final = (
    ("grpc.max_send_message_length", 400 << 20),
    ("grpc.max_receive_message_length", 400 << 20),
)
_GONE: Final = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED})


class Gone(Exception):
    """The engine has ended the run, or is no longer there; nothing more can be said to it."""


class Connection:
    """The two services of an engine that a program calls."""

    def __init__(self, monitor: str, engine: str) -> None:
        self._channels = [grpc.insecure_channel(monitor, options=OPTIONS)]
        if engine and engine != monitor:
            self._channels.append(grpc.insecure_channel(engine, options=OPTIONS))
        self.monitor = resource_pb2_grpc.ResourceMonitorStub(self._channels[0])
        self.engine = engine_pb2_grpc.EngineStub(self._channels[-1]) if engine else None
        self._cancelled = threading.Event()

    def ask(self, method: Callable[..., Answer], message: object) -> Answer:
        """Make a call; raises ``EngineRefusal`` when refused, ``Gone`` when nobody answers."""
        if self._cancelled.is_set():
            raise Gone("the run was cancelled")
        try:
            return method(message)
        except grpc.RpcError as error:
            if self._cancelled.is_set():
                raise Gone("the run was cancelled") from None
            if error.code() in _GONE:
                raise Gone("the connection to the engine is lost") from None
            raise EngineRefusal(error.details() or error.code().name.lower()) from None

    def features(self) -> frozenset[int]:
        """What the engine can do, as it says; an old one that does not say can do the least."""
        try:
            info = self.ask(self.monitor.GetDeploymentInfo, empty_pb2.Empty())
        except EngineRefusal:
            return frozenset()
        return frozenset(info.supportedFeatures)

    def log(self, severity: engine_pb2.LogSeverity.ValueType, text: str) -> None:
        """Show something to the user; a text that cannot be shown is not worth a failure."""
        if self.engine is None:
            return
        try:
            self.ask(self.engine.Log, engine_pb2.LogRequest(severity=severity, message=text))
        except (EngineRefusal, Gone):
            return

    def cancel(self) -> None:
        """Fail all calls from now on."""
        self._cancelled.set()
        self.close()

    def close(self) -> None:
        """End the connection."""
        for channel in self._channels:
            channel.close()

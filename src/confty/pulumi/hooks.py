"""Hooks: commands of the program that the engine asks us to run around its work."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import grpc
from pulumi.runtime.proto import callback_pb2, callback_pb2_grpc, resource_pb2

from confty.languages.pcl.evaluator import Hook
from confty.languages.pcl.evaluator.values import from_engine
from confty.pulumi.connection import Connection
from confty.values.structs import from_bytes


class HookServer(callback_pb2_grpc.CallbacksServicer):
    """Serves the hooks of one run."""

    def __init__(self, connection: Connection) -> None:
        self.connection: Final = connection
        self._lock: Final = threading.Lock()
        self._registered: set[str] = set()
        self._running: dict[str, Callable[[bytes], bytes]] = {}
        self._server: Final = grpc.server(ThreadPoolExecutor(max_workers=4))
        callback_pb2_grpc.add_CallbacksServicer_to_server(self, self._server)
        port = self._server.add_insecure_port("127.0.0.1:0")
        self._server.start()
        self.address: Final = f"127.0.0.1:{port}"

    def register(self, hook: Hook, *, on_error: bool = False) -> None:
        """Tell the engine of a hook, once."""
        with self._lock:
            if hook.name in self._registered:
                return
            self._registered.add(hook.name)
        token = str(uuid.uuid4())
        run = _error_hook if on_error else _hook
        self._running[token] = lambda request: run(hook, request)
        callback = callback_pb2.Callback(target=self.address, token=token)
        monitor = self.connection.monitor
        if on_error:
            message = resource_pb2.RegisterErrorHookRequest(name=hook.name, callback=callback)
            self.connection.ask(monitor.RegisterErrorHook, message)
        else:
            message = resource_pb2.RegisterResourceHookRequest(
                name=hook.name,
                callback=callback,
                on_dry_run=hook.in_preview,
                ignore_errors=hook.ignore_errors,
            )
            self.connection.ask(monitor.RegisterResourceHook, message)

    def Invoke(self, request: Any, context: Any) -> object:  # noqa: N802  the service's name
        """Run the hook that a token stands for."""
        run = self._running.get(request.token)
        if run is None:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "there is no such callback")
            raise AssertionError
        return callback_pb2.CallbackInvokeResponse(response=run(request.request))

    def close(self) -> None:
        """Stop serving."""
        self._server.stop(grace=1)


def _arguments(message: Any) -> dict[str, object]:
    """What a hook is told, under the names that programs read."""

    def properties(name: str) -> object:
        if name not in message.DESCRIPTOR.fields_by_name:
            return {}
        return from_engine(from_bytes(getattr(message, name).SerializeToString()))

    return {
        "urn": message.urn,
        "name": message.name,
        "type": message.type,
        "id": message.id,
        "newInputs": properties("new_inputs"),
        "oldInputs": properties("old_inputs"),
        "newOutputs": properties("new_outputs"),
        "oldOutputs": properties("old_outputs"),
    }


def _hook(hook: Hook, request: bytes) -> bytes:
    message = resource_pb2.ResourceHookRequest.FromString(request)
    answer = resource_pb2.ResourceHookResponse()
    if not hook.run(_arguments(message)):
        answer.error = f"the hook {hook.name!r} of {message.name!r} failed"
    return bytes(answer.SerializeToString())


def _error_hook(hook: Hook, request: bytes) -> bytes:
    message = resource_pb2.ErrorHookRequest.FromString(request)
    answer = resource_pb2.ErrorHookResponse(retry=hook.run(_arguments(message)))
    return bytes(answer.SerializeToString())

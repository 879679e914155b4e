"""The manners of the protocol, on top of pygls' JSON-RPC: plain JSON in, plain JSON out.

Requests are answered by coroutines; what one raises becomes an error for the client and a line in
the log.  Nothing is answered before ``initialize`` and after ``shutdown`` but with an error.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from pygls.protocol import JsonRPCProtocol
from pygls.server import JsonRPCServer

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
NOT_INITIALIZED: Final = -32002
REQUEST_FAILED: Final = -32803
REQUEST_CANCELLED: Final = -32800
CONTENT_MODIFIED: Final = -32801

Json: TypeAlias = Any
Handler: TypeAlias = Callable[[Json], Awaitable[Json]]
NoteHandler: TypeAlias = Callable[[Json], None]

_LOG: Final = logging.getLogger("confty.server")


class Refused(Exception):
    """A request that cannot be carried out, for a reason that the user is told."""

    def __init__(self, reason: str, code: int = REQUEST_FAILED) -> None:
        super().__init__(reason)
        self.code: Final = code


class Protocol(JsonRPCProtocol):
    """Messages of one connection."""

    def __init__(self, server: JsonRPCServer, converter: Any) -> None:
        super().__init__(server, converter)
        self.requests: dict[str, Handler] = {}
        self.notifications: dict[str, NoteHandler] = {}
        self.initialized = False
        self.ended: Callable[[int], None] = lambda _: None
        self._running: dict[object, asyncio.Task[None]] = {}
        self._asked: dict[object, asyncio.Future[Json]] = {}
        self._last = 0

    # Coming in.

    def structure_message(self, data: dict[str, object]) -> object:
        """Leave messages as the JSON they are."""
        return data

    def handle_message(self, message: object) -> None:
        """Take one message."""
        if not isinstance(message, dict) or message.get("jsonrpc") != self.VERSION:
            self.fail(None, INVALID_REQUEST, "expected a message of JSON-RPC 2.0")
            return
        method, key = message.get("method"), message.get("id")
        if not isinstance(key, str | int | float | None):
            self.fail(None, INVALID_REQUEST, "expected a number or a string as `id`")
        elif method is None:
            self._answered(message)
        elif "id" in message:
            self._request(key, str(method), message.get("params"))
        else:
            self._notification(str(method), message.get("params"))

    def _request(self, key: object, method: str, params: Json) -> None:
        if method == "initialize" and self.initialized:
            self.fail(key, INVALID_REQUEST, "the server is initialized already")
        elif method != "initialize" and not self.initialized:
            self.fail(key, NOT_INITIALIZED, "expected `initialize` first")
        elif self._shutdown:
            self.fail(key, INVALID_REQUEST, "the server was told to shut down")
        elif method not in self.requests:
            self.fail(key, METHOD_NOT_FOUND, f"there is no method {method!r}")
        else:
            if method == "initialize":
                self.initialized = True
            task = asyncio.get_running_loop().create_task(self._answer(key, method, params))
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key, None))

    async def _answer(self, key: object, method: str, params: Json) -> None:
        try:
            result = await self.requests[method](params or {})
        except asyncio.CancelledError:
            self.fail(key, REQUEST_CANCELLED, "the request was cancelled")
        except Refused as refused:
            self.fail(key, refused.code, str(refused))
        except Exception as error:  # noqa: BLE001  a failing request is no end of the server
            if _is_of_params(error):
                self.fail(key, INVALID_PARAMS, f"wrong parameters for {method!r}")
            else:
                self._defect(key, method, error)
        else:
            self.send({"jsonrpc": self.VERSION, "id": key, "result": result})

    def _defect(self, key: object, method: str, error: Exception) -> None:
        _LOG.error("%s failed", method, exc_info=error)
        self.fail(key, INTERNAL_ERROR, f"{method} failed: {type(error).__name__}")

    def _notification(self, method: str, params: Json) -> None:
        if method == "exit":
            self.ended(0 if self._shutdown else 1)
        elif method == "$/cancelRequest":
            key = params.get("id") if isinstance(params, dict) else None
            task = self._running.get(key) if isinstance(key, str | int | float) else None
            if task is not None:
                task.cancel()
        elif not self.initialized or self._shutdown:
            _LOG.info("%s is dropped", method)
        elif method in self.notifications:
            try:
                self.notifications[method](params or {})
            except Exception as error:  # noqa: BLE001  the next message is waiting
                if _is_of_params(error):
                    _LOG.warning("wrong parameters for %r", method)
                else:
                    _LOG.exception("%s failed", method)
        elif not method.startswith("$/"):
            _LOG.info("there is no notification %r", method)

    def _answered(self, message: Json) -> None:
        future = self._asked.pop(message.get("id"), None)
        if future is None or future.done():
            return
        if "error" in message:
            error = message["error"]
            said = error.get("message", "") if isinstance(error, dict) else error
            future.set_exception(Refused(str(said)))
        else:
            future.set_result(message.get("result"))

    def close(self) -> None:
        """Answer no more requests, those under way neither."""
        self._shutdown = True

    # Going out.

    def send(self, message: Json) -> None:
        """Write one message."""
        body = json.dumps(message, separators=(",", ":")).encode()
        if self.writer is None:
            return
        try:
            # Called in the thread of the loop alone, so messages do not mix.
            self.writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        except (BrokenPipeError, ConnectionError, ValueError, RuntimeError):
            self.ended(1)

    def fail(self, key: object, code: int, message: str) -> None:
        """Answer a request with an error."""
        error = {"code": code, "message": message}
        self.send({"jsonrpc": self.VERSION, "id": key, "error": error})

    def tell(self, method: str, params: Json) -> None:
        """Send a notification."""
        self.send({"jsonrpc": self.VERSION, "method": method, "params": params})

    def ask(self, method: str, params: Json) -> asyncio.Future[Json]:
        """Send a request to the client."""
        self._last += 1
        key = f"confty-{self._last}"
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        # Nobody has to wait for it.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._asked[key] = future
        self.send({"jsonrpc": self.VERSION, "id": key, "method": method, "params": params})
        return future


def _is_of_params(error: Exception) -> bool:
    """Whether an error comes from reading parameters that have not the shape they should have."""
    if not isinstance(error, KeyError | TypeError | ValueError | AttributeError):
        return False
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    module = "" if trace is None else str(trace.tb_frame.f_globals.get("__name__", ""))
    return module.startswith("confty.server.")


class ProtocolServer(JsonRPCServer):
    """pygls' server with our protocol: standard streams or a socket."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(Protocol, lambda: None)  # type: ignore[arg-type,return-value]  # ours needs no converter
        self.code = 1
        self.protocol.ended = self._ended

    def _ended(self, code: int) -> None:
        self.code = code
        if self._stop_event is not None:
            self._stop_event.set()
        if self._server is not None:
            self._server.close()

    def report_server_error(self, error: Exception, source: object) -> None:
        """Tell a client that a message could not be read."""
        del source
        _LOG.error("a message could not be read: %s", type(error).__name__)
        self.protocol.fail(None, PARSE_ERROR, "the message is not JSON")


def log_to_stderr(level: str) -> None:
    """Write the log where a client shows it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("confty: %(levelname)s: %(message)s"))
    # What pygls could not do is said in our words.
    logging.getLogger("pygls").addHandler(logging.NullHandler())
    logger = logging.getLogger("confty")
    logger.addHandler(handler)
    logger.setLevel(
        level.upper() if level.upper() in logging.getLevelNamesMapping() else "WARNING"
    )

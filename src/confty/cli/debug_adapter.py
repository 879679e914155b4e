"""``confty debug --adapter``: the Debug Adapter Protocol over standard input and output."""

from __future__ import annotations

import json
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, BinaryIO

from confty.cli import flags
from confty.cli.declared import Options
from confty.languages.phy.evaluator.effects import Effects
from confty.languages.phy.stepping.adapter import Adapter, Json, Refused
from confty.languages.phy.stepping.reduction import Reduction
from confty.report.terminal import full

# A message that is longer is none of an editor's, and neither is such a line before one.
_LONGEST = 16 << 20
_LONGEST_LINE = 1000


class _Console:
    """Where a debugged program writes: to the editor."""

    def __init__(self, write: Callable[[int, bytes], None]) -> None:
        self.write = write


def serve(
    options: Options,
    opened: Callable[[Options, str, Callable[[Any], Effects]], Reduction],
) -> int:
    """Answer an editor until it leaves; ``opened`` begins the run of a file."""
    out = sys.stdout.buffer
    sent = 0

    def send(message: Json) -> None:
        nonlocal sent
        sent += 1
        body = json.dumps({"seq": sent, **message}).encode()
        out.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        out.flush()

    def tell(event: str, body: Json) -> None:
        # Told after the answer to what brought it about.
        events.append({"type": "event", "event": event, "body": body})
        if not answering:
            flush()

    def flush() -> None:
        for event in events:
            send(event)
        events.clear()

    def begin(given: Json, write: Callable[[int, bytes], None]) -> Reduction:
        try:
            return opened(options, given["program"], lambda host: Effects(host, _Console(write)))
        except flags.BadUsage as bad:
            raise Refused(str(bad)) from None

    events: list[Json] = []
    answering = False
    requests: queue.Queue[bytes | None] = queue.Queue()
    # A reader of our own: Python waits for its own one when it ends, and this one may be waiting.
    stream = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115  as long as the process
    threading.Thread(target=_listen, args=(stream, requests), daemon=True).start()
    adapter = Adapter(begin, tell, lambda: not requests.empty(), lambda one: f"{full(one)}\n")
    while (request := _request(requests)) is not None:
        answering = True
        send(_answered(adapter, request))
        answering = False
        flush()
        adapter.go_on()
        if request.get("command") == "disconnect":
            break
    return 0


def _answered(adapter: Adapter, request: Json) -> Json:
    command, number = request.get("command"), request.get("seq")
    command = command if isinstance(command, str) else ""
    number = number if isinstance(number, int) else 0
    answer: Json = {"type": "response", "request_seq": number, "command": command}
    given = request.get("arguments")
    try:
        body = adapter.answer(command, given if isinstance(given, dict) else {})
    except Refused as refused:
        return {**answer, "success": False, "message": str(refused)}
    except (LookupError, TypeError, ValueError, ArithmeticError):
        return {**answer, "success": False, "message": f"wrong arguments for {command}"}
    return {**answer, "success": True, "body": body or {}}


def _request(requests: queue.Queue[bytes | None]) -> Json | None:
    """Wait for the next request and pass over what is none; None at the end."""
    while (body := requests.get()) is not None:
        try:
            found = json.loads(body)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and found.get("type") == "request":
            return found
    return None


def _listen(stream: BinaryIO, requests: queue.Queue[bytes | None]) -> None:
    """Read messages until there are no more; understood where the stack is large."""
    while True:
        length = 0
        while line := stream.readline(_LONGEST_LINE).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
        body = stream.read(length) if 0 < length <= _LONGEST else b""
        if len(body) < length or not length:
            requests.put(None)
            return
        requests.put(body)

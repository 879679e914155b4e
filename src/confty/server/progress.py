"""Saying that a check takes long, to clients that show such things."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, Final

from confty.server.protocol import Protocol

#: How long a check takes before anybody is told, in seconds.
_LONG: Final = 0.8


class Progress:
    """The check that is under way, if it takes long."""

    def __init__(self, protocol: Protocol, supports: Callable[..., Any]) -> None:
        self._protocol: Final = protocol
        self._supports: Final = supports
        self._timer: asyncio.TimerHandle | None = None
        self._token = ""
        self._last = 0

    def begun(self, name: str | None) -> None:
        """A check has begun, or the last one has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._token:
            self._tell({"kind": "end"})
            self._token = ""
        if name is not None and self._supports("window", "workDoneProgress"):
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(_LONG, self._show, os.path.basename(name))

    def _show(self, name: str) -> None:
        self._last += 1
        self._token = f"confty-check-{self._last}"
        self._protocol.ask("window/workDoneProgress/create", {"token": self._token})
        self._tell({"kind": "begin", "title": "confty", "message": f"checking {name}"})

    def _tell(self, value: dict[str, str]) -> None:
        self._protocol.tell("$/progress", {"token": self._token, "value": value})

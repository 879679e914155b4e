"""The same calls for programs with an event loop: the loop goes on while a file is worked on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from confty.api import calls

P = ParamSpec("P")
R = TypeVar("R")


def _later(function: Callable[P, R]) -> Callable[P, Coroutine[Any, Any, R]]:
    @wraps(function)
    async def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(function, *args, **kwargs)

    call.__name__ = call.__qualname__ = f"a{function.__name__}"
    return call


aload: Final = _later(calls.load)
aloads: Final = _later(calls.loads)
acheck: Final = _later(calls.check)

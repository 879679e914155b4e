"""Promises: asynchronous values without labels, and what drives them.

A promise may be awaited any number of times.  Its failure stops whoever needs the value; there is
no handling it.  Where an event loop runs, a promise starts at once on it; where none does, it
starts when somebody asks for a result, on a loop of our own that lives as long as it has work.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Generator
from typing import TYPE_CHECKING, Any, Generic, TypeGuard, TypeVar

if TYPE_CHECKING:
    import asyncio

T_co = TypeVar("T_co", covariant=True)


class Unsettled(RuntimeError):
    """Somebody asked for a result that is not there yet and that cannot be waited for here."""


class Promise(Generic[T_co]):
    """A value that will be there, or a failure that stops whoever needs it."""

    __slots__ = ("_awaitable", "_error", "_listeners", "_value", "done")

    def __init__(self, awaitable: Awaitable[T_co]) -> None:
        self._awaitable: Awaitable[T_co] | None = awaitable
        self._value: T_co | None = None
        self._error: BaseException | None = None
        self._listeners: list[Callable[[], None]] = []
        self.done = False
        if _running_loop() is not None:
            self._start()
        else:
            _local.unstarted.append(self)

    @classmethod
    def resolved(cls, value: T_co) -> Promise[T_co]:  # type: ignore[misc]  # a constructor
        """Make a promise that is kept already."""
        promise = cls.__new__(cls)
        promise._keep(value)  # noqa: SLF001  a constructor
        return promise

    def __repr__(self) -> str:
        return f"<Promise {'kept' if self.done else 'open'}>"

    def __await__(self) -> Generator[Any, None, T_co]:
        if not self.done:
            import asyncio  # noqa: PLC0415  loaded where it is needed

            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.on_done(lambda: None if waiting.done() else waiting.set_result(None))
            yield from waiting.__await__()
        return self.value()

    def wait(self) -> T_co:
        """Return the value, running it to its end where no event loop runs; fail if it failed."""
        if not self.done:
            drive(lambda: self.done)
        return self.value()

    def value(self) -> T_co:
        """Return the value of a promise that is done, or raise its failure."""
        if not self.done:
            raise Unsettled("this promise is still open; await it, or use wait()")
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value]  # done without error means a value

    def on_done(self, listener: Callable[[], None]) -> None:
        """Call ``listener`` once the promise is done; at once if it is."""
        if self.done:
            listener()
        else:
            self._listeners.append(listener)

    def _keep(self, value: T_co) -> None:  # type: ignore[misc]  # part of a constructor
        self._awaitable = self._error = None
        self._value = value
        self._listeners = []
        self.done = True

    def _start(self) -> None:
        import asyncio  # noqa: PLC0415  loaded where it is needed

        task = asyncio.ensure_future(_awaited(self._awaitable))  # type: ignore[arg-type]  # not yet done
        self._awaitable = None
        _local.tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[T_co]) -> None:
        _local.tasks.discard(task)
        if task.cancelled():
            self._error = Unsettled("the computation of this promise was cancelled")
        else:
            self._error = task.exception()
            if self._error is None:
                self._value = task.result()
        self.done = True
        listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener()


class _Local(threading.local):
    """What a thread has open: promises not started, tasks under way, the loop they run on."""

    def __init__(self) -> None:
        self.unstarted: list[Promise[Any]] = []
        self.tasks: set[asyncio.Task[Any]] = set()
        self.loop: asyncio.AbstractEventLoop | None = None


_local = _Local()


def is_awaitable(value: object) -> TypeGuard[Awaitable[Any]]:
    """Whether ``value`` is a coroutine, a future or a promise; ``inspect`` is slow to import."""
    return hasattr(type(value), "__await__")


async def _awaited(awaitable: Awaitable[T_co]) -> T_co:
    return await awaitable


def _running_loop() -> asyncio.AbstractEventLoop | None:
    # Without asyncio imported nothing can be running on it, and importing it is slow.
    import sys  # noqa: PLC0415  loaded where it is needed

    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return None
    try:
        return asyncio.get_running_loop()  # type: ignore[no-any-return]  # a module by its name
    except RuntimeError:
        return None


def drive(done: Callable[[], bool]) -> None:
    """Run what is open until ``done()`` holds; only where no event loop is running."""
    if _running_loop() is not None:
        raise Unsettled("the value is still being computed on this event loop; await settled()")
    if not _local.unstarted and not _local.tasks:
        raise Unsettled("the value is not there, and nothing is running that could make it")
    import asyncio  # noqa: PLC0415  loaded where it is needed

    loop = _local.loop
    if loop is None:
        loop = _local.loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(_until(done))
    finally:
        if not _local.tasks and not _local.unstarted:
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()
            _local.loop = None


async def _until(done: Callable[[], bool]) -> None:
    import asyncio  # noqa: PLC0415  loaded where it is needed

    while not done():
        while _local.unstarted:
            _local.unstarted.pop()._start()  # noqa: SLF001  the driver of this module
        if not _local.tasks:
            raise Unsettled("the value is not there, and nothing is running that could make it")
        await asyncio.wait(set(_local.tasks), return_when=asyncio.FIRST_COMPLETED)
        # Callbacks of a finished task run one turn of the loop later.
        await asyncio.sleep(0)

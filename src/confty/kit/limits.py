"""Limits of a run: time, depth, memory.  Whatever is reached ends in an exception with a name.

A run has a thread of its own with a large stack, so that a deep program has room and the thread
that waits can stop it whatever it does.  Everything belongs to the run: the process's recursion
limit is the largest that any run under way asks for, never less while one is under way, and what
it was before when the last has ended: lowered below the depth of a thread it ends the process.

Where no thread can be started (a browser) the work runs where it is called, with the room there
is; a clock of the system's strikes then, if there is one.  A run inside a run (a file of another
language that is imported) is part of the outer one.  Where only the inner one has a time limit
(one file of many that are checked in one run), it is a step: whoever waits for the run strikes
when it is late, and what comes after the step goes on.
"""

from __future__ import annotations

from _thread import get_ident
from time import monotonic, sleep

from confty.kit.collector import look_sooner
from confty.kit.footprint import MEMORY, least_memory, resident
from confty.kit.locks import LEAVING, Lock, holds_any
from confty.kit.rooms import BROWSER, CURRENT, MOST_FRAMES, WALK, room_for
from confty.kit.shared import COLLECTING, RECURSION, THRESHOLD, UNRAISABLE
from confty.kit.threads import Bare, Flag, beginning, started, thread_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from typing import Any, Final, TypeVar

    Result = TypeVar("Result")

#: The frames a run may nest unless it asks for another number.
FRAMES: Final = 250_000
#: The frames that one call of a program may take, where a user says how deep its calls may nest.
FRAMES_A_CALL: Final = 500
# Sizes of stacks, and how many frames may nest on each: calls through C take room of it.
_STACKS: Final = {512 << 20: MOST_FRAMES, 128 << 20: 60_000, 32 << 20: 15_000, 0: WALK}
_PAUSE: Final = 0.05
_MOMENT: Final = 0.0005
# What is smaller is made without asking.
_LARGE: Final = 16 << 20
# How often one looks whether a step is late.
_GLANCE: Final = 0.2
# What takes longer than this may make much garbage.
_LONG: Final = 1.0
# How long a stopped run may take to notice; it is told again and again meanwhile.
_PATIENCE: Final = 10.0
_MOST_PATIENCE: Final = 100.0


class Limits:
    """How far a run may go; None is as far as it likes."""

    __slots__ = ("ending", "frames", "memory", "seconds")

    def __init__(
        self,
        seconds: float | None = None,
        frames: int = FRAMES,
        memory: int | None = MEMORY,
        *,
        ending: bool = False,
    ) -> None:
        self.seconds: Final = seconds
        self.frames: Final = min(frames, MOST_FRAMES)
        self.memory: Final = memory
        # Whether the process ends with the run: then ``threading``, which takes milliseconds to
        # load, need not be told of its thread.
        self.ending: Final = ending


class OutOfTime(Exception):
    """The run took longer than it may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"stopped after {seconds:g} seconds, as the time limit says")
        self.seconds: Final = seconds


class OutOfMemory(Exception):
    """The run took more memory than it may."""

    def __init__(self, size: int) -> None:
        super().__init__(f"stopped at {size >> 20} megabytes, as the memory limit says")
        self.size: Final = size


#: Raised inside a run to end it.  No ``Exception``, so that no program catches it, and the one
#: that a thread passes over in silence when it arrives after the work has ended.
Stopped: Final = SystemExit


class Struck(SystemExit):
    """Raised inside a step that is late, again and again until the step has been left."""


def until(off: Flag, work: Callable[[], Result]) -> Result:
    """Do ``work`` in this thread, whose runs end with ``Stopped`` when another sets a flag."""
    CURRENT.off = off
    try:
        return work()
    finally:
        CURRENT.off = None


def afford(size: int) -> None:
    """Refuse to make at once what alone takes more bytes than the run has.

    Who looks at the memory from time to time sees one large text when it is there.
    """
    run = CURRENT.run
    if size < _LARGE or not isinstance(run, _Run) or run.limits.memory is None:
        return
    most = least_memory(run.limits.memory)
    if size > most:
        raise OutOfMemory(most)


# Runs.


class _Step:
    """Work inside a run that has a time limit of its own."""

    __slots__ = ("caught", "ends", "late", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds: Final = seconds
        self.ends: Final = monotonic() + seconds
        # Whether it was struck, and whether it knows.
        self.late = False
        self.caught = False


class _Run:
    """One piece of work in a thread of its own."""

    __slots__ = (
        "aiming",
        "alone",
        "done",
        "error",
        "frames",
        "last",
        "limits",
        "over",
        "step",
        "striking",
        "struck",
        "thread",
        "value",
        "work",
    )

    def __init__(self, work: Callable[[], object], limits: Limits, frames: int) -> None:
        self.work: Final = work
        self.limits: Final = limits
        self.frames: Final = frames
        self.value: list[object] = []
        self.error: BaseException | None = None
        self.done: Final = Flag()
        self.thread: threading.Thread | Bare | None = None
        # Without a thread: it is done where it was asked for.
        self.alone = False
        # Whether the process ends with it.
        self.last = False
        # Whether somebody is about to strike, and whether the work has ended and nobody may.
        self.aiming = False
        self.over = False
        self.struck = False
        self.step: _Step | None = None
        # Held while somebody strikes, so that a step can wait until nobody does.
        self.striking: Final = Lock()

    @beginning
    def main(self) -> None:
        CURRENT.run = CURRENT.owner = self
        CURRENT.frames = self.frames
        own = get_ident()
        try:
            try:
                self.value.append(self.work())
            except BaseException as error:  # noqa: BLE001  handed to the thread that waits
                # Nothing strikes from here on but what is on its way.
                LEAVING[own] = True
                self.error = error
            self._end(own)
        except Stopped:
            # It arrived when the work had ended already.
            self._end(own)

    def _end(self, own: int) -> None:
        """Say that the work has ended, when the last strike has arrived.

        One that came later would strike Python's own code that ends a thread, or a thread that
        has got the number of this one.
        """
        LEAVING[own] = True
        self.over = True
        # An interrupt may have struck who was aiming.
        ends = monotonic() + _PATIENCE
        while self.aiming and monotonic() < ends:
            sleep(_MOMENT)
        if self.struck:
            from confty.kit.strikes import leave_imports  # noqa: PLC0415  only a run that is stopped needs it

            leave_imports()
        self.forget()
        self.done.set()
        LEAVING.pop(own, None)

    def forget(self) -> None:
        """Drop what a run still wants that was stopped in the middle of leaving a block."""
        if not self.last:
            RECURSION.forget(self)
        COLLECTING.forget(self)
        THRESHOLD.forget(self)

    def start(self, size: int) -> bool:
        """Start the thread with a stack of this size, 0 for the usual one; False if it cannot."""
        # Room until it has ended itself: Python ends the process if a thread is far too deep.
        RECURSION.enter(self, self.frames)
        thread = thread_of(self.main, ending=self.limits.ending)
        self.last = isinstance(thread, Bare)
        if not started(thread, size):
            RECURSION.forget(self)
            return False
        self.thread = thread
        return True

    def wait(self) -> None:
        """Wait for the end, or bring it about."""
        seconds, memory = self.limits.seconds, self.limits.memory
        ends = None if seconds is None else monotonic() + seconds
        base = 0 if memory is None else resident()
        off = CURRENT.off
        pause = None if memory is None and off is None else _PAUSE
        long = monotonic() + _LONG
        try:
            while True:
                left = None if ends is None else ends - monotonic()
                glance = _GLANCE if ends is None else None
                if self.done.wait(_least(left, pause, glance)):
                    return
                if monotonic() >= long:
                    look_sooner(self)
                if off is not None and off.is_set():
                    self.stop()
                    raise Stopped
                step = self.step
                if step is not None and monotonic() >= step.ends and not self.strike(step):
                    raise OutOfTime(step.seconds)
                if seconds is not None and ends is not None and monotonic() >= ends:
                    self.stop()
                    raise OutOfTime(seconds)
                if memory is not None and resident() - base > (most := least_memory(memory)):
                    self.stop()
                    raise OutOfMemory(most)
        except KeyboardInterrupt:
            self.stop()
            raise
        finally:
            if self.done.is_set():
                self.forget()

    def stop(self) -> None:
        """Raise inside the thread until it has ended: one exception alone can be swallowed."""
        from confty.kit.strikes import Quietly, settle  # noqa: PLC0415  only a run that is stopped needs it

        assert self.thread is not None
        ident = self.thread.ident
        assert ident is not None
        begun = monotonic()
        ends = begun + _PATIENCE
        with Quietly(self):
            while self.thread.is_alive() and not self.done.is_set() and monotonic() < ends:
                if not self.aim(ident, Stopped):
                    # It imports, with a hundred others perhaps: that ends by itself.
                    ends = min(monotonic() + _PATIENCE, begun + _MOST_PATIENCE)
                self.done.wait(_PAUSE)
        settle()
        if not self.thread.is_alive():
            self.done.set()

    def aim(self, ident: int, error: type[BaseException]) -> bool:
        """Raise inside the thread, unless its work has ended; False if not now: ask again."""
        from confty.kit.strikes import raise_in  # noqa: PLC0415  only a run that is stopped needs it

        try:
            # In this order: who ends looks at it the other way round.
            self.aiming = True
            self.struck = True
            return self.over or raise_in(ident, error)
        finally:
            self.aiming = False

    def strike(self, step: _Step) -> bool:
        """Raise inside the thread until the step has been left; False if it does not notice."""
        from confty.kit.strikes import Quietly  # noqa: PLC0415  only a run that is stopped needs it

        assert self.thread is not None
        ident = self.thread.ident
        assert ident is not None

        def hit() -> None:
            if self.step is step and not step.caught:
                step.late = True
                self.aim(ident, Struck)

        ends = monotonic() + _PATIENCE
        with Quietly(step):
            while self.step is step and not self.done.is_set() and monotonic() < ends:
                self.striking.holding(hit)
                self.done.wait(_PAUSE)
        if self.step is not step or self.done.is_set():
            return True
        self.stop()
        return False

    def arm(self, step: _Step) -> Callable[[], None]:
        """Strike a step by a clock of the system's where no thread can; return what ends that."""
        from confty.kit.alarms import set_alarm  # noqa: PLC0415  only where no thread can be started
        from confty.kit.strikes import Quietly  # noqa: PLC0415  as above

        Quietly(step).__enter__()
        return set_alarm(step.seconds, _PAUSE, lambda _: self.hear(step))

    def hear(self, step: _Step) -> None:
        """Strike a step in its own thread, where the clock rings."""
        if self.step is not step or step.caught:
            return
        from confty.kit import stacks, strikes  # noqa: PLC0415  only a run that is stopped needs it

        if not strikes.is_untouchable(stacks.stack_of(get_ident(), strikes.FAR)):
            step.late = True
            raise Struck

    def result(self) -> Any:
        """Return the value, or raise what the work raised."""
        error, self.error = self.error, None
        if error is not None:
            try:
                raise error
            finally:
                # The frames that it went through hold what the run made: not longer than needed.
                del error
        return self.value[0]


#: The code of who waits for a run: whoever looks at stacks knows it by that.
WAITING: Final = _Run.wait.__code__


def _least(*numbers: float | None) -> float | None:
    known = [max(0.0, number) for number in numbers if number is not None]
    return min(known) if known else None


def limited(work: Callable[[], Result], limits: Limits) -> Result:
    """Do ``work`` within limits.

    Raises ``OutOfTime`` or ``OutOfMemory``, and whatever the work raises: a program that nests too
    deep raises ``RecursionError``, one for which Python finds no memory ``MemoryError``.
    """
    if CURRENT.run is not None:
        with room_for(limits.frames):
            outer = _untimed()
            if outer is None or limits.seconds is None:
                return work()
            return _stepped(outer, work, limits.seconds)
    for size, most in () if BROWSER or holds_any() else _STACKS.items():
        run = _Run(work, limits, min(limits.frames, most))
        if run.start(size):
            run.wait()
            done: Result = run.result()
            return done
    # No thread, or none that may be waited for: no large stack, the limit stays what it is.
    run = _Run(work, limits, 0)
    run.alone = True
    CURRENT.run = CURRENT.owner = run
    try:
        if limits.seconds is None or BROWSER:
            return work()
        return _stepped(run, work, limits.seconds)
    finally:
        CURRENT.run = CURRENT.owner = None


def _untimed() -> _Run | None:
    """Return the run that this thread is of, if neither it nor a step of it has a time limit."""
    run = CURRENT.run
    if not isinstance(run, _Run) or run.step is not None or (run.alone and BROWSER):
        return None
    return run if run.alone or run.limits.seconds is None else None


def _settle() -> None:
    """Put in order what strikes leave behind in a thread that goes on."""
    from confty.kit.strikes import leave_imports, settle  # noqa: PLC0415  only a run that is stopped needs it

    settle()
    leave_imports(anywhere=False)


@beginning
def _stepped(run: _Run, work: Callable[[], Result], seconds: float) -> Result:
    """Do ``work`` as a step of a run.

    A strike arrives when a function begins, a loop goes on or a call returns, hence also here,
    outside of the work.  Once one is ``caught`` at most one more is on its way; each ``try`` below
    waits for one of them, and behind the last nobody strikes and nothing is on its way.
    """
    step = _Step(seconds)
    made: list[Result] = []
    failed: BaseException | None = None
    frames, owner = CURRENT.frames, CURRENT.owner
    disarm = run.arm(step) if run.alone else None
    try:
        try:
            CURRENT.owner = step
            run.step = step
            made.append(work())
        except Struck:
            step.caught = True
        except BaseException as error:  # noqa: BLE001  raised again below
            step.caught = True
            failed = error
        step.caught = True
    except Struck:
        step.caught = True
    for _ in "123":
        try:
            run.step = None
            if disarm is not None:
                disarm()
            run.striking.holding(lambda: None)
            if step.late:
                _settle()
        except Struck:
            continue
        break
    CURRENT.frames, CURRENT.owner = frames, owner
    # What the step was stopped in the middle of leaving.
    RECURSION.forget(step)
    COLLECTING.forget(step)
    THRESHOLD.forget(step)
    UNRAISABLE.forget(step)
    if made:
        return made[0]
    try:
        raise OutOfTime(seconds) if failed is None else failed
    finally:
        # The frames that it went through hold what the step made: not longer than needed.
        del failed

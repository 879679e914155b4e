"""A clock of the system's, for where no thread can look at one."""

from __future__ import annotations

from time import monotonic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


def set_alarm(
    seconds: float, again: float, ring: Callable[[FrameType | None], None]
) -> Callable[[], None]:
    """Call ``ring`` with what is running after some seconds, and again; return what ends that.

    Nothing rings where the system has no such clock, or where somebody else's rings before.
    """
    import signal  # noqa: PLC0415  only where no thread can be started

    def end() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            # Somebody else's alarm rings when it would have.
            signal.setitimer(signal.ITIMER_REAL, max(left - (monotonic() - begun), 1e-3), every)

    def hear(_: int, frame: FrameType | None) -> None:
        ring(frame)

    begun = monotonic()
    try:
        left, every = signal.getitimer(signal.ITIMER_REAL)
        busy = 0 < left <= seconds
        before = signal.getsignal(signal.SIGALRM) if busy else signal.signal(signal.SIGALRM, hear)
    except (AttributeError, ValueError):
        # No such clock on this system, or not for this thread.
        busy = True
    if busy:
        return lambda: None
    signal.setitimer(signal.ITIMER_REAL, seconds, again)
    return end

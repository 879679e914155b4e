"""Building large structures with little interruption by the cycle collector.

A parser makes a million objects and frees none; the collector looks at all of them again and
again, and finds nothing.  Switching it off while they are made is worth a factor of two or three.
A program that runs makes garbage, too: then the collector looks rarely.
"""

from __future__ import annotations

import gc

from confty.kit.aging import collect_when_due, count_as_old
from confty.kit.rooms import owner
from confty.kit.shared import COLLECTING, THRESHOLD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_RARE: Final = (200_000, 20, 100)
# What a long run leaves is found sooner, while the machine has it in its caches; what is left
# then has been looked through once, and need not be again for long.
_RARE_AND_LONG: Final = (20_000, 100, 100)
_SOON: Final = (5_000, 10, 10)


class uncollected:  # noqa: N801  used as a word of the language, like contextlib's
    """Keep the cycle collector quiet inside the ``with`` block.

    What is made in it is ``kept`` where that is said, and then the collector need not see it.
    """

    __slots__ = ("_kept", "_owner", "_young")

    def __init__(self, *, kept: bool = False) -> None:
        self._kept = kept

    def __enter__(self) -> None:
        self._owner = owner()
        if self._kept:
            collect_when_due()
            self._young = gc.get_count()[0]
        COLLECTING.enter(self._owner, False)

    def __exit__(self, *_: object) -> None:
        if self._kept:
            count_as_old(few=self._young)
        COLLECTING.leave(self._owner, False)


class collected_rarely:  # noqa: N801  used as a word of the language, like contextlib's
    """Collect garbage rarely inside the ``with`` block: most of what is made lives as long.

    Who comes back to what an earlier block has made says how much is still ``alive`` of it.
    """

    __slots__ = ("_alive", "_few", "_looks", "_owner", "old")

    def __init__(self, *, alive: int = 0) -> None:
        self._alive = alive
        #: How many objects were made in the block, when it has ended.
        self.old = 0

    def __enter__(self) -> None:
        self._owner = owner()
        collect_when_due(self._alive)
        # What is fewer than others would make before they look may stay young.
        self._few = gc.get_threshold()[0]
        THRESHOLD.enter(self._owner, _RARE)
        self._looks = gc.get_count()[1]

    def __exit__(self, *_: object) -> None:
        # What was made is alive as long as its value is.
        few = gc.get_count()[0] < self._few and gc.get_count()[1] == self._looks
        self.old = 0 if few else count_as_old(self._looks)
        THRESHOLD.leave(self._owner, _RARE)


def look_sooner(run: object) -> None:
    """Collect more often where a run does so rarely: it takes long, and may make much garbage.

    Said by who waits for the run, and forgotten with it.
    """
    if gc.get_threshold() == _RARE:
        THRESHOLD.enter(run, _RARE_AND_LONG)


class collected_soon:  # noqa: N801  used as a word of the language, like contextlib's
    """Collect garbage soon inside the ``with`` block: it is in the machine's caches still.

    For thousands of small pieces of work, each of which leaves some.
    """

    __slots__ = ("_owner",)

    def __enter__(self) -> None:
        self._owner = owner()
        THRESHOLD.enter(self._owner, _SOON)

    def __exit__(self, *_: object) -> None:
        THRESHOLD.leave(self._owner, _SOON)

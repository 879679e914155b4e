"""Where installed packages lie, found out when one is needed.

``site`` finds that out whenever Python begins, which takes a fifth of the time that Python itself
takes; a command that was prepared (``cli/preparing.py``) begins without it, and most need none.
"""

from __future__ import annotations

import os
import sys
from _frozen_importlib_external import PathFinder
from _imp import acquire_lock, release_lock
from _thread import RLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _frozen_importlib import ModuleSpec
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Final

# For how many seconds a thread waits for another that finds out.
_PATIENCE: Final = 5.0


class LatePackages:
    """Finds packages that are installed, in a process that has begun without ``site``.

    It is asked last, for what nobody else has.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._begun = self._known = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin_alone)

    def _begin_alone(self) -> None:
        """Find out anew: in a process that was forked nobody goes on with what others began."""
        self._lock = RLock()
        self._begun = self._known

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Look for a package, now that somebody asks for one."""
        # Neither a part of one that is there, nor what Python has on other systems.
        if path is not None or name in sys.stdlib_module_names:
            return None
        # Python asks with the lock of all imports in its hand, and what is learned imports, too.
        release_lock()
        try:
            self.learn()
        finally:
            acquire_lock()
        return PathFinder.find_spec(name, None, target)

    def learn(self) -> None:
        """Have ``site`` do what it does when Python begins, once.

        It may wait for a module that another thread is loading, which must not wait for ever in
        turn: what that asks for lies most likely where ``site`` has been already.
        """
        lock = self._lock
        if self._known or not lock.acquire(timeout=_PATIENCE):
            return
        try:
            if not self._begun:
                self._begun = True
                import site  # noqa: PLC0415  what is put off

                site.main()
                self._known = True
        finally:
            lock.release()


def know_packages() -> None:
    """Make sure that it is known where packages lie; for who does not just import one."""
    for finder in tuple(sys.meta_path):
        if isinstance(finder, LatePackages):
            finder.learn()

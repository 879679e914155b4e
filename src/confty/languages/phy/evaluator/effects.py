"""What a running program does outside of itself: write to two streams and read files.

A program has the standard output of a process only where somebody gives it away: elsewhere data,
a report or an editor's messages are written there, which no file that is looked at may be part of.

While it is not yet certain which back end will finish a run, output is held back: a run that
is started over must not write twice.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Final, Protocol, runtime_checkable

from confty.language import Host, Unreadable

#: The setting that says where a program writes.
CONSOLE: Final = "console"


@runtime_checkable
class Console(Protocol):
    """Where a program writes: stream 1 is its output, 2 its errors."""

    def write(self, stream: int, data: bytes) -> None:
        """Write ``data`` to a stream."""


class StandardConsole:
    """The process's own streams; ``aside``, what a program says goes where remarks go."""

    def __init__(self, *, aside: bool = False) -> None:
        self._aside: Final = aside

    def write(self, stream: int, data: bytes) -> None:
        """Write and flush, so that the two streams keep their order."""
        target = sys.stdout if stream == 1 and not self._aside else sys.stderr
        bare = getattr(target, "buffer", None)
        if bare is None:
            target.write(data.decode("utf-8", "replace"))
        else:
            target.flush()
            bare.write(data)
        target.flush()


def console_of(host: Host) -> Console:
    """Return the console that a host brings along, or one that leaves standard output alone."""
    console = host.settings.get(CONSOLE)
    return console if isinstance(console, Console) else StandardConsole(aside=True)


def printing(settings: Mapping[str, object]) -> dict[str, object]:
    """Return settings with which a program has the standard output of this process."""
    return {**settings, CONSOLE: StandardConsole()}


class Effects:
    """The effects of one run."""

    def __init__(self, host: Host, console: Console | None = None) -> None:
        self.host = host
        self.console = console or console_of(host)
        self.held: list[tuple[int, bytes]] | None = []
        self.files: dict[bytes, bytes] = {}

    def write(self, stream: int, data: bytes) -> None:
        """Write to a stream, or hold it back."""
        if self.held is None:
            self.console.write(stream, data)
        else:
            self.held.append((stream, data))

    def release(self) -> None:
        """Write what was held back, and write at once from here on."""
        for stream, data in self.held or ():
            self.console.write(stream, data)
        self.held = None

    def start_over(self) -> None:
        """Forget what was held back."""
        self.held = []

    def read(self, name: bytes) -> bytes:
        """Return a file's bytes; a file that cannot be read is empty.

        A file is read once in a run, so that a run that is started over sees the same.
        """
        found = self.files.get(name)
        if found is None:
            found = self.files[name] = self._read(name)
        return found

    def _read(self, name: bytes) -> bytes:
        path = self.host.resolve(name.decode("utf-8", "surrogateescape"), None)
        if path is None:
            return b""
        try:
            return self.host.read(path)
        except Unreadable:
            return b""

"""A host without a disk, and a console that remembers."""

from __future__ import annotations

from pathlib import Path

from confty.language import Unreadable


class Recorder:
    """Keeps what a program writes, in pieces."""

    def __init__(self) -> None:
        self.pieces: list[tuple[int, bytes]] = []

    def write(self, stream: int, data: bytes) -> None:
        self.pieces.append((stream, data))

    @property
    def text(self) -> str:
        return b"".join(data for _, data in self.pieces).decode("utf-8", "replace")


class BareHost:
    """Settings and files from the real disk, by absolute path."""

    def __init__(self, **settings: object) -> None:
        self.console = Recorder()
        self.settings = {"console": self.console, **settings}
        self.lines: list[str] = []

    def needs(self, importer: str, name: str) -> None:
        """Nobody asks."""

    def resolve(self, path: str, importer: str | None = None) -> str | None:
        assert importer is None
        return path if Path(path).is_file() else None

    def read(self, name: str) -> bytes:
        try:
            return Path(name).read_bytes()
        except OSError as error:
            raise Unreadable(str(error)) from None

    def entries(self, name: str) -> list[str]:
        raise Unreadable(f"{name}: no folders here")

    memory = None

    def variable(self, name: str) -> str | None:
        return self.settings.get(f"variable {name}")

    def foreign(self, name: str, _way: object = ()) -> None:
        raise AssertionError(f"{name}: Phy imports nothing")

    def trace(self, line: str) -> None:
        self.lines.append(line)

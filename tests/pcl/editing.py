"""Files in memory for questions about places: a bar in a text is the cursor."""

from __future__ import annotations

import posixpath
from pathlib import Path

from confty.kit.installation import Installation
from confty.language import Unreadable
from confty.languages.pcl.wiring import LANGUAGE
from confty.text import Source

SCHEMAS = Path(__file__).parent / "schemas"


class MemoryHost:
    """Files in memory, package schemas on disk, no other languages."""

    root = ""
    view = None

    def __init__(self, files: dict[str, str], **settings: object) -> None:
        self.files = files
        self.settings = {"schema": [str(SCHEMAS)], **settings}

    def resolve(self, path: str, importer: str | None) -> str | None:
        name = posixpath.normpath(posixpath.join(posixpath.dirname(importer or ""), path))
        return name if name in self.files else None

    def read(self, name: str) -> bytes:
        if name in self.files:
            return self.files[name].encode()
        try:
            return Path(name).read_bytes()
        except OSError as error:
            raise Unreadable(str(error)) from None

    def entries(self, name: str) -> list[str]:
        if name.startswith("/"):
            if not Path(name).is_dir():
                raise Unreadable("no folder")
            return sorted(one.name for one in Path(name).iterdir())
        below = "" if name in ("", ".") else f"{name}/"
        found = {one[len(below) :].split("/")[0] for one in self.files if one.startswith(below)}
        if not found or name in self.files:
            raise Unreadable("no folder")
        return sorted(found)

    installation = Installation()

    memory = None

    def variable(self, _name: str) -> str | None:
        return None

    def trace(self, line: str) -> None:
        raise AssertionError(line)

    def foreign(self, _name: str, _way: object = ()) -> None:
        return None


def checked(files: dict[str, str], name: str = "main.pp", **settings: object):
    """The outcome of a check, and the answers about a file."""
    made = LANGUAGE.check(Source(name, files[name]), MemoryHost(files, **settings))
    return made, LANGUAGE.insight(made.output)


def at_mark(text: str, others: dict[str, str] | None = None, **settings: object):
    """The answers about a text, and the offset of the bar in it."""
    offset = text.index("|")
    text = text.replace("|", "", 1)
    _, insight = checked({"main.pp": text, **(others or {})}, **settings)
    return insight, offset


def applied(text: str, edits) -> str:
    """A text with edits made, the last first."""
    for edit in sorted(edits, key=lambda one: one.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text

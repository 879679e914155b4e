"""Open documents: what a client calls them, what we call them, and their texts as edited."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from confty.ide.shift import Shift
from confty.kit.reading import slashed
from confty.registry import NAMES, language_of
from confty.server.positions import Lines, Position, Range
from confty.text import Span
from confty.workspace.desk import Look

#: What editors call our languages, beside the names that we use ourselves.
LANGUAGE_IDS: Final = {
    "jsonc": "json", "json5": "json", "jsonl": "json", "libsonnet": "jsonnet", "pulumi": "pcl",
    "dockercompose": "yaml", "github-actions-workflow": "yaml", "yml": "yaml",
}  # fmt: skip

_MOST: Final = 32


def path_of(uri: str) -> str | None:
    """Return the path of a file's address; None for what is no file."""
    if not isinstance(uri, str):
        raise TypeError("expected an address")  # said to be a wrong parameter
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file":
        return None
    path = unquote(parts.path)
    if parts.netloc and parts.netloc != "localhost":
        path = f"//{parts.netloc}{path}"
    if os.name == "nt":  # pragma: no cover  /C:/folder is C:/folder there
        path = path.lstrip("/")
    return os.path.normpath(path)


def uri_of(path: str) -> str:
    """Return the address of a file; what is an address already stays one."""
    if "://" in path:
        return path
    whole = slashed(os.path.abspath(path))
    return "file://" + quote(
        whole if whole.startswith("/") else f"/{whole}", safe="/~:@!$&'()*+,;="
    )


class OpenText:
    """One open text."""

    __slots__ = ("language", "lines", "name", "outdated", "pulled", "uri", "version")

    def __init__(self, uri: str, name: str, language: str | None, version: int | None) -> None:
        self.uri: Final = uri
        self.name: Final = name
        self.language: Final = language
        self.version = version
        self.lines = Lines("", "utf-16")
        # Whether the client asks for the diagnostics of this document itself.
        self.pulled = False
        # Whether something else has changed that its check sees.
        self.outdated = False

    @property
    def text(self) -> str:
        """The text as it stands now."""
        return self.lines.text


class Documents:
    """Every open document, by its address and by its name."""

    def __init__(self) -> None:
        self.encoding = "utf-16"
        self.by_uri: Final[dict[str, OpenText]] = {}
        self.by_name: Final[dict[str, OpenText]] = {}
        self._shifted_texts: dict[str, Shifted] = {}

    def open(
        self, uri: str, language_id: str, version: int | None, text: str, folder: str
    ) -> OpenText:
        """Take in a document that a client has opened."""
        named = language_id.lower()
        asked = LANGUAGE_IDS.get(named, named)
        path = path_of(uri)
        language: str | None
        if path is None:
            # What is no file lies in the project's folder, so that it can import from there; it
            # is no part of a program of PCL in that folder.
            language = asked if asked in NAMES else language_of(uri)
            suffix = f".{language}" if language else ""
            path = os.path.join(folder, quote(uri, safe=":-_.")) + suffix
        else:
            language = language_of(path) or (asked if asked in NAMES else None)
        document = OpenText(uri, path, language, version)
        document.lines = Lines(text, self.encoding)
        self.by_uri[uri] = self.by_name[path] = document
        return document

    def change(self, document: OpenText, changes: Sequence[dict[str, object]]) -> None:
        """Apply what a client says has changed."""
        # Of two addresses of one file, the one that was written to last counts.
        self.by_name[document.name] = document
        for change in changes:
            text, place = str(change["text"]), change.get("range")
            if isinstance(place, dict):
                start = document.lines.offset(place["start"])
                end = max(start, document.lines.offset(place["end"]))
                text = document.text[:start] + text + document.text[end:]
            document.lines = Lines(text, self.encoding)

    def close(self, uri: str) -> OpenText | None:
        """Let a document go; another that is open of the same file stands for it then."""
        document = self.by_uri.pop(uri, None)
        if document is not None and self.by_name.get(document.name) is document:
            del self.by_name[document.name]
            others = [one for one in self.by_uri.values() if one.name == document.name]
            self.by_name.update((one.name, one) for one in others)
        return document

    def name_of(self, uri: str) -> str | None:
        """Return what we call a document, open or not."""
        document = self.by_uri.get(uri)
        return path_of(uri) if document is None else document.name

    def uri_of(self, name: str) -> str:
        """Return what the client calls a file."""
        document = self.by_name.get(name)
        return uri_of(name) if document is None else document.uri

    def version_of(self, name: str) -> int | None:
        """Return the version of an open document."""
        document = self.by_name.get(name)
        return None if document is None else document.version

    def page(self, look: Look) -> Page:
        """Return a file as it was checked, and how its places are counted now."""
        return Page(look, self.shifted(look.name, look.source.text))

    def range(self, span: Span) -> Range:
        """Return the range of a place in its file as it stands now."""
        return self.shifted(span.source.name, span.source.text).range(span.start, span.end)

    def shifted(self, name: str, text: str) -> Shifted:
        """Return how places of a text of a file are counted in the one that stands now."""
        document = self.by_name.get(name)
        known = self._shifted_texts.get(name)
        if known is not None and known.checked is text:
            now = text if document is None else document.text
            if known.lines.text is now:
                return known
        lines = Lines(text, self.encoding) if document is None else document.lines
        made = Shifted(lines, text)
        self._shifted_texts = {
            **dict(list(self._shifted_texts.items())[-_MOST:]),
            name: made,
        }
        return made


class Shifted:
    """A text as it was checked, under the one that stands now."""

    __slots__ = ("checked", "lines", "shift")

    def __init__(self, lines: Lines, checked: str, shift: Shift | None = None) -> None:
        self.lines: Final = lines
        self.checked: Final = checked
        self.shift: Final = shift or Shift(checked, lines.text)

    def offset(self, position: Position) -> int:
        """Return where a position was when the file was checked."""
        return self.shift.to_old(self.lines.offset(position))

    def position(self, offset: int) -> Position:
        """Return where an offset of the checked text is now."""
        return self.lines.position(self.shift.to_new(offset))

    def range(self, start: int, end: int) -> Range:
        """Return where a stretch of the checked text is now."""
        first = self.shift.to_new(start)
        return self.lines.range(first, max(first, self.shift.to_new(end)))


class Page(Shifted):
    """One file for one request: what is known of it, and its places as the client counts."""

    __slots__ = ("look",)

    def __init__(self, look: Look, shifted: Shifted) -> None:
        super().__init__(shifted.lines, shifted.checked, shifted.shift)
        self.look: Final = look

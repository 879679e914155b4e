"""Assets: blobs, named by the SHA-256 of their contents.

An asset is text, a local file or a URI.  Hashing streams: a gigabyte takes a gigabyte of reading
and a few buffers.
"""

from __future__ import annotations

from io import BytesIO

from confty.values.failures import ValueProblem, utf8
from confty.values.sources import opened, read_into

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO, Final

EMPTY_ASSET: Final = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


class Blob:
    """What assets and archives share: one source at most, and a hash that may be known already."""

    __slots__ = ("_hash", "path", "uri")

    def __init__(self, path: str | None, uri: str | None, known: str | None) -> None:
        self.path: Final = path
        self.uri: Final = uri
        self._hash = known

    @property
    def known_hash(self) -> str | None:
        """The hash if it came with the value or was computed before; nothing is read."""
        return self._hash


class Asset(Blob):
    """One blob: ``Asset(text=...)``, ``Asset(path=...)`` or ``Asset(uri=...)``.

    With a hash alone it is a placeholder: the engine shows old state so, without contents.
    """

    __slots__ = ("text",)

    def __init__(
        self,
        *,
        text: str | None = None,
        path: str | None = None,
        uri: str | None = None,
        hash: str | None = None,  # noqa: A002  the wire calls it so
    ) -> None:
        if sum(source is not None for source in (text, path, uri)) > 1:
            raise ValueProblem("an asset has one source: text, path or uri")
        super().__init__(path, uri, hash)
        if text is None and path is None and uri is None and hash in {None, "", EMPTY_ASSET}:
            text = ""
        self.text: Final = text

    @property
    def has_contents(self) -> bool:
        """Whether there is anything to read; a placeholder has only its hash."""
        return self.text is not None or self.path is not None or self.uri is not None

    def open(self, base: str | None = None) -> BinaryIO:
        """Open the contents; a relative path counts from ``base`` or from the working folder."""
        if self.text is not None:
            return BytesIO(utf8(self.text, "the text of an asset"))
        if not self.has_contents:
            raise ValueProblem("this asset is a placeholder: it has a hash and no contents")
        return opened(self.path, self.uri, base, "asset")

    def hash(self, base: str | None = None) -> str:
        """SHA-256 of the contents in lower-case hex."""
        if not self._hash:
            import hashlib  # noqa: PLC0415  start-up: few values are assets

            if self.text is not None:
                self._hash = hashlib.sha256(utf8(self.text, "the text of an asset")).hexdigest()
            else:
                with self.open(base) as contents:
                    self._hash = read_into(contents, hashlib.sha256()).hexdigest()
        return self._hash

    def __repr__(self) -> str:
        shown = named_sources(text=self.text, path=self.path, uri=self.uri, hash=self._hash)
        return f"Asset({shown})"

    def __eq__(self, other: object) -> bool:
        """Equal contents make equal assets; where nothing was hashed, equal sources do."""
        if not isinstance(other, Asset):
            return NotImplemented
        if self._hash and other._hash:
            return self._hash == other._hash
        return (self.text, self.path, self.uri) == (other.text, other.path, other.uri)

    def __hash__(self) -> int:
        return hash("Asset")


def named_sources(**sources: object) -> str:
    """Spell the sources that are given, as they were given."""
    return ", ".join(f"{name}={value!r}" for name, value in sources.items() if value is not None)

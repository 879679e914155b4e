"""Archives: trees of blobs, named by the SHA-256 of a canonical TAR that is never kept.

An archive is a map of assets and archives, a folder, an archive file or a URI.

The format of that TAR is fixed to the byte (see ``tarheaders``), so that the same contents have
the same hash on every machine.  An archive that *is* a file hashes as that file, byte for byte.

Archive files inside other archives are read member by member.  They come from anywhere, so they
are read with limits: on the number of members, on the bytes they expand to, on how much more that
is than what was compressed; and a member that would land outside of the archive is refused.
"""

from __future__ import annotations

import os
import posixpath

from confty.records import Record
from confty.values.assets import Asset, Blob, named_sources
from confty.values.failures import ValueProblem
from confty.values.sources import Sink, local_path, open_file, opened, read_into, sized, spooled
from confty.values.tarheaders import BLOCK, header

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _hashlib import HASH
    from collections.abc import Iterator, Mapping
    from typing import IO, BinaryIO, Final, TypeAlias

EMPTY_ARCHIVE: Final = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"
_SUFFIXES: Final = (".tar", ".tgz", ".tar.gz", ".zip", ".jar")
_END: Final = bytes(2 * BLOCK)


class Archive(Blob):
    """A tree of blobs: ``Archive(assets=...)``, ``Archive(path=...)`` or ``Archive(uri=...)``."""

    __slots__ = ("assets",)

    def __init__(
        self,
        *,
        assets: Mapping[str, AssetOrArchive] | None = None,
        path: str | None = None,
        uri: str | None = None,
        hash: str | None = None,  # noqa: A002  the wire calls it so
    ) -> None:
        if sum(source is not None for source in (assets, path, uri)) > 1:
            raise ValueProblem("an archive has one source: assets, path or uri")
        super().__init__(path, uri, hash)
        if assets is None and path is None and uri is None and hash in {None, "", EMPTY_ARCHIVE}:
            assets = {}
        for name, member in (assets or {}).items():
            _check_member(name, member)
        self.assets: Final[dict[str, AssetOrArchive] | None] = (
            None if assets is None else dict(assets)
        )

    @property
    def has_contents(self) -> bool:
        """Whether there is anything to read; a placeholder has only its hash."""
        return self.assets is not None or self.path is not None or self.uri is not None

    def hash(self, base: str | None = None) -> str:
        """SHA-256 in lower-case hex: of the file, or of the canonical TAR of a folder or a map."""
        if not self._hash:
            self._hash = digest(self, base)
        return self._hash

    def members(self, base: str | None = None) -> list[tuple[str, int, str]]:
        """List name, size and SHA-256 of each member, in order: what explains a changed hash."""
        return listing(self, base)

    def __repr__(self) -> str:
        shown = named_sources(assets=self.assets, path=self.path, uri=self.uri, hash=self._hash)
        return f"Archive({shown})"

    def __eq__(self, other: object) -> bool:
        """Equal contents make equal archives; where nothing was hashed, equal sources do."""
        if not isinstance(other, Archive):
            return NotImplemented
        if self._hash and other._hash:
            return self._hash == other._hash
        return (self.assets, self.path, self.uri) == (other.assets, other.path, other.uri)

    def __hash__(self) -> int:
        return hash("Archive")


AssetOrArchive: TypeAlias = Asset | Archive


def _check_member(name: str, member: object) -> None:
    if not isinstance(member, Asset | Archive):
        kind = type(member).__name__
        raise TypeError(f"an archive holds assets and archives; {name!r} is a {kind}")


class ArchiveLimits(metaclass=Record):
    """How much an archive file may expand to."""

    members: int = 200_000
    expanded: int = 16 << 30
    # Beyond the first ``free`` bytes an archive may not expand more than ``ratio`` times.
    ratio: int = 200
    free: int = 64 << 20


LIMITS: Final = ArchiveLimits()


class ArchiveMember(metaclass=Record):
    """One blob of an archive: its name, how long it is, and the bytes."""

    name: str
    size: int
    contents: IO[bytes]


def _sha256() -> HASH:
    from hashlib import sha256  # noqa: PLC0415  start-up: few values are archives

    return sha256()


def digest(archive: Archive, base: str | None = None, limits: ArchiveLimits = LIMITS) -> str:
    """SHA-256 of an archive in lower-case hex."""
    if not archive.has_contents:
        raise ValueProblem("this archive is a placeholder: it has a hash and no contents")
    if archive.assets is None and not _is_folder(archive, base):
        _check_suffix(archive)
        with opened(archive.path, archive.uri, base, "archive") as contents:
            return read_into(contents, _sha256()).hexdigest()
    hashing = _sha256()
    _write(archive, base, limits, hashing)
    return hashing.hexdigest()


def _write(archive: Archive, base: str | None, limits: ArchiveLimits, sink: Sink) -> None:
    seen: set[str] = set()
    for member in members(archive, base, limits):
        with member.contents as contents:
            if member.name in seen:
                continue
            seen.add(member.name)
            sink.update(header(member.name, member.size))
            counting = _Counting(sink)
            read_into(contents, counting, member.size)
            if counting.count != member.size:
                raise ValueProblem(f"the member {member.name!r} changed while it was read")
            sink.update(bytes(-member.size % BLOCK))
    sink.update(_END)


class _Counting:
    """Passes bytes on and counts them."""

    __slots__ = ("count", "sink")

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.count = 0

    def update(self, data: memoryview, /) -> None:
        self.count += len(data)
        self.sink.update(data)


def listing(
    archive: Archive, base: str | None = None, limits: ArchiveLimits = LIMITS
) -> list[tuple[str, int, str]]:
    """Name, size and SHA-256 of each member, in the order of the hash."""
    found: dict[str, tuple[str, int, str]] = {}
    for member in members(archive, base, limits):
        with member.contents as contents:
            if member.name not in found:
                inner = read_into(contents, _sha256(), member.size).hexdigest()
                found[member.name] = (member.name, member.size, inner)
    return list(found.values())


def members(
    archive: Archive, base: str | None = None, limits: ArchiveLimits = LIMITS
) -> Iterator[ArchiveMember]:
    """Walk the members of an archive; the caller closes each one's contents."""
    if archive.assets is not None:
        for key in sorted(archive.assets, key=str.encode):
            part = archive.assets[key]
            if isinstance(part, Asset):
                contents, size = sized(part.open(base))
                yield ArchiveMember(key, size, contents)
            else:
                for member in members(part, base, limits):
                    member.name = _clean(f"{key}/{member.name}")
                    yield member
    elif _is_folder(archive, base):
        assert archive.path is not None
        yield from _folder_members(local_path(archive.path, base))
    elif archive.has_contents:
        yield from _file_members(archive, base, limits)
    else:
        raise ValueProblem("this archive is a placeholder: it has a hash and no contents")


def _clean(name: str) -> str:
    """Shorten a path as far as it goes, keeping one leading slash at most."""
    cleaned = posixpath.normpath(name)
    return cleaned[1:] if cleaned.startswith("//") else cleaned


def _is_folder(archive: Archive, base: str | None) -> bool:
    return archive.path is not None and os.path.isdir(local_path(archive.path, base))


def _check_suffix(archive: Archive) -> str:
    name = archive.path if archive.path is not None else _path_in(archive.uri or "")
    for suffix in _SUFFIXES:
        if name.endswith(suffix):
            return suffix
    raise ValueProblem(f"an archive file ends in {', '.join(_SUFFIXES)}; found {name!r}")


def _path_in(address: str) -> str:
    """The path of an address; a text that is none is all of it."""
    from urllib.parse import urlsplit  # noqa: PLC0415  start-up: few archives have an address

    try:
        return urlsplit(address).path
    except ValueError:
        return address


def _folder_members(root: str) -> Iterator[ArchiveMember]:
    # A root that is a link to a folder is not walked: the hash is that of nothing, as upstream's.
    if os.path.islink(root):
        return
    waiting: list[tuple[str, str]] = [("", root)]
    while waiting:
        relative, path = waiting.pop()
        name = os.path.basename(path)
        if relative and name == ".pulumi":
            continue
        if os.path.isdir(path):
            if relative and os.path.islink(path):
                continue
            # Last pushed is first popped, so siblings go on in reverse.
            for entry in sorted(os.listdir(path), key=os.fsencode, reverse=True):
                below = f"{relative}/{entry}" if relative else entry
                waiting.append((below, os.path.join(path, entry)))
        else:
            contents, size = sized(open_file(path, "archive member"))
            yield ArchiveMember(relative, size, contents)


def _file_members(
    archive: Archive, base: str | None, limits: ArchiveLimits
) -> Iterator[ArchiveMember]:
    suffix = _check_suffix(archive)
    contents, size = sized(opened(archive.path, archive.uri, base, "archive"))
    if not contents.seekable():
        contents, size = spooled(contents)
    with contents:
        guard = _Guard(size, limits)
        walk = _zip_members if suffix in {".zip", ".jar"} else _tar_members
        yield from walk(contents, guard)


class _Guard:
    """Counts what an archive file expands to, and stops a bomb before it is read."""

    __slots__ = ("compressed", "count", "expanded", "limits")

    def __init__(self, compressed: int, limits: ArchiveLimits) -> None:
        self.compressed = max(compressed, 1)
        self.limits = limits
        self.count = 0
        self.expanded = 0

    def admit(self, name: str, size: int) -> str:
        """Clean the name of a member and let it in, or refuse the archive."""
        cleaned = _clean(name)
        if cleaned.startswith(("/", "../")) or cleaned == "..":
            raise ValueProblem(f"the member {name!r} lies outside of its archive")
        self.count += 1
        self.expanded += size
        limits = self.limits
        if self.count > limits.members:
            raise ValueProblem(f"the archive has more than {limits.members} members")
        if self.expanded > limits.expanded:
            raise ValueProblem(f"the archive expands to more than {limits.expanded} bytes")
        if self.expanded > limits.free and self.expanded > self.compressed * limits.ratio:
            raise ValueProblem(f"the archive expands to more than {limits.ratio} times its size")
        return cleaned


def _tar_members(contents: BinaryIO, guard: _Guard) -> Iterator[ArchiveMember]:
    import tarfile  # noqa: PLC0415  loaded where it is needed

    try:
        with tarfile.open(fileobj=contents, mode="r|*") as tar:
            for entry in tar:
                if entry.isdir():
                    continue
                name = guard.admit(entry.name, entry.size)
                data = tar.extractfile(entry) if entry.isreg() else None
                if data is None:
                    raise ValueProblem(f"the member {entry.name!r} is neither file nor folder")
                yield ArchiveMember(name, entry.size, data)
                # Headers are kept by the reader; a million of them would be a bomb of its own.
                tar.members = []  # type: ignore[attr-defined]  # not in the stubs
    except (tarfile.TarError, EOFError, OSError) as error:
        raise ValueProblem(f"the archive cannot be read: {error}") from None


def _zip_members(contents: BinaryIO, guard: _Guard) -> Iterator[ArchiveMember]:
    import zipfile  # noqa: PLC0415  loaded where it is needed
    import zlib  # noqa: PLC0415  loaded where it is needed

    try:
        with zipfile.ZipFile(contents) as package:
            for entry in package.infolist():
                if entry.is_dir():
                    continue
                name = guard.admit(entry.filename, entry.file_size)
                yield ArchiveMember(name, entry.file_size, package.open(entry))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError) as error:
        raise ValueProblem(f"the archive cannot be read: {error}") from None

"""Kinds of Kubernetes that the tree itself describes: what a cluster publishes, custom resources.

Looked for beside a manifest and in the folders above it, up to the project's root: files called
``swagger.json`` or ``openapi.json``, definitions of custom resources, and all that lies in folders
called ``schemas``, ``crds`` or ``crd``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from confty.kit.encoding import decode
from confty.kit.reading import slashed
from confty.language import Host, Unreadable
from confty.languages.data.checker.schema.catalogue import Description
from confty.languages.data.checker.schema.resources import reader_of

_FOLDERS: Final = ("schemas", "crds", "crd")
_NAMED: Final = re.compile(r"(?:swagger|openapi).*\.(?:json|ya?ml)|.*crds?.*\.(?:json|ya?ml)")
_SUFFIXES: Final = (".json", ".yaml", ".yml")
#: What a description of kinds says somewhere.
_WORDS: Final = (b"x-kubernetes-group-version-kind", b"CustomResourceDefinition")
_MOST_FILES: Final = 1000
_MOST_BYTES: Final = 64 << 20
_MOST_FOLDERS: Final = 50
_MOST_KEPT: Final = 16

#: ``apps/v1/Deployment`` -> the file and the place inside that describe it.
Kinds = Mapping[str, tuple[str, str]]


class _Around(NamedTuple):
    """The kinds around a folder, and the folders and files that were asked for them."""

    kinds: Kinds
    folders: list[str]
    files: list[str]


_kept: Final[dict[object, _Around]] = {}


def kinds_around(name: str, host: Host) -> Kinds:
    """The kinds that are described around a file, the nearest first."""
    folder = os.path.dirname(name)
    key = None if host.view is None else (host.view, host.root, folder)
    known = None if key is None else _kept.get(key)
    if known is not None:
        _ask_again(known, host)
        return known.kinds
    found: dict[str, tuple[str, str]] = {}
    folders: list[str] = []
    files: list[str] = []
    for file in _files(folder, host, folders):
        files.append(file)
        for kind, pointer in _kinds_in(file, host).items():
            found.setdefault(kind, (file, pointer))
    if key is not None:
        if len(_kept) >= _MOST_KEPT:
            _kept.pop(next(iter(_kept)))
        _kept[key] = _Around(found, folders, files)
    return found


def _ask_again(known: _Around, host: Host) -> None:
    """Ask what was asked for another file: what is known of this one depends on it as well."""
    for folder in known.folders:
        _entries(folder, host)
    for file in known.files:
        _bytes(file, host)


def _files(folder: str, host: Host, folders: list[str]) -> Iterator[str]:
    count = 0
    for place in _upwards(folder, host.root):
        for inside in ("", *_FOLDERS):
            where = "/".join(part for part in (place, inside) if part)
            folders.append(where or ".")
            for name in _entries(where or ".", host):
                wanted = _NAMED.fullmatch(name) if not inside else name.endswith(_SUFFIXES)
                if wanted and count < _MOST_FILES:
                    count += 1
                    yield f"{where}/{name}" if where else name


def _upwards(folder: str, root: str) -> Iterator[str]:
    last = os.path.abspath(root or ".")
    for _ in range(_MOST_FOLDERS):
        yield folder
        here = os.path.abspath(folder or ".")
        if here == last or not here.startswith(os.path.join(last, "")):
            return
        above = slashed(os.path.normpath(os.path.join(folder or ".", "..")))
        folder = "" if above == "." else above


def _entries(folder: str, host: Host) -> list[str]:
    try:
        return host.entries(folder)
    except Unreadable:
        return []


def _bytes(file: str, host: Host) -> bytes:
    try:
        return host.read(file)
    except Unreadable:
        return b""


def _kinds_in(file: str, host: Host) -> Mapping[str, str]:
    data = _bytes(file, host)
    if len(data) > _MOST_BYTES or not any(word in data for word in _WORDS):
        return {}
    source, wrong = decode(file, data)
    parsed = reader_of(file)(source)
    if wrong or parsed.failed:
        # It is told where the file itself is checked.
        return {}
    return Description(parsed.output, file).kinds

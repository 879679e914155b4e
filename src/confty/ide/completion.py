"""What may be written at a place: what the language offers, and the files that a path may name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from confty.kit.sights import Kind, Offer
from confty.language import Unreadable
from confty.registry import SUFFIXES
from confty.workspace.desk import Look

#: How many offers are handed out; an editor asks again when more letters are typed.
MOST: Final = 1000
_MOST_ENTRIES: Final = 5000


class FolderListing(Protocol):
    """What is asked of the surroundings of a file: its host does that."""

    @property
    def search(self) -> Sequence[str]:
        """The folders that imports are looked for in, beside the file's own."""

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder, or raise ``Unreadable``."""


class Offers(NamedTuple):
    """What may be written, and whether that is all."""

    offers: list[Offer]
    more: bool


def completions_at(look: Look, offset: int, folders: FolderListing) -> Offers:
    """Return what may be written at a place, the likeliest first."""
    path = look.answers.path_at(offset)
    if path is not None:
        found = _files(look, path, offset, folders)
    else:
        found = list(look.answers.offers_at(offset))
    known: dict[tuple[str, str], Offer] = {}
    for one in sorted(found, key=lambda offer: (offer.rank, offer.label)):
        known.setdefault((one.label, one.insert), one)
    offers = list(known.values())
    return Offers(offers[:MOST], more=len(offers) > MOST)


def _files(look: Look, path: tuple[int, int], offset: int, folders: FolderListing) -> list[Offer]:
    """Files and folders that complete the path up to the cursor."""
    start, end = path
    text = look.source.text
    written = text[start:offset]
    above, slash, _ = written.rpartition("/")
    begin = start + len(above) + len(slash)
    # Only the part of the path that the cursor is in is replaced.
    rest = text[offset:end]
    stop = offset + (rest.index("/") if "/" in rest else len(rest))
    if written.startswith("/"):
        bases: Iterable[str] = ("",)
    else:
        bases = (os.path.dirname(look.name), *reversed(list(folders.search)))
    offers: dict[str, Offer] = {}
    for rank, base in enumerate(bases):
        folder = os.path.normpath(os.path.join(base, above + slash)) if above + slash else base
        for offer in _inside(folder, look.name, begin, stop, min(rank, 4), folders):
            offers.setdefault(offer.label, offer)
    return list(offers.values())


def _inside(
    folder: str, own: str, start: int, end: int, rank: int, folders: FolderListing
) -> Iterable[Offer]:
    try:
        names = folders.entries(folder)[:_MOST_ENTRIES]
    except Unreadable:
        return
    for name in names:
        whole = os.path.join(folder, name)
        if name.startswith(".") or os.path.abspath(whole) == os.path.abspath(own):
            continue
        if os.path.isdir(whole):
            yield Offer(
                f"{name}/",
                Kind.FOLDER,
                start,
                end,
                detail=folder,
                rank=rank + 1,
                insert=f"{name}/",
            )
        else:
            known = os.path.splitext(name)[1].lower() in SUFFIXES
            yield Offer(name, Kind.FILE, start, end, detail=folder, rank=rank if known else 7)

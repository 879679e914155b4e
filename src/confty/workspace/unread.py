"""What is said of what cannot be read: a name, with what was meant, or the store of schemas."""

from __future__ import annotations

import posixpath

from confty.kit.schemas import SchemaStore
from confty.kit.suggest import nearest
from confty.language import Unreadable
from confty.registry import NEED_SCHEMAS, language_of
from confty.text import Diagnostic
from confty.workspace.codes import UNREADABLE
from confty.workspace.files import Files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

#: How many names of a folder are compared.
_MOST: Final = 2000


def unread(name: str, why: Unreadable, files: Files | None) -> Diagnostic:
    """The finding, with the command for folders or the nearest name beside it as help.

    Without ``files`` nothing is looked up: who did not name the file is not told what lies there.
    """
    found = UNREADABLE.at(None, f"{name} cannot be read: {why}")
    if files is None:
        return found
    inside = _entries(name, files)
    if inside is not None:
        is_program = any(one.endswith(".pp") for one in inside)
        shown = f"confty preview {name} runs the program in it"
        many = f"name a file in it; check, fmt and eval --many take folders: confty check {name}"
        return found.with_help(shown if is_program else many)
    folder, base = posixpath.split(name)
    beside = (_entries(folder or ".", files) or [])[:_MOST]
    near = None if base in beside else nearest(base, beside)
    if near is None:
        return found
    return found.with_help(f"did you mean {posixpath.join(folder, near)!r}?")


def _entries(folder: str, files: Files) -> list[str] | None:
    try:
        return files.entries(folder)
    except Unreadable:
        return None


def damage_told(store: SchemaStore, names: Iterable[str], lang: str | None) -> list[Diagnostic]:
    """Say that kept schemas cannot be used, if there are files among some that may need one."""
    languages = {lang or language_of(name) for name in names}
    if languages.isdisjoint(NEED_SCHEMAS) or store.damage is None:
        return []
    return [UNREADABLE.at(None, store.damage)]

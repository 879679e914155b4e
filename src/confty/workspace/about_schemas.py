"""What a run says about the user's store of schemas, beside what it says about files."""

from __future__ import annotations

from collections.abc import Iterable

from confty.kit.schemas import SchemaStore
from confty.registry import NEED_SCHEMAS, language_of
from confty.text import Diagnostic
from confty.workspace.codes import UNREADABLE


def damage_told(store: SchemaStore, names: Iterable[str], lang: str | None) -> list[Diagnostic]:
    """Say that kept schemas cannot be used, if there are files among some that may need one."""
    languages = {lang or language_of(name) for name in names}
    if languages.isdisjoint(NEED_SCHEMAS) or store.damage is None:
        return []
    return [UNREADABLE.at(None, store.damage)]

"""Syntax to checked: every expression with its types, and what cannot work."""

from __future__ import annotations

from confty.languages.rcl.checker import lints
from confty.languages.rcl.checker.annotations import Prelude
from confty.languages.rcl.checker.checked import Checked, Found, Imported
from confty.languages.rcl.checker.checker import Checker, ImportType
from confty.languages.rcl.checker.expressions import CHECKS
from confty.languages.rcl.parser.syntax import Document, import_path
from confty.text import Source

__all__ = ["Checked", "Imported", "check", "import_path"]


def check(
    source: Source,
    document: Document,
    import_type: ImportType,
    names: dict[str, Found] | None = None,
    prelude: Prelude | None = None,
) -> Checked:
    """Check a document; ``names`` are in scope besides ``std``, and so are some types."""
    checker = Checker(source, document, import_type, names or {}, CHECKS)
    if prelude is not None:
        checker.annotations.begin(prelude)
    checked = checker.run()
    lints.unused(checker)
    return checked

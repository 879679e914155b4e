"""The pages of diagnostic codes, which are part of the package: one Markdown file a code."""

from __future__ import annotations

import pkgutil
from typing import Final

PACKAGE: Final = "confty"


def page_of(code: str) -> str | None:
    """Return the page of a code, also from inside an archive; None when there is none."""
    area, slash, name = code.partition("/")
    if not slash or not (area + name).replace("-", "").isalnum():
        return None
    try:
        data = pkgutil.get_data(PACKAGE, f"pages/{area}/{name}.md")
    except OSError:
        return None
    return None if data is None else data.decode("utf-8")

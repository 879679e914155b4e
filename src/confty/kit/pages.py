"""The pages of diagnostic codes, which are part of the package: one Markdown file a code.

They are read through the package's loader, so that they are found inside an archive, too.
"""

from __future__ import annotations

from importlib.resources import files


def codes() -> list[str]:
    """Return the names of all codes that have a page, sorted."""
    return sorted(
        f"{area.name}/{page.name.removesuffix('.md')}"
        for area in files("confty").joinpath("pages").iterdir()
        if area.is_dir()
        for page in area.iterdir()
        if page.name.endswith(".md")
    )


def page_of(code: str) -> str | None:
    """Return the page of a code; None when there is none."""
    area, slash, name = code.partition("/")
    if not slash or not (area + name).replace("-", "").isalnum():
        return None
    page = files("confty").joinpath("pages", area, f"{name}.md")
    return page.read_text(encoding="utf-8") if page.is_file() else None

"""Reference pages as Markdown, and as HTML without anything else around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from confty.kit.reference import OfferedName


def as_markdown(title: str, entries: list[OfferedName]) -> str:
    """Return a page in Markdown."""
    lines = [f"# {title}", ""]
    for entry in entries:
        lines += _markdown(entry, 2)
    return "\n".join(lines).rstrip() + "\n"


def _markdown(entry: OfferedName, level: int) -> Iterator[str]:
    if entry.name:
        yield f"{'#' * min(level, 6)} {entry.name}"
        yield ""
    if entry.spelled:
        yield f"`{entry.spelled}`" if "`" not in entry.spelled else f"`` {entry.spelled} ``"
        yield ""
    if entry.text:
        yield entry.text
        yield ""
    for inner in entry.inside:
        yield from _markdown(inner, level + 1)


def as_html(title: str, entries: list[OfferedName]) -> str:
    """Return a page in HTML; what files say is shown and never run."""
    body = "".join(part for entry in entries for part in _html(entry, 2))
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<body>\n<h1>{escape(title)}</h1>\n{body}</body>\n</html>\n"
    )


def _html(entry: OfferedName, level: int) -> Iterator[str]:
    if entry.name:
        size = min(level, 6)
        yield f"<h{size}>{escape(entry.name)}</h{size}>\n"
    if entry.spelled:
        yield f"<pre><code>{escape(entry.spelled)}</code></pre>\n"
    for part in re.split(r"\n\s*\n", entry.text) if entry.text else ():
        if part.startswith("- "):
            items = [one.removeprefix("- ") for one in part.split("\n")]
            yield "<ul>" + "".join(f"<li>{_coded(one)}</li>" for one in items) + "</ul>\n"
        else:
            yield f"<p>{_coded(part)}</p>\n"
    for inner in entry.inside:
        yield from _html(inner, level + 1)


def _coded(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))

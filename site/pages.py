"""Pages of the repository as pages of the site: links, titles of blocks, snippets that run."""

from __future__ import annotations

import base64
import json
import re
import zlib
from html import escape
from pathlib import Path, PurePosixPath

PROJECT = Path(__file__).resolve().parents[1]
LANGUAGES = {"jsonnet", "rcl", "pcl", "phy", "json", "yaml", "toml"}
SUFFIXES = {"jsonnet": ".jsonnet", "rcl": ".rcl", "pcl": ".pp", "phy": ".phy"}
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()([^)\s#]+)(#[^)]*)?(?=\))")
#: Files of the repository that are pages of the site.
PLACES = {
    "README.md": "readme.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "ARCHITECTURE.md": "architecture.md",
    "SECURITY.md": "security.md",
    "docs/index.md": "pages.md",
    "docs/start.md": "index.md",
}


def place(path: str) -> str | None:
    """Where a file of the repository is in the site; None for what is not in it."""
    if path in PLACES:
        return PLACES[path]
    if path in {"docs/decisions", "docs/languages", "docs"}:
        return "pages.md"
    inside = re.fullmatch(r"docs/(.+)", path)
    if inside is not None:
        return inside[1]
    page = re.fullmatch(r"src/confty/pages/(.+)", path)
    return f"codes/{page[1]}" if page is not None else None


def _normal(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _between(here: str, there: str) -> str:
    """The way from one page of the site to another."""
    above = len(PurePosixPath(here).parts) - 1
    return "../" * above + there


def relinked(text: str, source: str) -> str:
    """Make links between files of the repository links between pages of the site."""
    here = place(source) or source

    def moved(found: re.Match[str]) -> str:
        target, anchor = found[1], found[2] or ""
        if re.match(r"[a-z]+:", target):
            return found[0]
        path = _normal(PurePosixPath(source).parent / target)
        there = place(path.rstrip("/"))
        if there is None:
            # What is in the repository only, such as an example.
            return found[0] if not (PROJECT / path).exists() else _between(here, "pages.md")
        return _between(here, there) + anchor

    return LINK.sub(moved, text)


def shared(files: dict[str, str], active: str) -> str:
    """The fragment by which the playground opens with these files, as its own links have it."""
    data = json.dumps({"files": files, "active": active}).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(data) + packer.flush()
    return "#s=" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def snippet(language: str, name: str, text: str, others: dict[str, str]) -> str:
    """A block that can be edited and run; without scripts it is the text it holds."""
    inside = "".join(
        f'<template data-file="{escape(other)}">{_kept(content)}</template>'
        for other, content in others.items()
    )
    return (
        f'<confty-snippet markdown="0" language="{language}" file="{escape(name)}">'
        f"{_kept(text)}{inside}</confty-snippet>"
    )


def _kept(text: str) -> str:
    """A text inside an element, on one line: Markdown would take its empty lines for ends."""
    return escape(text).replace("\n", "&#10;").replace("*", "&#42;").replace("_", "&#95;")


def with_snippets(text: str) -> str:
    """Turn the programs of a page into snippets; files that they name come along."""
    files: dict[str, str] = {}

    def made(block: re.Match[str]) -> str:
        kind, info, body = block[1], block[2], block[3]
        title = re.search(r"title=(\S+)", info)
        if title is None:
            return block[0]
        name = title[1]
        others = {other: files[other] for other in files if PurePosixPath(other).name in body}
        files[name] = body
        if kind in SUFFIXES and name.endswith(tuple(SUFFIXES.values())):
            needed = {k: v for k, v in others.items() if k != name}
            return f'<p class="file">{escape(name)}</p>\n\n{snippet(kind, name, body, needed)}\n'
        return f'```{kind} title="{name}"\n{body}```'

    return BLOCK.sub(made, text)


def page(source: str) -> str:
    """A file of the repository as a page of the site."""
    text = (PROJECT / source).read_text(encoding="utf-8")
    return with_snippets(relinked(text, source))

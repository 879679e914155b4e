"""Where mutations begin: our cases, pages and examples, and published vectors read in place."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from support import conformance
from support.cases import HEADER

from fuzz import doors

PROJECT = Path(__file__).resolve().parents[2]
LONGEST = 3000
_BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DISCARDED = re.compile(r'\Adiscard """.*?"""\s*', re.DOTALL)


@cache
def seeds(lang: str) -> tuple[str, ...]:
    """All texts of a language that are not too long, each once, in a fixed order."""
    found = [*_cases(lang), *_pages(lang), *_files(lang, PROJECT / "examples"), *_vectors(lang)]
    return tuple(dict.fromkeys(text for text in found if 0 < len(text) <= LONGEST))


def _cases(lang: str) -> list[str]:
    found = []
    for path in sorted((PROJECT / "tests" / "cases").rglob("*.case")):
        name, body = None, []
        for line in [*path.read_text(encoding="utf-8").split("\n"), "-- end --"]:
            if header := HEADER.match(line):
                if name is not None and doors.language_of(name) == lang:
                    found.append("".join(f"{one}\n" for one in body))
                name, body = header[1], []
            else:
                body.append(line)
    return found


def _pages(lang: str) -> list[str]:
    pages = [
        *(PROJECT / "docs").rglob("*.md"),
        *(PROJECT / "src" / "confty" / "pages").rglob("*.md"),
    ]
    return [
        body
        for page in sorted(pages)
        for kind, body in _BLOCK.findall(page.read_text(encoding="utf-8"))
        if kind == lang
    ]


def _files(lang: str, folder: Path) -> list[str]:
    found = []
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(root, name)
            if doors.language_of(name) == lang and path.stat().st_size <= LONGEST:
                found.append(path.read_text(encoding="utf-8", errors="replace"))
    return found


def _vectors(lang: str) -> list[str]:
    """The published vectors, where they are; none of them is copied."""
    root = conformance.root()
    found = _files(lang, root) + _files(lang, root.parent / "corpus")
    if lang == "rcl":
        for path in sorted((root / "rcl").rglob("*.test")):
            found.append(
                path.read_text(encoding="utf-8", errors="replace").split("\n# output:")[0] + "\n"
            )
    elif lang == "phy":
        for path in sorted((root / "phy").rglob("*.test")):
            found.append(_DISCARDED.sub("", path.read_text(encoding="utf-8", errors="replace")))
    elif lang == "pcl":
        found += [
            path.read_text(encoding="utf-8") for path in sorted((root / "hcl").rglob("*.hcl"))
        ]
    return found

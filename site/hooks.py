"""What the site's builder is told in Python: lexers, and pages that nobody has placed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))


def on_config(config: Any) -> Any:
    """Make the lexers known and give every page a place."""
    from pygments.lexers import LEXERS

    from confty.highlight import LEXERS as OURS

    # Also where the package's entry points are not installed.
    for lexer in OURS:
        LEXERS.setdefault(
            lexer.__name__,
            (lexer.__module__, lexer.name, tuple(lexer.aliases), tuple(lexer.filenames), ()),
        )
    source = Path(config["docs_dir"])
    nav = config["nav"]
    placed = set(_names(nav))
    for title, pattern in (("Guide", "*.md"), ("Languages", "languages/*.md")):
        section = next(one[title] for one in nav if title in one)
        for path in sorted(source.glob(pattern)):
            name = path.relative_to(source).as_posix()
            if name not in placed:
                section.append(name)
    decisions = [
        path.relative_to(source).as_posix() for path in sorted(source.glob("decisions/*.md"))
    ]
    nav.append({"Decisions": decisions})
    return config


def _names(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    items = nav.values() if isinstance(nav, dict) else nav
    return [name for item in items for name in _names(item)]

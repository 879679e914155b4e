"""Pages made of the code: every diagnostic code, and the names of the Python package."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import suppress

from pages import PROJECT, with_snippets

import confty


def codes() -> Iterator[tuple[str, str]]:
    """One page a code, and the list of them."""
    folder = PROJECT / "src" / "confty" / "pages"
    lines = [
        "# Diagnostic codes",
        "",
        "Every finding has a code whose name stays; `confty explain CODE` prints its page.",
        "",
    ]
    for area in sorted(path for path in folder.iterdir() if path.is_dir()):
        lines += [f"## {area.name}", "", "| code | what it says |", "|---|---|"]
        for path in sorted(area.glob("*.md")):
            text = path.read_text(encoding="utf-8")
            summary = text.split("\n\n")[1].split("\n")[0]
            lines.append(
                f"| [`{area.name}/{path.stem}`]({area.name}/{path.stem}.md) | {summary.replace('|', chr(92) + '|')} |"
            )
            yield f"codes/{area.name}/{path.name}", text
        lines.append("")
    yield "codes/index.md", "\n".join(lines)


def python() -> Iterator[tuple[str, str]]:
    """The names that a Python program uses, with their signatures and documentation."""
    lines = [
        "# Python reference",
        "",
        "The names of the package `confty`; [the guide to them](../python.md) comes first.",
        "",
    ]
    for name in sorted(confty.__all__, key=str.lower):
        found = getattr(confty, name)
        lines += [f"## `{name}`", ""]
        lines += _about(name, found)
        if inspect.isclass(found):
            for method, function in sorted(vars(found).items()):
                if not method.startswith("_") and (
                    inspect.isfunction(function) or isinstance(function, property)
                ):
                    lines += [f"### `{name}.{method}`", "", *_about(method, function)]
    yield "reference/python.md", "\n".join(lines)


def _about(name: str, found: object) -> list[str]:
    lines = []
    target = found.fget if isinstance(found, property) else found
    if inspect.isfunction(target) or inspect.isclass(target):
        with suppress(TypeError, ValueError):
            lines += ["```python", f"{name}{_signature(target)}", "```", ""]
    said = inspect.getdoc(target) if not isinstance(target, (str, int, tuple)) else None
    if said:
        lines += [_plain(said), ""]
    return lines


def _signature(target: object) -> str:
    signature = inspect.signature(target)  # type: ignore[arg-type]
    return str(signature).replace("'", "")


def _plain(text: str) -> str:
    """Documentation as Markdown: double backquotes are single, examples are blocks."""
    parts = [
        f"```pycon\n{part}\n```" if part.startswith(">>>") else part
        for part in text.replace("``", "`").split("\n\n")
    ]
    return with_snippets("\n\n".join(parts))

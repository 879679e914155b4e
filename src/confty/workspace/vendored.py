"""What is said of files that others wrote and a package manager put here.

Somebody who checks a project wants to hear of its own files.  What is wrong in a package is told
when somebody asks: by naming its files, or by the setting ``vendor``.
"""

from __future__ import annotations

from confty.text import Diagnostic, Severity, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from typing import Final

#: Folders in which a package manager keeps what others wrote.
PACKAGES: Final = frozenset(
    {"node_modules", "vendor", "bower_components", "jspm_packages", "site-packages", "__pycache__"}
)
#: How the setting is spelled: findings in packages are warnings, nothing, or like any other.
MODES: Final = ("warn", "silent", "check")


def is_vendored(name: str) -> bool:
    """Whether a file lies in a folder of packages."""
    return not PACKAGES.isdisjoint(name.split("/"))


def of_ours(
    findings: Iterable[Diagnostic], checked: Container[str], mode: str
) -> list[Diagnostic]:
    """Turn down what is said of packages, but for files that were themselves to be checked.

    A finding in a package that notes a place in a file of ours is about how ours uses it.
    """
    if mode == "check":
        return list(findings)
    kept: list[Diagnostic] = []
    for one in findings:
        if not _is_theirs(one.span, checked) or any(
            note.span is not None and not _is_theirs(note.span, checked) for note in one.notes
        ):
            kept.append(one)
        elif mode == "warn":
            kept.append(one.with_severity(min(one.severity, Severity.WARNING)))
    return kept


def _is_theirs(span: Span | None, checked: Container[str]) -> bool:
    if span is None or span.source.name in checked:
        return False
    return is_vendored(span.source.name)

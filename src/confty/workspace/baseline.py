"""A baseline: the findings a project had when it began to use confty.

They are counted per file, code and message, without line numbers, so that an edit elsewhere in the
file does not bring them back.  A finding beyond the count is new.
"""

from __future__ import annotations

import os

from confty.kit.reading import read_file, slashed
from confty.text import Diagnostic
from confty.workspace.files import refuse_devices, write_atomically
from confty.workspace.levels import BadConfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # How often each finding may come: by its file, its code and what it says.
    Counts = dict[tuple[str, str, str], int]


def _key(finding: Diagnostic, root: str) -> tuple[str, str, str]:
    """A finding without its line; paths are below the baseline's own folder."""
    path = os.path.relpath(finding.span.source.name, root) if finding.span else ""
    return slashed(path), finding.code.name, finding.message


def read_baseline(path: str) -> Counts:
    """Read the counts of a baseline file."""
    import json  # noqa: PLC0415  start-up: most projects have no baseline

    try:
        entries = json.loads(read_file(path).decode("utf-8"))
        return {
            (entry["path"], entry["code"], entry["message"]): int(entry["count"])
            for entry in entries["findings"]
        }
    except OSError as error:
        raise BadConfig(f"{path}: {(error.strerror or 'unreadable').lower()}") from None
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise BadConfig(
            f"{path}: this is not a baseline; write one with --update-baseline"
        ) from None


def write_baseline(path: str, findings: list[Diagnostic]) -> None:
    """Write a baseline that holds exactly these findings."""
    import json  # noqa: PLC0415  start-up: most runs write none

    counts: Counts = {}
    for finding in findings:
        key = _key(finding, _folder(path))
        counts[key] = counts.get(key, 0) + 1
    entries = [
        {"path": key[0], "code": key[1], "message": key[2], "count": count}
        for key, count in sorted(counts.items())
    ]
    refuse_devices(path)
    text = json.dumps({"version": 1, "findings": entries}, indent=1) + "\n"
    write_atomically(path, text, named=False)


def beyond_baseline(
    findings: list[Diagnostic], place: Callable[[Diagnostic], str | None]
) -> tuple[list[Diagnostic], int]:
    """Return the findings that are new, and how many were not; ``place`` names a baseline."""
    left: dict[str, Counts] = {}
    fresh = []
    for finding in findings:
        path = place(finding)
        if path is not None and path not in left:
            left[path] = read_baseline(path)
        key = ("", "", "") if path is None else _key(finding, _folder(path))
        if path is not None and left[path].get(key, 0) > 0:
            left[path][key] -= 1
        else:
            fresh.append(finding)
    return fresh, len(findings) - len(fresh)


def _folder(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))

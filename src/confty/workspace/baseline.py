"""A baseline: the findings a project had when it began to use confty.

They are counted per file, code and message, without line numbers, so that an edit elsewhere in
the file, or in one that it imports, does not bring them back.  Files go by their names below the
folder of the baseline, whatever they are called where somebody checks.  A finding beyond the count
is new.
"""

from __future__ import annotations

import os

from confty.kit.reading import read_file, slashed
from confty.kit.saving import write_atomically
from confty.text import Diagnostic
from confty.workspace.files import refuse_devices
from confty.workspace.levels import BadConfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    # How often each finding may come: by its file, its code and what it says.
    Counts = dict[tuple[str, str, str], int]


def _key(finding: Diagnostic, root: str) -> tuple[str, str, str]:
    """A finding without lines; paths are below the baseline's own folder."""
    path = _below(finding.span.source.name, root) if finding.span else ""
    message = finding.message
    for note in finding.notes:
        if note.span is not None:
            message = message.replace(str(note.span), _below(note.span.source.name, root))
    words = [_below(word, root) if _is_path(word) else word for word in message.split(" ")]
    return path, finding.code.name, " ".join(words)


def _below(path: str, root: str) -> str:
    return slashed(os.path.relpath(path, root))


def _is_path(word: str) -> bool:
    """Whether a word of a message names a file from where somebody checks."""
    return "/" in word and os.path.exists(word)


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


def write_baseline(path: str, findings: list[Diagnostic], checked: Iterable[str]) -> None:
    """Write a baseline of these findings, and of what it had of files that are not checked."""
    import json  # noqa: PLC0415  start-up: most runs write none

    root = _folder(path)
    counts: Counts = {}
    for finding in findings:
        key = _key(finding, root)
        counts[key] = counts.get(key, 0) + 1
    anew = {"", *[_below(name, root) for name in checked]}
    for key, count in _counted_before(path).items():
        if key[0] not in anew and os.path.exists(os.path.join(root, key[0])):
            counts[key] = max(count, counts.get(key, 0))
    entries = [
        {"path": key[0], "code": key[1], "message": key[2], "count": count}
        for key, count in sorted(counts.items())
    ]
    refuse_devices(path)
    text = json.dumps({"version": 1, "findings": entries}, indent=1) + "\n"
    write_atomically(path, text, named=False)


def _counted_before(path: str) -> Counts:
    try:
        return read_baseline(path)
    except BadConfig:
        return {}  # there is none, or one that is written anew


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
        if path is None or not _is_known(finding, _folder(path), left[path]):
            fresh.append(finding)
    return fresh, len(findings) - len(fresh)


def _is_known(finding: Diagnostic, root: str, left: Counts) -> bool:
    """Whether a baseline has a finding, which counts once."""
    path, code, message = _key(finding, root)
    # Older ones have places in what is said.
    for key in ((path, code, message), (path, code, finding.message)):
        if left.get(key, 0) > 0:
            left[key] -= 1
            return True
    return False


def _folder(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))

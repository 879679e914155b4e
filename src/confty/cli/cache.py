"""``confty cache``: show what is kept on disk to be faster the next time, or remove it."""

from __future__ import annotations

import os
import sys

from confty.languages.jsonnet.evaluator.cache import Cache, user_cache

_USAGE = """usage: confty cache [show | clear]

  show   the folder, and how much is kept in it (the default)
  clear  remove all of it

The folder is CONFTY_CACHE_DIR, or confty below XDG_CACHE_HOME or ~/.cache; it must be absolute.
Compiled Jsonnet takes at most 256 megabytes, or as many as CONFTY_CACHE_SIZE says.
"""


def main(argv: list[str]) -> int:
    """Show or clear the user's cache."""
    if argv in (["-h"], ["--help"]):
        sys.stdout.write(_USAGE)
        return 0
    if len(argv) > 1 or argv not in ([], ["show"], ["clear"]):
        sys.stderr.write(_USAGE)
        return 2
    units = user_cache()
    if units is None:
        sys.stdout.write("there is no cache: its folder is not absolute\n")
        return 0
    if argv == ["clear"]:
        _clear(units)
    _show(units)
    return 0


def _show(units: Cache) -> None:
    root = os.path.dirname(units.folder)
    compiled = [size for _, size, _ in units.entries()]
    schemas = [os.lstat(path).st_size for path in _schemas(root)]
    sys.stdout.write(f"{root}\n")
    for what, sizes in (("compiled Jsonnet", compiled), ("indexed schemas", schemas)):
        entries = "1 entry" if len(sizes) == 1 else f"{len(sizes)} entries"
        sys.stdout.write(f"{what}: {entries}, {sum(sizes):,} bytes\n")


def _clear(units: Cache) -> None:
    units.clear()
    for path in _schemas(os.path.dirname(units.folder)):
        try:
            os.unlink(path)
        except OSError as error:
            sys.stderr.write(f"confty cache: cannot remove {path}: {error.strerror}\n")


def _schemas(root: str) -> list[str]:
    """The indexes of package schemas; what else stands there is not ours."""
    try:
        with os.scandir(f"{root}/schemas") as entries:
            return [e.path for e in entries if ".pack" in e.name and e.is_file()]
    except OSError:
        return []

"""``confty cache``: what is kept on disk to be faster the next time: show, remove, prepare it."""

from __future__ import annotations

import sys

from confty.kit.store import KINDS, user_folder, user_store

_USAGE = """usage: confty cache [show | clear | prepare]

  show     the folder, and how much is kept in it (the default)
  clear    remove all of it
  prepare  keep the modules of commands ready, beside the installed program, and
           let its script begin without a look for Python packages; for whoever
           sets up a machine or an image, or where users may not write there or
           PYTHONDONTWRITEBYTECODE is set: commands begin a tenth to a quarter
           sooner

The folder is CONFTY_CACHE_DIR, or confty below XDG_CACHE_HOME or ~/.cache; it must be absolute.
Each kind takes at most 256 megabytes, or as many as CONFTY_CACHE_SIZE says.
"""


def main(argv: list[str]) -> int:
    """Show or clear the user's cache."""
    if argv in (["-h"], ["--help"]):
        sys.stdout.write(_USAGE)
        return 0
    if len(argv) > 1 or argv not in ([], ["show"], ["clear"], ["prepare"]):
        sys.stderr.write(_USAGE)
        return 2
    if argv == ["prepare"]:
        return _prepare()
    root = user_folder()
    if root is None:
        sys.stdout.write("there is no cache: its folder is not absolute\n")
        return 0
    if argv == ["clear"]:
        _clear()
    _show(root)
    return 0


def _show(root: str) -> None:
    sys.stdout.write(f"{root}\n")
    kept = {what: _sizes(kind) for kind, what in KINDS.items()}
    for what, sizes in kept.items():
        entries = "1 entry" if len(sizes) == 1 else f"{len(sizes)} entries"
        sys.stdout.write(f"{what}: {entries}, {sum(sizes):,} bytes\n")


def _prepare() -> int:
    from confty.cli.own_script import begins_sooner
    from confty.cli.preparing import prepare, prepared

    closed = prepare()
    if closed is not None:
        sys.stderr.write(f"confty: {closed}: cannot be written\n")
        return 2
    sizes = prepared()
    sys.stdout.write(f"modules of {len(sizes)} commands: {sum(sizes):,} bytes\n")
    if begins_sooner(sys.argv[0]):
        sys.stdout.write(f"{sys.argv[0]}: begins without looking for packages\n")
    return 0


def _sizes(kind: str) -> list[int]:
    store = user_store(kind)
    return [] if store is None else [size for _, size, _ in store.entries()]


def _clear() -> None:
    for kind in KINDS:
        store = user_store(kind)
        if store is not None:
            store.clear()

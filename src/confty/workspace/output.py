"""Output files: written whole or not at all.

A failed run leaves the old file as it was: the text goes to a neighbour first, which then takes
the file's name in one step.
"""

from __future__ import annotations

import os


def write_atomically(path: str, text: str) -> None:
    """Replace the file's content by ``text``, or raise ``OSError`` and leave it alone."""
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        _write_in_place(target, text)
        return
    draft = f"{target}.{os.getpid()}.part"
    try:
        with open(draft, "w", encoding="utf-8", errors="surrogatepass", newline="") as stream:
            stream.write(text)
        if os.path.exists(target):
            os.chmod(draft, os.stat(target).st_mode & 0o7777)
        os.replace(draft, target)
    except BaseException:
        if os.path.exists(draft):
            os.unlink(draft)
        raise


def _write_in_place(path: str, text: str) -> None:
    """Write to a device or a pipe, which cannot be replaced by another file."""
    with open(path, "w", encoding="utf-8", errors="surrogatepass", newline="") as stream:
        stream.write(text)

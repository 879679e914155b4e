"""Where the built page lies: in the package, or in a clone below ``build``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import Final

_PACKAGE: Final = os.path.dirname(os.path.abspath(__file__))
#: A clone has its sources two folders above the package, and there what builds the page.
_CLONE: Final = os.path.dirname(os.path.dirname(os.path.dirname(_PACKAGE)))
_MARK: Final = ".seal"


class NoPage(Exception):
    """There is no page to show; the message says what to do."""


def page_folder() -> str:
    """Return the folder of the built page; in a clone, it is built when it is not there."""
    packed = os.path.join(_PACKAGE, "page")
    if os.path.isfile(os.path.join(packed, "index.html")):
        return packed
    builder = os.path.join(_CLONE, "page", "build.py")
    if not os.path.isfile(builder):
        raise NoPage("this installation has no page; install confty from its published wheel")
    folder = os.path.join(_CLONE, "build", "page")
    there = os.path.isfile(os.path.join(folder, "index.html"))
    if not there:
        sys.stderr.write("confty play: building the page, once\n")
    # It builds nothing where nothing has changed.
    done = subprocess.run(  # noqa: S603  our own file, by our own interpreter
        [sys.executable, builder], capture_output=True, text=True, check=False
    )
    if done.returncode and not there:
        raise NoPage(done.stderr.strip())
    if done.returncode:
        sys.stderr.write("confty play: the page is an older one; it cannot be built now\n")
    return folder


def copy_page(target: str) -> int:
    """Write the page's files into a folder; the number of bytes."""
    source = page_folder()
    if os.path.lexists(target) and not os.path.isdir(target):
        raise NoPage(f"{target} is not a folder")
    if os.path.isdir(target) and os.listdir(target) and not _is_ours(target):
        raise NoPage(f"{target} holds other files; name an empty folder, or one of an older page")
    if os.path.isdir(target):
        for name in os.listdir(target):
            path = os.path.join(target, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
    shutil.copytree(source, target, dirs_exist_ok=True)
    return sum(
        os.path.getsize(os.path.join(folder, name))
        for folder, _, names in os.walk(target)
        for name in names
    )


def _is_ours(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, _MARK))

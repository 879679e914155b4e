"""Build ``confty.pyz``: the whole program in one file that any Python from 3.11 runs.

    python packaging/single_file.py [TARGET]

Modules inside a zip file are found slowly and compiled at every start, and pages and templates are
read as files.  So the file has two members: a small ``__main__.py`` and the package as one archive,
which is unpacked once into the user's cache and run from there, as fast as an installed program.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import sys
import zipfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
PACKAGE = PROJECT / "src" / "confty"
#: The same bytes for the same sources, whenever they are built.
_TIME = (1980, 1, 1, 0, 0, 0)
_SHEBANG = b"#!/usr/bin/env python3\n"

MAIN = '''\
"""Unpack the program once, then run it."""

import os
import sys

NAME = "app-@digest@"


def home():
    folder = os.environ.get("CONFTY_CACHE_DIR")
    if not folder:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        folder = os.path.join(base, "confty")
    return folder


def trusted(folder):
    """Whether a folder is ours, and nobody else can write there."""
    try:
        state = os.lstat(folder)
    except OSError:
        return False
    if (state.st_mode & 0o170000) != 0o040000:
        return False
    if not hasattr(os, "getuid"):
        return True
    return state.st_uid == os.getuid() and not state.st_mode & 0o022


def unpacked():
    folder = home()
    place = os.path.join(folder, NAME)
    if os.path.isabs(folder) and trusted(folder) and trusted(place):
        return place
    return unpack(folder, place)


def unpack(folder, place):
    import io
    import tempfile
    import zipfile

    with zipfile.ZipFile(sys.path[0]) as outer:
        inner = io.BytesIO(outer.read("package.zip"))
    try:
        if not os.path.isabs(folder):
            raise OSError("the cache folder is not absolute")
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if not trusted(folder):
            raise OSError("others can write to the cache folder")
        draft = tempfile.mkdtemp(prefix=".app-", dir=folder)
        keep = True
    except OSError:
        # There is no place to keep it: for this run only.
        draft, keep = tempfile.mkdtemp(prefix="confty-"), False
    with zipfile.ZipFile(inner) as package:
        package.extractall(draft)
    if not keep:
        import atexit
        import shutil

        atexit.register(shutil.rmtree, draft, ignore_errors=True)
        return draft
    try:
        os.rename(draft, place)
    except OSError:
        # Another process was faster.
        import shutil

        shutil.rmtree(draft, ignore_errors=True)
        if not trusted(place):
            raise
    return place


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit("confty needs Python 3.11 or newer; this is " + sys.version.split()[0])
    sys.path[0] = unpacked()
    from confty.start import run

    sys.exit(run())
'''


def package() -> bytes:
    """The package as an archive of its own."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(PACKAGE.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(PACKAGE.parent).as_posix()
                entry = zipfile.ZipInfo(name, _TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, path.read_bytes())
    return made.getvalue()


def build(target: Path) -> None:
    """Write the single file."""
    inner = package()
    digest = hashlib.sha256(inner).hexdigest()[:20]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        main = MAIN.replace("@digest@", digest)
        archive.writestr(zipfile.ZipInfo("__main__.py", _TIME), main)
        archive.writestr(zipfile.ZipInfo("package.zip", _TIME), inner)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(_SHEBANG + made.getvalue())
    target.chmod(target.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)


if __name__ == "__main__":
    where = Path(sys.argv[1] if len(sys.argv) > 1 else PROJECT / "dist" / "confty.pyz")
    build(where)
    sys.stdout.write(f"{os.path.relpath(where)}: {where.stat().st_size:,} bytes\n")

"""The command's own script, written anew so that Python begins sooner.

What an installer writes starts Python with ``site``, which looks through all folders of packages
and runs what it finds there for Python's start.  Most commands need no package, so the script
says where confty lies and leaves the rest for whoever needs one (``confty/packages.py``).

Only for a script that an installer has written for this very confty, and where one line says
which Python runs it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from confty.start import HOME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_TEXT: Final = """#!{python} -S
# As "confty cache prepare" has written it: Python begins without a look for packages.
import sys

sys.path.append({place!r})
from confty.start import run

sys.path.pop()
if __name__ == "__main__":
    sys.exit(run(packages_later=True))
"""
# What installers write: which Python, and that it runs ``confty.start``.
_WRITTEN: Final = re.compile(
    rb"#!(?P<python>/\S+)(?: -S)?\n(?:.*\n){0,9}from confty\.start import run\n[^\0]*"
)
_LONGEST: Final = 1000
# Systems read 127 bytes of the first line.
_LONGEST_PYTHON: Final = 120
# Prints where this Python finds confty when nobody helps it.
_ASK: Final = "import confty; print(confty.__file__)"


def begins_sooner(script: str) -> bool:
    """Write a script anew, if it is one that can begin sooner; whether it does so now."""
    path = Path(os.path.realpath(script))  # of a link, what it leads to
    try:
        with path.open("rb") as stream:
            found = stream.read(_LONGEST + 1)
            mode = os.fstat(stream.fileno()).st_mode
    except OSError:
        return False
    written = _WRITTEN.match(found)
    if len(found) > _LONGEST or written is None:
        return False
    python = os.fsdecode(written["python"])
    text = os.fsencode(_TEXT.format(python=python, place=os.path.dirname(HOME)))
    if found == text:
        return True
    if len(python) > _LONGEST_PYTHON or not _is_ours(python) or not _is_found_by(python):
        return False
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(text)
        beside.chmod(mode & 0o777)
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        return False
    return True


def _is_ours(python: str) -> bool:
    """Whether it is the Python that runs here, of this environment and no other."""
    here = os.path.abspath(sys.executable)
    try:
        beside = os.path.dirname(os.path.abspath(python)) == os.path.dirname(here)
        return beside and os.path.samefile(python, here)
    except OSError:
        return False


def _is_found_by(python: str) -> bool:
    """Whether this confty is the one that Python finds, and no variable has led us here."""
    asked = subprocess.run(  # noqa: S603  ourselves
        [python, "-E", "-P", "-c", _ASK], capture_output=True, text=True, check=False
    )
    return os.path.dirname(asked.stdout.strip()) == HOME

"""``confty jsonnet-lint``: the flags and exit codes of the program of that name.

0 when nothing is found, 1 when a file could not be checked, 2 when there are findings; that is the
inverse of ``confty check``, and kept for scripts that were written for the original.
"""

from __future__ import annotations

import os
import sys
from typing import Final

from confty.registry import SETTINGS
from confty.report import report
from confty.workspace import Disk, Project, find_config
from confty.workspace.codes import UNREADABLE

USAGE: Final = """\
usage: confty jsonnet-lint [OPTION...] FILE...

  -J, --jpath DIR   search here for imports, the last one first
  -h, --help
  --version
"""


def main(argv: list[str]) -> int:
    """Check Jsonnet files and print the findings on standard error."""
    paths = os.environ.get("JSONNET_PATH", "").split(os.pathsep)
    search = [path for path in reversed(paths) if path]
    files: list[str] = []
    words = list(argv)
    while words:
        word = words.pop(0)
        if word in {"-h", "--help"}:
            sys.stdout.write(USAGE)
            return 0
        if word == "--version":
            from confty import __version__

            sys.stdout.write(f"confty jsonnet-lint {__version__}\n")
            return 0
        if word in {"-J", "--jpath"} and words:
            search.append(words.pop(0))
        elif word == "--":
            files += words
            break
        elif word.startswith("-"):
            sys.stderr.write(f"ERROR: there is no option {word}\n\n{USAGE}")
            return 1
        else:
            files.append(word)
    if not files:
        sys.stderr.write(f"ERROR: must give a file\n\n{USAGE}")
        return 1
    return _lint(files, search)


def _lint(files: list[str], search: list[str]) -> int:
    flags = {"jpath": search} if search else {}
    project = Project(find_config(".", SETTINGS), Disk(), flags, "jsonnet")
    findings = project.check_all(files)
    if not findings:
        return 0
    sys.stderr.write(report(findings, "full") + "\n")
    return 1 if any(finding.code == UNREADABLE for finding in findings) else 2

"""``confty jsonnet-lint``: the flags and exit codes of the program of that name.

0 when nothing is found, 1 when a file could not be checked, 2 when there are findings; that is the
inverse of ``confty check``, and kept for scripts that were written for the original.
"""

from __future__ import annotations

import sys

from confty.cli.jsonnet_flags import folders_from_environment, read_files
from confty.registry import SETTINGS
from confty.report import report
from confty.workspace import Disk, Project, find_config
from confty.workspace.codes import UNREADABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

USAGE: Final = """\
usage: confty jsonnet-lint [OPTION...] FILE...

  -J, --jpath DIR   search here for imports, the last one first
  -h, --help
  --version
"""


def main(argv: list[str]) -> int:
    """Check Jsonnet files and print the findings on standard error."""
    search = folders_from_environment()
    files = read_files("jsonnet-lint", argv, USAGE, {"-J": search, "--jpath": search})
    return files if isinstance(files, int) else _lint(files, search)


def _lint(files: list[str], search: list[str]) -> int:
    flags = {"jpath": search} if search else {}
    project = Project(find_config(".", SETTINGS), Disk(), flags, "jsonnet")
    findings = project.check_all(files)
    if not findings:
        return 0
    sys.stderr.write(report(findings, "full") + "\n")
    return 1 if any(finding.code == UNREADABLE for finding in findings) else 2

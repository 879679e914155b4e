"""``confty jsonnet-deps``: list the files that Jsonnet files import, directly or through others.

Takes the flags of the program of that name and prints absolute paths, sorted, one a line.
Nothing is evaluated: every import that is written counts.
"""

from __future__ import annotations

import os
import sys
from typing import Final

from confty.cli.jsonnet_flags import folders_from_environment, read_files
from confty.kit.encoding import decode
from confty.language import Unreadable
from confty.languages.jsonnet.lexer import lex
from confty.languages.jsonnet.parser import parse
from confty.languages.jsonnet.parser.syntax import Import, walk
from confty.report import report
from confty.workspace.files import Disk
from confty.workspace.host import WorkspaceHost

USAGE: Final = """\
usage: confty jsonnet-deps [OPTION...] FILE...

  -J, --jpath DIR          search here for imports, the last one first
  -o, --output-file FILE   write the list to a file
  -h, --help
  --version
"""


class _Failed(Exception):
    """A file that cannot be read or parsed; the message is ready to print."""


def main(argv: list[str]) -> int:
    """Print what the files import; 1 when one cannot be read or found."""
    search = folders_from_environment()
    outputs: list[str] = []
    given = {"-J": search, "--jpath": search, "-o": outputs, "--output-file": outputs}
    files = read_files("jsonnet-deps", argv, USAGE, given)
    if isinstance(files, int):
        return files
    try:
        found = dependencies(files, search)
    except _Failed as failed:
        sys.stderr.write(f"{failed}\n")
        return 1
    return _write("".join(f"{name}\n" for name in found), outputs[-1] if outputs else None)


def dependencies(files: list[str], search: list[str]) -> list[str]:
    """Return the absolute paths of everything the files reach by imports, sorted."""
    host = WorkspaceHost(Disk(), search=search)
    reached: set[str] = set()
    waiting = [(os.path.abspath(name), True) for name in files]
    while waiting:
        name, has_imports = waiting.pop()
        if not has_imports:
            continue
        for path, word in _imports(host, name):
            found = host.resolve(path, name)
            if found is None:
                raise _Failed(
                    f"{name}: couldn't open import {path!r}: no match in the search paths"
                )
            target = os.path.abspath(found)
            if target not in reached:
                reached.add(target)
                waiting.append((target, word == "import"))
    return sorted(reached)


def _imports(host: WorkspaceHost, name: str) -> list[tuple[str, str]]:
    try:
        source, findings = decode(name, host.read(name))
    except Unreadable as unreadable:
        raise _Failed(f"{name}: {unreadable}") from None
    parsed = lex(source).then(parse)
    if findings or parsed.failed:
        raise _Failed(report([*findings, *parsed.diagnostics], "full"))
    return [
        (node.path.value, node.word)
        for node in walk(parsed.output.body)
        if isinstance(node, Import)
    ]


def _write(text: str, output: str | None) -> int:
    if output is None:
        sys.stdout.write(text)
        return 0
    from confty.kit.saving import write_atomically

    try:
        write_atomically(output, text)
    except OSError as error:
        sys.stderr.write(f"{output}: {(error.strerror or 'unwritable').lower()}\n")
        return 1
    return 0

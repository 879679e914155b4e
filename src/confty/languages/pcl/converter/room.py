"""A program in a folder, written in Python."""

from __future__ import annotations

from confty.language import Host, Outcome
from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.converter.python.program import PythonProject


def convert(folder: str, host: Host, name: str) -> Outcome[dict[str, str]]:
    """The files of a Python program that does the same; none when a part cannot be expressed.

    ``name`` is the project's.  Raises ``Unreadable`` for a folder that cannot be read.
    """
    program = bind_folder("" if folder == "." else folder, host)
    if program.failed:
        return Outcome({}, tuple(program.diagnostics))
    project = PythonProject(program, program.schemas, name)
    project.convert()
    # Nothing half-written: a program that cannot be expressed is not expressed in part.
    files = {} if project.diagnostics else project.files
    return Outcome(files, (*program.diagnostics, *project.diagnostics))

"""The checker: a program's files bound to names, types and package schemas, findings included."""

from __future__ import annotations

from confty.kit.collector import uncollected
from confty.kit.rooms import room_for
from confty.language import Host, Unreadable
from confty.languages.pcl import codes
from confty.languages.pcl.checker.components import Components
from confty.languages.pcl.checker.program import Binder, folder_of
from confty.languages.pcl.model import Program
from confty.languages.pcl.schemas import Packages, SchemaSource
from confty.text import Source, Span

__all__ = ["bind_folder", "bind_source"]


def bind_source(source: Source, host: Host, *, sharing: bool = False) -> Program:
    """Bind the program that a file belongs to, with the file's text as given.

    With ``sharing`` its components may be those of another program, for who only asks what is
    wrong.
    """
    return _bind(host, folder_of(source.name), source, sharing=sharing)


def bind_folder(folder: str, host: Host, schemas: SchemaSource | None = None) -> Program:
    """Bind the program in a folder; raises ``Unreadable`` when it is none.

    ``schemas`` is asked for packages that no file describes, instead of what is installed.
    """
    return _bind(host, folder.rstrip("/"), None, schemas)


def _bind(
    host: Host,
    folder: str,
    source: Source | None,
    schemas: SchemaSource | None = None,
    *,
    sharing: bool = False,
) -> Program:
    components = Components(host, sharing=sharing)
    binder = Binder(host, folder, Packages(host, schemas), components)
    try:
        with uncollected(kept=True), room_for():
            binder.read_files(source)
            return binder.bind()
    except RecursionError:
        message = "this program is nested too deeply to be checked"
        files = binder.program.files
        span = Span(files[0][0], 0, 1) if files else None
        binder.program.findings.say(codes.DEPTH.at(span, message))
        return binder.program
    except Unreadable:
        if source is None:
            raise
        return binder.program

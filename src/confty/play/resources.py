"""The resources of a PCL program as a picture, from a run in memory."""

from __future__ import annotations

import os
from contextlib import suppress

from confty.language import Outcome, Unreadable
from confty.workspace.door import Room
from confty.workspace.project import Project


def graph_of(project: Project, name: str) -> dict[str, object]:
    """Return the graph in DOT and the preview as a tree; nothing if the program has mistakes.

    A setting that is missing is not known: a picture needs no configuration.
    """
    from confty.languages.pcl import preview  # noqa: PLC0415  PCL is loaded for its own
    from confty.languages.pcl.checker import bind_folder  # noqa: PLC0415  PCL is loaded for its own
    from confty.languages.pcl.evaluator import run_program  # noqa: PLC0415  PCL is loaded for its own
    from confty.languages.pcl.evaluator.outputs import info_from  # noqa: PLC0415  PCL is loaded for its own
    from confty.registry import language  # noqa: PLC0415  PCL is loaded for its own

    folder = os.path.dirname(name)
    host = project.host(name, "pcl")

    found: dict[str, object] = {"dot": None, "tree": None}

    def drawn() -> Outcome[str]:
        program = bind_folder(folder, host)
        if program.failed:
            return Outcome("", tuple(program.diagnostics))
        info = info_from({"project": "playground", **host.settings})
        info.preview = info.missing_unknown = info.hides = True
        run = run_program(program, info, host, None)
        if not run.failed:
            found["dot"], found["tree"] = preview.dot(run), preview.tree(run, secrets=False)
        return Outcome("")

    with suppress(Unreadable):
        Room(language("pcl"), host.settings, project.open(name).output).shown(drawn)
    return found

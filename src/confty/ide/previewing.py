"""What a program of resources would do, as a text; nothing is created, secrets stay hidden."""

from __future__ import annotations

import os

from confty.ide.running import Shown, failure
from confty.language import Outcome, Unreadable
from confty.registry import language
from confty.text import Source
from confty.workspace.door import LimitedLanguage
from confty.workspace.project import Project


def previewed(project: Project, name: str) -> Shown:
    """Run the program in a file's folder as an engine would, and show its resources."""
    # Only this command needs PCL's engine.
    from confty.languages.pcl import preview  # noqa: PLC0415  start-up
    from confty.languages.pcl.checker import bind_folder  # noqa: PLC0415  start-up
    from confty.languages.pcl.evaluator import run_program  # noqa: PLC0415  start-up
    from confty.languages.pcl.evaluator.outputs import info_from  # noqa: PLC0415  start-up

    folder = os.path.dirname(name)
    project.flags = {**project.flags, "prefer_output_invokes": True}
    host = project.host(name, "pcl")
    given = {"project": host.settings.get("project") or os.path.basename(folder)}
    info = info_from({**host.settings, **given})
    info.preview = info.missing_unknown = info.hides = True
    info.root = info.folder = folder

    def work() -> Outcome[str]:
        try:
            program = bind_folder(folder, host)
        except Unreadable:
            return Outcome("")
        if program.failed:
            return Outcome("", tuple(program.diagnostics))
        run = run_program(program, info, host, None)
        return Outcome(preview.tree(run, secrets=False, full=True), tuple(run.diagnostics))

    source = project.open(name).output or Source(name, "")
    made = LimitedLanguage(language("pcl"), host.settings, source).shown(work)
    if made.failed and not made.output:
        return failure(made.diagnostics)
    return Shown(made.output, "plaintext", failed=made.failed)

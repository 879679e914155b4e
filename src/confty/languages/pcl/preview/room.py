"""A program in a folder, run as an engine would, and shown."""

from __future__ import annotations

import os
from typing import Any, cast

from confty.language import Host, Outcome, Wish
from confty.languages.pcl.checker import bind_folder
from confty.languages.pcl.evaluator import Run, run_program
from confty.languages.pcl.evaluator.outputs import info_from
from confty.languages.pcl.preview.document import document
from confty.languages.pcl.preview.graph import dot, mermaid
from confty.languages.pcl.preview.tree import tree


def preview(folder: str, host: Host, wish: Wish) -> Outcome[object]:
    """Run the program in a folder and show what it would do; no value where it failed.

    Raises ``Unreadable`` for a folder that cannot be read.
    """
    program = bind_folder("" if folder == "." else folder, host)
    if program.failed:
        return Outcome(None, tuple(program.diagnostics))
    whole = os.path.abspath(folder)
    settings = host.settings
    info = info_from(
        {**settings, "project": settings.get("project") or os.path.basename(whole) or "project"}
    )
    info.preview = not wish.update
    info.continue_on_error = wish.continue_on_error
    info.hides = not wish.show_secrets
    info.root = info.folder = whole
    run = run_program(program, info, host, cast("Any", wish.mocks))
    said = (*program.diagnostics, *run.diagnostics)
    if run.failed and not wish.continue_on_error:
        return Outcome(None, said)
    return Outcome(_shown(run, wish), said)


def _shown(run: Run, wish: Wish) -> object:
    if wish.form == "tree":
        return tree(run, secrets=wish.show_secrets, full=True)
    if wish.form == "dot":
        return dot(run)
    if wish.form == "mermaid":
        return mermaid(run)
    return document(run, secrets=wish.show_secrets)

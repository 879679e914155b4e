"""Running a file or a piece of it, and showing the value as a text; secrets stay hidden."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from confty.language import Outcome
from confty.report import report
from confty.text import Diagnostic, Severity
from confty.workspace.desk import Look
from confty.workspace.project import Project

#: Programs that are run by asking are not run for ever, in seconds.
SECONDS: Final = 30.0


class Shown(NamedTuple):
    """A text for a document of its own: a value, or what kept it from being one."""

    text: str
    language: str
    failed: bool


def evaluated(project: Project, name: str) -> Shown:
    """Run a file and show its value."""
    outcome = project.evaluate(name)
    if outcome.output is None:
        return failure(outcome.diagnostics)
    room, value = outcome.output
    form = room.formats[0]
    made: Outcome[str] = room.render(value, form)
    if made.failed:
        return failure(made.diagnostics)
    return Shown(made.output, "plaintext" if form == "raw" else form, failed=False)


def failure(findings: Sequence[Diagnostic]) -> Shown:
    """Show what kept a file from having a value."""
    errors = [one for one in findings if one.severity is Severity.ERROR] or list(findings)
    return Shown(report(errors, "full").rstrip() + "\n", "plaintext", failed=True)


def expression(
    look: Look, start: int, end: int, trial: Callable[[dict[str, str]], Project]
) -> Shown:
    """Run a piece of a file with the names around it, and show its value.

    What a program gives is at its end: the piece takes the place of the innermost syntax that
    holds it and reaches to the end, so that what was bound before stays bound.
    """
    text = look.source.text
    piece = text[start:end]
    whole = len(text.rstrip())
    tails = [
        begin for begin, stop in look.answers.around(start) if stop >= whole and begin <= start
    ]
    begin = max(tails) if tails else 0
    changed = f"{text[:begin]}({piece})\n" if tails else f"{piece}\n"
    return evaluated(trial({look.name: changed}), look.name)


def question(project: Project, name: str, asked: str) -> tuple[str, str] | None:
    """Return a name and a text that ask something about a file, bound to ``input``."""
    language = project.language(name).output
    if language is None or not language.query:
        return None
    folder, base = os.path.split(name)
    quoted = '"' + base.replace("\\", "\\\\").replace('"', '\\"') + '"'
    other = os.path.join(folder, f"query{os.path.splitext(name)[1]}")
    return other, language.query.replace("{file}", quoted) + asked + "\n"

"""Run a program with a secret and an unknown input, and gather every byte a user could see."""

from __future__ import annotations

import contextlib
import io
from typing import Any

from confty.languages.jsonnet.wiring import LANGUAGE
from confty.render import FORMATS, render
from confty.report import report
from confty.workspace.files import Memory
from confty.workspace.project import Project


class Seen:
    """What came of a run: the data with its labels, and all that was shown."""

    def __init__(self, data: Any, shown: str, failed: str | None) -> None:
        self.data = data
        self.shown = shown
        # The first message of a run that failed.
        self.failed = failed


def run(
    text: str,
    secret: str = "hunter2",
    *,
    flags: dict[str, object] | None = None,
    files: dict[str, str] | None = None,
    kind: str = "any",
) -> Seen:
    """Evaluate with ``pw`` secret and ``later`` unknown."""
    given: dict[str, object] = {
        "ext_vars": {"pw": ("secret", secret), "later": ("unknown", kind)},
        "cache": False,
        **(flags or {}),
    }
    stream = io.StringIO()
    work = Project(files=Memory({"app.jsonnet": text, **(files or {})}), flags=given)
    with contextlib.redirect_stderr(stream), contextlib.redirect_stdout(stream):
        evaluated = work.evaluate("app.jsonnet")
    findings = list(evaluated.diagnostics)
    shown = [stream.getvalue()]
    for form in ("full", "short", "json"):
        with contextlib.suppress(KeyError, ValueError):
            shown.append(report(findings, form))
    if evaluated.output is None:
        return Seen(None, "\n".join(shown), findings[0].message)
    _, value = evaluated.output
    shown += [str(LANGUAGE.render(value, form)) for form in LANGUAGE.formats]
    for form in LANGUAGE.formats:
        shown.append(LANGUAGE.render(value, form).output)
    for form in FORMATS:
        shown.append(str(render(value.open(), form)))
    data = LANGUAGE.plain(value).output
    shown.append(repr(data))
    return Seen(data, "\n".join(shown), None)


def rendered(text: str, flags: dict[str, object]) -> str | None:
    """Evaluate and write as JSON; None when the program fails."""
    work = Project(files=Memory({"app.jsonnet": text}), flags={**flags, "cache": False})
    with contextlib.redirect_stderr(io.StringIO()):
        evaluated = work.evaluate("app.jsonnet")
    if evaluated.output is None:
        return None
    return LANGUAGE.render(evaluated.output[1], "json").output

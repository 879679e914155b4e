"""The doors through which the nets go: nothing else here imports confty.

A ``Visit`` is one text in one language; its methods are what a user can ask of it.  Whatever
escapes from them is a defect, whatever the text.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile

from confty import export, render, report
from confty.cli import infer
from confty.cli.main import main
from confty.registry import LANGUAGES, SUFFIXES, language
from confty.text import Severity
from confty.workspace import Config, Memory, Project

NAMES = tuple(entry.name for entry in LANGUAGES)
REPORTS = report.FORMATS
RENDERS = render.FORMATS
EXPORTS = infer.FORMS
TIMED = set(NAMES)


def suffix(lang: str) -> str:
    """The suffix of a language's files, with its dot."""
    return next(one.suffixes[0] for one in LANGUAGES if one.name == lang)


def language_of(name: str) -> str | None:
    """The language that a file's suffix names."""
    return SUFFIXES.get(os.path.splitext(name)[1])


class Visit:
    """One text, and the questions a user can ask about it."""

    def __init__(self, lang: str, text: str | bytes, *, timeout: float = 1.0, **settings) -> None:
        self.lang = lang
        self.text = text
        self.name = f"input{suffix(lang)}"
        self.settings = {"timeout": timeout, "cache": False, **settings}
        self.room = language(lang)

    def project(self, *, timed: bool = False):
        """A project that holds the text and nothing else; only programs are ended by a clock."""
        settings = {name: one for name, one in self.settings.items() if timed or name != "timeout"}
        return Project(Config({}), Memory({self.name: self.text}), settings)

    def findings(self) -> list:
        """What ``check`` says."""
        return self.project().check_all([self.name])

    def insight(self):
        """The answers about places, or None where there is nothing to ask."""
        return self.project().checked(self.name).output

    def formatted(self) -> tuple[str | None, list]:
        """The text in its standard form, or the findings that say why not."""
        outcome = self.project().reformat(self.name)
        return outcome.output, list(outcome.diagnostics)

    def value(self) -> tuple[object, list]:
        """What evaluation gives, as ``(room, value)`` or None, and what it says."""
        outcome = self.project(timed=True).evaluate(self.name)
        return outcome.output, list(outcome.diagnostics)

    def plain(self) -> tuple[object, list[str]]:
        """The plain value, or None and the codes of what went wrong."""
        found, said = self.value()
        errors = [one for one in said if is_error(one)]
        if found is None or errors:
            return None, sorted({one.code.name for one in errors}) or ["nothing"]
        plain = found[0].plain(found[1])
        return plain.output, sorted({one.code.name for one in plain.diagnostics})

    def parsed(self) -> bool:
        """Whether the text is well-formed."""
        project = self.project()
        opened = project.open(self.name)
        if opened.output is None or opened.failed:
            return False
        return not self.room.parser(opened.output, project.host(self.name, self.lang)).failed


def is_error(finding) -> bool:
    """Whether a finding makes a file unusable."""
    return finding.severity is Severity.ERROR


def reported(findings: list, form: str) -> str:
    """Findings as the text of one report."""
    return report.report(findings, form, version="0")


def rendered(data: object, form: str) -> str | None:
    """Plain data as text; None where the format cannot hold it."""
    text = render.render(data, form)
    return text if isinstance(text, str) else None


def exported(type_, form: str) -> str | None:
    """A type in one of ``EXPORTS``; None for what is no data."""
    try:
        return infer.emitted(type_, form, "Made")
    except export.NotData:
        return None


class Ended:
    """How a command ended."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code = code
        self.out = out
        self.err = err


def command(*arguments: str, files: dict[str, str | bytes], stdin: bytes = b"") -> Ended:
    """Run a command in this process, in a folder of its own that holds ``files``."""
    before = os.getcwd(), sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
            with open(os.path.join(folder, name), "wb") as stream:
                stream.write(data)
        os.chdir(folder)
        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
        sys.stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
        sys.stderr = io.TextIOWrapper(
            err, encoding="utf-8", errors="backslashreplace", write_through=True
        )
        try:
            code = main(list(arguments))
        finally:
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(Exception):
                    stream.detach()
            os.chdir(before[0])
            sys.stdin, sys.stdout, sys.stderr = before[1:]
    return Ended(code, out.getvalue(), err.getvalue())

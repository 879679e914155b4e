"""Everything that somebody can see of a run with a secret: one entry a surface.

A surface takes a ``Case`` and returns all that it shows, as one text; a failure shows as well.
Adding a surface is adding a row to ``SURFACES``.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import pickle
import re
import traceback
from collections.abc import Callable

import confty
from confty import notebook
from confty.ide.running import evaluated
from confty.play.session import Session
from confty.report import FORMATS as REPORTS
from confty.workspace import Config, Memory, Project
from fuzz import doors

# Where a command finds the secret.
VARIABLE = "CONFTY_TEST_SECRET"
_TIMES = re.compile(r" *[0-9.]+ m?s\b")


class Case:
    """A program with an input that is secret, of which some other text may be public."""

    def __init__(self, name: str, text: str, secret: str, folder: str) -> None:
        self.name = name
        self.text = text
        self.secret = secret
        # Where the cache is, and nothing else.
        self.folder = folder

    @property
    def lang(self) -> str:
        """The language of the program."""
        return doors.language_of(self.name) or ""

    def files(self) -> dict[str, str | bytes]:
        """What is in the program's folder."""
        return {self.name: self.text}


def command(*words: str, after: tuple[str, ...] = ()) -> Callable[[Case], str]:
    """A command of the shell, and what it leaves in the cache."""

    def run(case: Case) -> str:
        os.environ[VARIABLE] = case.secret
        os.environ["CONFTY_CACHE_DIR"] = case.folder
        flags = ("--ext-secret", f"s=env:{VARIABLE}")
        ended = doors.command(*words, *flags, case.name, *after, files=case.files())
        kept = [
            os.path.join(root, file) for root, _, files in os.walk(case.folder) for file in files
        ]
        for path in kept:
            with open(path, "rb") as stream:
                data = stream.read()
            assert len(case.secret) < 6 or case.secret.encode() not in data, path
        told = (ended.out + b"\n" + ended.err).decode("utf-8", "backslashreplace")
        return f"{ended.code}\n{_TIMES.sub('TIME', told)}\n{sorted(map(os.path.basename, kept))}"

    return run


def python_value(case: Case) -> str:
    """What a Python program gets, and all that it can print of it."""
    try:
        value = confty.loads(case.text, case.lang, secrets={"s": case.secret}, cache=False)
    except confty.ConftyError as error:
        return _everything(error)
    shown = [
        repr(value),
        str(value),
        f"{value}",
        repr(copy.deepcopy(value)),
        str(confty.why(value)),
    ]
    for way in (pickle.dumps, json.dumps):
        try:
            shown.append(repr(way(value)))
        except (TypeError, ValueError) as error:
            shown.append(_everything(error))
    return "\n".join(shown)


def _everything(error: BaseException) -> str:
    """All that can be read off an exception, but for the variables of whoever gave the secret."""
    frames = traceback.TracebackException.from_exception(error)
    said = [one.to_dict() for one in getattr(error, "diagnostics", ())]
    return "\n".join([repr(error), repr(error.args), *frames.format(), json.dumps(said)])


def reports(case: Case) -> str:
    """The findings of a run, in every form of a report."""
    with contextlib.redirect_stderr(io.StringIO()) as traced:
        outcome = _project(case).evaluate(case.name)
    found = list(outcome.diagnostics)
    return "\n".join([traced.getvalue(), *(doors.reported(found, form) for form in REPORTS)])


def editor(case: Case) -> str:
    """What an editor shows of a value."""
    with contextlib.redirect_stderr(io.StringIO()) as traced:
        shown = evaluated(_project(case), case.name)
    return f"{shown.failed} {shown.text}\n{traced.getvalue()}"


def _project(case: Case) -> Project:
    given = {"ext_vars": {"s": ("secret", case.secret)}, "cache": False}
    return Project(Config({}), Memory(case.files()), given)


def page(case: Case) -> str:
    """What the playground answers, whatever is asked of the program."""
    inputs = json.dumps({"ext": {"s": {"secret": case.secret}}})
    files = {case.name: case.text, "inputs.json": inputs}
    before = os.getcwd()
    os.makedirs(case.folder, exist_ok=True)
    os.chdir(case.folder)
    try:
        session = Session()
        asked = [("run", {}), ("why", {}), ("check", {}), ("type", {}), ("hover", {"offset": 8})]
        return "\n".join(
            session.answer(method, json.dumps({"name": case.name, "files": files, **more}))
            for method, more in asked
        )
    finally:
        os.chdir(before)


def cell(case: Case) -> str:
    """What a notebook shows of a cell."""
    made = notebook.run(case.lang, "--secret s", case.text, {"s": case.secret})
    return f"{made!r}\n{made._repr_html_()}"


SURFACES: dict[str, Callable[[Case], str]] = {
    "eval": command("eval", "--timeout", "20"),
    "eval -v": command("eval", "-v", "--format", "yaml"),
    "eval --many": command("eval", "--many", "-j", "1"),
    "check": command("check"),
    "why": command("why"),
    "why of a part": command("why", after=(".a",)),
    "why of a part of it": command("why", after=(".a.b",)),
    "graph": command("graph", "--of", "values", "--format", "json"),
    "query": command("query", after=("input.a",)),
    "python": python_value,
    "reports": reports,
    "editor": editor,
    "playground": page,
    "notebook": cell,
}

"""What a page asks for: JSON in, JSON out.

A session lays the files of the page's tabs in the working directory, which in a browser is a
file system in memory, and then works as the command line does.  Places are offsets in code
points; the page turns them into its own.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from typing import Final

from confty.fleet.shown import as_text
from confty.language import Outcome, Unreadable
from confty.play import looks
from confty.play.inputs import NAME as INPUTS_NAME
from confty.play.inputs import BadInputs, inputs_of
from confty.registry import NAMES, SETTINGS, SUFFIXES, language_of
from confty.report.structured import record
from confty.text import Diagnostic
from confty.workspace.config import find_config
from confty.workspace.desk import Look
from confty.workspace.door import LimitedLanguage
from confty.workspace.drawing import dot
from confty.workspace.files import Disk
from confty.workspace.levels import BadConfig
from confty.workspace.project import Project

# Names that files of a page may have: relative, below its folder, of plain characters.
_PART: Final = re.compile(r"[\w@+-][\w .@+-]{0,99}")
_MOST_PARTS: Final = 8

#: What the output can be shown as.
FORMS: Final = ("json", "yaml", "toml")


def _folders_of(name: str) -> list[str]:
    """Return the folders that a file is in, the innermost first."""
    parts = name.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)]


class Session:
    """The files of one page and the project they make."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self._project: Project | None = None
        self._looks: dict[str, Look | None] = {}
        self._methods: Final[dict[str, Callable[..., object]]] = {
            "languages": self.languages,
            "check": self.check,
            "run": self.run,
            "type": self.type,
            "why": self.why,
            "graph": self.graph,
            "format": self.format,
            "hover": self.hover,
            "complete": self.complete,
            "definition": self.definition,
            "actions": self.actions,
            "fixes": self.fixes,
            "explain": self.explain,
        }

    def answer(self, method: str, given: str) -> str:
        """Answer one question of the page."""
        words = json.loads(given)
        files = words.pop("files", None)
        if files is not None:
            self.lay(files)
        return json.dumps(self._methods[method](**words), ensure_ascii=False)

    def lay(self, files: dict[str, str]) -> None:
        """Make the working directory hold these files and no others of ours."""
        # A folder cannot have the name of a file.
        files = {
            name: text
            for name, text in files.items()
            if is_fine(name) and not any(above in files for above in _folders_of(name))
        }
        if files == self.files:
            return
        self._project = None
        self._looks = {}
        for name in self.files.keys() - files.keys():
            self._remove(name)
        for name, text in files.items():
            if self.files.get(name) != text:
                os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
                with open(name, "wb") as file:
                    file.write(text.encode("utf-8", "surrogatepass"))
                # What is there is known at every moment: a disk may be full.
                self.files[name] = text

    def _remove(self, name: str) -> None:
        os.unlink(name)
        del self.files[name]
        for folder in _folders_of(name):
            try:
                os.rmdir(folder)
            except OSError:
                # Something else is in it.
                return

    @property
    def project(self) -> Project:
        """The project that the files make; raises ``BadConfig`` or ``BadInputs``."""
        if self._project is None:
            # A program of resources is asked as its preview knows it.
            flags = {**inputs_of(self.files.get(INPUTS_NAME)), "with_resources": True}
            config = find_config(".", SETTINGS)
            nearest = lambda folder: find_config(folder, SETTINGS)  # noqa: E731  a choice of two
            self._project = Project(config, Disk(), flags, nearest=nearest)
        return self._project

    def languages(self) -> object:
        """Say which languages there are, with the suffix of each."""
        first: dict[str, str] = {}
        for suffix, name in SUFFIXES.items():
            first.setdefault(name, suffix)
        return [{"name": name, "suffix": first[name]} for name in NAMES]

    def check(self, name: str) -> object:
        """Return the problems of a file and of those it leads to."""
        return {"problems": self._told(lambda project: self._found(project, name))}

    def _found(self, project: Project, name: str) -> list[Diagnostic]:
        return [] if language_of(name) is None else project.check(name)

    def _told(self, work: Callable[[Project], list[Diagnostic]]) -> list[dict[str, object]]:
        try:
            return [problem(finding) for finding in work(self.project)]
        except (BadConfig, BadInputs) as bad:
            return [{"severity": "error", "code": "file/config", "message": str(bad), "notes": []}]

    def run(self, name: str, form: str = "json") -> object:
        """Evaluate a file; the text of its value, and what there is to say."""
        texts: list[str] = []
        traced = StringIO()

        def work(project: Project) -> list[Diagnostic]:
            evaluated = project.evaluate(name)
            if evaluated.output is None:
                return list(evaluated.diagnostics)
            room, value = evaluated.output
            made = as_text(room, value, form, secrets=False)
            if not made.failed:
                texts.append(made.output)
            return [*evaluated.diagnostics, *made.diagnostics]

        # What a program writes while it runs is no part of its value.
        with redirect_stdout(traced), redirect_stderr(traced):
            problems = self._told(work)
        return {
            "text": texts[0] if texts else None,
            "problems": problems,
            "trace": traced.getvalue(),
        }

    def type(self, name: str) -> object:
        """Return the type of what a file gives, laid out to be read."""

        def asked(project: Project) -> str | None:
            answers = project.checked(name).output
            return None if answers is None else answers.outline_at(None) or answers.result()

        return {"text": self._quietly(asked)}

    def why(self, name: str) -> object:
        """Return the places that made parts of a file's value secret or unknown."""
        from confty.values import why  # noqa: PLC0415  start-up: asked for rarely

        def asked(project: Project) -> str | None:
            evaluated = project.evaluate(name)
            if evaluated.output is None:
                return None
            room, value = evaluated.output
            plain = room.plain(value)
            return None if plain.failed else str(why(plain.output))

        return {"text": self._quietly(asked)}

    def graph(self, name: str) -> object:
        """Return a picture in DOT: the resources of a PCL program, else who imports whom."""

        def asked(project: Project) -> object:
            if language_of(name) == "pcl":
                return graph_of(project, name)
            project.check_all([each for each in self.files if language_of(each) is not None])
            edges = project.graph.edges()
            nodes = sorted({name, *(each for edge in edges for each in edge)})
            return {"dot": dot(nodes, edges)}

        return self._quietly(asked) or {"dot": None}

    def format(self, name: str) -> object:
        """Return a file's text in its standard form; None where it has mistakes."""
        return {"text": self._quietly(lambda project: project.reformat(name).output)}

    def hover(self, name: str, offset: int) -> object:
        """Return what is known of the place: its type, and what is said of it."""
        return self._seen(name, lambda look: looks.hover(look, offset, language_of(name) or ""))

    def complete(self, name: str, offset: int) -> object:
        """Return what may be written at the place."""
        lang = language_of(name) or ""
        return self._seen(
            name, lambda look: looks.complete(look, offset, self.project.host(name, lang))
        )

    def definition(self, name: str, offset: int) -> object:
        """Return where the name at a place was introduced, if that is in one of the tabs."""

        def asked(look: Look) -> object:
            span = looks.definition(look, offset)
            if span is None or span.source.name not in self.files:
                return None
            return looks.place(span)

        return self._seen(name, asked)

    def actions(self, name: str, start: int, end: int) -> object:
        """Return the changes that are offered for a stretch of text."""
        trial = self._trial
        return self._seen(name, lambda look: looks.actions(look, start, end, trial))

    def fixes(self, name: str) -> object:
        """Return the changes that make findings of a file go away, tried before they are told."""
        return self._seen(name, lambda look: looks.fixes(look, self._trial))

    def _trial(self, texts: Mapping[str, str]) -> Project:
        return self.project.with_texts(texts)

    def _seen(self, name: str, asked: Callable[[Look], object]) -> object:
        """Ask about a place of a file; what was checked for one question serves the next."""

        def work(project: Project) -> object:
            if name not in self._looks:
                self._looks[name] = _looked(project, name)
            look = self._looks[name]
            return None if look is None else asked(look)

        return self._quietly(work)

    def explain(self, code: str) -> object:
        """Return the page of a diagnostic code."""
        from confty.kit.pages import page_of  # noqa: PLC0415  start-up: asked for rarely

        return {"text": page_of(code)}

    def _quietly(self, work: Callable[[Project], object]) -> object:
        """Ask where problems are shown by somebody else already."""
        try:
            return work(self.project)
        except (BadConfig, BadInputs):
            return None


def _looked(project: Project, name: str) -> Look | None:
    """Check a file, for questions about its places."""
    source = project.open(name).output
    if source is None or language_of(name) is None:
        return None
    answers = project.checked(name).output
    return Look(name, source, answers, project.check(name), frozenset())


def problem(finding: Diagnostic) -> dict[str, object]:
    """Return a finding as data, with offsets and with what its fix is called."""
    told = record(finding)
    if finding.span is not None:
        told |= {"start": finding.span.start, "end": finding.span.end}
    told["fixes"] = (
        [
            {
                "title": finding.help or "fix this",
                "edits": [looks.edit_of(edit) for edit in finding.fix],
            }
        ]
        if finding.fix
        else []
    )
    return told


def is_fine(name: str) -> bool:
    """Whether a page may have a file of this name; a link can say anything."""
    parts = name.split("/")
    return len(parts) <= _MOST_PARTS and all(
        _PART.fullmatch(part) is not None and not part.endswith((".", " ")) for part in parts
    )


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
        LimitedLanguage(language("pcl"), host.settings, project.open(name).output).shown(drawn)
    return found

"""A file or a text, ready to be worked on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from confty.api.errors import ConftyError, MissingFile
from confty.api.given import settings_of
from confty.kit.suggest import did_you_mean
from confty.language import Outcome
from confty.registry import BY_NAME, NAMES, SETTINGS, language_of
from confty.text import Diagnostic, Severity
from confty.values import Labelled, ValueProblem
from confty.values import paths as property_paths
from confty.values.labels import mapped
from confty.workspace import BadConfig, Config, Disk, Memory, Project, find_config
from confty.workspace.answers import LimitedInsight
from confty.workspace.codes import BAD_CONFIG, NOTHING_THERE
from confty.workspace.tanka import entry_of

Path = str | os.PathLike[str]
T = TypeVar("T")


class AskedFile:
    """One file of a project, and what can be asked about it; what is wrong with it is raised."""

    def __init__(self, project: Project, name: str) -> None:
        self.project: Final = project
        self.name: Final = name

    def plain(self, made: Callable[[object], Outcome[object]]) -> object:
        """The file's value, as what is made of it within the limits of its run."""
        shows = self.project.flags.get("show_secrets")

        def shown(value: object) -> Outcome[object]:
            return made(mapped(value, _revealed) if shows else value)

        outcome = self.project.plain(self.name, native=shown)
        errors = [one for one in outcome.diagnostics if one.severity is Severity.ERROR]
        if errors:
            raise self._error(errors)
        return outcome.output

    def settings(self) -> Mapping[str, object]:
        """What the file's language is told."""
        its_language = self.project.language(self.name).output
        return (
            {}
            if its_language is None
            else self.project.host(self.name, its_language.name).settings
        )

    def _error(self, findings: Iterable[Diagnostic]) -> ConftyError:
        """What is wrong with the file; that it is not there is an exception of its own."""
        files = self.project.files
        there = files.is_file(self.name) or os.path.exists(self.name)
        return (ConftyError if there else MissingFile)(findings)

    def insight(self) -> LimitedInsight:
        """Answers about the file's places."""
        outcome = self.project.checked(self.name)
        if outcome.output is None:
            raise self._error(outcome.diagnostics)
        return outcome.output

    def answered(self, ask: Callable[[LimitedInsight], T]) -> T:
        """One answer, or an exception that says why there is none."""
        insight = self.insight()
        answer = ask(insight)
        if insight.problems:
            raise ConftyError(insight.problems)
        return answer

    def asked(self, expression: str, made: Callable[[object], Outcome[object]]) -> object:
        """The answer to a question about the value: an expression, or else a path in it."""
        its_language = self.project.language(self.name)
        if its_language.output is None:
            raise ConftyError(its_language.diagnostics)
        if its_language.output.query:
            folder, base = os.path.split(self.name)
            suffix = BY_NAME[its_language.output.name].suffixes[0]
            question = os.path.join(folder, f"query{suffix}")
            text = (
                its_language.output.query.replace("{file}", json.dumps(base)) + expression + "\n"
            )
            self.project.files = Memory({question: text}, self.project.files)
            return AskedFile(self.project, question).plain(made)

        def part(value: object) -> Outcome[object]:
            try:
                path = property_paths.parse(expression.removeprefix("."))
                return made(property_paths.get(path, value))
            except (ValueProblem, KeyError, IndexError):
                message = f"there is no {expression!r} in the value of {self.name}"
                return Outcome(None, (NOTHING_THERE.at(None, message),))

        return self.plain(part)


def _revealed(value: object) -> object:
    """A secret as it is; what is not known stays labelled."""
    is_known = isinstance(value, Labelled) and value.secret and not value.unknown
    return value.value if isinstance(value, Labelled) and is_known else value


def nearest_config(folder: str) -> Config:
    """The config that serves a folder."""
    try:
        return find_config(folder, SETTINGS)
    except BadConfig as bad:
        raise ConftyError([BAD_CONFIG.at(None, str(bad))]) from None


def on_disk(path: Path, lang: str | None, given: Mapping[str, object]) -> AskedFile:
    """A file on disk, or an environment by its folder, with the config that serves it."""
    name = entry_of(os.fsdecode(path))
    config = nearest_config(os.path.dirname(name) or ".")
    settings = settings_of(given, lang or language_of(name))
    return AskedFile(Project(config, Disk(), settings, lang, nearest=nearest_config), name)


def over_text(
    text: str, lang: str, given: Mapping[str, object], filename: str | None = None
) -> AskedFile:
    """A text in a language; what it imports is on disk."""
    if not isinstance(text, str | bytes):
        raise TypeError(f"the text must be str, not {type(text).__name__}")
    if lang not in NAMES:
        near = did_you_mean(str(lang), NAMES) or f"; known are {', '.join(NAMES)}"
        raise ValueError(f"there is no language {lang!r}{near}")
    # Not with the suffix of PCL's files, which are parts of the program around them.
    name = filename or f"input.{lang}"
    settings = settings_of(given, lang)
    return AskedFile(Project(Config({}), Memory({name: text}, Disk()), settings, lang), name)

"""Files that somebody is working on: open texts over the disk, and what is known of each.

An edit begins a new moment.  What was found out about a file stays good until something changes
that the check looked at (``observed``): its text, what it imports, a file that an import may mean,
a folder that was listed.  So after an edit exactly the files are checked again that see the edit,
and only when somebody asks for them; until then the last answers are there, with their text.
"""

from __future__ import annotations

import os
from _blake2 import blake2b
from collections.abc import Callable, Iterable, Mapping
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Final

from confty.kit.insight import Insight
from confty.kit.limits import limited
from confty.kit.reading import read_file, too_large
from confty.language import Unreadable
from confty.registry import LAZY, NAMES, language_of
from confty.text import Diagnostic, Source
from confty.workspace.answers import LimitedInsight
from confty.workspace.baseline import beyond_baseline
from confty.workspace.bounds import UNWATCHED
from confty.workspace.config import Config
from confty.workspace.entrances import entrances_of
from confty.workspace.files import Moment, reason
from confty.workspace.home import DESCRIPTION, MARKS, PROGRAM, Home
from confty.workspace.levels import BadConfig
from confty.workspace.observed import PLACELESS, VISIBLE, Observed
from confty.workspace.project import Project
from confty.workspace.suppress import suppressed
from confty.workspace.vendored import of_ours

if TYPE_CHECKING:
    from confty.workspace.observed import Question

# A checked file takes some hundred bytes a character of its text.
_MOST_CHARACTERS: Final = 8_000_000
_MOST_FILES: Final = 2000
#: Files that say how other files are read: when one changes, nothing is known any more.
CONFIGS: Final = frozenset({"confty.toml", "pyproject.toml", *MARKS})
#: Files that make their folder an environment by being there, whatever they hold.
_ENVIRONMENTS: Final = frozenset({PROGRAM, DESCRIPTION})


def reconfigures(name: str, *, there: bool) -> bool:
    """Whether a file that changed, or came or went, says how other files are read."""
    base = os.path.basename(name)
    return base in CONFIGS or (there and base in _ENVIRONMENTS)


class Snapshot(Moment):
    """The disk at one moment, with the texts of open files instead of theirs."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__()
        self._open: Final = texts
        # The names of open files, by their folders; a program of many folders asks for each.
        self._by_folder: dict[str, list[str]] | None = None

    def text(self, name: str) -> str | None:
        """Return an open text."""
        return self._open.get(os.path.abspath(name))

    def read(self, name: str) -> bytes:
        """Return the bytes of an open text, or of the file."""
        text = self.text(name)
        if text is None:
            return super().read(name)
        data = text.encode("utf-8", "surrogatepass")
        if len(data) > self.most:
            raise Unreadable(reason(too_large(self.most, name)))
        return data

    def is_file(self, name: str) -> bool:
        """Whether a file is open or there."""
        return os.path.abspath(name) in self._open or super().is_file(name)

    def entries(self, name: str) -> list[str]:
        """Return the names inside a folder, those of open files too."""
        if self._by_folder is None:
            self._by_folder = {}
            for one in self._open:
                folder, base = os.path.split(one)
                self._by_folder.setdefault(folder, []).append(base)
        inside = self._by_folder.get(os.path.abspath(name or "."))
        return super().entries(name) if not inside else sorted({*self._there_in(name), *inside})

    def _there_in(self, name: str) -> list[str]:
        return super().entries(name) if os.path.isdir(name or ".") else []


class Look:
    """What is known of one file: its text then, the findings, and the answers about places."""

    __slots__ = (
        "answers",
        "asked",
        "findings",
        "lock",
        "name",
        "seconds",
        "source",
        "stale",
        "text",
        "under",
        "unseen",
    )

    def __init__(
        self,
        name: str,
        source: Source,
        answers: LimitedInsight | None,
        findings: list[Diagnostic],
        asked: frozenset[Question],
        text: str | None = None,
    ) -> None:
        self.name: Final = name
        self.source: Final = source
        # What an editor held then, which need not be what was read of it; None of other files.
        self.text: Final = text
        # Of a file that cannot be checked nothing is known.
        self.answers: Final[Insight] = answers or Insight()
        self.findings: Final = findings
        # What the check looked at.
        self.asked = asked
        # What programs say of it that use it, and those that were not looked at yet, None
        # while nobody knows which these are.
        self.under: list[Diagnostic] = []
        self.unseen: list[str] | None = None
        # Whether something has changed since that the check looked at.
        self.stale = False
        self.seconds = 0.0
        # Answers are worked out when they are asked for, by one at a time.
        self.lock: Final = RLock()

    @property
    def all_findings(self) -> list[Diagnostic]:
        """What is said of the file alone, and of it as programs use it."""
        return [*self.findings, *self.under]

    def sees(self, name: str, *, there: bool) -> bool:
        """Whether a change of a file matters; ``there`` when it was made or removed."""
        if name == self.name or any((kind, name) in self.asked for kind in VISIBLE):
            return True
        folder = os.path.dirname(name)
        return there and any((kind, folder) in self.asked for kind in ("folder", "names"))


class Desk:
    """Open files and what is known of files; safe to use from several threads."""

    def __init__(self, nearest: Callable[[str], Config]) -> None:
        self._nearest: Final = nearest
        self.flags: Mapping[str, object] = {}
        self._lock: Final = RLock()
        # One check at a time: they share what they find out.
        self._checking: Final = RLock()
        self._texts: dict[str, str] = {}
        self._langs: dict[str, str] = {}
        self._looks: dict[str, Look] = {}
        self._size = 0
        self._work: tuple[Project, Observed] | None = None
        # What projects know of configs and homes; not one of them, which would keep its files.
        self._settled: tuple[dict[str, Config], dict[str, Home]] | None = None
        # The programs that use a file, as the disk says.
        self._entrances: dict[str, list[str]] = {}
        #: How often something has changed.
        self.moment = 0

    # Edits.

    def update(self, name: str, text: str, lang: str | None = None) -> list[str]:
        """Let a text stand for a file; return the files whose answers are no longer good."""
        with self._lock:
            new = name not in self._texts and not os.path.exists(name)
            if lang in NAMES and language_of(name) is None:
                self._langs[name] = str(lang)
            self._texts = {**self._texts, name: text}
            return self.changed([name], there=new)

    def saved(self) -> None:
        """An open file was written: the disk may say otherwise who imports whom."""
        with self._lock:
            self._entrances.clear()

    def close(self, name: str) -> list[str]:
        """Let the file on disk stand for itself again."""
        with self._lock:
            before = self._texts.get(name)
            self._texts = {one: text for one, text in self._texts.items() if one != name}
            self._langs.pop(name, None)
            if before is None or before == _text_on_disk(name):
                return []
            return self.changed([name], there=not os.path.exists(name))

    def changed(self, names: Iterable[str], *, there: bool = False) -> list[str]:
        """Files have changed, or have come or gone.

        Return those whose answers are not good, and open ones that programs may use otherwise.
        """
        names = list(names)
        with self._lock:
            self.moment += 1
            self._work = None
            others: set[str] = set()
            if there or any(name not in self._texts for name in names):
                self._entrances.clear()
                if any(self.language(name) in LAZY for name in names):
                    others = self._used_otherwise()
            if any(reconfigures(name, there=there) for name in names):
                return self.reconfigured()
            for look in self._looks.values():
                look.stale |= any(look.sees(name, there=there) for name in names)
            return [name for name, look in self._looks.items() if look.stale or name in others]

    def _used_otherwise(self) -> set[str]:
        """Have files looked at as programs use them once more; return those that are open."""
        again = [look for look in self._looks.values() if look.unseen is not None]
        for look in again:
            look.unseen = None
        return {look.name for look in again if look.name in self._texts}

    def reconfigured(self, flags: Mapping[str, object] | None = None) -> list[str]:
        """Settings have changed: nothing is good any more."""
        with self._lock:
            self.moment += 1
            self.flags = self.flags if flags is None else flags
            self._work = self._settled = None
            self._entrances.clear()
            for look in self._looks.values():
                look.stale = True
            return list(self._looks)

    # Questions.

    def text(self, name: str) -> str | None:
        """Return the text of an open file."""
        return self._texts.get(name)

    def open_files(self) -> list[str]:
        """Return the names of open files, the last opened or edited at the end."""
        return list(self._texts)

    def language(self, name: str) -> str | None:
        """Say which language a file is written in."""
        return self._langs.get(name) or language_of(name)

    def known(self, name: str) -> Look | None:
        """Return what was found out last about a file, good or not."""
        with self._lock:
            look = self._looks.pop(name, None)
            if look is not None:
                self._looks[name] = look  # used last
            return look

    def fresh(self, name: str) -> Look | None:
        """Return what is known of a file if that is still good."""
        look = self.known(name)
        return None if look is None or look.stale else look

    def look(self, name: str) -> Look:
        """Return what there is to know about a file now, checking it if that has to be."""
        with self._checking:
            look = self.fresh(name)
            while look is None:
                with self._lock:
                    moment = self.moment
                    project, observed = self._at_work()
                made = _looked(project, observed, name)
                with self._lock:
                    # What changed meanwhile may be something that the check has seen before.
                    made.stale = self.moment != moment
                    self._keep(made)
                look = made
            return look

    def widen(self, name: str) -> tuple[Look, bool] | None:
        """Look at a file as one more program uses it; return it, and whether there are others.

        None where there is nothing to look at.
        """
        # Who uses it is found out while others may ask.
        programs = self._programs(name) if self.language(name) in LAZY else []
        with self._checking:
            look = self.fresh(name)
            if look is None:
                return None
            unseen = look.unseen
            if unseen is None:
                unseen = look.unseen = programs
            if not unseen:
                return None
            other = self.look(unseen.pop(0))
            known = {(one.code.name, one.span, one.message) for one in look.all_findings}
            new = [one for one in other.findings if one.span and one.span.source.name == name]
            look.under += [
                one for one in new if (one.code.name, one.span, one.message) not in known
            ]
            look.asked |= other.asked
            return look, bool(unseen)

    def _programs(self, name: str) -> list[str]:
        """Return the programs that use a file, found anew when files on disk have changed."""
        known = self._entrances.get(name)
        if known is None:
            known = [os.path.abspath(one) for one in entrances_of(self.project(), name)]
            if len(self._entrances) >= _MOST_FILES:
                self._entrances.clear()
            self._entrances[name] = known
        return list(known)

    def project(self, texts: Mapping[str, str] | None = None) -> Project:
        """Return a project of this moment, maybe with other texts for some files."""
        with self._lock:
            files = Snapshot({**self._texts, **(texts or {})})
            return self._made(files)

    def _at_work(self) -> tuple[Project, Observed]:
        if self._work is None:
            project = self._made(Snapshot(self._texts))
            self._work = project, project.watch(lambda data: blake2b(data).hexdigest()[:24])
        return self._work

    def _made(self, files: Snapshot) -> Project:
        project = Project(self._nearest("."), files, self.flags, nearest=self._nearest)
        project.named = dict(self._langs)
        if self._settled is None:
            self._settled = project.configs, project.homes
        else:
            project.configs, project.homes = self._settled
        return project

    def _keep(self, made: Look) -> None:
        before = self._looks.pop(made.name, None)
        self._size += len(made.source.text) - (len(before.source.text) if before else 0)
        self._looks[made.name] = made
        while self._size > _MOST_CHARACTERS or len(self._looks) > _MOST_FILES:
            oldest = next(iter(self._looks))
            if oldest == made.name:
                break
            self._size -= len(self._looks.pop(oldest).source.text)


def _text_on_disk(name: str) -> str | None:
    try:
        return read_file(name).decode("utf-8")
    except (OSError, ValueError):
        return None


def _looked(project: Project, observed: Observed, name: str) -> Look:
    """Check one file."""
    begun = monotonic()
    look = limited(lambda: _checked(project, observed, name), UNWATCHED)
    look.seconds = monotonic() - begun
    return look


def _checked(project: Project, observed: Observed, name: str) -> Look:
    outcome = project.checked(name)
    source = project.open(name).output or Source(name, "")
    found = suppressed(project, source, list(outcome.diagnostics))
    ours = of_ours(found, {name}, project.config_for(name).vendor)
    baselines: set[Question] = set()
    findings = _new(project, project.levelled(name, ours), baselines)
    asked = _questions(project, observed, name) | baselines
    text = project.files.text(name) if isinstance(project.files, Snapshot) else None
    return Look(name, source, outcome.output, findings, asked, text)


def _new(project: Project, findings: list[Diagnostic], asked: set[Question]) -> list[Diagnostic]:
    """Leave out what the project's baseline lists, where there is one; note where it would be."""

    def place(finding: Diagnostic) -> str | None:
        path = project.baseline_for(finding.span.source.name if finding.span else ".")
        asked.add(("named", os.path.abspath(path)))
        return path if os.path.exists(path) else None

    try:
        return beyond_baseline(findings, place)[0] if findings else findings
    except BadConfig:
        return findings


def _questions(project: Project, observed: Observed, name: str) -> frozenset[Question]:
    """Gather what the check of a file looked at, and the checks of what it leads to."""
    waiting = [key for key in observed.looks if key.partition(":")[2] == name]
    seen: set[str] = set()
    asked: set[Question] = {("text", name)}
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        asked.update(observed.looks.get(key, ()))
        waiting += observed.edges.get(key, ())
    # A language that keeps no results has no keys; what it imports is known all the same.
    asked.update([("text", other) for other in project.graph.reach(name)])
    return frozenset([_whole(one) for one in asked])


def _whole(question: Question) -> Question:
    """Spell a question from the root of the disk, as changes are spelled."""
    kind, subject = question
    is_whole = kind in PLACELESS or os.path.isabs(subject)
    return question if is_whole else (kind, os.path.abspath(subject))

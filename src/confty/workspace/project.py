"""Work on files: find their language, give it a host, gather what it says.

This is where the command line, the Python API and tests meet: each makes a ``Project`` over disk
or memory and asks it to check, evaluate, type or format.
"""

from __future__ import annotations

import os
from _collections_abc import Mapping

from confty.kit.encoding import decode
from confty.kit.limits import limited
from confty.kit.reading import is_stream
from confty.language import AnyLanguage, Outcome, Unreadable, Way
from confty.light import lru_cache
from confty.registry import ALL_DIALECTS, BY_NAME, INPUTS, NAMES, language, language_of
from confty.text import Diagnostic, Source, Span
from confty.workspace.bounds import UNWATCHED, limits_of
from confty.workspace.codes import NO_LABELS, UNKNOWN_LANGUAGE
from confty.workspace.config import DEFAULT_NAME, Config, asked_for, levelled
from confty.workspace.discreet import discreet
from confty.workspace.door import LimitedLanguage
from confty.workspace.files import Disk, Files, Memory, OneMoment
from confty.workspace.gathering import identity, place, reasons, rings_of
from confty.workspace.graph import ImportGraph
from confty.workspace.home import Home, home_of
from confty.workspace.host import Surroundings, WorkspaceHost, has_labels
from confty.workspace.observed import Observed, Watch
from confty.workspace.sandbox import Sandbox, sandbox_of
from confty.workspace.tanka import INSIDE, described
from confty.workspace.vendored import of_ours

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeAlias, TypeVar

    from confty.kit.schemas import SchemaStore
    from confty.workspace.answers import LimitedInsight
    from confty.workspace.foreign import ForeignFile, Seen

    T = TypeVar("T")
    # A file with all that work on it takes: its text, its host, its language within limits.
    ReadyFile: TypeAlias = tuple[Source, WorkspaceHost, LimitedLanguage]


#: How many names of footings are remembered; a project has a few.
_FOOTINGS = 10_000
# Settings that change nothing about what there is to say.
_NO_MATTER = (
    "cache",
    "ending",
    "limits",
    "passing",
    "schema_store",
    "secret_origins",
    "show_secrets",
    "verbose",
)


class Project:
    """Files, settings and the imports seen among them."""

    def __init__(
        self,
        config: Config | None = None,
        files: Files | None = None,
        flags: Mapping[str, object] | None = None,
        lang: str | None = None,
        nearest: Callable[[str], Config] | None = None,
    ) -> None:
        self.config = config or Config({})
        # How to find the config of a folder; without it, one config serves every file.
        self._nearest = nearest
        #: What is known of configs and homes, by folder; projects of other moments may share it.
        self.configs: dict[str, Config] = {}
        self.homes: dict[str, Home] = {}
        self._footings: dict[tuple[str, str], str] = {}
        # Schemas that data is held against; None: those of the user.
        self.own_schemas: SchemaStore | None = None
        self.files = files or Disk()
        if isinstance(self.files, Disk) and self.config.max_file_size is not None:
            self.files.most = self.config.max_file_size
        self.flags = flags or {}
        dialect, known = self.flags.get("dialect"), ", ".join(ALL_DIALECTS)
        if dialect not in {None, *ALL_DIALECTS}:
            raise ValueError(f"expected one of {known} for dialect, found {dialect!r}")
        self.lang = lang
        # The languages of files whose suffix does not say one.
        self.named: Mapping[str, str] = {}
        # Who is told what programs trace; without one, it goes to standard error at once.
        self.tracer: Callable[[str], None] | None = None
        # The variables that programs may ask for; without any, those of the process.
        self.environment: Mapping[str, str] | None = None
        self.graph = ImportGraph()
        # Told how long each file took, in seconds; None where its result was kept.
        self.timed: Callable[[str, float | None], None] | None = None
        # Gets the files and folders that results depend on, where somebody waits for a change.
        self.seen: set[str] | None = None
        self._findings: dict[tuple[object, ...], Diagnostic] = {}
        self._opened: tuple[str, Outcome[Source | None]] | None = None
        self._foreign: dict[str, ForeignFile] = {}
        # Where results are kept: notes of what is looked at, and who names the footings.
        self._watching: tuple[Observed, Callable[[bytes], str | None]] | None = None
        # The files being checked or run right now, outermost first, each with the imports that
        # led to it from the one before.
        self.answering: list[tuple[str, tuple[Span, ...]]] = []

    @property
    def schemas(self) -> SchemaStore:
        """The user's schemas, which data is held against."""
        if self.own_schemas is None:
            from confty.kit.schemas import user_schemas  # noqa: PLC0415  start-up: only data needs them

            self.own_schemas = user_schemas()
        return self.own_schemas

    def parts(self) -> tuple[object, ...]:
        """Return what another process makes an equal project of."""
        return self.config, self.files, self.flags, self.lang, self._nearest

    def baseline_for(self, name: str) -> str:
        """Where the baseline of a file's project is, or would be written."""
        configured = self.config_for(name).baseline
        return configured or os.path.join(self.home(name).root, DEFAULT_NAME)

    def with_texts(self, texts: Mapping[str, str]) -> Project:
        """Return a project in which some files have other texts."""
        over = Memory(texts, self.files)
        made = Project(self.config, over, self.flags, self.lang, self._nearest)
        made.named = self.named
        return made

    def without_inputs(self) -> Project:
        """Return a project for data beside a program, which takes none of its inputs."""
        flags = {key: given for key, given in self.flags.items() if key not in INPUTS}
        return Project(self.config, self.files, flags, nearest=self._nearest)

    def config_for(self, name: str) -> Config:
        """Return the config nearest to a file."""
        if self._nearest is None:
            return self.config
        folder = os.path.dirname(name)
        if folder not in self.configs:
            self.configs[folder] = self._nearest(folder or ".")
        return self.configs[folder]

    def open(self, name: str) -> Outcome[Source | None]:
        """Read one file as text; the last one is kept, since a check asks more than once."""
        if self._opened is None or self._opened[0] != name:
            self._opened = name, self._read(name)
        return self._opened[1]

    def _read(self, name: str) -> Outcome[Source | None]:
        files = self.files
        try:
            # Only what was named by who asks, not by a program, may be a stream.
            asked = not self.answering
            data = files.named(name) if isinstance(files, Disk) and asked else files.read(name)
        except Unreadable as unreadable:
            from confty.workspace.unread import unread  # noqa: PLC0415  start-up: most can be read

            return Outcome(None, (unread(name, unreadable, None if self.answering else files),))
        source, findings = decode(name, data)
        return Outcome(source, findings)

    def language(self, name: str) -> Outcome[AnyLanguage | None]:
        """Find the language of a file, by the flag or by its suffix."""
        # The flag speaks of what the user names, not of what that imports from other languages.
        foreign = self._foreign.get(name) if self.answering else None
        asked = self.lang if foreign is None else foreign.language
        found = asked or self.named.get(name) or language_of(name)
        if found is not None:
            return Outcome(language(found))
        known = ", ".join(NAMES)
        unknown = UNKNOWN_LANGUAGE.at(None, f"{name} has no suffix of a known language")
        return Outcome(None, (unknown.with_help(f"name one with --lang: {known}"),))

    def _ready(self, name: str) -> Outcome[ReadyFile | None]:
        """Open a file, find its language and make its host; None where one of them fails."""
        opened = self.open(name)
        if opened.output is None or opened.failed:
            return Outcome(None, opened.diagnostics)
        found = self.language(name)
        if found.output is None:
            return Outcome(None, found.diagnostics)
        host = self.host(name, found.output.name)
        if host.watch is not None:
            host.watch.opened()
        within = LimitedLanguage(found.output, host.settings, opened.output)
        return Outcome((opened.output, host, within), opened.diagnostics)

    def host(self, name: str, lang: str) -> WorkspaceHost:
        """Make the host that serves one file of a language."""
        around = self.surroundings(name, lang)
        host = WorkspaceHost(
            self.files,
            around.settings,
            search=around.search,
            graph=self.graph,
            environment=self.environment,
            foreign=lambda other, way: self.foreign(other, lang, name, way),
            sandbox=around.sandbox,
            root=around.root,
            inside=INSIDE if BY_NAME[lang].packages else None,
            tracer=self.tracer,
        )
        if self._watching is not None:
            host.watch = self._watch(name, lang, host)
        return host

    def surroundings(self, name: str, lang: str) -> Surroundings:
        """Say what one file of a language is served with: settings, folders, sandbox."""
        config = self.config_for(name)
        entry = BY_NAME[lang]
        settings: dict[str, object] = {**config.language(lang), **self.flags}
        if self.flags.get("dialect") not in {None, *entry.dialects}:
            # Another language's; in a tree of several it is not for all of them.
            settings["dialect"] = config.language(lang).get("dialect")
        if "schema" not in self.flags and (schema := config.schema_for(name)):
            settings["schema"] = schema
        # For evaluators that have limits of their own, as an object of kit/limits.
        settings["limits"] = limits_of(settings)
        if entry.schemas:
            settings["schema_store"] = self.schemas
        for inputs in entry.inputs:
            # Types of the config file hold for values that come by flags; a language may have a
            # setting of its own for them.
            types = inputs.replace("vars", "types")
            settings.setdefault(types, config.language(lang).get(inputs))
        search = settings.get(entry.search, ())
        assert isinstance(search, list | tuple)
        home = self.home(name)
        if entry.packages and home.environment:
            settings["tanka_environment"] = described(home, self.files, name)
        named = settings.get("schema")
        brings = isinstance(named, str) and config.brings(named)
        return Surroundings(
            settings,
            (*home.search, *search) if entry.packages else tuple(search),
            sandbox_of(lang, settings, self.flags, home.root, config.root if brings else None),
            home.root,
        )

    def watch(
        self, seal: Callable[[bytes], str | None], observed: Observed | None = None
    ) -> Observed:
        """Note from now on what checks look at; ``seal`` names what else they depend on."""
        observed = Observed() if observed is None else observed
        self._footings = {}
        self._watching = observed, lru_cache(_FOOTINGS)(seal)
        return observed

    def _watch(self, name: str, lang: str, host: WorkspaceHost) -> Watch | None:
        assert self._watching is not None
        if host.settings.get("import_models") and host.settings.get("schema"):
            # What a program that is imported looks at, nobody notes.
            return None
        observed, seal = self._watching
        folders = None if host.sandbox is None else host.sandbox.folders
        settings = [one for one in sorted(host.settings.items()) if one[0] not in _NO_MATTER]
        stored = BY_NAME[lang].schemas or not BY_NAME[lang].hosted
        schemas = self.schemas.state() if stored else ""
        parts = lang, settings, host.search, folders, host.root, schemas
        footing = seal(repr(parts).encode("utf-8", "surrogatepass"))
        if footing is None:
            return None
        observed.footings[footing] = folders
        return Watch(observed, footing, name)

    def around_notes(self) -> tuple[Callable[[tuple[str, ...]], Sandbox], Mapping[str, str]]:
        """Return what notes are answered from beside the files: sandboxes and variables."""
        return Sandbox, os.environ if self.environment is None else self.environment

    def key(self, name: str, *, imported: bool = False) -> str | None:
        """Return what the result for a file is kept by; None where it is not."""
        # The flag speaks of what the user names, not of what that imports.
        asked = None if imported or self.answering else self.lang
        lang = asked or self.named.get(name) or language_of(name)
        if lang is None or self._watching is None or is_stream(name):
            return None
        place = os.path.dirname(name), lang
        footing = self._footings.get(place)
        if footing is None:
            watch = self.host(name, lang).watch
            if watch is None:
                return None
            footing = watch.footing
            if not self._is_spoken_of(name):
                self._footings[place] = footing
        return f"{footing}:{name}"

    def _is_spoken_of(self, name: str) -> bool:
        """Whether a file may have another footing than those beside it."""
        # A program of an environment is told its name.
        return bool(self.config_for(name).table.get("schemas") or self.home(name).environment)

    def home(self, name: str) -> Home:
        """Say where a file is at home: the root of its project, and where its packages lie."""
        folder = os.path.dirname(name)
        found = self.homes.get(folder)
        if found is None:
            found = self.homes[folder] = home_of(name, self.config_for(name).root, self.files)
        return found

    def foreign(self, name: str, asker: str, importer: str, way: Way = tuple) -> Seen | None:
        """Return a file for an importer of another language, each file checked and run once."""
        lang = language_of(name)
        if lang is None or lang == asker:
            return None
        from confty.workspace.foreign import ForeignFile, Seen  # noqa: PLC0415  start-up: few do

        known = self._foreign.get(name)
        if known is None:
            known = self._foreign[name] = ForeignFile(self, name, lang)
        led = way()
        at = led[-1].source.name if led else importer
        self.graph.add(at, name)
        if self._watching is not None:
            here, there = self.host(importer, asker).watch, self.key(name)
            if here is not None:
                # What is not kept has no key, and what leads there is not kept either.
                here.observed.lead(here.key(at), there or "")
        return Seen(known, led)

    @property
    def is_mixed(self) -> bool:
        """Whether a file was imported from another language."""
        return bool(self._foreign)

    def _answer(self, name: str, work: Callable[[], T]) -> T:
        """Work on a file; one that nobody imports is the first of those being answered."""
        if self.answering:
            return work()
        self.answering.append((name, ()))
        try:
            return work()
        finally:
            # Also what work that was stopped has left there.
            self.answering.clear()

    def check(self, name: str) -> list[Diagnostic]:
        """Return what there is to say about one file, at the levels the project asks for."""
        return self.levelled(name, self.found(name))

    def found(self, name: str, *, once: bool = False) -> list[Diagnostic]:
        """Return what there is to say of a file, which need not stay for others, at any level."""
        found = list(self._checked(name, once=once).diagnostics)
        source = self.open(name).output
        if source is None:
            return found
        from confty.workspace.suppress import suppressed  # noqa: PLC0415  start-up: only checks do

        return suppressed(self, source, found)

    def levelled(self, name: str, found: list[Diagnostic]) -> list[Diagnostic]:
        """Give findings the levels that the project asks for."""
        rules = self.config_for(name).rules_for(name)
        kept = (levelled(finding, rules) for finding in found if asked_for(finding, rules))
        return [finding for finding in kept if finding is not None]

    def checked(self, name: str) -> Outcome[LimitedInsight | None]:
        """Check one file and return the answers about its places."""
        outcome = self._checked(name)
        if all(one.code.on for one in outcome.diagnostics):
            return outcome
        rules = self.config_for(name).rules_for(name)
        asked = tuple([one for one in outcome.diagnostics if asked_for(one, rules)])
        return Outcome(outcome.output, asked)

    def _checked(self, name: str, once: bool | None = None) -> Outcome[LimitedInsight | None]:
        """Check one file, ``once`` or again, for its findings at all levels; None for answers."""
        ready = self._ready(name)
        findings = ready.diagnostics
        if ready.output is None:
            return Outcome(None, findings)
        source, host, within = ready.output
        outcome = self._answer(name, lambda: within.check(source, host, once))
        findings += discreet(outcome.diagnostics, name)
        if once is not None or outcome.output is None:
            return Outcome(None, findings)
        return Outcome(within.insight(outcome.output), findings)

    def check_all(self, names: list[str]) -> list[Diagnostic]:
        """Check many files; a finding that two of them lead to is told once, all in file order."""
        asked = frozenset(names)

        def each() -> None:
            for name in names:
                found = of_ours(self.found(name), asked, self.config_for(name).vendor)
                self.gather(self.levelled(name, found))

        # One run for all of them: a thread a file would cost as much as checking a small one.
        with self.one_moment():
            limited(each, UNWATCHED)
        self.gather_damage(names)
        return self.gathered()

    def one_moment(self) -> OneMoment:
        """Look at each file once while the block lasts, so that no two answers disagree."""
        return OneMoment(self)

    def look_anew(self, files: Files) -> None:
        """Look at files as others show them."""
        self.files = files
        self._opened = None
        self._foreign = {}

    def gather(
        self, findings: Iterable[Diagnostic], edges: Iterable[tuple[str, str]] = ()
    ) -> None:
        """Take in findings and imports, our own or another process's."""
        for finding in findings:
            key = identity(finding)
            known = self._findings.get(key)
            # Whoever was checked first, the same one of them is told.
            if known is None or reasons(finding) < reasons(known):
                self._findings[key] = finding
        for importer, imported in edges:
            self.graph.add(importer, imported)

    def gather_damage(self, names: Iterable[str]) -> None:
        """Take in what is wrong with the store of schemas, if files among some may need one."""
        from confty.workspace.unread import damage_told  # noqa: PLC0415  start-up: only checks do

        self.gather(damage_told(self.schemas, names, self.lang))

    def gathered(self) -> list[Diagnostic]:
        """Hand out what was gathered, in file order, and begin anew."""
        self.gather(rings_of(self.graph, list(self._findings.values())))
        found = sorted(self._findings.values(), key=place)
        self._findings = {}
        return found

    def evaluate(self, name: str) -> Outcome[tuple[LimitedLanguage, object] | None]:
        """Run one file; the value stays with the language that knows how to show it."""
        return self._evaluated(name, self._ready(name))

    def _evaluated(
        self, name: str, ready: Outcome[ReadyFile | None]
    ) -> Outcome[tuple[LimitedLanguage, object] | None]:
        findings = ready.diagnostics
        if ready.output is None:
            return Outcome(None, findings)
        source, host, within = ready.output
        # A file that is only imported takes no inputs.
        if (
            not self.answering
            and not within.labelled
            and any(has_labels(self.flags.get(setting)) for setting in INPUTS)
        ):
            message = f"secret and unknown inputs have no place in {within.name}: {name}"
            return Outcome(None, (*findings, NO_LABELS.at(None, message)))
        outcome = self._answer(name, lambda: within.evaluate(source, host))
        findings += discreet(outcome.diagnostics, name)
        if outcome.failed:
            return Outcome(None, findings)
        return Outcome((within, outcome.output), findings)

    def used(
        self, name: str, use: Callable[[LimitedLanguage, object], Outcome[T]]
    ) -> Outcome[T | None]:
        """Run one file and use its value, all in one run; an outcome that failed says why not."""
        ready = self._ready(name)

        def work() -> Outcome[T | None]:
            found = self._evaluated(name, ready)
            made = Outcome(None) if found.output is None else use(*found.output)
            return Outcome(made.output, found.diagnostics + made.diagnostics)

        return work() if ready.output is None else ready.output[2].whole(work)

    def plain(
        self, name: str, *, native: Callable[[object], Outcome[object]] | None = None
    ) -> Outcome[object]:
        """Run one file and return plain data.

        With ``native``, what that makes of data whose keys need not be texts, within the limits.
        """

        def use(within: LimitedLanguage, value: object) -> Outcome[object]:
            made = within.plain(value) if native is None else within.native(value)
            return made if native is None or made.failed else made.then(native)

        return self.used(name, use)

    def reformat(self, name: str) -> Outcome[str | None]:
        """Return one file's text as its language's formatter lays it out."""
        ready = self._ready(name)
        if ready.output is None:
            return Outcome(None, ready.diagnostics)
        source, host, within = ready.output
        made = within.reformat(source, host)
        if not (findings := ready.diagnostics + made.diagnostics):
            return Outcome(made.output)
        from confty.workspace.suppress import laid_out  # noqa: PLC0415  start-up: as in ``found``

        return laid_out(self, source, made.output, findings)

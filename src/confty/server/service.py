"""The server's state: open documents, what is known of files, and what a client was told."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from time import monotonic
from typing import Any, Final, TypeAlias

from confty.ide.shelf import Shelf, TooMany
from confty.kit.limits import until
from confty.kit.threads import Flag
from confty.light import partial
from confty.registry import SETTINGS
from confty.server.documents import Documents, OpenText, Page
from confty.server.protocol import Json, Protocol, Refused
from confty.server.publishing import Publisher
from confty.server.settings import PAUSE, TYPING, Settings
from confty.workspace.background import Background, Urgency
from confty.workspace.config import Config, find_config
from confty.workspace.desk import Desk, Look
from confty.workspace.levels import BadConfig
from confty.workspace.mentions import Mentions

#: How long a check takes before anybody is told, in seconds.
_LONG: Final = 0.8

#: How long a request waits for a check under way before the last answers have to do, in seconds.
SOON: Final = 0.4
#: The same for what is useless unless it is about the very text.
EXACT: Final = 3.0
#: And for what would do harm otherwise.
CERTAIN: Final = 60.0
#: Within what time another edit counts as typing, in seconds.
_RAPID: Final = 0.3

_MOST_TOKENS: Final = 20

#: What answers a request, in a thread of its own.
Feature: TypeAlias = Callable[["Service", Any], Json]


def about_page(
    answer: Callable[[Service, Page, object], Json], instead: Json = None, wait: float = SOON
) -> Feature:
    """Make a request about a document of what answers it, and of what is said of unknown ones."""

    def feature(service: Service, params: object) -> Json:
        page = service.page(params, wait)
        return instead if page is None else answer(service, page, params)

    return feature


class SentColours:
    """The colours that a client was given last for each document, so that it gets what changed."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, list[int]]] = {}
        self._last = 0

    def keep(self, name: str, data: list[int]) -> str:
        """Keep colours and return the name they go by."""
        self._last += 1
        self._kept.pop(name, None)
        kept = dict(list(self._kept.items())[-_MOST_TOKENS:])
        self._kept = {**kept, name: (str(self._last), data)}
        return str(self._last)

    def get(self, name: str, key: str) -> list[int] | None:
        """Return colours by their name, where they are the last ones."""
        known = self._kept.get(name)
        return known[1] if known is not None and known[0] == key else None


class Service:
    """One client's server."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol: Final = protocol
        self.documents: Final = Documents()
        self.settings = Settings()
        self.capabilities: Mapping[str, object] = {}
        # Whether the client has said that it may be asked.
        self.ready = False
        self.folders: list[str] = []
        self.mentions: Final = Mentions()
        self.desk: Final = Desk(self.config)
        self.tokens: Final = SentColours()
        self.publisher: Final = Publisher(protocol, self.documents, self.supports)
        self.progress: Final = Progress(protocol, self.supports)
        self.background: Final = Background(self.desk, self._checked, self._begun)
        self.loop: asyncio.AbstractEventLoop | None = None
        self._threads: Final = ThreadPoolExecutor(6, "confty requests")
        self._edited: dict[str, float] = {}
        self._complained: set[str] = set()
        # Documents that hold results of commands, by their addresses.
        self.contents: dict[str, str] = {}
        # Told of every check that ended, in the thread that checks.
        self.noted: Callable[[Look], None] = lambda _: None

    # What the client can and wants.

    def supports(self, *path: str) -> object:
        """Return a capability of the client; None where it does not say."""
        found: object = self.capabilities
        for step in path:
            found = found.get(step) if isinstance(found, Mapping) else None
        return found

    def configure(self, given: object) -> None:
        """Take new settings; what depends on them is checked again."""
        before, self.settings = self.settings, Settings(given, self.root)
        self.publisher.on = self.settings.diagnostics
        if before.flags != self.settings.flags:
            self.desk.reconfigured(self.settings.flags)
        refreshed = self.supports("workspace", "inlayHint", "refreshSupport")
        if before.hints != self.settings.hints and refreshed and self.ready:
            self.protocol.ask("workspace/inlayHint/refresh", None)
        if before.flags != self.settings.flags or before.diagnostics != self.settings.diagnostics:
            self.check_open()

    def config(self, folder: str) -> Config:
        """Return the config of a folder; one that cannot be read is told, and counts as none."""
        try:
            found = find_config(folder, SETTINGS)
        except BadConfig as bad:
            self._complain(str(bad))
            return Config({})
        found.whole = True
        return found

    def _complain(self, message: str) -> None:
        if message not in self._complained and self.loop is not None:
            self._complained.add(message)
            shown = {"type": 1, "message": f"confty: {message}"}
            self.loop.call_soon_threadsafe(self.protocol.tell, "window/showMessage", shown)

    def reconfigured(self) -> None:
        """A config file has changed."""
        self._complained.clear()
        # It may leave out other files.
        self.mentions.forget_files()

    @property
    def root(self) -> str:
        """The folder that documents without a place are taken to lie in."""
        return self.folders[0] if self.folders else os.getcwd()

    def shelf(self) -> Shelf:
        """Return the files around the open ones."""
        return Shelf(self.desk, self.mentions, self.folders, self.config)

    # Documents.

    def opened(self, document: OpenText) -> None:
        """A document was opened."""
        self.edited(document, pause=0.0)

    def edited(self, document: OpenText, pause: float | None = None) -> None:
        """A document has a new text."""
        stale = self.desk.update(document.name, document.text, document.language)
        now = monotonic()
        rapid = now - self._edited.get(document.name, 0.0) < _RAPID
        self._edited = {**dict(list(self._edited.items())[-50:]), document.name: now}
        if pause is None:
            pause = self.settings.pause
        if pause is None:
            pause = TYPING if rapid else PAUSE
        if document.language is not None:
            self.background.ask(document.name, Urgency.EDITED, pause)
        self.check_stale(stale, pause, but=document.name)

    def closed(self, document: OpenText) -> None:
        """A document was closed: the file speaks for itself again, or under another address."""
        self.background.forget(document.name)
        other = self.documents.by_name.get(document.name)
        stale = [] if other is not None else self.desk.close(document.name)
        self.publisher.closed(document)
        self.check_stale(stale, PAUSE)
        if other is not None:
            self.edited(other)

    def check_stale(self, stale: list[str], pause: float, but: str = "") -> None:
        """Check those of the open documents again that see a change."""
        for name in stale:
            document = self.documents.by_name.get(name)
            if document is not None and name != but:
                document.outdated = True
                self.background.ask(name, Urgency.SEEN, pause)

    def check_open(self) -> None:
        """Check every open document."""
        for document in self.documents.by_uri.values():
            if document.language is not None:
                document.outdated = True
                self.background.ask(document.name, Urgency.SEEN)

    def _begun(self, name: str | None) -> None:
        """A check has begun or ended, in the thread that checks."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.progress.begun, name)

    def _checked(self, look: Look) -> None:
        """A check has ended, in the thread that checks."""
        self.noted(look)
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.publisher.checked, look)

    # Questions.

    def document(self, params: Json) -> tuple[str, str | None]:
        """Return the name and the language of the document that a request is about."""
        uri = params["textDocument"]["uri"]
        document = self.documents.by_uri.get(uri)
        if document is not None:
            return document.name, document.language
        name = self.documents.name_of(uri)
        if name is None:
            raise Refused(f"the document {uri} is not open")
        return name, self.desk.language(name)

    def page(self, params: Json, wait: float = SOON) -> Page | None:
        """Return what is known of the document of a request, waiting a while for what is new."""
        name, language = self.document(params)
        if language is None:
            return None
        return self.page_of(name, wait)

    def page_of(self, name: str, wait: float = SOON) -> Page | None:
        """Return what is known of a file."""
        look = self.desk.fresh(name)
        if look is None:
            before = self.desk.known(name)
            waited = self.background.ask(name, Urgency.WAITED_FOR)
            try:
                look = waited.result(wait if before is not None else CERTAIN)
            except (TookTooLong, CancelledError):
                look = before
        return None if look is None else self.documents.page(look)

    async def run(self, feature: Feature, params: Json) -> Json:
        """Answer a request in a thread of its own; one that nobody waits for any more ends."""
        loop = asyncio.get_running_loop()
        off = Flag()
        work = partial(until, off, partial(feature, self, params))
        try:
            return await loop.run_in_executor(self._threads, work)
        except TooMany as many:
            raise Refused(str(many)) from None
        finally:
            # Otherwise it goes on, and the process cannot end before it does.
            off.set()

    def end(self) -> None:
        """Stop working."""
        self.background.end()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Progress:
    """The check that is under way, if it takes long."""

    def __init__(self, protocol: Protocol, supports: Callable[..., object]) -> None:
        self._protocol: Final = protocol
        self._supports: Final = supports
        self._timer: asyncio.TimerHandle | None = None
        self._token = ""
        self._last = 0

    def begun(self, name: str | None) -> None:
        """A check has begun, or the last one has ended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._token:
            self._tell({"kind": "end"})
            self._token = ""
        if name is not None and self._supports("window", "workDoneProgress"):
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(_LONG, self._show, os.path.basename(name))

    def _show(self, name: str) -> None:
        self._last += 1
        self._token = f"confty-check-{self._last}"
        self._protocol.ask("window/workDoneProgress/create", {"token": self._token})
        self._tell({"kind": "begin", "title": "confty", "message": f"checking {name}"})

    def _tell(self, value: dict[str, str]) -> None:
        self._protocol.tell("$/progress", {"token": self._token, "value": value})

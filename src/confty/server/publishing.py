"""Telling a client what was found: pushed when a check ends, or handed out when it asks.

A client that asks for the diagnostics of a document itself gets no pushes for it, since it would
show everything twice.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Final

from confty.server.diagnostics import FoundInText, by_file, diagnostic
from confty.server.documents import Documents, OpenText
from confty.server.protocol import Json, Protocol
from confty.text import Diagnostic
from confty.workspace.desk import Look


class Publisher:
    """What is shown in each file."""

    def __init__(
        self, protocol: Protocol, documents: Documents, supports: Callable[..., object]
    ) -> None:
        self._protocol: Final = protocol
        self._documents: Final = documents
        self._supports: Final = supports
        #: Whether anything is shown at all.
        self.on = True
        # What each open document's check found, by the document's name.
        self._looks: Final[dict[str, FoundInText]] = {}
        # What was pushed last, by address, so that nothing is said twice.
        self._pushed: Final[dict[str, tuple[int | None, Json]]] = {}

    def checked(self, look: Look) -> None:
        """A check has ended; what it found about a text that is gone is not shown."""
        document = self._documents.by_name.get(look.name)
        if document is None or look.text != document.text:
            return
        self._looks[look.name] = FoundInText(look)
        self.publish()
        if document.pulled and (look.under or document.outdated):
            self._refresh()
        # What has changed while the check went on is looked at by another.
        document.outdated = document.outdated and look.stale

    def _refresh(self) -> None:
        """Have a client ask again; it asks by itself only after an edit of the document."""
        if self._supports("workspace", "diagnostics", "refreshSupport"):
            self._protocol.ask("workspace/diagnostic/refresh", None)

    def closed(self, document: OpenText) -> None:
        """A document was closed: nobody looks at it, unless under another address."""
        if document.name not in self._documents.by_name:
            self._looks.pop(document.name, None)
        self._push(document.uri, None, [])
        self._pushed.pop(document.uri, None)
        # Other documents may have something to say of the file.
        self.publish()

    def publish(self) -> None:
        """Push what is not known to the client yet."""
        documents = self._documents
        found = by_file(self._looks.values()) if self.on else {}
        shown: dict[str, tuple[int | None, Json]] = {}
        for name, some in found.items():
            document = documents.by_name.get(name)
            if document is not None and (document.pulled or name not in self._looks):
                continue
            version = None if document is None else document.version
            shown[documents.uri_of(name)] = version, self.made(some, name)
        for uri in list(self._pushed):
            if uri not in shown:
                self._push(uri, None, [])
        for uri, (version, diagnostics) in shown.items():
            self._push(uri, version, diagnostics)

    def _push(self, uri: str, version: int | None, diagnostics: Json) -> None:
        before = self._pushed.get(uri)
        if before == (version, diagnostics) or (
            before is None and not diagnostics and not version
        ):
            return
        if diagnostics or version is not None:
            self._pushed[uri] = version, diagnostics
        else:
            self._pushed.pop(uri, None)
        params = {"uri": uri, "diagnostics": diagnostics}
        if version is not None:
            params["version"] = version
        self._protocol.tell("textDocument/publishDiagnostics", params)

    def made(self, findings: list[Diagnostic], name: str) -> list[Json]:
        """Return findings in the protocol's form."""
        return [diagnostic(one, name, self._documents) for one in findings]

    def pulled(self, document: OpenText) -> None:
        """A client asks for the diagnostics of a document itself from now on."""
        if not document.pulled and self._supports("textDocument", "diagnostic") is not None:
            document.pulled = True
            if self._pushed.pop(document.uri, None):
                params = {"uri": document.uri, "diagnostics": []}
                self._protocol.tell("textDocument/publishDiagnostics", params)

    def report(self, look: Look, previous: str | None) -> Json:
        """Return what a client gets that asks for the diagnostics of one document."""
        found = by_file([FoundInText(look)]) if self.on else {look.name: []}
        made = self.made(found.pop(look.name), look.name)
        digest = f"{zlib.crc32(repr(made).encode('utf-8', 'replace')):08x}-{len(made)}"
        answer: Json = (
            {"kind": "unchanged", "resultId": digest}
            if digest == previous
            else {"kind": "full", "resultId": digest, "items": made}
        )
        related = {
            self._documents.uri_of(name): {"kind": "full", "items": self.made(some, name)}
            for name, some in found.items()
            if name not in self._documents.by_name
        }
        if related and self._supports("textDocument", "diagnostic", "relatedDocumentSupport"):
            answer["relatedDocuments"] = related
        return answer

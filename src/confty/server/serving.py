"""The server from its start to its end: who answers what, and the life of a connection."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from typing import Final

from confty import __version__
from confty.light import partial
from confty.server import calling, changing, commands, navigation, viewing, writing
from confty.server.capabilities import capabilities
from confty.server.documents import path_of
from confty.server.incoming import Incoming
from confty.server.positions import chosen
from confty.server.protocol import Handler, Json, Protocol, ProtocolServer
from confty.server.service import Feature, Service
from confty.server.watching import Watching

METHODS: Final[dict[str, Feature]] = {
    **navigation.METHODS,
    **viewing.METHODS,
    **writing.METHODS,
    **changing.METHODS,
    **calling.METHODS,
    **commands.METHODS,
}
#: How often somebody looks whether the client is still there, in seconds.
_GLANCE: Final = 5.0


class Serving:
    """The life of one connection."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol: Final = protocol
        self.service: Final = Service(protocol)
        self.watching: Final = Watching(self.service)
        protocol.requests = {
            "initialize": self.initialize,
            "shutdown": self.shutdown,
            **{method: self._asked(feature) for method, feature in METHODS.items()},
        }
        protocol.notifications = {
            "initialized": self.initialized,
            "textDocument/didOpen": self.did_open,
            "textDocument/didChange": self.did_change,
            "textDocument/didClose": self.did_close,
            "textDocument/didSave": self.watching.saved,
            "workspace/didChangeConfiguration": self.did_change_configuration,
            "workspace/didChangeWatchedFiles": self.watching.changed,
            "workspace/didChangeWorkspaceFolders": self.did_change_folders,
        }

    def _asked(self, feature: Feature) -> Handler:
        answer: Callable[[Json], Awaitable[Json]] = partial(self.service.run, feature)
        return answer

    # Beginning and end.

    async def initialize(self, params: Json) -> Json:
        """Agree with a client on what both can do."""
        service = self.service
        service.loop = asyncio.get_running_loop()
        service.capabilities = params.get("capabilities") or {}
        encoding = chosen(service.supports("general", "positionEncodings"))
        service.documents.encoding = encoding
        folders = [one["uri"] for one in params.get("workspaceFolders") or ()]
        folders = folders or [one for one in (params.get("rootUri"),) if one]
        service.folders = [path for one in folders if (path := path_of(one)) is not None]
        if not service.folders and params.get("rootPath"):
            service.folders = [params["rootPath"].rstrip("/")]
        service.configure(params.get("initializationOptions"))
        parent = params.get("processId")
        if isinstance(parent, int):
            service.loop.create_task(self._watch_parent(parent))
        service.loop.create_task(self.watching.glance())
        return {
            "capabilities": capabilities(encoding),
            "serverInfo": {"name": "confty", "version": __version__},
        }

    def initialized(self, params: Json) -> None:
        """Ask the client for what it only gives when it is asked."""
        del params
        service = self.service
        service.ready = True
        if service.supports("workspace", "didChangeWatchedFiles", "dynamicRegistration"):
            self.protocol.ask("client/registerCapability", {"registrations": [_watched()]})
        self._ask_settings()

    async def shutdown(self, params: Json) -> None:
        """Stop working, but for the last message."""
        del params
        self.protocol.close()
        self.service.end()

    async def _watch_parent(self, pid: int) -> None:
        """End when the client's process is gone, even if it did not close the connection."""
        while True:
            await asyncio.sleep(_GLANCE)
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                os._exit(1)  # a reader may wait for ever on what nobody writes to
            except OSError:
                return

    # Documents.

    def did_open(self, params: Json) -> None:
        """Take in an opened document."""
        item = params["textDocument"]
        service = self.service
        document = service.documents.open(
            item["uri"],
            str(item.get("languageId", "")),
            item.get("version"),
            str(item["text"]),
            service.root,
        )
        service.opened(document)

    def did_change(self, params: Json) -> None:
        """Take in what was typed."""
        document = self.service.documents.by_uri.get(params["textDocument"]["uri"])
        if document is None:
            return
        self.service.documents.change(document, params["contentChanges"])
        version = params["textDocument"].get("version")
        document.version = document.version if version is None else version
        self.service.edited(document)

    def did_close(self, params: Json) -> None:
        """Let a document go."""
        document = self.service.documents.close(params["textDocument"]["uri"])
        if document is not None:
            self.service.closed(document)

    # Settings and folders.

    def did_change_configuration(self, params: Json) -> None:
        """Take new settings, or ask for them."""
        settings = params.get("settings")
        if settings:
            self.service.configure(settings)
        else:
            self._ask_settings()

    def _ask_settings(self) -> None:
        if not self.service.supports("workspace", "configuration"):
            return
        asked = self.protocol.ask("workspace/configuration", {"items": [{"section": "confty"}]})
        asked.add_done_callback(self._take_settings)

    def _take_settings(self, done: asyncio.Future[Json]) -> None:
        if done.cancelled() or done.exception() is not None:
            return
        answer = done.result()
        if isinstance(answer, list) and answer and isinstance(answer[0], dict) and answer[0]:
            self.service.configure(answer[0])

    def did_change_folders(self, params: Json) -> None:
        """Folders were added to or removed from the workspace."""
        event = params["event"]
        gone = {path_of(one["uri"]) for one in event.get("removed") or ()}
        new = [path_of(one["uri"]) for one in event.get("added") or ()]
        kept = [one for one in self.service.folders if one not in gone]
        self.service.folders = list(dict.fromkeys([*kept, *[one for one in new if one]]))
        self.service.mentions.forget_files()


def _watched() -> Json:
    globs = "**/*.{jsonnet,libsonnet,rcl,pp,phy,json,jsonc,json5,yaml,yml,toml}"
    return {
        "id": "confty-files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": {"watchers": [{"globPattern": globs}]},
    }


def serve(host: str | None = None, port: int = 0) -> int:
    """Serve one client on standard streams, or on a socket; return the exit code."""
    # What was loaded stays; to look through it again and again for rubbish is of no use, and what
    # checks make is best looked through when there is much of it.
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    connection = ProtocolServer()
    serving = Serving(connection.protocol)
    try:
        if host is None:
            connection.start_io(Incoming(sys.stdin.buffer))  # type: ignore[arg-type]  # what is read of it
        else:
            client = _client_on(host, port)
            with client, client.makefile("rb") as incoming, client.makefile("wb") as outgoing:
                connection.start_io(Incoming(incoming), outgoing)  # type: ignore[arg-type]  # as above
    except OSError as error:
        sys.stderr.write(f"confty server: {host}:{port}: {error.strerror or error}\n")
        return 2
    finally:
        serving.service.end()
    return connection.code


def _client_on(host: str, port: int) -> socket.socket:
    """Wait for the one client of a socket; it is then served as on standard streams."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host.strip("[]"), port), family=family) as waiting:
        sys.stderr.write(
            f"confty server: waiting for a client on {host}:{waiting.getsockname()[1]}\n"
        )
        sys.stderr.flush()
        return waiting.accept()[0]

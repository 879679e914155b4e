"""Schemas from where Pulumi keeps them: a provider's plugin is started and asked for its own.

Plugins are programs that the user has installed, in the ``plugins`` folder of PULUMI_HOME (or of
``~/.pulumi``); a program's text only says which of them is meant.  An answer is kept, sealed, as
long as the plugin's file stays the same.
"""

from __future__ import annotations

import os
import re
import subprocess
from _blake2 import blake2b

from confty.kit.reading import stamp
from confty.kit.store import Store, user_store
from confty.language import Host, Unreadable
from confty.languages.pcl.schemas.versions import newest
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

_FOLDER: Final = re.compile(r"resource-([A-Za-z0-9][A-Za-z0-9._-]*?)-v(\d+\.\d+\.\d+\S*)\Z")
#: How long a plugin may take to start, and then to answer, in seconds.
PATIENCE: Final = 60
_MOST: Final = 400 << 20


class Plugin(metaclass=Record):
    """An installed plugin."""

    name: str
    version: str
    path: str


def plugins_folder(host: Host) -> str | None:
    """Where Pulumi keeps plugins, as far as this user is concerned."""
    home = host.variable("PULUMI_HOME")
    if not home:
        base = host.variable("HOME") or host.variable("USERPROFILE")
        home = f"{base}/.pulumi" if base else None
    return f"{home}/plugins" if home and os.path.isabs(home) else None


def installed(host: Host, only: str | None = None) -> dict[str, list[Plugin]]:
    """The provider plugins there are, by package; of one package only, if it is named."""
    folder = plugins_folder(host)
    found: dict[str, list[Plugin]] = {}
    for entry in () if folder is None else host.installation.names(folder):
        match = _FOLDER.match(entry)
        if match and only in {None, match[1]}:
            path = _program(f"{folder}/{entry}", match[1], host)
            if path is not None:
                found.setdefault(match[1], []).append(Plugin(match[1], match[2], path))
    return found


def _program(folder: str, name: str, host: Host) -> str | None:
    for suffix in ("", ".exe", ".cmd"):
        path = f"{folder}/pulumi-resource-{name}{suffix}"
        there = host.installation.stamp(path) is not None
        if there and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def chosen(plugins: list[Plugin], version: str) -> Plugin | None:
    """The plugin of a version; the newest when none is named."""
    if not version:
        return newest(plugins)
    return next((plugin for plugin in plugins if plugin.version == version.lstrip("v")), None)


class Parameterization(metaclass=Record):
    """What makes another package of a plugin's: the package's own name and version, and bytes."""

    name: str
    version: str
    value: bytes


def schema_of(
    plugin: Plugin, parameter: Parameterization | None, key: str, *, keep: bool = True
) -> bytes:
    """A plugin's schema, from what was kept by its ``key`` or from itself.

    ``Unreadable`` says what is wrong.
    """
    store = user_store("packages") if keep else None
    kept = store.load(key) if store is not None else None
    if kept is not None:
        return kept
    answer = _asked(plugin, parameter)
    _keep(store, key, answer)
    return answer


def _keep(store: Store | None, key: str, answer: bytes) -> None:
    if store is not None:
        store.store(key, answer)
        store.evict()


def key_of(plugin: Plugin, parameter: Parameterization | None) -> str:
    """What decides whether a plugin's answer still holds."""
    parts = [plugin.path, plugin.version, repr(stamp(plugin.path))]
    if parameter is not None:
        parts += [parameter.name, parameter.version, parameter.value.hex()]
    return blake2b("\0".join(parts).encode(), digest_size=20).hexdigest()


def _asked(plugin: Plugin, parameter: Parameterization | None) -> bytes:
    try:
        import grpc  # noqa: PLC0415  an extra
        from pulumi.runtime.proto import provider_pb2_grpc  # noqa: PLC0415  an extra
    except ImportError:
        why = "asking a plugin needs the extra confty[pulumi]"
        raise Unreadable(why) from None
    running = _Running(plugin)
    try:
        options = [("grpc.max_receive_message_length", _MOST)]
        with grpc.insecure_channel(running.address, options=options) as channel:
            return _answer(provider_pb2_grpc.ResourceProviderStub(channel), parameter)
    except grpc.RpcError as error:
        raise Unreadable(f"the plugin refused: {error.details()}") from None
    finally:
        running.stop()


def _answer(provider: Any, parameter: Parameterization | None) -> bytes:
    from pulumi.runtime.proto import provider_pb2  # noqa: PLC0415  an extra

    request = provider_pb2.GetSchemaRequest()
    if parameter is not None:
        value = provider_pb2.ParameterizeRequest.ParametersValue(
            name=parameter.name, version=parameter.version, value=parameter.value
        )
        said = provider.Parameterize(
            provider_pb2.ParameterizeRequest(value=value), timeout=PATIENCE
        )
        request.subpackage_name, request.subpackage_version = said.name, said.version
    answer = provider.GetSchema(request, timeout=PATIENCE, wait_for_ready=True)
    return str(answer.schema).encode()


class _Running:
    """A plugin that was started: it prints the port on which it listens."""

    def __init__(self, plugin: Plugin) -> None:
        try:
            # The plugin is the user's own; an engine that nobody needs is named all the same,
            # because many plugins insist on one.
            self.process = subprocess.Popen(  # noqa: S603  the user named the program
                [plugin.path, "127.0.0.1:0"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=os.path.dirname(plugin.path),
            )
        except OSError as error:
            why = (error.strerror or "it does not run").lower()
            raise Unreadable(f"the plugin cannot be started: {why}") from None
        self.address = f"127.0.0.1:{self._port()}"

    def _port(self) -> int:
        import threading  # noqa: PLC0415  only who starts a plugin waits for one

        lines: list[bytes] = []
        stream = self.process.stdout
        assert stream is not None
        reader = threading.Thread(target=lambda: lines.append(stream.readline(100)), daemon=True)
        reader.start()
        reader.join(PATIENCE)
        text = lines[0].strip() if lines else b""
        if not (text.isdigit() and 0 < int(text) < 65536):
            self.stop()
            raise Unreadable("the plugin did not say where it listens")
        return int(text)

    def stop(self) -> None:
        """End the plugin, politely at first."""
        self.process.terminate()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

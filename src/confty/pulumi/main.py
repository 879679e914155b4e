"""The programs that the engine starts: ``pulumi-language-confty``, ``pulumi-converter-confty``.

The engine gives its own address as the last argument, and reads one line: the port on which we
listen.
"""

from __future__ import annotations

import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

_MISSING: Final = "this program needs Pulumi's messages: install confty[pulumi]\n"
# How often a host looks whether its engine is still there, and how long it may be away.
_PERIOD: Final = 5.0


def language(argv: list[str] | None = None) -> int:
    """Serve as a language host until the engine is gone."""
    try:
        from pulumi.runtime.proto import language_pb2_grpc  # noqa: PLC0415  an extra
    except ImportError:
        sys.stderr.write(_MISSING)
        return 1
    from confty.pulumi.language import LanguageHost  # noqa: PLC0415  needs the extra

    engine = _engine_address(sys.argv[1:] if argv is None else argv)
    host = LanguageHost(engine)
    return _serve(engine, host, language_pb2_grpc.add_LanguageRuntimeServicer_to_server)


def converter(argv: list[str] | None = None) -> int:
    """Serve as a converter until the engine is gone."""
    try:
        from pulumi.runtime.proto import converter_pb2_grpc  # noqa: PLC0415  an extra
    except ImportError:
        sys.stderr.write(_MISSING)
        return 1
    from confty.pulumi.converter import Converter  # noqa: PLC0415  needs the extra

    engine = _engine_address(sys.argv[1:] if argv is None else argv)
    return _serve(engine, Converter(), converter_pb2_grpc.add_ConverterServicer_to_server)


def _engine_address(argv: list[str]) -> str:
    """The engine's address: what is no flag; engines of several versions give other flags."""
    plain = [word for word in argv if not word.startswith("-")]
    return plain[-1] if plain else ""


def _serve(engine: str, servicer: Any, add: Any) -> int:
    import grpc  # noqa: PLC0415  an extra

    from confty.pulumi.connection import OPTIONS  # noqa: PLC0415  needs the extra

    server = grpc.server(ThreadPoolExecutor(max_workers=8), options=OPTIONS)
    add(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    _watch(engine, ended)
    ended.wait()
    cancel = getattr(servicer, "cancel", None)
    if cancel is not None:
        cancel()
    server.stop(grace=2).wait(3)
    return 0


def _watch(engine: str, ended: threading.Event) -> None:
    """End when the engine is gone: a host without an engine serves nobody."""
    if not engine:
        return
    import grpc  # noqa: PLC0415  an extra

    channel = grpc.insecure_channel(engine)
    reached = threading.Event()

    def look() -> None:
        while not ended.wait(_PERIOD):
            try:
                grpc.channel_ready_future(channel).result(timeout=_PERIOD)
                reached.set()
            except grpc.FutureTimeoutError:
                if reached.is_set():
                    ended.set()

    threading.Thread(target=look, name="confty watch", daemon=True).start()


if __name__ == "__main__":
    sys.exit(language())

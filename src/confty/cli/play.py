"""``confty play``: the playground, on this machine or as files for any host."""

from __future__ import annotations

import sys

from confty.cli import flags
from confty.cli.amounts import positive
from confty.cli.declared import Options
from confty.play.built import NoPage, copy_page, page_folder


def main(argv: list[str]) -> int:
    """Serve the page until interrupted, or write its files."""
    parser = flags.CommandParser(
        prog="confty play",
        description="Open the playground in a browser: confty in a page, without a network.",
    )
    parser.add_argument(
        "--build", metavar="DIR", help="write the page as files that any host can serve"
    )
    parser.add_argument(
        "--port", type=_port, default=None, metavar="N", help="default: 8765, or a free one"
    )
    parser.add_argument("--no-open", action="store_true", help="open no browser")
    options = parser.parse_args(argv)
    try:
        return _built(options.build) if options.build else _served(options)
    except (NoPage, OSError) as problem:
        said = problem.strerror if isinstance(problem, OSError) else str(problem)
        sys.stderr.write(f"confty play: {said}\n")
        return 2


def _port(text: str) -> int:
    return positive(text) if text != "0" else 0


def _built(folder: str) -> int:
    size = copy_page(folder)
    flags.write(sys.stdout, f"wrote {folder}: {size / 1e6:.0f} MB, to be served by any host\n")
    return 0


def _served(options: Options) -> int:
    from confty.play.server import Server

    folder = page_folder()
    try:
        server = Server(folder, 8765 if options.port is None else options.port)
    except OSError:
        if options.port is not None:
            raise
        server = Server(folder, 0)
    flags.write(sys.stdout, f"{server.url}\n")
    sys.stdout.flush()
    if not options.no_open:
        import webbrowser

        webbrowser.open(server.url)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        return 0
    finally:
        server.server_close()
    return 0

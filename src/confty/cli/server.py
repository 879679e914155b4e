"""``confty server``: the language server that editors start."""

from __future__ import annotations

import os
import sys

from confty.cli import flags
from confty.cli.declared import HIDDEN
from confty.text.digits import whole_number


def main(argv: list[str]) -> int:
    """Serve one client until it says goodbye or goes away."""
    parser = flags.CommandParser(
        prog="confty server",
        description="Serve an editor: diagnostics, completion, navigation, in every language.",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--stdio", action="store_true", help="speak on standard streams (the default)"
    )
    where.add_argument("--tcp", metavar="[HOST:]PORT", help="wait for a client on a socket")
    parser.add_argument(
        "--log-level", default="warning", choices=("debug", "info", "warning", "error")
    )
    # Some clients add this on their own.
    parser.add_argument("--clientProcessId", help=HIDDEN)
    options = parser.parse_args(argv)
    try:
        from confty.server.protocol import log_to_stderr
        from confty.server.serving import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in {"pygls", "lsprotocol", "cattrs"}:
            raise
        sys.stderr.write("confty server: this needs the extra `server`\n")
        sys.stderr.write("help: pip install 'confty[server]'\n")
        return 2
    log_to_stderr(os.environ.get("CONFTY_LOG") or options.log_level)
    if options.tcp is None:
        return serve()
    host, _, port = options.tcp.rpartition(":")
    number = whole_number(port)
    if number is None or number > 65535:
        sys.stderr.write(f"confty server: --tcp: expected [HOST:]PORT, found {options.tcp!r}\n")
        return 2
    return serve(host or "127.0.0.1", number)

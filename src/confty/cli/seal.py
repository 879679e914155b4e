"""Sealed documents: data whose secret leaves are encrypted one by one with a passphrase.

The passphrase is looked for where Pulumi's own command looks: ``PULUMI_CONFIG_PASSPHRASE`` or the
file that ``PULUMI_CONFIG_PASSPHRASE_FILE`` names.  The salt travels with the document, the rest
stays readable, so a sealed file can be reviewed and compared; each secret opens in its own place
only.
"""

from __future__ import annotations

import json
import sys

from confty.cli import flags
from confty.cli.declared import Options
from confty.kit.limits import Limits, OutOfMemory, limited
from confty.language import Unreadable
from confty.workspace.files import Disk


def sealed(value: object) -> str:
    """Return a document in which only the secrets of ``value`` are unreadable."""
    from confty.render import render
    from confty.values import ValueProblem
    from confty.values.sealing import seal

    try:
        document = seal(value, _passphrase())
    except ValueProblem as problem:
        raise flags.BadUsage(str(problem)) from None
    # Written as every document: JSON of Python's knows no dates, and no numbers beyond its own.
    text = render(document, "json")
    if not isinstance(text, str):
        raise flags.BadUsage(text.message)
    return text


def unsealed(text: str) -> object:
    """Open a sealed document; the secrets come back with their labels."""
    from confty.values import ValueProblem
    from confty.values.sealing import unseal

    try:
        document: object = json.loads(text)
    except (ValueError, RecursionError):
        document = None
    try:
        return unseal(document, _passphrase())
    except ValueProblem as problem:
        raise flags.BadUsage(str(problem)) from None


def _passphrase() -> str:
    from confty.values.secrets import passphrase_from_environment

    found = passphrase_from_environment()
    if found is None:
        raise flags.BadUsage(
            "a passphrase is needed; set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE"
        )
    return found


def main(argv: list[str]) -> int:
    """``confty unseal``: print a sealed document, its secrets hidden unless asked for."""
    parser = flags.parser("unseal", "Open a document that was written with --seal.")
    parser.add_argument("--show-secrets", action="store_true", help="print the secrets")
    parser.add_argument("--format", metavar="FORM", default="json", help="json, yaml, toml, ...")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file")
    parser.add_argument("file", metavar="FILE")
    options = parser.parse_args(argv)
    try:
        return limited(lambda: _unseal(options), Limits())
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty unseal: {bad}\n")
    except (RecursionError, MemoryError, OutOfMemory):
        sys.stderr.write(f"confty unseal: {options.file}: this nests too deep or is too large\n")
    return 2


def _unseal(options: Options) -> int:
    from confty.render import FORMATS, render
    from confty.values import redact, stripped

    flags.enter_directory(options)
    if options.format not in FORMATS:
        raise flags.BadUsage(f"--format {options.format}: known are {', '.join(FORMATS)}")
    value = unsealed(_text(options.file))
    rendered = render(stripped(value) if options.show_secrets else redact(value), options.format)
    if isinstance(rendered, str):
        return flags.deliver(rendered, options.output)
    flags.show([rendered], options, sys.stderr)
    return 1


def _text(path: str) -> str:
    if path == flags.STDIN:
        return sys.stdin.read()
    try:
        return Disk().named(path).decode("utf-8")
    except Unreadable as unreadable:
        raise flags.BadUsage(f"{path}: {unreadable}") from None
    except UnicodeDecodeError:
        raise flags.BadUsage(f"{path}: not UTF-8") from None

"""``confty lint``: a check that warnings fail, too."""

from __future__ import annotations

from confty.cli import check, flags


def main(argv: list[str]) -> int:
    """Check what is named; unused names, traps and other warnings make it fail."""
    parser = flags.parser("lint", "Report mistakes and bad habits; warnings fail, too.")
    return check.run(parser, argv, strict=True)

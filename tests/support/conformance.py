"""Where the published vectors are.  They stay outside the project; ``CONFTY_CONFORMANCE`` names the folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


def root() -> Path:
    """The folder of vectors, whether it is there or not."""
    chosen = os.environ.get("CONFTY_CONFORMANCE", "../shared/conformance")
    return (PROJECT / chosen).resolve()


def require(*parts: str) -> Path:
    """A part of the vectors, or a visible skip that says what was not run."""
    wanted = root().joinpath(*parts)
    if not wanted.exists():
        pytest.skip(f"conformance vectors {'/'.join(parts)} are not here (CONFTY_CONFORMANCE)")
    return wanted

"""What tests can be left out for is installed where all of them have to run."""

from __future__ import annotations

import re
from pathlib import Path

from support.extras import EXTRAS

TESTS = Path(__file__).resolve().parent.parent
_OPTIONAL = re.compile(r"importorskip\(\s*\"([\w.]+)\"")


def test_every_package_that_a_test_may_miss_is_asked_for() -> None:
    missed = {
        name.partition(".")[0]
        for path in TESTS.rglob("*.py")
        for name in _OPTIONAL.findall(path.read_text(encoding="utf-8"))
    }
    assert len(missed) > 10
    assert missed - {name.partition(".")[0] for name in EXTRAS} == set()

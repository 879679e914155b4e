"""What is known not to hold yet fails as expected; once it holds, its line in ``fuzz.known`` must go."""

from __future__ import annotations

import pytest
from fuzz.known import KNOWN, RULES


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.name in KNOWN:
            # Who wins a race is chance, so that a known one may also hold.
            strict = KNOWN[item.name] != RULES["08"]
            item.add_marker(pytest.mark.xfail(strict=strict, reason=KNOWN[item.name]))

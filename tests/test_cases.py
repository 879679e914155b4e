"""Every case file does what it says; ``pytest --rewrite`` writes what is so."""

from pathlib import Path

import pytest
from support.cases import Case, actual

CASES = sorted((Path(__file__).parent / "cases").rglob("*.case"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: str(path.relative_to(path.parents[2])))
def test_case(path: Path, request: pytest.FixtureRequest) -> None:
    case = Case(path)
    assert case.expected, "a case that expects nothing cannot fail"
    found = actual(case)
    if request.config.getoption("--rewrite"):
        path.write_text(case.text(found), encoding="utf-8")
    else:
        assert found == case.expected

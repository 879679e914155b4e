"""Options, profiles and the counts that the conformance suites print."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
from importlib.util import find_spec

import pytest
from hypothesis import HealthCheck, settings
from support.extras import EXTRAS

settings.register_profile(
    "ci",
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not os.environ.get("CONFTY_FUZZ"),
)
settings.load_profile("ci")

# Tests neither use nor fill the cache of whoever runs them.
if "CONFTY_CACHE_DIR" not in os.environ:
    os.environ["CONFTY_CACHE_DIR"] = tempfile.mkdtemp(prefix="confty-tests-")
    atexit.register(shutil.rmtree, os.environ["CONFTY_CACHE_DIR"], ignore_errors=True)

# Nor the schemas that they keep.
os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="confty-tests-data-")
atexit.register(shutil.rmtree, os.environ["XDG_DATA_HOME"], ignore_errors=True)

# A shell's background job ignores interrupts and hands that on; tests that send one count on it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite", action="store_true", help="write the expected sections of case files anew"
    )


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CONFTY_ALL_EXTRAS"):
        missing = [name for name in EXTRAS if find_spec(name) is None]
        if missing:
            raise pytest.UsageError(f"packages of the tests are not installed: {missing}")
    config.addinivalue_line("markers", "fuzz: long generated runs, only with CONFTY_FUZZ=1")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("CONFTY_FUZZ"):
        return
    kept = [item for item in items if item.get_closest_marker("fuzz") is None]
    left_out = [item for item in items if item.get_closest_marker("fuzz") is not None]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


@pytest.fixture
def tally(record_property):
    """Report a suite's count at the end of the run: ``tally("rcl", passed, total, failing)``."""

    def report(suite: str, passed: int, total: int, failing: list[str] | None = None) -> None:
        record_property("conformance", (suite, passed, total, list(failing or [])))

    return report


def pytest_terminal_summary(terminalreporter) -> None:
    counts = {}
    skipped = terminalreporter.stats.get("skipped", [])
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            for name, value in getattr(report, "user_properties", ()):
                if name == "conformance":
                    suite, passed, total, failing = value
                    counts[suite] = (passed, total, failing)
    if counts:
        terminalreporter.section("conformance")
    for suite, (passed, total, failing) in sorted(counts.items()):
        names = f"  not passing: {', '.join(failing)}" if failing else ""
        terminalreporter.write_line(f"{suite}: {passed} of {total}{names}")
    absent = sorted({str(report.longrepr[2]) for report in skipped if report.longrepr})
    for reason in absent:
        terminalreporter.write_line(f"NOT RUN: {reason}")

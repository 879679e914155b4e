"""A minute of generated and damaged texts through every door; hours of it with ``make fuzz``.

``CONFTY_FUZZ_SECONDS`` says how long one language is hunted in, ``CONFTY_FUZZ_SEED`` where it begins.
"""

from __future__ import annotations

import os

import pytest

from fuzz import doors
from fuzz.campaign import Campaign
from fuzz.hunter import Worker
from fuzz.known import KNOWN_FAILURES
from fuzz.operations import OPERATIONS
from fuzz.shrink import shrunk

#: Texts and seconds of one language in ``make test``: together a minute of one processor.
TEXTS = 400
SECONDS = 9.0


def told(hunt: Campaign) -> str:
    """The failures, each as the case it becomes."""
    return "\n\n".join(f"{failure}\nsignature: {failure.signature!r}" for failure in hunt.failures)


@pytest.mark.parametrize("lang", doors.NAMES)
def test_a_little(lang: str) -> None:
    hunt = Campaign(lang, 1, KNOWN_FAILURES)
    hunt.run(SECONDS, most=TEXTS, minimise=5.0)
    assert hunt.tried
    assert not hunt.failures, told(hunt)


@pytest.mark.fuzz
@pytest.mark.parametrize("lang", doors.NAMES)
def test_a_lot(lang: str) -> None:
    seconds = float(os.environ.get("CONFTY_FUZZ_SECONDS", "400"))
    hunt = Campaign(lang, int(os.environ.get("CONFTY_FUZZ_SEED", "2")), KNOWN_FAILURES)
    hunt.run(seconds, minimise=60.0)
    assert not hunt.failures, told(hunt)


# --- the net itself


def test_a_hang_is_found_and_named(monkeypatch) -> None:
    monkeypatch.setenv("CONFTY_FUZZ_PRETEND", "hang")
    worker = Worker()
    try:
        [failure] = worker.attempt("json", "1", list(OPERATIONS), deadline=0.5)
    finally:
        worker.close()
    assert failure.kind == "hang"


def test_a_death_is_found(monkeypatch) -> None:
    monkeypatch.setenv("CONFTY_FUZZ_PRETEND", "die")
    worker = Worker()
    try:
        [failure] = worker.attempt("json", "1", list(OPERATIONS))
    finally:
        worker.close()
    assert failure.kind.startswith("died")


def test_a_failure_becomes_small() -> None:
    text = "one line\nand (another [one]\nwith 3 letters\n"
    assert shrunk(text, lambda tried: "[" in tried and "3" in tried) == "[3"

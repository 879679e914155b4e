"""A peer that ends its process is started again, and named when it does not survive a call."""

import pytest
from support.peers import Crashed, Peer

FRAIL = """
import os
calls = 0

def evaluate_snippet(name, text, **settings):
    global calls
    calls += 1
    print("noise")
    if text == "die" or (text == "die later" and calls > 1):
        os.abort()
    if text == "no":
        raise RuntimeError("no")
    return f"{text} {settings}"
"""


@pytest.fixture
def frail(tmp_path, monkeypatch):
    (tmp_path / "frail.py").write_text(FRAIL)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    found = Peer("frail")
    yield found
    found.close()


def test_answers_and_refusals(frail) -> None:
    assert frail.evaluate_snippet("f", "\ud800é", max_stack=1) == "\ud800é {'max_stack': 1}"
    with pytest.raises(RuntimeError, match="no"):
        frail.evaluate_snippet("f", "no")


def test_a_crash_is_asked_again_and_then_named(frail) -> None:
    assert frail.evaluate_snippet("f", "1") == "1 {}"
    assert frail.evaluate_snippet("f", "die later") == "die later {}"
    with pytest.raises(Crashed, match="frail does not survive"):
        frail.evaluate_snippet("f", "die")
    assert frail.evaluate_snippet("f", "2") == "2 {}"

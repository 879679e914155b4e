"""For programs that run: no error was reported, and every value inhabits its inferred type."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.jsonnet_fits import misfit
from support.jsonnet_programs import Maker

from confty.languages.jsonnet.checker import Units
from confty.languages.jsonnet.wiring import LANGUAGE
from confty.text import Severity, Source
from confty.workspace import Memory
from confty.workspace.host import WorkspaceHost


def hold(seed: int) -> bool:
    """Make a program, run it, and hold its value against its type; False if it does not run."""
    text = Maker(Random(seed)).program()
    source = Source("program.jsonnet", text)
    host = WorkspaceHost(Memory({source.name: text}), {"cache": False})
    ran = LANGUAGE.evaluate(source, host)
    if ran.failed:
        return False
    checked = Units(host).check(source)
    errors = [one for one in checked.findings if one.severity is Severity.ERROR]
    assert not errors, f"{errors[0]}\n{text}"
    problem = misfit(LANGUAGE.plain(ran.output).output, checked.type)
    assert problem is None, f"{problem}\n{text}"
    return True


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_values_inhabit_their_types(seed: int) -> None:
    hold(seed)


def test_most_programs_run() -> None:
    assert sum(hold(seed) for seed in range(100)) > 80


@pytest.mark.fuzz
def test_many_programs() -> None:
    for seed in range(20_000):
        hold(seed)

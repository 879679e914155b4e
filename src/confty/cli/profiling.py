"""``--profile``: where the time of an evaluation went, in the user's own functions."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from confty.cli import flags
from confty.cli.declared import Options
from confty.kit.flames import flame_graph
from confty.kit.profile import Functions, Sampler
from confty.registry import LANGUAGES, language

T = TypeVar("T")
#: How many functions are named on standard error.
_NAMED: Final = 5
_INTERVAL: Final = 0.0005
#: With fewer looks, shares are a matter of luck.
_ENOUGH: Final = 30


def profiled(work: Callable[[], T], name: str, options: Options) -> T:
    """Do the work and write its flame graph; what fails in it is profiled, too."""
    sampler = Sampler(list(_all_functions()))
    usual = sys.getswitchinterval()
    # Python lets others run this often; who looks on wants to look more often than usual.
    sys.setswitchinterval(_INTERVAL)
    try:
        with sampler:
            return work()
    finally:
        sys.setswitchinterval(usual)
        _write(sampler, name, options)


def _all_functions() -> Iterable[Functions]:
    # Of every language that can be: one imports files of another.
    for entry in LANGUAGES:
        made = language(entry.name).functions
        if made is not None:
            yield made()


def _write(sampler: Sampler, name: str, options: Options) -> None:
    profile = sampler.profile()
    flags.deliver(flame_graph(profile, f"confty eval {name}"), options.profile)
    if options.quiet:
        return
    whole = sum(profile.stacks.values())
    sys.stderr.write(f"wrote {os.path.relpath(options.profile)}\n")
    for step, seconds in profile.own()[:_NAMED]:
        where = f"  ({step.place})" if step.place else ""
        sys.stderr.write(f"{seconds / whole:7.1%}  {step.name}{where}\n")
    if profile.looks < _ENOUGH:
        looks = "1 look" if profile.looks == 1 else f"{profile.looks} looks"
        sys.stderr.write(f"the run was short: {looks} in {profile.seconds * 1000:.0f} ms\n")

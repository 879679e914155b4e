"""One program, three ways to run it, one answer."""

from __future__ import annotations

from hosts import BareHost
from oracle import Trapped, Walker, comparable, shown

from confty.languages.phy.checker import check
from confty.languages.phy.checker.checked import Procedure
from confty.languages.phy.evaluator.values import Evaluated
from confty.languages.phy.wiring import LANGUAGE
from confty.text import Source

KINDS = {
    "phy/overflow": "overflow",
    "phy/unreachable": "unreachable",
    "phy/out-of-bounds": "index",
    "phy/division-by-zero": "division",
    "phy/call-depth": "call",
}


def walked(text: str, dialect: str = "current"):
    """The tree walk's answer: a value, or a trap with its place and its calls; and the output."""
    checked = check(Source("program.phy", text), dialect)
    assert not checked.failed, (checked.diagnostics, text)
    walker = Walker(checked.output)
    try:
        value = shown(walker.run(), checked.output.entry.result)
        return ("value", plain(value)), walker.output
    except Trapped as trap:
        return ("trap", trap.what, trap.place, tuple(trap.calls)), walker.output


def ran(text: str, *, jit: bool, dialect: str = "current"):
    """A back end's answer in the same form."""
    host = BareHost(jit=jit, dialect=dialect)
    outcome = LANGUAGE.evaluate(Source("program.phy", text), host)
    if outcome.output is None:
        (finding,) = outcome.diagnostics
        calls = tuple(
            (frame.span.start, frame.span.end) if frame.span else frame.what
            for frame in finding.trail
        )
        place = (finding.span.start, finding.span.end)
        return ("trap", KINDS[finding.code.name], place, calls), host.console.pieces
    assert isinstance(outcome.output, Evaluated)
    result = outcome.output
    value = comparable(result.value, result.type, result.members)
    return ("value", plain(value)), host.console.pieces


def plain(value):
    """Procedures of the three are different things; that it is one is all that counts."""
    if isinstance(value, tuple):
        return tuple(plain(part) for part in value)
    if value is None or callable(value) or isinstance(value, Procedure):
        return "procedure"
    return value

"""The reports of traps, made before the program runs: everything but the numbers in them."""

from __future__ import annotations

from typing import Final

from confty.languages.phy import codes
from confty.languages.phy.evaluator.lowered import Lowered
from confty.records import Record
from confty.report import full
from confty.text import Diagnostic, Frame, Source, Span

_MESSAGE: Final = "@message@"
_FRAME: Final = "@frame@"


class SiteText(metaclass=Record):
    """What is printed about a site: behind the message, behind the calls, and as one of them."""

    what: str
    procedure: int
    before: str
    after: str
    frame: str


def site_texts(source: Source, program: Lowered) -> list[SiteText]:
    """Return the texts of all sites."""
    found: list[SiteText] = []
    for site in program.sites:
        span = Span(source, site.start, site.end)
        code = codes.CALL_DEPTH if site.what == "call" else codes.OVERFLOW
        finding = code.at(span, _MESSAGE)
        if site.what == "call":
            finding = finding.with_help("does the recursion have an end?")
        with_trail = finding.with_trail((Frame(span, _FRAME),))
        _, _, rest = full(with_trail).partition(_MESSAGE)
        lines = rest.split("\n")
        at = max(index for index, line in enumerate(lines) if _FRAME in line)
        before = "\n".join(lines[:at]) + "\n"
        after = "".join([f"{line}\n" for line in lines[at + 1 :]])
        found.append(
            SiteText(site.what, site.procedure, before, after, lines[at].replace(_FRAME, ""))
        )
    return found


def code_texts() -> dict[str, str]:
    """Return the first lines of reports, with the places of the numbers as C writes them."""
    return {
        "unreachable": _line(codes.UNREACHABLE.at(None, "this must not be reached")),
        "index": _line(
            codes.OUT_OF_BOUNDS.at(None, "index %lld is out of bounds, the length is %lld")
        ),
        "call": _line(codes.CALL_DEPTH.at(None, "calls nest deeper than %s")),
        "zero": _line(codes.DIVISION_BY_ZERO.at(None, "%lld is divided by zero")),
        "overflow": _line(codes.OVERFLOW.at(None, "")),
        "overflowed": " does not fit an int",
        "memory": _line(
            codes.OUT_OF_MEMORY.at(None, "there is not enough memory for this program")
        )
        + "\n",
        "more": full(
            codes.OVERFLOW.at(None, "").with_trail((Frame(None, "%s more calls"),))
        ).split("\n")[-1]
        + "\n",
    }


def _line(finding: Diagnostic) -> str:
    return full(finding).split("\n")[0]

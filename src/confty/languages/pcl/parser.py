"""PCL's syntax is HCL's native syntax; this room gives it PCL's codes."""

from __future__ import annotations

from confty.kit.hcl import parse as parse_hcl
from confty.kit.hcl.syntax import Body
from confty.language import Outcome
from confty.languages.pcl.codes import SYNTAX
from confty.records import Record
from confty.text import Source


class Syntax(metaclass=Record):
    """A file as read: its text and its body."""

    source: Source
    body: Body


def parse(source: Source) -> Outcome[Syntax]:
    """Read a file; what could be read is there even when something is wrong."""
    body, findings = parse_hcl(source, SYNTAX)
    return Outcome(Syntax(source, body), tuple(findings))

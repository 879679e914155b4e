"""What the checker makes of one file."""

from __future__ import annotations

from confty.kit.hcl.syntax import Body
from confty.languages.pcl.model import Program
from confty.records import Record
from confty.text import Source


class Checked(metaclass=Record):
    """What is known of one file: the program it belongs to, bound."""

    program: Program
    source: Source

    @property
    def body(self) -> Body:
        """The file's syntax."""
        for source, body in self.program.files:
            if source.name == self.source.name:
                return body
        return Body([], 0, 0)

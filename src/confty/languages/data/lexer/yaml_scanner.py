"""The scanner of ruamel.yaml, with the tabs that YAML 1.2 allows: all but those that indent."""

from __future__ import annotations

from ruamel.yaml.scanner import Scanner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_BLANKS: Final = " \t"
#: What a line may hold behind tabs that nothing stands before.
_ENDS: Final = "#\r\n\0"


class TabScanner(Scanner):
    """Takes tabs between the words of a line, and on lines without any."""

    #: Where the last indicator of a block ended: a dash, a question mark, a colon.
    _behind = -1

    def scan_to_next_token(self) -> None:
        """Pass over what stands between tokens."""
        start = self.reader.index
        super().scan_to_next_token()
        while not self.flow_level and self._passes_tabs(start):
            super().scan_to_next_token()

    def _passes_tabs(self, start: int) -> bool:
        reader = self.reader
        if reader.peek() != "\t":
            return False
        count = 1
        while reader.peek(count) in _BLANKS:
            count += 1
        before = reader.buffer[reader.pointer - reader.column : reader.pointer]
        if not before.strip(_BLANKS) and reader.peek(count) not in _ENDS:
            return False
        reader.forward(count)
        if start == self._behind:
            # Behind a tab no block begins, since nobody knows its column.
            self.allow_simple_key = False
        return True

    def fetch_block_entry(self) -> None:
        """Take a dash."""
        super().fetch_block_entry()
        self._behind = self.reader.index

    def fetch_key(self) -> None:
        """Take a question mark."""
        super().fetch_key()
        self._behind = self.reader.index

    def fetch_value(self) -> None:
        """Take a colon."""
        super().fetch_value()
        self._behind = self.reader.index

"""Lines of generated Python, and blocks of them that a loop chooses among by number."""

from __future__ import annotations


class Line:
    """A line: how far it is indented, and the site of the call it makes, if any."""

    __slots__ = ("call", "indent", "text")

    def __init__(self, indent: int, text: str, call: int = -1) -> None:
        self.indent = indent
        self.text = text
        self.call = call


def blocks_to_lines(blocks: list[list[Line]]) -> list[Line]:
    """Print numbered blocks; ``b`` is the next one, found by halving."""
    lines = [Line(1, "b = 0"), Line(1, "while True:")]
    _chosen(blocks, 0, len(blocks), 2, lines)
    return lines


def _chosen(blocks: list[list[Line]], low: int, high: int, indent: int, out: list[Line]) -> None:
    if high - low == 1:
        block = blocks[low] or [Line(0, "pass")]
        out.extend([Line(indent + line.indent, line.text, line.call) for line in block])
        return
    middle = (low + high) // 2
    out.append(Line(indent, f"if b < {middle}:"))
    _chosen(blocks, low, middle, indent + 1, out)
    out.append(Line(indent, "else:"))
    _chosen(blocks, middle, high, indent + 1, out)

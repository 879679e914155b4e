"""Comments of a file of Terraform's: what stands around an item, and what was not taken along."""

from __future__ import annotations

from collections import Counter
from re import compile as pattern
from typing import Final

from confty.kit.hcl.lexer import lex
from confty.kit.hcl.syntax import Attribute, Block, Body
from confty.languages.pcl import codes
from confty.text import Source

_COMMENT: Final = pattern(r"(?s)#[^\n]*|//[^\n]*|/\*.*?\*/")


def between(text: str, start: int, end: int) -> str:
    """The comments of a stretch in which there is nothing else, a line each."""
    return "".join(f"{one}\n" for one in _COMMENT.findall(text, start, end))


def around(text: str, item: Attribute | Block, body: Body) -> tuple[str, str]:
    """The comments above an item, and the one behind it on its line."""
    at = body.items.index(item)
    start = body.items[at - 1].end if at else body.start
    if at:
        # What stands behind the item before is about that one.
        line = text.find("\n", start)
        start = max(start, line)
    above = between(text, start, item.start)
    line = text.find("\n", item.end)
    following = body.items[at + 1].start if at + 1 < len(body.items) else body.end
    found = _COMMENT.search(text, item.end, min(line if line >= 0 else len(text), following))
    behind = "" if found is None or found[0].startswith("/*") else f" {found[0]}"
    return above, behind


class Comments:
    """All comments of a file."""

    def __init__(self, source: Source) -> None:
        self._text: Final = source.text
        self._places: Final = lex(source, codes.SYNTAX).comments

    def added(self, block: Block, written: str, rest: str) -> str:
        """What a block became, at its end the comments that neither that nor the ``rest`` has."""
        wanted = Counter(
            self._text[start:end].rstrip()
            for start, end in self._places
            if block.start <= start < block.end
        )
        whole = f"{written}\n{rest}"
        left = [f"{one}\n" * (times - whole.count(one)) for one, times in wanted.items()]
        if not any(left):
            return written
        if not written.endswith("}"):
            return "".join([f"{written}\n", *left])
        inside = written.removesuffix("}")
        gap = "" if inside.endswith("\n") else "\n"
        return "".join([inside, gap, *left, "}"])

"""Where a cursor is: in which operand of which form, read off the parentheses before it."""

from __future__ import annotations

from confty.languages.phy.forms import FORMS, Form
from confty.languages.phy.insight.ground import Ground
from confty.languages.phy.lexer import CLOSE, COMMENT, NAME, OPEN, STRING
from confty.languages.phy.parser import Node


class OperandPlace:
    """An operand's place: the form around it, which operand it is, and the word being written.

    ``naming`` is true where the name of a form is written, right behind a parenthesis; ``form``
    and ``index`` are then those of the form around that parenthesis.
    """

    __slots__ = ("end", "form", "index", "naming", "opened", "operands", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.form: Form | None = None
        self.index = 0
        self.naming = False
        # Where the form around begins, and where the operands before begin and end.
        self.opened = -1
        self.operands: list[tuple[int, int]] = []

    @property
    def letter(self) -> str:
        """What is wanted here, as the table of forms says it; ``m`` for the whole program."""
        if self.form is None:
            return "m" if self.opened < 0 else ""
        if not self.form.shape:
            return ""
        if self.form.most is not None and self.index >= self.form.most:
            return ""
        return self.form.letter(self.index)


def place_at(ground: Ground, offset: int) -> OperandPlace | None:
    """Return the place of a cursor; None in comments and strings."""
    if ground.in_comment(offset):
        return None
    at = ground.token_at(offset - 1)
    here = ground.tokens[at] if at >= 0 else None
    start = end = offset
    if here is not None and here.kind not in (OPEN, CLOSE) and offset <= here.end:
        if here.kind in (STRING, COMMENT) or ground.text[here.start] == '"':
            return None
        start, end = here.start, here.end
        at -= 1
    elif at + 1 < len(ground.tokens) and ground.tokens[at + 1].start == offset:
        following = ground.tokens[at + 1]
        if following.kind is NAME:
            end = following.end
    place = OperandPlace(start, end)
    opened = _opened(ground, at)
    before = ground.tokens[at] if at >= 0 else None
    while before is not None and before.kind is COMMENT:
        at -= 1
        before = ground.tokens[at] if at >= 0 else None
    if before is not None and before.kind is OPEN:
        place.naming = True
        opened = opened[:-1]
        at -= 1
    _fill(ground, place, opened, at)
    return place


def _opened(ground: Ground, last: int) -> list[int]:
    """Return the tokens that open the forms around the place behind a token."""
    found: list[int] = []
    for at in range(last + 1):
        kind = ground.tokens[at].kind
        if kind is OPEN:
            found.append(at)
        elif kind is CLOSE and found:
            found.pop()
    return found


def _fill(ground: Ground, place: OperandPlace, opened: list[int], last: int) -> None:
    """Find the form around, and count the operands before the place."""
    if not opened:
        return
    tokens, first = ground.tokens, opened[-1]
    place.opened = tokens[first].start
    head = tokens[first + 1] if first + 1 < len(tokens) else None
    if head is not None and head.kind is NAME:
        place.form = FORMS.get(str(head.value))
    level, begun = 0, -1
    for token in tokens[first + 2 : last + 1]:
        if token.kind is COMMENT:
            continue
        if token.kind is OPEN:
            begun = token.start if level == 0 else begun
            level += 1
        elif token.kind is CLOSE:
            level -= 1
            if level == 0:
                place.operands.append((begun, token.end))
        elif level == 0:
            place.operands.append((token.start, token.end))
    place.index = len(place.operands)


def operand(ground: Ground, place: OperandPlace, index: int) -> Node | None:
    """Return an operand before the place as the tree has it."""
    if index >= len(place.operands):
        return None
    start, end = place.operands[index]
    return next((one for one in ground.nodes if (one.start, one.end) == (start, end)), None)

"""Reads command lines as people type them, without ``argparse``.

A line is plain if its flags are spelled out, each with its value behind it or behind ``=``, and
its operands stand in one row.
"""

from __future__ import annotations

from confty.cli.declared import Declared, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    # How flags are written, and what each says; None where that stands behind it.
    Spelled: TypeAlias = dict[str, tuple[Declared, bool | None]]


class NotPlain(ValueError):
    """A command line that argparse has to read, or has something to say about."""


def plain_options(declared: Sequence[Declared], words: Sequence[str]) -> Options:
    """Read a command line; ``ValueError`` for one that is not plain."""
    # Of several that go by one name, the first says what it is by itself.
    options = Options(**{one.name: one.default for one in reversed(declared)})
    flags: Spelled = {}
    for one in declared:
        flags.update(one.spelled())
    given: set[Declared] = set()
    rows: list[list[str]] = []
    waiting = list(reversed(words))
    while waiting:
        row = _row(waiting)
        if row:
            rows.append(row)
        else:
            one, value = _flag(waiting, flags)
            one.tell(options, value)
            given.add(one)
    # What argparse does with operands in several rows depends on what they are.
    if len(rows) > 1:
        raise NotPlain
    _are_all(declared, given)
    _hand_out([one for one in declared if not one.is_flag], rows[0] if rows else [], options)
    return options


def _row(waiting: list[str]) -> list[str]:
    """Take the operands that come next."""
    row = []
    while waiting and _is_operand(waiting[-1]):
        row.append(waiting.pop())
    return row


def _is_operand(word: str) -> bool:
    """Whether a word is no flag, nor looks like one."""
    return not word.startswith("-") or word == "-"


def _flag(waiting: list[str], flags: Spelled) -> tuple[Declared, Any]:
    """Take a flag, with what it says."""
    word = waiting.pop()
    name, equals, text = word.partition("=") if word.startswith("--") else (word, "", "")
    if name not in flags:
        raise NotPlain
    one, says = flags[name]
    if one.nargs is not None or (equals and says is not None):
        raise NotPlain
    if says is not None:
        return one, says
    if not equals:
        if not waiting or not _is_operand(waiting[-1]):
            raise NotPlain
        text = waiting.pop()
    return one, one.read(text)


def _are_all(declared: Sequence[Declared], given: set[Declared]) -> None:
    """Make sure that no flag is missing, and none of those given excludes another."""
    groups = [one.group for one in given if one.group]
    needed = [one for one in declared if one.is_flag and one.how.get("required")]
    if len(set(groups)) < len(groups) or not given.issuperset(needed):
        raise NotPlain


def _hand_out(declared: list[Declared], words: list[str], options: Options) -> None:
    """Give each operand what it takes: a word, or those that are left over."""
    left = len(words) - sum(1 for one in declared if one.nargs is None)
    if left < 0 or sum(1 for one in declared if one.nargs is not None) > 1:
        raise NotPlain
    place = 0
    for one in declared:
        if one.nargs is None:
            one.tell(options, one.read(words[place]))
            place += 1
            continue
        taken = [one.read(word) for word in words[place : place + left]]
        place += left
        if one.nargs == "?" and left < 2:
            one.tell(options, taken[0] if taken else one.default)
        elif one.nargs == "*" or (one.nargs == "+" and taken):
            unasked = [] if one.default is None else one.default
            one.tell(options, taken or unasked)
        else:
            raise NotPlain
    if place < len(words):
        raise NotPlain

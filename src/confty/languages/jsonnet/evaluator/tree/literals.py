"""Numbers and strings of the tree, and how the reader gives up."""

from __future__ import annotations

from typing import NoReturn

from confty.languages.jsonnet.evaluator.tree import shapes as t
from confty.languages.jsonnet.evaluator.tree.shapes import Tree


class Puzzled(Exception):
    """A text that the reader leaves to the parser proper."""


def number(word: str) -> Tree:
    """The value of a number; one that is too large fails when it is worked out."""
    value = float(word)
    return (t.BROKEN,) if value == float("inf") else value


def string(word: str) -> str:
    """The value of a string or a text block."""
    first = word[:1]
    if first in {"'", '"'} and "\\" not in word:
        return word[1:-1]
    if first != "@" and first not in {"'", '"'} and not word.startswith("|||"):
        raise Puzzled
    from confty.languages.jsonnet.parser.strings import string_value  # noqa: PLC0415  the first one with an escape pays

    return string_value(word, _complain)


def _complain(*said: object) -> NoReturn:
    del said
    raise Puzzled

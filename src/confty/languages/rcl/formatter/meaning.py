"""What must survive formatting: a view of the syntax in which layout does not count.

Parentheses show in how the tree nests, strings by what they stand for.  Comments may move to the
next place where one can stand, so they are told in order of their texts.
"""

from __future__ import annotations

from confty.languages.rcl.parser import syntax

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Places in the text, and what only the layout asks for.
_LAYOUT: Final = frozenset(("start", "end", "places", "at", "keyword", "trailing_comma"))


def meaning(document: syntax.Document | None) -> object:
    """Return the view of a document."""
    comments: list[str] = []
    view = _view(document, comments)
    return view, sorted(comments)


def _view(node: object, comments: list[str]) -> object:
    if isinstance(node, tuple):
        return _sequence(node, comments)
    if isinstance(node, syntax.Parens):
        return _view(node.body, comments)
    if isinstance(node, syntax.NumberLiteral):
        return "number", node.text.lower()
    if isinstance(node, syntax.StringLiteral):
        return "string", node.value
    if isinstance(node, syntax.FormatString):
        pieces = [one if isinstance(one, str) else _view(one, comments) for one in node.pieces]
        return "format", pieces
    if isinstance(node, syntax.Unary):
        return "unary", list(node.operators), _view(node.operand, comments)
    if node is None or isinstance(node, (str, bool)):
        return node
    names = [name for kind in type(node).__mro__ for name in getattr(kind, "__slots__", ())]
    parts = [(name, _view(getattr(node, name), comments)) for name in names if name not in _LAYOUT]
    return type(node).__name__, parts


def _sequence(items: tuple[object, ...], comments: list[str]) -> list[object]:
    """View a tuple; texts in it are comments, and blank lines without a text."""
    views: list[object] = []
    for one in items:
        if isinstance(one, str):
            comments.extend([one.strip()] if one.strip() else [])
        elif not _is_noncode(one):
            views.append(_view(one, comments))
        else:
            _view(one, comments)
    return views


def _is_noncode(item: object) -> bool:
    return isinstance(item, tuple) and all(isinstance(one, str) for one in item)

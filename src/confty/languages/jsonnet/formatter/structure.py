"""Passes that decide where lines break and which tokens stand: newlines, commas, parentheses.

The principle of the line breaks: a list of things is either on one line or has each of its things
on a line of its own.  One break that somebody wrote in it decides for all.
"""

from __future__ import annotations

from confty.languages.jsonnet.formatter import tree
from confty.languages.jsonnet.formatter.trivia import Gap
from confty.languages.jsonnet.formatter.walk import pieces, replace
from confty.languages.jsonnet.lexer.tokens import KEYWORDS
from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_NAME: Final = pattern(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def break_lines(file: tree.File) -> None:
    """Put each thing on a line of its own in every list that has a line break."""
    for piece in pieces(file):
        match piece:
            case tree.Listing(items=items, closer=closer):
                _closed_below(items, closer)
                _together([tree.first_gap(item.piece) for item in items], closer.gap)
            case tree.Braces(items=items, closer=closer, clauses=clauses):
                _closed_below(items, clauses[0].word if clauses else closer)
                gaps = [tree.first_gap(item.piece) for item in items]
                _together(gaps + [clause.word.gap for clause in clauses], closer.gap)
            case tree.ListComprehension(item=item, clauses=clauses, closer=closer):
                _closed_below([item], clauses[0].word)
                gaps = [tree.first_gap(item.piece), *(clause.word.gap for clause in clauses)]
                _together(gaps, closer.gap)
            case tree.Enclosed(inner=inner, closer=closer):
                _together([tree.first_gap(inner)], closer.gap)
            case tree.Parameters(items=items, closer=closer):
                gaps = [tree.first_gap(item.piece) for item in items]
                _together(gaps[:1], closer.gap)
                _each(gaps[1:])
            case tree.Locals(items=items):
                gaps = [tree.first_gap(item.piece) for item in items]
                _each(gaps[1:], decided=bool(gaps[0].breaks))


def _closed_below(items: list[tree.Item], following: tree.Token) -> None:
    """Break a list whose last comma starts a line: the comma goes, its line break stays."""
    if items and items[-1].comma is not None and items[-1].comma.gap.breaks:
        following.gap.break_line()


def _together(gaps: list[Gap], closing: Gap) -> None:
    if closing.breaks or any(gap.breaks for gap in gaps):
        for gap in gaps:
            gap.break_line()
        closing.break_line()


def _each(gaps: list[Gap], *, decided: bool = False) -> None:
    if decided or any(gap.breaks for gap in gaps):
        for gap in gaps:
            gap.break_line()


def fix_commas(file: tree.File) -> None:
    """End the last line of a broken list with a comma, and no other list."""
    for piece in pieces(file):
        match piece:
            case tree.Listing(items=items, closer=closer) if items:
                _last_comma(items[-1], closer)
            case tree.Braces(items=items, closer=closer, clauses=clauses) if items:
                if clauses:
                    _drop_comma(items[-1], clauses[0].word)
                else:
                    _last_comma(items[-1], closer)
            case tree.ListComprehension(item=item, clauses=clauses):
                _drop_comma(item, clauses[0].word)


def _last_comma(item: tree.Item, closer: tree.Token) -> None:
    comma = item.comma
    if closer.gap.breaks or (comma is not None and comma.gap.breaks):
        if comma is None:
            item.comma = tree.Token(Gap(), ",")
        elif comma.gap.breaks:
            # A comma on a line of its own goes up to the item; comments stay below it.
            closer.gap.take_before(comma.gap)
    else:
        _drop_comma(item, closer)


def _drop_comma(item: tree.Item, following: tree.Token) -> None:
    if item.comma is not None:
        following.gap.take_before(item.comma.gap)
        item.comma = None


def fix_parentheses(file: tree.File) -> None:
    """Make one pair of ``((a))``."""

    def change(piece: tree.Piece) -> tree.Piece:
        while isinstance(piece, tree.Enclosed) and isinstance(piece.inner, tree.Enclosed):
            inner = piece.inner
            tree.first_gap(inner.inner).take_before(inner.opener.gap)
            piece.closer.gap.take_before(inner.closer.gap)
            piece.inner = inner.inner
        return piece

    replace(file, change)


def drop_plus(file: tree.File) -> None:
    """Write ``a + { … }`` as ``a { … }`` where ``a`` is a name or an access."""

    def change(piece: tree.Piece) -> tree.Piece:
        if (
            isinstance(piece, tree.Infix)
            and piece.operator.text == "+"
            and isinstance(piece.right, tree.Braces)
            and not piece.right.clauses
            and _is_plain_target(piece.left)
        ):
            piece.right.opener.gap.take_before(piece.operator.gap)
            return tree.Extension(piece.left, piece.right)
        return piece

    replace(file, change)


def _is_plain_target(piece: tree.Piece) -> bool:
    if isinstance(piece, tree.Leaf):
        return _is_name(piece.token.text)
    if isinstance(piece, tree.Dotted | tree.Brackets):
        target = piece.target
        return not (isinstance(target, tree.Leaf) and target.token.text == "super")
    return False


def _is_name(text: str) -> bool:
    return bool(_NAME.match(text)) and text not in KEYWORDS


def drop_slice_colons(file: tree.File) -> None:
    """Write ``a[1:2:]`` as ``a[1:2]``."""
    for piece in pieces(file):
        if isinstance(piece, tree.Brackets):
            colons = [part for part in piece.parts if isinstance(part, tree.Token)]
            if len(colons) == 2 and piece.parts[-1] is colons[1]:
                piece.parts.pop()
                piece.closer.gap.take_before(colons[1].gap)


def prettify_names(file: tree.File) -> None:
    """Write ``a["b"]`` as ``a.b`` and ``["b"]:`` as ``b:`` where the name allows it."""

    def change(piece: tree.Piece) -> tree.Piece:
        if isinstance(piece, tree.Brackets) and len(piece.parts) == 1:
            (inner,) = piece.parts
            named = isinstance(inner, tree.Text) and _is_name(inner.value)
            if named and not _is_number(piece.target):
                assert isinstance(inner, tree.Text)
                name = tree.Token(inner.token.gap, inner.value)
                name.gap.take_before(Gap())
                for element in piece.closer.gap:
                    name.gap.add(element)
                return tree.Dotted(piece.target, tree.Token(piece.opener.gap, "."), name)
        return piece

    replace(file, change)
    for piece in pieces(file):
        # The key of a comprehension is computed, whatever it is.
        if isinstance(piece, tree.Braces) and not piece.clauses:
            members = [item.piece for item in piece.items if isinstance(item.piece, tree.Member)]
            names = [_fixed_name(member) for member in members]
            once: set[str | None] = set()
            twice: set[str | None] = set()
            for name in names:
                (twice if name in once else once).add(name)
            for member, name in zip(members, names, strict=True):
                # A name that comes twice is a mistake where it is written, if it is not computed.
                _prettify_key(member, fix=name not in twice)


def _is_number(piece: tree.Piece) -> bool:
    """Whether a dot behind it would be one of its own."""
    return isinstance(piece, tree.Leaf) and piece.token.text[:1].isdigit()


def _fixed_name(member: tree.Member) -> str | None:
    key = member.key.inner if isinstance(member.key, tree.ComputedKey) else member.key
    if isinstance(key, tree.Text):
        return key.value
    return key.text if isinstance(key, tree.Token) else None


def _prettify_key(member: tree.Member, *, fix: bool) -> None:
    key = member.key
    if fix and isinstance(key, tree.ComputedKey) and isinstance(key.inner, tree.Text):
        text = key.inner
        text.token.gap.take_before(key.opener.gap)
        member.operator.gap.take_before(key.closer.gap)
        member.key = key = text
    if isinstance(key, tree.Text) and _is_name(key.value):
        member.key = tree.Token(key.token.gap, key.value)

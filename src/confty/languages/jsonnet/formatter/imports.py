"""Sorting of the imports at the top of a file.

The imports meant are ``local a = import 'a';`` that stand before anything else.  They form
groups, which end at a blank line, at a comment on a line of its own, and where the file goes on
with something else; each group is sorted by what is imported.  A comment at the end of a line
moves with its import.  A group that binds a name twice is left as it is: its order means
something.
"""

from __future__ import annotations

from confty.languages.jsonnet.formatter import tree
from confty.languages.jsonnet.formatter.trivia import INLINE, LINE, Gap, GapPiece
from confty.records import Record


class _Import(metaclass=Record):
    """One bound import and what ends its line."""

    path: str
    binding: tree.Binding
    after: Gap
    # The gap before the comma or semicolon, which stays with the binding.
    closing: Gap


def sort_imports(file: tree.File) -> None:
    """Sort each group of imports at the top of the file."""
    groups: list[tuple[Gap, list[_Import]]] = []
    body = file.body
    opening = Gap(tree.first_gap(body))
    while isinstance(body, tree.Locals) and _is_import(body):
        imports: list[_Import] = []
        local = body
        while True:
            after, before_next = _split(tree.first_gap(local.body))
            after.break_line()
            imports += _extract(local, after)
            body = local.body
            if not isinstance(body, tree.Locals) or _group_ends(body):
                break
            local = body
        _sort(imports)
        groups.append((opening, imports))
        opening = Gap(imports[-1].after)
        for element in before_next:
            opening.add(element)
        opening.break_line()
    if groups:
        tree.first_gap(body)[:] = opening
        file.body = _rebuild(groups, body)


def _is_import(local: tree.Locals) -> bool:
    return all(
        isinstance(item.piece, tree.Binding)
        and item.piece.parameters is None
        and isinstance(item.piece.value, tree.Worded)
        and item.piece.value.word.text == "import"
        for item in local.items
    )


def _group_ends(following: tree.Locals) -> bool:
    """Whether a new group begins with the local after an import."""
    if not _is_import(following):
        return True
    line_ended = False
    for element in tree.first_gap(following):
        if line_ended or element.blanks:
            return True
        line_ended = element.kind != INLINE
    return False


def _split(gap: Gap) -> tuple[Gap, Gap]:
    """Divide a gap into what ends the line before it and what belongs to the line after."""
    before, after = Gap(), Gap()
    line_ended = False
    for element in gap:
        if line_ended:
            after.add(element)
            continue
        copy = GapPiece(element.kind, element.blanks, element.indent, element.comment)
        before.add(copy)
        if element.kind != INLINE:
            line_ended = True
            if element.blanks:
                before[-1].blanks = 0
                after.append(GapPiece(LINE, element.blanks, element.indent, []))
    return before, after


def _extract(local: tree.Locals, after: Gap) -> list[_Import]:
    """Make each binding of a local an import of its own."""
    items = local.items
    found: list[_Import] = []
    before: Gap | None = None
    for index, item in enumerate(items):
        binding = item.piece
        assert isinstance(binding, tree.Binding)
        assert isinstance(binding.value, tree.Worded)
        assert isinstance(binding.value.value, tree.Text)
        ending, following = after, Gap()
        if index + 1 < len(items):
            ending, following = _split(tree.first_gap(items[index + 1].piece))
            ending.break_line()
        if before is not None:
            binding.name.gap[:] = before
        before = following
        closing = (item.comma or local.semicolon).gap
        found.append(_Import(binding.value.value.value, binding, ending, closing))
    return found


def _sort(imports: list[_Import]) -> None:
    names = {found.binding.name.text for found in imports}
    if len(names) == len(imports):
        imports.sort(key=lambda found: found.path)


def _rebuild(groups: list[tuple[Gap, list[_Import]]], body: tree.Piece) -> tree.Piece:
    for opening, imports in reversed(groups):
        for index in range(len(imports) - 1, -1, -1):
            gap = opening if index == 0 else imports[index - 1].after
            word, semicolon = tree.Token(gap, "local"), tree.Token(imports[index].closing, ";")
            body = tree.Locals(word, [tree.Item(imports[index].binding)], semicolon, body)
    return body

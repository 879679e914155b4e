"""Every piece and every token of a file, without recursion, and replacing pieces in place."""

from __future__ import annotations

from confty.languages.jsonnet.formatter import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def parts(piece: tree.Part) -> Iterator[tree.Part]:
    """Yield what a piece is made of, tokens among it, in the order of the text."""
    for name in piece.__match_args__:
        value = getattr(piece, name)
        if value is None or isinstance(value, str):
            continue
        if isinstance(value, list):
            yield from value
        else:
            yield value


def _in_order(piece: tree.Part) -> list[tree.Part]:
    """The parts of a piece in text order: an object's closer comes after its clauses."""
    found = list(parts(piece))
    closer = getattr(piece, "closer", None)
    if closer is not None and found[-1] is not closer:
        found = [part for part in found if part is not closer] + [closer]
    return found


def _every(file: tree.File) -> Iterator[tree.Part]:
    """Yield every part of a file in the order of the text, parents first."""
    pending: list[tree.Part] = [file.body]
    while pending:
        part = pending.pop()
        yield part
        if not isinstance(part, tree.Token):
            pending.extend(reversed(_in_order(part)))


def tokens(file: tree.File) -> Iterator[tree.Token]:
    """Yield every token."""
    return (part for part in _every(file) if isinstance(part, tree.Token))


def pieces(file: tree.File) -> Iterator[tree.Part]:
    """Yield every piece that is not a token."""
    return (part for part in _every(file) if not isinstance(part, tree.Token))


def replace(file: tree.File, change: Callable[[tree.Piece], tree.Piece]) -> None:
    """Replace each piece by what ``change`` makes of it, the outer ones first."""
    file.body = change(file.body)
    pending: list[tree.Part] = [file.body]
    while pending:
        holder = pending.pop()
        for name in holder.__match_args__:
            value = getattr(holder, name)
            if isinstance(value, list):
                value[:] = [_changed(part, change) for part in value]
                pending.extend(part for part in value if not isinstance(part, tree.Token))
            elif value is not None and not isinstance(value, str | tree.Token):
                made = _changed(value, change)
                setattr(holder, name, made)
                pending.append(made)


def _changed(part: tree.Part, change: Callable[[tree.Piece], tree.Piece]) -> tree.Part:
    if isinstance(part, tree.Token | tree.Item | tree.Clause | tree.ComputedKey | tree.Parameters):
        return part
    return change(part)

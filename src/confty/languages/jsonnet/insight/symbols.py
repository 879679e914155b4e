"""The outline of a file: its locals, and the fields of what it gives."""

from __future__ import annotations

from typing import Final

from confty import types
from confty.kit.sights import Kind, Symbol
from confty.languages.jsonnet.checker.following import literals
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.written import field_name, stripped
from confty.languages.jsonnet.insight.brief import in_words, is_tower
from confty.languages.jsonnet.insight.ground import Ground
from confty.languages.jsonnet.insight.merges import key_span
from confty.languages.jsonnet.insight.scopes import is_function
from confty.languages.jsonnet.parser import syntax
from confty.text import Span

_DEEPEST: Final = 30
_MOST: Final = 10_000
_LONGEST: Final = 60


class Outline:
    """One walk over the outline of a file."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._left = _MOST
        self._spelled: dict[types.Type, str] = {}

    def symbols(self) -> list[Symbol]:
        """Return the symbols of the whole file."""
        return self._of(self._ground.body, 0)

    def _of(self, node: syntax.Expression, depth: int) -> list[Symbol]:
        """Return what an expression introduces: locals, then the fields of its value."""
        found: list[Symbol] = []
        if depth > _DEEPEST:
            return found
        node = stripped(node)
        while isinstance(node, syntax.Local | syntax.Assert | syntax.Function):
            if isinstance(node, syntax.Local):
                found += [self._bind(one, one, depth) for one in self._some(node.binds)]
            node = stripped(node.body)
        if isinstance(node, syntax.If):
            for part in (node.yes, node.no):
                found += [] if part is None else self._of(part, depth + 1)
        if isinstance(node, syntax.ObjectComprehension):
            found += self._members(node.members, depth)
        for literal in literals(_extended(node)):
            found += self._members(literal.members, depth)
        return found

    def _some(self, binds: list[syntax.Bind]) -> list[syntax.Bind]:
        kept = [one for one in binds if one.name.name][: max(self._left, 0)]
        self._left -= len(kept)
        return kept

    def _members(self, members: list[syntax.Member], depth: int) -> list[Symbol]:
        found: list[Symbol] = []
        for one in members:
            if self._left <= 0:
                break
            if isinstance(one, syntax.ObjectLocal) and one.bind.name.name:
                self._left -= 1
                found.append(self._bind(one.bind, one, depth))
            elif isinstance(one, syntax.Field):
                self._left -= 1
                made = self._field(one, depth)
                found += [] if made is None else [made]
        return found

    def _bind(self, bind: syntax.Bind, whole: syntax.Node, depth: int) -> Symbol:
        value = stripped(bind.value)
        kind = Kind.FUNCTION if is_function(bind) else Kind.VARIABLE
        if isinstance(value, syntax.Import):
            kind = Kind.NAMESPACE
        inside = [] if isinstance(value, syntax.Import) else self._of(bind.value, depth + 1)
        detail = self._detail(bind.name, value)
        place = self._ground.span(bind.name)
        return Symbol(bind.name.name, kind, place, self._ground.span(whole), detail, inside)

    def _field(self, field: syntax.Field, depth: int) -> Symbol | None:
        name = field_name(field)
        key = field.key
        if name is None and isinstance(key, syntax.Expression):
            text = self._ground.text(key)
            name = f"[{text}]" if len(text) <= _LONGEST and "\n" not in text else "[…]"
            place = self._ground.span(key)
        elif name is None or name[:1] == "#":
            return None  # documentation is shown with the field that it is about
        else:
            place = key_span(self._ground.source, field)
        kind = Kind.METHOD if is_function(field) else Kind.FIELD
        detail = f"{field.visibility} " if field.visibility != ":" else ""
        detail = ("+" if field.plus else "") + detail + self._detail(key, field.value)
        inside = self._of(field.value, depth + 1)
        whole = Span(self._ground.source, min(field.start, place.start), field.end)
        return Symbol(name or "''", kind, place, whole, detail, inside)

    def _detail(self, name: syntax.Node, value: syntax.Expression) -> str:
        if isinstance(value, syntax.Import):
            return self._ground.text(value)
        found = self._ground.checker.types.get(name)
        if found is None:
            return ""
        if is_tower(found):
            return "object"
        found = types.plain(erased(found))
        if isinstance(found, types.Object) and isinstance(stripped(value), syntax.Object):
            return "object"  # what is in it stands below it
        known = self._spelled.get(found)
        if known is None:
            text = in_words(found)
            known = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
            self._spelled[found] = known
        return known


def _extended(node: syntax.Expression) -> syntax.Expression:
    """Return ``a { … }`` as what it adds."""
    return node.body if isinstance(node, syntax.Extend) else node

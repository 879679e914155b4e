"""A checked file as the answers see it: its forms, its tokens, types by place, names in scope."""

from __future__ import annotations

from _bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from confty.kit.stretches import line_end
from confty.languages.phy.checker import checked as tree
from confty.languages.phy.forms import FORMS
from confty.languages.phy.lexer import COMMENT, Token, lex
from confty.languages.phy.parser import Node
from confty.languages.phy.rules import is_unknown
from confty.text import Span
from confty.types import DYNAMIC, Type


class Ground:
    """One file; what is costly is made when it is first asked for, and kept."""

    def __init__(self, checked: tree.Checked) -> None:
        self.checked: Final = checked
        self.source: Final = checked.source
        self.text: Final = checked.source.text

    @cached_property
    def tokens(self) -> list[Token]:
        """The tokens, comments included."""
        return lex(self.source).output

    @cached_property
    def _starts(self) -> list[int]:
        return [one.start for one in self.tokens]

    @cached_property
    def nodes(self) -> list[Node]:
        """All forms and leaves, the outer before the inner."""
        return list(walk(self.checked.top))

    @cached_property
    def typed(self) -> list[tree.Typed]:
        """All of the checked tree."""
        waiting = [one.body for one in self.checked.procedures if one.body is not None]
        waiting += self.checked.fragments
        found: list[tree.Typed] = []
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting.extend(tree.parts(node))
        return found

    @cached_property
    def types(self) -> dict[tuple[int, int], Type]:
        """The types of expressions and of types, by the places they are written at."""
        found = {(start, end): type_ for start, end, type_ in self.checked.types}
        for node in self.typed:
            # What a place wanted of an expression is not what the expression is.
            if not isinstance(node, tree.Inject | tree.Read):
                found[node.start, node.end] = node.type
        return found

    @cached_property
    def entities(self) -> dict[int, tree.Variable | tree.Procedure | tree.Alias]:
        """What names stand for, by where they are declared."""
        found: dict[int, tree.Variable | tree.Procedure | tree.Alias] = {}
        for use in self.checked.uses:
            found[use.entity.start] = use.entity
        for node in self.typed:
            if isinstance(node, tree.Declare):
                found[node.variable.start] = node.variable
            elif isinstance(node, tree.Match):
                found.update({rule.variable.start: rule.variable for rule in node.rules})
        for procedure in self.checked.procedures:
            if procedure.name is not None:
                found[procedure.start] = procedure
            found.update({one.start: one for one in procedure.parameters})
        found.update({one.start: one for one in self.checked.aliases})
        return found

    @cached_property
    def uses(self) -> dict[int, tree.Variable | tree.Procedure | tree.Alias]:
        """What the names that are used stand for, by where they are written."""
        return {use.start: use.entity for use in self.checked.uses}

    @cached_property
    def assigned(self) -> set[tree.Variable]:
        """The variables that are written again."""
        found: set[tree.Variable] = set()
        for node in self.typed:
            if isinstance(node, tree.Assign):
                target: tree.Typed = node.target
                while isinstance(target, tree.Field | tree.At | tree.Exprs):
                    if isinstance(target, tree.Exprs):
                        target = target.expressions[-1]
                    else:
                        target = target.base
                if isinstance(target, tree.VariableName):
                    found.add(target.variable)
        return found

    @cached_property
    def targets(self) -> set[int]:
        """Where locals are written again, whole or in part."""
        assigned = [node.items[0] for node in self.nodes if form_of(node) == "Asgn" and node.items]
        places = [_variable_of(place) for place in assigned]
        return {place.start for place in places if place.form == "Ident"}

    def span(self, start: int, end: int) -> Span:
        """A span of this file."""
        return Span(self.source, start, end)

    def name_place(self, start: int, end: int) -> Span:
        """The letters of a name: inside of ``(Ident "x")`` those of the string."""
        text = self.text[start:end]
        if text.startswith("("):
            first = text.find('"')
            last = text.rfind('"')
            if 0 <= first < last:
                return self.span(start + first, start + last + 1)
        return self.span(start, end)

    def type_of(self, node: Node) -> Type | None:
        """The type of a form, where it is known."""
        found = self.types.get((node.start, node.end))
        return None if found is None or is_unknown(found) else found

    def token_at(self, offset: int) -> int:
        """The index of the last token that starts at or before an offset; -1 for none."""
        return bisect_right(self._starts, offset) - 1

    def in_comment(self, offset: int) -> bool:
        """Whether an offset is in a comment, or at its end."""
        at = self.token_at(offset - 1)
        if at < 0:
            return False
        token = self.tokens[at]
        return token.kind is COMMENT and token.start < offset <= line_end(self.text, token.start)

    def way(self, offset: int) -> list[Node]:
        """The forms around an offset, outermost first; what ends there belongs to it too."""
        top = self.checked.top
        if top is None or not top.start <= offset <= top.end:
            return []
        way = [top]
        while True:
            inside: Node | None = None
            items = way[-1].items
            behind = bisect_right(items, offset, key=lambda item: item.start)
            # The last that begins before it, and what ends where that begins.
            for item in items[max(0, behind - 2) : behind]:
                if item.start <= offset < item.end or self._ends_with(item, offset):
                    inside = item
                    if offset < item.end:
                        break
            if inside is None:
                return way
            way.append(inside)

    def _ends_with(self, item: Node, offset: int) -> bool:
        """Whether a cursor at the end of a form is in it: a word, or one that is not closed."""
        return offset == item.end and (not item.items or self.text[offset - 1] != ")")

    def visible(self, offset: int) -> dict[str, tree.Variable | tree.Procedure | tree.Alias]:
        """The names that can be used at an offset."""
        found: dict[str, tree.Variable | tree.Procedure | tree.Alias] = {}
        way = self.way(offset)
        for at, node in enumerate(way):
            child = way[at + 1] if at + 1 < len(way) else None
            for name in _declared_before(node, child, offset):
                text = str(name.value)
                # What a declaration that is not whole stands for is not known.
                unknown = tree.Alias(text, DYNAMIC, name.start, name.end)
                found[text] = self.entities.get(name.start) or unknown
        return found


def walk(top: Node | None) -> Iterator[Node]:
    """Return all of a tree, the outer before the inner."""
    waiting = [] if top is None else [top]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.items))


def form_of(node: Node) -> str:
    """Return the name of a form, of a broken one too."""
    return str(node.value) if node.form == "Broken" and node.value in FORMS else node.form


def _variable_of(place: Node) -> Node:
    """Return the variable that a place lies in, or what is there instead of one."""
    while place.items:
        form = form_of(place)
        if form == "Exprs":
            place = place.items[-1]
        elif form in {"FieldAccess", "At"}:
            place = place.items[0]
        else:
            break
    return place


def declares(node: Node) -> Node | None:
    """Return the name that a form declares."""
    form = form_of(node)
    if form in ("ProcDecl", "TypeDecl", "Decl", "ParamDecl") and node.items:
        return node.items[0] if node.items[0].form == "Ident" else None
    if form == "Rule" and node.items and node.items[0].items:
        name = node.items[0].items[0]
        return name if name.form == "Ident" else None
    return None


def _escaping(node: Node) -> Iterator[Node]:
    """Return the names that an expression leaves to those behind it."""
    form = form_of(node)
    if form == "Decl":
        name = declares(node)
        if name is not None:
            yield name
    elif form == "Exprs":
        for item in node.items:
            yield from _escaping(item)
    elif form in ("If", "And", "Or") and node.items:
        yield from _escaping(node.items[0])


def _declared_before(node: Node, child: Node | None, offset: int) -> Iterator[Node]:
    """Return the names that a form makes visible to one of its parts, or to a place in it."""
    form = form_of(node)
    before = [one for one in node.items if one is not child and one.end <= offset]
    if form == "Module":
        before += [child] if child is not None and form_of(child) == "ProcDecl" else []
        for one in before:
            name = declares(one)
            if name is not None:
                yield name
    elif form == "ProcDecl":
        own = declares(node)
        if own is not None:
            yield own
        for one in before:
            if form_of(one) == "Params":
                for parameter in one.items:
                    name = declares(parameter)
                    if name is not None:
                        yield name
            else:
                yield from _escaping(one)
    elif form == "Rule":
        name = declares(node)
        if name is not None and child is not node.items[0]:
            yield name
    elif form in ("Exprs", "Broken"):
        for one in before:
            yield from _escaping(one)
    elif form in ("If", "And", "Or") and before:
        yield from _escaping(before[0])

"""What all answers about one file stand on: paths to places, types, the objects behind them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cached_property

from confty import types
from confty.kit.sights import Occurrence
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.closures import Closure
from confty.languages.jsonnet.checker.generics import erased
from confty.languages.jsonnet.checker.kinds import members, unknown
from confty.languages.jsonnet.checker.layers import Layer
from confty.languages.jsonnet.checker.objects import self_type
from confty.languages.jsonnet.checker.origins import field_type
from confty.languages.jsonnet.checker.shown import settled
from confty.languages.jsonnet.checker.written import stripped, subscript
from confty.languages.jsonnet.insight.brief import is_large, is_tower
from confty.languages.jsonnet.insight.merges import Merges, first_of, looking
from confty.languages.jsonnet.insight.scopes import Scopes
from confty.languages.jsonnet.lexer.tokens import END
from confty.languages.jsonnet.parser import syntax
from confty.languages.jsonnet.parser.libraries import whole_tokens
from confty.languages.jsonnet.rules import OBJECT
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

_DEEPEST: Final = 20
_MOST_PARTS: Final = 40


class Ground:
    """A checked file, and what the answers about it have worked out so far."""

    def __init__(self, checked: Checked) -> None:
        self.checked: Final = checked
        self.checker: Final = checked.checker
        self.source: Final = checked.source
        self.tokens: Final = whole_tokens(checked.syntax)
        self.body: Final = checked.syntax.body
        self._objects: dict[syntax.Node, tuple[types.Object, ...]] = {}
        self._settled: dict[types.Type, types.Type] = {}
        self._positions: dict[Closure, dict[str, list[int]]] = {}
        # Every name where it is written, once somebody has asked (``names``).
        self.occurrences: Sequence[Occurrence] | None = None

    @cached_property
    def merges(self) -> Merges:
        """Which literals of the file are laid over which."""
        return Merges(self.checker)

    @cached_property
    def scopes(self) -> Scopes:
        """What every name of the file means."""
        return Scopes(self.source, self.body)

    def span(self, node: syntax.Node) -> Span:
        """Return the stretch of a node."""
        return Span(self.source, node.start, node.end)

    def text(self, node: syntax.Node) -> str:
        """Return a node as it is written."""
        return self.source.text[node.start : node.end]

    # Places.

    def path_to(self, offset: int) -> list[syntax.Node]:
        """Return the nodes around the token at ``offset``, the smallest last."""
        index = self.tokens.at(offset)
        start = self.tokens.starts[index]
        if self.tokens.kinds[index] == END or not start <= offset < self.tokens.end(index):
            return []
        # What stands behind the one expression of a file belongs to nothing.
        inside = self.body.start <= start < self.body.end
        return self.path_at(start) if inside else []

    def path_at(self, start: int) -> list[syntax.Node]:
        """Return the nodes around the letter at ``start``, the smallest last."""
        path: list[syntax.Node] = [self.body]
        while True:
            for child in syntax.children(path[-1]):
                if child.start <= start < child.end:
                    path.append(child)
                    break
            else:
                return path

    # Types.

    def looking(self) -> AbstractContextManager[None]:
        """Take closer looks at the cost of this question, not of the file's check."""
        return looking(self.checker)

    def type(self, node: syntax.Node) -> types.Type | None:
        """Return the type of a node as people see it."""
        found = self.checker.types.get(node)
        frame = self.checker.frames.get(node)
        if frame is not None and (found is OBJECT or found is None):
            return self_type(frame) or found
        return None if found is None else erased(settled(self.checker, found))

    def brief(self, node: syntax.Node) -> types.Type | None:
        """Return the same at a cost that is bounded: of a large object what the text says."""
        found = self.checker.types.get(node)
        if found is None or node in self.checker.frames:
            return self.type(node)
        known = self._settled.get(found)
        if known is None:
            known = self._settled[found] = self._brief(found)
        return known

    def sketch(self, node: syntax.Node) -> types.Type | None:
        """Return the same for one of many names, of which only a few words are shown."""
        found = self.checker.types.get(node)
        return OBJECT if found is not None and is_tower(found) else self.brief(node)

    def _brief(self, type_: types.Type) -> types.Type:
        if is_large(types.plain(type_)):
            return types.plain(type_)
        return erased(settled(self.checker, type_))

    def seen(self, node: syntax.Expression) -> types.Type | None:
        """Return the same, and where the text says nothing, what the callers gave."""
        found = self.brief(node)
        if found is not None and not unknown(found):
            return found
        with self.looking():
            objects = self.objects(node)
        return types.gradual_union(*[self._brief(one) for one in objects]) if objects else found

    def objects(self, node: syntax.Expression, depth: int = 0) -> tuple[types.Object, ...]:
        """Return the objects that an expression may be, with what they remember."""
        node = stripped(node)
        known = self._objects.get(node)
        if known is not None:
            return known
        self._objects[node] = ()  # while it is being found
        found = objects_in(self.checker.types.get(node))
        if not any(one.origin is not None for one in found) and depth < _DEEPEST:
            found = self._further(node, depth) or found
        self._objects[node] = found = found[:_MOST_PARTS]
        return found

    def _further(self, node: syntax.Expression, depth: int) -> tuple[types.Object, ...]:
        """Return what the text leads to where the type says little."""
        if isinstance(node, syntax.Self | syntax.Dollar):
            around = self.scopes.inside.get(node)
            return () if not around else self.itself(around[-isinstance(node, syntax.Self)])
        if isinstance(node, syntax.SuperField):
            return self._above(node, node.field.name)
        found: dict[types.Object, None] = {}
        access = subscript(node)
        if access is not None:
            for one in self.objects(access[0], depth + 1):
                found |= dict.fromkeys(objects_in(field_type(self.checker, one, access[1])))
        elif isinstance(node, syntax.Name):
            binding = self.scopes.meaning.get(node)
            if binding is None:
                return ()
            if binding.value is not None:
                return self.objects(binding.value, depth + 1)
            if isinstance(binding.owner, syntax.For):
                return self._elements(binding.owner.source, depth + 1)
            if binding.role == "parameter":
                # What the callers give.
                for given in self.passed(binding.owner, binding.name.name):
                    found |= dict.fromkeys(objects_in(given))
        return tuple(found)

    def _elements(self, node: syntax.Expression, depth: int) -> tuple[types.Object, ...]:
        """Return the objects that an array written out, perhaps under a name, holds."""
        node = stripped(node)
        binding = self.scopes.meaning.get(node)
        if binding is not None and binding.value is not None and depth < _DEEPEST:
            return self._elements(binding.value, depth + 1)
        found: dict[types.Object, None] = {}
        for one in node.elements[:_MOST_PARTS] if isinstance(node, syntax.Array) else ():
            found |= dict.fromkeys(self.objects(one, depth + 1))
        return tuple(found)

    def _above(self, node: syntax.Expression, name: str) -> tuple[types.Object, ...]:
        """Return what a field is in the layers that ``super`` means."""
        around = self.scopes.inside.get(node)
        found: dict[types.Object, None] = {}
        for origin, place in self.merges.under(around[-1]) if around else ():
            found |= dict.fromkeys(objects_in(origin.read(self.checker, name, place)))
        return tuple(found)

    def itself(self, literal: syntax.Node) -> tuple[types.Object, ...]:
        """Return what ``self`` may be in a literal: its own object, and the sums it is part of."""
        own = objects_in(self.checker.types.get(literal))
        return tuple(dict.fromkeys((*own, *self.merges.sums(literal))))

    def functions(self, node: syntax.Node) -> list[types.Function]:
        """Return the functions that a node may be; those that are written remember their text."""
        found = functions_in(self.checker.types.get(node))
        if any(isinstance(one.origin, Closure) for one in found):
            return found
        access = subscript(node) if isinstance(node, syntax.Expression) else None
        written: list[types.Function] = []
        for one in () if access is None else self.objects(access[0]):
            origin = first_of(one)
            for layer in reversed(origin.layers) if origin is not None else ():
                field = layer.field(access[1]) if access and isinstance(layer, Layer) else None
                if field is not None and isinstance(layer, Layer):
                    written += functions_in(layer.check.types.get(field.key))
                    break
        return written or found

    def closures(self, node: syntax.Node) -> list[Closure]:
        """Return the functions that a node may be, as they were written."""
        found = [one.origin for one in self.functions(node)]
        return [one for one in found if isinstance(one, Closure)]

    def passed(self, owner: syntax.Node, name: str) -> list[types.Type]:
        """Return what the calls that are known pass for a parameter of a function."""
        found: dict[types.Type, None] = {}
        for closure in self.closures(owner):
            places = self._positions.get(closure)
            if places is None:
                places = self._positions[closure] = _positions(closure)
            for key in closure.known:
                for at in places.get(name, ()):
                    given = key[at] if at < len(key) else None
                    if given is None or isinstance(given, (str, tuple)) or unknown(given):
                        continue
                    found[given] = None
        return list(found)[:_MOST_PARTS]


def _positions(closure: Closure) -> dict[str, list[int]]:
    """Where the parameters of a function stand, by their names."""
    found: dict[str, list[int]] = {}
    for at, one in enumerate(closure.parameters):
        found.setdefault(one.name.name, []).append(at)
    return found


def objects_in(type_: types.Type | None) -> tuple[types.Object, ...]:
    """Return the parts of a type that are objects."""
    parts = () if type_ is None else members(type_)
    return tuple([one for one in parts if isinstance(one, types.Object)])


def functions_in(type_: types.Type | None) -> list[types.Function]:
    """Return the parts of a type that are functions."""
    parts = () if type_ is None else members(type_)
    return [one for one in parts if isinstance(one, types.Function)]


def ground_of(checked: Checked) -> Ground:
    """Return what the answers about a file stand on; it is made once."""
    known = checked.answers
    if not isinstance(known, Ground):
        known = checked.answers = Ground(checked)
    return known

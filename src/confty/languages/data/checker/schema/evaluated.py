"""Which keys and items some keyword has already spoken of; what ``unevaluated…`` is about."""

from __future__ import annotations

from confty.languages.data.checker.schema.applicable import branches, elements, matching
from confty.languages.data.checker.schema.assertions import Judge
from confty.languages.data.checker.schema.resources import SchemaNode
from confty.languages.data.parser.places import Path


class EvaluatedParts:
    """Collects over a schema and those that apply at the same place."""

    def __init__(self, judge: Judge, path: Path) -> None:
        self.judge = judge
        self.path = path
        self._seen: set[tuple[int, tuple[str | int, ...]]] = set()

    def keys(
        self, node: SchemaNode, value: dict[object, object], *, own: bool = True
    ) -> set[object]:
        """The keys of ``value`` that were spoken of."""
        if self._visited(node):
            return set()
        found = {key for _, _, key in matching(node, value, self.path)}
        if not own and node.has("unevaluatedProperties"):
            found.update(value)
        for inner in self._in_place(node, value):
            found |= self.keys(inner, value, own=False)
        return found

    def elements(self, node: SchemaNode, value: list[object], *, own: bool = True) -> set[int]:
        """The items of ``value`` that were spoken of, by number."""
        if self._visited(node):
            return set()
        found = {index for _, _, index in elements(node, value)}
        if not own and node.has("unevaluatedItems"):
            found.update(range(len(value)))
        if node.has("contains") and node.draft >= 2020:
            inner, fits = node.child("contains"), self.judge.fits
            items = enumerate(value)
            found.update(i for i, item in items if fits(inner, item, (*self.path, i)))
        for inner in self._in_place(node, value):
            found |= self.elements(inner, value, own=False)
        return found

    def _visited(self, node: SchemaNode) -> bool:
        key = (id(node.document), node.path)
        if key in self._seen:
            return True
        self._seen.add(key)
        return False

    def _in_place(self, node: SchemaNode, value: object) -> list[SchemaNode]:
        """The schemas that apply to the same value, and that it fits."""
        fits = self.judge.fits
        inner = [target for target, _ in self.judge.targets(node)]
        for keyword in ("allOf", "anyOf", "oneOf"):
            inner += [node.child(keyword, index) for index in branches(node, keyword)]
        dependent = node.get("dependentSchemas")
        if isinstance(dependent, dict) and isinstance(value, dict):
            inner += [node.child("dependentSchemas", name) for name in dependent if name in value]
        if node.has("if"):
            test = node.child("if")
            if fits(test, value, self.path):
                inner.append(test)
                chosen = "then"
            else:
                chosen = "else"
            if node.has(chosen):
                inner.append(node.child(chosen))
        return [one for one in inner if fits(one, value, self.path)]

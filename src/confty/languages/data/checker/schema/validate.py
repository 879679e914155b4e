"""A value against a schema: walk both, yield what is wrong.

Failures are generated lazily, so asking *whether* a value fits costs no more than the first of
them.  A reference that leads back to itself without going into the value is followed once.
"""

from __future__ import annotations

from typing import Final

from confty.languages.data import codes
from confty.languages.data.checker.schema import choices
from confty.languages.data.checker.schema.applicable import branches, elements, matching
from confty.languages.data.checker.schema.assertions import ASSERTIONS, Assertion, Failures
from confty.languages.data.checker.schema.evaluated import EvaluatedParts
from confty.languages.data.checker.schema.failure import SchemaFailure
from confty.languages.data.checker.schema.resources import SchemaFiles, SchemaNode
from confty.languages.data.checker.schema.values import shown
from confty.languages.data.parser.places import Path

#: The first draft that knows a keyword; those that are not here are in all of them.
_SINCE: Final = {"const": 6, "dependentRequired": 2019}
#: After so many references what they lead to is remembered; most documents have fewer.
_OFTEN: Final = 5000
_COMBINED: Final = frozenset({"allOf", "anyOf", "oneOf", "not", "if"})


class Validator:
    """Holds values against schemas; remembers which references are being followed."""

    def __init__(self, resources: SchemaFiles, *, closed: bool = False) -> None:
        self.resources = resources
        #: Whether an object may have only the keys that are spoken of (Kubernetes).
        self.closed: Final = closed
        self._following: set[tuple[int, Path, int]] = set()
        self._lost: set[tuple[str, Path]] = set()
        # What is wrong with a value where a reference leads, for schemas that lead there often.
        self._known: dict[tuple[int, int, Path], tuple[SchemaFailure, ...]] = {}
        self._asked = 0
        self._rings = 0

    def begin(self) -> None:
        """Forget the values of another document."""
        self._known = {}
        self._asked = 0

    def fits(self, node: SchemaNode, value: object, path: Path) -> bool:
        """Whether a value has nothing wrong with it; a format is a warning and decides nothing."""
        found = self.failures(node, value, path)
        return all(one.code is codes.SCHEMA_FORMAT for one in found)

    def failures(self, node: SchemaNode, value: object, path: Path) -> Failures:
        """Everything that is wrong with a value, the nearest first."""
        raw = node.raw
        if raw is False:
            yield SchemaFailure(codes.SCHEMA_FORBIDDEN, "nothing may stand here", path, node)
        if not isinstance(raw, dict):
            return
        if "$ref" in raw or "$dynamicRef" in raw or "$recursiveRef" in raw:
            yield from self._reference(node, value, path)
            if node.draft <= 7:
                # Before 2019 a reference stands alone.
                return
        for keyword, assertion in node.assertions or assertions_of(node, raw):
            wrong = False
            for failure in assertion(node, value, path):
                wrong = True
                yield failure
            if wrong and keyword == "type":
                # Of the wrong type, a value misses everything else for the same reason.
                return
        if isinstance(value, dict):
            yield from self._object(node, value, path)
        elif isinstance(value, list):
            yield from self._array(node, value, path)
        if not _COMBINED.isdisjoint(raw):
            yield from self._combined(node, value, path)

    def targets(self, node: SchemaNode) -> list[tuple[SchemaNode, str]]:
        """The schemas that the references of a schema lead to.

        A list: to leave a generator takes Python time in proportion to those that are around it.
        """
        found: list[tuple[SchemaNode, str]] = []
        for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
            reference = node.get(keyword)
            if not isinstance(reference, str) or (keyword != "$ref" and node.draft <= 7):
                continue
            target = self.resources.follow(node, reference)
            if target is not None:
                found.append((target, keyword))
            elif (node.base, node.path) not in self._lost:
                self._lost.add((node.base, node.path))
                self.resources.complain(node, keyword, reference)
        return found

    def _reference(self, node: SchemaNode, value: object, path: Path) -> Failures:
        for target, _ in self.targets(node):
            step = (id(target.document), target.path, id(value))
            if step in self._following:
                self._rings += 1
                continue
            self._following.add(step)
            try:
                self._asked += 1
                if self._asked < _OFTEN:
                    yield from self.failures(target, value, path)
                else:
                    yield from self._remembered(target, value, path)
            finally:
                self._following.discard(step)

    def _remembered(
        self, target: SchemaNode, value: object, path: Path
    ) -> tuple[SchemaFailure, ...]:
        """All that is wrong, each once: a schema may lead to the same place along many ways."""
        key = (id(target), id(value), path)
        known = self._known.get(key)
        if known is None:
            rings = self._rings
            found = {(one.path, one.message): one for one in self.failures(target, value, path)}
            known = tuple(found.values())
            if rings == self._rings or len(self._following) == 1:
                # Else a reference was passed over because it is being followed further out.
                self._known[key] = known
        return known

    def _object(self, node: SchemaNode, value: dict[object, object], path: Path) -> Failures:
        for keyword, name, key in matching(node, value, path):
            step = key if isinstance(key, (str, int)) else str(key)
            inner = node.child(keyword, name) if name is not None else node.child(keyword)
            if keyword == "additionalProperties" and inner.raw is False:
                yield unknown_key(node, value, key, path, keyword)
            else:
                yield from self.failures(inner, value[key], (*path, step))
        if self.closed:
            yield from self._unspoken(node, value, path)
        if node.has("propertyNames") and node.draft >= 6:
            yield from self._names(node.child("propertyNames"), value, path)
        yield from self._dependent(node, value, path)
        if node.has("unevaluatedProperties") and node.draft >= 2019:
            seen = EvaluatedParts(self, path).keys(node, value)
            inner = node.child("unevaluatedProperties")
            for key, item in value.items():
                if key in seen:
                    continue
                if inner.raw is False:
                    yield unknown_key(node, value, key, path, "unevaluatedProperties")
                else:
                    yield from self.failures(inner, item, (*path, str(key)))

    def _unspoken(self, node: SchemaNode, value: dict[object, object], path: Path) -> Failures:
        """Keys that a server would refuse although the schema does not say so."""
        properties = node.get("properties")
        if not isinstance(properties, dict) or node.has("additionalProperties"):
            return
        if node.has("patternProperties") or node.get("x-kubernetes-preserve-unknown-fields"):
            return
        for key in value:
            # Every manifest has these, whether or not its schema speaks of them.
            manifest = key in {"apiVersion", "kind", "metadata"} and "apiVersion" in value
            if key not in properties and not manifest:
                yield unknown_key(node, value, key, path, "properties")

    def _names(self, node: SchemaNode, value: dict[object, object], path: Path) -> Failures:
        for key in value:
            wrong = next(self.failures(node, key, (*path, str(key))), None)
            if wrong is not None:
                message = f"the key {shown(key)} is not allowed: {wrong.message}"
                at = (*path, str(key))
                yield SchemaFailure(
                    codes.SCHEMA_NAME, message, at, wrong.node, *wrong.keyword, at_key=True
                )

    def _dependent(self, node: SchemaNode, value: dict[object, object], path: Path) -> Failures:
        keyword = "dependentSchemas" if node.draft > 7 else "dependencies"
        dependent = node.get(keyword)
        if isinstance(dependent, dict):
            for name, inner in dependent.items():
                if name in value and not isinstance(inner, list):
                    yield from self.failures(node.child(keyword, name), value, path)

    def _array(self, node: SchemaNode, value: list[object], path: Path) -> Failures:
        for keyword, name, index in elements(node, value):
            inner = node.child(keyword, name) if name is not None else node.child(keyword)
            if inner.raw is False:
                message = f"expected {index} items, found {len(value)}"
                yield SchemaFailure(codes.SCHEMA_ITEM, message, (*path, index), node, keyword)
                break
            yield from self.failures(inner, value[index], (*path, index))
        if node.has("contains") and node.draft >= 6:
            yield from self._contains(node, value, path)
        if node.has("unevaluatedItems") and node.draft >= 2019:
            seen = EvaluatedParts(self, path).elements(node, value)
            inner = node.child("unevaluatedItems")
            for index, item in enumerate(value):
                if index not in seen:
                    yield from self.failures(inner, item, (*path, index))

    def _contains(self, node: SchemaNode, value: list[object], path: Path) -> Failures:
        inner = node.child("contains")
        found = sum(self.fits(inner, item, (*path, i)) for i, item in enumerate(value))
        least, most = node.get("minContains"), node.get("maxContains")
        if node.draft < 2019 or not isinstance(least, (int, float)):
            least = 1
        if found < least:
            message = f"expected at least {least:g} of a kind, found {found}"
            yield SchemaFailure(codes.SCHEMA_CONTAINS, message, path, node, "contains")
        if node.draft >= 2019 and isinstance(most, (int, float)) and found > most:
            message = f"expected at most {most:g} of a kind, found {found}"
            yield SchemaFailure(codes.SCHEMA_CONTAINS, message, path, node, "maxContains")

    def _combined(self, node: SchemaNode, value: object, path: Path) -> Failures:
        for index in branches(node, "allOf"):
            yield from self.failures(node.child("allOf", index), value, path)
        if node.has("anyOf"):
            yield from choices.any_of(self, node, value, path)
        if node.has("oneOf"):
            yield from choices.one_of(self, node, value, path)
        if node.has("not") and self.fits(node.child("not"), value, path):
            message = f"this is what the value may not be: {shown(value)}"
            yield SchemaFailure(codes.SCHEMA_FORBIDDEN, message, path, node, "not")
        if node.has("if") and node.draft >= 7:
            chosen = "then" if self.fits(node.child("if"), value, path) else "else"
            if node.has(chosen):
                yield from self.failures(node.child(chosen), value, path)


def assertions_of(node: SchemaNode, raw: dict[str, object]) -> list[tuple[str, Assertion]]:
    """The keywords of a schema that judge a value by itself, looked up once."""
    words = {word for word in raw if node.draft >= _SINCE.get(word, 4)}
    if node.draft <= 7 and "dependencies" in raw:
        words.add("dependentRequired")
    node.assertions = [(word, check) for word, check in ASSERTIONS.items() if word in words]
    return node.assertions


def unknown_key(
    node: SchemaNode, value: dict[object, object], key: object, path: Path, keyword: str
) -> SchemaFailure:
    """The finding about a key that may not be there."""
    properties = node.get("properties")
    known = properties if isinstance(properties, dict) else {}
    near = node.patience.near(str(key), known, value)
    help_ = f"did you mean {shown(near)}?" if near else None
    message = f"the key {shown(key)} is not allowed here"
    at = (*path, key if isinstance(key, (str, int)) else str(key))
    return SchemaFailure(
        codes.SCHEMA_UNKNOWN, message, at, node, keyword, at_key=True, help_=help_
    )

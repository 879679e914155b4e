"""Documents held against a JSON Schema.

The schema becomes a type; a document whose type flows safely into it is right.  Otherwise the
values are walked, and each that misses is told at its place, with a note at the keyword.
"""

from __future__ import annotations

from confty.kit.depth import deep_recursion
from confty.language import Host, Outcome
from confty.languages.data import codes
from confty.languages.data.checker.infer import infer
from confty.languages.data.checker.schema.applicable import elements, matching
from confty.languages.data.checker.schema.failure import Failure
from confty.languages.data.checker.schema.patterns import compiled
from confty.languages.data.checker.schema.resources import Node, Resources
from confty.languages.data.checker.schema.shape import ill_formed
from confty.languages.data.checker.schema.typed import Typing
from confty.languages.data.checker.schema.validate import Validator
from confty.languages.data.limits import MOST_FINDINGS, MOST_VALUES
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path
from confty.languages.data.rules import RULES
from confty.text import Diagnostic, Span
from confty.types import SAFE, Type, assignable

__all__ = ["Schema", "hold_against"]


class Schema:
    """A schema that is read and understood."""

    __slots__ = ("complete", "root", "type", "validator")

    def __init__(self, root: Node, validator: Validator) -> None:
        self.root = root
        self.validator = validator
        typing = Typing(validator)
        self.type = typing.of(root)
        self.complete = typing.complete

    def place_of(self, path: Path, value: object) -> Span | None:
        """Where the schema speaks of the value at ``path``."""
        node: Node | None = self.root
        for step in path:
            node = None if node is None else self._into(node, step, value)
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and step < len(value):
                value = value[step]
        return None if node is None else node.span()

    def _into(self, node: Node, step: str | int, value: object) -> Node | None:
        """The first schema, here or behind references and combinations, that speaks of a step."""
        waiting, seen = [node], set()
        while waiting:
            here = waiting.pop(0)
            if (here.base, here.path) in seen:
                continue
            seen.add((here.base, here.path))
            if isinstance(value, dict):
                for keyword, name, key in matching(here, {step: None}):
                    if key == step:
                        return (
                            here.child(keyword, name) if name is not None else here.child(keyword)
                        )
            elif isinstance(value, list):
                for word, number, index in elements(here, value):
                    if index == step:
                        return here.child(word, number) if number is not None else here.child(word)
            waiting += [target for target, _ in self.validator.targets(here)]
            for combined in ("allOf", "anyOf", "oneOf"):
                listed = here.get(combined)
                if isinstance(listed, list):
                    waiting += [here.child(combined, index) for index in range(len(listed))]
        return None


def hold_against(
    document: Document, type_: Type, name: object, host: Host
) -> Outcome[Schema | None]:
    """Read the schema called ``name`` and hold a document against it."""
    resources = Resources(host)
    if document.kind == "yaml" and (bomb := _bomb(document)) is not None:
        return Outcome(None, (bomb,))
    with deep_recursion():
        try:
            return _hold(document, type_, name, resources)
        except RecursionError:
            message = "the schema goes around in circles"
            found = codes.SCHEMA_BAD.at(None, message)
            return Outcome(None, (*resources.findings, found))


def _bomb(document: Document) -> Diagnostic | None:
    """Refuse a document whose aliases stand for more values than can be looked at."""
    from confty.render.problem import Unwritable
    from confty.render.survey import survey

    try:
        if survey(document.value).size <= MOST_VALUES:
            return None
    except Unwritable:
        pass
    message = f"written out, this is more than {MOST_VALUES:,} values"
    return codes.YAML_LARGE.at(document.span(()), message)


def _hold(
    document: Document, type_: Type, name: object, resources: Resources
) -> Outcome[Schema | None]:
    root = resources.open(name)
    if root is None:
        return Outcome(None, tuple(resources.findings))
    wrong = list(ill_formed(root))
    if wrong:
        return Outcome(None, (*resources.findings, *wrong[:MOST_FINDINGS]))
    schema = Schema(root, Validator(resources))
    findings: list[Diagnostic] = []
    for failure in _failures(document, type_, schema):
        findings.append(failure.diagnostic(document))
        if len(findings) >= MOST_FINDINGS:
            break
    resources.findings += _unusable_patterns(root)
    return Outcome(schema, (*resources.findings, *findings))


def _failures(document: Document, type_: Type, schema: Schema) -> list[Failure]:
    """What is wrong, each once; of a stream every document is held against the schema."""
    if document.stream and isinstance(document.value, list):
        parts = [((index,), one, infer(one)) for index, one in enumerate(document.value)]
    else:
        parts = [((), document.value, type_)]  # type: ignore[list-item]
    found: list[Failure] = []
    told: set[tuple[object, ...]] = set()
    for path, value, inferred in parts:
        if schema.complete and assignable(inferred, schema.type, RULES) is SAFE:
            continue
        for failure in schema.validator.failures(schema.root, value, path):
            # Several branches of a schema may make the same complaint.
            if (key := (failure.path, failure.message)) not in told:
                told.add(key)
                found.append(failure)
            if len(found) >= MOST_FINDINGS:
                return found
    return found


def _unusable_patterns(root: Node) -> list[Diagnostic]:
    """The patterns of a schema file that cannot be used."""
    findings = []
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node.raw, dict):
            source = node.raw.get("pattern")
            if isinstance(source, str) and compiled(source) is None:
                message = f"the pattern {source} cannot be used and is not checked"
                findings.append(codes.SCHEMA_REGEX.at(node.span("pattern"), message))
            shapes = node.raw.get("patternProperties")
            for shape in shapes if isinstance(shapes, dict) else ():
                if compiled(shape) is None:
                    message = f"the pattern {shape} cannot be used and is not checked"
                    place = node.span("patternProperties", shape)
                    findings.append(codes.SCHEMA_REGEX.at(place, message))
            stack.extend([node.child(key) for key in node.raw if isinstance(key, str)])
        elif isinstance(node.raw, list):
            stack.extend([node.child(index) for index in range(len(node.raw))])
    return findings

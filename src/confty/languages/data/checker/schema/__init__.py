"""Documents held against a JSON Schema.

The schema becomes a type; a document whose type flows safely into it is right.  Otherwise the
values are walked, and each that misses is told at its place, with a note at the keyword.
"""

from __future__ import annotations

from collections.abc import Mapping

from confty.kit.rooms import room_for
from confty.language import Host, Outcome
from confty.languages.data import codes
from confty.languages.data.checker.infer import infer
from confty.languages.data.checker.schema.discover import (
    Manifest,
    kubernetes,
    named_schema,
    store_of,
)
from confty.languages.data.checker.schema.drafts import is_schema
from confty.languages.data.checker.schema.failure import SchemaFailure, TooSlow
from confty.languages.data.checker.schema.prepared import Schema, findings_in, prepare
from confty.languages.data.limits import MOST_FINDINGS, MOST_VALUES
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.places import Path
from confty.languages.data.rules import RELATION
from confty.render.codes import Unwritable
from confty.render.survey import survey
from confty.text import Diagnostic
from confty.types import SAFE, Type

__all__ = ["Schema", "find_and_hold", "hold_against", "schema_of"]


def hold_against(
    document: Document, type_: Type, name: object, host: Host
) -> Outcome[Schema | None]:
    """Read the schema called ``name`` and hold a document against it."""
    if document.kind == "yaml" and (bomb := _bomb(document)) is not None:
        return Outcome(None, (bomb,))
    with room_for():
        try:
            return _hold(document, type_, name, host)
        except RecursionError:
            message = "the schema goes around in circles"
            return Outcome(None, (codes.SCHEMA_BAD.at(None, message),))


def find_and_hold(document: Document, type_: Type, host: Host) -> Outcome[Schema | None]:
    """Hold a document against the schema it names or has by convention, if there is one."""
    value = document.value
    if isinstance(value, dict) and is_schema(value.get("$schema")):
        return Outcome(None, tuple(findings_in(document, host)))
    found, said = named_schema(document, host)
    if found is not None:
        name = found.address if isinstance(found.address, str) else (found.address, "")
        held = hold_against(document, type_, name, host)
        return Outcome(held.output, (*said, *held.diagnostics))
    if said:
        return Outcome(None, tuple(said))
    manifests = kubernetes(document, host)
    if not manifests:
        return Outcome(None)
    if document.kind == "yaml" and (bomb := _bomb(document)) is not None:
        return Outcome(None, (bomb,))
    with room_for():
        return _hold_manifests(document, manifests, host)


def schema_of(
    document: Document, name: object, top: Mapping[str, str], host: Host
) -> Schema | None:
    """Return the schema of a document whole or broken; ``top`` is the texts under its keys."""
    closed = False
    if not name:
        found, _ = named_schema(document, host)
        store = store_of(host)
        if found is not None:
            name = found.address if isinstance(found.address, str) else (found.address, "")
        elif store is not None:
            name = store.for_kind(top.get("apiVersion", ""), top.get("kind", ""))
            closed = True
    if not name:
        return None
    with room_for():
        return prepare(name, host, closed=closed)[0]


def _hold_manifests(
    document: Document, manifests: list[Manifest], host: Host
) -> Outcome[Schema | None]:
    """Hold each manifest of a file against the schema of its kind."""
    first: Schema | None = None
    said: list[Diagnostic] = []
    for path, value, stored, pointer in manifests:
        schema, wrong = prepare((stored, pointer), host, closed=True)
        said += [one for one in wrong if one not in said]
        if schema is None:
            continue
        first = first or schema
        found = _walked([(path, value)], schema)
        said += [failure.diagnostic(document) for failure in found]
        if len(said) >= MOST_FINDINGS:
            break
    whole = first if len(manifests) == 1 and not manifests[0][0] else None
    return Outcome(whole, tuple(said))


def _bomb(document: Document) -> Diagnostic | None:
    """Refuse a document whose aliases stand for more values than can be looked at."""
    try:
        if survey(document.value).size <= MOST_VALUES:
            return None
    except Unwritable:
        pass
    message = f"written out, this is more than {MOST_VALUES:,} values"
    return codes.YAML_LARGE.at(document.span(()), message)


def _hold(document: Document, type_: Type, name: object, host: Host) -> Outcome[Schema | None]:
    schema, wrong = prepare(name, host)
    if schema is None:
        return Outcome(None, tuple(wrong))
    failures = [failure.diagnostic(document) for failure in _failures(document, type_, schema)]
    # References are followed while values are walked, and some lead nowhere.
    wrong = [*wrong, *(one for one in schema.validator.resources.findings if one not in wrong)]
    return Outcome(schema, (*wrong, *failures))


def _failures(document: Document, type_: Type, schema: Schema) -> list[SchemaFailure]:
    """What is wrong, each once; of a stream every document is held against the schema."""
    if not document.stream:
        if _is_safe(type_, schema):
            return []
        parts: list[tuple[Path, object]] = [((), document.value)]
    else:
        assert isinstance(document.value, list)
        whole = enumerate(document.value)
        parts = [((index,), one) for index, one in whole if not _is_safe(infer(one), schema)]
    return _walked(parts, schema)


def _walked(parts: list[tuple[Path, object]], schema: Schema) -> list[SchemaFailure]:
    """Look at each value, and say what is wrong with it."""
    found: list[SchemaFailure] = []
    told: set[tuple[object, ...]] = set()
    schema.root.patience.renew()
    schema.validator.begin()
    try:
        for path, value in parts:
            for failure in schema.validator.failures(schema.root, value, path):
                # Several branches of a schema may make the same complaint.
                if (key := (failure.path, failure.message)) not in told:
                    told.add(key)
                    found.append(failure)
                if len(found) >= MOST_FINDINGS:
                    return found
    except TooSlow as slow:
        # Whether the rest fits would take as long to find out.
        found.append(slow.failure)
    return found


def _is_safe(type_: Type, schema: Schema) -> bool:
    """Whether the type alone proves that every value fits."""
    return schema.complete and RELATION.assignable(type_, schema.type) is SAFE

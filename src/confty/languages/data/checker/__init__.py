"""Documents into checked documents: a type, and what a schema has to say."""

from __future__ import annotations

from confty.kit.rooms import room_for
from confty.language import Host, Outcome
from confty.languages.data.checker.checked import Checked
from confty.languages.data.checker.infer import CutOff, Inference
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.json import (
    Unusual,
    broken,
    only_first_mistake,
    read_again,
    read_around_mistakes,
    read_quickly,
    repeated_keys,
    unread,
)
from confty.languages.data.parser.json_surrogates import lone_surrogates
from confty.text import Source
from confty.types import DYNAMIC, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from confty.languages.data.checker.schema import Schema

__all__ = ["Checked", "check", "check_json"]


def check_json(source: Source, host: Host) -> Outcome[Checked]:
    """Read and type a JSON text; objects are typed while they are read, and not kept."""
    inference = Inference()
    try:
        type_ = inference.read(read_quickly(source.text, inference.pairs))
    except Unusual as complaint:
        if (first := only_first_mistake(source, complaint)) is not None:
            return _finish(first, host, None)
        return _check_broken(source, host, inference)
    except RecursionError:
        return _finish(read_again(source, Unusual()), host, None)
    if not inference.shallow:
        return _finish(read_again(source, Unusual()), host, None)
    if not inference.finite:
        return _check_broken(source, host, inference)
    if not inference.unique:
        return _finish(Outcome(broken(source), repeated_keys(source)), host, type_)
    return _finish(Outcome(unread(source), lone_surrogates(source)), host, type_)


def _check_broken(source: Source, host: Host, inference: Inference) -> Outcome[Checked]:
    """Say what is wrong, with care only around it; typing what is right as it is read."""
    if not inference.unique:
        # It knows shapes with a key twice by now, and would not stop at them.
        inference = Inference()
    inference.finite = inference.strict = True
    try:
        reading = read_around_mistakes(source, inference.pairs, inference.part)
        with room_for():
            type_ = inference.read(reading.value)
    except CutOff:
        return _finish(read_again(source, Unusual()), host, None)
    return _finish(Outcome(broken(source), tuple(reading.findings)), host, type_)


def check(parsed: Outcome[Document], host: Host) -> Outcome[Checked]:
    """Type a document of any format."""
    return _finish(parsed, host, None)


def _finish(parsed: Outcome[Document], host: Host, type_: Type | None) -> Outcome[Checked]:
    document = parsed.output
    if document.template:
        return Outcome(Checked(document, DYNAMIC, None), parsed.diagnostics)
    if type_ is None:
        with room_for():
            type_ = Inference().of(document.value)

    def resolve(path: str) -> str | None:
        return host.resolve(path, document.source.name)

    name = host.settings.get("schema")
    # What a broken file holds is a guess; a schema would complain of the guess.
    if not (name or may_have_schema(document, host)):
        checked = Checked(document, type_, None)
        checked.resolve = resolve
        return Outcome(checked, parsed.diagnostics)

    def find(top: Mapping[str, str]) -> Schema | None:
        from confty.languages.data.checker import schema  # noqa: PLC0415  for editors

        return schema.schema_of(document, name, top, host)

    if parsed.failed:
        checked = Checked(document, type_, None, find)
        checked.resolve = resolve
        return Outcome(checked, parsed.diagnostics)
    from confty.languages.data.checker import schema  # noqa: PLC0415  most files have none

    if name:
        held = schema.hold_against(document, type_, name, host)
    else:
        held = schema.find_and_hold(document, type_, host)
    checked = Checked(document, type_, held.output, find)
    checked.resolve = resolve
    return Outcome(checked, parsed.diagnostics + held.diagnostics)


def may_have_schema(document: Document, host: Host) -> bool:
    """Whether a look for a schema is worth it; cheap, since it is asked about every file."""
    store = host.settings.get("schema_store")
    entries = getattr(store, "entries", None)
    text = document.source.text
    # One letter is found much faster than a word.
    return (
        bool(entries)
        or ("$" in text and "$schema" in text)
        or ("#" in text and ":schema" in text)
        or ("apiVersion" in text and "kind" in text)
    )

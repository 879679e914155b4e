"""Documents into checked documents: a type, and what a schema has to say."""

from __future__ import annotations

from collections.abc import Callable

from confty.kit.depth import deep_recursion
from confty.language import Host, Outcome
from confty.languages.data.checker.checked import Checked, DataInsight
from confty.languages.data.checker.infer import Inference
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.json import parse_json
from confty.text import Source
from confty.types import MAX_DEPTH, Type

__all__ = ["Checked", "DataInsight", "check", "check_json"]


def check_json(source: Source, host: Host) -> Outcome[Checked]:
    """Read and type a JSON text; one look at the value proves it sound and types it."""
    inference = Inference()
    found: list[Type] = []

    def sound(value: object) -> bool:
        try:
            found[:] = [inference.of(value)]
        except RecursionError:
            return False
        # Types are cut off where they are deep, so a shallow type proves a shallow value.
        return inference.finite and found[0].depth < MAX_DEPTH - 1

    parsed = parse_json(source, sound)
    return _finish(parsed, host, found[0] if found and not parsed.diagnostics else None)


def check(
    parse: Callable[[Source], Outcome[Document]], source: Source, host: Host
) -> Outcome[Checked]:
    """Read and type a text of any format."""
    return _finish(parse(source), host, None)


def _finish(parsed: Outcome[Document], host: Host, type_: Type | None) -> Outcome[Checked]:
    document = parsed.output
    if type_ is None:
        with deep_recursion():
            type_ = Inference().of(document.value)
    name = host.settings.get("schema")
    if not name or parsed.failed:
        # What a broken file holds is a guess; a schema would complain of the guess.
        return Outcome(Checked(document, type_, None), parsed.diagnostics)
    from confty.languages.data.checker.schema import hold_against

    held = hold_against(document, type_, name, host)
    return Outcome(Checked(document, type_, held.output), parsed.diagnostics + held.diagnostics)

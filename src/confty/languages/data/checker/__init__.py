"""Documents into checked documents: a type, and what a schema has to say."""

from __future__ import annotations

from collections.abc import Callable

from confty.kit.depth import deep_recursion
from confty.language import Host, Outcome
from confty.languages.data.checker.checked import Checked, DataInsight
from confty.languages.data.checker.infer import Inference
from confty.languages.data.parser.document import Document
from confty.languages.data.parser.json import Complaint, read_again, read_quickly, unread
from confty.text import Source
from confty.types import Type

__all__ = ["Checked", "DataInsight", "check", "check_json"]


def check_json(source: Source, host: Host) -> Outcome[Checked]:
    """Read and type a JSON text; objects are typed while they are read, and not kept."""
    inference = Inference()
    try:
        type_ = inference.read(read_quickly(source.text, inference.pairs))
    except Complaint as complaint:
        return _finish(read_again(source, complaint), host, None)
    except RecursionError:
        return _finish(read_again(source, Complaint()), host, None)
    if inference.unique and inference.finite and inference.shallow:
        return _finish(Outcome(unread(source)), host, type_)
    return _finish(read_again(source, Complaint()), host, None)


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

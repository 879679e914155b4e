"""Loaded values as the caller wants them: numbers that fit, objects of a Python type."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from confty.api.errors import WrongShape
from confty.api.work import AskedFile
from confty.language import Outcome
from confty.models import Misfit, fill
from confty.render import render
from confty.render.codes import Unwritable
from confty.render.survey import survey
from confty.text import Diagnostic, Span
from confty.values import Labelled, redact
from confty.workspace.answers import LimitedInsight
from confty.workspace.bounds import most_output, output_too_large
from confty.workspace.codes import WRONG_SHAPE


def numbers_as(numbers: str, work: AskedFile) -> Callable[[object], Outcome[object]]:
    """What copies a value, with numbers that JSON has, or with ``exact`` as they are.

    Where a limit on output is given, it holds for the value's text as JSON, which nobody writes.
    """
    if numbers not in {"json", "exact"}:
        raise ValueError(f"numbers is 'json' or 'exact', not {numbers!r}")

    def copied(value: object) -> Outcome[object]:
        try:
            # What repeats its parts is as large in memory as it is written out.
            survey(value)
        except Unwritable as problem:
            return Outcome(None, (problem.diagnostic(),))
        if work.settings().get("max_output") is not None:
            too_large = output_too_large(_written(value), most_output(work.settings()), None)
            if too_large is not None:
                return Outcome(None, (too_large,))
        return Outcome(_copied(value, exact=numbers == "exact"))

    return copied


def _written(value: object) -> int:
    text = render(redact(value), "json")
    return len(text) if isinstance(text, str) else 0


def _copied(value: Any, *, exact: bool) -> Any:
    kind = type(value)
    if kind is dict:
        return {
            _copied(key, exact=exact): _copied(each, exact=exact) for key, each in value.items()
        }
    if kind is list:
        return [_copied(each, exact=exact) for each in value]
    if kind is Decimal:
        return value if exact else float(value)
    if kind is Labelled:
        return value.around(_copied(value.value, exact=exact))
    return value


def into_type(work: AskedFile, value: object, model: object) -> Any:
    """An object of a Python type; what does not fit is told at its place in the file."""
    made, misfits = fill(value, model)
    if misfits:
        insight, source = work.insight(), work.project.open(work.name).output
        # A program's value as a whole may be written nowhere: what it lacks is told of the file.
        whole = None if source is None else Span(source, 0, 0)
        placed = [_placed(one, insight, whole) for one in misfits]
        # What an alias repeats stands in the file once.
        raise WrongShape(list({(one.span, one.message): one for one in placed}.values()))
    return made


def _placed(misfit: Misfit, insight: LimitedInsight, whole: Span | None) -> Diagnostic:
    place = _place(misfit, insight) or whole
    return WRONG_SHAPE.at(place, misfit.message).with_path(misfit.path)


def _place(misfit: Misfit, insight: LimitedInsight) -> Span | None:
    """The value; its key where that is to blame, or where the value takes several lines."""
    span = None if misfit.at_key else insight.written_at(misfit.path)
    if span is None or "\n" in span.text:
        span = insight.declared_at(misfit.path) or span
    if span is None or "\n" not in span.text:
        return span
    return Span(span.source, span.start, span.start + 1)

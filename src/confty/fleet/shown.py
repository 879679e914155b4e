"""A file's value as text: evaluated, then shown in a form of its language or one that all have."""

from __future__ import annotations

from confty.language import AnyLanguage, Outcome
from confty.workspace.door import Room
from confty.workspace.project import Project


def shown(work: Project, name: str, form: str | None, *, secrets: bool) -> Outcome[str | None]:
    """Evaluate one file and return its value as text, None when there is none."""
    evaluated = work.evaluate(name)
    if evaluated.output is None:
        return Outcome(None, evaluated.diagnostics)
    room, value = evaluated.output
    made = as_text(room, value, form or room.formats[0], secrets=secrets)
    found = evaluated.diagnostics + made.diagnostics
    return Outcome(None if made.failed else made.output, found)


def as_text(room: Room, value: object, form: str, *, secrets: bool) -> Outcome[str]:
    """Show a value in a form of its language, or as plain data in a form that all have."""
    if form in room.formats:
        return room.render(value, form)
    plain = room.plain(value)
    if plain.failed:
        return Outcome("", plain.diagnostics)
    return room.shown(lambda: _as_data(room, plain.output, form, secrets=secrets))


def _as_data(room: Room, data: object, form: str, *, secrets: bool) -> Outcome[str]:
    from confty.render import render  # noqa: PLC0415  start-up: forms of a language need it not

    if room.labelled:
        from confty.values import redact, stripped  # noqa: PLC0415  start-up

        data = redact(stripped(data) if secrets else data)
    rendered = render(data, form)
    return Outcome(rendered) if isinstance(rendered, str) else Outcome("", (rendered,))


def forms_of(room: AnyLanguage) -> tuple[str, ...]:
    """Return what the values of a language can be shown as."""
    from confty.render import FORMATS  # noqa: PLC0415  start-up

    return tuple(dict.fromkeys((*room.formats, *FORMATS)))

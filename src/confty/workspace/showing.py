"""A value as text: in a form of its language, or as plain data in a form that all have."""

from __future__ import annotations

from confty.language import Outcome
from confty.workspace.door import Room


def shown(room: Room, value: object, form: str, *, secrets: bool = False) -> Outcome[str]:
    """Show a value in a form; what is secret stays hidden unless ``secrets`` says otherwise."""
    if form in room.formats:
        return room.render(value, form)
    plain = room.plain(value)
    if plain.failed:
        return Outcome("", plain.diagnostics)
    return room.shown(lambda: _as_data(room, plain.output, form, secrets=secrets))


def _as_data(room: Room, data: object, form: str, *, secrets: bool) -> Outcome[str]:
    from confty.render import render  # noqa: PLC0415  start-up: most runs have their own form

    if room.labelled:
        from confty.values import redact, stripped  # noqa: PLC0415  as above

        data = redact(stripped(data) if secrets else data)
    rendered = render(data, form)
    return Outcome(rendered) if isinstance(rendered, str) else Outcome("", (rendered,))

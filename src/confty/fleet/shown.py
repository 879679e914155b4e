"""A file's value as text: evaluated, then shown in a form of its language or one that all have."""

from __future__ import annotations

from confty.language import AnyLanguage, Outcome
from confty.workspace.door import LimitedLanguage
from confty.workspace.project import Project


def shown(work: Project, name: str, form: str | None, *, secrets: bool) -> Outcome[str | None]:
    """Evaluate one file and return its value as text, None when there is none."""

    def show(its_language: LimitedLanguage, value: object) -> Outcome[str | None]:
        made = as_text(its_language, value, form or its_language.formats[0], secrets=secrets)
        return Outcome(None if made.failed else made.output, made.diagnostics)

    return work.used(name, show)


def as_text(
    its_language: LimitedLanguage, value: object, form: str, *, secrets: bool
) -> Outcome[str]:
    """Show a value in a form of its language, or as plain data in a form that all have."""
    if form in its_language.formats:
        return its_language.render(value, form)
    plain = its_language.plain(value)
    if plain.failed:
        return Outcome("", plain.diagnostics)
    return its_language.shown(lambda: _as_data(its_language, plain.output, form, secrets=secrets))


def _as_data(
    its_language: LimitedLanguage, data: object, form: str, *, secrets: bool
) -> Outcome[str]:
    from confty.render import render  # noqa: PLC0415  start-up: forms of a language need it not

    if its_language.labelled:
        from confty.values import redact, stripped  # noqa: PLC0415  start-up

        data = redact(stripped(data) if secrets else data)
    rendered = render(data, form)
    return Outcome(rendered) if isinstance(rendered, str) else Outcome("", (rendered,))


def forms_of(its_language: AnyLanguage) -> tuple[str, ...]:
    """Return what the values of a language can be shown as."""
    from confty.render import FORMATS  # noqa: PLC0415  start-up

    return tuple(dict.fromkeys((*its_language.formats, *FORMATS)))

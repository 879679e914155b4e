"""What commands ask of one file, its value or an answer; where there is none, an exit code."""

from __future__ import annotations

import sys

from confty.cli import flags
from confty.cli.declared import Options
from confty.generics import TypeVar
from confty.workspace.answers import LimitedInsight
from confty.workspace.door import LimitedLanguage
from confty.workspace.project import Project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def plain_value(
    work: Project, name: str, options: Options
) -> tuple[LimitedLanguage, object] | int:
    """Return a file's value and the same as plain data; an exit code where there is none."""
    evaluated = work.evaluate(name)
    if evaluated.output is None:
        flags.show(list(evaluated.diagnostics), options, sys.stderr)
        return flags.failure_code(evaluated.diagnostics)
    its_language, value = evaluated.output
    plain = its_language.plain(value)
    if plain.failed:
        flags.show(list(plain.diagnostics), options, sys.stderr)
        return 1
    return its_language, plain.output


def asked(
    work: Project, name: str, options: Options, question: Callable[[LimitedInsight], list[T]]
) -> list[T] | int:
    """Return what a file answers; an exit code where it has no answer, and that is said."""
    checked = work.checked(name)
    if checked.output is None:
        flags.show(list(checked.diagnostics), options, sys.stderr)
        return flags.failure_code(checked.diagnostics)
    found = question(checked.output)
    if checked.output.problems or (checked.failed and not found):
        flags.show([*checked.diagnostics, *checked.output.problems], options, sys.stderr)
        return 1
    return found

"""The calls themselves, for a file or for a text."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack, overload

from confty.api.errors import ConftyError, MissingFile
from confty.api.findings import Diagnostic, findings
from confty.api.given import Given, settings_of, takes_given
from confty.api.shaping import into_type, numbers_as
from confty.api.work import Path, Work, nearest_config, on_disk, over_text
from confty.registry import language_of
from confty.workspace import Disk
from confty.workspace import Project as Workspace
from confty.workspace.codes import UNREADABLE
from confty.workspace.find import Missing, find_files

if TYPE_CHECKING:
    from confty.types import Type

M = TypeVar("M")
Numbers = Literal["json", "exact"]


@overload
def load(
    path: Path,
    lang: str | None = ...,
    *,
    into: type[M],
    numbers: Numbers = ...,
    **given: Unpack[Given],
) -> M: ...
@overload
def load(
    path: Path,
    lang: str | None = ...,
    *,
    into: None = ...,
    numbers: Numbers = ...,
    **given: Unpack[Given],
) -> Any: ...
@takes_given
def load(
    path: Path,
    lang: str | None = None,
    *,
    into: Any = None,
    numbers: Numbers = "json",
    **given: Unpack[Given],
) -> Any:
    """Evaluate a file and return plain data: dicts, lists, strings, numbers, booleans, None.

    With ``into``, a dataclass, a TypedDict or a model of msgspec or pydantic, an object of that
    type; what does not fit raises ``WrongShape`` with the place in the file.  Numbers fit JSON;
    ``numbers="exact"`` keeps decimals as ``Decimal``.
    """
    return _loaded(on_disk(path, lang, given), into, numbers)


load_file = load


@overload
def loads(
    text: str,
    lang: str,
    *,
    filename: str | None = ...,
    into: type[M],
    numbers: Numbers = ...,
    **given: Unpack[Given],
) -> M: ...
@overload
def loads(
    text: str,
    lang: str,
    *,
    filename: str | None = ...,
    into: None = ...,
    numbers: Numbers = ...,
    **given: Unpack[Given],
) -> Any: ...
@takes_given
def loads(
    text: str,
    lang: str,
    *,
    filename: str | None = None,
    into: Any = None,
    numbers: Numbers = "json",
    **given: Unpack[Given],
) -> Any:
    """Evaluate a text in a language and return plain data; imports are read from disk."""
    return _loaded(over_text(text, lang, given, filename), into, numbers)


def _loaded(work: Work, into: Any, numbers: Numbers) -> Any:
    value = numbers_as(work.plain(), numbers)
    return value if into is None else into_type(work, value, into)


@takes_given
def check(
    paths: Path | Iterable[Path] | None = None,
    *,
    text: str | None = None,
    lang: str | None = None,
    filename: str | None = None,
    **given: Unpack[Given],
) -> list[Diagnostic]:
    """Return the findings about files and folders, or about a text; most of them none."""
    if (paths is None) == (text is None):
        raise TypeError("check() takes either paths or a text")
    if text is not None:
        if lang is None:
            raise TypeError("check(text=...) needs lang=...")
        work = over_text(text, lang, given, filename)
        return findings(work.project.check_all([work.name]))
    assert paths is not None
    several = [paths] if isinstance(paths, str | os.PathLike) else paths
    config = nearest_config(".")
    try:
        names = [os.fspath(path) for path in several]
        found = find_files(names, config, lambda name: language_of(name) is not None)
    except Missing as missing:
        raise MissingFile([UNREADABLE.at(None, str(missing))]) from None
    settings = settings_of(given, None)
    workspace = Workspace(config, Disk(), settings, lang, nearest=nearest_config)
    return findings(workspace.check_all(found))


@takes_given
def type_of(
    path: Path | None = None,
    *,
    text: str | None = None,
    lang: str | None = None,
    line: int | None = None,
    column: int = 1,
    **given: Unpack[Given],
) -> str | None:
    """Spell the type of a file or a text, or of the expression at a line and column of it."""
    if (path is None) == (text is None):
        raise TypeError("type_of() takes either a path or a text")
    if text is not None:
        if lang is None:
            raise TypeError("type_of(text=...) needs lang=...")
        work = over_text(text, lang, given)
    else:
        assert path is not None
        work = on_disk(path, lang, given)
    if line is None:
        return work.answered(lambda insight: insight.result())
    source = work.project.open(work.name).output
    offset = None if source is None else source.offset(line, column)
    return None if offset is None else work.answered(lambda one: one.spelled_at(offset))


@takes_given
def infer(path: Path, lang: str | None = None, **given: Unpack[Given]) -> Type | None:
    """Return the type of what a file gives, as a type of the core."""
    return on_disk(path, lang, given).answered(lambda insight: insight.whole())


@takes_given
def format(text: str, lang: str, **given: Unpack[Given]) -> str:  # noqa: A001  the verb people look for
    """Lay out a text as its language's formatter does."""
    work = over_text(text, lang, given)
    outcome = work.project.reformat(work.name)
    if outcome.output is None:
        raise ConftyError(outcome.diagnostics)
    return outcome.output


@takes_given
def query(
    path: Path,
    expression: str,
    lang: str | None = None,
    *,
    numbers: Numbers = "json",
    **given: Unpack[Given],
) -> Any:
    """Ask a question about a file's value: an expression that sees it as ``input``, or a path."""
    work = on_disk(path, lang, given)
    return numbers_as(work.asked(expression), numbers)

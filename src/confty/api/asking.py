"""The calls that ask: findings, types, and the standard layout."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, Unpack, overload

from confty.api import given as options
from confty.api.errors import ConftyError, MissingFile
from confty.api.findings import Diagnostic, findings
from confty.api.work import Path, nearest_config, on_disk, over_text
from confty.registry import language_of
from confty.workspace import Disk
from confty.workspace import Project as Workspace
from confty.workspace.codes import UNREADABLE
from confty.workspace.find import NoSuchPath, find_files

if TYPE_CHECKING:
    from confty.types import Type


# fmt: off
@overload
def check(
    *, text: str, lang: Literal["jsonnet"], filename: str | None = ...,
    **given: Unpack[options.ToJsonnet],
) -> list[Diagnostic]: ...
@overload
def check(
    *, text: str, lang: Literal["rcl"], filename: str | None = ...,
    **given: Unpack[options.ToRcl],
) -> list[Diagnostic]: ...
@overload
def check(
    *, text: str, lang: Literal["pcl"], filename: str | None = ...,
    **given: Unpack[options.ToPcl],
) -> list[Diagnostic]: ...
@overload
def check(
    *, text: str, lang: Literal["phy"], filename: str | None = ...,
    **given: Unpack[options.ToPhy],
) -> list[Diagnostic]: ...
@overload
def check(
    *, text: str, lang: options.DataLang, filename: str | None = ...,
    **given: Unpack[options.ToData],
) -> list[Diagnostic]: ...
@overload
def check(
    *, text: str, lang: str, filename: str | None = ...,
    **given: Unpack[options.ToAny],
) -> list[Diagnostic]: ...
@overload
def check(
    paths: Path | Iterable[Path], *, lang: str | None = ...,
    **given: Unpack[options.Given],
) -> list[Diagnostic]: ...
# fmt: on
@options.takes_given
def check(
    paths: Path | Iterable[Path] | None = None,
    *,
    text: str | None = None,
    lang: str | None = None,
    filename: str | None = None,
    **given: Unpack[options.Given],
) -> list[Diagnostic]:
    """Return the findings about files and folders, or about a text; most of them none."""
    return checked(paths, text, lang, filename, given)


def checked(
    paths: Path | Iterable[Path] | None,
    text: str | None,
    lang: str | None,
    filename: str | None,
    given: options.Given,
) -> list[Diagnostic]:
    """What ``check`` says, whichever way it was called."""
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
    except NoSuchPath as missing:
        raise MissingFile([UNREADABLE.at(None, str(missing))]) from None
    settings = options.settings_of(given, None)
    workspace = Workspace(config, Disk(), settings, lang, nearest=nearest_config)
    return findings(workspace.check_all(found))


# fmt: off
@overload
def type_of(
    *, text: str, lang: Literal["jsonnet"], line: int | None = ..., column: int = ...,
    **given: Unpack[options.ToJsonnet],
) -> str | None: ...
@overload
def type_of(
    *, text: str, lang: Literal["rcl"], line: int | None = ..., column: int = ...,
    **given: Unpack[options.ToRcl],
) -> str | None: ...
@overload
def type_of(
    *, text: str, lang: Literal["pcl"], line: int | None = ..., column: int = ...,
    **given: Unpack[options.ToPcl],
) -> str | None: ...
@overload
def type_of(
    *, text: str, lang: Literal["phy"], line: int | None = ..., column: int = ...,
    **given: Unpack[options.ToPhy],
) -> str | None: ...
@overload
def type_of(
    *, text: str, lang: options.DataLang, line: int | None = ..., column: int = ...,
    **given: Unpack[options.ToData],
) -> str | None: ...
@overload
def type_of(
    *, text: str, lang: str, line: int | None = ..., column: int = ...,
    **given: Unpack[options.ToAny],
) -> str | None: ...
@overload
def type_of(
    path: Path, *, lang: str | None = ..., line: int | None = ..., column: int = ...,
    **given: Unpack[options.Given],
) -> str | None: ...
# fmt: on
@options.takes_given
def type_of(
    path: Path | None = None,
    *,
    text: str | None = None,
    lang: str | None = None,
    line: int | None = None,
    column: int = 1,
    **given: Unpack[options.Given],
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


# fmt: off
@overload
def infer(
    path: Path, lang: Literal["jsonnet"],
    **given: Unpack[options.ToJsonnet],
) -> Type | None: ...
@overload
def infer(
    path: Path, lang: Literal["rcl"],
    **given: Unpack[options.ToRcl],
) -> Type | None: ...
@overload
def infer(
    path: Path, lang: Literal["pcl"],
    **given: Unpack[options.ToPcl],
) -> Type | None: ...
@overload
def infer(
    path: Path, lang: Literal["phy"],
    **given: Unpack[options.ToPhy],
) -> Type | None: ...
@overload
def infer(
    path: Path, lang: options.DataLang,
    **given: Unpack[options.ToData],
) -> Type | None: ...
@overload
def infer(
    path: Path, lang: str,
    **given: Unpack[options.ToAny],
) -> Type | None: ...
@overload
def infer(
    path: Path, lang: None = ...,
    **given: Unpack[options.Given],
) -> Type | None: ...
# fmt: on
@options.takes_given
def infer(path: Path, lang: str | None = None, **given: Unpack[options.Given]) -> Type | None:
    """Return the type of what a file gives, as a type of the core."""
    return on_disk(path, lang, given).answered(lambda insight: insight.whole())


@options.takes(options.ToFormat)
def format(text: str, lang: str, **given: Unpack[options.ToFormat]) -> str:  # noqa: A001  the verb people look for
    """Lay out a text as its language's formatter does."""
    work = over_text(text, lang, given)
    outcome = work.project.reformat(work.name)
    if outcome.output is None:
        raise ConftyError(outcome.diagnostics)
    return outcome.output

"""The same calls for programs with an event loop: the loop goes on while a file is worked on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, TypeVar, Unpack, overload

from confty.api import calls
from confty.api.calls import Numbers
from confty.api.findings import Diagnostic
from confty.api.given import Given, takes_given
from confty.api.work import Path

M = TypeVar("M")


@overload
async def aload(
    path: Path,
    lang: str | None = ...,
    *,
    into: type[M],
    numbers: Numbers = ...,
    **given: Unpack[Given],
) -> M: ...
@overload
async def aload(
    path: Path,
    lang: str | None = ...,
    *,
    into: None = ...,
    numbers: Numbers = ...,
    **given: Unpack[Given],
) -> Any: ...
@takes_given
async def aload(
    path: Path,
    lang: str | None = None,
    *,
    into: Any = None,
    numbers: Numbers = "json",
    **given: Unpack[Given],
) -> Any:
    """Evaluate a file beside the event loop; see ``load``."""
    return await asyncio.to_thread(
        lambda: calls.load(path, lang, into=into, numbers=numbers, **given)
    )


@overload
async def aloads(
    text: str,
    lang: str,
    *,
    filename: str | None = ...,
    into: type[M],
    numbers: Numbers = ...,
    **given: Unpack[Given],
) -> M: ...
@overload
async def aloads(
    text: str,
    lang: str,
    *,
    filename: str | None = ...,
    into: None = ...,
    numbers: Numbers = ...,
    **given: Unpack[Given],
) -> Any: ...
@takes_given
async def aloads(
    text: str,
    lang: str,
    *,
    filename: str | None = None,
    into: Any = None,
    numbers: Numbers = "json",
    **given: Unpack[Given],
) -> Any:
    """Evaluate a text beside the event loop; see ``loads``."""
    return await asyncio.to_thread(
        lambda: calls.loads(text, lang, filename=filename, into=into, numbers=numbers, **given)
    )


@takes_given
async def acheck(
    paths: Path | Iterable[Path] | None = None,
    *,
    text: str | None = None,
    lang: str | None = None,
    filename: str | None = None,
    **given: Unpack[Given],
) -> list[Diagnostic]:
    """Return findings without holding up the event loop; see ``check``."""
    return await asyncio.to_thread(
        lambda: calls.check(paths, text=text, lang=lang, filename=filename, **given)
    )

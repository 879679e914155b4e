"""The same calls for programs with an event loop: the loop goes on while a file is worked on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack, overload

from confty.api.asking import checked
from confty.api.calls import Numbers, loaded
from confty.api.findings import Diagnostic
from confty.api.given import (
    DataLang,
    Given,
    ToAny,
    ToData,
    ToJsonnet,
    ToPcl,
    ToPhy,
    ToRcl,
    takes_given,
)
from confty.api.work import Path, on_disk, over_text
from confty.kit.limits import until
from confty.kit.threads import Flag

if TYPE_CHECKING:
    from confty.api.calls import M

T = TypeVar("T")


# fmt: off
@overload
async def aload(
    path: Path, lang: Literal["jsonnet"], *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToJsonnet],
) -> M: ...
@overload
async def aload(
    path: Path, lang: Literal["rcl"], *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToRcl],
) -> M: ...
@overload
async def aload(
    path: Path, lang: Literal["pcl"], *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToPcl],
) -> M: ...
@overload
async def aload(
    path: Path, lang: Literal["phy"], *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToPhy],
) -> M: ...
@overload
async def aload(
    path: Path, lang: DataLang, *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToData],
) -> M: ...
@overload
async def aload(
    path: Path, lang: str, *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToAny],
) -> M: ...
@overload
async def aload(
    path: Path, lang: None = ..., *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[Given],
) -> M: ...
# fmt: on
@takes_given
async def aload(
    path: Path,
    lang: str | None = None,
    *,
    into: object = None,
    numbers: Numbers = "json",
    **given: Unpack[Given],
) -> Any:
    """Evaluate a file beside the event loop; see ``load``."""
    return await _beside(lambda: loaded(on_disk(path, lang, given), into, numbers))


# fmt: off
@overload
async def aloads(
    text: str, lang: Literal["jsonnet"], *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToJsonnet],
) -> M: ...
@overload
async def aloads(
    text: str, lang: Literal["rcl"], *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToRcl],
) -> M: ...
@overload
async def aloads(
    text: str, lang: Literal["pcl"], *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToPcl],
) -> M: ...
@overload
async def aloads(
    text: str, lang: Literal["phy"], *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToPhy],
) -> M: ...
@overload
async def aloads(
    text: str, lang: DataLang, *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToData],
) -> M: ...
@overload
async def aloads(
    text: str, lang: str, *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToAny],
) -> M: ...
# fmt: on
@takes_given
async def aloads(
    text: str,
    lang: str,
    *,
    filename: str | None = None,
    into: object = None,
    numbers: Numbers = "json",
    **given: Unpack[Given],
) -> Any:
    """Evaluate a text beside the event loop; see ``loads``."""
    return await _beside(lambda: loaded(over_text(text, lang, given, filename), into, numbers))


# fmt: off
@overload
async def acheck(
    *, text: str, lang: Literal["jsonnet"], filename: str | None = ...,
    **given: Unpack[ToJsonnet],
) -> list[Diagnostic]: ...
@overload
async def acheck(
    *, text: str, lang: Literal["rcl"], filename: str | None = ...,
    **given: Unpack[ToRcl],
) -> list[Diagnostic]: ...
@overload
async def acheck(
    *, text: str, lang: Literal["pcl"], filename: str | None = ...,
    **given: Unpack[ToPcl],
) -> list[Diagnostic]: ...
@overload
async def acheck(
    *, text: str, lang: Literal["phy"], filename: str | None = ...,
    **given: Unpack[ToPhy],
) -> list[Diagnostic]: ...
@overload
async def acheck(
    *, text: str, lang: DataLang, filename: str | None = ...,
    **given: Unpack[ToData],
) -> list[Diagnostic]: ...
@overload
async def acheck(
    *, text: str, lang: str, filename: str | None = ...,
    **given: Unpack[ToAny],
) -> list[Diagnostic]: ...
@overload
async def acheck(
    paths: Path | Iterable[Path], *, lang: str | None = ...,
    **given: Unpack[Given],
) -> list[Diagnostic]: ...
# fmt: on
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
    return await _beside(lambda: checked(paths, text, lang, filename, given))


async def _beside(work: Callable[[], T]) -> T:
    """Do ``work`` in another thread; when nobody waits for it any more, it ends."""
    off = Flag()
    try:
        return await asyncio.to_thread(until, off, work)
    finally:
        # Whoever was called off would go on otherwise, and the loop could not be closed.
        off.set()

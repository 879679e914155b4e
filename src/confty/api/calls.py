"""The calls that load: a file or a text becomes data, or an object of a Python type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

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
from confty.api.shaping import into_type, numbers_as
from confty.api.work import AskedFile, Path, on_disk, over_text

if TYPE_CHECKING:
    # What is loaded without ``into`` may be anything; Python has the default of a type variable
    # from 3.13 on, type checkers know it from there.
    from typing_extensions import TypeVar

    M = TypeVar("M", default=Any)
Numbers = Literal["json", "exact"]


# fmt: off
@overload
def load(
    path: Path, lang: Literal["jsonnet"], *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToJsonnet],
) -> M: ...
@overload
def load(
    path: Path, lang: Literal["rcl"], *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToRcl],
) -> M: ...
@overload
def load(
    path: Path, lang: Literal["pcl"], *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToPcl],
) -> M: ...
@overload
def load(
    path: Path, lang: Literal["phy"], *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToPhy],
) -> M: ...
@overload
def load(
    path: Path, lang: DataLang, *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToData],
) -> M: ...
@overload
def load(
    path: Path, lang: str, *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[ToAny],
) -> M: ...
@overload
def load(
    path: Path, lang: None = ..., *, into: type[M] | None = ..., numbers: Numbers = ...,
    **given: Unpack[Given],
) -> M: ...
# fmt: on
@takes_given
def load(
    path: Path,
    lang: str | None = None,
    *,
    into: object = None,
    numbers: Numbers = "json",
    **given: Unpack[Given],
) -> Any:
    """Evaluate a file and return plain data: dicts, lists, strings, numbers, booleans, None.

    With ``into``, a dataclass, a TypedDict or a model of msgspec or pydantic, an object of that
    type; what does not fit raises ``WrongShape`` with the place in the file.  Numbers fit JSON;
    ``numbers="exact"`` keeps decimals as ``Decimal``.
    """
    return loaded(on_disk(path, lang, given), into, numbers)


load_file = load


# fmt: off
@overload
def loads(
    text: str, lang: Literal["jsonnet"], *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToJsonnet],
) -> M: ...
@overload
def loads(
    text: str, lang: Literal["rcl"], *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToRcl],
) -> M: ...
@overload
def loads(
    text: str, lang: Literal["pcl"], *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToPcl],
) -> M: ...
@overload
def loads(
    text: str, lang: Literal["phy"], *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToPhy],
) -> M: ...
@overload
def loads(
    text: str, lang: DataLang, *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToData],
) -> M: ...
@overload
def loads(
    text: str, lang: str, *, filename: str | None = ..., into: type[M] | None = ...,
    numbers: Numbers = ...,
    **given: Unpack[ToAny],
) -> M: ...
# fmt: on
@takes_given
def loads(
    text: str,
    lang: str,
    *,
    filename: str | None = None,
    into: object = None,
    numbers: Numbers = "json",
    **given: Unpack[Given],
) -> Any:
    """Evaluate a text in a language and return plain data; imports are read from disk."""
    return loaded(over_text(text, lang, given, filename), into, numbers)


def loaded(work: AskedFile, into: object, numbers: Numbers) -> Any:
    """What a file or a text gives, as plain data or in the shape of a type."""
    value = work.plain(numbers_as(numbers, work))
    return value if into is None else into_type(work, value, into)


# fmt: off
@overload
def query(
    path: Path, expression: str, lang: Literal["jsonnet"], *, numbers: Numbers = ...,
    **given: Unpack[ToJsonnet],
) -> Any: ...
@overload
def query(
    path: Path, expression: str, lang: Literal["rcl"], *, numbers: Numbers = ...,
    **given: Unpack[ToRcl],
) -> Any: ...
@overload
def query(
    path: Path, expression: str, lang: Literal["pcl"], *, numbers: Numbers = ...,
    **given: Unpack[ToPcl],
) -> Any: ...
@overload
def query(
    path: Path, expression: str, lang: Literal["phy"], *, numbers: Numbers = ...,
    **given: Unpack[ToPhy],
) -> Any: ...
@overload
def query(
    path: Path, expression: str, lang: DataLang, *, numbers: Numbers = ...,
    **given: Unpack[ToData],
) -> Any: ...
@overload
def query(
    path: Path, expression: str, lang: str, *, numbers: Numbers = ...,
    **given: Unpack[ToAny],
) -> Any: ...
@overload
def query(
    path: Path, expression: str, lang: None = ..., *, numbers: Numbers = ...,
    **given: Unpack[Given],
) -> Any: ...
# fmt: on
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
    return work.asked(expression, numbers_as(numbers, work))

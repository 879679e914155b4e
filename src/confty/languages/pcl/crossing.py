"""What crosses from files of other languages: their types, their values, and why one has none.

A type of the core becomes the one that PCL would give to the same data; a value gets exact
numbers, lists for sets, text for dates.
"""

from __future__ import annotations

from decimal import Decimal

from confty import types
from confty.kit.foreign_imports import Adoption
from confty.kit.hcl.convert import CannotConvert, tidy
from confty.values import Labelled, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Objects of PCL are closed: one that may hold more is a map, or anything.  What may be left out is
# null, and single values are no types.
_DIALECT: Final = types.Dialect(
    atoms={
        types.NULL: types.NULL,
        types.BOOL: types.BOOL,
        types.INT: types.INT,
        types.FLOAT: types.NUMBER,
        types.NUMBER: types.NUMBER,
        types.STRING: types.STRING,
    },
    open_objects=False,
    optional_fields=False,
)
# Many programs import one file.
_MOST_KEPT: Final = 16


@types.remembering(_MOST_KEPT)
def as_pcl(type_: types.Type) -> types.Type:
    """The type that PCL gives to data of another language's type."""
    return types.translate(type_, _DIALECT)


def from_plain(data: object) -> object:
    """Plain data as a value here, labels where they are; raises ``CannotConvert``."""
    if data is None or isinstance(data, (bool, str, int, Unknown)):
        return data
    if isinstance(data, (float, Decimal)):
        number = Decimal(repr(data)) if isinstance(data, float) else data
        if not number.is_finite():
            raise CannotConvert("a number that is not finite")
        return tidy(number)
    if isinstance(data, (list, tuple)):
        return [from_plain(element) for element in data]
    if isinstance(data, (set, frozenset)):
        return [from_plain(element) for element in sorted(data)]
    if isinstance(data, dict):
        if not all(isinstance(key, str) for key in data):
            raise CannotConvert("an object with a key that is no string")
        return {key: from_plain(value) for key, value in data.items()}
    if isinstance(data, Labelled):
        return data.around(from_plain(data.value))
    if hasattr(data, "isoformat"):
        return str(data.isoformat())
    kind = "binary data" if isinstance(data, bytes) else "a value"
    raise CannotConvert(f"{kind} that has no place in PCL")


def _no_scalar(value: object) -> str | None:
    try:
        from_plain(value)
    except CannotConvert as refused:
        return str(refused)
    return None


def _no_key(key: object) -> str | None:
    return None if isinstance(key, str) else "an object with a key that is no string"


#: What PCL has no value for, of the data of other languages.
ADOPTION: Final = Adoption(_no_scalar, _no_key)


def no_data(path: str, name: str | None) -> str:
    """Why a path names no file that ``importData`` reads."""
    if name is None:
        return f"there is no file '{path}'"
    if name.endswith(".pp"):
        return f"'{path}' is a PCL program; use it as a component"
    return f"the language of '{path}' is not known"

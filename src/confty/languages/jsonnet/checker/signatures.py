"""The types of the standard library, read from its records.

Types are as wide as what runs: ``std.foldl`` takes a string, ``std.join`` skips nulls,
``std.extVar`` gives anything.
"""

from __future__ import annotations

from confty.kit.once import once
from confty.languages.jsonnet.checker.notation import read_type
from confty.languages.jsonnet.library import FIELDS, FUNCTIONS
from confty.types import Function, Object, object_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# Names by which another implementation knows a parameter; a call may use either.
OTHER_NAMES: Final = {one.name: dict(one.also) for one in FUNCTIONS.values() if one.also}

# Functions that in one implementation take a string for an array of its characters.
TEXT_AS_ARRAY: Final = frozenset([one.name for one in FUNCTIONS.values() if one.text_as_array])


@once
def library() -> Object:
    """Return the type of ``std``."""
    functions = {one.name: read_type(one.signature) for one in FUNCTIONS.values()}
    return object_of({**functions, **{one.name: read_type(one.type) for one in FIELDS}})


def signature(name: str) -> Function | None:
    """Return the type of one library function."""
    found = library().by_name.get(name)
    return found.type if found is not None and isinstance(found.type, Function) else None

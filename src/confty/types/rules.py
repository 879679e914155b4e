"""What languages disagree on about the relation, as data.

One relation serves all languages; where they differ, it asks a ``Rules`` value.  A language states
only the fields in which it is special, each with its reason.  The defaults are the *sound*
answers: SAFE when every value fits, NO when none does, UNSAFE otherwise.  What a single language
asks in a way no field can say, it says itself, by overriding a step of its own ``Relation``.  No
name of a language appears in the core.
"""

from __future__ import annotations

from confty.generics import final
from confty.light import Enum as PythonEnum
from confty.light import IntEnum
from confty.records import NamedFields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

    from confty.types.nodes import Atom, Type


class Verdict(IntEnum):
    """May a value stand there?  Ordered, so that "all of" is ``min`` and "any of" is ``max``."""

    NO = 0
    UNSAFE = 1  # only if a check of the value, at run time, agrees
    SAFE = 2


NO: Final = Verdict.NO
UNSAFE: Final = Verdict.UNSAFE
SAFE: Final = Verdict.SAFE


class Extra(PythonEnum):
    """What becomes of source fields that a closed target does not know."""

    REFUSED = "refused"
    IGNORED = "ignored"
    COUNTED = "counted"  # refused only if the source knows more fields than the target


_NO_CONVERSIONS: Final[Mapping[tuple[Atom, Atom], Verdict]] = {}
SOUND_CROSSINGS: Final[Mapping[tuple[str, str], Verdict]] = {
    ("tuple", "list"): SAFE,
    ("list", "tuple"): UNSAFE,
    ("object", "map"): SAFE,
    ("map", "object"): UNSAFE,
}


@final
class Rules(metaclass=NamedFields):
    """One language's answers to what the relation asks."""

    # (source, target) of atoms; a pair that is not here does not convert.
    conversions: Final[Mapping[tuple[Atom, Atom], Verdict]] = _NO_CONVERSIONS
    # The best verdict from one kind to another; kinds are list, set, tuple, map, object.
    crossings: Final[Mapping[tuple[str, str], Verdict]] = SOUND_CROSSINGS
    dynamic: Final[Verdict] = UNSAFE  # the unknown where a known type is wanted
    union_into_union: Final[Verdict | None] = None  # a fixed answer, even for its own
    one_from_base: Final[Verdict] = UNSAFE  # at most this, from a type to one value of it
    one_from_other: Final[Verdict] = NO  # at most this, from one value to another
    missing: Final[Type | None] = None  # the type a missing field reads as; None refuses
    extra: Final[Extra] = Extra.REFUSED
    parameter_names: Final[bool] = False  # they are part of a function's type
    fixed_arity: Final[bool] = False  # the number of parameters must agree exactly

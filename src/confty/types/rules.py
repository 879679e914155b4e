"""What languages disagree on about the relation, as data.

One relation serves all languages; where they differ, it asks a ``Rules`` value.  A language states
only the fields in which it is special, each with its reason.  The defaults are the *sound*
answers: SAFE when every value fits, NO when none does, UNSAFE otherwise.  What a single language
asks in a way no field can say, it says itself, by overriding a step of its own ``Relation``.  No
name of a language appears in the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum as PythonEnum
from enum import IntEnum
from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
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


SOUND_CROSSINGS: Final[Mapping[tuple[str, str], Verdict]] = {
    ("tuple", "list"): SAFE,
    ("list", "tuple"): UNSAFE,
    ("object", "map"): SAFE,
    ("map", "object"): UNSAFE,
}


@final
class Rules:
    """One language's answers to what the relation asks."""

    __slots__ = (
        "conversions", "crossings", "dynamic", "extra", "fixed_arity", "missing", "name",
        "one_from_base", "one_from_other", "parameter_names", "union_into_union",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913  a record: every rule is a field
        self,
        name: str = "sound",
        *,
        conversions: Mapping[tuple[Atom, Atom], Verdict] | None = None,
        crossings: Mapping[tuple[str, str], Verdict] = SOUND_CROSSINGS,
        dynamic: Verdict = UNSAFE,
        union_into_union: Verdict | None = None,
        one_from_base: Verdict = UNSAFE,
        one_from_other: Verdict = NO,
        missing: Type | None = None,
        extra: Extra = Extra.REFUSED,
        parameter_names: bool = False,
        fixed_arity: bool = False,
    ) -> None:
        self.name: Final = name  # for people who debug; no operation reads it
        # (source, target) of atoms; a pair that is not here does not convert.
        self.conversions: Final = dict(conversions or {})
        # The best verdict from one kind to another; kinds are list, set, tuple, map, object.
        self.crossings: Final = dict(crossings)
        self.dynamic: Final = dynamic  # the unknown where a known type is wanted
        self.union_into_union: Final = union_into_union  # a fixed answer, even for its own
        self.one_from_base: Final = one_from_base  # at most this, from a type to one value of it
        self.one_from_other: Final = one_from_other  # at most this, from one value to another
        self.missing: Final = missing  # the type a missing field reads as; None refuses
        self.extra: Final = extra
        self.parameter_names: Final = parameter_names  # they are part of a function's type
        self.fixed_arity: Final = fixed_arity  # the number of parameters must agree exactly

    def __repr__(self) -> str:
        return f"Rules({self.name})"

"""What languages disagree on, as data.

One relation serves all languages; where they differ, the relation asks a ``Rules`` value.  The
fields are grouped by the operation that reads them, so that a language states only the groups in
which it is special.  The defaults are the *sound* answers: SAFE when every value fits, NO when
none does, UNSAFE otherwise.  No name of a language appears in the core; a quirk of an original
is reproduced by a field with a name, never by an unexplained branch.
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


class JoinStyle(PythonEnum):
    """How a language describes "either of these two"."""

    UNION = "union"  # the union, nothing merged
    WIDEN = "widen"  # the same containers join inside, all else becomes Dynamic
    MERGE = "merge"  # what fits is absorbed, containers and objects join inside, else a union
    UNIFY = "unify"  # the side the other converts to, by strength; else a union
    COMMON = "common"  # the side the other fits; else there is none (``common`` says None)


@final
class DynamicRules:
    """What an unknown value may do."""

    __slots__ = ("into_any", "into_never", "top_into_any")

    def __init__(
        self,
        *,
        into_any: Verdict = UNSAFE,
        into_never: Verdict = NO,
        top_into_any: Verdict = UNSAFE,
    ) -> None:
        self.into_any: Final = into_any  # Dynamic where a known type is wanted
        self.into_never: Final = into_never  # Dynamic where nothing can be
        self.top_into_any: Final = top_into_any  # Top where a known type is wanted


@final
class UnionRules:
    """How a union flows into something else."""

    __slots__ = ("into_never", "into_union", "mixed", "whole")

    def __init__(
        self,
        *,
        mixed: Verdict = UNSAFE,
        into_union: Verdict | None = None,
        into_never: Verdict | None = None,
        whole: bool = False,
    ) -> None:
        self.mixed: Final = mixed  # some members of the source fit, some do not
        self.into_union: Final = into_union  # a fixed answer for union into union (even its own)
        self.into_never: Final = into_never  # a fixed answer where nothing can be
        self.whole: Final = whole  # a source union is not taken apart: one member takes it all


@final
class LiteralRules:
    """Literals, enumerations, and what converts to what among atoms."""

    __slots__ = ("conversions", "enum_quirk", "enum_to_base", "from_base", "other_values")

    def __init__(
        self,
        *,
        conversions: Mapping[tuple[Atom, Atom], Verdict] | None = None,
        from_base: Verdict = UNSAFE,
        other_values: Verdict = NO,
        enum_to_base: Verdict = SAFE,
        enum_quirk: bool = False,
    ) -> None:
        # (source, target) of atoms; a pair that is not here does not convert.
        self.conversions: Final = dict(conversions or {})
        self.from_base: Final = from_base  # at most this, from a type to one value of it
        self.other_values: Final = other_values  # at most this, from one value to another
        self.enum_to_base: Final = enum_to_base  # at most this, from an enumeration to its base
        # A literal is SAFE in an enumeration only when their base types *differ*.
        self.enum_quirk: Final = enum_quirk


@final
class ContainerRules:
    """Which kind of container may stand for which, and how exactly they must agree."""

    __slots__ = ("crossings", "exact", "higher_rank", "padding")

    def __init__(
        self,
        *,
        crossings: Mapping[tuple[str, str], Verdict] | None = None,
        exact: bool = False,
        padding: Type | None = None,
        higher_rank: bool = False,
    ) -> None:
        # The best verdict from one kind to another; kinds are list, set, tuple, map, object.
        self.crossings: Final = dict(SOUND_CROSSINGS if crossings is None else crossings)
        # Parts must be the same type; only Never and injection into a union remain.
        self.exact: Final = exact
        # The type a missing tuple element reads as; with it surplus elements are ignored.
        self.padding: Final = padding
        # A later eventual is compared with what an earlier one holds, instead of refused.
        self.higher_rank: Final = higher_rank


SOUND_CROSSINGS: Final[dict[tuple[str, str], Verdict]] = {
    ("tuple", "list"): SAFE,
    ("list", "tuple"): UNSAFE,
    ("object", "map"): SAFE,
    ("map", "object"): UNSAFE,
}


@final
class ObjectRules:
    """Fields that are missing, and fields that are too many."""

    __slots__ = ("extra", "missing", "open_into_closed", "open_source")

    def __init__(
        self,
        *,
        missing: Type | None = None,
        extra: Extra = Extra.REFUSED,
        open_source: Verdict = UNSAFE,
        open_into_closed: Verdict = UNSAFE,
    ) -> None:
        self.missing: Final = missing  # the type a missing field reads as; None refuses
        self.extra: Final = extra
        self.open_source: Final = open_source  # at most this, if a field may be among the unknown
        self.open_into_closed: Final = open_into_closed  # at most this


@final
class FunctionRules:
    """When one function may stand for another."""

    __slots__ = ("arity", "names", "unknown")

    def __init__(
        self, *, names: bool = False, arity: bool = False, unknown: Verdict = UNSAFE
    ) -> None:
        self.names: Final = names  # parameter names are part of the type
        self.arity: Final = arity  # the number of parameters must agree exactly
        self.unknown: Final = unknown  # a function of unknown parameters where they are known


@final
class JoinRules:
    """How two types become one."""

    __slots__ = ("absorb", "preference", "style")

    def __init__(
        self,
        *,
        style: JoinStyle = JoinStyle.UNION,
        absorb: bool = True,
        preference: tuple[Atom, ...] = (),
    ) -> None:
        self.style: Final = style
        self.absorb: Final = absorb  # Dynamic swallows the other side; if not, it gives way
        # Which atom to keep when two convert into each other equally well, best first.
        self.preference: Final = preference


@final
class NarrowRules:
    """What a test leaves over."""

    __slots__ = ("everything", "inside")

    def __init__(self, *, everything: Type | None = None, inside: bool = False) -> None:
        # What Dynamic widens to before something is taken away; None keeps it Dynamic.
        self.everything: Final = everything
        # Take away inside lists, tuples and objects too, as if all parts changed at once.
        self.inside: Final = inside


@final
class Rules:
    """All of one language's answers, and the cache of the relations asked under them."""

    __slots__ = (
        "cache",
        "containers",
        "dynamic",
        "functions",
        "join",
        "literals",
        "name",
        "narrow",
        "objects",
        "twin",
        "unifying",
        "unions",
    )

    def __init__(  # noqa: PLR0913  a record: every group is a field
        self,
        name: str = "sound",
        *,
        dynamic: DynamicRules | None = None,
        unions: UnionRules | None = None,
        literals: LiteralRules | None = None,
        containers: ContainerRules | None = None,
        objects: ObjectRules | None = None,
        functions: FunctionRules | None = None,
        join: JoinRules | None = None,
        narrow: NarrowRules | None = None,
        unifying: bool = False,
    ) -> None:
        self.name: Final = name  # for people who debug; no operation reads it
        self.dynamic: Final = dynamic or DynamicRules()
        self.unions: Final = unions or UnionRules()
        self.literals: Final = literals or LiteralRules()
        self.containers: Final = containers or ContainerRules()
        self.objects: Final = objects or ObjectRules()
        self.functions: Final = functions or FunctionRules()
        self.join: Final = join or JoinRules()
        self.narrow: Final = narrow or NarrowRules()
        # Tuples and objects of different shape are compared by what unifying them gives.
        self.unifying: Final = unifying
        self.twin: Rules | None = None
        self.cache: Final[dict[tuple[Type, Type], Verdict]] = {}

    def __repr__(self) -> str:
        return f"Rules({self.name})"

    def for_unifying(self) -> Rules:
        """Return the same rules with ``unifying`` set; made once, it has a cache of its own."""
        if self.unifying:
            return self
        if self.twin is None:
            self.twin = Rules(
                f"{self.name}, unifying",
                dynamic=self.dynamic,
                unions=self.unions,
                literals=self.literals,
                containers=self.containers,
                objects=self.objects,
                functions=self.functions,
                join=self.join,
                narrow=self.narrow,
                unifying=True,
            )
        return self.twin


SOUND: Final = Rules()

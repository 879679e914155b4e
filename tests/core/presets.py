"""The five systems' rules as the published descriptions state them, for the core's own tests.

The languages state their own in ``languages/*/rules.py``; these show that the core can express
them all, and let the laws run under each.
"""

from __future__ import annotations

from confty.types import (
    BOOL,
    DYNAMIC,
    FALSE,
    FLOAT,
    ID,
    INT,
    NO,
    NULL,
    NUMBER,
    SAFE,
    STRING,
    TRUE,
    UNSAFE,
    ContainerRules,
    DynamicRules,
    Extra,
    FunctionRules,
    JoinRules,
    JoinStyle,
    LiteralRules,
    NarrowRules,
    ObjectRules,
    Rules,
    UnionRules,
    function_of,
    list_of,
    object_of,
    union_of,
)

# Values are what they are: an integer is a number, nothing is ever converted.
VALUES = Rules(
    "values",
    literals=LiteralRules(
        conversions={
            (INT, NUMBER): SAFE,
            (FLOAT, NUMBER): SAFE,
            (NUMBER, INT): UNSAFE,
            (NUMBER, FLOAT): UNSAFE,
        }
    ),
    join=JoinRules(style=JoinStyle.MERGE),
)

_TEXT = {(one, STRING): SAFE for one in (BOOL, INT, NUMBER, ID)}
_IDS = {(one, ID): SAFE for one in (BOOL, INT, NUMBER, STRING)}
_MAYBE = {
    (source, target): UNSAFE
    for source in (BOOL, INT, NUMBER, STRING, ID)
    for target in (BOOL, INT, NUMBER)
    if source is not target
}
CONVERSIONS = {**_MAYBE, **_TEXT, **_IDS, (INT, NUMBER): SAFE}

# Conversion: the PCL reference, 9.4.
PCL = Rules(
    "pcl",
    literals=LiteralRules(
        conversions=CONVERSIONS, other_values=UNSAFE, enum_to_base=NO, enum_quirk=True
    ),
    containers=ContainerRules(
        crossings={
            ("set", "list"): SAFE,
            ("tuple", "list"): SAFE,
            ("list", "set"): UNSAFE,
            ("tuple", "set"): UNSAFE,
            ("list", "tuple"): UNSAFE,
            ("set", "tuple"): UNSAFE,
            ("object", "map"): SAFE,
            ("map", "object"): UNSAFE,
        }
    ),
    objects=ObjectRules(missing=NULL, extra=Extra.IGNORED),
    join=JoinRules(
        style=JoinStyle.UNIFY, absorb=False, preference=(STRING, NUMBER, INT, BOOL, ID)
    ),
)

# Assignability without conversion: the PCL reference, 9.3.
PCL_ASSIGN = Rules(
    "pcl, assignment",
    dynamic=DynamicRules(into_any=NO),
    unions=UnionRules(mixed=NO, whole=True),
    literals=LiteralRules(from_base=NO, enum_to_base=NO, enum_quirk=True),
    containers=ContainerRules(
        crossings={("tuple", "list"): SAFE, ("object", "map"): SAFE},
        padding=NULL,
        higher_rank=True,
    ),
    objects=ObjectRules(missing=NULL, extra=Extra.IGNORED),
    join=PCL.join,
)

# The RCL reference, 6.3 and 6.4.
RCL = Rules(
    "rcl",
    unions=UnionRules(into_union=UNSAFE),
    containers=ContainerRules(crossings={}),
    functions=FunctionRules(arity=True),
    join=JoinRules(style=JoinStyle.WIDEN),
)

# The Jsonnet reference, 4.1 to 4.3.
BOOLEAN = union_of(TRUE, FALSE)
OPEN = object_of((), DYNAMIC)
FUNCTION = function_of(None, DYNAMIC)
EVERYTHING = union_of(NULL, TRUE, FALSE, NUMBER, STRING, list_of(DYNAMIC), OPEN, FUNCTION)
JSONNET = Rules(
    "jsonnet",
    dynamic=DynamicRules(into_any=SAFE, into_never=SAFE, top_into_any=NO),
    unions=UnionRules(mixed=NO),
    containers=ContainerRules(crossings={("set", "list"): SAFE, ("tuple", "list"): SAFE}),
    objects=ObjectRules(extra=Extra.COUNTED, open_source=SAFE, open_into_closed=SAFE),
    functions=FunctionRules(names=True, unknown=SAFE),
    join=JoinRules(style=JoinStyle.UNION),
    narrow=NarrowRules(everything=EVERYTHING, inside=True),
)

# The Phy reference, 3.
PHY = Rules(
    "phy",
    dynamic=DynamicRules(into_any=SAFE),
    containers=ContainerRules(exact=True),
    join=JoinRules(style=JoinStyle.COMMON),
)

"""How Jsonnet's types relate and how they are spelled: the language's word to the type core.

The original is rjsonnet, whose relation is ``unify(want, got)``.  The spelling is the one of its
types document: ``any``, ``array[T]``, ``tuple[…]``, ``unit``, ``set[T]``, ``{ a: T, ... }``,
``object``, ``(x: T) => R``, ``top``.  Hidden fields, methods and how a field merges are no part
of it.
"""

from __future__ import annotations

from confty import types
from confty.patterns import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ANY: Final = types.DYNAMIC
BOOLEAN: Final = types.union_of(types.TRUE, types.FALSE)
ARRAY: Final = types.list_of(ANY)
OBJECT: Final = types.object_of((), ANY)
FUNCTION: Final = types.function_of(None, ANY)
# The kinds of values, in the order in which a union lists them.
KINDS: Final = (
    types.NULL, types.TRUE, types.FALSE, types.NUMBER, types.STRING, ARRAY, OBJECT, FUNCTION
)  # fmt: skip
EVERYTHING: Final = types.union_of(*KINDS)

# What a field's ``marks`` say.
LATE: Final = 1  # its value reads self, super or $, so another layer may change it
PLUS: Final = 2  # written +:, so it is added to the field of the same name to its left
SHOWN: Final = 4  # written :::, so it is visible whatever stands to its left
DECLARED: Final = 8  # its type is written in a comment: what replaces it has to keep to that

RELATION: Final = types.Relation(
    types.Rules(
        crossings={
            ("tuple", "list"): types.SAFE,  # unify, step 5
            ("list", "tuple"): types.UNSAFE,
            ("set", "list"): types.SAFE,  # step 3: a set is an array with a promise
            ("set", "tuple"): types.UNSAFE,
            # The original refuses these two and cries wolf at ``std.setUnion([1], [2])``: a
            # literal array may well be sorted; whoever calls a set function knows.
            ("tuple", "set"): types.UNSAFE,
            ("list", "set"): types.UNSAFE,
        },
        # Step 6: a closed object takes others as long as they know no more fields than it.
        extra=types.Extra.COUNTED,
        # Step 7: arguments may be given by name, so a caller depends on the names.
        parameter_names=True,
    )
)

_ORDER: Final = {type_: place for place, type_ in enumerate(KINDS)}
_IDENTIFIER: Final = pattern(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def _field_name(name: str) -> str:
    return name if _IDENTIFIER.match(name) else types.quoted(name)


@types.remembering(1024)  # unions stand in unions, and each spelling asks for the inner ones
def _place(type_: types.Type) -> tuple[int, str]:
    # By how it reads, not by when it was first met: what was checked before is nobody's matter.
    known = _ORDER.get(type_)
    return (len(_ORDER), types.brief(type_, NOTATION)) if known is None else (known, "")


def _special(type_: types.Type, _: object) -> str | None:
    if isinstance(type_, types.Var):
        return "any"
    if isinstance(type_, types.Object) and not type_.fields and type_.rest is not None:
        return "object"
    return None


NOTATION: Final = types.Notation(
    named={EVERYTHING: "top"},
    folds=((BOOLEAN, "boolean"),) if isinstance(BOOLEAN, types.Union) else (),
    list_="array[{}]",
    field_name=_field_name,
    union_order=_place,
    special=_special,
)

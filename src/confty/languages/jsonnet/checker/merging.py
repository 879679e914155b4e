"""The type of ``a + b`` for objects: what the right layer changes of the left one.

A field that reads ``self`` was typed against the fields its own layer has.  It keeps that type as
long as what another layer puts in their place fits them; if not, nothing is known of it any more.
"""

from __future__ import annotations

from collections.abc import Callable

from confty.languages.jsonnet.rules import ANY, LATE, PLUS, RELATION, SHOWN, erased, overridable
from confty.types import SAFE, Field, Object, Type, field, object_of

Sum = Callable[[Type, Type], Type]


def merged(left: Object, right: Object, add: Sum) -> Object:
    """Return the type of an object with another laid over it."""
    fields: dict[str, Field] = {}
    steady = right.rest is None
    for one in right.fields:
        below = left.by_name.get(one.name)
        made = _laid_over(below, one, left, add)
        fields[one.name] = made
        # What reads the field through self counts on no more than this.
        if below is not None and not _fits(made.type, overridable(below.type)):
            steady = False
    for one in left.fields:
        if one.name in fields:
            continue
        kept = one.type
        if right.rest is not None or (one.marks & LATE and not steady):
            kept = ANY
        fields[one.name] = field(
            one.name, kept, optional=one.optional, hidden=one.hidden, marks=one.marks
        )
    rest: Type | None = None if left.rest is None and right.rest is None else ANY
    if rest is not None and not left.fields and not right.fields and left.rest is right.rest:
        rest = left.rest
    return object_of(fields.values(), rest)


def _fits(found: Type, wanted: Type) -> bool:
    return RELATION.assignable(erased(found), erased(wanted)) is SAFE


def _laid_over(below: Field | None, above: Field, left: Object, add: Sum) -> Field:
    """Return what becomes of one field of the right layer."""
    marks = above.marks
    hidden = above.hidden
    if below is not None and not above.hidden and not marks & SHOWN:
        hidden = below.hidden
        marks |= below.marks & SHOWN
    type_ = above.type
    if marks & PLUS:
        if below is not None:
            type_ = add(below.type, above.type)
            marks = (marks & ~PLUS) | (below.marks & (PLUS | LATE))
        elif left.rest is not None:
            type_ = ANY
    return field(above.name, type_, hidden=hidden, marks=marks)

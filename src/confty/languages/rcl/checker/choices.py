"""A literal where one of several types is wanted: which of them it is meant to be.

What is written says it at a glance: the texts that tell the members apart, the fields that a
member does not know, those that it lacks.  Only members that look equally good are tried.
"""

from __future__ import annotations

from confty import types
from confty.kit.checking import Wanted
from confty.languages.rcl.checker.checked import Found, member_part
from confty.languages.rcl.checker.checked import part as part_of
from confty.languages.rcl.checker.checker import Checker
from confty.languages.rcl.checker.conditions import stripped
from confty.languages.rcl.checker.foresight import surely_apart
from confty.languages.rcl.checker.mismatch import mismatch
from confty.languages.rcl.parser import syntax
from confty.languages.rcl.rules import briefly
from confty.types import Type, unfold

# A literal of a few members that look alike on every level would be tried without end.
_MOST_TRIES = 200


def _records(type_: Type) -> list[Type] | None:
    """Return the members of a union that are records; None when others could take a dict."""
    inside = unfold(type_)
    if not isinstance(inside, types.Union):
        return [type_] if isinstance(inside, types.Object) else []
    found: list[Type] = []
    for one in inside.members:
        part = unfold(one)
        if isinstance(part, types.MapOf | types.SetOf | types.Dynamic):
            return None
        found += _records(one) or []
    return found


def member(checker: Checker, node: syntax.Collection, wanted: Wanted) -> Found | None:
    """Check a literal against the record it is nearest to; None where there is no such choice."""
    records = _records(wanted.type)
    if not records or not _is_plain(node):
        return None
    checker.checked.unions[node] = wanted.type
    scores = [_distance(node, unfold(one)) for one in records]
    best = min(scores)
    nearest = [one for one, score in zip(records, scores, strict=True) if score == best]
    if len(nearest) > 1 and checker.tries < _MOST_TRIES:
        nearest = [_first_fitting(checker, node, nearest, wanted)]
    elif len(nearest) > 1:
        return None
    chosen = nearest[0]
    mark = len(checker.findings)
    checker.check(node, member_part(wanted, chosen), node.start, node.end)
    place = checker.span(node.start, node.start + 1)
    if len(records) > 1:
        told = f"this fits no member of {briefly(wanted.type)}; the nearest is {briefly(chosen)}"
        checker.findings.all[mark:] = [
            one.note(place, told) for one in checker.findings.all[mark:]
        ]
    return wanted.type, wanted.type


def unfitting(checker: Checker, node: syntax.Collection, kind: str, wanted: Wanted) -> None:
    """Say which element keeps a list or set of mixed elements from every member of a union.

    Of such a literal the type alone says nothing; its elements do, one by one.
    """
    asked = unfold(wanted.type)
    if kind == "dict" or not isinstance(asked, types.Union):
        return
    known = [
        (one.result.value, checker.checked.types.get(one.result.value, types.DYNAMIC))
        for one in node.elements
        if not one.controls and not isinstance(one.result, syntax.Unpack)
    ]
    nearest: list[tuple[syntax.Expr, Type]] | None = None
    chosen: Type = wanted.type
    for one in asked.members:
        inner = _element_of(unfold(one), kind)
        if inner is None:
            continue
        wrong = [(value, type_) for value, type_ in known if surely_apart(type_, inner)]
        if not wrong:
            return
        if nearest is None or len(wrong) < len(nearest):
            nearest, chosen = wrong, one
    inner = _element_of(unfold(chosen), kind)
    if nearest is None or inner is None or len(nearest) == len(known):
        return  # that, the type says
    value, found = nearest[0]
    part = part_of(member_part(wanted, chosen), inner, 0)
    finding = mismatch(part, found, checker.span(value.start, value.end))
    told = f"this fits no member of {briefly(wanted.type)}; the nearest is {briefly(chosen)}"
    checker.will_fail(finding.note(checker.span(node.start, node.start + 1), told))


def _element_of(member: Type, kind: str) -> Type | None:
    """Return what a member of a union asks of the elements of such a literal; None for no such."""
    if isinstance(member, types.Dynamic):
        return member
    if kind == "list":
        return member.element if isinstance(member, types.ListOf) else None
    return member.element if isinstance(member, types.SetOf) else None


def _first_fitting(
    checker: Checker, node: syntax.Collection, members: list[Type], wanted: Wanted
) -> Type:
    """Try members one by one, and take back what was said on the way."""
    for one in members:
        mark, foreseen = len(checker.findings), checker.foresight.mark()
        guards = dict(checker.checked.guards)
        checker.tries += 1
        checker.check(node, wanted.part(one), node.start, node.end)
        fits = len(checker.findings) == mark
        checker.findings.take_back(mark)
        checker.foresight.take_back(foreseen)
        checker.checked.guards = guards
        if fits:
            return one
    return members[0]


def _is_plain(node: syntax.Collection) -> bool:
    """Whether every element is a field that is written out."""
    return all(
        not one.controls
        and isinstance(one.result, syntax.Pair)
        and isinstance(one.result.key, syntax.StringLiteral)
        for one in node.elements
    )


def _distance(node: syntax.Collection, record: Type) -> tuple[int, int]:
    """Count what speaks against a record: texts that it does not have first, then fields."""
    assert isinstance(record, types.Object)
    tags, others, given = 0, 0, set()
    for element in node.elements:
        pair = element.result
        assert isinstance(pair, syntax.Pair)
        assert isinstance(pair.key, syntax.StringLiteral)
        given.add(pair.key.value)
        own = record.by_name.get(pair.key.value)
        if own is None:
            others += record.rest is None
            continue
        texts = _texts(own.type)
        value = stripped(pair.value)
        if texts and isinstance(value, syntax.StringLiteral):
            tags += value.value not in texts
    others += sum(not one.optional and one.name not in given for one in record.fields)
    return tags, others


def _texts(type_: Type) -> set[types.Constant]:
    """Return the texts that a type consists of; empty when it is more than texts."""
    members = types.members(type_)
    found = {one.value for one in map(unfold, members) if isinstance(one, types.Literal)}
    return found if len(found) == len(members) else set()

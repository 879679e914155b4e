"""Types are graphs: a type of sixty nodes can have more paths than there are atoms.

Whatever walks types does so with a memory, and whatever spells them has a limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from core.shipped import ASSIGNMENT, CONVERSION, DATA, EVERYONE, JSONNET, RCL, shipped_dialects

from confty.languages.jsonnet.rules import EVERYTHING
from confty.languages.pcl.eventuals import settled_input
from confty.types import (
    BOOL,
    DYNAMIC,
    INT,
    NULL,
    NUMBER,
    OUTPUT,
    STRING,
    Dialect,
    Elements,
    Guards,
    HasField,
    Is,
    Not,
    Notation,
    Relation,
    Type,
    View,
    brief,
    canonical,
    common,
    eventual,
    explain,
    function_of,
    gradual_union,
    learn,
    list_of,
    literal,
    map_of,
    members,
    merge,
    misfits,
    narrow,
    object_of,
    optional,
    parts,
    read_field,
    resolve,
    same,
    show,
    substitute,
    translate,
    tuple_of,
    union_of,
    var,
    variables,
    widen,
    written_union,
)
from confty.types.narrowing import subtract, with_length
from confty.types.solving import match
from confty.values.shapes import input_shape, output_shape

LEVELS = 60
SECONDS = 3.0  # a walk along every path would take longer than the world is old

SHAPES: dict[str, Callable[[Type], Type]] = {
    "tuples": lambda inner: tuple_of(inner, inner),
    "objects": lambda inner: object_of({"left": inner, "right": inner}),
    "open objects": lambda inner: object_of({"left": inner}, inner),
    "maps": lambda inner: map_of(inner, inner),
    "functions": lambda inner: function_of([inner], inner),
    "unions": lambda inner: union_of(list_of(inner), tuple_of(inner, inner)),
    "written unions": lambda inner: written_union(list_of(inner), tuple_of(inner, inner)),
    "eventuals": lambda inner: tuple_of(eventual(OUTPUT, inner), inner),
}
_PLAIN = Dialect(atoms={NULL: NULL, INT: NUMBER, NUMBER: NUMBER, STRING: STRING})


def doubled(leaf: Type, shape: str, levels: int = LEVELS) -> Type:
    for _ in range(levels):
        leaf = SHAPES[shape](leaf)
    return leaf


def _matched(pattern: Type, found: Type) -> None:
    match(pattern, found, {}, gradual_union)


WALKS: dict[str, Callable[[str, Type, Type, Type], object]] = {
    "show": lambda _, number, __, ___: show(number),
    "brief": lambda _, number, __, ___: brief(number),
    "repr": lambda _, number, __, ___: repr(number),
    "widen": lambda _, number, whole, __: widen(number, whole),
    "widen with itself": lambda _, number, __, ___: widen(number, number),
    "merge": lambda _, number, __, text: merge((number, text), DATA.relation),
    "merge many": lambda _, number, whole, text: merge((number, whole, text), DATA.relation, 1),
    "common": lambda _, number, whole, __: common(number, whole, DATA.relation),
    "gradual_union": lambda _, number, whole, __: gradual_union(number, whole),
    "narrow": lambda _, number, whole, __: narrow(number, whole, DATA.relation),
    "narrow to what it is not": lambda _, number, __, text: narrow(number, text, DATA.relation),
    "subtract": lambda _, number, whole, __: subtract(number, whole, JSONNET.relation, EVERYTHING),
    "with_length": lambda _, number, __, ___: with_length(number, 2, JSONNET.relation),
    "learn": lambda _, number, whole, __: learn(Not(Is(whole)), number, JSONNET.relation),
    "learn of elements": lambda _, number, whole, __: learn(
        Elements(Is(whole)), number, JSONNET.relation, EVERYTHING
    ),
    "learn of a field": lambda _, number, whole, __: learn(
        HasField("left", Is(whole)), number, JSONNET.relation, EVERYTHING
    ),
    "explain": lambda _, number, __, text: explain(number, text, DATA.relation),
    "innermost": lambda _, number, __, text: _innermost(number, text),
    "misfits": lambda _, number, __, text: misfits(optional(number), text, DATA.relation),
    "substitute": lambda shape, *_: substitute(doubled(var("T"), shape), {"T": INT}),
    "variables": lambda shape, *_: variables(doubled(var("T"), shape)),
    "match": lambda shape, number, *_: _matched(doubled(var("T"), shape), number),
    "parts": lambda _, number, __, ___: BOOL in parts(number),
    "members": lambda _, number, __, ___: members(number),
    "resolve": lambda _, number, __, ___: resolve(number),
    "canonical": lambda _, number, __, ___: canonical(number),
    "same": lambda _, number, whole, __: same(number, whole),
    "translate": lambda _, number, __, ___: translate(number, _PLAIN),
    "input_shape": lambda _, number, __, ___: input_shape(number),
    "output_shape": lambda _, number, __, ___: output_shape(number),
    "settled_input": lambda _, number, __, ___: settled_input(number),
    "read_field": lambda _, number, __, ___: read_field(number, "left"),
    "guard": lambda _, number, __, ___: Guards(
        View(atoms={INT: lambda value: isinstance(value, int)}), DATA.relation
    ).misfit([], number),
}


def _innermost(source: Type, target: Type) -> object:
    why = explain(source, target, DATA.relation)
    return None if why is None else why.innermost()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_ends(walk: str, shape: str) -> None:
    number, whole, text = (doubled(leaf, shape) for leaf in (NUMBER, INT, STRING))
    started = time.process_time()
    WALKS[walk](shape, number, whole, text)
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("language", EVERYONE, ids=repr)
def test_a_question_ends(language, shape: str) -> None:
    fresh = type(language.relation)(language.relation.rules)
    number, whole, text = (doubled(leaf, shape) for leaf in (NUMBER, INT, STRING))
    started = time.process_time()
    for target in (whole, text, DYNAMIC):
        fresh.assignable(number, target)
        fresh.assignable(target, number)
    assert time.process_time() - started < SECONDS


def test_shipped_translations_end() -> None:
    started = time.process_time()
    for dialect in shipped_dialects().values():
        for shape in SHAPES:
            translate(doubled(INT, shape), dialect)
    assert time.process_time() - started < SECONDS


@pytest.mark.parametrize("shape", SHAPES)
def test_spelling_has_a_limit(shape: str) -> None:
    for levels in (25, 30, LEVELS, 140):
        assert len(brief(doubled(INT, shape, levels))) <= 160
        assert len(show(doubled(INT, shape, levels))) <= 25_000


def test_a_thin_type_is_brief_as_well() -> None:
    deep: Type = INT
    for _ in range(100):
        deep = list_of(deep)
    assert len(brief(deep)) <= 160
    wide = union_of(*[literal(STRING, f"member number {place}") for place in range(500)])
    assert len(brief(wide)) <= 160
    assert brief(wide).endswith("…")


def test_a_wide_type_is_spelled_a_few_times_at_most() -> None:
    asked: list[str] = []

    def name(text: str) -> str:
        asked.append(text)
        return text

    wide = object_of({f"field{place}": INT for place in range(1_000)})
    assert len(show(wide, Notation(field_name=name), 120)) <= 160
    assert len(asked) < 200  # what fits, once for each width that is tried


def test_an_explanation_has_a_limit() -> None:
    why = explain(doubled(INT, "objects"), doubled(STRING, "objects"), DATA.relation)
    waiting = [why]
    count = 0
    while waiting:
        one = waiting.pop()
        count += 1
        waiting.extend([part.mismatch for part in one.parts])
    assert count < 2000


def test_relations_are_told_apart() -> None:
    # Each has its own memory: an answer of one language is none of another's.
    assert RCL.relation.assignable(INT, NUMBER) is not DATA.relation.assignable(INT, NUMBER)
    assert isinstance(CONVERSION.relation, Relation)
    assert ASSIGNMENT.relation is not CONVERSION.relation

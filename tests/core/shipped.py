"""The relations that are shipped, each with the types its language has.  Laws run on these only."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from core.oracle import (
    CHAIN,
    TREE,
    Maker,
    Oracle,
    Vocabulary,
    all_types,
    empty,
    gradual_types,
    static_types,
)
from hypothesis import given, settings
from hypothesis import strategies as st

import confty
from confty.languages.data import rules as data_rules
from confty.languages.jsonnet import rules as jsonnet_rules
from confty.languages.pcl import rules as pcl_rules
from confty.languages.pcl import unify as pcl_unify
from confty.languages.phy import rules as phy_rules
from confty.languages.rcl import rules as rcl_rules
from confty.types import (
    BOOL,
    CHAR,
    FALSE,
    FLOAT,
    ID,
    INT,
    NULL,
    NUMBER,
    STRING,
    TRUE,
    Dialect,
    Relation,
    Type,
    common,
    enum,
    gradual_union,
    literal,
    merge,
    widen,
)

_TEXTS = tuple(literal(STRING, text) for text in ("a", "b", ""))
_COLOURS = enum("core:colour", STRING, ["a", "b"])


class Language(NamedTuple):
    """One shipped relation and what it is asked about."""

    name: str
    relation: Relation
    words: Vocabulary
    oracle: Oracle
    # How the language makes one type of two; None where there is none.
    join: Callable[[Type, Type], Type | None]
    join_relation: Relation  # the one in which sides flow into a join

    def __repr__(self) -> str:
        return self.name

    @property
    def static(self) -> Maker:
        return static_types(self.words)

    @property
    def gradual(self) -> Maker:
        return gradual_types(self.words)

    @property
    def all(self) -> Maker:
        return all_types(self.words)


def _language(name, relation, words, join, join_relation=None) -> Language:
    return Language(name, relation, words, Oracle(words), join, join_relation or relation)


# JSON, YAML and TOML: what inference and JSON Schema make.
DATA = _language(
    "data",
    data_rules.RELATION,
    Vocabulary(
        leaves=(
            NULL,
            BOOL,
            INT,
            NUMBER,
            STRING,
            TRUE,
            *_TEXTS,
            literal(INT, 1),
            literal(NUMBER, 1.5),
        ),
        keys=(STRING, STRING, INT),
        tuples=True,
        open_objects=True,
        optional_fields=True,
        named=(TREE, CHAIN),
    ),
    lambda left, right: merge((left, right), data_rules.RELATION),
)

# The types document: null, true, false, number, string, arrays, tuples, sets, objects, functions.
JSONNET = _language(
    "jsonnet",
    jsonnet_rules.RELATION,
    Vocabulary(
        leaves=(NULL, TRUE, FALSE, NUMBER, STRING),
        sets=True,
        sets_are_lists=True,
        tuples=True,
        open_objects=True,
        hidden_fields=True,
        absorbing=True,
        named_parameters=True,
    ),
    gradual_union,
)

# The RCL reference, 6.1, and records.
RCL = _language(
    "rcl",
    rcl_rules.RELATION,
    Vocabulary(
        leaves=(NULL, BOOL, NUMBER, STRING),
        keys=(STRING, NUMBER),
        sets=True,
        optional_fields=True,
        named=(TREE, CHAIN),
    ),
    widen,
)

# The Phy reference, 3.
PHY = _language(
    "phy",
    phy_rules.RELATION,
    Vocabulary(
        leaves=(BOOL, INT, FLOAT, CHAR),
        lengths=(None, 1, 2),
        tuples=True,
        written_unions=True,
    ),
    lambda left, right: common(left, right, phy_rules.RELATION),
)

# The PCL reference, 9.
_PCL_WORDS = Vocabulary(
    leaves=(NULL, BOOL, INT, NUMBER, STRING, ID, *_TEXTS, literal(INT, 1), _COLOURS),
    keys=(STRING,),
    sets=True,
    tuples=True,
    eventuals=True,
    named=(TREE, CHAIN),
)


def _unified(left: Type, right: Type) -> Type:
    return pcl_unify.unify_all([left, right])[0]


# Unifying compares tuples and objects by what unifying them gives.
_BONDS = pcl_unify._BONDS
CONVERSION = _language(
    "pcl conversion", pcl_rules.CONVERSION, _PCL_WORDS, _unified, join_relation=_BONDS
)
ASSIGNMENT = _language(
    "pcl assignment", pcl_rules.ASSIGNMENT, _PCL_WORDS, _unified, join_relation=_BONDS
)

EVERYONE = (DATA, JSONNET, RCL, PHY, CONVERSION, ASSIGNMENT)
# The relations in which a value is never changed on its way: SAFE and NO speak of values.
PLAIN = (DATA, JSONNET, RCL)


def among(languages: tuple[Language, ...]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("language", languages, ids=lambda one: one.name)


EXAMPLES = int(os.environ.get("CONFTY_LAW_EXAMPLES", "40"))


def law(**drawn: st.SearchStrategy[object]):
    """Run a test on many examples; ``CONFTY_LAW_EXAMPLES`` says how many.

    The test keeps its body and what it draws, so that it can be run on something broken.
    """

    def made(body):
        checked = settings(max_examples=EXAMPLES, deadline=None)(given(**drawn)(body))
        checked.body, checked.drawn = body, drawn
        return checked

    return made


@cache
def _inhabited(of: Maker) -> Maker:
    return of.filter(lambda one: not empty(one))


def typed_value(
    draw: Callable[..., object], language: Language, of: Maker | None = None
) -> tuple[Type, object]:
    """A type that has values, and one of them."""
    type_ = draw(_inhabited(language.static if of is None else of))
    return type_, draw(language.oracle.value_of(type_))


@cache
def shipped_dialects() -> dict[str, Dialect]:
    """Every dialect a language states."""
    found: dict[str, Dialect] = {}
    root = Path(confty.__path__[0])
    for path in sorted(root.rglob("*.py")):
        if root / "types" in path.parents or "Dialect(" not in path.read_text(encoding="utf-8"):
            continue
        name = ".".join(["confty", *path.relative_to(root).with_suffix("").parts])
        module = import_module(name.removesuffix(".__init__"))
        for key, value in vars(module).items():
            if isinstance(value, Dialect):
                found[f"{module.__name__}.{key}"] = value
    return found

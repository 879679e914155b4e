"""Random values of the value layer, for laws and interop tests."""

from __future__ import annotations

from hypothesis import strategies as st

from confty.values import Archive, Asset, Labelled, Output, ResourceReference, Unknown, label
from confty.values.cells import settled_cell
from confty.values.signatures import KEY, KIND_OF

URNS = [f"urn:pulumi:dev::proj::pkg:mod:Typ::{name}" for name in "abc"]

texts = st.text(st.characters(codec="utf-8"), max_size=12).filter(lambda text: text not in KIND_OF)
keys = st.text(st.characters(codec="utf-8"), max_size=8).filter(
    lambda text: text != KEY and text not in KIND_OF
)
numbers = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False)
scalars = st.none() | st.booleans() | numbers | texts
dependencies = st.frozensets(st.sampled_from(URNS), max_size=2)


def containers(inner):
    return st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4)


plain = st.recursive(scalars, containers, max_leaves=12)

assets = st.builds(lambda text: Asset(text=text), texts) | st.builds(
    lambda path: Asset(path=path), texts.filter(bool)
)
archives = st.builds(
    lambda found: Archive(assets=found), st.dictionaries(keys, assets, max_size=2)
)
references = st.builds(
    ResourceReference,
    st.sampled_from(URNS),
    st.none() | st.just(Unknown()) | texts.filter(bool),
    st.sampled_from(["", "1.2.3"]),
)
special = assets | archives | references | st.binary(max_size=6)


def labelled_by(inner):
    return st.builds(
        lambda value, secret, deps: label(value, secret=secret, dependencies=deps),
        inner,
        st.booleans(),
        dependencies,
    )


unknowns = st.builds(
    lambda kind, secret, deps: Labelled(Unknown(kind), secret, deps),
    st.sampled_from(sorted(KIND_OF.values())),
    st.booleans(),
    dependencies,
)

# Labelled trees: any label at any node.
trees = st.recursive(
    scalars | unknowns, lambda inner: containers(inner) | labelled_by(inner), max_leaves=12
)
# The same with every kind of leaf.
rich_trees = st.recursive(
    scalars | unknowns | special,
    lambda inner: containers(inner) | labelled_by(inner),
    max_leaves=12,
)

outputs = st.builds(lambda tree: Output(settled_cell(tree)), trees)
known_outputs = st.builds(
    lambda tree: Output(settled_cell(tree)),
    st.recursive(scalars, lambda inner: containers(inner) | labelled_by(inner), max_leaves=12),
)

"""Import rings on small graphs."""

from hypothesis import given
from hypothesis import strategies as st

from confty.workspace import ImportGraph


def graph(*edges):
    made = ImportGraph()
    for importer, imported in edges:
        made.add(importer, imported)
    return made


def test_a_ring_is_reported_once_from_its_first_file():
    assert graph(("b", "c"), ("c", "a"), ("a", "b")).cycles() == [("a", "b", "c")]


def test_a_file_that_imports_itself_is_a_ring():
    assert graph(("a", "a")).cycles() == [("a",)]


def test_a_diamond_is_no_ring():
    assert graph(("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")).cycles() == []


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=14))
def test_there_is_a_ring_exactly_when_sorting_fails(edges):
    from graphlib import CycleError, TopologicalSorter

    sorter = TopologicalSorter()
    for importer, imported in edges:
        sorter.add(importer, imported)
    try:
        sorter.prepare()
        rings = False
    except CycleError:
        rings = True
    assert bool(graph(*edges).cycles()) is rings


@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=14),
    st.sets(st.sampled_from("abcdef")),
)
def test_the_edges_under_some_files_are_those_that_they_lead_to(edges, names):
    reached = set(names)
    for _ in edges:
        reached |= {imported for importer, imported in edges if importer in reached}
    wanted = sorted({edge for edge in edges if edge[0] in reached})
    assert graph(*edges).edges_under(names) == wanted
    assert graph(*edges).edges() == sorted(set(edges))

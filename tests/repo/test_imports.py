"""No module needs itself: imports among modules make no rings, however they are hidden.

An import inside a function and one for annotations only count like any other.
"""

from graphlib import CycleError, TopologicalSorter

import grimp


def ring(graph: grimp.ImportGraph) -> list[str]:
    """Modules that import each other in turn; none where there are no such."""
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as found:
        return found.args[1]
    return []


def test_a_ring_is_found():
    graph = grimp.ImportGraph()
    for name in "abcd":
        graph.add_module(name)
    for importer, imported in ("ab", "bc", "ca", "cd"):
        graph.add_import(importer=importer, imported=imported)
    assert {*ring(graph)} == {"a", "b", "c"}


def test_no_ring_of_imports():
    graph = grimp.build_graph("confty", cache_dir=None, exclude_type_checking_imports=False)
    assert ring(graph) == []

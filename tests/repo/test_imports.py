"""No module needs itself: imports among modules make no rings, however they are hidden.

An import inside a function and one for annotations only count like any other.
"""

import grimp


def rings(graph: grimp.ImportGraph) -> list[set[str]]:
    """The sets of modules that reach each other (Tarjan), of more than one module."""
    found: list[set[str]] = []
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: list[str] = []
    for start in sorted(graph.modules):
        if start in number:
            continue
        walk = [(start, iter(sorted(graph.find_modules_directly_imported_by(start))))]
        number[start] = lowest[start] = len(number)
        open_.append(start)
        while walk:
            module, imported = walk[-1]
            following = next(imported, None)
            if following is None:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    lowest[above] = min(lowest[above], lowest[module])
                if lowest[module] == number[module]:
                    at = open_.index(module)
                    ring = set(open_[at:])
                    del open_[at:]
                    if len(ring) > 1:
                        found.append(ring)
            elif following not in number:
                number[following] = lowest[following] = len(number)
                open_.append(following)
                inner = sorted(graph.find_modules_directly_imported_by(following))
                walk.append((following, iter(inner)))
            elif following in open_:
                lowest[module] = min(lowest[module], number[following])
    return found


def test_a_ring_is_found():
    graph = grimp.ImportGraph()
    for name in "abcd":
        graph.add_module(name)
    for importer, imported in ("ab", "bc", "ca", "cd"):
        graph.add_import(importer=importer, imported=imported)
    assert rings(graph) == [{"a", "b", "c"}]


def test_no_ring_of_imports():
    graph = grimp.build_graph("confty", cache_dir=None, exclude_type_checking_imports=False)
    found = [sorted(module.removeprefix("confty.") for module in ring) for ring in rings(graph)]
    assert found == []

"""The library is the published one, and each of its functions is described in one record."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.rcl_hosts import run

from confty.languages.rcl.checker.signatures import signature
from confty.languages.rcl.library.record import LibraryFunction
from confty.languages.rcl.library.table import BY_CLASS, LIBRARY, METHODS, STD_VALUE
from confty.types import Function

# The reference's chapters on std and on the methods of each type, with the names of parameters.
PUBLISHED = {
    "std": "format_json(value) range(lower,upper) read_file_utf8(path)",
    "Dict": "contains(key) except(key) get(key,default) keys() len() values()",
    "List": (
        "all(predicate) any(predicate) contains(element) enumerate() filter(predicate)"
        " flat_map(map_element) fold(seed,reduce) group_by(get_key) join(separator)"
        " key_by(get_key) len() map(map_element) reverse() sort() sort_by(get_key) sum()"
        " to_set_dedup() to_set_unique()"
    ),
    "Number": "round(n_decimals)",
    "Set": (
        "all(predicate) any(predicate) contains(element) except(element) filter(predicate)"
        " flat_map_dedup(map_element) group_by(get_key) key_by(get_key) len()"
        " map_dedup(map_element) sort() sort_by(get_key) sum() to_list()"
        " transitive_closure(expand)"
    ),
    "String": (
        "chars() contains(needle) ends_with(suffix) len() parse_int() parse_number()"
        " remove_prefix(prefix) remove_suffix(suffix) replace(needle,replacement)"
        " split(separator) split_lines() starts_with(prefix) to_lowercase() to_uppercase()"
    ),
}


def test_what_is_published_has_a_record_and_nothing_else_has() -> None:
    recorded = {
        f"{kind}.{one.name}({','.join(one.names)})"
        for one in LIBRARY
        if not one.ours
        for kind in one.kinds
    }
    published = {f"{kind}.{one}" for kind, many in PUBLISHED.items() for one in many.split()}
    assert recorded == published
    assert set(STD_VALUE) - {one.name for one in LIBRARY} == {"empty_set"}


@pytest.mark.parametrize("one", LIBRARY, ids=lambda one: f"{one.kinds[0]}.{one.name}")
def test_record(one: LibraryFunction) -> None:
    assert one.documentation[0].isupper()
    assert one.documentation.endswith(".")
    found = signature(one)
    assert isinstance(found, Function)
    assert tuple([parameter.name for parameter in found.parameters or ()]) == one.names


def test_no_method_is_described_twice() -> None:
    named = [(kind, one.name) for one in LIBRARY for kind in one.kinds]
    assert len(named) == len({*named})


@pytest.mark.parametrize(
    ("kind", "receiver"),
    [("Dict", "{}"), ("List", "[]"), ("Number", "(1)"), ("Set", "{1}"), ("String", '"a"')],
)
def test_every_method_is_found_at_run_time(kind: str, receiver: str) -> None:
    for name in METHODS[kind]:
        found = run(f"{receiver}.{name}")
        assert (found.name, found.function) == (f"{kind}.{name}", METHODS[kind][name])
    assert BY_CLASS[run(receiver).__class__] is METHODS[kind]


PAGE = Path(__file__).resolve().parents[2] / "docs" / "languages" / "rcl-library.md"
HEAD = """# The library of RCL

Every function, as its record in `src/confty/languages/rcl/library` describes it. In types, `T` is the type of the
receiver's elements, `K` and `V` are those of its keys and values, `Self` is its own type, and `U` follows from the
arguments. `std.empty_set` is the empty set, which has no notation of its own.
"""


def page() -> str:
    lines = [HEAD]
    for kind in ("std", "Dict", "List", "Set", "Number", "String"):
        lines += [f"## {kind}", "", "| function | what it gives |", "|---|---|"]
        for one in sorted(LIBRARY, key=lambda one: one.name):
            if kind in one.kinds:
                call = f"{one.name}({', '.join(one.parameters)})"
                result = one.result.replace(" | ", " or ")
                lines.append(f"| `{call} -> {result}` | {one.documentation} |")
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def test_page(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--rewrite"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()

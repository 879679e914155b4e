"""Types are graphs: what is doubled forty times is walked once, by every rule of the checker."""

from __future__ import annotations

from time import process_time

import pytest

from confty import types
from confty.languages.jsonnet.checker import Units
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.notation import spell
from confty.languages.jsonnet.library import FUNCTIONS
from confty.text import Source
from confty.workspace import Memory
from confty.workspace.host import WorkspaceHost

LEVELS = 40
OBJECTS = "local a0 = { x: 1 };\n" + "".join(
    f"local a{n} = {{ l: a{n - 1}, r: a{n - 1} }};\n" for n in range(1, LEVELS)
)
ARRAYS = "local b0 = [1];\n" + "".join(
    f"local b{n} = [b{n - 1}, b{n - 1}];\n" for n in range(1, LEVELS)
)
OBJECT, ARRAY = f"a{LEVELS - 1}", f"b{LEVELS - 1}"
FUNCTION = "local f0(x) = [x, x]; " + "".join(
    f"local f{n}(x) = f{n - 1}(f{n - 1}(x)); " for n in range(1, 9)
)
PROGRAMS = [
    FUNCTION + "f8(1)",
    FUNCTION.replace("[x, x]", "{ a: x, b: x }") + "f8(1) - 1",
    OBJECTS + f"{OBJECT} + {{ l+: {OBJECT} }}",
    OBJECTS + f"{OBJECT} == a{LEVELS - 2}",
    OBJECTS + f"{OBJECT} - 1",
    OBJECTS + f"local f(x) = assert std.isArray(x); x; f({OBJECT})",
    OBJECTS + f"if std.isObject({OBJECT}) then {OBJECT}.l else {OBJECT}.r",
    OBJECTS + f"'%s %(l)s' % {OBJECT}",
    ARRAYS + f"{ARRAY} + {ARRAY}",
    ARRAYS + f"[x for x in {ARRAY} if x == {ARRAY}]",
]


def checked(text: str) -> Checked:
    source = Source("graphs.jsonnet", text)
    return Units(WorkspaceHost(Memory({source.name: text}))).check(source)


@pytest.mark.parametrize("text", PROGRAMS, ids=range(len(PROGRAMS)))
@pytest.mark.timeout(60)
def test_programs(text: str) -> None:
    found = checked(text)
    assert len(spell(found.type)) < 100_000
    assert all(len(one.message) < 100_000 for one in found.findings)


ARGUMENTS = [
    OBJECT,
    ARRAY,
    f"{OBJECT}, {OBJECT}",
    f"{ARRAY}, {ARRAY}",
    f"function(x) x, {ARRAY}",
    f"function(x, y) {OBJECT}, {ARRAY}, {ARRAY}",
]


@pytest.mark.parametrize("given", ARGUMENTS)
@pytest.mark.timeout(120)
def test_library(given: str) -> None:
    """A function of each, all in one program."""
    calls = ", ".join(f"std.{name}({given})" for name in sorted(FUNCTIONS))
    checked(f"{OBJECTS}{ARRAYS}[{calls}]")


@pytest.mark.parametrize("layer", ["{}", "+ {}"])
def test_a_row_of_names_is_not_written_out(layer: str) -> None:
    """Each has one field more than the last: all of them together take the square."""
    row = [f"local b{i} = b{i - 1} {layer.format(f'{{ f{i}: {i} }}')};" for i in range(1, 400)]
    found = checked("local b0 = { f0: 0 };" + "".join(row) + "b399")
    literals = [one for one in found.checker.types.values() if isinstance(one, types.Object)]
    waiting = list(dict.fromkeys([one for one in literals if one.pending is not None]))
    assert len(waiting) > 390
    assert isinstance(found.type, types.Object)
    assert len(found.type.fields) == 400
    assert waiting[7].by_name.keys() == {f"f{i}" for i in range(9)}


LAYERS = [
    "{ a: 1, b: self.a }", "{ a: 'x' }", "{ a: 2, c:: 3 }", "{ ['x' + y]: 1 for y in std.range(1, 2) }",
    "{ [std.extVar('k')]: 1, d: 4 }", "{ b+: { x: 1 } }", "{ c: 5, late: self.d }", "{}",
]  # fmt: skip


@pytest.mark.parametrize(
    "rows", [(0, 2, 6), (0, 1, 4), (6, 4, 0, 1), (0, 6, 7, 2, 4, 6), (3, 0, 5, 1)]
)
def test_what_is_worked_out_late_is_the_same(rows: tuple[int, ...]) -> None:
    """Whether somebody asks for each sum on the way, or only for the last."""
    names = [f"local n{at} = {LAYERS[one]};" for at, one in enumerate(rows)]
    sums = [
        f"local s{at} = {f's{at - 1}' if at > 1 else 'n0'} + n{at};" for at in range(1, len(rows))
    ]
    end = f"s{len(rows) - 1}"
    at_once = checked("".join(names + sums) + end).type
    asked = [f"local o{at} = std.objectFields(s{at});" for at in range(1, len(rows))]
    one_by_one = checked(
        "".join(names + [line for pair in zip(sums, asked, strict=True) for line in pair]) + end
    )
    for node, type_ in one_by_one.checker.types.items():
        del node
        assert isinstance(type_, types.Type)
        types.plain(type_)
    assert types.plain(at_once) is types.plain(one_by_one.type)


@pytest.mark.parametrize("fold", ["foldl", "foldr"])
@pytest.mark.timeout(60)
def test_folds_deep_inside_each_other(fold: str) -> None:
    """A trial at each level, and inside of it one at each level below, would be 36,000."""
    text = "1"
    for level in range(60):
        text = f"std.{fold}(function(a{level}, x{level}) a{level} + {text}, [1, 2, 3], 0)"
    begun = process_time()
    assert spell(checked(text).type) in {"number", "number | string"}
    assert process_time() - begun < 15

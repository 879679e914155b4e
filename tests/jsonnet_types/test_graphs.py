"""Types are graphs: what is doubled forty times is walked once, by every rule of the checker."""

from __future__ import annotations

import pytest

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

"""Checked files that another process is given: the same findings, without checking them again."""

from __future__ import annotations

import pickle

import pytest

from confty.languages.jsonnet.checker import Units, carrying
from confty.languages.jsonnet.checker.keeping import KEPT
from confty.text import Source
from confty.workspace import Config, Memory, Project

FILES = {
    "lib.libsonnet": """
local more = import 'more.libsonnet';
{
  // Adds one.
  port(n, base=more.base):: base + n,
  deep:: more { x+: { y: self.z, z: 1 } },
  pick(o):: if std.isObject(o) && std.objectHas(o, 'a') then o.a else [o, 'none'],
  names: [std.asciiUpper(one) for one in ['a', 'b']],
  made: { ['k' + i]: i for i in std.range(1, 3) },
  self_: self.deep.x,
}
""",
    "more.libsonnet": "{ base: 8000, x: { w: 'text' }, f(x):: assert std.isNumber(x); x + 1 }",
}
PROGRAM = """
local lib = import 'lib.libsonnet';
{
  a: lib.port('1'), b: lib.deep.x.nope, c: lib.pick({ a: 1 }) + 1, d: lib.names.x, e: lib.deep.f('t'),
  f: lib { port: 1 }.port(1), g: lib.self_.w - 1, h: lib.made.k1, i: lib.por(1),
}
"""


def found(texts: dict[str, str], name: str) -> list[tuple[object, ...]]:
    project = Project(Config({}), Memory(texts), {"cache": False})
    return [(str(one), one.notes, one.help, one.severity) for one in project.found(name)]


def host(texts: dict[str, str]):
    return Project(Config({}), Memory(texts), {"cache": False}).host("a.jsonnet", "jsonnet")


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    """As in a process that has just begun."""
    monkeypatch.setattr(KEPT, "_files", {})
    monkeypatch.setattr(KEPT, "_size", 0)


def carried(texts: dict[str, str]) -> tuple[list[tuple[object, ...]], bytes]:
    here = found(texts, "a.jsonnet")
    data = carrying.pack([name for name in texts if name != "a.jsonnet"])
    assert data is not None
    KEPT._files.clear()
    return here, data


def test_the_same_findings_and_nothing_checked_twice(monkeypatch) -> None:
    texts = {**FILES, "a.jsonnet": PROGRAM}
    here, data = carried(texts)
    assert len(here) >= 6
    assert carrying.unpack(data, host(texts)) == 2
    made: list[str] = []
    real = Units._made

    def noted(units, unit):
        made.append(unit.source.name)
        return real(units, unit)

    monkeypatch.setattr(Units, "_made", noted)
    assert found(texts, "a.jsonnet") == here
    assert made == ["a.jsonnet"]
    assert carrying.unpack(data, host(texts)) == 0


def test_functions_that_nobody_has_called_travel_too() -> None:
    library = "{ a(value): { spec+: { x: value } }, b(value): { y: value }, c: { d(x): [x] } }"
    program = "local l = import 'l.libsonnet'; [l.a(1).spec.z, l.b(1).z, l.c.d(1)[1], l.e]"
    texts = {"l.libsonnet": library, "a.jsonnet": program}
    other = {**texts, "a.jsonnet": "(import 'l.libsonnet').a(1)"}
    here = found(texts, "a.jsonnet")
    KEPT._files.clear()
    _, data = carried(other)
    assert carrying.unpack(data, host(texts)) == 1
    assert len(here) == 4
    assert found(texts, "a.jsonnet") == here


def test_another_text_is_checked_anew() -> None:
    texts = {**FILES, "a.jsonnet": PROGRAM}
    _, data = carried(texts)
    other = {**texts, "more.libsonnet": "{ base: 'x', x: { nope: 1 }, f(x):: x }"}
    fresh = found(other, "a.jsonnet")
    KEPT._files.clear()
    carrying.unpack(data, host(other))
    assert found(other, "a.jsonnet") == fresh


def test_what_is_not_ours_is_not_made(tmp_path) -> None:
    texts = {**FILES, "a.jsonnet": PROGRAM}
    _, data = carried(texts)
    first, second, _ = carrying._parts(data)

    class Evil:
        def __reduce__(self):
            return open, (str(tmp_path / "made"), "w")

    parts = [first, second, pickle.dumps(Evil())]
    forged = b"".join(len(one).to_bytes(8, "big") + one for one in parts)
    with pytest.raises(pickle.UnpicklingError, match="not ours"):
        carrying.unpack(forged, host(texts))
    assert not (tmp_path / "made").exists()
    assert KEPT.get("lib.libsonnet") is None


def test_inputs_stay_where_they_are() -> None:
    texts = {**FILES, "a.jsonnet": PROGRAM}
    flags = {"cache": False, "ext_vars": {"s": ("secret", "hunter2")}}
    Project(Config({}), Memory(texts), flags).found("a.jsonnet")
    assert KEPT.get("lib.libsonnet")
    assert carrying.pack(["lib.libsonnet"]) is None


def test_rings_and_long_rows() -> None:
    ring = {
        "a.jsonnet": "(import 'b.libsonnet').x + 'y' - 1",
        "b.libsonnet": "{ x: 1, c: (import 'c.libsonnet').z }",
        "c.libsonnet": "{ z: 2, b: (import 'b.libsonnet').x }",
    }
    here, data = carried(ring)
    carrying.unpack(data, host(ring))
    assert found(ring, "a.jsonnet") == here
    KEPT._files.clear()
    row = "".join(f"local b{i} = b{i - 1} {{ f{i}: {i} }};" for i in range(1, 600))
    found(
        {"a.jsonnet": "import 'b.libsonnet'", "b.libsonnet": f"local b0 = {{}};{row}b599"},
        "a.jsonnet",
    )
    assert KEPT.get("b.libsonnet")
    assert carrying.pack(["b.libsonnet"]) is None


def test_source_is_a_source() -> None:
    texts = {**FILES, "a.jsonnet": PROGRAM}
    _, data = carried(texts)
    carrying.unpack(data, host(texts))
    kept = KEPT.get("lib.libsonnet")
    assert kept is not None
    assert isinstance(kept.source, Source)
    assert kept.source.text == FILES["lib.libsonnet"]

"""What a process holds of the files it has checked: what others import, and not the rest."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.keeping import KEPT
from confty.workspace import Config, Memory, Project

LIBRARY = """{
  list(items):: [item { more: $.shared } for item in items],
  each(f, items):: std.map(f, items),
  shared: { a: 1 },
  app(name, extra={}):: { name: name, all: [{ of: name } + extra] } + extra,
}"""
PROGRAM = """local lib = import 'lib.libsonnet';
local own = { number: %d, twice: self.number * 2, deep: [{ x: $.number } for i in [1, 2]] };
{
  apps: lib.list([own, own { other: 1 }]) + [lib.app('a', own), lib.app('b')],
  mapped: lib.each(function(x) x { y: own.number }, [own]),
  folded: std.foldl(function(all, one) all + [one, own], [own], []),
  pruned: std.prune([own, null]), merged: std.mergePatch(own, { z: own }),
  wrong: own.nummer + lib.app('c', own).extra,
}"""


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(KEPT, "_files", {})
    monkeypatch.setattr(KEPT, "_size", 0)


def project(count: int) -> Project:
    files = {f"p{i}.jsonnet": PROGRAM % i for i in range(count)}
    return Project(Config({}), Memory({**files, "lib.libsonnet": LIBRARY}), {"cache": False})


def spelled(found) -> list[tuple[object, ...]]:
    return [(str(one), one.notes, one.help, one.severity) for one in found]


def alive(source: str) -> list[Checker]:
    gc.collect()
    found = [one for one in gc.get_objects() if isinstance(one, Checker)]
    return [one for one in found if not vars(one) or one.source.name.startswith(source)]


def test_types_hold_no_file_that_nobody_has() -> None:
    # Arrays and unions of objects that remember their file were held by their own parts.
    before = len(alive("p"))
    made = [ref(project(1).checked("p0.jsonnet").output) for _ in range(3)]
    work = project(40)
    for i in range(40):
        work.found(f"p{i}.jsonnet")
    assert len(alive("p")) > before + 20
    KEPT._files.clear()
    del work
    # Some questions about types are remembered, but for a bounded number of them.
    assert len(alive("p")) <= before + 6
    assert [one() for one in made] == [None] * 3


def test_a_program_checked_for_its_findings_is_gone() -> None:
    asked, brief = project(30), project(30)
    wanted = [spelled(asked.found(f"p{i}.jsonnet")) for i in range(30)]
    assert all(len(one) >= 2 for one in wanted)
    KEPT._files.clear()
    before = len(alive("p"))
    assert [spelled(brief.found(f"p{i}.jsonnet", once=True)) for i in range(30)] == wanted
    assert list(KEPT._files) == ["lib.libsonnet"]
    assert len(alive("p")) <= before + 6
    # Its place is free for who asks about it.
    assert "number" in str(brief.checked("p3.jsonnet").output.result())
    assert spelled(brief.found("p3.jsonnet", once=True)) == wanted[3]
    assert "p3.jsonnet" in KEPT._files


def test_what_a_library_answers_afterwards() -> None:
    work = project(3)
    alone = project(0).checked("lib.libsonnet").output.result()
    KEPT._files.clear()
    for i in range(3):
        work.found(f"p{i}.jsonnet", once=True)
    # What fails inside is not to be taken for an answer that there is none.
    library = work.checked("lib.libsonnet").output.inner
    assert library.result() == alone
    for at in range(len(LIBRARY)):
        library.sight_at(at)
        library.signature_at(at)
        library.offers_at(at)
        library.spelled_at(at)
    assert isinstance(library.hints(0, len(LIBRARY)), list)
    assert spelled(work.found("p1.jsonnet")) == spelled(project(3).found("p1.jsonnet"))


def test_a_library_holds_no_program_that_led_to_it() -> None:
    files = {"p.jsonnet": "(import 'lib.libsonnet').app('a').all", "lib.libsonnet": LIBRARY}
    before = len(alive("p"))
    Project(Config({}), Memory(files), {"cache": False}).found("p.jsonnet")
    assert len(alive("p")) == before + 1
    del KEPT._files["p.jsonnet"]
    assert len(alive("p")) == before
    assert KEPT.get("lib.libsonnet")


def test_programs_that_are_imported_stay() -> None:
    files = {
        "a.jsonnet": "{ b: (import 'b.jsonnet').x, own: { a: 1 } }",
        "b.jsonnet": "{ x: 1, a: (import 'a.jsonnet').own.a.b }",
        "c.jsonnet": "(import 'c.jsonnet').d",
        "d.jsonnet": "import 'e.jsonnet'",
        "e.jsonnet": "{ e: 1 }.f",
    }
    work = Project(Config({}), Memory(files), {"cache": False})
    wanted = [spelled(work.found(name)) for name in files]
    KEPT._files.clear()
    assert [spelled(work.found(name, once=True)) for name in files] == wanted
    assert set(KEPT._files) == {"a.jsonnet", "b.jsonnet", "c.jsonnet", "e.jsonnet"}

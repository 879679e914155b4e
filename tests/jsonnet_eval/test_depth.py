"""Calls that wait for each other come to an end: soon, and as the user says."""

from __future__ import annotations

import sys
from time import process_time

import _gojsonnet
import pytest

import confty
from confty.cli.main import main

#: Each level makes an object larger, and has to look through all of it.
GROWING = [
    "local s = { f(x):: self { g:: 1 }.f(x) }; s.f(1)",
    "local s = { f(x):: (self + { g:: 1 }).f(x) }; s.f(1)",
    "local s = { f(x):: ($ + { g:: 1 }).f(x + 1) }; s.f(1)",
    "local s = { f(x):: self { f(x):: super.f(x) }.f(x) }; s.f(1)",
    "local s = { f:: self { g:: 1 }.f }; s.f",
    "local s = { f(x):: self { g:: 1, h:: std.length(self) }.f(super.h) }; ({ h:: 1 } + s).f(1)",
    "local s = { f(x):: std.objectRemoveKey(self { g:: 1 }, 'h').f(x) }; s.f(1)",
    "local s = { f(x):: std.objectRemoveKey(self, 'h').f(x) }; s.f(1)",
    "local s = { f(x):: [self { g:: 1 }.f(y) for y in [x]] }; s.f(1)",
    "local s = { f(x):: std.map(function(y) self { g:: 1 }.f(y), [x])[0] }; s.f(1)",
    "local s = { f(x):: std.foldl(function(a, y) a + self { g:: 1 }.f(y), [x], 0) }; s.f(1)",
    "local s = { f(x):: std.sort([x, 2], function(y) self { g:: 1 }.f(y)) }; s.f(1)",
    "local s = { assert true, f(x):: self { g:: 1 }.f(x) }; s.f(1)",
    "{ a: self { g: 1 } }",
]  # fmt: skip
#: The same without objects; the last two are loops of ours.
CALLS = [
    "local f(x) = f(x + [1]) + 1; f([])",
    "local f(x) = std.length(std.sort(x)) + f(x + [1]); f([])",
    "local f(x) = 1 + f(x + 'a'); f('')",
    "local f(x) = { a: f(x) }; std.toString(f(1))",
    "local f(x) = f(x + [1]); f([])",
    "local f(n) = if n == 0 then 7 else f(n - 1); f(100000)",
]
TOO_DEEP = "max stack frames exceeded"


def as_the_reference_says(program: str) -> bool:
    try:
        _gojsonnet.evaluate_snippet("p", program)
    except RuntimeError as error:
        return TOO_DEEP in str(error)
    return False


@pytest.mark.parametrize("program", GROWING)
def test_growing_objects_end_soon(tmp_path, program, capfd) -> None:
    assert as_the_reference_says(program)
    (tmp_path / "lib.libsonnet").write_text(program)
    (tmp_path / "a.jsonnet").write_text("import 'lib.libsonnet'")
    begun = process_time()
    with pytest.raises(confty.ConftyError, match=TOO_DEEP):
        confty.loads(program, "jsonnet", timeout=60)
    for command in ("eval", "jsonnet"):
        assert main([command, str(tmp_path / "a.jsonnet")]) == 1
        assert TOO_DEEP in capfd.readouterr().err
    # Hours, if each of 250,000 calls looks through all that the ones before have made.
    assert process_time() - begun < 40


@pytest.mark.parametrize("program", GROWING + CALLS)
def test_a_small_stack_is_small_everywhere(tmp_path, program, capfd) -> None:
    assert as_the_reference_says(program)
    (tmp_path / "a.jsonnet").write_text(program)
    begun = process_time()
    with pytest.raises(confty.ConftyError, match=TOO_DEEP):
        confty.loads(program, "jsonnet", max_stack=20, timeout=60)
    for command in ("eval", "jsonnet"):
        assert main([command, "--max-stack", "20", str(tmp_path / "a.jsonnet")]) == 1
        assert TOO_DEEP in capfd.readouterr().err
    assert process_time() - begun < 20


def test_a_deep_sum_that_grows_little_is_fine() -> None:
    program = """
      local f(n, o) = if n == 0 then o.total else 1 + f(n - 1, o { total: super.total + 1, ['a' + n]: o.total });
      f(450, { total: 0 })
    """
    assert confty.loads(program, "jsonnet") == 900
    assert confty.loads(program.replace("450", "2500"), "jsonnet", max_stack=3000) == 5000


def test_a_fold_may_read_what_it_has_put_together() -> None:
    program = "std.length(std.foldl(function(o, n) if 'x' in o then o else o + { ['a' + n]: n }, std.range(1, 2000), {}))"
    assert confty.loads(program, "jsonnet") == 2000


def test_room_for_one_thing_is_not_room_for_the_next() -> None:
    """Reading a program takes more room than the program may have."""
    limits: list[int] = []

    def native(_: object) -> int:
        limits.append(sys.getrecursionlimit())
        return 1

    program = "std.native('look')(std.length('a'))"
    assert confty.loads(program, "jsonnet", natives={"look": (("x",), native)}, max_stack=20) == 1
    assert limits == [10_000]

"""``confty.compat.rcl`` beside the original's own module."""

import sys
from pathlib import Path

import pytest

from confty.compat import rcl as ours

original = pytest.importorskip("rcl.rcl", reason="the original's module is not installed")

TEXTS = [
    "1", "-3", "0.5", "1e3", "10.0", "null", "true", '"a"', 'f"x{1 + 1}"', "[1, [2], {}]", "{1, 2, 2}",
    '{1: "a", true: [null]}', "{ a = 1, b = { c = 0.25 } }", "std.range(0, 4)", "[for x in [1, 2]: x * 2]",
    "{for x in [1, 2]: x: x}", "let x = 4; x + 0.5", '{"k": {"a", "b"}}',
]  # fmt: skip
BROKEN = ["1 +", "nope", "1 + true", 'import "gone.rcl"', "x => 1", '"a".nope()', "{1: x => 2}"]


@pytest.mark.parametrize("text", TEXTS)
def test_values(text: str) -> None:
    found, expected = ours.loads(text), original.loads(text)
    assert (found, _kinds(found)) == (expected, _kinds(expected))


def _kinds(value: object) -> object:
    if isinstance(value, dict):
        return [(_kinds(key), _kinds(one)) for key, one in value.items()]
    return [_kinds(one) for one in value] if isinstance(value, list) else type(value)


@pytest.mark.parametrize("text", BROKEN)
def test_mistakes_are_runtime_errors(text: str) -> None:
    with pytest.raises(RuntimeError):
        original.loads(text)
    with pytest.raises(RuntimeError):
        ours.loads(text)


@pytest.mark.parametrize("function", ["loads", "load_file"])
@pytest.mark.parametrize("given", [None, b"1", 1, bytearray(b"1"), "\ud800"])
def test_what_is_no_text_is_the_same_kind_of_error(function: str, given: object) -> None:
    wanted = UnicodeEncodeError if isinstance(given, str) else TypeError
    for module in (ours, original):
        with pytest.raises(wanted):
            getattr(module, function)(given)


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "work"
    inner.mkdir()
    (inner / "a.rcl").write_text('import "b.rcl"')
    (inner / "b.rcl").write_text("[1, 2]")
    (tmp_path / "outside.rcl").write_text("1")
    (inner / "c.rcl").write_text('import "../outside.rcl"')
    monkeypatch.chdir(inner)
    assert ours.load_file("a.rcl") == original.load_file("a.rcl") == [1, 2]
    for name in ("gone.rcl", "c.rcl"):
        with pytest.raises(RuntimeError):
            original.load_file(name)
        with pytest.raises(RuntimeError):
            ours.load_file(name)


def test_programs_run_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rcl", ours)
    import rcl

    assert rcl.loads("{a = 1}") == {"a": 1}

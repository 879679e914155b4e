"""Values that are gone through part by part: what shares nothing is not looked at twice."""

from __future__ import annotations

import pytest

import confty
from confty.languages.jsonnet.evaluator.manifest import extent

WAYS = {
    "flattened": "std.length(std.flattenDeepArray(%s))",
    "joined": "std.length(std.deepJoin(%s))",
    "Python": "std.length(std.manifestPython(%s))",
    "TOML": "std.length(std.manifestTomlEx({ a: %s }, ' '))",
    "YAML": "std.length(std.manifestYamlDoc(%s))",
    "XML": "std.length(std.manifestXmlJsonml(['a'] + %s))",
}
#: Lists of strings in lists, each a list of its own.
APART = "[['a', ['b']] for _ in std.range(1, 400)]"
#: As many, of which all are one list.
SHARED = "local one = ['a', ['b']]; [one for _ in std.range(1, 400)]"
BOMB = "local f(n) = if n == 0 then ['x'] else local l = f(n - 1); [l, l]; f(60)"


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """How often one has looked at a whole value."""
    found: list[object] = []
    monkeypatch.setattr(extent, "MANY", 100)
    whole = extent.Tally.__init__

    def counted(self, value, refuse=extent.refuse_endless) -> None:
        whole(self, value, lambda value: (found.append(value), refuse(value))[0])

    monkeypatch.setattr(extent.Tally, "__init__", counted)
    return found


def evaluated(way: str, text: str) -> object:
    return confty.loads(WAYS[way] % f"({text})", "jsonnet", cache=False)


@pytest.mark.parametrize("way", WAYS)
def test_what_shares_nothing_is_gone_through_once(way: str, looks: list[object]) -> None:
    assert evaluated(way, APART)
    assert looks == []


@pytest.mark.parametrize("way", WAYS)
def test_what_shares_its_parts_is_looked_at_once(way: str, looks: list[object]) -> None:
    assert evaluated(way, SHARED) == evaluated(way, APART)
    assert len(looks) == 1


@pytest.mark.parametrize("way", WAYS)
def test_more_than_can_be_remembered(
    way: str, looks: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others are remembered in their place: to look at the whole takes as long as to write it."""
    monkeypatch.setattr(extent, "_MOST_SEEN", 50)
    assert evaluated(way, APART)
    assert looks == []
    assert evaluated(way, SHARED)
    assert len(looks) == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.usefixtures("looks")
def test_what_shares_more_than_can_be_remembered(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extent, "_MOST_SEEN", 50)
    monkeypatch.setattr(extent, "LARGEST", 20_000)
    many = f"local many = {APART}; [many for _ in std.range(1, 40)]"
    with pytest.raises(confty.ConftyError, match="more than 100,000,000 values"):
        evaluated(way, many)


@pytest.mark.parametrize("way", WAYS)
def test_what_has_no_end_is_refused(way: str) -> None:
    with pytest.raises(confty.ConftyError, match="more than 100,000,000 values"):
        evaluated(way, BOMB)

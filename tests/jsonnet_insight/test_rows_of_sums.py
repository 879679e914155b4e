"""Names that each add to the one before: an editor does not compare each layer with all."""

from __future__ import annotations

import pytest
from support.jsonnet_places import marked

from confty.languages.jsonnet.insight import merges


def definitions(name: str) -> list[str]:
    """Where a field of the last of many names is written."""
    rows = [f"local m{i} = m{i - 1} + {{ f{i}: {i} }};" for i in range(1, 80)]
    return marked("\n".join(["local m0 = { f0: 0 };", *rows, f"m79.{name}§"])).definitions()


def test_layers_are_compared_once_for_each_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = [0]
    identity = merges._identity

    def counted(layer: object) -> object:
        compared[0] += 1
        return identity(layer)

    monkeypatch.setattr(merges, "_identity", counted)
    assert definitions("f0") == ["main.jsonnet:1:14"]
    # For each sum: its key, its nodes, and one comparison with a sum that has it inside.
    assert 0 < compared[0] < 4 * 80 * 80


def test_more_layers_than_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merges, "_MOST_LAYERS", 100)
    assert definitions("f0") == ["main.jsonnet:1:14"]
    assert definitions("f7") == ["main.jsonnet:8:19"]

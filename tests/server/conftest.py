from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.lsp import Client


@pytest.fixture
def client() -> Iterator[Client]:
    """A server that nobody has spoken to yet."""
    with Client() as made:
        yield made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace in which one file imports another."""
    (tmp_path / "lib.libsonnet").write_text("{\n  twice(x):: x * 2,\n  name: 'n',\n}\n")
    (tmp_path / "main.jsonnet").write_text(
        "local lib = import 'lib.libsonnet';\nlocal spare = 1;\n{ a: lib.twice(2), b: lib.nam }\n"
    )
    return tmp_path

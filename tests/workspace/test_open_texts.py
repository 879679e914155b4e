"""Texts that an editor holds are held to what holds for files."""

from __future__ import annotations

from pathlib import Path

from confty.workspace import Config
from confty.workspace.desk import Desk


def test_an_open_text_is_as_large_as_a_file_may_be(tmp_path: Path) -> None:
    desk = Desk(lambda _: Config({"max-file-size": 1}))
    name = str(tmp_path / "a.json")
    text = f'"{"x" * (1 << 20)}"'
    (tmp_path / "a.json").write_text(text)
    (on_disk,) = desk.look(name).findings
    assert on_disk.code.name == "file/unreadable"
    desk.update(name, text)
    (held,) = desk.look(name).findings
    assert held.message == on_disk.message
    desk.update(name, text[:10] + '"')
    assert desk.look(name).findings == []

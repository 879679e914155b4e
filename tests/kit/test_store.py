"""What is kept on disk, in a folder that others may use, too."""

from __future__ import annotations

import os
import time

from confty.kit.store import Store

OTHERS = ("mine.txt", "deadbeef.json", "notes/deadbeef", "README", "work.new")


def test_nothing_is_taken_away_that_somebody_else_has_put_there(tmp_path) -> None:
    store = Store(str(tmp_path), limit=1000)
    for name in OTHERS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x" * 2000)
    old = time.time() - 100_000
    for name in OTHERS:
        os.utime(tmp_path / name, (old, old))
    for number in range(20):
        store.store(f"{number:040x}", b"y" * 100)
        store.evict()
    assert len(list(store.entries())) < 20
    store.clear()
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == sorted(
        name.rpartition("/")[2] for name in OTHERS
    )


def test_what_was_left_unfinished_goes(tmp_path) -> None:
    store = Store(str(tmp_path))
    store.store("ab" * 20, b"1")
    names = [f"{name}.0123456789abcdef.new" for name in ("cd" * 20, "tally", "secret")]
    for name in names:
        (tmp_path / name).write_text("half")
    store.clear()
    assert list(tmp_path.iterdir()) == []

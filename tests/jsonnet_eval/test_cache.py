"""A cache can only make things faster: whatever is in it, a program's value is the same."""

from __future__ import annotations

import itertools
import marshal
import os
import random
from pathlib import Path

import pytest
from jsonnet_eval.programs import program
from support.shell import confty

from confty.kit.sources import OWN_SOURCES
from confty.kit.store import SIZE
from confty.languages.jsonnet.evaluator import cache as kept
from confty.languages.jsonnet.evaluator import keys as keys_of_entries
from confty.languages.jsonnet.evaluator import program as files
from confty.languages.jsonnet.evaluator.cache import Cache, user_cache
from confty.languages.jsonnet.evaluator.compiler import file as whole_files
from confty.languages.jsonnet.evaluator.compiler import thunks
from confty.languages.jsonnet.evaluator.hosted import CallbackImporter
from confty.languages.jsonnet.evaluator.manifest.json import json_text
from confty.languages.jsonnet.evaluator.run import Failure, RunSettings, evaluate
from confty.languages.jsonnet.evaluator.units import ContentUnits, UnitMemory

LIBRARY = """{
  f(x):: { a: { b(y):: { c:: function(z) [x, y, z], q: [y, y], u: 5 }, r: [x] }, c: x, s: [x, x] },
  g:: { h(i):: local j = [i, i + 1]; { k: j, l(m):: [m, i, j] } },
  e(x):: if x > 1 then error 'large' else { v: assert x < 1 : 'small'; x },
}
"""
ENTRIES = [
    "(import 'LIB').f(1).a.b(2).u",
    "(import 'LIB').f(1).a.b(2).c(3)",
    "(import 'LIB').f(1).a.r",
    "(import 'LIB').f(3).s",
    "(import 'LIB').g.h(1).k",
    "(import 'LIB').g.h(1).l(2)",
    "(import 'LIB').e(2)",
    "(import 'LIB').e(1)",
    "(import 'LIB').f((import 'LIB').g.h(1).l(2)).a.b(4).c((import 'COPY').f(5).s)",
]


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch) -> None:
    """Make every body a unit of its own, and every file worth keeping."""
    monkeypatch.setattr(whole_files, "_BIG", 0)
    monkeypatch.setattr(files, "_SMALL", 0)
    monkeypatch.setattr(thunks, "_MAIN_BUDGET", 8)
    monkeypatch.setattr(thunks, "_UNIT_BUDGET", 8)


@pytest.fixture(autouse=True, params=[None, 0, 2], ids=["translated", "hot", "tree"])
def often(request) -> int | None:
    """How often a body runs from the tree before it is translated."""
    global OFTEN  # noqa: PLW0603  what every run of a test is given
    OFTEN = request.param
    return request.param


def run(text: str, cache: Cache | None, library: str = LIBRARY) -> object:
    settings = RunSettings()
    settings.cache = cache
    settings.often = OFTEN
    # As another process, which remembers nothing.
    settings.units = UnitMemory()
    importer = CallbackImporter(lambda _, path: (path, library.encode()))
    try:
        return evaluate("main", text.encode(), importer, settings).apply(json_text)
    except Failure as failure:
        trail = failure.findings[0].trail
        return failure.head, [frame.span and (frame.span.start, frame.what) for frame in trail]


OFTEN: int | None = None
PLAIN = {}


def plain(text: str) -> object:
    if text not in PLAIN:
        PLAIN[text] = run(text, None)
    return PLAIN[text]


def units(**entry: tuple[str, object, object]) -> ContentUnits:
    made = ContentUnits()
    made.entry.update(entry)
    return made


def names(found: ContentUnits | None) -> set[str]:
    assert found is not None
    return {*found.entry, *found.hot}


def test_many_entry_points_in_many_orders(tmp_path) -> None:
    source = random.Random(1)
    for turn in range(30):
        cache = str(tmp_path / str(turn))
        for entry in source.sample(ENTRIES, len(ENTRIES)) + source.sample(ENTRIES, 3):
            assert run(entry, Cache(cache)) == plain(entry), (turn, entry)


def test_every_pair(tmp_path) -> None:
    for number, pair in enumerate(itertools.permutations(ENTRIES, 2)):
        for entry in pair:
            assert run(entry, Cache(str(tmp_path / str(number)))) == plain(entry), pair


def test_programs_as_libraries(tmp_path) -> None:
    """Generated programs imported at two paths, by entry points that read parts of them."""
    for seed in range(3000, 3040):
        library = program(seed)
        parts = ["import 'LIB'", "std.type(import 'LIB')", "[import 'LIB', import 'COPY']"]
        for entry in (*parts, *reversed(parts)):
            found = run(entry, Cache(str(tmp_path / str(seed))), library)
            assert found == run(entry, None, library), (seed, entry)


def test_equal_content_keeps_the_units_of_both(tmp_path, often) -> None:
    entry = "[(import 'LIB').f(1).s, (import 'COPY').g.h(1).k]"
    run(entry, Cache(str(tmp_path)))
    key = keys_of_entries.key_of(LIBRARY.encode(), labelled=False)
    first = Cache(str(tmp_path)).load(key)
    assert first is not None
    run("(import 'LIB').f(1).s", Cache(str(tmp_path / "other")))
    fewer = Cache(str(tmp_path / "other")).load(key)
    assert fewer is not None
    assert names(fewer) < names(first) if often in {None, 0} else fewer.tree == first.tree


def test_a_small_file_is_not_kept(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(files, "_SMALL", 2000)
    run("(import 'LIB').f(1).s", Cache(str(tmp_path)))
    key = keys_of_entries.key_of(LIBRARY.encode(), labelled=False)
    assert Cache(str(tmp_path)).load(key) is None


def test_runs_at_the_same_time_lose_nothing(tmp_path) -> None:
    key = "ab" + "0" * 38
    code = compile("1", "x", "exec")
    one, two = Cache(str(tmp_path)), Cache(str(tmp_path))
    one.store({key: units(main=("", code, []))})
    two.store({key: units(main=("", code, []), x=("main", code, []))})
    one.store({key: units(main=("", code, []), y=("main", code, []))})
    assert names(Cache(str(tmp_path)).load(key)) == {"main", "x", "y"}


def test_entries_that_do_not_fit_together_are_none(tmp_path) -> None:
    key = "ab" + "0" * 38
    code = compile("1", "x", "exec")
    cache = Cache(str(tmp_path))
    sources = OWN_SOURCES.noted("confty")
    for entry in (
        (None, {}, {"x": ("main", code, [])}),
        (None, {}, {"main": ("", code, []), "x": ("gone", code, [])}),
        (None, {}, {"main": ("", "code", [])}),
        (None, {}, {"main": ("", code)}),
        (None, {}, {"main": ("", code, 1)}),
        (None, {"f1": (1, 2)}, {}),
        (None, {"f1": ("", (), (), "f1", "code", [], ())}, {}),
        ((1, 2), {}, {}),
        ([1], {}, {}),
        (None, [], {}),
        (None, {}),
        {},
        [1],
    ):
        cache.disk.clear()
        for whole in (entry, (sources, entry), (sources, {key: marshal.dumps(entry)})):
            cache.disk.store(key, marshal.dumps(whole))
            assert cache.disk.load(key)
            assert Cache(str(tmp_path)).load(key) is None, entry


def test_another_version_has_other_entries(tmp_path, monkeypatch) -> None:
    cache = str(tmp_path)
    for version in ("1", "2", "3"):
        monkeypatch.setattr(keys_of_entries, "__version__", version)
        for entry in ENTRIES:
            assert run(entry, Cache(cache)) == plain(entry)
    monkeypatch.undo()
    keys = {keys_of_entries.key_of(b"x", labelled=labelled) for labelled in (True, False)}
    assert len(keys) == 2


def _made(tmp_path: Path) -> tuple[Cache, str]:
    cache = Cache(str(tmp_path / "c"))
    run(ENTRIES[0], cache)
    return cache, keys_of_entries.key_of(LIBRARY.encode(), labelled=False)


def test_what_others_may_write_is_not_read(tmp_path) -> None:
    cache, key = _made(tmp_path)
    for path, mode in (
        (cache.disk.folder, 0o777),
        (cache.disk.path(key), 0o666),
        (cache.disk.folder, 0o720),
    ):
        before = os.stat(path).st_mode
        os.chmod(path, mode)
        assert Cache(cache.disk.folder).load(key) is None
        os.chmod(path, before)
    assert Cache(cache.disk.folder).load(key) is not None


def test_another_secret_opens_nothing(tmp_path) -> None:
    cache, key = _made(tmp_path)
    secret = Path(cache.disk.folder) / "secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    secret.chmod(0o644)
    assert Cache(cache.disk.folder).load(key) is None
    secret.chmod(0o600)
    secret.write_bytes(bytes(32))
    assert Cache(cache.disk.folder).load(key) is None
    secret.unlink()
    secret.mkdir()
    assert run(ENTRIES[0], Cache(cache.disk.folder)) == plain(ENTRIES[0])


def test_odd_files_in_the_place_of_entries(tmp_path) -> None:
    cache, key = _made(tmp_path)
    path = cache.disk.path(key)
    for make in (os.mkfifo, os.mkdir, lambda path: os.symlink("/etc/passwd", path)):
        os.unlink(path)
        make(path)
        assert run(ENTRIES[1], Cache(cache.disk.folder)) == plain(ENTRIES[1])
        if os.path.isdir(path):
            os.rmdir(path)
            Path(path).touch()


def test_a_folder_that_cannot_be_made() -> None:
    for folder in ("/proc/nothing", "/dev/null/x", "/\0"):
        assert run(ENTRIES[0], Cache(folder)) == plain(ENTRIES[0])


def test_the_least_used_go_first(tmp_path) -> None:
    code = compile("1", "x", "exec")
    cache = Cache(str(tmp_path), limit=400_000)
    keys = [f"{number:02x}" + "0" * 38 for number in range(20)]
    for number, key in enumerate(keys):
        cache.store({key: units(main=("", code, ["x" * 30_000]))})
        os.utime(cache.disk.path(key), (number, number))
    assert Cache(str(tmp_path)).load(keys[0])
    unfinished = Path(cache.disk.path(keys[1]) + ".0.new")
    unfinished.write_bytes(b"x")
    os.utime(unfinished, (5, 5))
    cache.disk.evict()
    left = {key for key in keys if os.path.exists(cache.disk.path(key))}
    assert sum(size for _, size, _ in cache.disk.entries()) <= 400_000
    assert left == {keys[0], *keys[-len(left) + 1 :]}
    assert not unfinished.exists()
    cache.store({keys[1]: units(main=("", code, ["x" * 110_000]))})
    assert not os.path.exists(cache.disk.path(keys[1])), "one entry is never a large part of all"


@pytest.fixture(params=["links", "no links", "none ever"])
def names_of_files(request, monkeypatch) -> bool:
    """Whether a file can have several names."""

    def refused(*_: object) -> None:
        raise PermissionError

    if request.param == "no links":
        monkeypatch.setattr(os, "link", refused)
    elif request.param == "none ever":
        monkeypatch.delattr(os, "link")
    return request.param == "links"


def test_units_of_a_run_stand_in_one_file(tmp_path, names_of_files) -> None:
    code = compile("1", "x", "exec")
    keys = [f"{number:02x}" + "0" * 38 for number in range(5)]
    cache = Cache(str(tmp_path))
    cache.store({key: units(main=("", code, [key])) for key in keys})
    places = {os.stat(cache.disk.path(key)).st_ino for key in keys}
    assert len(places) == (1 if names_of_files else 5)
    for order in (keys, keys[::-1], keys[2:] + keys[:2]):
        again = Cache(str(tmp_path))
        assert [again.load(key).entry["main"][2] for key in order] == [[key] for key in order]
    whole = sum(one.stat().st_size for one in tmp_path.iterdir() if one.name in keys)
    if names_of_files:
        shares = sum(size for _, size, _ in cache.disk.entries())
        assert whole / 5 - 5 <= shares <= whole / 5
    # Another run knows more of two of them.
    other = Cache(str(tmp_path))
    more = {key: units(main=("", code, [key]), x=("main", code, [])) for key in keys[1:3]}
    other.store(more)
    again = Cache(str(tmp_path))
    found = [names(again.load(key)) for key in keys]
    assert found == [{"main"}, {"main", "x"}, {"main", "x"}, {"main"}, {"main"}]
    assert not [one for one in tmp_path.iterdir() if one.name.endswith(".new")]


def test_an_entry_is_found_under_its_own_names_only(tmp_path) -> None:
    code = compile("1", "x", "exec")
    keys = [f"{number:02x}" + "0" * 38 for number in range(3)]
    cache = Cache(str(tmp_path))
    cache.store({key: units(main=("", code, [key])) for key in keys[:2]})
    os.link(cache.disk.path(keys[0]), cache.disk.path(keys[2]))
    again = Cache(str(tmp_path))
    assert again.load(keys[2]) is None
    assert again.load(keys[1]) is not None


def test_a_program_that_needs_one_of_many_reads_a_part(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(kept, "_PART", 10_000)
    code = compile("1", "x", "exec")
    keys = [f"{number:02x}" + "0" * 38 for number in range(30)]
    cache = Cache(str(tmp_path))
    cache.store({key: units(main=("", code, [key, "x" * 900])) for key in keys})
    assert len({os.stat(cache.disk.path(key)).st_ino for key in keys}) in {3, 4}
    again = Cache(str(tmp_path))
    assert all(again.load(key) for key in keys)
    monkeypatch.setattr(kept, "_MOST_READ", 1)
    again = Cache(str(tmp_path))
    assert all(again.load(key) for key in keys)


def test_where_it_is(monkeypatch) -> None:
    monkeypatch.setenv("CONFTY_CACHE_DIR", "here")
    assert user_cache() is None
    monkeypatch.setenv("CONFTY_CACHE_DIR", "")
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert user_cache() is None
    monkeypatch.setenv("XDG_CACHE_HOME", "/there")
    monkeypatch.setenv("CONFTY_CACHE_SIZE", "3")
    cache = user_cache()
    assert cache is not None
    assert (cache.disk.folder, cache.disk.limit) == ("/there/confty/jsonnet", 3 << 20)
    for wrong in ("", "-1", "x", "9" * 50):
        monkeypatch.setenv("CONFTY_CACHE_SIZE", wrong)
        cache = user_cache()
        assert cache is not None
        assert cache.disk.limit == SIZE


def test_the_command(tmp_path) -> None:
    (tmp_path / "a.jsonnet").write_text("{ a: 1 }" + "\n" * 2000)
    place = {"CONFTY_CACHE_DIR": str(tmp_path / "kept")}
    confty("eval", "a.jsonnet", cwd=tmp_path, **place)
    confty("query", "a.jsonnet", "input.a + 123456", cwd=tmp_path, **place)
    shown = confty("cache", cwd=tmp_path, **place)
    assert shown.stdout.startswith(f"{tmp_path}/kept\n")
    assert "\ncompiled Jsonnet: 1 entry, " in shown.stdout
    cleared = confty("cache", "clear", cwd=tmp_path, **place)
    assert all(": 0 entries, 0 bytes" in line for line in cleared.stdout.splitlines()[1:])
    assert confty("cache", "burn", cwd=tmp_path, **place).returncode == 2
    none = confty("cache", cwd=tmp_path, CONFTY_CACHE_DIR="here")
    assert none.stdout == "there is no cache: its folder is not absolute\n"

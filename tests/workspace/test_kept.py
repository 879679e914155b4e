"""Kept results change nothing but the time: the same bytes with and without them."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from confty.cli import flags
from confty.kit import sources as module_of_sources
from confty.kit.sources import OwnSources
from confty.text import Diagnostic
from confty.workspace import kept, many
from confty.workspace.stored import as_stored


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("CONFTY_CACHE_DIR", str(tmp_path / "cache"))
    tree = tmp_path / "tree"
    tree.mkdir()
    monkeypatch.chdir(tree)
    return tree


def look(*words: str, jobs: int | None = None) -> list[Diagnostic]:
    """Check everything here as the command does."""
    parser = flags.parser("check", "")
    flags.add_input_flags(parser)
    work = flags.project(parser.parse_args([*words]))
    names = [str(path) for path in sorted(Path().rglob("*.*")) if path.is_file()]
    return many.check_many(work, names, jobs)


def told(found: list[Diagnostic]) -> list[object]:
    return [as_stored(one) for one in found]


def both(*words: str) -> list[object]:
    """Check with what is kept and without; they agree."""
    fresh = told(look("--no-cache", *words))
    assert told(look(*words)) == fresh
    return fresh


def checked(monkeypatch) -> list[str]:
    """Note which files are checked anew."""
    names: list[str] = []
    real = many.KeptProject.found

    def found(work, name):
        names.append(name)
        return real(work, name)

    monkeypatch.setattr(many.KeptProject, "found", found)
    return names


def write(**files: str) -> None:
    for name, text in files.items():
        Path(name.replace("__", "/").replace("_", ".")).write_text(text)


def test_only_what_changed_is_checked(monkeypatch):
    write(
        a_jsonnet="(import 'lib.libsonnet').x + {}", b_jsonnet="local x = 1; 2",
        lib_libsonnet="{ x: [] }", c_json='{"a": 1, "a": 2}', d_rcl="let x: Int = true; x",
    )  # fmt: skip
    names = checked(monkeypatch)
    first = told(look())
    assert len(first) == 4
    assert sorted(names) == ["a.jsonnet", "b.jsonnet", "c.json", "d.rcl", "lib.libsonnet"]
    names.clear()
    assert told(look()) == first
    assert names == []
    write(lib_libsonnet="{ x: {} }")
    assert len(look()) == 3
    assert names == ["a.jsonnet", "lib.libsonnet"]
    names.clear()
    # The same text again, at another time: what counts is what stands in a file.
    Path("c.json").write_text(Path("c.json").read_text())
    look()
    assert names == []


def test_a_file_that_comes_to_stand_in_the_way():
    Path("vendor").mkdir()
    write(main_jsonnet="(import 'x.libsonnet') + 1", vendor__x_libsonnet="{}")
    assert len(both("-J", "vendor")) == 1
    write(x_libsonnet="1")
    assert both("-J", "vendor") == []
    Path("x.libsonnet").unlink()
    assert len(both("-J", "vendor")) == 1
    Path("vendor/x.libsonnet").unlink()
    assert [one[0][0] for one in both("-J", "vendor")] == ["jsonnet/import-not-found"]


def test_settings_levels_and_comments_count():
    write(a_jsonnet="local x = 1; std.extVar('v') + 1", b_yaml="a: 1\n")
    assert len(both()) == 1
    Path("confty.toml").write_text('[jsonnet.ext-vars]\nv = "object"\n')
    assert len(both()) == 2
    Path("confty.toml").write_text('[rules]\nunused-name = "ignore"\n')
    assert both() == []
    Path("confty.toml").unlink()
    write(a_jsonnet="local x = 1; // confty: ignore[unused-name]\n2")
    assert both() == []


def test_a_schema_and_what_it_refers_to():
    Path("confty.toml").write_text('[schemas]\n"a.json" = "s.json"\n')
    write(a_json='{"x": 1}', s_json='{"properties": {"x": {"$ref": "t.json"}}}', t_json="{}")
    assert both() == []
    write(t_json='{"type": "string"}')
    assert len(both()) == 1


def test_languages_that_meet():
    write(a_jsonnet="(import 'b.rcl').x + {}", b_rcl='import "c.rcl"', c_rcl="{ x = 1 }")
    assert len(both()) == 1
    write(c_rcl="{ x = { y = 1 } }")
    assert both() == []


def test_a_text_that_is_only_named(monkeypatch):
    write(a_jsonnet="(importstr 'b.txt') + (import 'c.yaml').x", b_txt="b", c_yaml="x: 1")
    assert both() != []
    names = checked(monkeypatch)
    look()
    assert names == ["b.txt"]
    Path("b.txt").unlink()
    assert both() != []
    assert "a.jsonnet" in names


def test_random_edits():
    chance = random.Random(7)
    names = [f"f{at}.libsonnet" for at in range(12)]

    def text() -> str:
        parts = [
            f"(import 'f{chance.randrange(13)}.libsonnet')" for _ in range(chance.randrange(3))
        ]
        one = chance.choice(["{ a: 1 }", "{ b: [] + 1 }", "1 + {}", "local x = 1; {}", "{ a: }"])
        return " + ".join([one, *parts])

    for name in names:
        Path(name).write_text(text())
    for _ in range(25):
        both()
        for at in chance.sample(range(12), 2):
            path = Path(names[at])
            if chance.random() < 0.2 and path.exists():
                path.unlink()
            else:
                path.write_text(text())
    assert told(look(jobs=2)) == told(look("--no-cache"))


NOTED = """
import sys
from confty.cli.main import main
main(sys.argv[1:])
from confty.kit.sources import OWN_SOURCES, listed
print("SOURCES", *listed(OWN_SOURCES.noted("confty")))
"""


@pytest.mark.parametrize("jobs", [None, 2])
def test_damage_is_as_if_nothing_were_there(tmp_path, monkeypatch, jobs):
    write(a_jsonnet="1 + {}", b_jsonnet="local x = 1; 2")
    fresh = told(look(jobs=jobs))
    beside = {"secret", "tally"}
    [entry] = [one for one in (tmp_path / "cache" / "checks").iterdir() if one.name not in beside]
    data = entry.read_bytes()
    for wrong in (b"", data[:-3], data[:40] + b"x" + data[41:], data + b"x"):
        entry.write_bytes(wrong)
        assert told(look()) == fresh
    # Another version's.
    monkeypatch.setattr(kept, "_version", lambda: "other")
    names = checked(monkeypatch)
    assert told(look()) == fresh
    assert len(names) == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_entry_knows_the_sources_that_made_it(monkeypatch, jobs):
    """Also those that only other processes have loaded."""
    write(a_jsonnet="1 + {}", b_jsonnet="local x = 1; 2")
    done = subprocess.run(
        [sys.executable, "-c", NOTED, "check", "-j", jobs, "a.jsonnet", "b.jsonnet"],
        capture_output=True,
        text=True,
        check=False,
    )
    sources = done.stdout.rpartition("SOURCES ")[2].split()
    assert "languages/jsonnet/checker/checker.py" in sources
    assert not [one for one in sources if one.startswith("languages/rcl")]
    # One of them has changed since.
    fresh = told(look())
    monkeypatch.setattr(kept, "OWN_SOURCES", OwnSources())
    time_of = module_of_sources._time
    monkeypatch.setattr(
        module_of_sources,
        "_time",
        lambda path: time_of(path) + path.endswith("jsonnet/checker/checker.py"),
    )
    names = checked(monkeypatch)
    assert told(look()) == fresh
    assert len(names) == 2


@pytest.mark.parametrize("payload", [(1, 2, 3), ({}, {}, {}), ({}, {"a": (1, 2)}, {"a": 3})])
def test_an_entry_that_means_nothing(payload, monkeypatch):
    import marshal

    write(a_jsonnet="1 + {}")
    fresh = told(look())
    monkeypatch.setattr(kept.Store, "load", lambda *_: marshal.dumps(payload))
    assert told(look()) == fresh


def test_secrets_are_not_kept(tmp_path, monkeypatch):
    write(a_jsonnet="std.extVar('s')")
    monkeypatch.setenv("PASSWORD", "correct-horse")
    look("--ext-secret", "s=env:PASSWORD")
    look("--ext-str", "s=battery-staple")
    kept = [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    assert kept
    for path in kept:
        data = path.read_bytes()
        assert not [word for word in (b"horse", b"staple", b"battery") if word in data]


def test_many_processes_on_one_cache():
    write(a_jsonnet="1 + {}", b_jsonnet="import 'a.jsonnet'", c_json="{")
    command = [sys.executable, "-m", "confty", "check", "--output-format", "concise", "."]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(4)]
    outputs = {one.communicate()[0] for one in running}
    assert len(outputs) == 1
    assert (
        subprocess.run([*command, "--no-cache"], stdout=subprocess.PIPE, check=False).stdout
        in outputs
    )
    assert subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout in outputs


def test_a_rule_that_is_off_until_somebody_names_it():
    write(
        a_jsonnet="local x = if std.extVar('e') == 'a' then { p: 1 } else { q: 2 };\n{ a: x.p }\n"
    )
    assert both() == []
    assert len(both("-c", 'rules.may-fail="warn"')) == 1
    assert both() == []
    assert len(look("-c", 'rules.may-fail="warn"', jobs=1)) == 1

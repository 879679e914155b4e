"""Attacks that say one thing very often: patterns that look again and again, and many mistakes."""

from __future__ import annotations

import json
import os

import pytest

from fuzz.attack import Attack, told

MANY = 100_000

# --- 1 and 2: what is not closed is looked for once

ENDLESS = {
    "comments.jsonnet": "/* " * MANY,
    "escapes.jsonnet": '"' + '\\"' * MANY,
    "blocks.jsonnet": " |||\n" * MANY,
    "line.jsonnet": "'a\n'" + ";" * MANY + "x\n'b",
    "blanks_test.jsonnet": "\n" * MANY + "1",
    "blanks_test.rcl": " \n" * MANY + "1",
    "comments.pp": "/* " * MANY,
    "semicolons.phy": "; confty: ignore\n" + ";" * MANY + "\n1",
    "escapes.rcl": '"' + '\\"' * MANY,
}


@pytest.mark.parametrize("name", ENDLESS)
def test_02_what_is_not_closed(attack: Attack, name: str) -> None:
    attack.file(name, ENDLESS[name])
    for command in ("check", "test"):
        told(attack.run(command, name))


def test_02_many_files_that_import_nothing(attack: Attack) -> None:
    for number in range(90):
        attack.file(f"a{number}.jsonnet", "import" + " " * MANY + "x")
    told(attack.run("check", "-q", "--output-format", "concise", "-j", "2", "."), 1)


def test_02_sequences_of_a_pulumi_program(attack: Attack) -> None:
    attack.file("Pulumi.yaml", f'name: a\nruntime: yaml\nvariables:\n  a: "{"${" * MANY}"\n')
    told(attack.run("convert", "--to", "pcl", "-o", "out", "."), 0, 1)


def test_02_the_module_format_of_a_schema(attack: Attack) -> None:
    """Blanks may stand between a group and what repeats it, if a flag says so."""
    resources = {f"p:{'a' * 60}!:R": {"inputProperties": {}}}
    schema = {"name": "p", "meta": {"moduleFormat": "(?x)(a+) +$"}, "resources": resources}
    attack.file("p.json", json.dumps(schema))
    attack.file("main.pp", f'resource "r" "p:{"a" * 60}!:R" {{\n}}\n')
    told(attack.run("check", "--schema", "p.json", "main.pp"))


# --- 6: two hundred mistakes are as ordinary as one

MISTAKES = {
    "fields.jsonnet": "{" + "".join(f"a{number} = {number}, " for number in range(400)) + "}",
    "indexes.jsonnet": "[" + "a[], " * 400 + "]",
    "holes.jsonnet": "[" + "..., " * 400 + "]",
    "conflicts.jsonnet": "<<<<<<<\n" * 20_000,
    "conflicts-inside.jsonnet": "{" + "\n<<<<<<<" * 400,
}


@pytest.mark.parametrize("name", MISTAKES)
def test_06_many_mistakes(attack: Attack, name: str) -> None:
    attack.file(name, MISTAKES[name])
    for command in ("check", "fmt", "eval", "type"):
        told(attack.run(command, name), *((0, 1) if command == "type" else (1,)))


# --- 10: indexes of schemas are entries of the cache like any other

SCHEMA = {
    "name": "p",
    "version": "1.0.0",
    "resources": {"p:index:R": {"inputProperties": {"a": {"type": "string"}}}},
}


def _schemas(attack: Attack) -> list[str]:
    folder = os.path.join(attack.variables["CONFTY_CACHE_DIR"], "schemas")
    return [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]


@pytest.mark.parametrize("damage", ["flipped", "cut", "pipe", "huge", "other"])
def test_10_an_index_that_was_damaged(attack: Attack, damage: str) -> None:
    attack.file("p.json", json.dumps(SCHEMA))
    attack.file("main.pp", 'resource "r" "p:index:R" {\n  a = [1]\n}\n')
    words = ["check", "-q", "--output-format", "concise", "--schema", "p.json", "main.pp"]
    said = told(attack.run(*words), 1).out
    paths = _schemas(attack)
    assert len(paths) >= 3
    for path in paths:
        with open(path, "rb") as stream:
            data = stream.read()
        os.unlink(path)
        if damage == "pipe":
            os.mkfifo(path)
            continue
        with open(path, "wb") as stream:
            if damage == "flipped":
                stream.write(data.replace(b"string", b"number"))
            elif damage == "cut":
                stream.write(data[: len(data) // 2])
            elif damage == "huge":
                stream.truncate(200 << 30)
            else:
                stream.write(b'{"format": 3, "head": {}, "tables": {}}\n')
    for _ in range(2):
        assert told(attack.run(*words), 1).out == said


def test_10_no_index_in_a_relative_folder(attack: Attack) -> None:
    attack.variables["CONFTY_CACHE_DIR"] = "relative"
    attack.file("p.json", json.dumps(SCHEMA))
    attack.file("main.pp", 'resource "r" "p:index:R" {\n}\n')
    told(attack.run("check", "--schema", "p.json", "main.pp"), 0)
    assert not (attack.folder / "relative").exists()


# --- 12: what is written beside files is nobody's link


def test_12_a_link_where_a_draft_goes(attack: Attack) -> None:
    """A tree that holds a link for every number a process may have."""
    attack.file("../victim", "mine\n")
    attack.file("a.json", '{"a":1}')
    fork = "import os\nos.symlink('../victim', f'a.json.{os.getpid()}.part')\n"
    told(attack.run("fmt", "a.json", prelude=fork), 0)
    assert (attack.folder.parent / "victim").read_text() == "mine\n"
    assert json.loads((attack.folder / "a.json").read_text()) == {"a": 1}


@pytest.mark.parametrize(
    "words",
    [
        ["jsonnet", "-m", "out", "a.jsonnet"],
        ["build"],
        ["build", "--check"],
        ["rcl", "build"],
        ["check", "--update-baseline", "--baseline", "out/x.json", "a.jsonnet"],
        ["convert", "--to", "python", "-o", "out", "p"],
    ],
    ids=" ".join,
)
def test_12_a_pipe_where_a_target_goes(attack: Attack, words: list[str]) -> None:
    attack.file("a.jsonnet", "{ 'x.json': 1 }\n")
    attack.file("confty.toml", '[[targets]]\nfile = "a.jsonnet"\noutput = "out/x.json"\n')
    attack.file("build.rcl", '{ "out/x.json" = { contents = 1, format = "json" } }\n')
    (attack.folder / "out").mkdir()
    os.mkfifo(attack.folder / "out" / "x.json")
    os.mkfifo(attack.folder / "out" / "__main__.py")
    attack.file("p/main.pp", "a = 1\n")
    told(attack.run(*words), 1, 2)


@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_12_what_is_expected_is_no_file(attack: Attack, kind: str) -> None:
    attack.file("a_test.jsonnet", "{ a: 1 }\n")
    path = attack.folder / "a_test.expected.json"
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    told(attack.run("test", "."), 1)
    told(attack.run("test", "--update", "."), 1)


def test_12_an_asset_that_is_a_pipe(attack: Attack) -> None:
    os.mkfifo(attack.folder / "pipe")
    attack.file("main.pp", 'output "o" {\n  value = fileAsset("pipe")\n}\n')
    for command in ("check", "preview", "eval"):
        told(attack.run(command, "main.pp"))


# --- 19: what only Unix has

WINDOWS = """
import os, signal
for name in ("resource", "fcntl", "pwd", "grp", "termios"): sys.modules[name] = None
for name in ("SIGALRM", "SIGURG", "SIGUSR1", "SIGPIPE", "SIGXCPU", "setitimer", "pthread_kill", "SIGKILL"):
    delattr(signal, name)
for name in ("fork", "getuid", "killpg", "mkfifo", "O_NONBLOCK", "O_NOFOLLOW", "sysconf", "sched_getaffinity", "wait4"):
    delattr(os, name)
"""
PROGRAMS = {
    "a.jsonnet": "{ a: 1 }\n",
    "a.rcl": "{ a = 1 }\n",
    "main.pp": "a = 1\n",
    "a.phy": "(Exprs (Decl i 0) i)",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_19_without_what_only_unix_has(attack: Attack, name: str) -> None:
    attack.file(name, PROGRAMS[name])
    told(attack.run("eval", "--timeout", "20", name, prelude=WINDOWS), 0)

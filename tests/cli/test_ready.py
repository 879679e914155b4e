"""Modules of a command in one file: the same modules, whatever happened to sources or the file."""

from __future__ import annotations

import marshal
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import confty
from confty.cli.preparing import FILES

SCRIPT = "import sys; from confty.start import run; sys.exit(run())"


@pytest.fixture(scope="module")
def copied(tmp_path_factory) -> Path:
    """A copy of the package that tests may change."""
    folder = tmp_path_factory.mktemp("ready") / "confty"
    shutil.copytree(Path(confty.__file__).parent, folder, ignore=shutil.ignore_patterns("*.start"))
    return folder


@pytest.fixture
def package(copied) -> Path:
    for one in copied.glob("__pycache__/*.start*"):
        one.unlink()
    return copied


def ran(package: Path, *words: str, script: str = SCRIPT, **more: str) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(package.parent), "HOME": str(package.parent), **more}
    command = [sys.executable, "-c", script, *words]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def kept(package: Path) -> list[str]:
    return sorted(one.name.partition(".")[0] for one in package.glob("__pycache__/*.start*"))


PROGRAM = ("jsonnet", "--no-cache", "-e", "std.length([1, 2])")
#: Prints how the modules of a run were loaded, before the process ends.
LOOKING = (
    "import atexit, sys\n"
    "def look():\n"
    "    name = 'confty.languages.jsonnet.evaluator.run'\n"
    "    module = sys.modules[name]\n"
    "    print(module.__cached__, module.__file__, module.__package__)\n"
    "atexit.register(look)\n" + SCRIPT
)


def test_the_second_run_takes_them_from_one_file(package) -> None:
    usual = ran(package, *PROGRAM, script=LOOKING)
    assert kept(package) == ["jsonnet"]
    ready = ran(package, *PROGRAM, script=LOOKING)
    assert usual.split()[1].endswith(".pyc")
    assert ready.split()[1].endswith(".start")
    assert ready.split()[2:] == usual.split()[2:]
    assert ready.split()[0] == usual.split()[0] == "2"


def test_a_source_that_changes_counts(package) -> None:
    for _ in range(2):
        assert ran(package, "version") == f"confty {confty.__version__}\n"
    source = package / "cli" / "version.py"
    before = source.read_text()
    try:
        source.write_text("def main(argv):\n    print('another')\n    return 0\n")
        for _ in range(3):
            assert ran(package, "version") == "another\n"
    finally:
        source.write_text(before)
    assert ran(package, "version") == f"confty {confty.__version__}\n"


@pytest.mark.parametrize("damage", [b"", b"confty", None])
def test_a_broken_file_is_none(package, damage) -> None:
    expected = ran(package, *PROGRAM)
    (found,) = package.glob("__pycache__/*.start")
    data = found.read_bytes()
    found.write_bytes(data[: len(data) // 2] if damage is None else damage)
    assert ran(package, *PROGRAM) == expected
    assert found.read_bytes()[:6] == b"confty"


def test_a_byte_that_was_changed_anywhere_makes_a_broken_file(package) -> None:
    expected = ran(package, *PROGRAM)
    (found,) = package.glob("__pycache__/*.start")
    data = found.read_bytes()
    start = data.index(b"\n") + 1
    one = marshal.dumps({"confty.cli.jsonnet": 5})
    found.write_bytes(data[:start] + b"%08d" % len(one) + one)
    assert ran(package, *PROGRAM) == expected
    for part in range(8):
        changed = bytearray(data)
        for at in range(start + part, len(data), 997):
            changed[at] ^= 0x55
        found.write_bytes(changed)
        assert ran(package, *PROGRAM) == expected


def test_a_broken_part_that_nobody_needs_is_left_out(package) -> None:
    """A run that has something new writes all parts anew, and reads those it did not need."""
    ran(package, "jsonnet", "--no-cache", "-e", "std.md5('a')")
    (found,) = package.glob("__pycache__/*.start")
    data = bytearray(found.read_bytes())
    at = data.rindex(b"evaluator.library.encoding")
    data[at] ^= 1
    found.write_bytes(data)
    assert ran(package, "jsonnet", "--no-cache", "-e", "std.sort([2, 1])") == "[\n   1,\n   2\n]\n"
    assert found.read_bytes() != data
    assert ran(package, "jsonnet", "--no-cache", "-e", "std.length(std.md5('a'))") == "32\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_what_anybody_can_have_put_there_is_none(package) -> None:
    usual = ran(package, *PROGRAM, script=LOOKING)
    (found,) = package.glob("__pycache__/*.start")
    assert found.stat().st_mode & 0o022 == 0
    found.chmod(0o666)
    assert ran(package, *PROGRAM, script=LOOKING) == usual
    assert found.stat().st_mode & 0o022 == 0, "it was written anew"
    assert ran(package, *PROGRAM, script=LOOKING) != usual
    found.unlink()
    os.mkfifo(found)
    assert ran(package, *PROGRAM, script=LOOKING) == usual


def test_nothing_is_written_where_python_writes_nothing(package) -> None:
    ran(package, *PROGRAM, PYTHONDONTWRITEBYTECODE="1")
    assert kept(package) == []


#: Prints which folders Python has looked through for modules of ours, before the process ends.
SEARCHED = (
    "import atexit, sys\n"
    "from confty.start import HOME\n"
    "inside = HOME.rpartition('/')[0] + '/confty/'\n"
    "look = lambda: print([one for one in sys.path_importer_cache if one.startswith(inside)])\n"
    "atexit.register(look)\n" + SCRIPT
)


def test_code_that_python_keeps_is_found_without_a_search(package) -> None:
    ran(package, *PROGRAM)
    (found,) = package.glob("__pycache__/*.start")
    found.unlink()
    quiet = {"PYTHONDONTWRITEBYTECODE": "1"}
    assert ran(package, *PROGRAM, script=SEARCHED, **quiet) == "2\n[]\n"
    usual = ran(package, *PROGRAM, script=LOOKING, **quiet).split()
    assert usual[1].endswith(".pyc")
    # Where it is somewhere else, Python looks itself.
    assert ran(package, *PROGRAM, script=LOOKING, PYTHONOPTIMIZE="1", **quiet).split()[0] == "2"


def test_code_of_another_source_is_not_taken(package) -> None:
    quiet = {"PYTHONDONTWRITEBYTECODE": "1"}
    assert ran(package, "version") == f"confty {confty.__version__}\n"
    (package / "__pycache__").joinpath(f"version.{sys.implementation.cache_tag}.start").unlink()
    source = package / "cli" / "version.py"
    before, state = source.read_text(), source.stat()
    other = before.replace("def main(", "print('x')\ndef main(")
    try:
        source.write_text(other)
        os.utime(source, ns=(state.st_atime_ns, state.st_mtime_ns))
        assert ran(package, "version", **quiet).startswith("x\n"), "another size"
        source.write_text(before.replace("confty {", "comfy {"))
        assert source.stat().st_size != len(other)
        padded = source.read_text() + "#" * (len(before) - source.stat().st_size)
        source.write_text(padded)
        assert source.stat().st_size == len(before)
        os.utime(source, (state.st_atime, state.st_mtime + 2))
        assert ran(package, "version", **quiet).startswith("comfy "), "another time"
    finally:
        source.write_text(before)


LANGUAGES = (".jsonnet", ".rcl", ".json", ".yaml", ".toml", ".pp", ".phy")
WRONG = ("fails.jsonnet", "broken.jsonnet", "wrong.rcl", "wrong.json")
RIGHT = [name for name in FILES if name.endswith(LANGUAGES) and name not in (*WRONG, "s.json")]


@pytest.mark.parametrize("name", [one for one in RIGHT if not one.endswith("confty.toml")])
def test_what_is_run_for_that_does_what_it_is_for(tmp_path, monkeypatch, name) -> None:
    """A program that fails would leave out what comes behind; those that shall are named so."""
    for other, text in FILES.items():
        (tmp_path / other).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / other).write_text(text)
    monkeypatch.chdir(tmp_path)
    if name == "told.json":
        assert [one.code.name for one in confty.check(name)] == ["schema/item-count"]
    else:
        confty.load(name, **({"ext_vars": {"given": "x"}} if name == "e.jsonnet" else {}))


def test_doctor_says_whether_modules_can_be_kept(package) -> None:
    def said(**more: str) -> str:
        rows = ran(package, "doctor", **more).splitlines()
        return next(row.split(maxsplit=1)[1] for row in rows if row.startswith("start "))

    assert "confty cache prepare" in said(PYTHONDONTWRITEBYTECODE="1")
    assert said() == "modules are kept ready from the first commands on"
    assert said() == "the modules of 1 of the commands are kept ready"


def test_commands_are_prepared_for_who_may_not_write(package, tmp_path) -> None:
    """What was prepared is used, and nothing is missing: the file stays as it is."""
    (tmp_path / "a.rcl").write_text('{ a = [for n in [1, 2]: n], b = f"{1 + 1}" }')
    said = ran(package, "cache", "prepare", PYTHONDONTWRITEBYTECODE="1")
    assert said.startswith("modules of ")
    assert {"check", "eval", "fmt", "jsonnet", "rcl"} <= set(kept(package))
    assert ran(package, *PROGRAM, script=LOOKING).split()[1].endswith(".start")
    before = {one: one.read_bytes() for one in package.glob("__pycache__/*.start")}
    programs = (
        "{ a: std.map(function(x) x + 1, [1]) }",
        "std.manifestYamlDoc({ a: [1] })",
        "std.parseYaml('a: 1') + { b: '%d' % 3 }",
    )
    for number, text in enumerate(programs):
        program = tmp_path / f"{number}.jsonnet"
        program.write_text(text + "\n")
        for command in ("jsonnet", "eval"):
            ran(package, command, str(program), CONFTY_CACHE_DIR=str(tmp_path / "cache"))
    ran(package, "eval", str(tmp_path / "a.rcl"))
    assert {one: one.read_bytes() for one in package.glob("__pycache__/*.start")} == before


def test_more_modules_are_added(package) -> None:
    ran(package, *PROGRAM)
    (found,) = package.glob("__pycache__/*.start")
    before = found.stat().st_size
    ran(package, "jsonnet", "--no-cache", "-e", "std.md5('a') + std.manifestYamlDoc({})")
    grown = found.stat().st_size
    ran(package, *PROGRAM)
    assert before < grown == found.stat().st_size


VERSION = """
import sys
try:
    from confty.cli.one_more import SAID
except ImportError:
    SAID = "without"

def main(argv):
    print(SAID, "confty.cli.another" in sys.modules, sys.modules["confty.cli"].__name__)
    return 0
"""
ONE_MORE = """
import os
from confty.cli.another import SAID
if os.environ.get("BROKEN"):
    raise ImportError
"""


@pytest.fixture
def changed(package):
    """A command of three modules, one of which loads the next."""
    source = package / "cli" / "version.py"
    before = source.read_text()
    more = [package / "cli" / "one_more.py", package / "cli" / "another.py"]
    try:
        source.write_text(VERSION)
        more[0].write_text(ONE_MORE)
        more[1].write_text("SAID = 'with'\n")
        yield package
    finally:
        source.write_text(before)
        for one in more:
            one.unlink()


def test_what_is_not_needed_any_more_is_not_loaded(changed) -> None:
    for _ in range(3):
        assert ran(changed, "version") == "with True confty.cli\n"
    (changed / "cli" / "one_more.py").write_text("SAID = 'alone'\n")
    for _ in range(3):
        assert ran(changed, "version") == "alone False confty.cli\n"


def test_a_module_that_fails_does_so_where_it_is_asked_for(changed) -> None:
    for _ in range(2):
        assert ran(changed, "version") == "with True confty.cli\n"
    for _ in range(2):
        assert ran(changed, "version", BROKEN="1") == "without True confty.cli\n"
    assert ran(changed, "version") == "with True confty.cli\n"


#: Loads languages in threads of their own, as a server does, each a moment after another.
TOGETHER = """
import sys, threading, time
from confty.cli.gathering import save
from confty.start import Ready
sys.setswitchinterval(1e-5)
ready = Ready("together")
sys.meta_path.insert(0, ready)
failed = []
def load(name):
    try:
        __import__(f"confty.languages.{name}.wiring")
    except Exception as error:
        failed.append(error)
threads = [threading.Thread(target=load, args=[one]) for one in ("rcl", "jsonnet", "pcl", "phy", "data")]
for one in threads:
    one.start()
for one in threads:
    one.join()
save(ready)
print(failed, all(f"confty.languages.{one}.wiring" in sys.modules for one in ("rcl", "pcl", "phy")))
"""


def test_threads_load_side_by_side(package) -> None:
    for _ in range(3):
        assert ran(package, script=TOGETHER) == "[] True\n"
    assert kept(package) == ["together"]


#: Prints whether ``re`` was loaded, before the process ends.
COMPILING = "import atexit, sys\natexit.register(lambda: print('re' in sys.modules))\n" + SCRIPT


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("a.json", '{"a": [1, 2.5]} ', '{"a":[1,2.5]}'),
        ("a.rcl", "let x = 1; { a = [x, 2.5] }", '{"a":[1,2.5]}'),
        ("a.toml", "a = [1, 2.5]", '{"a":[1,2.5]}'),
    ],
)
def test_patterns_are_compiled_once(package, tmp_path, name, text, shown) -> None:
    (tmp_path / name).write_text(text)
    # Away from configs, which are read by a library that loads ``re``.
    words = ("eval", "-C", str(tmp_path), "--format", "json-compact", name)
    first, second = (ran(package, *words, script=COMPILING).split() for _ in range(2))
    assert first == [shown, "True"]
    assert second == [shown, "False"]
    # What has been damaged, or is another engine's, is compiled again, and kept.
    [start] = package.glob("__pycache__/eval.*.start")
    data = start.read_bytes()
    start.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert ran(package, *words, script=COMPILING).split() == first
    assert ran(package, *words, script=COMPILING).split() == second


@pytest.mark.parametrize("there", [True, False])
def test_nothing_is_gathered_where_it_cannot_be_kept(tmp_path, monkeypatch, there) -> None:
    """As root every folder can be written; one that is not there can be by nobody."""
    from confty import start

    asked: list[object] = []
    ready = start.Ready("nothing")
    ready.path = str(tmp_path / ("" if there else "missing") / "nothing.start")
    ready.new = True
    monkeypatch.setattr(os, "_exit", asked.append)
    monkeypatch.setattr(start, "sys", _Quiet())
    start._end(0, ready, asked.append)
    assert asked == ([ready, 0] if there else [0])


class _Quiet:
    """As much of ``sys`` as an end needs: the threads and functions of this process go on."""

    dont_write_bytecode = False
    stdout, stderr = sys.stdout, sys.stderr

    def __init__(self) -> None:
        self.modules: dict[str, object] = {}

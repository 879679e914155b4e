"""The command's script begins without ``site``, and finds packages all the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import confty
from confty.cli.own_script import begins_sooner
from confty.start import HOME

if os.name != "posix":
    pytest.skip("programs are scripts on systems of that kind only", allow_module_level=True)

OURS = (Path(__file__).parents[2] / "packaging" / "confty").read_text().partition("\n")[2]
# What pip before 25 and uv write for an entry point.
OF_PIP = """# -*- coding: utf-8 -*-
import re
import sys
from confty.start import run
if __name__ == '__main__':
    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])
    sys.exit(run())
"""
OF_UV = """# -*- coding: utf-8 -*-
import sys
from confty.start import run
if __name__ == "__main__":
    if sys.argv[0].endswith("-script.pyw"):
        sys.argv[0] = sys.argv[0][:-11]
    sys.exit(run())
"""
#: What a script that begins sooner does first.
LATER = f"""
import sys
sys.path.append({os.path.dirname(HOME)!r})
from confty.packages import LatePackages
sys.path.pop()
sys.meta_path.append(LatePackages())
"""


def written(folder: Path, text: str, first: str = f"#!{sys.executable}\n") -> Path:
    script = folder / "confty"
    script.write_text(first + text)
    script.chmod(0o755)
    return script


def ran(*words: str | Path, **more: str) -> str:
    given = {**os.environ, "CONFTY_CACHE_DIR": "", **more}
    given = {name: value for name, value in given.items() if value}
    done = subprocess.run(
        words, capture_output=True, text=True, env=given, timeout=60, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


@pytest.mark.parametrize("text", [OURS, OF_PIP, OF_UV])
def test_what_installers_write_begins_sooner(tmp_path, text) -> None:
    script = written(tmp_path, text)
    link = tmp_path / "link"
    link.symlink_to(script)
    assert begins_sooner(str(link))
    after = script.read_text()
    assert after.startswith(f"#!{sys.executable} -S\n")
    assert script.stat().st_mode & 0o777 == 0o755
    assert link.is_symlink()
    assert ran(script, "version") == f"confty {confty.__version__}\n"
    assert begins_sooner(str(script)), "it does so already"
    assert script.read_text() == after
    assert sorted(one.name for one in tmp_path.iterdir()) == ["confty", "link"]


@pytest.mark.parametrize(
    ("first", "text"),
    [
        ("#!/bin/sh\n", "exec python3 -m confty\n"),
        (f"#!{sys.executable} -I\n", OURS),
        ("#!/usr/bin/env python3\n", OURS),
        ("#!/nowhere/python\n", OURS),
        (f"#!{sys.executable}\n", "print('another program')\n"),
        (f"#!{sys.executable}\n", OURS.replace("start", "other")),
        (f"#!{sys.executable}\n", OURS + "#" * 1000),
        ("", OURS),
    ],
)
def test_another_script_stays_as_it_is(tmp_path, first, text) -> None:
    script = written(tmp_path, text, first)
    assert not begins_sooner(str(script))
    assert script.read_text() == first + text


@pytest.mark.parametrize("name", ["missing", "."])
def test_what_is_no_file_is_no_script(tmp_path, name) -> None:
    assert not begins_sooner(str(tmp_path / name))


def test_a_python_of_another_environment_is_another(tmp_path) -> None:
    other = tmp_path / "python"
    other.symlink_to(sys.executable)
    script = written(tmp_path, OURS, f"#!{other}\n")
    assert not begins_sooner(str(script))


def test_a_confty_that_a_variable_leads_to_is_not_put_down(tmp_path) -> None:
    copy = tmp_path / "confty"
    shutil.copytree(HOME, copy, ignore=shutil.ignore_patterns("*.start"))
    (tmp_path / "bin").mkdir()
    script = written(tmp_path / "bin", OURS)
    ask = f"from confty.cli.own_script import begins_sooner; print(begins_sooner({str(script)!r}))"
    assert ran(sys.executable, "-c", ask, PYTHONPATH=str(tmp_path)) == "False\n"
    assert ran(sys.executable, "-c", ask) == "True\n"


@pytest.fixture(scope="module")
def quick(tmp_path_factory) -> Path:
    script = written(tmp_path_factory.mktemp("bin"), OURS)
    assert begins_sooner(str(script))
    return script


def test_no_package_is_looked_for_until_one_is_needed(quick, tmp_path) -> None:
    """YAML is read by one, JSON by none."""
    (tmp_path / "a.json").write_text('{"a": 1}')
    (tmp_path / "a.yaml").write_text("a: 1")
    look = "import atexit, sys; atexit.register(lambda: print('site' in sys.modules))\n"
    text = quick.read_text()
    looking = written(tmp_path, look + text.partition("\n")[2], text.partition("\n")[0] + "\n")
    for name, needed in (("a.json", "False"), ("a.yaml", "True")):
        shown = ran(looking, "eval", "--format", "json-compact", tmp_path / name)
        assert shown.split() == ['{"a":1}', needed]


def test_the_same_is_kept_whatever_began() -> None:
    """Whether there is what reads YAML is a part of what results are kept by."""
    ask = "from confty.workspace.kept import build; print(build())"
    assert ran(sys.executable, "-S", "-c", LATER + ask) == ran(sys.executable, "-c", ask)


def test_doctor_sees_the_same_packages(quick) -> None:
    def rows(*program: str | Path) -> list[str]:
        found = ran(*program, "doctor").splitlines()
        return [row for row in found if row.startswith(("extra ", "pytest plugin"))]

    assert rows(quick) == rows(sys.executable, "-m", "confty")


#: Asks for packages from several threads at once, before anything is known of them.
TOGETHER = """
import threading
sys.setswitchinterval(1e-5)
found = []
def ask(name):
    try:
        __import__(name)
        found.append(name)
    except ModuleNotFoundError as error:
        found.append(str(error))
names = ["yaml", "cryptography", "fsspec", "no_such_package", "pygls"]
threads = [threading.Thread(target=ask, args=[one]) for one in names]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(sorted(found), sys.prefix)
"""


def test_threads_ask_side_by_side() -> None:
    names = ["No module named 'no_such_package'", "cryptography", "fsspec", "pygls", "yaml"]
    for _ in range(3):
        assert ran(sys.executable, "-S", "-c", LATER + TOGETHER) == f"{names} {sys.prefix}\n"


# A module that asks for a package while ``site``, which was put off, asks for that module.
SLOW = """
import __main__
__main__.loading.set()
while not __main__.finder._begun:
    pass
try:
    import no_such_package
except ModuleNotFoundError:
    found = "not there"
"""
WAITING = """
import threading
from confty import packages
packages._PATIENCE = 0.2
(finder,) = [one for one in sys.meta_path if isinstance(one, packages.LatePackages)]
sys.path.append(PLACE)
loading = threading.Event()
import site
main = site.main
def waiting():
    import slow
    main()
site.main = waiting
one = threading.Thread(target=__import__, args=["slow"])
one.start()
loading.wait()
import yaml
one.join()
print(sys.modules["slow"].found, yaml.__name__)
"""


def test_a_thread_that_is_waited_for_does_not_wait_for_ever(tmp_path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    text = LATER + WAITING.replace("PLACE", repr(str(tmp_path)))
    assert ran(sys.executable, "-S", "-c", text) == "not there yaml\n"


# A process that is forked while another thread finds out where packages lie.
FORKED = """
import os, threading
from confty import packages
packages._PATIENCE = 30.0
(finder,) = [one for one in sys.meta_path if isinstance(one, packages.LatePackages)]
begun = threading.Event()
import site
main = site.main
def endless():
    begun.set()
    threading.Event().wait()
site.main = endless
threading.Thread(target=finder.learn, daemon=True).start()
begun.wait()
child = os.fork()
if not child:
    site.main = main
    packages._PATIENCE = 0.0
    import yaml
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked here")
def test_a_fork_waits_for_no_thread_that_it_has_not() -> None:
    assert ran(sys.executable, "-W", "ignore", "-S", "-c", LATER + FORKED) == "7\n"


def test_processes_that_are_started_afresh_find_packages(quick, tmp_path) -> None:
    """Those that are no copies are told where modules lie."""
    for number in range(90):
        (tmp_path / f"{number}.yaml").write_text(f"a: {number}\na: 2\n")
    text = quick.read_text()
    # There a process is never a copy of another.
    elsewhere = "    sys.platform = 'darwin'\n    sys.exit("
    body = text.partition("\n")[2].replace("    sys.exit(", elsewhere)
    spawning = written(tmp_path, body, text.partition("\n")[0] + "\n")
    words = ("check", "-j", "2", "--no-cache", "--output-format", "concise")
    shown = [
        subprocess.run(
            [*program, *words, "."], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        for program in ([spawning], [sys.executable, "-m", "confty"])
    ]
    assert shown[0].stdout == shown[1].stdout
    assert shown[0].stderr == shown[1].stderr
    assert shown[0].stdout.count("yaml/") == 90


def test_who_starts_them_knows_packages() -> None:
    ask = (
        "import threading\n"
        "stop = threading.Event()\n"
        "threading.Thread(target=stop.wait).start()  # so that no process is a copy\n"
        "from confty.workspace.many import process_context\n"
        "before = sys.prefix\n"
        "process_context()\n"
        "print(sys.prefix != before, sys.prefix)\n"
        "stop.set()\n"
    )
    # Only an environment has a prefix of its own.
    own = sys.prefix != sys.base_prefix
    # ``pickle`` asks for a package of another Python.
    text = "import multiprocessing.reduction\n" + LATER + ask
    assert ran(sys.executable, "-S", "-c", text) == f"{own} {sys.prefix}\n"

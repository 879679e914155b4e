"""What commands must not load to work on one small file: each of these takes milliseconds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import confty

#: Nothing that looks at one file needs these, whatever its language.
HEAVY = [
    "asyncio",
    "ast",
    "concurrent.futures",
    "csv",
    "ctypes",
    "dataclasses",
    "dis",
    "email",
    "hashlib",
    "http",
    "importlib.metadata",
    "inspect",
    "logging",
    "multiprocessing",
    "pathlib",
    "pickle",
    "platform",
    "pprint",
    "random",
    "selectors",
    "shutil",
    "socket",
    "ssl",
    "subprocess",
    "tempfile",
    "tokenize",
    "tomllib",
    "traceback",
    "unittest",
    "urllib.request",
    "uuid",
    "xml",
    "zipfile",
]
FILES = {
    "a.jsonnet": "{ a: 1, b: self.a + 1, c: [x + 1 for x in std.range(1, 3)] }",
    "a.rcl": '{ a = 1, b = ["x", "y"] }',
    "a.json": '{"a": [1, 2.5, null]}',
    "a.toml": "a = 1",
    "a.pp": "a = 1 + 1",
}
#: command -> what it must not load beside that
COMMANDS = {
    "jsonnet --no-cache a.jsonnet": "typing argparse json decimal locale re enum functools"
    " collections contextlib threading types",
    "eval a.jsonnet": "json decimal",
    "eval --no-cache a.jsonnet": "json decimal",
    "eval a.rcl": "json",
    "eval a.json": "",
    "check a.jsonnet": "json decimal",
    "check --no-cache a.jsonnet": "json decimal",
    "check a.rcl": "json",
    "check a.json": "",
    "check a.pp": "",
    "fmt --check a.jsonnet": "json decimal",
    "version": "re typing argparse functools collections threading",
}
#: What a command may load all the same: assets of PCL are named by their digests.
MAY = {"check a.pp": {"hashlib"}}
SCRIPT = """
import sys
from confty.cli.main import main
main(sys.argv[1:])
print("LOADED", *sys.modules)
"""


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_not_loaded(tmp_path: Path, command: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(confty.__file__).parents[1]),
        "CONFTY_CACHE_DIR": str(tmp_path / "cache"),
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _found() + SCRIPT, *command.split()],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.rpartition("LOADED ")[2].split())
    refused = {*HEAVY, *COMMANDS[command].split()} - MAY.get(command, set())
    assert sorted(loaded & refused) == []


def _found() -> str:
    """Where confty and the packages it may use are, since nothing else is looked at."""
    return f"import sys; sys.path[:0] = {[path for path in sys.path if path]!r}\n"

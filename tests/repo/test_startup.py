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
    "b.jsonnet": """
        // Whatever a correct program calls, and whatever its files end with.
        local each = [importstr 'text.txt', import 'string.libsonnet', import 'number.libsonnet'];
        {
          a: std.manifestYamlDoc(each), b: std.manifestJsonEx(each, ' '), c: std.toString(each),
          d: std.manifestTomlEx({ a: each }, ''), e: std.manifestPython(each),
          f: std.manifestIni({ main: { a: 1 }, sections: {} }), g: std.manifestXmlJsonml(['a']),
          h: std.parseJson(' {"a": [1, 2.5, null]} '), i: std.get({}, 'a', default=1),
          j: std.map(std.isString, each), k: std.foldl(std.max, [1, 2], 0), l: std.thisFile,
          m: std.md5('a') + std.sha1('a') + std.sha256('a') + std.sha512('a') + std.sha3('a'),
          n: std.base64Decode(std.base64('a')), o: std.set([2, 1]), p: std.trace('told', 1),
          q: std.sort([2, 1], keyF=function(x) -x), r: '%s %05.2f' % ['a', 1.5],
          s: std.round(1.5) + std.sqrt(4) + std.pow(2, 3) + std.floor(1.5) + std.abs(-1),
          t: std.split('a,b', ','), u: std.mergePatch({ a: 1 }, { b: 2 }), v: std.prune(each),
          w: std.parseYaml('a:\\n  - b: 1\\n    c: 10m\\n'),
        }""",
    "text.txt": "text",
    "string.libsonnet": "'a string'",
    "number.libsonnet": "1.5",
    "a.rcl": '{ a = 1, b = ["x", "y"] }',
    "a.json": '{"a": [1, 2.5, null]}',
    "a.toml": "a = 1",
    "a.pp": "a = 1 + 1",
    "fails.jsonnet": "{ a: 1, b: self.c }",
    "unknown.jsonnet": "{ a: 1, b: x }",
    "unread.jsonnet": "{ a: 1 b: 2 }",
    "fails.rcl": "{ a = 1, b = [1][5] }",
    "unread.rcl": "{ a = 1, b = }",
    "unread.toml": "a = ",
}
#: What a correct Jsonnet program needs nothing of, if none of it runs often.
FIRST_TIER = (
    "typing argparse json decimal locale re enum functools collections contextlib threading types"
    " calendar datetime fractions struct confty.languages.jsonnet.library"
    " confty.languages.jsonnet.lexer confty.languages.jsonnet.parser"
)
#: What a command line that is plain, and our own modules, do without.
SLOW = "argparse gettext locale typing contextlib fnmatch"
#: What our own modules do without, in the place of which they have ``confty.light``.
HEAVIER = f"{SLOW} enum functools collections weakref threading bisect operator types"
#: command -> what it must not load beside that
COMMANDS = {
    "jsonnet --no-cache a.jsonnet": FIRST_TIER,
    "jsonnet --no-cache b.jsonnet": FIRST_TIER,
    "eval a.jsonnet": FIRST_TIER,
    "eval --no-cache a.jsonnet": FIRST_TIER,
    "eval -J . --max-stack 100 a.jsonnet": FIRST_TIER,
    "eval a.rcl": f"json decimal datetime {HEAVIER}",
    "eval a.json": f"json decimal datetime base64 {HEAVIER}",
    "eval a.toml": f"json decimal datetime base64 enum functools threading {SLOW}",
    "eval a.pp": f"subprocess base64 urllib.parse hashlib {SLOW}",
    "rcl e a.rcl": f"json decimal datetime {HEAVIER}",
    "check a.jsonnet": f"json decimal {HEAVIER}",
    "check --no-cache a.jsonnet": f"json decimal {HEAVIER}",
    "check a.rcl": f"json decimal datetime {HEAVIER}",
    "check a.json": f"json decimal datetime base64 {HEAVIER}",
    "check a.pp": f"subprocess base64 urllib.parse hashlib threading {SLOW}",
    "fmt a.jsonnet": f"json decimal {HEAVIER}",
    "fmt a.rcl": f"json decimal {HEAVIER}",
    "fmt a.json": HEAVIER,
    "query a.json .a": f"json decimal datetime {SLOW}",
    "version": "re typing argparse functools collections threading",
}
#: The same for commands that have something to complain about.
COMPLAINING = {
    "jsonnet --no-cache fails.jsonnet": f"json {HEAVIER}",
    "jsonnet --no-cache unknown.jsonnet": f"json {HEAVIER}",
    "jsonnet --no-cache unread.jsonnet": f"json {HEAVIER}",
    "eval fails.jsonnet": f"json {HEAVIER}",
    "eval unread.jsonnet": f"json {HEAVIER}",
    "eval fails.rcl": f"json {HEAVIER}",
    "eval unread.rcl": f"json {HEAVIER}",
    "rcl e unread.rcl": f"json {HEAVIER}",
    "check fails.jsonnet": f"json {HEAVIER}",
    "check unread.jsonnet": f"json {HEAVIER}",
    "check unread.rcl": f"json {HEAVIER}",
    "check unread.toml": f"json {SLOW} threading enum functools",
    "fmt --check unread.jsonnet": f"json {HEAVIER}",
    "fmt --check unread.rcl": f"json {HEAVIER}",
}
SCRIPT = """
import sys
from confty.cli.main import main
from confty.start import RUNNING

class Kept:
    # The patterns of a command that ran before: what compiles them counts for nothing.
    def pattern(self, expression, flags):
        before = set(sys.modules)
        import re
        made = re.compile(expression, flags)
        for name in set(sys.modules) - before:
            del sys.modules[name]
        return made

RUNNING.append(Kept())
code = main(sys.argv[1:])
print("LOADED", *sys.modules)
sys.exit(code)
"""


LIBRARY = """
import sys
from confty.languages.jsonnet.evaluator.library.loading import body_at
from confty.languages.jsonnet.evaluator.tree.standard import CALLS
for body, _, _ in CALLS.values():
    body_at(body)
print("LOADED", *sys.modules)
"""


def test_no_function_of_the_library_loads_much_by_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _found() + LIBRARY],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.partition("LOADED ")[2].split())
    assert sorted(loaded & {*HEAVY, *FIRST_TIER.split()}) == []


@pytest.mark.parametrize("command", [*COMMANDS, *COMPLAINING])
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
    loaded = set(done.stdout.rpartition("LOADED ")[2].split())
    assert done.returncode == int(command in COMPLAINING), done.stderr
    refused = {*HEAVY, *{**COMMANDS, **COMPLAINING}[command].split()}
    assert sorted(loaded & refused) == []


def _found() -> str:
    """Where confty and the packages it may use are, since nothing else is looked at."""
    return f"import sys; sys.path[:0] = {[path for path in sys.path if path]!r}\n"

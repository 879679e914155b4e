"""Running what people run most, so that the modules of commands stand ready (``start.py``).

Commands gather their modules themselves, but not where Python may write nothing, and the first
runs of each pay for that.  Who sets a machine up, or builds an image, does it once for all.

The programs are small and different from each other, since modules lie together that were loaded
together each time.
"""

from __future__ import annotations

import compileall
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from confty.start import HOME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LIBRARY: Final = """
local lib = import 'library.libsonnet';
local words = std.split('a b c', ' ');
lib {
  local here = self,
  name: 'x%03d' % 7,
  sorted: std.sort(std.set(words), function(word) word),
  mapped: std.mapWithKey(function(key, value) value + 1, { a: 1 }),
  joined: std.join(',', std.filter(function(word) word != 'b', words)),
  nested+: { deep: std.get({ a: 1 }, 'a', default=2) },
  [if std.length(words) == 3 then 'chosen']: $.name + here.some[0],
  some: [n * 2 for n in std.range(1, 3) if n % 2 == 1],
  text: |||
    lines
  |||,
}
"""
_THEMES: Final = """
{
  assert std.isString(self.json),
  json: std.manifestJsonEx({ a: [1, 2.5, null] }, '  ') + std.manifestJsonMinified([]),
  yaml: std.manifestYamlDoc({ a: 'b: c' }) + std.manifestYamlStream([1]),
  other: std.manifestTomlEx({ a: 1 }, ' ') + std.manifestIni({ main: { a: 1 }, sections: {} }),
  read: std.parseJson('{"a": [1]}') + std.parseYaml('a: 1'),
  numbers: [std.parseInt('12'), std.floor(1.5), std.pow(2, 3), std.max(1, 2)],
  bytes: std.base64(std.md5('a')) + std.base64Decode('YQ=='),
  folded: std.foldl(function(sum, n) sum + n, [1, 2], 0) + std.sum([1, 2]),
  strings: std.strReplace(std.asciiUpper('ab'), 'A', 'b') + std.escapeStringJson('x') + 'abc'[1:],
  merged: std.mergePatch({ a: 1 }, { b: 2 }) + std.prune({ c: null }),
  keys: std.objectFields(self.merged) + std.setUnion(['a'], ['b']) + std.uniq([1, 1]),
  shown: '%5.2f %s' % [1.5, words] + std.format('%(a)d', { a: 1 }),
  local words = [[x, y] for x in [1, 2] for y in [3]],
  like: std.startsWith('ab', 'a') && !std.member('ab', 'z') || std.all([true]),
}
"""
#: Programs, by their names; those that are wrong are named so.
FILES: Final = {
    "a.jsonnet": "{ a: 1, b: self.a + 1 }",
    "library.libsonnet": "{ nested: { a: 1 }, hidden:: function(x=1) x, name: error 'needed' }",
    "b.jsonnet": _LIBRARY,
    "c.jsonnet": _THEMES,
    "d.jsonnet": "local fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2); fib(18)",
    "e.jsonnet": "{ a: import 'a.json', b: importstr 'a.json', c: std.extVar('given') }",
    "fails.jsonnet": "{ a: self.b.c, b: {} }",
    "broken.jsonnet": "{ a: ",
    "project/confty.toml": '[jsonnet]\njpath = ["vendor"]\n',
    "project/a.jsonnet": "{ a: import 'b.libsonnet' }",
    "project/vendor/b.libsonnet": "{ b: 1 }",
    "package/pyproject.toml": '[project]\nname = "of-confty"\n',
    "package/a.jsonnet": "{ a: 1 }",
    "a.rcl": 'let x = 1; { a = [for n in [x, 2]: n * 2], b = f"{x}" }',
    "b.rcl": "let f: (Number) -> Number = n => n + 1; { a = f(1), b = [1, 2].map(f).sum() }",
    "wrong.rcl": 'let x: Int = "one"; x',
    "a.json": '{"a": [1, 2.5, "x"]}',
    "s.json": '{"type": "object", "properties": {"a": {"type": "array", "minItems": 1}}}',
    "told.json": '{"$schema": "./s.json", "a": []}',
    "wrong.json": '{"a": 1, "a": 2}',
    "a.yaml": "a: [1, x]\nb: |\n  text\n",
    "a.toml": 'a = [1, 2]\n[b]\nc = "x"\n',
    "a.pp": 'config "a" "string" {\n  default = "x"\n}\noutput "o" {\n  value = "${a}-y"\n}\n',
    "a.phy": "(ProcDecl main (IntTy) (Params) (IntVal 1))",
}
_JSONNET: Final = (
    "a.jsonnet",
    "b.jsonnet",
    "c.jsonnet",
    "d.jsonnet",
    "fails.jsonnet",
    "broken.jsonnet",
)
_OTHERS: Final = (
    "a.rcl",
    "b.rcl",
    "wrong.rcl",
    "a.json",
    "wrong.json",
    "told.json",
    "a.yaml",
    "a.toml",
    "a.phy",
)
_RUNS: Final = (
    *[("jsonnet", name) for name in _JSONNET],
    ("jsonnet", "--ext-str", "given=x", "e.jsonnet"),
    ("jsonnet", "-e", "1"),
    *[
        (command, name)
        for command in ("eval", "check", "fmt")
        for name in (*_JSONNET, *_OTHERS, "a.pp")
    ],
    *[
        (command, f"{folder}/a.jsonnet")
        for folder in ("project", "package")
        for command in ("eval", "check", "fmt")
    ],
    ("eval", "--ext-str", "given=x", "e.jsonnet"),
    ("eval", "--ext-secret", "given=env:PATH", "e.jsonnet"),
    ("eval", "--format", "yaml", "a.jsonnet"),
    ("eval", "--format", "toml", "a.json"),
    ("check", "."),
    ("fmt", "--check", "."),
    ("jsonnetfmt", "a.jsonnet"),
    ("rcl", "evaluate", "a.rcl"),
    ("type", "a.jsonnet"),
    ("type", "a.rcl"),
    ("query", "a.a", "a.json"),
    ("version",),
    ("help",),
)
# Where Python keeps what it compiles, and commands their modules.
_FOLDER: Final = os.path.join(HOME, "__pycache__")
# With these Python writes nothing, something else, or does not end as a command.
_FORBIDDING: Final = (
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONOPTIMIZE",
    "PYTHONINSPECT",
    "PYTHONPROFILEIMPORTTIME",
)


def prepare() -> str | None:
    """Compile what Python keeps, and run it all; what is in the way, where something is."""
    compileall.compile_dir(HOME, quiet=2)
    if not writable():
        return _FOLDER
    given = {name: value for name, value in os.environ.items() if name not in _FORBIDDING}
    paths = filter(None, [given.get("PYTHONPATH")])
    with tempfile.TemporaryDirectory() as place:
        for name, text in FILES.items():
            path = Path(place, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        given |= {"CONFTY_CACHE_DIR": os.path.join(place, "cache")}
        given |= {"PYTHONPATH": os.pathsep.join([os.path.dirname(HOME), *paths])}
        for words in _RUNS:
            # Some have findings, and some need a library that is not there.
            subprocess.run(  # noqa: S603  ourselves
                [sys.executable, "-m", "confty", *words],
                cwd=place,
                env=given,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
    return None


def writable() -> bool:
    """Whether this user may write where the modules of commands are kept."""
    return os.access(_FOLDER if os.path.exists(_FOLDER) else HOME, os.W_OK)


def prepared() -> list[int]:
    """How large the files of modules are that there are now."""
    tag = sys.implementation.cache_tag
    return [file.stat().st_size for file in Path(_FOLDER).glob(f"*.{tag}.start")]

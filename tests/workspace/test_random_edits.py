"""Whatever is edited, what was kept changes nothing: checks, the editor's desk and a watch agree.

Files of all languages that import each other, schemas, settings and comments that accept findings
are written, removed, renamed and put back at random.  After each edit a check that keeps results
tells what a check that keeps none tells, a desk that has seen all edits what a new one tells, and
somebody who waits for a change has seen one wherever the answer is another.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from support.checking import enter_tree, project, whole_config

from confty.cli.check import found_files
from confty.text import Diagnostic
from confty.workspace import many
from confty.workspace.desk import Desk
from confty.workspace.files import state_of
from confty.workspace.stored import as_stored
from confty.workspace.watched import watched

NAMES = [
    *[f"a{at}.jsonnet" for at in range(4)],
    *[f"lib/l{at}.libsonnet" for at in range(3)],
    "vendor/v0.libsonnet", "l0.libsonnet", "r0.rcl", "r1.rcl", "lib/q.rcl", "infra/main.pp",
    "infra/more.pp", "infra/part/main.pp", "p.phy", "d0.yaml", "d1.json", "d2.toml", "s0.json",
    "s1.json", "confty.toml", "lib/confty.toml", "d3.yaml", "d4.json", "crds/foo.yaml",
    "defs/s1.json", "conf.py", "src/conf.py", "env/main.jsonnet", "env/spec.json",
    "packages/made.json",
]  # fmt: skip
#: Some of them, so that edits meet: what documents are held against, and what programs read.
HELD = [
    "d0.yaml", "d1.json", "d3.yaml", "d4.json", "s0.json", "s1.json", "defs/s1.json", "confty.toml",
    "crds/foo.yaml", "conf.py", "src/conf.py",
]  # fmt: skip
READ = [
    "a0.jsonnet", "a1.jsonnet", "lib/l0.libsonnet", "l0.libsonnet", "d0.yaml", "d3.yaml", "r0.rcl",
    "confty.toml", "lib/confty.toml", "env/main.jsonnet", "env/spec.json",
]  # fmt: skip
FOLDER = [
    "infra/main.pp", "infra/more.pp", "infra/part/main.pp", "infra/part/more.pp", "confty.toml",
    "packages/made.json", "packages/made-v2.0.0.json", "d0.yaml", "a0.jsonnet", "other/main.pp",
]  # fmt: skip
IMPORTED = [
    "r0.rcl", "r1.rcl", "r2.rcl", "lib/q.rcl", "lib/p.rcl", "d0.yaml", "d1.json", "confty.toml",
    "l0.libsonnet",
]  # fmt: skip
TREES = {"all": NAMES, "held": HELD, "read": READ, "folder": FOLDER, "imported": IMPORTED}
#: What a watch is asked about: what else these depend on is for it to find out.
WATCHED = ["a0.jsonnet", "a1.jsonnet", "r0.rcl", "d0.yaml", "infra/main.pp", "p.phy"]
IMPORTS = ["l0.libsonnet", "l1.libsonnet", "v0.libsonnet", "lib/l1.libsonnet", "r0.rcl", "d0.yaml"]
JSONNET = [
    "{ a: 1 }", "{ b: [] + 1 }", "1 + {}", "local x = 1; {}", "{ a: }", "{ f(x):: x + 1 }",
    "local y = 1; // confty: ignore[unused-name]\n{ a: 'b' }", "{ a: 1 } // confty: ignore\n",
    "// confty: ignore[type-mismatch]\n1 + {}", "{ a: importstr 'd1.json' }", "{ a: self.b }",
    "{ a: 1 ==-1 }", "{ a: (import 'd0.yaml').a + [] }", "{ a: (import 'd3.yaml').b }",
    "{ a: std.extVar('tanka.dev/environment').b }",
]  # fmt: skip
RCL = [
    "{ a = 1 }", "let x: Number = true; { a = x }", "let u = 1; 2", "{ a = }", "{ a = [1, 2] }",
    'let l = import "lib/q.rcl"; { a = l.a }', 'let r: Number = (import "r1.rcl").a; { a = r }',
    'import "d1.json"', 'let p: Number = (import "lib/p.rcl").a; { a = p }',
    'let q = import "//lib/q.rcl"; { a = q.a + 1 }', "let u = 1; // confty: ignore[unused-name]\n{ a = 2 }",
]  # fmt: skip
LIBRARIES = [
    'let p = import "p.rcl"; { a = p.a }', 'let q = import "q.rcl"; { a = q }', "{ a = 1 }",
    'let p = import "//lib/p.rcl"; { a = p.a }', 'let d = import "../d0.yaml"; { a = d.a }',
    "{ a = true }", "{ a = }", 'let x: Number = "1"; { a = x }', 'import "../d1.json"',
    'let l = import "../l0.libsonnet"; { a = l.a }',
]  # fmt: skip
PCL = [
    "x = 1\n", "y = x + 1\n", "output o {\n  value = z\n}\n", "z = [1, 2\n",
    'resource r "made:index:Up" {\n  size = 1\n}\n', 'resource s "made:index:Up" {\n  siez = x\n}\n',
    'v = fileExists("../d0.yaml")\n',
    'component c "./part" {\n}\noutput p {\n  value = c.o\n}\n', 'w = upper("a")\n',
]  # fmt: skip
PHY = [
    "(Module (ProcDecl main (IntTy) (Params) (Return 1)))",
    "(Module (ProcDecl main (IntTy) (Params) (Return true)))",
    "(Module (ProcDecl main (IntTy) (Params) (Return x))) ; confty: ignore",
]
DATA = {
    "yaml": [
        "a: 1\n",
        "a: x\n",
        "a: 1\na: 2\n",
        "a: [1\n",
        "a: 1\na: 2 # confty: ignore\n",
        "# a\n\n\na: 1\n",
        "# yaml-language-server: $schema=s0.json\na: x\n",
        *[
            f"apiVersion: e.io/v1\nkind: Foo\nmetadata: {{name: a}}\nspec: {{a: {one}}}\n"
            for one in (1, "x")
        ],
    ],
    "json": ['{"a": 1}', '{"a": "x"}', '{"a": 1, "a": 2}', '{"a": ', "[]"],
    "toml": ["a = 1\n", 'a = "x"\n', "a = 1\na = 2\n", "a = \n"],
}
SCHEMAS = [
    '{"properties": {"a": {"type": "integer"}}}', '{"properties": {"a": {"$ref": "s1.json"}}}',
    '{"type": "string"}', '{"type": "int"}', "{}", "{",
    '{"properties": {"a": {"$ref": "defs/s1.json"}}}',
    '{"$schema": "https://json-schema.org/draft/2020-12/schema", "patternProperties": {"^a": {"$ref": "defs/s1.json"}}}',
]  # fmt: skip
PACKAGES = [
    *[
        '{"name": "made", "version": "1.0.0", "resources": {"made:index:Up": '
        f'{{"inputProperties": {{"size": {{"type": "{kind}"}}}}}}}}}}'
        for kind in ("integer", "string")
    ],
    '{"name": "made"}', '{"name": ', '{"name": "other", "resources": {}}',
]  # fmt: skip
KINDS = [
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  group: e.io\n  names: {kind: Foo}\n"
    f"  versions: [{{name: v1, schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {inside}}}}}}}}}]\n"
    for inside in ("{type: object, properties: {a: {type: string}}}", "{type: integer}", "{type: object}")
]  # fmt: skip
CLASSES = [
    "class S:\n    a: int\n", "class S:\n    a: str\n", "class T:\n    a: str\n", "class S(\n",
]  # fmt: skip
CONFIGS = [
    "", '[jsonnet]\njpath = ["vendor"]\n', '[jsonnet]\njpath = ["lib", "vendor"]\n',
    '[schemas]\n"d*.*" = "s0.json"\n', '[rules]\nunused-name = "error"\n', '[rules]\nall = "ignore"\n',
    '[schemas]\n"d0.yaml" = "s1.json"\n[jsonnet]\njpath = ["vendor"]\n',
    '[pcl]\npackage_schemas = ["packages"]\n', '[pcl]\npackage_schemas = ["packages/made.json"]\n',
    '[schemas]\n"d*.json" = "python:conf:S"\n', '[jsonnet]\ndialect = "cpp"\n',
    '[[overrides]]\ninclude = ["a*"]\nrules = { unused-name = "ignore" }\n',
]  # fmt: skip


class Tree:
    """The files, and what may be done with them."""

    def __init__(self, seed: int, names: Sequence[str] = NAMES) -> None:
        self.chance = random.Random(seed)
        self.names = names
        self.touched: list[tuple[str, bool]] = []
        for folder in (
            "lib",
            "vendor",
            "infra/part",
            "crds",
            "defs",
            "src",
            "env",
            "packages",
            "other",
        ):
            Path(folder).mkdir(parents=True)
        for name in self.names:
            if self.chance.random() < 0.8:
                self.write(name)
        # The other branch: it has most files of this one, and a few others.
        self.branch = {name: Path(name).read_bytes() for name in self.names if Path(name).exists()}
        for _ in range(6):
            self.write(self.chance.choice(self.names))

    def text(self, name: str) -> str:
        """Make up a text for a file."""
        pick = self.chance.choice
        if name.endswith("confty.toml"):
            return pick(CONFIGS)
        if name in {"s0.json", "s1.json", "defs/s1.json"}:
            return pick(SCHEMAS)
        if name.startswith("packages/"):
            return pick(PACKAGES)
        if name.startswith("crds/"):
            return pick(KINDS)
        if name.endswith(".py"):
            return pick(CLASSES)
        kind = name.rpartition(".")[2]
        if kind in DATA:
            return pick(DATA[kind])
        if kind == "pp":
            made = "".join(self.chance.sample(PCL, self.chance.randrange(1, 4)))
            return made.replace("./part", "../infra/part") if name.startswith("other") else made
        if kind == "rcl" and name.startswith("lib/"):
            return pick(LIBRARIES)
        if kind == "phy":
            return pick(PHY)
        if kind == "rcl":
            return pick(RCL)
        imports = [f"(import '{pick(IMPORTS)}')" for _ in range(self.chance.randrange(3))]
        return " + ".join([*imports, pick(JSONNET)])

    def write(self, name: str) -> None:
        self._change(name, lambda path: path.write_text(self.text(name)))

    def edit(self) -> None:
        """Do something to one file or two."""
        self.touched = []
        name = self.chance.choice(self.names)
        there = [one for one in self.names if Path(one).exists()]
        what = self.chance.random()
        if what < 0.15 and there:
            self._change(self.chance.choice(there), Path.unlink)
        elif what < 0.25 and there and not name.endswith("confty.toml"):
            old = Path(self.chance.choice(there))
            text = old.read_text()
            self._change(str(old), Path.unlink)
            self._change(name, lambda path: path.write_text(text))
        elif what < 0.32 and there:
            # Written again as it was: only its time is another.
            self._change(
                self.chance.choice(there), lambda path: path.write_bytes(path.read_bytes())
            )
        elif what < 0.40 and there:
            # A text that is cut off is no config.
            self._unnoticed(
                self.chance.choice([one for one in there if "toml" not in one] or there[:1])
            )
        elif what < 0.48:
            self._check_out()
        else:
            self.write(name)

    def _unnoticed(self, name: str) -> None:
        """Write another text of the same length, with the file's old time."""
        path = Path(name)
        before, length = path.stat(), len(path.read_text())
        text = self.text(name)[:length].ljust(length)
        self._change(name, lambda path: path.write_text(text))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def _check_out(self) -> None:
        """Change to the other branch: many files come, go and change at once."""
        here = {name: Path(name).read_bytes() for name in self.names if Path(name).exists()}
        other, self.branch = self.branch, here
        for name in sorted({*here, *other}):
            if name not in other:
                self._change(name, Path.unlink)
            elif other[name] != here.get(name):
                self._change(name, lambda path, name=name: path.write_bytes(other[name]))

    def _change(self, name: str, work: Callable[[Path], object]) -> None:
        path = Path(name)
        before = path.exists()
        work(path)
        self.touched.append((os.path.abspath(name), before != path.exists()))


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    enter_tree(tmp_path, monkeypatch)


def told(found: list[Diagnostic]) -> list[object]:
    return [as_stored(one) for one in found]


def checked(names: list[str], *words: str, jobs: int | None = None) -> list[object]:
    return told(many.check_many(project(*words), names, jobs))


def all_files() -> list[str]:
    return found_files(["."], project().config)


@pytest.mark.parametrize("files", TREES.values(), ids=TREES)
@pytest.mark.parametrize("seed", range(6))
def test_a_kept_check_tells_what_a_new_one_tells(seed, files) -> None:
    tree = Tree(seed, files)
    for turn in range(30):
        names = all_files()
        fresh = checked(names, "--no-cache")
        assert checked(names, jobs=2 if turn % 10 == 9 else 1) == fresh
        some = [name for name in names if tree.chance.random() < 0.3]
        assert checked(some, jobs=1) == checked(some, "--no-cache")
        tree.edit()


@pytest.mark.parametrize("seed", range(2))
def test_processes_tell_it_too(seed) -> None:
    tree = Tree(100 + seed)
    command = [sys.executable, "-m", "confty", "check", "."]
    for _ in range(4):
        kept, fresh = [
            subprocess.run([*command, *words], capture_output=True, check=False)
            for words in ((), ("--no-cache",))
        ]
        assert (kept.returncode, kept.stdout) == (fresh.returncode, fresh.stdout)
        assert b"Traceback" not in kept.stderr + fresh.stderr
        for _ in range(4):
            tree.edit()


@pytest.mark.parametrize("files", TREES.values(), ids=TREES)
@pytest.mark.parametrize("seed", range(4))
def test_a_desk_tells_what_a_new_one_tells(seed, files) -> None:
    tree = Tree(200 + seed, files)
    desk = Desk(whole_config)
    for _ in range(30):
        new = Desk(whole_config)
        for name in desk.open_files():
            new.update(name, desk.text(name) or "")
        for name in sorted(map(os.path.abspath, all_files())):
            if tree.chance.random() < 0.6:
                assert told(desk.look(name).findings) == told(new.look(name).findings), name
        if tree.chance.random() < 0.3:
            name = tree.chance.choice(files)
            if not name.endswith("confty.toml"):
                desk.update(os.path.abspath(name), tree.text(name))
        elif desk.open_files() and tree.chance.random() < 0.3:
            desk.close(tree.chance.choice(desk.open_files()))
        else:
            tree.edit()
            for name, there in tree.touched:
                desk.changed([name], there=there)


@pytest.mark.parametrize("seed", range(4))
def test_a_watch_sees_what_changes_the_answer(seed) -> None:
    tree = Tree(300 + seed)
    more: list[str] = []
    state: object = None
    before: object = None
    for turn in range(60):
        names = [name for name in WATCHED if Path(name).exists()]
        found = checked(names, "--no-cache")
        if turn and before != found:
            assert state_of([*watched(project(), names), *more]) != state, tree.touched
        # As ``--watch`` does: what a look tells beforehand, and what only a check knows of.
        work = project()
        work.seen = set()
        assert told(many.check_many(work, names, 1)) == found
        more = sorted(work.seen)
        state, before = state_of([*watched(project(), names), *more]), found
        tree.edit()

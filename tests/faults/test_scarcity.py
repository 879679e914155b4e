"""Little of everything: stack, memory, and a process that lives long."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.shell import environment

DEEP = {
    "a.jsonnet": "[" * 300 + "]" * 300,
    "calls.jsonnet": "local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(400)",
    "a.rcl": "[" * 100 + "]" * 100,
    "a.json": "[" * 400 + "]" * 400,
    "a.yaml": "[" * 90 + "]" * 90,
    "a.toml": "a = " + "[" * 90 + "]" * 90,
    "main.pp": "a = " + "[" * 90 + "]" * 90 + "\n",
    "a.phy": "(TupleCons " * 90 + "1" + ")" * 90,
    "runaway.phy": "(Module (ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Return (Call + 1 (Call f x)))) (ProcDecl m (IntTy) (Params) (Return (Call f 1))))",
    "runaway.jsonnet": "local f(x) = 1 + f(x); f(1)",
}


@pytest.mark.parametrize("kilobytes", [256, 1024])
@pytest.mark.parametrize("name", DEEP)
def test_a_tiny_stack(tmp_path, name, kilobytes) -> None:
    (tmp_path / name).write_text(DEEP[name])
    for command in ("check", "eval", "fmt", "type"):
        timeout = (
            " --timeout 10" if command == "eval" and name.endswith((".phy", ".jsonnet")) else ""
        )
        done = subprocess.run(
            ["bash", "-c", f"ulimit -S -s {kilobytes} && exec {sys.executable} -m confty {command}{timeout} {name}"],
            cwd=tmp_path, env=environment(), capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode in {0, 1}, (command, done.returncode, done.stderr[-500:])
        assert b"internal error" not in done.stderr


GREEDY = {
    "a.jsonnet": "local f(a, n) = if n == 0 then a else f(a + a, n - 1); std.length(f([1, 2, 3], 40))",
    "text.jsonnet": "local f(a, n) = if n == 0 then a else f(a + a, n - 1); std.length(f('abc', 40))",
    "a.rcl": "let a = std.range(0, 1000); a.flat_map(x => a.flat_map(y => a.map(z => [x, y, z]))).len()",
    "main.pp": "".join(
        f'a{n} = "{"aaaaaaaa" if n == 0 else f"${{a{n - 1}}}${{a{n - 1}}}"}"\n' for n in range(36)
    )
    + 'output "o" {\n  value = a35\n}\n',
    "a.yaml": "".join(
        f"a{n}: &a{n} {'[x, x, x, x, x, x, x, x, x]' if n == 0 else '[' + ', '.join([f'*a{n - 1}'] * 9) + ']'}\n"
        for n in range(9)
    ),
    "a.json": "[" + "1," * 3_000_000 + "1]",
    "a.phy": "(Exprs (Decl s (Seq (IntTy) 1 2 3)) (While true (Asgn s (Call concat s s))) 1)",
}


@pytest.mark.parametrize("name", GREEDY)
def test_little_memory(tmp_path, name) -> None:
    (tmp_path / name).write_text(GREEDY[name])
    for command in ("check", "eval"):
        timeout = (
            ["--timeout", "20"]
            if command == "eval" and name.endswith((".phy", ".jsonnet"))
            else []
        )
        code = (
            "import resource, sys\nresource.setrlimit(resource.RLIMIT_AS, (900 << 20, 900 << 20))\n"
            "from confty.cli.main import main\nsys.exit(main(sys.argv[1:]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, command, *timeout, name],
            cwd=tmp_path, env=environment(), capture_output=True, timeout=100, check=False,
        )  # fmt: skip
        assert done.returncode in {0, 1, 2}, (command, done.returncode, done.stderr[-500:])
        assert b"internal error" not in done.stderr
        assert b"Traceback" not in done.stderr


def test_memory_that_is_used_up_is_told_at_once(tmp_path) -> None:
    """RCL: no second, slower run of the whole; a place inside the program is to blame."""
    (tmp_path / "a.rcl").write_text(
        "let a = std.range(0, 900000);\n"
        'let f = (n) => a.map(x => [x, x + n, f"text {x} long {n}"]);\n'
        "let b = [for n in std.range(0, 50): f(n)];\nb.len()\n"
    )
    code = (
        "import resource, sys, time\nresource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))\n"
        "from confty.cli.main import main\ncode = main(['eval', 'a.rcl'])\n"
        "print(time.process_time())\nsys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path, env=environment(), capture_output=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert b"there is not enough memory for this evaluation\n  a.rcl:2:" in done.stderr
    assert float(done.stdout) < 15


# Bytes a run.
_MOST_GROWTH = 400
GROWTH = """
import os, sys
sys.path.insert(0, {tests!r})
from fuzz.doors import Visit
def rss():
    # Garbage is not collected for this: nobody does that for a user either.
    return int(open('/proc/self/statm').read().split()[1]) * os.sysconf('SC_PAGE_SIZE')
lang, texts, operation = {lang!r}, {texts!r}, {operation!r}
def run(count, start):
    for number in range(start, start + count):
        text = texts[number % len(texts)].replace('NAME', 'n%d' % number).replace('NUMBER', str(number))
        visit = Visit(lang, text)
        if operation == 'check': visit.findings(); visit.insight().result()
        elif operation == 'eval': visit.value()
        else: visit.formatted()
run({first}, 0)
# What grows does so again; garbage that waits for the collector does not.
for turn in range(2):
    before = rss()
    run({more}, {first} + turn * {more})
    grown = (rss() - before) / {more}
    if grown < {most}: break
print(grown)
"""
TEXTS = {
    "json": ['{"NAME": [NUMBER, "NAME", {"b": NUMBER}]}'],
    "yaml": ["NAME: [NUMBER, NAME]\nb: {c: NUMBER}\n"],
    "toml": ["NAME = [NUMBER, 1]\n[b]\nNAME = 'NAME'\n"],
    "jsonnet": [
        "local NAME = NUMBER; { NAME: NAME, f(x): x + NAME, g: self.f(NUMBER), 'NAMEx': [NAME for i in [1]] }"
    ],
    "rcl": ["let NAME = NUMBER; { NAME = NAME, b = [for x in [1, NUMBER]: x + NAME] }"],
    "pcl": [
        'NAME = { NAME = NUMBER }\noutput "NAMEo" {\n  value = [for x in [NUMBER]: { NAME = x }]\n}\n'
    ],
    "phy": ["(Exprs (Decl NAME NUMBER) (TupleCons NAME (Call + NAME NUMBER)))"],
}


@pytest.mark.parametrize("operation", ["check", "eval", "fmt"])
@pytest.mark.parametrize("lang", TEXTS)
def test_nothing_grows_with_use(lang, operation) -> None:
    """Ever new texts in one process: memory stays as after the first thousand, in bytes a run."""
    from pathlib import Path

    tests = str(Path(__file__).resolve().parents[1])
    # What is remembered of the last thousand or two texts must be full before it counts.
    first, more = (300, 500) if (lang, operation) == ("phy", "eval") else (2500, 1500)
    if lang == "pcl":
        first = 4500  # three relations there, each with answers of its own
    code = GROWTH.format(
        tests=tests, lang=lang, texts=TEXTS[lang], operation=operation, first=first, more=more,
        most=_MOST_GROWTH,
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(),
        capture_output=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
    assert float(done.stdout) < _MOST_GROWTH, done.stdout

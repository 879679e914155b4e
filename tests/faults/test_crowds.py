"""Many at once: processes on one cache, threads in one process, tasks in one loop."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from support.shell import environment

import confty

TEXTS = {
    "jsonnet": ("local f(n) = if n < 2 then n else f(n - 1) + f(n - 2); [f({0}), std.length(std.range(1, {0}))]", lambda n: [fib(n), n]),
    "rcl": ("let a = std.range(0, {0}); {{ n = a.len(), s = a.map(x => x * 2).sum() }}", lambda n: {"n": n, "s": n * (n - 1)}),
    "pcl": ('output "o" {{\n  value = [for x in [1, 2, {0}]: x * 2]\n}}\n', lambda n: {"o": [2, 4, 2 * n]}),
    "phy": ("(Exprs (Decl i 0) (While (Call < i {0}) (Asgn i (Call + i 1))) i)", lambda n: n),
    "json": ('{{"a": [{0}]}}', lambda n: {"a": [n]}),
    "yaml": ("a: [{0}]\n", lambda n: {"a": [n]}),
    "toml": ("a = [{0}]\n", lambda n: {"a": [n]}),
}  # fmt: skip


def fib(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def state() -> tuple:
    """What a run must leave as it found it."""
    import decimal
    import gc
    import locale
    import signal
    import time

    # A thread that has done its work may need a moment to be gone.
    until = time.monotonic() + 2
    while threading.active_count() > 1 and time.monotonic() < until:
        time.sleep(0.01)
    return (
        sys.getrecursionlimit(), threading.stack_size(), threading.active_count(), gc.isenabled(), gc.get_threshold(), os.getcwd(),
        decimal.getcontext().prec, locale.setlocale(locale.LC_ALL), signal.getsignal(signal.SIGALRM), signal.getsignal(signal.SIGINT),
        sys.getswitchinterval(), sys.get_int_max_str_digits(),
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _cleaned():
    """What one test leaves behind is that test's failure only."""
    limit, size = sys.getrecursionlimit(), threading.stack_size()
    yield
    for one in threading.enumerate():
        if one.name == "jsonnet":
            one.join(2)
    sys.setrecursionlimit(limit)
    threading.stack_size(size)


@pytest.mark.parametrize("lang", TEXTS)
def test_a_hundred_threads(lang) -> None:
    text, wanted = TEXTS[lang]
    confty.loads(text.format(3), lang)
    before, wrong = state(), []

    def run(number: int) -> None:
        try:
            found = confty.loads(text.format(number), lang)
        except Exception as error:  # noqa: BLE001  told below
            found = repr(error)[:300]
        if found != wanted(number):
            wrong.append((number, found))

    threads = [threading.Thread(target=run, args=(3 + number % 12,)) for number in range(100)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong, wrong[:3]
    assert state() == before


def test_a_hundred_threads_of_all_languages() -> None:
    before, wrong = state(), []

    def run(lang: str, number: int) -> None:
        text, wanted = TEXTS[lang]
        try:
            found = confty.loads(text.format(number), lang)
            confty.type_of(text=text.format(number), lang=lang)
            confty.format(text.format(number), lang)
        except Exception as error:  # noqa: BLE001  told below
            found = repr(error)[:300]
        if found != wanted(number):
            wrong.append((lang, number, found))

    names = list(TEXTS)
    threads = [
        threading.Thread(target=run, args=(names[number % len(names)], 3 + number % 9))
        for number in range(100)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong, wrong[:3]
    assert state() == before


def test_deep_programs_beside_busy_ones() -> None:
    deep = "local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(2000)"
    busy = "local f(n) = if n < 2 then n else f(n - 1) + f(n - 2); f(15)"
    wrong, before = [], state()

    def run(text: str, wanted: int) -> None:
        for _ in range(4):
            try:
                found = confty.loads(text, "jsonnet", max_stack=3000)
            except Exception as error:  # noqa: BLE001  told below
                found = repr(error)[:300]
            if found != wanted:
                wrong.append(found)

    threads = [
        threading.Thread(target=run, args=given) for given in [(deep, 2000), (busy, 610)] * 8
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong, wrong[:3]
    assert state() == before


@pytest.mark.parametrize("lang", TEXTS)
def test_from_asyncio(lang) -> None:
    text, wanted = TEXTS[lang]

    async def one(number: int) -> object:
        await asyncio.sleep(0)
        return confty.loads(text.format(number), lang)

    async def all_of_them() -> list:
        inside = await asyncio.gather(*(one(number) for number in range(3, 10)))
        loop = asyncio.get_running_loop()
        beside = await asyncio.gather(
            *(
                loop.run_in_executor(None, lambda n=number: confty.loads(text.format(n), lang))
                for number in range(3, 10)
            )
        )
        return inside + beside

    before = state()[0:2]
    assert asyncio.run(all_of_them()) == [wanted(number) for number in range(3, 10)] * 2
    assert state()[0:2] == before


def test_a_timeout_in_asyncio() -> None:
    async def run() -> str:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(
                None, lambda: confty.loads("local f(x) = f(x); f(1)", "jsonnet", timeout=0.5)
            )
        except confty.ConftyError as error:
            return str(error)
        return ""

    assert asyncio.run(run())


@pytest.mark.parametrize("lang", TEXTS)
def test_where_no_thread_can_be_started(monkeypatch, lang) -> None:
    def start(_thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    text, wanted = TEXTS[lang]
    before = state()
    assert confty.loads(text.format(5), lang) == wanted(5)
    assert confty.loads(text.format(5), lang, timeout=30) == wanted(5)
    confty.type_of(text=text.format(5), lang=lang)
    confty.format(text.format(5), lang)
    assert state() == before


def test_many_processes_on_one_cache(tmp_path) -> None:
    (tmp_path / "lib.libsonnet").write_text(
        f"{{ f(x): [x, x], g:: function(y) local l = [{', '.join(f'y + {n}' for n in range(1, 1500))}]; l[0], h: {{ i(z): [{', '.join(f'z + {n}' for n in range(1500))}][0] }} }}\n"
    )
    (tmp_path / "copy.libsonnet").write_text((tmp_path / "lib.libsonnet").read_text())
    wanted = {}
    for number in range(8):
        other = "copy" if number % 3 == 0 else "lib"
        text = f"local l = import 'lib.libsonnet', c = import '{other}.libsonnet';\n{{ a: l.f({number}), b: c.g({number}), c: l.h.i({number}) }}\n"
        (tmp_path / f"e{number}.jsonnet").write_text(text)
        wanted[number] = f'{{"a":[{number},{number}],"b":{number + 1},"c":{number}}}\n'
    variables = environment(CONFTY_CACHE_DIR=str(tmp_path / "cache"))
    for _ in range(3):
        running = [
            (number, subprocess.Popen(
                [sys.executable, "-m", "confty", "eval", "--format", "json-compact", f"e{number}.jsonnet"],
                cwd=tmp_path, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            ))
            for number in range(8)
        ]  # fmt: skip
        for number, process in running:
            out, err = process.communicate(timeout=120)
            assert process.returncode == 0, err.decode()
            assert out.decode().replace(" ", "") == wanted[number]


#: Deep, shallow, failing and endless programs of all languages: (language, text, what it gives, settings).
ALL_KINDS = """
import asyncio, sys, threading, time
import confty
FAILS = "fails"
DEEP = "local f(n) = if n == 0 then 0 else 1 + f(n - 1); f({})"
CASES = [
    ("jsonnet", DEEP.format(450), 450, {}), ("jsonnet", DEEP.format(2500), 2500, {"max_stack": 4000}),
    ("jsonnet", "local f(n) = 1 + f(n + 1); f(0)", FAILS, {}), ("jsonnet", "{a: 1}", {"a": 1}, {}),
    ("jsonnet", "local f(n) = f(n + 1) tailstrict; f(0)", FAILS, {"timeout": 0.4}),
    ("rcl", "let f = n => n + 1; f(1)", 2, {}), ("rcl", "(" * 5000 + "1" + ")" * 5000, FAILS, {}),
    ("rcl", "[" * 50 + "7" + "]" * 50, 50, {}),
    ("pcl", 'output "o" {\\n value = 1 + 1\\n}\\n', {"o": 2}, {}), ("pcl", "a = " + "[" * 5000, FAILS, {}),
    ("phy", "(Call + " * 200 + "1" + " 1)" * 200, 201, {"jit": False}),
    ("phy", "(Call + 1 2)", 3, {"jit": JIT}),
    ("phy", "(While true (TupleCons))", FAILS, {"jit": False, "timeout": 0.4}),
    ("phy", "(While true (TupleCons))", FAILS, {"jit": JIT, "timeout": 0.4}),
    ("json", "[" * 400 + "7" + "]" * 400, 400, {}), ("json", "[" * 100000, FAILS, {}),
    ("yaml", "[" * 200 + "7" + "]" * 200, 200, {}), ("yaml", "a: 1", {"a": 1}, {}),
    ("toml", "a = 1", {"a": 1}, {}), ("toml", "a = " + "[" * 5000, FAILS, {}),
]
def depth(value):
    count = 0
    while isinstance(value, list):
        count, value = count + 1, value[0]
    return count
wrong = []
def judge(case, found):
    lang, text, wanted, _ = case
    if isinstance(found, list):
        found = depth(found)
    if found != wanted:
        wrong.append((lang, text[:50], repr(found)[:200]))
def run(case):
    lang, text, _, given = case
    try:
        found = confty.loads(text, lang, **given)
    except confty.ConftyError:
        found = FAILS
    judge(case, found)
async def later(case):
    lang, text, _, given = case
    try:
        found = await confty.aloads(text, lang, **given)
    except confty.ConftyError:
        found = FAILS
    judge(case, found)
def state():
    return sys.getrecursionlimit(), threading.stack_size(), threading.active_count()
async def all_of_them():
    await asyncio.gather(*[later(case) for case in CASES * 2])
before = state()
threads = [threading.Thread(target=run, args=(case,)) for case in CASES * 5]
for one in threads: one.start()
for one in threads: one.join()
asyncio.run(all_of_them())
until = time.monotonic() + 10
while state() != before and time.monotonic() < until: time.sleep(0.05)
print(wrong, state() == before or state())
"""


def test_all_kinds_at_once_in_a_process_that_has_loaded_nothing() -> None:
    """Answers are right, nobody waits for ever, and afterwards everything is as it was."""
    from importlib.util import find_spec

    code = ALL_KINDS.replace("JIT", repr(find_spec("llvmlite") is not None))
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code],
        env=environment(), capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.stdout == "[] True\n", done.stdout + done.stderr[-1500:]


SLOW = "local f(n) = if n < 2 then n else f(n - 1) + f(n - 2); f(27)"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "ended"])
@pytest.mark.parametrize("words", [("check",), ("eval", "--many")], ids=["check", "eval"])
def test_workers_end_with_their_command(tmp_path, words, number):
    # Enough of them to be shared out, and for checks enough in each.
    for at in range(40):
        text = SLOW if words[0] == "eval" else f"[{'{a: 1} + {b: 2}, ' * 20_000}{at}]"
        (tmp_path / f"a{at}.jsonnet").write_text(text)
    command = [sys.executable, "-m", "confty", *words, "-j", "2", str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env={**environment(), "CONFTY_CACHE_DIR": str(tmp_path)}
    ) as process:
        assert process.stdout is not None
        ends = time.monotonic() + 60
        while _children(process.pid) < 2 and time.monotonic() < ends:
            time.sleep(0.05)
        assert _children(process.pid) >= 2
        process.send_signal(number)
        # The last one that holds the line ends it.
        process.communicate(timeout=20)


def _children(number: int) -> int:
    """How many processes a process has started; procfs knows."""
    try:
        with open(f"/proc/{number}/task/{number}/children") as stream:
            return len(stream.read().split())
    except OSError:
        return 0

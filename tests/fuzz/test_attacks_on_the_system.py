"""Attacks on limits, threads, caches, files, secrets and platforms, one test a rule and an example."""

from __future__ import annotations

import json
import os
import stat
import sys
import time

import pytest

from fuzz.attack import Attack, told

# --- 7: every evaluator obeys the same limits

SLOW = {
    "a.jsonnet": "local f(n) = if n < 2 then n else f(n - 1) + f(n - 2); f(60)",
    "a.rcl": "let a = std.range(0, 3000); let b = a.map(x => a.map(y => a.map(z => (x * y) + z).sum()).sum()); b.sum()",
    "main.pp": "r = range(1000)\n"
    "a = [for x in r: length([for y in r: length([for z in r: z])])]\n"
    'output "o" {\n  value = length(a)\n}\n',
    "a.phy": "(Exprs (Decl i 0) (While true (Asgn i (Call + (Call - i i) 1))) i)",
}


@pytest.mark.parametrize("name", SLOW)
def test_07_timeout(attack: Attack, name: str) -> None:
    attack.file(name, SLOW[name])
    begun = time.monotonic()
    ended = told(attack.run("eval", "--timeout", "1", name), 1)
    assert "time" in ended.err, ended
    assert time.monotonic() - begun < 8


def test_07_timeout_of_data(attack: Attack) -> None:
    for name, text in {
        "a.json": "1\n",
        "a.yaml": "1\n",
        "a.toml": "a = 1\n",
        "a.rcl": "1\n",
        "main.pp": "a = 1\n",
    }.items():
        attack.file(name, text)
        told(attack.run("eval", "--timeout", "10", name), 0)


def test_07_timeout_covers_compiling(attack: Attack) -> None:
    body = "(Asgn x (Call + (Call * x 3) 1)) " * 6000
    attack.file("a.phy", f"(Exprs (Decl x 1) {body} x)")
    begun = time.monotonic()
    told(attack.run("eval", "--jit", "--timeout", "1", "a.phy"))
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("lang", ["jsonnet", "phy", "rcl", "pcl"])
def test_07_a_run_that_timed_out_has_ended(attack: Attack, lang: str) -> None:
    text = {
        "jsonnet": SLOW["a.jsonnet"],
        "phy": SLOW["a.phy"],
        "rcl": SLOW["a.rcl"],
        "pcl": SLOW["main.pp"],
    }[lang]
    ended = attack.python(
        "import threading, time, confty, sys, resource\n"
        f"for _ in range(3):\n"
        f"    try: confty.loads({text!r}, {lang!r}, timeout=0.5)\n"
        "    except confty.ConftyError as error: assert 'time' in str(error), error\n"
        "    else: raise SystemExit('no limit')\n"
        "time.sleep(1)\n"
        "assert threading.active_count() == 1, threading.enumerate()\n"
        "assert sys.getrecursionlimit() == 1000\n"
        "used = resource.getrusage(resource.RUSAGE_SELF).ru_utime\n"
        "time.sleep(1)\n"
        "assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - used < 0.3\n"
    )
    assert ended.code == 0, ended


def test_07_a_limit_that_strikes_inside_a_callback_is_not_lost(attack: Attack) -> None:
    # Sorting, comparing and formatting call back from C, where one exception may be swallowed.
    text = "local f(n) = if n < 2 then n else f(n - 1) + f(n - 2); std.sort(std.range(1, 50), function(x) f(40 + x))"
    ended = attack.python(
        "import threading, time, confty\n"
        "for _ in range(5):\n"
        f"    try: confty.loads({text!r}, 'jsonnet', timeout=0.3)\n"
        "    except confty.ConftyError as error: pass\n"
        "time.sleep(1)\n"
        "assert threading.active_count() == 1, threading.enumerate()\n"
    )
    assert ended.code == 0, ended


# --- 8: limits belong to a run


def test_08_everything_is_as_it_was(attack: Attack) -> None:
    ended = attack.python(
        "import sys, threading, confty\n"
        "before = sys.getrecursionlimit(), threading.stack_size()\n"
        "busy = 'local f(n) = if n < 2 then n else f(n - 1) + f(n - 2); f(24)'\n"
        "deep = 'local f(n) = if n == 0 then 0 else 1 + f(n - 1); f(3000)'\n"
        "wrong = []\n"
        "def run(text, want):\n"
        "    for _ in range(3):\n"
        "        try: got = confty.loads(text, 'jsonnet', max_stack=5000)\n"
        "        except Exception as error: got = error\n"
        "        if got != want: wrong.append(repr(got)[:300])\n"
        "threads = [threading.Thread(target=run, args=given) for given in [(busy, 46368), (deep, 3000)] * 4]\n"
        "[one.start() for one in threads]; [one.join() for one in threads]\n"
        "assert not wrong, wrong[:3]\n"
        "assert (sys.getrecursionlimit(), threading.stack_size()) == before, sys.getrecursionlimit()\n"
        "import json\n"
        "value = []\n"
        "for _ in range(100000): value = [value]\n"
        "try: json.dumps(value)\n"
        "except RecursionError: pass\n"
    )
    assert ended.code == 0, ended


def test_08_checking_beside_evaluating(attack: Attack) -> None:
    ended = attack.python(
        "import sys, threading, confty\n"
        "before = sys.getrecursionlimit()\n"
        "texts = {'rcl': '{a=' * 40 + '1' + '}' * 40, 'jsonnet': '[' * 150 + ']' * 150, 'yaml': '[' * 90 + ']' * 90, 'json': '[' * 150 + ']' * 150}\n"
        "wrong = []\n"
        "def run(lang):\n"
        "    for _ in range(20):\n"
        "        try: confty.loads(texts[lang], lang); confty.type_of(text=texts[lang], lang=lang)\n"
        "        except Exception as error: wrong.append((lang, repr(error)[:200]))\n"
        "threads = [threading.Thread(target=run, args=(lang,)) for lang in list(texts) * 2]\n"
        "[one.start() for one in threads]; [one.join() for one in threads]\n"
        "assert not wrong, wrong[:3]\n"
        "assert sys.getrecursionlimit() == before\n"
    )
    assert ended.code == 0, ended


# --- 9: the native back end cannot overflow its stack


def _regions(depth: int) -> str:
    return "(If (Call < x 1) " * depth + "x" + " (Call + x 1))" * depth


WIDE = f"(TupleTy {'(IntTy) ' * 32})"
NATIVE = {
    "runaway": "(Module (ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Return (Call + 1 (Call f (Call + x 0))))) (ProcDecl m (IntTy) (Params) (Return (Call f 1))))",
    "mutual": "(Module (ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Return (Call + 1 (Call f x)))) (ProcDecl g (IntTy) (Params (ParamDecl x (IntTy))) (Return (Call + 1 (Call f x)))) (ProcDecl m (IntTy) (Params) (Return (Call g 1))))",
    "regions": f"(Module (ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Return (Call + 1 (Call f {_regions(120)})))) (ProcDecl m (IntTy) (Params) (Return (Call f 1))))",
    "wide": f"(Module (ProcDecl f {WIDE} (Params (ParamDecl x {WIDE})) (Return (Call f (TupleCons {' '.join(f'(FieldAccess x {31 - n})' for n in range(32))})))) "
    f"(ProcDecl m (IntTy) (Params) (Return (FieldAccess (Call f (TupleCons {'1 ' * 32})) 0))))",
    "wide-deep": f"(Module (ProcDecl f (IntTy) (Params (ParamDecl x {WIDE})) (Return (If (Call < (FieldAccess x 0) 0) 1 (Call + 1 (Call f (TupleCons {' '.join(f'(Call + 1 (FieldAccess x {n}))' for n in range(32))}))))))"
    f"(ProcDecl m (IntTy) (Params) (Return (Call f (TupleCons {'1 ' * 32})))))",
    "many-locals": "(Module (ProcDecl f (IntTy) (Params (ParamDecl x (IntTy))) (Exprs "
    + "".join(f"(Decl v{n} (TupleCons {'x ' * 32}))" for n in range(100))
    + "(Return (Call + (FieldAccess v99 3) (Call f (FieldAccess v1 2)))))) (ProcDecl m (IntTy) (Params) (Return (Call f 1))))",
    "nested-tuples": "(Module (ProcDecl m (IntTy) (Params) (Exprs (Decl a0 (TupleCons 1 1))"
    + "".join(f"(Decl a{n} (TupleCons a{n - 1} a{n - 1}))" for n in range(1, 16))
    + "(Return 1))))",
}


@pytest.mark.parametrize("jit", ["--jit", "--no-jit"])
@pytest.mark.parametrize("name", NATIVE)
def test_09_native_stack(attack: Attack, name: str, jit: str) -> None:
    attack.file("a.phy", NATIVE[name])
    told(attack.run("check", "a.phy"))
    told(attack.run("eval", jit, "--timeout", "15", "a.phy"))


@pytest.mark.parametrize("name", ["runaway", "wide-deep", "many-locals"])
def test_09_native_stack_on_a_small_thread(attack: Attack, name: str) -> None:
    ended = attack.python(
        "import threading, confty\n"
        "threading.stack_size(256 << 10)\n"
        "def run():\n"
        f"    try: confty.loads({NATIVE[name]!r}, 'phy', jit=True, timeout=10)\n"
        "    except confty.ConftyError: pass\n"
        "thread = threading.Thread(target=run); thread.start(); thread.join()\n"
    )
    assert ended.code == 0, ended


def test_09_native_runs_do_not_leak(attack: Attack) -> None:
    text = "(Exprs (Decl i 0) (While (Call < i 10) (Asgn i (Call + i 1))) i)"
    ended = attack.python(
        "import confty, gc, os\n"
        "def rss():\n"
        "    gc.collect()\n"
        "    return int(open('/proc/self/statm').read().split()[1]) * os.sysconf('SC_PAGE_SIZE')\n"
        "def run(count):\n"
        f"    for _ in range(count): confty.loads({text!r}, 'phy', jit=True)\n"
        "run(50); before = rss(); run(200)\n"
        "assert rss() - before < 200 * 20_000, (rss() - before) / 200\n"
    )
    assert ended.code == 0, ended


# --- 10: a cache can only make things faster


def _list(name: str) -> str:
    """A body so long that it is translated only when it runs."""
    return "[" + ", ".join(f"{name} + {number}" for number in range(1500)) + "]"


LIBRARY = (
    f"{{ f(x): {{ a: {{ b(y): {{ c: function(z) {_list('z')}, q: {_list('y')}, u: 5 }}, r: {_list('x')} }},"
    f" c: x, s: {_list('x')} }}, g: {{ h(i): local j = {_list('i')}; {{ k: j, l(m): {_list('m')} }} }} }}\n"
)
ENTRIES = {
    "one.jsonnet": "(import 'LIB').f(1).a.b(1).u + (import 'LIB').f(1).c\n",
    "two.jsonnet": "(import 'LIB').f(1).a.b(2).c(3)[3] + (import 'LIB').g.h(1).l(2)[0]\n",
    "three.jsonnet": "(import 'LIB').f(1).s[1]\n",
}
VALUES = {"one.jsonnet": "6\n", "two.jsonnet": "8\n", "three.jsonnet": "2\n"}


def test_10_two_entry_points_and_one_library(attack: Attack) -> None:
    attack.file("lib.libsonnet", LIBRARY)
    for name, text in ENTRIES.items():
        attack.file(name, text.replace("LIB", "lib.libsonnet"))
    for _ in range(2):
        for name, value in VALUES.items():
            assert told(attack.run("eval", name), 0).out == value


def test_10_equal_content_at_two_paths(attack: Attack) -> None:
    attack.file("a/lib.libsonnet", LIBRARY)
    attack.file("b/lib.libsonnet", LIBRARY)
    for name, text in ENTRIES.items():
        attack.file(
            name, text.replace("LIB", "a/lib.libsonnet", 1).replace("LIB", "b/lib.libsonnet")
        )
    for _ in range(2):
        for name, value in VALUES.items():
            assert told(attack.run("eval", name), 0).out == value


def _bytes(path: str) -> bytes:
    with open(path, "rb") as stream:
        return stream.read()


#: What makes a file long enough to be kept.
LONG = " \n" * 1000


def _cache_files(attack: Attack) -> list[str]:
    root = attack.variables["CONFTY_CACHE_DIR"]
    return [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names]


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "other"])
def test_10_a_damaged_cache_is_no_cache(attack: Attack, damage: str) -> None:
    attack.file("lib.libsonnet", "{ f(x): [x, x] }\n" + LONG)
    attack.file("a.jsonnet", "(import 'lib.libsonnet').f(1)\n")
    value = told(attack.run("eval", "a.jsonnet"), 0).out
    paths = sorted(_cache_files(attack))
    contents = [_bytes(path) for path in paths]
    for path, data in zip(paths, contents, strict=True):
        changed = {
            "empty": b"",
            "cut": data[: len(data) // 2],
            "flipped": data[:-1] + bytes([data[-1] ^ 1]),
            "other": contents[0],
        }[damage]
        with open(path, "wb") as stream:
            stream.write(changed)
    for _ in range(2):
        assert told(attack.run("eval", "a.jsonnet"), 0).out == value


def test_10_a_forged_entry_is_not_run(attack: Attack) -> None:
    """Who can write into the folder but not read the user's secret cannot make code run."""
    import hashlib
    import marshal

    attack.file("a.jsonnet", "{ f(x): x }.f(1)\n" + LONG)
    told(attack.run("eval", "a.jsonnet"), 0)
    evil = attack.folder / "evil"
    forged = compile(f"open({str(evil)!r}, 'w').close()", "x", "exec")
    payload = marshal.dumps(forged)
    digest = hashlib.blake2b(payload, digest_size=32).digest()
    files = list(_cache_files(attack))
    assert files
    for path in files:
        # Everything but the user's secret is known: the head of the file, and how a digest is made.
        head, line, _ = _bytes(path).partition(b"\n")
        with open(path, "wb") as stream:
            stream.write(head + line + digest + payload)
    attack.run("eval", "a.jsonnet")
    assert not evil.exists()


def test_10_a_relative_folder_is_refused(attack: Attack) -> None:
    attack.variables["CONFTY_CACHE_DIR"] = "relative"
    attack.file("a.jsonnet", "{ f(x): x }.f(1)\n" + LONG)
    told(attack.run("eval", "a.jsonnet"), 0, 2)
    assert not (attack.folder / "relative").exists()


def test_10_a_folder_that_others_write_is_not_read(attack: Attack) -> None:
    attack.file("a.jsonnet", "{ f(x): x }.f(1)\n" + LONG)
    told(attack.run("eval", "a.jsonnet"), 0)
    root = attack.variables["CONFTY_CACHE_DIR"]
    for folder, _, _ in os.walk(root):
        os.chmod(folder, 0o777)
    reads = "import os, sys\nsys.addaudithook(lambda event, args: sys.stderr.write('MARSHAL\\n') if event == 'marshal.loads' else None)"
    ended = attack.run("eval", "a.jsonnet", prelude=reads)
    # Python's own modules are read by marshal too, through another door (marshal.loads of C).
    plain = attack.run("eval", "--no-cache", "a.jsonnet", prelude=reads)
    assert ended.err.count("MARSHAL") <= plain.err.count("MARSHAL"), ended


def test_10_no_text_of_the_command_line_is_kept(attack: Attack) -> None:
    text = "function(y) { f(x): x, v: std.extVar('x') + y }.f(1)\n"
    attack.file("a.jsonnet", text + LONG)
    told(
        attack.run(
            "eval",
            "--ext-code",
            "x='HUSH' + 'MARK'",
            "--tla-code",
            "y='SHUT' + 'MARK'",
            "a.jsonnet",
        ),
        0,
    )
    files = _cache_files(attack)
    assert files
    for path in files:
        data = _bytes(path)
        assert b"HUSH" not in data
        assert b"SHUT" not in data


def test_10_the_command_shows_and_clears(attack: Attack) -> None:
    attack.file("a.jsonnet", "{ f(x): x }.f(1)\n" + LONG)
    told(attack.run("eval", "a.jsonnet"), 0)
    assert _cache_files(attack)
    told(attack.run("cache"), 0)
    told(attack.run("cache", "clear"), 0)
    left = [path for path in _cache_files(attack) if os.path.getsize(path) > 64]
    assert not left


# --- 11: what a repository says never runs code


@pytest.mark.parametrize("command", ["preview", "eval", "check", "convert"])
def test_11_mocks_in_a_config_file(attack: Attack, command: str) -> None:
    attack.file("confty.toml", '[pcl]\nmocks = "evil.py"\n')
    attack.file(
        "evil.py",
        "open('ran', 'w').close()\nclass M:\n    def new_resource(self, *a): return 'i', {}\n    def call(self, *a): return {}\n",
    )
    attack.file("main.pp", 'output "a" {\n  value = 1\n}\n')
    attack.run(command, "." if command in {"preview", "check"} else "main.pp")
    assert not (attack.folder / "ran").exists()


def test_11_modules_of_the_folder_are_not_imported(attack: Attack) -> None:
    for name in ("json", "re", "ruamel", "llvmlite", "confty_plugin", "sitecustomize"):
        attack.file(f"{name}.py", "open('ran', 'w').close()\n")
    attack.file("a.yaml", "a: 1\n")
    attack.run(
        "check",
        "a.yaml",
        prelude="sys.path[:] = [one for one in sys.path if one not in ('', '.')]",
    )
    assert not (attack.folder / "ran").exists()


def test_11_the_model_is_written_down() -> None:
    from support.shell import PROJECT

    text = (PROJECT / "SECURITY.md").read_text()
    for word in ("tree", "config", "schema", "import"):
        assert word in text


# --- 12: files are read with care

ODD = ["fifo", "/dev/zero", "/dev/stdin", "/proc/self/mem", "/dev/tty", "/proc/kmsg"]
IMPORTERS = {
    "import.jsonnet": "import '{0}'\n",
    "importstr.jsonnet": "importstr '{0}'\n",
    "importbin.jsonnet": "std.length(importbin '{0}')\n",
    "a.rcl": 'import "{0}"\n',
    "read.rcl": 'std.read_file_utf8("{0}")\n',
    "main.pp": 'output "o" {{\n  value = readFile("{0}")\n}}\n',
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", IMPORTERS)
def test_12_odd_files_as_imports(attack: Attack, name: str, odd: str) -> None:
    os.mkfifo(attack.folder / "fifo")
    attack.file(name, IMPORTERS[name].format(odd))
    for command in ("check", "eval"):
        told(attack.run(command, name), *((0, 1) if command == "check" else (1, 2)))


@pytest.mark.parametrize("odd", ODD)
def test_12_odd_files_by_name(attack: Attack, odd: str) -> None:
    os.mkfifo(attack.folder / "fifo")
    if odd == "/dev/stdin":
        pytest.skip("standard input may be named by who runs the command")
    for command in ("check", "eval", "fmt"):
        told(attack.run(command, "--lang", "json", odd), 1, 2)


def test_12_a_fifo_in_a_folder(attack: Attack) -> None:
    os.mkfifo(attack.folder / "a.json")
    attack.file("b.json", "1\n")
    told(attack.run("check", "."), 0, 1, 2)
    told(attack.run("fmt", "."), 0, 1, 2)


@pytest.mark.parametrize("name", ["confty.toml", ".gitignore", "schema.json", "base.json"])
def test_12_a_fifo_as_config(attack: Attack, name: str) -> None:
    os.mkfifo(attack.folder / name)
    attack.file("a.json", "1\n")
    extra = {
        "schema.json": ["--schema", "schema.json"],
        "base.json": ["--baseline", "base.json"],
    }.get(name, [])
    told(attack.run("check", *extra, "a.json" if extra else "."), 0, 1, 2)


def test_12_a_huge_file(attack: Attack) -> None:
    with open(attack.folder / "a.json", "wb") as stream:
        stream.truncate(200 << 30)
    prelude = "import resource; resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))"
    for command in ("check", "eval", "fmt"):
        told(attack.run(command, "a.json", prelude=prelude), 1, 2)


OUTSIDE = [
    "../secret.txt",
    "{folder}/../secret.txt",
    "link.txt",
    "///etc/hostname",
    "/etc/hostname",
    "sub/../../secret.txt",
]


@pytest.mark.parametrize("path", OUTSIDE)
@pytest.mark.parametrize("name", ["a.rcl", "read.rcl"])
def test_12_rcl_stays_in_its_sandbox(attack: Attack, name: str, path: str) -> None:
    attack.file("../secret.txt", '"HUSHHUSH"\n')
    (attack.folder / "sub").mkdir()
    (attack.folder / "link.txt").symlink_to("../secret.txt")
    path = path.format(folder=attack.folder)
    attack.file("confty.toml", "")
    attack.file(name, IMPORTERS[name].format(path))
    ended = told(attack.run("eval", name), 1, 2)
    assert "HUSH" not in ended.out + ended.err
    if not path.startswith("/"):  # which RCL knows no path by, sandbox or not
        ended = told(attack.run("eval", "--sandbox", "unrestricted", name), 0)
        assert "HUSH" in ended.out


@pytest.mark.parametrize("path", OUTSIDE)
def test_12_jsonnet_has_a_sandbox(attack: Attack, path: str) -> None:
    attack.file("../secret.txt", '"HUSHHUSH"\n')
    (attack.folder / "sub").mkdir()
    (attack.folder / "link.txt").symlink_to("../secret.txt")
    path = path.format(folder=attack.folder)
    attack.file("confty.toml", "")
    attack.file("a.jsonnet", f"importstr '{path}'\n")
    ended = told(attack.run("eval", "--sandbox", "workdir", "a.jsonnet"), 1)
    assert "HUSH" not in ended.out + ended.err


@pytest.mark.parametrize(
    "path",
    [
        "../secret.json",
        "/etc/passwd",
        "file:///etc/passwd",
        "link.json",
        "http://127.0.0.1:9/x.json",
    ],
)
def test_12_a_schema_stays_inside(attack: Attack, path: str) -> None:
    attack.file("../secret.json", '{"const": "HUSHHUSH"}\n')
    (attack.folder / "link.json").symlink_to("../secret.json")
    attack.file("confty.toml", "")
    attack.file("schema.json", json.dumps({"$ref": path}))
    attack.file("a.json", "1\n")
    ended = told(attack.run("check", "--schema", "schema.json", "a.json"), 1, 2)
    assert "HUSH" not in ended.out + ended.err
    assert "root:" not in ended.out + ended.err


@pytest.mark.parametrize("name", ["import.jsonnet", "a.rcl"])
def test_12_no_text_of_a_file_nobody_named(attack: Attack, name: str) -> None:
    attack.file("other.conf", "HUSHHUSH = [broken\n")
    attack.file(name, IMPORTERS[name].format("other.conf"))
    for command in ("check", "eval"):
        ended = told(attack.run(command, name))
        assert "HUSH" not in ended.out + ended.err, ended


# --- 16: a secret decides nothing that is printed


@pytest.mark.parametrize("secret", ["yes", "no"])
def test_16_traces_under_a_secret_condition(attack: Attack, secret: str) -> None:
    attack.variables["S"] = secret
    attack.file(
        "a.jsonnet", "local s = std.extVar('s'); if s == 'yes' then std.trace('MARK', 1) else 2\n"
    )
    ended = attack.run("eval", "--ext-secret", "s=env:S", "a.jsonnet")
    assert "MARK" not in ended.err, ended
    attack.file(
        "b.jsonnet",
        "local s = std.extVar('s'); std.foldl(function(a, c) if c == 'y' then std.trace('MARK' + c, a) else a, std.stringChars(s), 0)\n",
    )
    ended = attack.run("eval", "--ext-secret", "s=env:S", "b.jsonnet")
    assert "MARK" not in ended.err, ended


@pytest.mark.parametrize("secret", ["yes", "no"])
def test_16_traces_of_rcl_under_a_secret_condition(attack: Attack, secret: str) -> None:
    attack.variables["S"] = secret
    attack.file("a.rcl", 'if ext.s == "yes": trace "MARK"; 1 else: 2\n')
    ended = told(attack.run("eval", "--ext-secret", "s=env:S", "a.rcl"), 0)
    assert "MARK" not in ended.err, ended


def _sealed(attack: Attack) -> dict:
    attack.variables.update(PULUMI_CONFIG_PASSPHRASE="p", S="one", T="two")
    attack.file(
        "a.jsonnet",
        "{ a: std.extVar('s'), b: std.extVar('t'), c: 'plain', d: [std.extVar('s')] }\n",
    )
    ended = told(
        attack.run(
            "eval", "--seal", "--ext-secret", "s=env:S", "--ext-secret", "t=env:T", "a.jsonnet"
        ),
        0,
    )
    return json.loads(ended.out)


def test_16_a_sealed_document_opens(attack: Attack) -> None:
    attack.file("s.json", json.dumps(_sealed(attack)))
    ended = told(attack.run("unseal", "--show-secrets", "s.json"), 0)
    assert json.loads(ended.out) == {"a": "one", "b": "two", "c": "plain", "d": ["one"]}


@pytest.mark.parametrize("how", ["swap", "move", "inject", "copy"])
def test_16_sealed_leaves_are_bound_to_their_place(attack: Attack, how: str) -> None:
    document = _sealed(attack)
    value = document["value"]
    if how == "swap":
        value["a"], value["b"] = value["b"], value["a"]
    elif how == "move":
        value["e"] = value.pop("a")
    elif how == "inject":
        value["c"] = value["a"]
    else:
        value["d"].append(value["a"])
    attack.file("s.json", json.dumps(document))
    ended = told(attack.run("unseal", "--show-secrets", "s.json"), 1, 2)
    assert "one" not in ended.out


# --- 18: an interned type is what it says


def _enums(values: list[str], version: str, package: str = "p") -> str:
    token = f"{package}:index:E"
    return json.dumps(
        {
            "name": package, "version": version,
            "types": {"p:index:E": {"type": "string", "enum": [{"value": one} for one in values]}} if package == "p" else {token: {"type": "string", "enum": [{"value": one} for one in values]}},
            "resources": {f"{package}:index:R": {"inputProperties": {"e": {"$ref": f"#/types/{token}"}}, "requiredInputs": ["e"], "properties": {"e": {"$ref": f"#/types/{token}"}}}},
        }
    )  # fmt: skip


def test_18_enums_of_two_versions(attack: Attack) -> None:
    program = 'resource "r" "p:index:R" {{\n  e = "{}"\n}}\n'
    for folder, values in (("one", ["x", "y"]), ("two", ["z"])):
        attack.file(
            f"{folder}/schemas/p.json", _enums(values, "1.0.0" if folder == "one" else "2.0.0")
        )
        attack.file(f"{folder}/confty.toml", '[pcl]\nschema = ["schemas"]\n')
        attack.file(f"{folder}/main.pp", program.format(values[0]))
    each = {name: attack.run("check", f"{name}/main.pp") for name in ("one", "two")}
    both = attack.run("check", "one/main.pp", "two/main.pp")
    other = attack.run("check", "two/main.pp", "one/main.pp")
    said = "".join(one.out for one in each.values())
    assert both.out.count("error") == said.count("error"), both
    assert other.out.count("error") == said.count("error"), other
    attack.file("one/main.pp", program.format("z"))
    attack.file("two/main.pp", program.format("x"))
    wrong = [
        attack.run("check", "-q", "--output-format", "concise", f"{name}/main.pp").out
        for name in ("one", "two")
    ]
    both = attack.run("check", "-q", "--output-format", "concise", "one/main.pp", "two/main.pp")
    assert sorted(both.out.splitlines()) == sorted("".join(wrong).splitlines()), both


def test_18_types_of_the_core() -> None:
    from confty import types

    base = types.atom("string")
    one, two = types.enum("p:index:E", base, ["x"]), types.enum("p:index:E", base, ["y"])
    assert one is not two
    assert one is types.enum("p:index:E", base, ["x"])


# --- 19: portable

NO_FORK = (
    "import os, multiprocessing.context as c\n"
    "c._concrete_contexts.pop('fork', None); c._concrete_contexts.pop('forkserver', None)\n"
    "[delattr(os, name) for name in ('fork', 'forkpty', 'posix_spawn') if hasattr(os, name)]\n"
)


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_19_without_fork(attack: Attack, jobs: list[str]) -> None:
    for number in range(120):
        attack.file(f"f{number % 3}/a{number}.json", '{"a": 1}\n')
    ended = told(attack.run("check", *jobs, ".", prelude=NO_FORK), 0)
    assert "120 files" in ended.err


def test_19_files_are_written_with_plain_line_ends(attack: Attack) -> None:
    prelude = "import os; os.linesep = '\\r\\n'"
    attack.file("a.jsonnet", "{a:1,\n\nb:2}")
    attack.file("main.pp", 'output "a" {\nvalue=1\n}\n')
    told(attack.run("eval", "-o", "out.json", "a.jsonnet", prelude=prelude), 0)
    told(attack.run("fmt", "a.jsonnet", prelude=prelude), 0)
    told(attack.run("preview", "-o", "out.txt", "main.pp", prelude=prelude), 0)
    for name in ("out.json", "a.jsonnet", "out.txt"):
        assert b"\r" not in (attack.folder / name).read_bytes()


def test_19_text_is_opened_with_its_line_ends_said() -> None:
    """On Windows, ``open(path, "w")`` writes other line ends unless it is told not to."""
    import ast

    from support.shell import PROJECT

    found = []
    for path in sorted((PROJECT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(
                node.func, "id", getattr(node.func, "attr", "")
            ) in {"open", "write_text", "fdopen"}:
                modes = [
                    one.value
                    for one in [
                        *node.args[1:2],
                        *(key.value for key in node.keywords if key.arg == "mode"),
                    ]
                    if isinstance(one, ast.Constant)
                ]
                writes = [
                    mode
                    for mode in modes
                    if isinstance(mode, str) and set(mode) & set("wax") and "b" not in mode
                ]
                if (
                    writes
                    and not any(key.arg == "newline" for key in node.keywords)
                    and "devnull" not in ast.unparse(node)
                ):
                    found.append(f"{path.relative_to(PROJECT)}:{node.lineno}")
    assert not found


def test_19_owner_and_mode_stay(attack: Attack) -> None:
    path = attack.file("a.json", '{"a":1}')
    path.chmod(0o640)
    told(attack.run("fmt", "a.json"), 0)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sys.platform

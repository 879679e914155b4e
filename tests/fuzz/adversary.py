"""Every command on an adversary's texts, each in a fork with a clock: ``adversary.py SEED SECONDS``.

Prints a line for each kind of failure: an exit code that is none of ours, a trace, more than a
gigabyte and a half, or more than seconds of the processor; and keeps the text that did it.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from typing import NamedTuple

import confty
from confty.cli.main import main
from confty.registry import LANGUAGES
from fuzz.bombs import text

PROCESSOR = int(os.environ.get("CONFTY_ADVERSARY_CPU", "10"))
WAITING = 240.0
MEGABYTES = 1500
SCHEMA = json.dumps({
    "type": "object", "properties": {"a": {"type": "integer"}},
    "patternProperties": {"^(a|b)+$": {"pattern": "^(a+)+$"}},
    "additionalProperties": {"anyOf": [{"type": "string"}, {"$ref": "#"}]},
})  # fmt: skip

#: Commands by language, "" for all; ``@`` is a place in the file, ``Q`` a question, ``P`` a path.
COMMANDS = {
    "": ["check", "check --output-format json", "check --output-format sarif", "check --output-format junit", "check --output-format github", "check --output-format gitlab", "check --no-cache", "type", "type --full --doc", "type @", "type @", "type @", "fmt --check", "fmt --diff", "fmt", "eval --timeout 2", "eval --timeout 2 --format json", "eval --timeout 2 --format yaml", "eval --timeout 2 --format toml", "infer --emit jsonschema", "infer --emit pydantic", "infer --emit rcl", "infer --emit typeddict", "infer --emit dataclass", "infer --emit asserts", "inputs", "doc", "doc --format html", "lint", "graph", "why P", "graph --of values --timeout 2", "test", "query --timeout 2 Q", "check --fix --unsafe-fixes", "eval --timeout 2 --profile prof.json", "eval --timeout 2 -o out.json", "eval --timeout 2 --max-memory 100", "eval --timeout 2 --max-output 1", "build", "convert --to pcl -o outp"],
    "jsonnet": ["jsonnet --timeout 2", "jsonnet -S --timeout 2", "jsonnet -y --timeout 2", "jsonnet -m outd --timeout 2", "jsonnetfmt", "jsonnetfmt --test", "jsonnet-lint", "jsonnet-deps", "eval --timeout 2 --dialect cpp"],
    "rcl": ["rcl evaluate", "rcl format", "rcl highlight", "rcl evaluate -f json", "rcl format --check", "rcl build --dry-run"],
    "pcl": ["preview --timeout 2", "convert --to python -o outp", "hcl", "hcl decode", "preview --format json --timeout 2", "preview --format dot --timeout 2", "graph --of resources"],
    "phy": ["emit --as typed", "emit --as lowered", "emit --as python", "emit --as c-header", "emit --as js", "debug", "eval --timeout 2 --jit", "eval --timeout 2 --no-jit"],
    "json": ["unseal", "check --schema S", "schema add"], "yaml": ["check --schema S"], "toml": ["check --schema S"],
}  # fmt: skip
QUESTIONS = ["input", "input.a", "input[0]", "$", ".a", "std.length(input)", "{", "[x for x in input]"]  # fmt: skip
PATHS = ["a", "a.b", "[0]", "a[", "", "a..b", "é"]


class Ended(NamedTuple):
    """How a fork ended: None for one that had to be stopped."""

    code: int | None
    err: bytes
    seconds: float
    megabytes: int


def load_everything() -> None:
    """Import the package, so that a fork has nothing to load."""
    for info in pkgutil.walk_packages(confty.__path__, "confty."):
        if info.name.endswith("__main__") or "cluster" in info.name or ".pulumi" in info.name:
            continue
        try:
            importlib.import_module(info.name)
        except ImportError:
            continue


def _child(words: list[str], folder: str, out: int, err: int) -> None:
    os.setsid()
    os.chdir(folder)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  as long as the fork
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    code = 77
    try:
        code = main(words)
    except BaseException:  # noqa: BLE001  whatever it is, nobody may see it
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code & 255)


def run(words: list[str], folder: str) -> Ended:
    """Run a command in a fork."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            _child(words, folder, out.fileno(), err.fileno())
        until = time.monotonic() + WAITING
        while True:
            ended, status, used = os.wait4(child, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > until:
                os.killpg(child, signal.SIGKILL)
                os.wait4(child, 0)
                return Ended(None, b"it hung", WAITING, 0)
            time.sleep(0.002)
        err.seek(0)
        seconds = used.ru_utime + used.ru_stime
        code = os.waitstatus_to_exitcode(status)
        return Ended(code, err.read(500_000), seconds, used.ru_maxrss >> 10)


def fault(ended: Ended) -> str | None:
    """What is wrong with how a command ended."""
    if ended.code not in {0, 1, 2}:
        return f"exit {ended.code}"
    if re.search(rb"Traceback|internal error|Exception ignored", ended.err):
        return "trace"
    if ended.megabytes > MEGABYTES:
        return f"{ended.megabytes} megabytes"
    if ended.seconds > 0.7 * PROCESSOR:
        return f"{ended.seconds:.0f} seconds"
    return None


def words_for(command: str, name: str, pick: random.Random) -> list[str]:
    """A command's words, the file among them."""
    *words, last = command.split()
    if last == "@":
        line, column = pick.choice([1, 1, 2, 3, 50]), pick.choice([1, 2, 5, 9, 40, 5000])
        return [*words, f"{name}:{line}:{column}"]
    if last == "Q":
        return [*words, name, pick.choice(QUESTIONS)]
    if last == "P":
        return [*words, name, pick.choice(PATHS)]
    return [*words, last, name]


def campaign(seed: int, seconds: float, most: int) -> int:
    """Try texts until the time is up, or so many are tried; return how many kinds of failures there were."""
    pick = random.Random(seed)
    until = time.monotonic() + seconds
    seen: set[tuple[str, ...]] = set()
    tried = 0
    while time.monotonic() < until and tried < most:
        one = pick.choice(LANGUAGES)
        made = text(one.name, pick)
        with tempfile.TemporaryDirectory() as folder:
            name = f"main{one.suffixes[0]}"
            for _ in range(3):
                for file, content in ((name, made), ("S", SCHEMA.encode())):
                    with open(f"{folder}/{file}", "wb") as stream:
                        stream.write(content)
                commands = [*COMMANDS[""], *COMMANDS.get(one.name, []) * 3]
                words = words_for(pick.choice(commands), name, pick)
                ended = run(words, folder)
                wrong = fault(ended)
                tried += 1
                if wrong is None and words == ["fmt", name] and ended.code == 0:
                    again = run(["fmt", "--check", name], folder)
                    wrong = None if again.code == 0 else "formatting twice is not once"
                where = re.search(rb"in (confty\S+, line \d+)", ended.err)
                kind = (
                    words[0],
                    (wrong or "").split()[0] if wrong else "",
                    str(where and where[1]),
                )
                if wrong is not None and kind not in seen:
                    seen.add(kind)
                    kept = tempfile.mkdtemp(prefix="adversary-")
                    with open(f"{kept}/{name}", "wb") as stream:
                        stream.write(made)
                    print(f"{wrong}: confty {' '.join(words)} in {kept}\n{ended.err[-300:]!r}")  # noqa: T201  its report
    print(f"{tried} commands, {len(seen)} kinds of failures")  # noqa: T201  its report
    return len(seen)


if __name__ == "__main__":
    home = tempfile.mkdtemp()
    for variable in (
        "CONFTY_CACHE_DIR",
        "HOME",
        "XDG_DATA_HOME",
        "XDG_CONFIG_HOME",
        "PULUMI_HOME",
    ):
        os.environ[variable] = f"{home}/{variable}"
        os.mkdir(os.environ[variable], 0o700)
    load_everything()
    failed = campaign(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]))
    shutil.rmtree(home, ignore_errors=True)
    sys.exit(bool(failed))

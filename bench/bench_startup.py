"""How long commands take to start, as ratios to a bare interpreter in the same run.

Each command is run in turn with the bare interpreter, on one small file and with an empty cache, and
the smallest CPU time of each counts: on a busy machine the minimum is the least disturbed figure.
The command is the installed one; the first rounds write what it keeps beside its modules.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 15
COMMAND = str(Path(sys.executable).with_name("confty"))
SOURCES = str(Path(__file__).resolve().parents[1] / "src")


def cpu(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Byte code is kept, as it is in every installation; the first round writes it.
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            **os.environ,
            "PYTHONPATH": SOURCES,
            "PYTHONDONTWRITEBYTECODE": "",
            "CONFTY_CACHE_DIR": cache,
        }
        subprocess.run(
            command,
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = {
            "small.json": '{"name": "web", "port": 80}\n',
            "small.toml": 'name = "web"\nport = 80\n',
            "small.rcl": 'let port = 80; { name = "web", port = port }\n',
            "small.jsonnet": "{ name: 'web', port: 80 }\n",
            "small.yaml": "name: web\nport: 80\n",
            "small.pp": 'config "port" {\n  default = 80\n}\n',
            "small.phy": "(ProcDecl main (IntTy) (Params) (Return 1))\n",
        }
        commands = {"version": ["version"]}
        from confty.registry import SUFFIXES

        for name, text in files.items():
            if "." + name.split(".")[1] in SUFFIXES:
                path = Path(folder) / name
                path.write_text(text)
                for verb in ("check", "eval", "fmt"):
                    commands[f"{verb} {name}"] = [verb, str(path)]
        bare = [sys.executable, "-c", "pass"]
        best = dict.fromkeys(["bare", *commands], 1e9)
        for _ in range(ROUNDS):
            best["bare"] = min(best["bare"], cpu(bare))
            for name, arguments in commands.items():
                best[name] = min(best[name], cpu([COMMAND, *arguments]))
        print(f"{'command':24}{'x bare python':>14}{'ms':>8}")
        for name in ("bare", *commands):
            print(f"{name:24}{best[name] / best['bare']:14.2f}{1000 * best[name]:8.1f}")


if __name__ == "__main__":
    sys.path.insert(0, SOURCES)
    main()

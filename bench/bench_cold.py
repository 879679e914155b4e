"""Whole commands when nothing is known yet, for every language, beside the original's process.

    python bench/bench_cold.py [--every N]

CPU milliseconds of a process and what it starts, the least of a few rounds in turns: ``confty
eval`` and ``confty check`` with an empty cache, and a Python process that imports the original's
binding and prints what it gives.  Then ``cold_jsonnet.py`` over real programs, where they are.
"""

from __future__ import annotations

import compileall
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from cold_jsonnet import COMMAND, CORPUS, ENVIRONMENT, HERE, spent

ROUNDS = 5
FILES = {
    "a.jsonnet": "{ items: [{ name: 'n%d' % i, port: i + 80 } for i in std.range(1, 200)] }",
    "a.rcl": '{ items = [for i in std.range(1, 200): { name = f"n{i}", port = i + 80 }] }',
    "a.json": json.dumps({"items": [{"name": f"n{i}", "port": i + 80} for i in range(200)]}),
    "a.yaml": "items:\n" + "".join(f"- name: n{i}\n  port: {i + 80}\n" for i in range(200)),
    "a.toml": "".join(f'[[items]]\nname = "n{i}"\nport = {i + 80}\n' for i in range(200)),
    "a.pp": "".join(f'l{i} = {{\n  name = "n{i}"\n  port = {i} + 80\n}}\n' for i in range(200)),
    "a.phy": "(Module (ProcDecl main (IntTy) (Params) (Exprs (Decl x 0)\n"
    + "\n".join(f"(Asgn x (Call + x {i}))" for i in range(200))
    + "\n(Return x))))",
}
READ = "import sys; text = open(sys.argv[1]).read(); "
PEERS = {
    "a.jsonnet": {
        "go": READ + "import _gojsonnet; print(_gojsonnet.evaluate_snippet('a', text))",
        "rust": READ + "import rjsonnet; print(rjsonnet.evaluate_snippet('a', text))",
    },
    "a.rcl": {"rcl": READ + "import rcl, json; print(json.dumps(rcl.loads(text)))"},
    "a.json": {"json": READ + "import json; print(json.dumps(json.loads(text)))"},
    "a.yaml": {
        "PyYAML (C)": READ
        + "import yaml, json; print(json.dumps(yaml.load(text, yaml.CSafeLoader)))"
    },
    "a.toml": {"tomllib": READ + "import tomllib, json; print(json.dumps(tomllib.loads(text)))"},
    "a.pp": {"python-hcl2": READ + "import hcl2, json; print(json.dumps(hcl2.loads(text)))"},
    "a.phy": {},
}


def ours(command: str, name: str) -> float:
    with tempfile.TemporaryDirectory() as cache:
        environment = {**ENVIRONMENT, "CONFTY_CACHE_DIR": cache}
        return spent([COMMAND, command, "-q", name], environment)


def main() -> int:
    compileall.compile_dir(HERE / "src", quiet=1)
    print(f"{'CPU ms, nothing kept':20}{'eval':>8}{'check':>8}{'bare':>8}  the original's process")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            path = f"{folder}/{name}"
            Path(path).write_text(text)
            work = {
                "eval": lambda path=path: ours("eval", path),
                "check": lambda path=path: ours("check", path),
                "bare": lambda: spent([sys.executable, "-c", "pass"], ENVIRONMENT),
            }
            for peer, code in PEERS[name].items():
                work[peer] = lambda code=code, path=path: spent(
                    [sys.executable, "-c", code, path], ENVIRONMENT
                )
            least = dict.fromkeys(work, 1e9)
            ours("eval", path), ours("check", path)  # as wherever confty was used before
            for _ in range(ROUNDS):
                for what, measure in work.items():
                    least[what] = min(least[what], measure())
            mine = "".join(f"{least.pop(what):8.0f}" for what in ("eval", "check", "bare"))
            peers = ", ".join(f"{peer} {value:.0f}" for peer, value in least.items())
            print(f"{name:20}{mine}  {peers or 'none'}", flush=True)
    if not (CORPUS / "expected.jsonl").is_file():
        print("NOT RUN: there is no corpus of Jsonnet programs")
        return 0
    words = [sys.executable, str(Path(__file__).with_name("cold_jsonnet.py")), *sys.argv[1:]]
    return subprocess.run(words, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

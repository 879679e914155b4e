"""Real Jsonnet programs when nothing of them is known yet, against go-jsonnet and the Rust binding.

    python bench/cold_jsonnet.py [CORPUS] [--every N] [--runs N] [-v] [--commands | --calls]

Each program of the corpus is measured in processes of its own, in CPU milliseconds:

- commands: ``confty jsonnet`` with an empty cache, with one that knows the translated files but no
  result (as after an edit), and with one that knows the result, and ``confty eval`` with the first
  and the last of these, against Python processes that import a binding and print what it gives;
  the command is the installed one;
- calls: one call of ``confty.compat`` without a cache against one of each binding, in a process that
  has made a small call before, so that modules are loaded.

The table at the end has totals, medians of the ratios and the programs that go-jsonnet is quicker
with although it takes longer than 20 ms.  ``--every N`` looks at each Nth program only, the longest
always among them; ``--runs N`` takes the least of N runs, ours and the peers', which leaves out most
of what else the machine does.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[1]
CORPUS = HERE.parent / "shared" / "corpus" / "jsonnet"
if not CORPUS.is_dir():
    CORPUS = HERE.parents[1] / "shared" / "corpus" / "jsonnet"
PEERS = {"go": "_gojsonnet", "rust": "rjsonnet"}
# Where go-jsonnet takes longer than this, in milliseconds, it must not be quicker.
NOTABLE = 20.0

# The command as `make` installs it.
COMMAND = str(Path(sys.executable).with_name("confty"))
PRINT = """
import sys, {module}
sys.stdout.write({module}.evaluate_file(sys.argv[1], jpathdir=sys.argv[2:], max_stack=5000))
"""
CALL = """
import sys, time
{imported}
engine.evaluate_snippet("small", "{{ a: 1, b: self.a + 1, c: [x for x in [1, 2]] }}")
start = time.process_time()
engine.evaluate_file(sys.argv[1], jpathdir=sys.argv[2:], max_stack=5000)
print(time.process_time() - start)
"""


# Modules of ours are compiled once, as they are wherever confty is installed, and two programs are
# run before any is measured, so that they stand in one file, as wherever confty was used before.
ENVIRONMENT = {key: os.environ[key] for key in os.environ if key != "PYTHONDONTWRITEBYTECODE"}
ENVIRONMENT["PYTHONPATH"] = str(HERE / "src")


def spent(command: list[str], environment: dict[str, str]) -> float:
    """CPU milliseconds of a process and what it starts."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        print(f"failed: {' '.join(command[-2:])}")
        return float("nan")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def commands(entry: str, folders: list[str]) -> dict[str, float]:
    """Whole processes: ours cold and warm, and the peers'."""
    flags = [part for folder in folders for part in ("-J", folder)]
    ours = [COMMAND, "jsonnet", "--max-stack", "5000", *flags, entry]
    with tempfile.TemporaryDirectory() as cache:
        given = {**ENVIRONMENT, "CONFTY_CACHE_DIR": cache}
        found = {"cold": spent(ours, given)}
        shutil.rmtree(f"{cache}/outputs", ignore_errors=True)
        found["units"] = spent(ours, given)
        found["warm"] = spent(ours, given)
    native = [COMMAND, "eval", "--max-stack", "5000", *flags, entry]
    with tempfile.TemporaryDirectory() as cache:
        given = {**ENVIRONMENT, "CONFTY_CACHE_DIR": cache}
        found["eval"] = spent(native, given)
        found["eval warm"] = spent(native, given)
    for peer, module in PEERS.items():
        program = PRINT.format(module=module)
        found[peer] = spent([sys.executable, "-c", program, entry, *folders], ENVIRONMENT)
    return found


def calls(entry: str, folders: list[str]) -> dict[str, float]:
    """One call in a process, ours and the peers'."""
    imports = {"ours": "from confty.compat import jsonnet as engine"}
    imports |= {peer: f"import {module} as engine" for peer, module in PEERS.items()}
    found = {}
    for name, imported in imports.items():
        command = [sys.executable, "-c", CALL.format(imported=imported), entry, *folders]
        done = subprocess.run(
            command, env=ENVIRONMENT, check=False, capture_output=True, text=True
        )
        if done.returncode:
            print(f"failed: {name} {entry}")
        found[name] = 1000 * float(done.stdout or "nan")
    return found


def report(title: str, ours: str, rows: dict[str, dict[str, float]]) -> None:
    """Totals, medians and the programs that a peer is quicker with."""
    for peer in PEERS:
        # Programs that a peer cannot run are not held against it.
        pairs = [(row[ours], row[peer]) for row in rows.values() if row[peer] == row[peer]]
        total = sum(mine for mine, _ in pairs) / sum(theirs for _, theirs in pairs)
        middle = median(mine / theirs for mine, theirs in pairs)
        print(f"{title:24} of {peer:5} total {total:5.2f}  median {middle:5.2f}")
    for entry, row in rows.items():
        if row["go"] > NOTABLE and row[ours] > row["go"]:
            print(f"  slower than go: {entry} {row[ours]:.0f} against {row['go']:.0f} ms")


def measured(work, known: list[dict], runs: int, verbose: bool) -> dict[str, dict[str, float]]:
    """The figures of all programs, by their names: the least of some runs."""
    rows = {}
    for one in known:
        found = [work(one["entry"], one["jpath"]) for _ in range(runs)]
        rows[one["entry"]] = row = {name: min(run[name] for run in found) for name in found[0]}
        if verbose:
            shown = " ".join(f"{name} {value:7.1f}" for name, value in row.items())
            print(f"{shown}  {one['entry']}", flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", default=str(CORPUS))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth program only")
    parser.add_argument(
        "--runs", type=int, default=1, metavar="N", help="the least of so many runs"
    )
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="print each program's figures"
    )
    parser.add_argument("--commands", action="store_true", help="measure whole commands only")
    parser.add_argument("--calls", action="store_true", help="measure calls only")
    options = parser.parse_args()
    os.chdir(options.folder)
    known = [json.loads(line) for line in Path("expected.jsonl").read_text().splitlines()]
    known = [one for one in known if not one["natives"]]
    known.sort(key=lambda one: -one["go_cpu"])
    known = known[:: options.every]
    print(f"{len(known)} programs")
    compileall.compile_dir(HERE / "src", quiet=1)
    for one in (known[-1], known[len(known) // 2]):
        commands(one["entry"], one["jpath"])
    if not options.calls:
        rows = measured(commands, known, options.runs, options.verbose)
        report("commands, empty cache", "cold", rows)
        report("commands, units kept", "units", rows)
        report("commands, results kept", "warm", rows)
        report("eval, empty cache", "eval", rows)
        report("eval, results kept", "eval warm", rows)
    if not options.commands:
        report("calls, no cache", "ours", measured(calls, known, options.runs, options.verbose))


if __name__ == "__main__":
    main()

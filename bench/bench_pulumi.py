"""The language host beside Pulumi's own SDK: the same resources, the same engine, time and memory.

The engine is a server in a process of its own that answers at once, so that what is measured is
the program's side.  A chain of ranges is taken at several sizes: memory should grow with it.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
SIZES = tuple(map(int, os.environ.get("CONFTY_BENCH_RESOURCES", "2500 5000 10000").split()))
PET = "random:index/randomPet:RandomPet"


def program(count: int) -> str:
    """Half of them in one range, half as resources of their own; each second needs another."""
    ranged = f"options {{ range = {count // 2} }}\n  length = range.value"
    lines = [f'resource many "{PET}" {{\n  {ranged}\n}}']
    for number in range(count // 2):
        prefix = f"r{number - 1}.id" if number % 2 else f'"x{number}"'
        lines.append(f'resource r{number} "{PET}" {{\n  prefix = {prefix}\n}}')
    return "\n".join(lines) + "\n"


def served(action: str, *words: str) -> dict[str, float]:
    """Run one side in a process of its own, against an engine in another."""
    engine = subprocess.Popen(
        [sys.executable, __file__, "engine"],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
        text=True,
    )
    assert engine.stdout is not None
    address = engine.stdout.readline().strip()
    try:
        done = subprocess.run(
            [sys.executable, __file__, action, address, *words],
            capture_output=True, text=True, check=True, timeout=900,
        )  # fmt: skip
        return json.loads(done.stdout.splitlines()[-1])
    finally:
        engine.kill()
        engine.wait()


def told(began: float) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = used.ru_utime + used.ru_stime
    print(
        json.dumps(
            {"wall": time.monotonic() - began, "cpu": spent, "megabytes": used.ru_maxrss / 1024}
        )
    )


def engine() -> None:
    from pulumi_monitor.monitor import Monitor

    with Monitor(preview=False) as monitor:
        print(monitor.address, flush=True)
        sys.stdin.read()


def host(address: str, folder: str) -> None:
    from pulumi.runtime.proto import language_pb2

    from confty.pulumi.running import Deployment

    info = language_pb2.ProgramInfo(
        program_directory=folder, root_directory=folder, entry_point="."
    )
    request = language_pb2.RunRequest(
        project="proj", stack="dev", monitor_address=address, info=info
    )
    began = time.monotonic()
    answer = Deployment(request, address).run()
    assert not answer.error, answer.error
    assert not answer.bail
    told(began)


def sdk(address: str, path: str) -> None:
    import asyncio
    import runpy

    from pulumi.runtime import configure, run_in_stack
    from pulumi.runtime.settings import Settings

    configure(
        Settings(project="proj", stack="dev", monitor=address, engine=address, dry_run=False)
    )
    began = time.monotonic()
    asyncio.run(run_in_stack(lambda: runpy.run_path(path, run_name="__main__") and None))
    told(began)


def main() -> None:
    from confty.cli.convert import main as convert

    schemas = str(ROOT / "tests" / "pcl" / "schemas")
    print("resources    host s   sdk s   ratio    host MB   sdk MB")
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "main.pp").write_text(program(size))
            Path(folder, "confty.toml").write_text(
                f"[pcl]\npackage_schemas = [{json.dumps(schemas)}]\n"
            )
            target = os.path.join(folder, "py")
            with open(os.devnull, "w") as nowhere:
                kept, sys.stdout = sys.stdout, nowhere
                assert convert(["--to", "python", "-o", target, "--schema", schemas, folder]) == 0
                sys.stdout = kept
            ours = served("host", folder)
            theirs = served("sdk", os.path.join(target, "__main__.py"))
        ratio = ours["wall"] / theirs["wall"]
        print(
            f"{size:9,}  {ours['wall']:8.2f}{theirs['wall']:8.2f}{ratio:8.2f}"
            f"  {ours['megabytes']:9.0f}{theirs['megabytes']:9.0f}"
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        {"engine": engine, "host": host, "sdk": sdk}[sys.argv[1]](*sys.argv[2:])
    else:
        main()

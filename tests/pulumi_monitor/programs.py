"""Running an unmodified Pulumi program of Python against a monitor, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pulumi_monitor.monitor import Monitor


@dataclass
class Finished:
    """How a program ended, and what it printed."""

    code: int
    stdout: str
    stderr: str


def run_program(
    monitor: Monitor,
    program: Path,
    *,
    config: dict[str, str] | None = None,
    secret_keys: tuple[str, ...] = (),
    timeout: float = 60,
) -> Finished:
    """Run ``program`` to its end; a program that hangs is killed and raises ``TimeoutExpired``."""
    orders = {
        "program": str(program),
        "monitor": monitor.address,
        "project": monitor.project,
        "stack": monitor.stack,
        "preview": monitor.preview,
        "config": config or {},
        "secret_keys": list(secret_keys),
    }
    done = subprocess.run(
        [sys.executable, str(Path(__file__)), json.dumps(orders)],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        cwd=program.parent,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def main(text: str) -> None:
    """What runs in the other process: connect the SDK, then the program as it is."""
    import asyncio
    import runpy

    from pulumi.runtime import configure, run_in_stack, set_all_config
    from pulumi.runtime.settings import Settings

    orders = json.loads(text)
    configure(
        Settings(
            project=orders["project"],
            stack=orders["stack"],
            monitor=orders["monitor"],
            engine=orders["monitor"],
            dry_run=orders["preview"],
        )
    )
    set_all_config(orders["config"], orders["secret_keys"])

    # As Pulumi's own executor does: modules beside the program are found.
    sys.path.insert(0, str(Path(orders["program"]).parent))

    def program() -> None:
        runpy.run_path(orders["program"], run_name="__main__")

    asyncio.run(run_in_stack(program))


if __name__ == "__main__":
    main(sys.argv[1])

"""Runs several Pulumi programs of Python in one process, each against a monitor of its own.

``python many.py ORDERS.json`` reads a list of orders and writes a list of errors, None for none.
Importing the SDK takes a second, so that a process a program would cost more than the programs.
"""

from __future__ import annotations

import asyncio
import json
import os
import runpy
import sys
import traceback
from typing import Any


def run(order: dict[str, Any]) -> str | None:
    from pulumi.runtime import run_in_stack, set_all_config
    from pulumi.runtime.settings import reset_options

    reset_options(
        project=order["project"],
        stack=order["stack"],
        monitor_address=order["monitor"],
        engine_address=order["monitor"],
        preview=order["preview"],
        organization="organization",
    )
    set_all_config(order["config"], [])
    os.chdir(order["folder"])
    before, modules = list(sys.path), set(sys.modules)
    sys.path[:0] = order["path"]
    try:
        asyncio.run(
            run_in_stack(lambda: runpy.run_path(order["file"], run_name="__main__") and None)
        )
    except BaseException:  # noqa: BLE001  whatever a program does wrong
        return traceback.format_exc()
    finally:
        sys.path[:] = before
        for name in set(sys.modules) - modules:
            if not name.startswith(("pulumi.", "grpc", "google")):
                del sys.modules[name]
    return None


def main(path: str) -> None:
    with open(path, encoding="utf-8") as stream:
        orders = json.load(stream)
    real = os.dup(1)
    os.dup2(2, 1)
    told = [run(order) for order in orders]
    with os.fdopen(real, "w") as stream:
        json.dump(told, stream)


if __name__ == "__main__":
    main(sys.argv[1])

"""Runs the original on a program: whether it failed, how many traces it printed, its value."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def captured_stderr() -> Iterator[Any]:
    """Catch what native code writes to standard error."""
    with tempfile.TemporaryFile() as file:
        saved = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield file
        finally:
            os.dup2(saved, 2)
            os.close(saved)


def printed(value: str) -> str:
    """Return how the original prints a value, as the only part of a list."""
    import rcl

    with captured_stderr() as file:
        rcl.loads(f'trace ["{"=" * 80}", {value}]; 1')
        file.seek(0)
        return file.read().decode().partition("\nTrace: ")[2].rstrip("\n")


def original(program: str) -> tuple[str, int, Any]:
    """Return "value" or "error", the number of traces, and the value."""
    import rcl

    with captured_stderr() as file:
        try:
            value = rcl.loads(program)
            status = "value"
        except BaseException as error:  # noqa: BLE001  a panic of the original is no RuntimeError
            value = None
            status = "error" if str(error) == "Evaluation failed." else "other"
        file.seek(0)
        traces = file.read().decode(errors="replace").count("\nTrace: ")
    return status, traces, value

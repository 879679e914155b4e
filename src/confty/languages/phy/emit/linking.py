"""Linking: by the C compiler that is there, or by the one that the package ziglang brings."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec


class NoLinker(Exception):
    """There is nobody to link; the message says what would help."""


class LinkFailed(Exception):
    """The linker refused; the message is its own."""


def link_executable(program: str, object_: bytes, *, optimised: bool) -> bytes:
    """Compile the C program around an object file, and link both."""
    compiler = _compiler()
    with tempfile.TemporaryDirectory(prefix="confty-") as folder:
        source, made, out = f"{folder}/main.c", f"{folder}/program.o", f"{folder}/program"
        with open(source, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(program)
        with open(made, "wb") as file:
            file.write(object_)
        level = "-O2" if optimised else "-O0"
        _run([*compiler, level, "-w", "-o", out, source, made, "-lm", "-lpthread"])
        with open(out, "rb") as file:
            return file.read()


def link_module(object_: bytes, exported: list[str]) -> bytes:
    """Link an object file of WebAssembly to a module."""
    linker = _web_linker()
    with tempfile.TemporaryDirectory(prefix="confty-") as folder:
        made, out = f"{folder}/program.o", f"{folder}/program.wasm"
        with open(made, "wb") as file:
            file.write(object_)
        names = [
            f"--export={name}"
            for name in [*exported, "phy_allocate", "phy_release", "phy_context"]
        ]
        options = ["--no-entry", "--allow-undefined", "-z", "stack-size=1048576", "--strip-all"]
        _run([*linker, *options, *names, "-o", out, made])
        with open(out, "rb") as file:
            return file.read()


def _compiler() -> list[str]:
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return [name]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc"]
    raise NoLinker("an executable needs a C compiler: install one, or the package ziglang")


def _web_linker() -> list[str]:
    for name in ("wasm-ld", *[f"wasm-ld-{version}" for version in range(22, 13, -1)]):
        if shutil.which(name):
            return [name]
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise NoLinker("WebAssembly needs wasm-ld: install lld, or the package ziglang")


def _run(command: list[str]) -> None:
    done = subprocess.run(  # noqa: S603  the user's own compiler, on files of ours
        command, capture_output=True, text=True, errors="replace", check=False, timeout=300
    )
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise LinkFailed(lines[0] if lines else f"{command[0]} failed")

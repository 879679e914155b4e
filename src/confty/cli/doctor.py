"""``confty doctor``: say what confty runs with, and what is missing for what it could do."""

from __future__ import annotations

import os
import platform
import sys
from importlib import metadata
from typing import Final

from confty import __version__
from confty.cli import flags

#: Extras, the packages each brings, and what they are for.
EXTRAS: Final = (
    ("yaml", "ruamel.yaml", "YAML files"),
    ("secrets", "cryptography", "--seal and confty unseal"),
    ("jit", "llvmlite", "native code for Phy"),
    ("remote", "fsspec", "remote assets"),
    ("completion", "shtab", "confty completion"),
    ("server", "pygls", "confty server, for editors"),
)


def main(argv: list[str]) -> int:
    """Print versions, extras, config, root and caches; 0 whatever is missing."""
    parser = flags.parser("doctor", "Say what confty runs with, and what is missing.")
    options = parser.parse_args(argv)
    try:
        flags.enter_directory(options)
        work = flags.project(options)
    except flags.BadUsage as bad:
        sys.stderr.write(f"confty doctor: {bad}\n")
        return 2
    rows = [
        ("confty", f"{__version__}, from {os.path.dirname(os.path.dirname(__file__))}"),
        ("python", f"{platform.python_version()}, {sys.executable}"),
        ("system", f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"),
        *[(f"extra {name}", _extra(name, package, about)) for name, package, about in EXTRAS],
        ("config file", (work.config.root and os.path.join(work.config.root, "")) or "none"),
        ("project root", os.path.abspath(work.home("x").root)),
        ("baseline", _baseline(work.baseline_for("x"))),
        ("cache", _cache()),
        ("JSONNET_PATH", os.environ.get("JSONNET_PATH") or "not set"),
        ("colours", "on" if flags.wants_color(options.color, sys.stdout) else "off"),
    ]
    width = max(len(name) for name, _ in rows)
    flags.write(sys.stdout, "".join(f"{name.ljust(width)}  {value}\n" for name, value in rows))
    return 0


def _extra(name: str, package: str, about: str) -> str:
    try:
        return f"{package} {metadata.version(package)} ({about})"
    except metadata.PackageNotFoundError:
        return f"missing, for {about}: pip install 'confty[{name}]'"


def _baseline(path: str) -> str:
    return os.path.abspath(path) if os.path.exists(path) else "none"


def _cache() -> str:
    from confty.kit.store import user_folder

    root = user_folder()
    if root is None:
        return "none: its folder is not absolute"
    if not os.path.isdir(root):
        return f"{root}, empty so far"
    usable = os.access(root, os.W_OK)
    return root if usable else f"{root}, which cannot be written"

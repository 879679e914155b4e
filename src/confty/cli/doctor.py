"""``confty doctor``: say what confty runs with, and what is missing for what it could do."""

from __future__ import annotations

import os
import platform
import sys
from importlib import metadata
from typing import Final

from confty import __version__
from confty.cli import flags
from confty.cli.declared import Options
from confty.packages import know_packages

#: Extras, the packages each brings, and what they are for.
EXTRAS: Final = (
    ("yaml", ("PyYAML", "ruamel.yaml"), "YAML files"),
    ("secrets", ("cryptography",), "--seal and confty unseal"),
    ("jit", ("llvmlite",), "native code for Phy"),
    ("link", ("ziglang",), "confty emit --as exe and --as wasm"),
    ("tanka", ("google-re2",), "Tanka's native functions"),
    ("remote", ("fsspec",), "remote assets"),
    ("server", ("pygls",), "confty server, for editors"),
    ("pulumi", ("pulumi",), "the language host of Pulumi"),
    ("dask", ("distributed",), "evaluating on a cluster"),
    ("completion", ("shtab",), "confty completion"),
)
#: Editors by the program that starts each, and what starts the server there.
EDITORS: Final = (
    ("code", "VS Code"),
    ("nvim", "Neovim"),
    ("vim", "Vim"),
    ("hx", "Helix"),
    ("emacs", "Emacs"),
    ("zed", "Zed"),
    ("subl", "Sublime Text"),
)


def main(argv: list[str]) -> int:
    """Print versions, extras, config, root and caches; 0 whatever is missing."""
    parser = flags.parser("doctor", "Say what confty runs with, and what is missing.")
    return flags.run(parser, argv, _doctor)


def _doctor(options: Options) -> int:
    work = flags.project(options)
    rows = [
        ("confty", f"{__version__}, from {os.path.dirname(os.path.dirname(__file__))}"),
        ("python", f"{platform.python_version()}, {sys.executable}"),
        ("system", f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"),
        ("start", _start()),
        *[(f"extra {name}", _extra(name, wanted, about)) for name, wanted, about in EXTRAS],
        ("config file", os.path.abspath(work.config.path) if work.config.path else "none"),
        ("project root", os.path.abspath(work.home("x").root)),
        ("baseline", _baseline(work.baseline_for("x"))),
        ("cache", _cache()),
        *_kept(),
        ("schemas", _schemas()),
        ("editors", _editors()),
        ("server", _server()),
        ("completion", _completion()),
        ("pytest plugin", "on" if _has_plugin() else "off: confty is not installed here"),
        ("JSONNET_PATH", os.environ.get("JSONNET_PATH") or "not set"),
        ("colours", "on" if flags.wants_color(options.color, sys.stdout) else "off"),
    ]
    width = max(len(name) for name, _ in rows)
    flags.write(sys.stdout, "".join(f"{name.ljust(width)}  {value}\n" for name, value in rows))
    return 0


def _start() -> str:
    """Whether commands find their modules ready, and what to do where they cannot be kept."""
    from confty.cli.preparing import prepared, writable

    count = len(prepared())
    if count:
        later = "; packages are looked for when one is needed" if sys.flags.no_site else ""
        return f"the modules of {count} of the commands are kept ready{later}"
    if writable() and not sys.dont_write_bytecode:
        return "modules are kept ready from the first commands on"
    return "modules cannot be kept ready here: confty cache prepare, as the user who installed"


def _extra(name: str, packages: tuple[str, ...], about: str) -> str:
    know_packages()
    found = []
    for package in packages:
        try:
            found.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            return f"missing {package}, for {about}: pip install 'confty[{name}]'"
    return f"{', '.join(found)} ({about})"


def _kept() -> list[tuple[str, str]]:
    """What is kept, by kind: how many entries and bytes."""
    from confty.kit.store import KINDS, user_store

    rows = []
    for kind, what in KINDS.items():
        store = user_store(kind)
        sizes = [] if store is None else [size for _, size, _ in store.entries()]
        rows.append((f"cache: {what}", f"{len(sizes)} entries, {sum(sizes):,} bytes"))
    return rows


def _schemas() -> str:
    from confty.kit.schemas import user_schemas

    store = user_schemas()
    return store.damage or f"{len(store.entries)} in {store.folder}"


def _editors() -> str:
    from shutil import which

    found = [name for program, name in EDITORS if which(program)]
    return ", ".join(found) or "none found; any that speaks the language server protocol will do"


def _server() -> str:
    """How an editor starts the server, and whether it can."""
    from importlib.util import find_spec
    from shutil import which

    from confty.cli.main import COMMANDS

    if "server" not in COMMANDS:
        return "not part of this version"
    if find_spec("pygls") is None:
        return "cannot start: pip install 'confty[server]'"
    program = which("confty")
    return f"{program or f'{sys.executable} -m confty'} server"


def _completion() -> str:
    shell = os.path.basename(os.environ.get("SHELL", ""))
    if shell not in {"bash", "zsh", "fish"}:
        return "for bash, zsh and fish: confty completion SHELL"
    return f"for {shell}: confty completion {shell}"


def _has_plugin() -> bool:
    return bool(metadata.entry_points(group="pytest11", name="confty"))


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

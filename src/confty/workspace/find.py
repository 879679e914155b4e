"""Which files a command means: those named, and those found under the folders named.

A file that is named is taken as it is.  A folder is searched for files of known languages;
``.gitignore`` files and the config file's patterns are respected; hidden folders, virtual
environments and folders of packages are left out unless they are named.  Symbolic links to folders
are not followed, so a loop of links ends, nor are links to files outside of the folder and the
repository around it: who checks a tree does not mean to show files that somebody made it link to.
"""

from __future__ import annotations

import os

from confty.kit.reading import read_file, slashed
from confty.workspace.config import DEFAULT_NAME, Config
from confty.workspace.globs import IgnoreRules
from confty.workspace.home import version_controlled
from confty.workspace.sandbox import Sandbox
from confty.workspace.vendored import PACKAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container

# Rules are written by hand.
_MOST = 16 << 20
#: Hidden folders that hold the project's own files.
_WORK = frozenset({".github", ".gitlab", ".circleci"})


class NoSuchPath(Exception):
    """A path on the command line that is not there; the message is its name and the reason."""


def find_files(
    paths: list[str],
    config: Config,
    is_known: Callable[[str], bool],
    *,
    left_out: Container[str] = PACKAGES,
) -> list[str]:
    """Return the files that ``paths`` mean to a project: its include and exclude count."""
    include, exclude = config.strings("include"), config.strings("exclude")
    return find(
        paths,
        lambda name: is_known(name) and (not include or config.matches(name, include)),
        lambda name: is_baseline(name, config) or config.matches(name, exclude),
        left_out,
    )


def is_baseline(name: str, config: Config) -> bool:
    """Whether a file lists findings; it is ours and not the project's, so nobody checks it."""
    own = config.baseline
    if name.endswith(DEFAULT_NAME) and os.path.basename(name) == DEFAULT_NAME:
        return True
    return own is not None and os.path.abspath(own) == os.path.abspath(name)


def find(
    paths: list[str],
    wanted: Callable[[str], bool],
    excluded: Callable[[str], bool],
    left_out: Container[str] = PACKAGES,
) -> list[str]:
    """Return the files that ``paths`` mean, each once, folders in sorted order."""
    found: dict[str, None] = {}
    for path in paths:
        if os.path.isdir(path):
            for name in _walk(path, wanted, excluded, left_out):
                found[name] = None
        elif os.path.exists(path):
            found[slashed(os.path.normpath(path))] = None
        else:
            raise NoSuchPath(f"{path}: there is no such file or folder")
    if len({os.path.isabs(path) for path in paths}) > 1:
        # A file goes by the name by which it was found first.
        first: dict[str, str] = {}
        for name in found:
            first.setdefault(os.path.abspath(name), name)
        return list(first.values())
    return list(found)


def _walk(
    root: str,
    wanted: Callable[[str], bool],
    excluded: Callable[[str], bool],
    left_out: Container[str],
) -> list[str]:
    found: list[str] = []
    around = version_controlled(os.path.abspath(root))
    inside = Sandbox((root, around) if around else (root,))
    above = _rules_above(root)
    waiting: list[tuple[str, list[tuple[str, IgnoreRules]]]] = [(root, above)]
    while waiting:
        folder, rules = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            raise NoSuchPath(f"{folder}: {(error.strerror or 'unreadable').lower()}") from None
        own = _rules_in(folder)
        rules = [*rules, (os.path.abspath(folder), own)] if own else rules
        folders: list[tuple[str, list[tuple[str, IgnoreRules]]]] = []
        tidy = slashed(os.path.normpath(os.path.join(folder, "x")))[:-1]
        for entry in entries:
            name = tidy + entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not _is_file(entry, inside):
                continue
            if rules and _ignored(entry.path, rules, is_folder=is_folder):
                continue
            if excluded(name):
                continue
            if is_folder:
                if not _is_left_out(entry, left_out):
                    folders.append((entry.path, rules))
            elif wanted(name):
                found.append(name)
        waiting.extend(reversed(folders))
    return found


def _rules_above(folder: str) -> list[tuple[str, IgnoreRules]]:
    """Collect the ``.gitignore`` files from the repository's root down to ``folder``'s parent."""
    chain: list[str] = []
    current = os.path.abspath(folder)
    while not os.path.exists(f"{current}/.git"):
        parent = os.path.dirname(current)
        if parent == current:
            return []
        current = parent
        chain.append(current)
    return [(home, rules) for home in reversed(chain) if (rules := _rules_in(home))]


def _rules_in(folder: str) -> IgnoreRules | None:
    try:
        text = read_file(f"{folder}/.gitignore", _MOST).decode("utf-8", "replace")
        return IgnoreRules(text.splitlines())
    except OSError:
        return None


def _ignored(path: str, rules: list[tuple[str, IgnoreRules]], *, is_folder: bool) -> bool:
    """Ask the innermost ``.gitignore`` first; the first that has an opinion decides."""
    whole = os.path.abspath(path)
    for home, lines in reversed(rules):
        below = slashed(os.path.relpath(whole, home))
        verdict = lines.verdict(below, is_folder=is_folder)
        if verdict is not None:
            return verdict
    return False


def _is_file(entry: os.DirEntry[str], inside: Sandbox) -> bool:
    """Whether an entry leads to a file; a link in a ring of links leads nowhere."""
    try:
        return entry.is_file() and (not entry.is_symlink() or inside.holds(entry.path))
    except OSError:
        return False


def _is_left_out(entry: os.DirEntry[str], left_out: Container[str]) -> bool:
    """Whether a folder holds what is not the project's own."""
    hidden = entry.name.startswith(".") and entry.name not in _WORK
    return hidden or entry.name in left_out or os.path.exists(f"{entry.path}/pyvenv.cfg")

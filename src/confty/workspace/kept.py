"""Results of checks on disk: the second check of a tree costs what has changed.

A result is good as long as everything that the check looked at is the same: the file, what it
imports and what that imports, where imports lead, settings, our version.  That is asked again of
the files themselves, whose contents count and not their times.  The results of one working
directory are one sealed entry of the user's store; whatever is wrong with it, it is as if it were
not there.
"""

from __future__ import annotations

import marshal
import os
import sys
from _blake2 import blake2b
from _frozen_importlib_external import PathFinder

from confty.kit.once import once
from confty.kit.reading import read_file
from confty.kit.sources import OWN_SOURCES, all_sources
from confty.kit.store import Store, user_store
from confty.language import Unreadable
from confty.packages import know_packages
from confty.text import Diagnostic
from confty.workspace.files import Moment
from confty.workspace.observed import FILES, INSTALLED, PLACELESS, TEXTS, Observed
from confty.workspace.sandbox import Sandbox
from confty.workspace.stored import Unstorable, as_stored, from_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, Final, TypeAlias

# Raised when entries mean something else.
FORMAT: Final = 5
#: Findings that say more about the machine or the way than about the files.
_PASSING: Final = ("too-deep", "out-of-time", "out-of-memory", "time", "unreadable")
_MOST_RESULTS: Final = 100_000

# (kind, subject, answer), and the keys that a file leads to.
Node: TypeAlias = tuple[tuple[tuple[str, str, object], ...], tuple[str, ...]]
Nodes: TypeAlias = dict[str, Node | None]
# How notes are answered: who makes a sandbox of folders, and the variables.
Around: TypeAlias = "tuple[Callable[[tuple[str, ...]], Sandbox], Mapping[str, str]]"
Results: TypeAlias = "dict[str, tuple[Any, ...]]"


class Noted:
    """What one process found out, in a form that can be written and sent."""

    __slots__ = ("footings", "nodes", "results", "sources")

    def __init__(self) -> None:
        # The sources of ours that had a part in it, as a note; None: any may have had one.
        self.sources: bytes | None = None
        self.footings: dict[str, tuple[str, ...] | None] = {}
        self.nodes: Nodes = {}
        self.results: Results = {}

    def add(self, other: Noted) -> None:
        """Take in what another process found out; where they saw two texts, neither counts."""
        self.footings.update(other.footings)
        for key, node in other.nodes.items():
            self.nodes[key] = _both(key, self.nodes[key], node) if key in self.nodes else node
        self.results.update(other.results)

    def keep(self, found: Mapping[str, list[Diagnostic]], nodes: Nodes) -> None:
        """Put down what checks found, by their keys; what only holds for now is left out."""
        for key, findings in found.items():
            passing = [one.code.name.partition("/")[2] in _PASSING for one in findings]
            if any(passing) or any(_is_ring(one) for one in findings):
                continue
            texts = _texts(nodes, key) if findings else ()
            try:
                self.results[key] = tuple([as_stored(one, texts) for one in findings])
            except Unstorable:
                continue


def footing_name(key: bytes, data: bytes) -> str:
    """Name something that results depend on, so that the name says nothing of it."""
    return blake2b(data, digest_size=12, key=key).hexdigest()


class KeptResults:
    """The results of one working directory."""

    __slots__ = ("_files", "_key", "_store", "noted")

    def __init__(self, store: Store, files: Moment) -> None:
        self._store: Final = store
        self._files: Final = files
        self._key: Final = _name(files)
        self.noted: Final = self._loaded()

    def _loaded(self) -> Noted:
        noted = Noted()
        payload = self._store.load(self._key)
        if payload is None:
            return noted
        try:
            sources, footings, nodes, results = marshal.loads(payload)  # noqa: S302  sealed and our own
            if not OWN_SOURCES.are_current(sources):
                return noted
            noted.footings, noted.nodes, noted.results = dict(footings), dict(nodes), dict(results)
        except (ValueError, EOFError, TypeError):
            return Noted()
        return noted if _is_whole(noted) else Noted()

    def footing(self) -> bytes | None:
        """What names of footings are made with; None where there is no place to keep results."""
        found = self._store.digest(b"footings")
        return None if found is None else bytes.fromhex(found)

    def good(self, keys: Iterable[str], key_of: Callable[[str], str | None]) -> set[str]:
        """Return those of the keys whose results still hold; ``key_of`` gives files' keys now."""
        results = self.noted.results
        wanted = [key for key in keys if key in results]
        return standing(self.noted, self._files, wanted, key_of)

    def findings(self, key: str) -> list[Diagnostic] | None:
        """Return what was found; None when that cannot be read."""
        try:
            return [from_store(one, self._files) for one in self.noted.results[key]]
        except (Unstorable, TypeError, ValueError, KeyError, IndexError):
            return None

    def subjects(self, keys: Iterable[str]) -> Iterator[str]:
        """Go through the files and folders that results depend on."""
        yield from subjects(self.noted.nodes, keys)

    def edges(self, keys: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Go through the imports behind results, as pairs of names."""
        for key, node in _reached(self.noted.nodes, keys).items():
            name = key.partition(":")[2]
            sought = {subject for kind, subject, _ in node[0] if kind == "file"} if node else ()
            for target in node[1] if node else ():
                other = target.partition(":")[2]
                if other in sought:
                    yield name, other

    def save(self, new: Noted) -> None:
        """Keep what was found out now, and of the rest what does not contradict it."""
        old = self.noted
        nodes, changed = dict(old.nodes), []
        answers = _Answers(old, self._files)
        for key, node in new.nodes.items():
            before = old.nodes.get(key, node)
            # What was asked before and is not asked any more must not stay as it was.
            both = node if before == node else None
            if both is None and answers.still(key):
                both = _both(key, before, node)
            if both is None:
                changed.append(key)
            nodes[key] = both or node
        tainted = _tainted(old.nodes, old.nodes, changed)
        results = {key: one for key, one in old.results.items() if key not in tainted}
        results.update(new.results)
        if len(results) > _MOST_RESULTS:
            results = dict(new.results)
        nodes = {key: node for key, node in _reached(nodes, results).items() if node is not None}
        footings = {**old.footings, **new.footings}
        used = {key.partition(":")[0] for key in nodes}
        footings = {name: folders for name, folders in footings.items() if name in used}
        entry = OWN_SOURCES.noted("confty"), footings, nodes, results
        self._store.store(self._key, marshal.dumps(entry))
        self._store.evict()


class _Answers:
    """The answers of the files now, each asked once."""

    __slots__ = ("_files", "_known", "_noted", "_sandboxes")

    def __init__(self, noted: Noted, files: Moment) -> None:
        self._noted: Final = noted
        self._files: Final = files
        self._known: Final[dict[tuple[str, str, object], object]] = {}
        self._sandboxes: Final[dict[tuple[str, ...], Sandbox]] = {}

    def holds(self, key: str) -> bool:
        """Whether all that was looked at for one file is as it was."""
        node = self._noted.nodes.get(key)
        if node is None:
            return False
        folders = self._noted.footings[key.partition(":")[0]]
        for kind, subject, answer in node[0]:
            if self._answer(kind, subject, folders) != answer:
                return False
        return True

    def still(self, key: str) -> bool:
        """The same, also of notes that are none."""
        try:
            return self.holds(key)
        except (TypeError, ValueError, AttributeError, KeyError):
            return False

    def _answer(self, kind: str, subject: str, folders: tuple[str, ...] | None) -> object:
        question = kind, subject, folders
        found = self._known.get(question)
        if found is None:
            sandbox = None
            if folders is not None:
                sandbox = self._sandboxes.setdefault(folders, Sandbox(folders))
            found = self._known[question] = answer_of(self._files, kind, subject, sandbox)
        return found


def standing(
    noted: Noted, files: Moment, wanted: list[str], key_of: Callable[[str], str | None]
) -> set[str]:
    """Return those of the keys for which everything is as it was noted.

    What is imported from another language is checked with settings of its own: who imports it
    depends on those, too.
    """
    answers = _Answers(noted, files)
    try:
        reached = _reached(noted.nodes, wanted)
        bad = [key for key in reached if not answers.holds(key)]
        others = {one for key, node in reached.items() if node for one in _elsewhere(key, node)}
        bad += [one for one in others if key_of(one.partition(":")[2]) != one]
    except (TypeError, ValueError, AttributeError, KeyError):
        return set()
    tainted = _tainted(noted.nodes, reached, bad)
    return {key for key in wanted if key not in tainted}


def kept_results(files: Moment) -> KeptResults | None:
    """Return what is kept for the working directory; None where there is no place for it."""
    store = user_store("checks")
    try:
        return None if store is None else KeptResults(store, files)
    except OSError:
        return None  # where our sources or the working directory cannot be read


def noted(
    observed: Observed,
    files: Moment,
    found: Mapping[str, list[Diagnostic]],
    before: Nodes,
    around: Around = (Sandbox, os.environ),
) -> Noted:
    """Put down what checks looked at, with the answers, and what they found, by their keys.

    ``before`` is what was put down earlier, and gets what is new.
    """
    made = Noted()
    made.footings = dict(observed.footings)
    sandboxes: dict[tuple[str, ...], Sandbox] = {}
    make, variables = around
    for key in {**observed.looks, **observed.edges}:
        folders = observed.footings.get(key.partition(":")[0])
        sandbox = None if folders is None else sandboxes.setdefault(folders, make(folders))
        looks = [
            (kind, subject, answer_of(files, kind, subject, sandbox, variables))
            for kind, subject in observed.looks.get(key, ())
        ]
        made.nodes[key] = tuple(looks), tuple(observed.edges.get(key, ()))
    # A file that was led to and not read, as a text that is only named, is asked nothing.
    for targets in observed.edges.values():
        for key in targets:
            if key and key not in made.nodes and key not in before:
                made.nodes[key] = (), ()
    before.update(made.nodes)
    made.keep(found, before)
    return made


def answer_of(
    files: Moment,
    kind: str,
    subject: str,
    sandbox: Sandbox | None,
    variables: Mapping[str, str] = os.environ,
) -> object:
    """Answer a question that a check asked, in a form that can be compared."""
    if kind in FILES:
        return files.is_file(subject)
    if kind in INSTALLED:
        from confty.kit.installation import answer  # noqa: PLC0415  start-up: few languages ask

        return answer(kind, subject, files.installed)  # type: ignore[arg-type]  # it is one of those
    if kind == "variable":
        return _digest(repr(variables.get(subject)).encode("utf-8", "surrogatepass"))
    if kind == "text" and sandbox is not None and not sandbox.holds(subject):
        return "outside"
    try:
        if kind in TEXTS:
            return files.digest(subject)
        return _digest("\0".join(files.entries(subject)).encode("utf-8", "surrogatepass"))
    except Unreadable as unreadable:
        return f"unreadable: {unreadable}"


def subjects(nodes: Mapping[str, Node | None], keys: Iterable[str]) -> Iterator[str]:
    """Go through the files and folders that were asked about, by who leads to them."""
    for node in _reached(nodes, keys).values():
        yield from [one for kind, one, _ in (node[0] if node else ()) if kind not in PLACELESS]


def _is_whole(noted: Noted) -> bool:
    """Whether what was read has the shape of what is written."""
    for node in noted.nodes.values():
        if node.__class__ is not tuple or len(node) != 2:
            return False
        if node[0].__class__ is not tuple or node[1].__class__ is not tuple:
            return False
    return all(one.__class__ is tuple for one in noted.results.values())


def _is_ring(finding: Diagnostic) -> bool:
    # What is said of a ring of files depends on where it was entered.
    return finding.code.name.endswith("-cycle")


def _texts(nodes: Nodes, key: str) -> set[str]:
    """Return the names of the texts behind a result."""
    found: set[str] = set()
    for node in _reached(nodes, [key]).values():
        found.update([subject for kind, subject, _ in (node[0] if node else ()) if kind in TEXTS])
    return found


def _elsewhere(key: str, node: Node) -> list[str]:
    """Return where a file leads on another footing: to files of other languages."""
    own = key[: key.index(":") + 1]
    return [one for one in node[1] if not one.startswith(own)]


def _both(key: str, one: Node | None, other: Node | None) -> Node | None:
    """Put the notes of two checks about one file together; None where they contradict."""
    if one == other:
        return one
    if one is None or other is None:
        return None
    led = {target.partition(":")[2]: target for target in _elsewhere(key, one)}
    for target in _elsewhere(key, other):
        if led.get(target.partition(":")[2], target) != target:
            return None
    looks: dict[tuple[str, str], object] = {}
    for kind, subject, answer in (*one[0], *other[0]):
        if looks.setdefault((kind, subject), answer) != answer:
            return None
    whole = tuple([(kind, subject, answer) for (kind, subject), answer in looks.items()])
    return whole, tuple(dict.fromkeys((*one[1], *other[1])))


def _reached(nodes: Mapping[str, Node | None], keys: Iterable[str]) -> Nodes:
    found: Nodes = {}
    waiting = list(keys)
    while waiting:
        key = waiting.pop()
        if key not in found:
            node = found[key] = nodes.get(key)
            if node is not None:
                waiting += node[1]
    return found


def _tainted(nodes: Mapping[str, Node | None], among: Iterable[str], bad: list[str]) -> set[str]:
    """Return the keys that lead to a bad one."""
    if not bad:
        return set()
    back: dict[str, list[str]] = {}
    for key in among:
        node = nodes.get(key)
        for target in node[1] if node is not None else ():
            back.setdefault(target, []).append(key)
    found: set[str] = set()
    waiting = list(bad)
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting += back.get(key, ())
    return found


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


def _name(files: Moment) -> str:
    """The name of a working directory's entry: the folder, our version, Python's."""
    parts = os.path.realpath("."), files.most, FORMAT, _version(), sys.version_info
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()


def build() -> tuple[object, ...]:
    """Our version, and when our sources were last changed."""
    return *_version(), max(all_sources().values())


@once
def _version() -> tuple[str, bytes, bool]:
    """Where we are, our version, and whether there is what reads YAML."""
    room = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # The version stands in this file, and nowhere else.
    version = _digest(read_file(f"{room}/__init__.py"))
    know_packages()
    return room, version, PathFinder.find_spec("yaml") is not None

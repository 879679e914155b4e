"""The modules that a command loads, in one file, found and read at once instead of one by one.

For each module Python looks through folders, asks for the time of the source and opens a file; a
small command loads seventy, and spends a third of its time with that.  So the code of those that a
command has loaded is kept together, where Python keeps code that it has compiled
(``__pycache__``) and on the same conditions: it is written where that folder can be written and
nobody forbids it, and a module is taken from it as long as its source has the time and the size
that it had.  What is missing, stale or broken is loaded as ever, and written at the end: each part
begins with a sum of its bytes, and a file that anybody but the owner of the sources or this user
can have written is none.

With a module stands what was loaded because of it, in the order in which that can be loaded.  When
the module is wanted again those come first, one after the other and without Python's search for
each, so that its own imports find them there.  What was loaded together lies together and is read
at once, since names that many modules share are then made once.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, PathFinder, SourceFileLoader
from _imp import source_hash
from _thread import _count as other_threads
from _thread import get_ident

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType
    from typing import Any, Final

    # Whether it is a package, the source's time and size, where the part with its code begins and
    # how long that is, and what was loaded because of it.
    Entry = tuple[bool, int, int, int, int, tuple[str, ...]]

_HOME: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Whose code it is: of this Python, with these flags, of sources in this folder.
_MARK: Final = f"confty 3 {MAGIC_NUMBER.hex()} {sys.flags.optimize} {_HOME}\n".encode()
_MOST: Final = 2000
# How many digits say how long the list of entries is.
_DIGITS: Final = 8
# How many bytes a sum has, and what it begins with; that of sources is the fastest Python has.
_SUM: Final = 8
_SUM_KEY: Final = int.from_bytes(MAGIC_NUMBER, "little")
# What is read at once, in bytes; for more than this, memory is asked of the system each time.
_PART: Final = 100_000
_BROKEN: Final = (OSError, ValueError, EOFError, TypeError)


class _Loader(SourceFileLoader):
    """Loads a module of ours and remembers what else that loaded."""

    def __init__(self, name: str, path: str, ready: Ready) -> None:
        super().__init__(name, path)
        self._ready = ready

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the module's code, as it is kept or as Python finds it."""
        return self._ready.code(fullname) or super().get_code(fullname)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, after those that it will ask for."""
        self._ready.begin(module.__name__)
        super().exec_module(module)
        self._ready.end(module.__name__, package=hasattr(module, "__path__"))


class Ready:
    """The modules of one command."""

    def __init__(self, command: str) -> None:
        name = f"{command}.{sys.implementation.cache_tag}.start"
        self.path: Final = f"{_HOME}/__pycache__/{name}"
        self._file = -1
        self._entries: dict[str, Entry] = {}
        self._start = 0
        self._codes: Final[dict[str, CodeType]] = {}
        self._new = False
        # What each module that was loaded needed, and what somebody asked for that led to it.
        self._needs: Final[dict[str, tuple[str, ...]]] = {}
        self._roots: Final[dict[str, str]] = {}
        # By thread, what it is loading, outermost first, each with what it has loaded so far.
        self._threads: Final[dict[int, list[tuple[str, list[str]]]]] = {}
        self._open()

    def _open(self) -> None:
        """Read the list of what is kept; where that fails, nothing is."""
        size = len(_MARK) + _DIGITS
        try:
            careful = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
            self._file = os.open(self.path, os.O_RDONLY | careful)
            head = os.read(self._file, size) if _is_own(os.fstat(self._file)) else b""
            if len(head) == size and head.startswith(_MARK):
                self._start = size + int(head[-_DIGITS:])
                self._entries = _unpacked(os.read(self._file, self._start - size))
        except _BROKEN:
            self._entries = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Say how a module of ours is loaded; None for another."""
        if not name.startswith("confty."):
            return None
        if self._is_fresh(name):
            return self._spec(name)
        self._forget(name)
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(name, spec.loader.path, self)
        return spec

    def _spec(self, name: str) -> ModuleSpec:
        package, source = self._entries[name][0], self._source(name)
        spec = ModuleSpec(name, _Loader(name, source, self), origin=source, is_package=package)
        spec.has_location = True
        spec.cached = self.path
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def _source(self, name: str) -> str:
        end = "/__init__.py" if self._entries[name][0] else ".py"
        return _HOME + name.removeprefix("confty").replace(".", "/") + end

    def _is_fresh(self, name: str) -> bool:
        entry = self._entries.get(name)
        return entry is not None and _state(self._source(name)) == entry[1:3]

    def _forget(self, name: str) -> None:
        self._new = True
        self._entries.pop(name, None)
        self._codes.pop(name, None)

    def code(self, name: str) -> CodeType | None:
        """Return the code of a module; None where it is not kept."""
        entry = self._entries.get(name)
        if entry is None:
            return None
        if name not in self._codes:
            try:
                self._codes.update(_unpacked(_read(self._file, entry[4], self._start + entry[3])))
            except _BROKEN:
                self._forget(name)
        return self._codes.pop(name, None)

    def begin(self, name: str) -> None:
        """Load what was loaded because of a module the last time.

        Not where a part of it has changed, and may need other things now; nor beside other
        threads, since what Python does to keep two from loading the same module is left out.
        """
        self._loading().append((name, []))
        entry = self._entries.get(name)
        if entry is None or other_threads():
            return
        needs = [need for need in entry[5] if need not in sys.modules]
        if not all(map(self._is_fresh, needs)):
            return
        for need in needs:
            if need not in sys.modules and not self._load(need):
                return

    def _load(self, name: str) -> bool:
        """Load a module whose own needs are there; who asks for one that fails will see why."""
        parent, _, last = name.rpartition(".")
        needs = self._entries[name][5]
        code = self.code(name) if parent in sys.modules else None
        if code is None:
            return False
        module = sys.modules[name] = _module(self._spec(name))
        try:
            exec(code, module.__dict__)  # noqa: S102  as Python does it
        except BaseException as error:
            del sys.modules[name]
            if isinstance(error, Exception):
                return False
            raise
        setattr(sys.modules[parent], last, module)
        self._note(name, needs, [name])
        return True

    def end(self, name: str, *, package: bool) -> None:
        """Remember what was loaded since a module began."""
        begun, needs = self._loading().pop()
        while begun != name:  # one that failed
            begun, before = self._loading().pop()
            needs = before + needs
        # A package comes before what it holds, although it is complete only after that.
        self._note(name, tuple(needs), [name, *needs] if package else [*needs, name])

    def _note(self, name: str, needs: tuple[str, ...], loaded: list[str]) -> None:
        loading = self._loading()
        self._roots[name] = loading[0][0] if loading else name
        self._needs[name] = needs
        if loading:
            loading[-1][1].extend(loaded)

    def _loading(self) -> list[tuple[str, list[str]]]:
        return self._threads.setdefault(get_ident(), [])

    def save(self) -> None:
        """Write what was loaded, if there is anything new; where that fails, nothing is lost."""
        if not self._new or sys.dont_write_bytecode or len(self._entries) > _MOST:
            return
        try:
            together: dict[object, dict[str, tuple[Entry, CodeType]]] = {}
            for name in {**self._entries, **self._needs}:
                entry = self._entries.get(name)
                kept = _found(name) if entry is None else (entry, self.code(name))
                if kept is not None and kept[1] is not None:
                    group = self._roots.get(name, kept[0][3])
                    together.setdefault(group, {})[name] = kept[0], kept[1]
            made: dict[str, Entry] = {}
            parts: list[bytes] = []
            for part in _parts(together):
                parts.append(_packed({name: code for name, (_, code) in part.items()}))
                where = sum(map(len, parts[:-1])), len(parts[-1])
                for name, (entry, _) in part.items():
                    made[name] = (*entry[:3], *where, self._needs.get(name, entry[5]))
            listed = _packed(made)
            opened, self._file = self._file, -1
            if opened >= 0:
                os.close(opened)  # some systems replace no file that is open
            beside = f"{self.path}.{os.getpid()}"
            with open(beside, "xb", opener=_written_by_its_owner) as stream:
                stream.write(_MARK + b"%0*d" % (_DIGITS, len(listed)) + listed + b"".join(parts))
            os.replace(beside, self.path)
        except (OSError, ValueError, ImportError, SyntaxError):
            return


def _found(name: str) -> tuple[Entry, CodeType] | None:
    """What there is to keep of a module; None for one that is no source file of ours."""
    spec = sys.modules[name].__spec__
    if spec is None or not isinstance(spec.loader, SourceFileLoader):
        return None
    path = spec.loader.path
    state = _state(path)
    code = spec.loader.get_code(name)
    if state is None or code is None or not os.path.abspath(path).startswith(_HOME):
        return None
    return (spec.submodule_search_locations is not None, *state, 0, 0, ()), code


def _parts(
    together: dict[object, dict[str, tuple[Entry, CodeType]]],
) -> list[dict[str, tuple[Entry, CodeType]]]:
    """What is loaded together, in parts that are not too long to be read at once."""
    parts: list[dict[str, tuple[Entry, CodeType]]] = []
    for group in together.values():
        size = _PART
        for name, kept in group.items():
            more = len(marshal.dumps(kept[1]))
            if size + more > _PART:
                parts.append({})
                size = 0
            parts[-1][name] = kept
            size += more
    return parts


def _module(spec: ModuleSpec) -> ModuleType:
    """Make a module as Python does, which asks for each attribute before it sets it."""
    module = type(sys)(spec.name)
    vars(module).update(
        __spec__=spec,
        __loader__=spec.loader,
        __package__=spec.parent,
        __file__=spec.origin,
        __cached__=spec.cached,
    )
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations
    return module


def _packed(content: Any) -> bytes:
    data = marshal.dumps(content)
    return source_hash(_SUM_KEY, data) + data


def _unpacked(packed: bytes) -> Any:
    """Return what was packed; ``ValueError`` for bytes that were changed since."""
    data = memoryview(packed)[_SUM:]
    if source_hash(_SUM_KEY, data) != packed[:_SUM]:
        raise ValueError
    return marshal.loads(data)  # noqa: S302  as Python reads its own


def _is_own(state: os.stat_result) -> bool:
    """Whether it is a file that nobody can have written who could not write the sources."""
    if state.st_mode & 0o170000 != 0o100000:
        return False
    if not hasattr(os, "getuid"):
        return True
    return not state.st_mode & 0o022 and state.st_uid in (os.getuid(), os.stat(_HOME).st_uid)


def _written_by_its_owner(path: str, flags: int) -> int:
    """Open a file that is not everybody's even where the user's other files are."""
    return os.open(path, flags, 0o644)


def _read(file: int, size: int, place: int) -> bytes:
    """Read a part of a file that may be open in processes that were forked, too."""
    if hasattr(os, "pread"):
        return os.pread(file, size, place)
    os.lseek(file, place, os.SEEK_SET)
    return os.read(file, size)


def _state(path: str) -> tuple[int, int] | None:
    try:
        state = os.stat(path)
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size

"""Where a command begins: the modules that it loads, found and read at once, and its end.

For each module Python looks through folders, asks for the time of the source and opens a file; a
small command loads seventy, and spends a third of its time with that.  So the code of those that a
command has loaded is kept together, where Python keeps code that it has compiled
(``__pycache__``) and on the same conditions: it is written where that folder can be written and
nobody forbids it, and a module is taken from it as long as its source has the time and the size
that it had.  What is missing, stale or broken is loaded as ever, from what Python keeps where that
is of the source as it is, and written at the end (``cli/gathering.py``); who sets a machine up has
it written for all commands (``confty cache prepare``).  Each part begins with a sum of its bytes,
and a file that anybody but the owner of the sources or this user can have written is none.

What the patterns of a command are for Python's matching engine is kept there, too
(``patterns.py``).

With a module stands what was loaded because of it, in the order in which that can be loaded.  When
the module is wanted again those come first, one after the other and without Python's search for
each, so that its own imports find them there.  What was loaded together lies together and is read
at once, since names that many modules share are then made once.

This file itself is found and read as any module is, so it stands where that takes least.
"""

from __future__ import annotations

import gc
import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib import _ModuleLockManager as LockOfModule  # type: ignore[attr-defined]  # Python's own
from _frozen_importlib_external import MAGIC_NUMBER, PathFinder, SourceFileLoader
from _imp import _fix_co_filename, source_hash  # type: ignore[attr-defined]  # Python's own
from _thread import _count as other_threads
from _thread import get_ident

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Sequence
    from types import CodeType, FrameType, ModuleType
    from typing import Any, Final

    # Whether it is a package, the source's time and size, and what was loaded because of it.
    Entry = tuple[bool, int, int, tuple[str, ...]]
    # Which part each module is in, and where each part begins and how long it is.
    Listed = tuple[dict[str, int], tuple[tuple[int, int], ...]]
    # The number of the engine, all flags, the engine's words as numbers of four bytes, how many
    # groups there are, those that have names, and the names of all.
    Compiled = tuple[int, int, bytes, int, dict[str, int], tuple[str | None, ...]]

HOME: Final = os.path.dirname(os.path.abspath(__file__))
# Whose code it is: of this Python, with these flags, of sources in this folder.
MARK: Final = f"confty 5 {MAGIC_NUMBER.hex()} {sys.flags.optimize} {HOME}\n".encode()
# How long the head of Python's own file is, and how many units of our time are one of its own.
_HEADER: Final = 16
_SECOND: Final = 1_000_000_000
# How many digits say how long the list of modules is.
DIGITS: Final = 8
# How many bytes a sum has, and what it begins with; that of sources is the fastest Python has.
_SUM: Final = 8
SUM_KEY: Final = int.from_bytes(MAGIC_NUMBER, "little")
_BROKEN: Final = (OSError, ValueError, EOFError, TypeError)
#: Names by which a link to the program becomes another program.
PERSONAS: Final = ("jsonnet", "jsonnetfmt", "jsonnet-lint", "jsonnet-deps", "rcl")
# The longest name of a command.
_LONGEST_NAME: Final = 20
#: Under which name patterns stand among modules.
PATTERNS: Final = "patterns"
#: The modules of the command that this process is; none in a process that is somebody else's.
RUNNING: Final[list[Ready]] = []


def run(*, packages_later: bool = False) -> int:
    """Be the command of this process, and end with it.

    What Python does at an end is done, but for taking every object apart, which takes as long as a
    small program.  Under somebody else's program (a profiler, a debugger) it is theirs to end.
    With ``packages_later`` Python may have begun without knowing where packages lie.
    """
    if packages_later and sys.flags.no_site:
        from confty.packages import LatePackages  # noqa: PLC0415  for commands that begin so

        sys.meta_path.append(LatePackages())
    if not _is_outermost(sys._getframe(1)):  # noqa: SLF001  who called is not told otherwise
        return int(_commands().main())
    # What a command loads is no garbage: look through it every 50,000 objects, not every 700.
    gc.set_threshold(50_000, 20, 50)
    ready = None
    name = (words_of_command() or [""])[0].strip("-")
    if name.isascii() and name.replace("-", "").isalpha() and len(name) <= _LONGEST_NAME:
        ready = Ready(name)
        sys.meta_path.insert(0, ready)
        RUNNING.append(ready)
    _keep_order()
    commands = _commands()
    code = int(commands.main())
    # What is no command has nothing to keep.
    _end(code, None if code == commands.BAD_USAGE else ready, commands.save)
    return code


def _keep_order() -> None:
    """Let what was printed come before what is said of it, where both go to one file or pipe."""
    out, remarks = sys.stdout, sys.stderr
    if out is None or remarks is None or out.isatty():
        return
    write = remarks.write

    def write_behind(text: str) -> int:
        out.flush()
        return write(text)

    setattr(remarks, "write", write_behind)  # noqa: B010  of this one stream


def _commands() -> ModuleType:
    """The front door of all commands; loaded by name, since it stands above this."""
    __import__("confty.cli.main")
    return sys.modules["confty.cli.main"]


def words_of_command() -> list[str]:
    """The words of the command line, the command first."""
    persona = sys.argv[0].replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
    if persona in PERSONAS:
        return [persona, *sys.argv[1:]]
    return sys.argv[1:]


def _is_outermost(frame: FrameType | None) -> bool:
    """Whether Python itself runs this script or module, and nobody looks on."""
    if sys.gettrace() is not None or sys.getprofile() is not None or sys.flags.inspect:
        return False
    outer = None if frame is None else frame.f_back
    while outer is not None and outer.f_globals.get("__name__") == "runpy":
        outer = outer.f_back
    return outer is None


def _end(code: int, ready: Ready | None, save: Callable[[Ready], None]) -> None:
    """Leave at once, after whoever wants to be waited for or asked; not where that fails."""
    others = sys.modules.get("threading")
    asked = sys.modules.get("atexit")
    try:
        if others is not None:
            others._shutdown()  # noqa: SLF001  waits for threads, as Python does
        if asked is not None:
            asked._run_exitfuncs()  # noqa: SLF001  those of libraries, as Python does
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    if ready is not None and ready.new and ready.can_be_kept:
        save(ready)
    os._exit(code)


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
        self.path: Final = f"{HOME}/__pycache__/{name}"
        self.file = -1
        # The part of each module that is kept and has not changed, and the parts that were read.
        self.parts: dict[str, int] = {}
        self._places: tuple[tuple[int, int], ...] = ()
        self._entries: Final[dict[str, Entry]] = {}
        self._start = 0
        # What was read and is not loaded yet: out of the file, and one by one from Python's own.
        self._codes: Final[dict[str, CodeType]] = {}
        self._single: Final[dict[str, CodeType]] = {}
        self.new = False
        # What each pattern that was used is for the engine; None where that is to be found out.
        self.patterns: Final[dict[tuple[str, int], Compiled | None]] = {}
        self._has_patterns = False
        # What each module that was loaded needed, and what somebody asked for that led to it.
        self.needs: Final[dict[str, tuple[str, ...]]] = {}
        self.roots: Final[dict[str, str]] = {}
        # By thread, what it is loading, outermost first, each with what it has loaded so far.
        self._threads: Final[dict[int, list[tuple[str, list[str]]]]] = {}
        self._open()

    @property
    def can_be_kept(self) -> bool:
        """Whether there is a place for what is new, before anybody gathers it.

        Who uses what somebody else has installed may not write there, and would try each time.
        """
        return not sys.dont_write_bytecode and os.access(os.path.dirname(self.path), os.W_OK)

    def _open(self) -> None:
        """Read the list of what is kept; where that fails, nothing is."""
        size = len(MARK) + DIGITS
        try:
            careful = getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
            self.file = os.open(self.path, os.O_RDONLY | careful)
            head = os.read(self.file, size) if _is_own(os.fstat(self.file)) else b""
            if len(head) == size and head.startswith(MARK):
                self._start = size + int(head[-DIGITS:])
                self.parts, self._places = _unpacked(os.read(self.file, self._start - size))
        except _BROKEN:
            self.parts = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Say how a module of ours is loaded; None for another."""
        if not name.startswith("confty."):
            return None
        entry = self._fresh(name)
        if entry is not None:
            return self._spec(name, entry)
        self._forget(name)
        spec = self._compiled(name)
        if spec is not None:
            return spec
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(name, spec.loader.path, self)
        return spec

    def _compiled(self, name: str) -> ModuleSpec | None:
        """A module of which Python keeps the code, found without a look through its folder."""
        for package in (False, True):
            source = _source(name, package=package)
            state = state_of(source)
            if state is not None:
                place = _place_of_code(source)
                code = None if place is None else _code_of(source, place, *state)
                if place is None or code is None:
                    return None
                self._single[name] = code
                return self._made(name, source, place, state[0], package=package)
        return None

    def _spec(self, name: str, entry: Entry) -> ModuleSpec:
        source = _source(name, package=entry[0])
        return self._made(name, source, self.path, entry[1], package=entry[0])

    def _made(self, name: str, source: str, place: str, time: int, *, package: bool) -> ModuleSpec:
        spec = ModuleSpec(name, _Loader(name, source, self), origin=source, is_package=package)
        spec.loader_state = time  # when the source was changed
        spec.has_location = True
        spec.cached = place
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def _fresh(self, name: str) -> Entry | None:
        """What is known of a module; None where it is not kept or its source has changed."""
        entry = self.entry(name)
        if entry is None or state_of(_source(name, package=entry[0])) != entry[1:3]:
            return None
        return entry

    def entry(self, name: str) -> Entry | None:
        """What is known of a module; None where it is not kept."""
        if name not in self._entries and name in self.parts:
            self._read_part(name)
        return self._entries.get(name)

    def _read_part(self, name: str) -> None:
        """Take in the part that a module is in; without those that are not to be used any more."""
        try:
            found = self._part(self.parts[name])
        except _BROKEN:
            self._forget(name)
            return
        for one, (entry, code) in found.items():
            if one in self.parts:
                self._entries[one] = entry
                self._codes[one] = code

    def _part(self, number: int) -> Any:
        start, size = self._places[number]
        return _unpacked(_read(self.file, size, self._start + start))

    def _forget(self, name: str) -> None:
        self.new = True
        self.parts.pop(name, None)
        self._entries.pop(name, None)
        self._codes.pop(name, None)

    def code(self, name: str) -> CodeType | None:
        """Return the code of a module, once; None where it is not kept."""
        if name not in self.parts:
            return self._single.pop(name, None)
        if name not in self._codes:
            self._read_part(name)
        return self._codes.pop(name, None)

    def pattern(self, expression: str, flags: int) -> re.Pattern[str] | None:
        """Return a pattern that was used before; None for another, which is noted."""
        self.read_patterns()
        import _sre  # type: ignore[import-not-found]  # noqa: PLC0415  part of Python, without stubs

        kept = self.patterns.get((expression, flags))
        if kept is None or kept[0] != _sre.MAGIC:
            self.patterns[expression, flags] = None
            self.new = True
            return None
        words = memoryview(kept[2]).cast("I").tolist()
        made: re.Pattern[str] = _sre.compile(expression, kept[1], words, *kept[3:])
        return made

    def read_patterns(self) -> None:
        """Take in the patterns that are kept, once."""
        number = None if self._has_patterns else self.parts.get(PATTERNS)
        self._has_patterns = True
        if number is not None:
            try:
                self.patterns.update(self._part(number))
            except _BROKEN:
                self._forget(PATTERNS)

    def begin(self, name: str) -> None:
        """Load what was loaded because of a module the last time.

        Not where a part of it has changed, and may need other things now.
        """
        loaded: list[str] = []
        self._loading().append((name, loaded))
        entry = self.entry(name)
        if entry is None:
            return
        needs = [need for need in entry[3] if need not in sys.modules]
        if not all(map(self._fresh, needs)):
            return
        load = self._load_beside_others if other_threads() else self._load
        for need in needs:
            # Its package may have been there the last time, for another module's sake.
            if not _is_there(need.rpartition(".")[0]):
                return
            if need not in sys.modules:
                if not load(need):
                    return
                loaded.append(need)

    def _load_beside_others(self, name: str) -> bool:
        """The same where another thread may want the module, which waits as for any module."""
        with LockOfModule(name):
            return name in sys.modules or self._load(name, initializing=True)

    def _load(self, name: str, *, initializing: bool = False) -> bool:
        """Load a module whose own needs are there; who asks for one that fails will see why."""
        parent, _, last = name.rpartition(".")
        outer = sys.modules.get(parent)
        # Code is handed out once, and for another time all of its part would have to be read.
        code = None if outer is None else self.code(name)
        if outer is None or code is None:
            return False
        spec = self._spec(name, self._entries[name])
        spec._initializing = initializing  # type: ignore[attr-defined]  # noqa: SLF001  who finds it there asks
        module = sys.modules[name] = _module(spec, outer)
        try:
            exec(code, module.__dict__)  # noqa: S102  as Python does it
        except BaseException as error:
            del sys.modules[name]
            if isinstance(error, Exception):
                return False
            raise
        finally:
            spec._initializing = False  # type: ignore[attr-defined]  # noqa: SLF001  as above
        setattr(outer, last, module)
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
        root = loading[0][0] if loading else name
        self.roots.update(dict.fromkeys(loaded, root))
        self.needs[name] = needs
        if loading:
            loading[-1][1].extend(loaded)

    def _loading(self) -> list[tuple[str, list[str]]]:
        return self._threads.setdefault(get_ident(), [])


def _source(name: str, *, package: bool) -> str:
    """Where a module of ours stands."""
    return HOME + name[len("confty") :].replace(".", "/") + ("/__init__.py" if package else ".py")


def _place_of_code(source: str) -> str | None:
    """Where Python keeps the code of a source; None where that is somewhere else."""
    if sys.pycache_prefix is not None or sys.flags.optimize:
        return None
    folder, _, name = source.rpartition("/")
    return f"{folder}/__pycache__/{name[:-3]}.{sys.implementation.cache_tag}.pyc"


def _code_of(source: str, place: str, time: int, size: int) -> CodeType | None:
    """The code that Python keeps of a source; None where that has another time or size."""
    state = b"".join(
        [(number & 0xFFFFFFFF).to_bytes(4, "little") for number in (0, time // _SECOND, size)]
    )
    try:
        file = os.open(place, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            data = os.read(file, os.fstat(file).st_size)
        finally:
            os.close(file)
        if data[:_HEADER] != MAGIC_NUMBER + state:
            return None
        code: CodeType = marshal.loads(memoryview(data)[_HEADER:])  # noqa: S302  as Python reads it
    except _BROKEN:
        return None
    _fix_co_filename(code, source)
    return code


def _is_there(package: str) -> bool:
    """Whether a package is loaded, or can be; who asks for one that fails will see why."""
    if package not in sys.modules:
        try:
            __import__(package)
        except Exception:  # noqa: BLE001  whatever it is, it comes again
            return False
    return True


def _module(spec: ModuleSpec, outer: ModuleType) -> ModuleType:
    """Make a module as Python does, which asks for each attribute before it sets it."""
    module = type(sys)(spec.name)
    inner = spec.submodule_search_locations
    vars(module).update(
        __spec__=spec,
        __loader__=spec.loader,
        __package__=outer.__name__ if inner is None else spec.name,
        __file__=spec.origin,
        __cached__=spec.cached,
    )
    if inner is not None:
        module.__path__ = inner
    return module


def _unpacked(packed: bytes) -> Any:
    """Return what was packed; ``ValueError`` for bytes that were changed since."""
    data = memoryview(packed)[_SUM:]
    if source_hash(SUM_KEY, data) != packed[:_SUM]:
        raise ValueError
    return marshal.loads(data)  # noqa: S302  as Python reads its own


def _is_own(state: os.stat_result) -> bool:
    """Whether it is a file that nobody can have written who could not write the sources."""
    if state.st_mode & 0o170000 != 0o100000:
        return False
    if not hasattr(os, "getuid"):
        return True
    return not state.st_mode & 0o022 and state.st_uid in (os.getuid(), os.stat(HOME).st_uid)


def _read(file: int, size: int, place: int) -> bytes:
    """Read a part of a file that may be open in processes that were forked, too."""
    if hasattr(os, "pread"):
        return os.pread(file, size, place)
    os.lseek(file, place, os.SEEK_SET)
    return os.read(file, size)


def state_of(path: str) -> tuple[int, int] | None:
    """The time and the size of a source."""
    try:
        state = os.stat(path)
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size

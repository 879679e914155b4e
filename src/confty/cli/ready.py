"""The modules that a command loads, in one file, found and read at once instead of one by one.

For each module Python looks through folders, asks for the time of the source and opens a file; a
small command loads seventy, and spends a third of its time with that.  So the code of those that a
command has loaded is kept together, where Python keeps code that it has compiled
(``__pycache__``) and on the same conditions: it is written where that folder can be written and
nobody forbids it, and a module is taken from it as long as its source has the time and the size
that it had.  What is missing, stale or broken is loaded as ever, and written at the end.
"""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType
    from typing import Final

    # The source, whether it is a package, the source's time and size, and the code.
    Entry = tuple[str, bool, int, int, bytes]

_HOME: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Whose code it is: of this Python, with these flags, of sources in this folder.
_MARK: Final = f"confty 1 {MAGIC_NUMBER.hex()} {sys.flags.optimize} {_HOME}\n".encode()
_MOST: Final = 2000


class _Loader(SourceFileLoader):
    """Loads a module whose code is known already."""

    def __init__(self, name: str, path: str, code: bytes) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the module's code."""
        del fullname
        found: CodeType = marshal.loads(self._code)  # noqa: S302  as Python reads its own files
        return found


class Ready:
    """The modules of one command."""

    def __init__(self, command: str) -> None:
        name = f"{command}.{sys.implementation.cache_tag}.start"
        self.path: Final = f"{_HOME}/__pycache__/{name}"
        self._entries: Final = _read(self.path)
        self._stale: Final[set[str]] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Say how a module is loaded; None for one that is not here, or has changed."""
        del path, target
        entry = self._entries.get(name)
        if entry is None:
            return None
        source, package, time, size, code = entry
        if _state(source) != (time, size):
            self._stale.add(name)
            return None
        loader = _Loader(name, source, code)
        spec = ModuleSpec(name, loader, origin=source, is_package=package)
        spec.has_location = True
        if package and spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(os.path.dirname(source))
        return spec

    def save(self) -> None:
        """Write what was loaded, if there is anything new; where that fails, nothing is lost."""
        loaded = [name for name in sys.modules if name.startswith("confty.")]
        new = [name for name in loaded if name in self._stale or name not in self._entries]
        new = [name for name in new if name not in _BEFORE]
        if not new or sys.dont_write_bytecode or len(self._entries) > _MOST:
            return
        made = {name: one for name, one in self._entries.items() if name not in self._stale}
        try:
            for name in new:
                entry = _entry(sys.modules[name], name)
                if entry is not None:
                    made[name] = entry
            beside = f"{self.path}.{os.getpid()}"
            with open(beside, "xb") as stream:
                stream.write(_MARK + marshal.dumps(made))
            os.replace(beside, self.path)
        except (OSError, ValueError, ImportError, SyntaxError):
            return


# What is loaded before anybody can look here.
_BEFORE: Final = frozenset(("confty.cli", "confty.cli.main", "confty.cli.ready"))


def _read(path: str) -> dict[str, Entry]:
    try:
        with open(path, "rb") as stream:
            data = stream.read()
        if not data.startswith(_MARK):
            return {}
        found = marshal.loads(data[len(_MARK) :])  # noqa: S302  as Python reads its own files
    except (OSError, ValueError, EOFError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def _state(path: str) -> tuple[int, int] | None:
    try:
        state = os.stat(path)
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size


def _entry(module: ModuleType, name: str) -> Entry | None:
    """What there is to keep of a module; None for one that is no source file of ours."""
    spec = module.__spec__
    if spec is None or not isinstance(spec.loader, SourceFileLoader):
        return None
    path = spec.loader.path
    state = _state(path)
    code = spec.loader.get_code(name)
    if state is None or code is None or not os.path.abspath(path).startswith(_HOME):
        return None
    return path, spec.submodule_search_locations is not None, *state, marshal.dumps(code)

"""Writing the modules that a command has loaded into one file, for the next time."""

from __future__ import annotations

import marshal
import os
import sys
from _frozen_importlib_external import SourceFileLoader
from _imp import source_hash
from array import array

from confty.start import DIGITS, HOME, MARK, PATTERNS, SUM_KEY, state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any, Final

    from confty.start import Compiled, Entry, Ready

# More than any command has.
_MOST: Final = 2000
# What is read at once, in bytes; for more than this, memory is asked of the system each time.
_PART: Final = 100_000


def save(ready: Ready) -> None:
    """Write what was loaded; where that fails, nothing is lost."""
    if len(ready.parts) > _MOST:
        return
    try:
        together: dict[object, dict[str, tuple[Entry, CodeType]]] = {}
        for name in {**ready.parts, **ready.needs}:
            if name == PATTERNS:
                continue
            entry = ready.entry(name)
            kept = _found(name) if entry is None else (entry, ready.code(name))
            if kept is not None and kept[1] is not None:
                # With those beside which it was loaded each time: of a part that programs need
                # in pieces, each would read all.
                group = -1 if entry is None else ready.parts[name], ready.roots.get(name)
                needs = ready.needs.get(name, kept[0][3])
                together.setdefault(group, {})[name] = (*kept[0][:3], needs), kept[1]
        numbers: dict[str, int] = {}
        parts: list[bytes] = []
        for part in _parts(together):
            numbers.update(dict.fromkeys(part, len(parts)))
            parts.append(_packed(part))
        patterns = _patterns(ready)
        if patterns:
            numbers[PATTERNS] = len(parts)
            parts.append(_packed(patterns))
        sizes = [len(part) for part in parts]
        places = tuple([(sum(sizes[:number]), size) for number, size in enumerate(sizes)])
        listed = _packed((numbers, places))
        opened, ready.file = ready.file, -1
        if opened >= 0:
            os.close(opened)  # some systems replace no file that is open
        beside = f"{ready.path}.{os.getpid()}"
        with open(beside, "xb", opener=_written_by_its_owner) as stream:
            stream.write(MARK + b"%0*d" % (DIGITS, len(listed)) + listed + b"".join(parts))
        os.replace(beside, ready.path)
    except (OSError, ValueError, ImportError, SyntaxError):
        return


def _patterns(ready: Ready) -> dict[tuple[str, int], Compiled]:
    """What the patterns of a command are for the engine, now and in earlier runs of it."""
    ready.read_patterns()
    found: dict[tuple[str, int], Compiled] = {}
    for (expression, flags), kept in ready.patterns.items():
        words = compiled(expression, flags) if kept is None else kept
        if words is not None:
            found[expression, flags] = words
    return found


def compiled(expression: str, flags: int) -> Compiled | None:
    """Compile a pattern as ``re`` does; None where this Python's does it otherwise."""
    try:
        import _sre  # type: ignore[import-not-found]  # part of Python, without stubs
        from re import _compiler, _parser  # type: ignore[attr-defined]  # nobody else tells

        parsed = _parser.parse(expression, flags)
        state = parsed.state
        names: list[str | None] = [None] * state.groups
        for name, number in state.groupdict.items():
            names[number] = name
        words = array("I", _compiler._code(parsed, flags)).tobytes()  # noqa: SLF001  the same
    except (ImportError, AttributeError, TypeError, ValueError, OverflowError):
        return None
    groups = dict(state.groupdict)
    return int(_sre.MAGIC), int(flags | state.flags), words, state.groups - 1, groups, tuple(names)


def _found(name: str) -> tuple[Entry, CodeType] | None:
    """What there is to keep of a module; None for one that is no source file of ours."""
    spec = sys.modules[name].__spec__ if name in sys.modules else None
    if spec is None or not isinstance(spec.loader, SourceFileLoader):
        return None
    path = spec.loader.path
    state = state_of(path)
    code = spec.loader.get_code(name)
    if state is None or code is None or not os.path.abspath(path).startswith(HOME):
        return None
    return (spec.submodule_search_locations is not None, *state, ()), code


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


def _packed(content: Any) -> bytes:
    data = marshal.dumps(content)
    return source_hash(SUM_KEY, data) + data


def _written_by_its_owner(path: str, flags: int) -> int:
    """Open a file that is not everybody's even where the user's other files are."""
    return os.open(path, flags, 0o644)

"""Checked files as bytes, so that another process need not check them again.

A checked file is its tree, the types of its nodes, and what closer looks have remembered, all of
which refer to each other; it is written with ``pickle``, but for its types, which are written as
rows and interned again by who reads them.  What is read is held against the texts and the imports
of the reader like anything that is kept, so it can be useless and not wrong.  The bytes are for
processes of one run: who takes them has to know who made them.
"""

from __future__ import annotations

import io
import marshal
import pickle
from _blake2 import blake2b
from collections.abc import Iterable
from typing import Any, Final

from confty import types
from confty.kit.collector import uncollected
from confty.kit.rooms import room_for
from confty.language import Host
from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.dispatch import INFER
from confty.languages.jsonnet.checker.keeping import KEPT
from confty.languages.jsonnet.checker.slots import read_uncalled
from confty.languages.jsonnet.checker.sums import is_pending_sum
from confty.languages.jsonnet.checker.units import FileImports, Units
from confty.languages.jsonnet.checker.whence import whence

_LENGTH: Final = 8
_FRAMES: Final = 5_000
# A long row of sums of which nobody asked for the fields would be written out for this alone.
_MOST_PENDING: Final = 200
# What each checker is given by who makes it.
_WIRED: Final = ("_inference", "_whence")
# What holds only here and now.
_PASSING: Final = ("answers", "view")
_PLAIN: Final = {"builtins": {"frozenset", "set"}, "copyreg": {"__newobj__"}}
_KINDS: Final = (
    types.Atom, types.Dynamic, types.Enum, types.Eventual, types.Function, types.ListOf,
    types.Literal, types.MapOf, types.Never, types.Object, types.Ref, types.SetOf, types.Tuple,
    types.Union, types.Var,
)  # fmt: skip


def pack(names: Iterable[str]) -> bytes | None:
    """Write some files and all that they import, None where they are not there or have no form."""
    files = _with_imports(names)
    if not files or any(_has_inputs(one) for one in files.values()):
        return None
    try:
        with uncollected(kept=True), room_for(_FRAMES):
            return _packed(files)
    except (pickle.PicklingError, RecursionError, AttributeError, TypeError, _TooLate):
        return None


def _with_imports(names: Iterable[str]) -> dict[str, Checked]:
    found = {name: one for name in names if (one := KEPT.get(name)) is not None}
    waiting = list(found.values())
    while waiting:
        for _, target in waiting.pop().imports.values():
            if target is not None and target.source.name not in found:
                found[target.source.name] = target
                waiting.append(target)
    return found


def _has_inputs(one: Checked) -> bool:
    """Whether it was checked knowing values that somebody gave."""
    given = one.given
    return given is None or bool(given.labels or given.argument_labels)


class _TooLate(Exception):
    """Too much that nobody has asked for yet would have to be worked out."""


class _Writer(pickle.Pickler):
    """Writes objects as they are, but for those of the table, which need more than that."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, 5)
        self.types: Final[dict[types.Type, None]] = {}
        self.dispatch_table = {
            Checked: _checked_parts,
            Checker: _checker_parts,
            Units: lambda _: (_units, ()),
            FileImports: _imports_parts,
            **dict.fromkeys(_KINDS, self._type),
        }

    def _type(self, one: types.Type) -> tuple[Any, ...]:
        self.types[one] = None
        return _type_of, (types.number(one),)


def _checked_parts(one: Checked) -> tuple[Any, ...]:
    state = {name: getattr(one, name) for name in Checked.__slots__ if name not in _PASSING}
    return _new_checked, (), (None, state)


def _checker_parts(one: Checker) -> tuple[Any, ...]:
    state = {name: part for name, part in vars(one).items() if name not in _WIRED}
    return _new_checker, (), state


def _imports_parts(one: FileImports) -> tuple[Any, ...]:
    # All that it imports has been looked at, and is in what was found.
    return _new_imports, (), {**vars(one), "others": {}}


def _new_imports() -> FileImports:
    return FileImports.__new__(FileImports)


def _new_checked() -> Checked:
    made = Checked.__new__(Checked)
    made.view = made.answers = None
    return made


def _new_checker() -> Checker:
    made = Checker.__new__(Checker)
    made._inference, made._whence = INFER, whence  # noqa: SLF001  the same rules in each
    return made


def _units() -> Units:
    raise LookupError  # who reads has its own


def _type_of(number: int) -> types.Type:
    raise LookupError(number)  # who reads has its own


def _packed(files: dict[str, Checked]) -> bytes:
    stream = io.BytesIO()
    writer = _Writer(stream)
    for one in files.values():
        # Types are written whole, and to look into a function notes more about its file.
        read_uncalled(one.checker)
    # Trees first: what refers to them is no deeper then.
    writer.dump([one.syntax for one in files.values()])
    writer.dump(files)
    done: set[types.Type] = set()
    while True:
        origins = _origins(writer.types, done)
        writer.dump(origins)
        if not origins:
            break
    texts = {name: _digest(one) for name, one in files.items()}
    parts = [marshal.dumps(texts), marshal.dumps(types.to_rows(writer.types)), stream.getvalue()]
    return b"".join([len(part).to_bytes(_LENGTH, "big") + part for part in parts])


def _digest(one: Checked) -> bytes:
    text = one.source.text.encode("utf-8", "surrogatepass")
    return blake2b(text, digest_size=16).digest()


def _origins(known: Iterable[types.Type], done: set[types.Type]) -> list[tuple[int, object]]:
    """Return what types, and those inside them, remember of how they were made."""
    found: list[tuple[int, object]] = []
    waiting = [one for one in known if one not in done]
    pending = 0
    while waiting:
        one = waiting.pop()
        if one in done:
            continue
        done.add(one)
        if isinstance(one, (types.Object, types.Function)) and one.origin is not None:
            pending += is_pending_sum(one)
            if pending > _MOST_PENDING:
                raise _TooLate
            found.append((types.number(one), one.origin))
        if isinstance(one, types.Ref):
            waiting += () if one.target is None else (one.target,)
        elif one.flags & types.HAS_ORIGIN or one.flags & types.HAS_REF:
            plain = one.plain if isinstance(one, (types.Object, types.Function)) else None
            waiting += types.children(one) if plain is None else (plain,)
    return found


class _Reader(pickle.Unpickler):
    def __init__(self, stream: io.BytesIO, known: dict[int, types.Type], units: Units) -> None:
        super().__init__(stream)
        self._own: Final[dict[str, Any]] = {
            "_type_of": known.__getitem__,
            "_units": lambda: units,
        }

    def find_class(self, module_name: str, global_name: str) -> object:
        """Find what is ours, and the little of Python that is written with it."""
        if module_name == __name__ and global_name in self._own:
            return self._own[global_name]
        ours = module_name.startswith("confty.")
        if not ours and global_name not in _PLAIN.get(module_name, ()):
            raise pickle.UnpicklingError(f"{module_name}.{global_name} is not ours")
        return super().find_class(module_name, global_name)


def unpack(data: bytes, host: Host) -> int:
    """Take in what another process has checked; return how many files that are new here."""
    texts, rows, body = _parts(data)
    digests: dict[str, bytes] = marshal.loads(texts)  # noqa: S302  who asks has seen to it
    kept = {name: KEPT.get(name) for name in digests}
    known = [one for name, one in kept.items() if one and _digest(one) == digests[name]]
    if len(known) == len(digests):
        return 0
    with uncollected(kept=True), room_for(_FRAMES):
        found = types.from_rows(marshal.loads(rows))  # noqa: S302  as above
        reader = _Reader(io.BytesIO(body), found, Units(host))
        reader.load()
        files: dict[str, Checked] = reader.load()
        while origins := reader.load():
            for number, origin in origins:
                types.remember(found[number], origin)
    # All or none: they lead to each other.
    for one in files.values():
        KEPT.keep(one)
    return len(digests) - len(known)


def _parts(data: bytes) -> list[bytes]:
    found = []
    at = 0
    while at < len(data):
        start = at + _LENGTH
        at = start + int.from_bytes(data[at:start], "big")
        found.append(data[start:at])
    return found

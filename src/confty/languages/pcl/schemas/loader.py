"""Finding packages: which file holds the schema of a package, and which version is meant.

Schemas are JSON files, ``NAME-VERSION.json`` or ``NAME.json``, in the folders that the ``schema``
setting names; a file may be named as well.  What no file has is asked of what is installed.  A
package is read when it is first asked for, and a schema that cannot be read is remembered with the
reason.
"""

from __future__ import annotations

import json
from _blake2 import blake2b

from confty.generics import TypeVar
from confty.kit.locks import Lock
from confty.kit.store import Store, store_in
from confty.language import Host, Unreadable
from confty.languages.pcl.schemas.index import BadSchema, SchemaIndex, indexed, load
from confty.languages.pcl.schemas.package import Package
from confty.languages.pcl.schemas.sources import Choice, Installed, SchemaSource
from confty.languages.pcl.schemas.versions import best
from confty.patterns import pattern
from confty.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

Key = TypeVar("Key")
Value = TypeVar("Value")

_FILE: Final = pattern(r"(.+?)(?:-v?(\d+\.\d+.*))?\.json\Z")

# The schemas used last in this process; a workspace asks for the same one for each file.
_INDEXES: Final[dict[bytes, SchemaIndex]] = {}
_PACKAGES: Final[dict[SchemaIndex, Package]] = {}
_MOST_KEPT: Final = 16
_keeping: Final = Lock()


# The package ``pulumi`` itself, which every program has without a schema file.
_ANY: Final = {"$ref": "pulumi.json#/Any"}

_PULUMI: Final[dict[str, object]] = {
    "name": "pulumi",
    "version": "1.0.0",
    "resources": {
        "pulumi:index:Stash": {
            "inputProperties": {"input": _ANY},
            "requiredInputs": ["input"],
            "properties": {"input": _ANY, "output": _ANY},
            "required": ["input", "output"],
        },
        "pulumi:pulumi:StackReference": {
            "inputProperties": {"name": {"type": "string"}},
            "requiredInputs": ["name"],
            "properties": {
                "name": {"type": "string"},
                "outputs": {"type": "object", "additionalProperties": _ANY},
                "secretOutputNames": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["name", "outputs", "secretOutputNames"],
        },
    },
}


class SchemaFile(metaclass=Record):
    """A file that may hold a package."""

    path: str
    version: str


class _Known(metaclass=Record):
    """The bytes of a schema, and their index."""

    data: bytes
    index: SchemaIndex


class _Shelf:
    """What a program and its components have in common: the schemas there are, each read once."""

    __slots__ = ("files", "indexes", "packages", "problems")

    def __init__(self) -> None:
        self.files: dict[str, list[SchemaFile]] | None = None
        self.indexes: Final[dict[tuple[object, ...], SchemaIndex | None]] = {}
        self.packages: Final[dict[Package, None]] = {}
        self.problems: Final[dict[str, str]] = {}


class Packages:
    """The packages a program may use."""

    def __init__(self, host: Host, beyond: SchemaSource | None = None) -> None:
        self.host = host
        # Asked for what no file has.
        self.beyond: Final = beyond or Installed(host)
        # What ``package`` blocks chose, by name.
        self.chosen: dict[str, Choice] = {}
        self._loaded: dict[tuple[object, ...], Package | None] = {}
        # The names and versions that were asked for.
        self.asked: dict[tuple[str, str], None] = {}
        self._shelf = _Shelf()
        self.problems = self._shelf.problems

    def of_component(self) -> Packages:
        """The packages of a component: its ``package`` blocks choose for nobody but it."""
        made = Packages(self.host, self.beyond)
        made._shelf = self._shelf
        made.problems = self._shelf.problems
        return made

    def get(self, name: str, version: str = "") -> Package | None:
        """The package of that name, or None; ``problems`` says if a schema is bad."""
        self.asked[name, version] = None
        choice = self.chosen.get(name) or Choice(name)
        if version and version != choice.version:
            choice = Choice(name, version)
        key = choice.key()
        if key not in self._loaded:
            index = self._read(choice, key)
            package = None if index is None else self._package(index)
            if package is not None:
                self._shelf.packages[package] = None
            self._loaded[key] = package
        return self._loaded[key]

    def names(self) -> list[str]:
        """The packages there are, for suggestions."""
        return [*self._table(), "pulumi"]

    def known(self) -> list[Package]:
        """The packages that were loaded, for the program or another that belongs to it."""
        return list(self._shelf.packages)

    def _read(self, choice: Choice, key: tuple[object, ...]) -> SchemaIndex | None:
        if key not in self._shelf.indexes:
            self._shelf.indexes[key] = self._load(choice)
        return self._shelf.indexes[key]

    def _load(self, choice: Choice) -> SchemaIndex | None:
        name = choice.name
        if name == "pulumi":
            return self._indexed(json.dumps(_PULUMI).encode(), stored=False)
        chosen = best(self._table().get(name, []), choice.version)
        where = f"the schema {chosen.path}" if chosen else f"the schema of the package {name!r}"
        try:
            if chosen:
                return self._in_file(chosen.path)
            data = self.beyond(choice)
            return None if data is None else self._index(data)
        except Unreadable as problem:
            self.problems[name] = f"{where} cannot be read: {problem}"
        except BadSchema as problem:
            self.problems[name] = f"{where} is not valid: {problem}"
        return None

    def _in_file(self, path: str) -> SchemaIndex:
        """The index of a file, which is made of its bytes once in a moment."""
        data, memory = self.host.read(path), self.host.memory
        if memory is None:
            return self._indexed(data)
        place = "pcl file", self.host.view, path
        found = memory.get(place)
        if not isinstance(found, SchemaIndex):
            found = memory[place] = self._indexed(data)
        return found

    def _index(self, data: bytes) -> SchemaIndex:
        """The index of what is installed, which is read once in a moment: its bytes stay."""
        memory = self.host.memory
        if memory is None:
            return self._indexed(data)
        place = "pcl index", id(data)
        known = memory.get(place)
        if not isinstance(known, _Known):
            # With the bytes, so that no others get their number.
            known = memory[place] = _Known(data, self._indexed(data))
        return known.index

    def _indexed(self, data: bytes, *, stored: bool = True) -> SchemaIndex:
        key = blake2b(data, digest_size=16).digest()
        found = _INDEXES.get(key)
        if found is None:
            found = load(data, self._store()) if stored else indexed(data)
            fresh = found
            found = _keeping.holding(lambda: _kept(_INDEXES, key, fresh))
        return found

    def _package(self, index: SchemaIndex) -> Package:
        """Make a package, or take the one that another program had: its types are the same."""
        if index.refers_to_others:
            # Which packages those are is this program's choice.
            return Package(index, self.get)
        return _keeping.holding(
            lambda: _PACKAGES.get(index) or _kept(_PACKAGES, index, Package(index, _nobody))
        )

    def _store(self) -> Store | None:
        """Where indexes are kept: in the user's cache, as the host's environment names it."""
        if self.host.settings.get("cache") is False:
            return None
        chosen = self.host.variable("CONFTY_CACHE_DIR")
        if not chosen:
            home = self.host.variable("HOME")
            base = self.host.variable("XDG_CACHE_HOME") or (f"{home}/.cache" if home else "")
            chosen = f"{base}/confty" if base else ""
        return store_in(chosen, "schemas")

    def _table(self) -> dict[str, list[SchemaFile]]:
        if self._shelf.files is None:
            self._shelf.files = {}
            for key in ("package_schemas", "schema"):
                setting = self.host.settings.get(key) or []
                places = [setting] if isinstance(setting, str) else setting
                assert isinstance(places, (list, tuple))
                for place in places:
                    self._add_place(str(place))
        return self._shelf.files

    def _add_place(self, place: str) -> None:
        try:
            names = self.host.entries(place)
        except Unreadable:
            self._add_file(place, named=True)
            return
        for name in names:
            self._add_file(f"{place.rstrip('/')}/{name}", named=False)

    def _add_file(self, path: str, *, named: bool) -> None:
        files = self._shelf.files
        assert files is not None
        found = _FILE.match(path.rsplit("/", 1)[-1])
        if found is None:
            return
        name, version = found[1], found[2] or ""
        if named or name == "schema":
            # The file's name need not tell; its content does.
            try:
                index = self._in_file(path)
            except (Unreadable, BadSchema) as problem:
                self.problems[name] = f"the schema {path} cannot be used: {problem}"
                return
            name, version = index.head["name"], str(index.head.get("version") or "")
        files.setdefault(name, []).append(SchemaFile(path, version))


def _kept(table: dict[Key, Value], key: Key, value: Value) -> Value:
    """Remember, and forget the oldest where there are too many."""
    value = table.setdefault(key, value)
    if len(table) > _MOST_KEPT:
        del table[next(iter(table))]
    return value


def _nobody(_name: str) -> None:
    """Stand for the other packages of one that refers to none."""

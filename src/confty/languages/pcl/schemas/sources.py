"""Where schemas come from that no file gives: the user's store, a plugin, a Python package."""

from __future__ import annotations

from _collections_abc import Callable

from confty.kit.schemas import Lost, user_schemas
from confty.language import Host, Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

#: How packages are called in the user's store, where other schemas are as well.
STORED: Final = "pulumi-package:"
#: What only the schema of a package has.
_PARTS: Final = frozenset(("resources", "functions", "provider"))


class Choice:
    """A package that is asked for; a ``package`` block may make it of another with a parameter."""

    __slots__ = ("base", "base_version", "name", "url", "value", "version")

    def __init__(self, name: str, version: str = "") -> None:
        self.name = name
        self.version = version
        self.base = ""
        self.base_version = ""
        self.url = ""
        self.value = b""

    def key(self) -> tuple[object, ...]:
        """Everything that it says."""
        return (self.name, self.version, self.base, self.base_version, self.url, self.value)


#: Gives a schema's bytes, or None when it has none; raises ``Unreadable`` when it should have.
SchemaSource = Callable[[Choice], bytes | None]


class Installed:
    """What this user has installed for Pulumi."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def __call__(self, choice: Choice) -> bytes | None:
        """The schema of a package: its plugin's own, or one rebuilt from its Python package."""
        try:
            return self._found(choice)
        except Unreadable:
            # A plugin may answer the next time.
            self.host.installation.may_change()
            raise

    def _found(self, choice: Choice) -> bytes | None:
        # Only a program whose packages no file describes pays for the readers.
        from confty.languages.pcl.schemas import (  # noqa: PLC0415  start-up, as above
            plugins,
            python_source,
        )

        kept = self._kept(choice)
        if kept is not None:
            return kept
        name, version = choice.name, choice.version
        parameter = None
        if choice.value:
            name, version = choice.base, choice.base_version
            parameter = plugins.Parameterization(choice.name, choice.version, choice.value)
        keep = self.host.settings.get("cache") is not False
        plugin = plugins.chosen(plugins.installed(self.host, name).get(name, []), version)
        if plugin is not None:
            key = plugins.key_of(plugin, parameter)
            return self._once(key, lambda: plugins.schema_of(plugin, parameter, key, keep=keep))
        folder = python_source.package_folder(choice.name, self.host)
        if folder is None:
            return None
        key = python_source.key_of(folder, self.host.installation.tree(folder))
        return self._once(
            key, lambda: python_source.schema_of(folder, choice.name, key, keep=keep)
        )

    def _once(self, key: str, read: Callable[[], bytes]) -> bytes:
        """Read a schema once for all programs of a moment: some have forty megabytes."""
        memory = self.host.memory
        if memory is None:
            return read()
        place = "pcl schema", key
        found = memory.get(place)
        if not isinstance(found, bytes):
            found = memory[place] = read()
        return found

    def _kept(self, choice: Choice) -> bytes | None:
        """What somebody added by hand, of the version that is asked for."""
        store = user_schemas()
        version = f"@{choice.version}" if choice.version else ""
        found = store.find(f"{STORED}{choice.name}{version}")
        if found is None:
            return None
        try:
            return self._once(found.digest, lambda: store.read(found))
        except Lost as lost:
            raise Unreadable(str(lost)) from None


def stored_names(schema: object) -> tuple[str, ...]:
    """What a package's schema goes by in the user's store; nothing for what is none."""
    if not isinstance(schema, dict) or not isinstance(schema.get("name"), str):
        return ()
    if "$schema" in schema or not _PARTS & set(schema):
        return ()
    name, version = schema["name"], schema.get("version")
    exact = (f"{STORED}{name}@{version}",) if isinstance(version, str) and version else ()
    return (f"{STORED}{name}", *exact)

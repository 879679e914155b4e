"""Where schemas come from that no file gives: an installed plugin, an installed Python package."""

from __future__ import annotations

from collections.abc import Callable

from confty.language import Host


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


#: Gives a schema's bytes, or None when it has none; raises ``Unreadable`` when it should have.
Source = Callable[[Choice], bytes | None]


class Installed:
    """What this user has installed for Pulumi."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def __call__(self, choice: Choice) -> bytes | None:
        """The schema of a package: its plugin's own, or one rebuilt from its Python package."""
        # Only a program whose packages no file describes pays for the readers.
        from confty.languages.pcl.schemas import plugins, python_source  # noqa: PLC0415

        name, version = choice.name, choice.version
        parameter = None
        if choice.value:
            name, version = choice.base, choice.base_version
            parameter = plugins.Parameter(choice.name, choice.version, choice.value)
        plugin = plugins.chosen(plugins.installed(self.host).get(name, []), version)
        if plugin is not None:
            return plugins.schema_of(plugin, parameter)
        folder = python_source.package_folder(choice.name, self.host)
        return None if folder is None else python_source.schema_of(folder, choice.name)

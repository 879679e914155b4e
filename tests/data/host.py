"""A world in memory for the rooms of data."""

from confty.language import Unreadable


class MemoryHost:
    def __init__(self, files=None, **settings):
        self.files = {
            name: text.encode() if isinstance(text, str) else text
            for name, text in (files or {}).items()
        }
        self.settings = settings
        self.traced = []

    def resolve(self, path, importer):
        folder = importer.rpartition("/")[0] if importer else ""
        name = f"{folder}/{path}" if folder else path
        return name if name in self.files else None

    def read(self, name):
        if name not in self.files:
            raise Unreadable("there is no such file")
        return self.files[name]

    def entries(self, _name):
        return sorted(self.files)

    memory = None

    def variable(self, _name):
        return None

    def trace(self, line):
        self.traced.append(line)

"""Python source under construction: lines, indentation, fresh names and constants."""

from __future__ import annotations

from typing import Any


class Emitter:
    """Collects the lines of one module and the constants they mention."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.margin = 0
        self.constants: dict[str, Any] = {}
        self._known: dict[int, str] = {}
        self.counter = 0

    def line(self, text: str) -> None:
        """Add a line at the current indentation."""
        self.lines.append(" " * self.margin + text)

    def fresh(self, prefix: str = "t") -> str:
        """Return a name that is used nowhere else."""
        self.counter += 1
        return f"{prefix}{self.counter}"

    def constant(self, value: Any, prefix: str = "c") -> str:
        """Return the name under which the code finds ``value``."""
        name = self._known.get(id(value))
        if name is None:
            name = self.fresh(prefix)
            self.constants[name] = value
            self._known[id(value)] = name
        return name

    def source(self) -> str:
        """Return the module."""
        return "\n".join(self.lines) + "\n"

"""Unit files of systemd: sections of ``key=value`` lines."""

from __future__ import annotations

import re
from typing import Final

from confty.languages.rcl.numbers import Exact, spell
from confty.languages.rcl.renderer.notation import RCL, Inexpressible, Writer, columns
from confty.languages.rcl.values import Value, elements, kind, pairs

_QUOTED: Final = re.compile(r"""[\s"'\\\x00-\x1f\x7f]|\A\Z""", re.ASCII)
_SPECIAL: Final = re.compile(r'["\\\x00-\x1f\x7f]')
_ESCAPES: Final = {
    "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v",
    "\\": "\\\\", '"': '\\"',
}  # fmt: skip
_SPACES: Final = " \t\n\r\f\v"


def _escape(match: re.Match[str]) -> str:
    found = match.group()
    return _ESCAPES.get(found) or f"\\x{ord(found):02x}"


class _Systemd:
    """Walks through sections and keys; ``path`` is where it stands."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.path: list[str | int] = []
        self.out: list[str] = []

    def stop(self, message: str, hint: str = "") -> Inexpressible:
        return Inexpressible(message, tuple(self.path), hint)

    def name(self, key: Value, what: str) -> str:
        """Check a key or the name of a section."""
        if key.__class__ is not str:
            shown = Writer(RCL, 80).flat(key)
            raise self.stop(f"expected a String as {what}, found {kind(key)} {shown}")
        wrong = None
        if not key:
            wrong = "is empty"
        elif key[0] in _SPACES or key[-1] in _SPACES:
            wrong = "starts or ends with a space"
        elif key[0] in "#;":
            wrong = f"starts with '{key[0]}' and would be a comment"
        if wrong:
            raise self.stop(f"the {what} {Writer(RCL, 80).flat(key)} {wrong}")
        return str(key)

    def document(self, value: Value) -> str:
        if value.__class__ is not dict:
            raise self.stop(f"expected a Dict of sections, found {kind(value)}")
        for key, one in pairs(value):
            name = self.name(key, "section name")
            self.path.append(name)
            if one.__class__ in (list, set):
                for index, section in enumerate(elements(one)):
                    self.path.append(index)
                    self.section(name, section)
                    self.path.pop()
            else:
                self.section(name, one)
            self.path.pop()
        return "".join(self.out)

    def section(self, name: str, value: Value) -> None:
        if value.__class__ is not dict:
            raise self.stop(f"expected a Dict of keys and values, found {kind(value)}")
        if self.out:
            self.out.append("\n")
        self.out.append(f"[{name}]\n")
        for key, one in pairs(value):
            text = self.name(key, "key")
            self.path.append(text)
            if one.__class__ in (list, set):
                for index, item in enumerate(elements(one)):
                    self.path.append(index)
                    self.entry(text, item)
                    self.path.pop()
            else:
                self.entry(text, one)
            self.path.pop()

    def entry(self, key: str, value: Value) -> None:
        words = self.words(value)
        line = f"{key}={' '.join(words)}"
        if len(words) > 1 and columns(line) > self.width:
            line = f"{key}={words[0]}" + "".join([f"\\\n  {word}" for word in words[1:]])
        self.out.append(line + "\n")

    def words(self, value: Value) -> list[str]:
        if value.__class__ in (list, set):
            found: list[str] = []
            for index, one in enumerate(elements(value)):
                self.path.append(index)
                found.extend(self.words(one))
                self.path.pop()
            return found
        return [self.word(value)]

    def word(self, value: Value) -> str:
        cls = value.__class__
        if value is None:
            return ""
        if cls is bool:
            return "true" if value else "false"
        if cls is int or cls is Exact:
            return spell(value)
        if cls is str:
            if _QUOTED.search(value) is None:
                return str(value)
            return f'"{_SPECIAL.sub(_escape, value)}"'
        hint = "sections cannot be nested" if cls is dict else ""
        raise self.stop(f"a {kind(value)} cannot be the value of a systemd key", hint)


def systemd(value: Value, width: int) -> str:
    """Write a dict of sections as a unit file."""
    return _Systemd(width).document(value)

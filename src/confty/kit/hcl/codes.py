"""What the HCL front half may complain about; each dialect gets the codes under its own name.

The front half serves several dialects, and a code is named after what the user wrote.  So a
dialect asks for the codes once, ``SyntaxCodes("pcl")``, and hands them to ``lex`` and ``parse``.
"""

from __future__ import annotations

from confty.text import Code, Severity


class SyntaxCodes:
    """The codes of one dialect, by what went wrong."""

    __slots__ = ("character", "duplicate", "escape", "expected", "nesting", "template", "unclosed")

    def __init__(self, dialect: str) -> None:
        def code(name: str, summary: str) -> Code:
            return Code(f"{dialect}/{name}", Severity.ERROR, summary)

        self.character = code("character", "A character cannot stand here.")
        self.escape = code("escape", "A backslash sequence in a string is not known.")
        self.unclosed = code("unclosed", "A block, bracket, string or comment is never closed.")
        self.expected = code("syntax", "Something else was expected here.")
        self.template = code("template", "A template directive is malformed.")
        self.duplicate = code("duplicate-attribute", "An attribute is set twice in one body.")
        self.nesting = code("nesting", "The text is nested too deeply to be read.")

    def every(self) -> tuple[Code, ...]:
        """Every code, for the dialect's list."""
        return tuple([getattr(self, name) for name in self.__slots__])

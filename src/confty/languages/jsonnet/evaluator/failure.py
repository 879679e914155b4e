"""How a running program stops: one private exception, turned into a diagnostic at the door.

Python's own traceback already holds every step that led here, so the exception
carries nothing but the sentence; ``trace`` reads the places off the traceback.
"""

from __future__ import annotations

from typing import NoReturn

from confty.text import Diagnostic

TOO_DEEP = "max stack frames exceeded."


class Stop(Exception):
    """The program cannot go on; ``message`` is the sentence the user sees."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def fail(message: str) -> NoReturn:
    """Stop the program."""
    raise Stop(message)


def stranger(value: object) -> NoReturn:
    """Stop because something that is no value of the language came to where values are read."""
    raise Stop(f"a Python {type(value).__name__} is not a Jsonnet value")


class Refused(Exception):
    """A file that must not run: it cannot be read, does not parse, or breaks a rule of names.

    ``findings`` say so in our words; ``reference`` says it as the reference implementation
    would, for the command that stands in for it.
    """

    def __init__(self, findings: tuple[Diagnostic, ...], reference: str) -> None:
        super().__init__(reference)
        self.findings = findings
        self.reference = reference

"""What the command line hands to a program: ``ext``, a record with a field for each input.

The record is there only when inputs were given, so that ``ext`` is an ordinary name otherwise;
a program that binds the name itself means its own.  An input that is code is a document of its
own, checked before the program and evaluated with it; a secret and a value that is not known yet
are labelled, and their labels go where their values go.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from confty.languages.rcl.unit import Unit
from confty.languages.rcl.values import Value
from confty.text import Diagnostic, Source
from confty.types import (
    BOOL,
    DYNAMIC,
    NUMBER,
    STRING,
    Type,
    field,
    list_of,
    map_of,
    object_of,
)

NAME: Final = "ext"
_KINDS: Final[dict[str, Type]] = {
    "string": STRING, "number": NUMBER, "bool": BOOL, "array": list_of(DYNAMIC),
    "object": map_of(STRING, DYNAMIC), "any": DYNAMIC,
}  # fmt: skip


class Inputs:
    """The inputs of one program."""

    __slots__ = ("code", "given", "labelled", "type")

    def __init__(
        self, given: Mapping[str, tuple[str, str]], check: Callable[[Source], Unit]
    ) -> None:
        self.given = given
        self.labelled = any(form in {"secret", "unknown"} for form, _ in given.values())
        self.code: dict[str, Unit] = {
            name: check(Source(f"<{NAME}.{name}>", text))
            for name, (form, text) in given.items()
            if form == "code"
        }
        self.type = object_of([field(name, self._type_of(name)) for name in given])

    def _type_of(self, name: str) -> Type:
        form, text = self.given[name]
        if form == "unknown":
            return _KINDS[text]
        if form != "code":
            return STRING
        checked = self.code[name].checked
        return DYNAMIC if checked is None else checked.known

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the inputs that are code."""
        return tuple([one for unit in self.code.values() for one in unit.findings])

    def values(self, code: Mapping[str, Value]) -> dict[str, Value]:
        """Return the record; ``code`` holds what the inputs that are code were evaluated to."""
        return {name: code[name] if name in code else self._value(name) for name in self.given}

    def _value(self, name: str) -> Value:
        form, text = self.given[name]
        if form == "str":
            return text
        from confty.values import secret, unknown  # noqa: PLC0415  plain runs do not pay for labels

        what = f"the input {NAME}.{name}"
        return (
            secret(text, what)
            if form == "secret"
            else unknown(what, kind="string" if text == "any" else text)
        )

"""What the command line hands to a program: ``ext``, a record with a field for each input.

The record is there only when inputs were given, so that ``ext`` is an ordinary name otherwise;
a program that binds the name itself means its own.  An input that is code is a document of its
own, checked before the program and evaluated with it; a secret and a value that is not known yet
are labelled, and their labels go where their values go.
"""

from __future__ import annotations

from _collections_abc import Mapping

from confty import types
from confty.kit.checking import Findings
from confty.languages.rcl.checker.annotations import Annotations
from confty.languages.rcl.checker.checked import INPUTS
from confty.languages.rcl.codes import BAD_INPUT
from confty.languages.rcl.lexer import lex
from confty.languages.rcl.parser.cursor import Cursor, ParseStop
from confty.languages.rcl.parser.types import parse_type
from confty.languages.rcl.plain import from_plain
from confty.languages.rcl.renderer.notation import shown
from confty.languages.rcl.unit import Given, Unit
from confty.languages.rcl.values import Value
from confty.text import Diagnostic, Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

NAME: Final = INPUTS
_KINDS: Final[dict[str, types.Type]] = {
    "string": types.STRING, "number": types.NUMBER, "bool": types.BOOL,
    "array": types.list_of(types.DYNAMIC), "object": types.map_of(types.STRING, types.DYNAMIC),
    "any": types.DYNAMIC,
}  # fmt: skip


class Inputs:
    """The inputs of one program: given by flags, described and preset by the project."""

    __slots__ = ("code", "given", "labelled", "preset", "type", "types", "wrong")

    def __init__(self, settings: Mapping[str, object], check: Callable[[Source], Unit]) -> None:
        given = settings.get("ext_vars")
        self.given: dict[str, tuple[str, str]] = dict(given) if isinstance(given, Mapping) else {}
        self.wrong: list[Diagnostic] = []
        self.preset = self._preset(settings.get("ext_values"))
        self.types = self._declared(settings.get("ext_types"))
        self.labelled = any(form in {"secret", "unknown"} for form, _ in self.given.values())
        self.code: dict[str, Unit] = {
            name: check(Source(f"<{NAME}.{name}>", text))
            for name, (form, text) in self.given.items()
            if form == "code"
        }
        names = dict.fromkeys((*self.types, *self.preset, *self.given))
        self.type = types.object_of([types.field(name, self._type_of(name)) for name in names])

    def _preset(self, table: object) -> dict[str, Value]:
        """Read the values that the project gives to inputs."""
        found: dict[str, Value] = {}
        for name, value in table.items() if isinstance(table, Mapping) else ():
            try:
                found[str(name)] = from_plain(value)
            except ValueError as problem:
                message = f"the setting ext-values.{name} holds {problem}"
                self.wrong.append(BAD_INPUT.at(None, message))
                found[str(name)] = None  # it is there, whatever it is
        return found

    def _declared(self, table: object) -> dict[str, types.Type]:
        """Read the types that the project gives to inputs."""
        found: dict[str, types.Type] = {}
        for name, text in table.items() if isinstance(table, Mapping) else ():
            findings = Findings()
            annotations = Annotations(Source(f"ext-types.{name}", str(text)), findings)
            try:
                cursor = Cursor(lex(annotations.source).output)
                found[str(name)] = annotations.type_of(parse_type(cursor))
                if cursor.kinds[cursor.at] != "end":
                    cursor.stop(f"expected the end of the type, found {cursor.found()}")
            except ParseStop as stop:
                findings.say(stop.finding)
            for one in findings.all[:1]:
                message = f"the type of ext-types.{name} cannot be read: {one.message}"
                self.wrong.append(BAD_INPUT.at(None, message))
        return found

    def _type_of(self, name: str) -> types.Type:
        declared = self.types.get(name)
        if declared is not None:
            return declared
        if name not in self.given:
            return _type_of_value(self.preset[name])
        form, text = self.given[name]
        if form == "unknown":
            return _KINDS[text]
        if form != "code":
            return types.STRING
        checked = self.code[name].checked
        return types.DYNAMIC if checked is None else checked.known

    def told(self) -> Given:
        """What is known of the inputs without a run: types, labels, and what the project sets."""
        labelled = {"secret", "unknown"}
        labels = {name: form for name, (form, _) in self.given.items() if form in labelled}
        preset = {name: shown(one) for name, one in self.preset.items()}
        return Given(self.type, labels, preset)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the types, and with the inputs that are code."""
        code = [one for unit in self.code.values() for one in unit.findings]
        return (*self.wrong, *code)

    def values(self, code: Mapping[str, Value]) -> dict[str, Value]:
        """Return the record; ``code`` holds what the inputs that are code were evaluated to."""
        return {
            one.name: code[one.name] if one.name in code else self._value(one.name)
            for one in self.type.fields
            if one.name in self.given or one.name in self.preset
        }

    def _value(self, name: str) -> Value:
        if name not in self.given:
            return self.preset[name]
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


def _type_of_value(value: Value) -> types.Type:
    """Return the type of a value of the settings."""
    if value is None:
        return types.DYNAMIC
    if isinstance(value, str):
        return types.STRING
    if isinstance(value, bool):
        return types.BOOL
    if isinstance(value, list):
        return types.list_of(types.DYNAMIC)
    return types.map_of(types.STRING, types.DYNAMIC) if isinstance(value, dict) else types.NUMBER

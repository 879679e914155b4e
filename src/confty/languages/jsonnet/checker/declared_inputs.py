"""The types that a project gives to what comes from outside: variables and arguments."""

from __future__ import annotations

from _collections_abc import Mapping

from confty import types
from confty.languages.jsonnet import codes
from confty.languages.jsonnet.checker.notation import BadType, read_type
from confty.languages.jsonnet.library.natives import NATIVES
from confty.languages.jsonnet.rules import ANY
from confty.text import Diagnostic


class GivenTypes:
    """The types that the project gives to external variables and to top-level arguments."""

    def __init__(self, settings: Mapping[str, object]) -> None:
        tables = {key: _with_declared(settings, key) for key in ("ext_vars", "tla_vars")}
        # What a check depends on beside the files: the dialect decides which operators may touch.
        self.spelled = repr((tables, settings.get("dialect") == "cpp"))
        self.findings: list[Diagnostic] = []
        self.external = self._read("ext-vars", tables["ext_vars"])
        self.arguments = self._read("tla-vars", tables["tla_vars"])
        # Which of them are secret or unknown.
        self.labels = _labels(tables["ext_vars"])
        self.argument_labels = _labels(tables["tla_vars"])
        self.natives = {name: one.signature for name, one in NATIVES.items()}
        given = settings.get("natives")
        if isinstance(given, Mapping):
            from confty.languages.jsonnet.library.typed import typed_native  # noqa: PLC0415  loads ``typing``

            self.natives |= {
                str(one): typed_native(str(one), given[one]).signature for one in given
            }
            self.spelled += repr(self.natives)

    def _read(self, key: str, table: object) -> dict[str, types.Type]:
        found: dict[str, types.Type] = {}
        for name, given in table.items() if isinstance(table, Mapping) else ():
            try:
                found[str(name)] = _given_type(given)
            except BadType as bad:
                message = f"the type of {key}.{name} cannot be read: {bad}"
                self.findings.append(codes.BAD_SETTING.at(None, message))
        return found


def _with_declared(settings: Mapping[str, object], key: str) -> dict[object, object]:
    """What comes by flags, and the types of the config file, which hold for that too."""
    given, declared = settings.get(key), settings.get(key.replace("vars", "types"))
    made = dict(given) if isinstance(given, Mapping) else {}
    for name, type_ in declared.items() if isinstance(declared, Mapping) else ():
        held = made.get(name)
        # A value that is secret or unknown is labelled, whatever its type is.
        if isinstance(type_, str) and not (_labels({name: held}) if held is not None else False):
            made[name] = type_
    return made


def _given_type(given: object) -> types.Type:
    """Read the type of a variable: spelled in the settings, or that of a value from a flag."""
    if isinstance(given, str):
        return read_type(given)
    is_text = isinstance(given, (tuple, list)) and given[:1] in (("str",), ["str"])
    return types.STRING if is_text else ANY


def _labels(table: object) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, given in table.items() if isinstance(table, Mapping) else ():
        word = given[0] if isinstance(given, tuple | list) and given else given
        first = str(word).split(" ", 1)[0]
        if first in {"secret", "unknown"}:
            found[str(name)] = first
    return found

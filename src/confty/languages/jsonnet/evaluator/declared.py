"""Values from outside, held against the types that the project declares for them."""

from __future__ import annotations

from _collections_abc import Mapping

from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.values import Thunk, Value, force

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.types import Type

_CHOICES: Final = r"\s*'[^']*'(\s*\|\s*'[^']*')*\s*"


def _choices(declared: str) -> list[str] | None:
    """The texts that a type names, where it is made of such; None for any other type."""
    import re  # noqa: PLC0415  few runs declare types

    if re.fullmatch(_CHOICES, declared) is None:
        return None
    found: list[str] = re.findall("'([^']*)'", declared)
    return found


class DeclaredInputs:
    """The declared types of external variables, or of arguments, by name."""

    __slots__ = ("_types", "_word")

    def __init__(self, types: object, word: str) -> None:
        table = types if isinstance(types, Mapping) else {}
        self._types = {str(key): one for key, one in table.items() if isinstance(one, str)}
        self._word = word

    def is_code(self, name: str) -> bool:
        """Whether a text for this variable is code: no string would do."""
        declared = self._types.get(name)
        if declared is None or _choices(declared) is not None:
            return False
        from confty.languages.jsonnet.checker.kinds import kind_of, members  # noqa: PLC0415  few runs declare types

        kinds = {kind_of(one) for one in members(_read(declared))}
        return not kinds & {"string", "any"}

    def held(self, name: str, value: Value) -> Value:
        """The value, checked when it is first asked for."""
        if name not in self._types:
            return value
        return Thunk(lambda _: self._checked(name, value))

    def _checked(self, name: str, value: Value) -> Value:
        ready = force(value) if value.__class__ is Thunk else value
        declared = self._types[name]
        choices = _choices(declared)
        if choices is not None:
            if ready.__class__ is str and ready in choices:
                return ready
        elif _fits(ready, declared):
            return ready
        from confty.languages.jsonnet.evaluator.manifest.json import line_text  # noqa: PLC0415  only mistakes need it

        raise Stop(
            f"expected {declared} for the {self._word} {name}, found {line_text(ready)[:80]}"
        )


def _read(declared: str) -> Type:
    from confty.languages.jsonnet.checker.notation import BadType, read_type  # noqa: PLC0415  few runs declare types

    try:
        return read_type(declared)
    except BadType as bad:
        raise Stop(f"the type {declared} of the settings cannot be read: {bad}") from None


def _fits(value: Value, declared: str) -> bool:
    from confty import types  # noqa: PLC0415  few runs declare types
    from confty.languages.jsonnet.evaluator.manifest.plain import plain_data  # noqa: PLC0415  few runs declare types
    from confty.languages.jsonnet.rules import RELATION  # noqa: PLC0415  few runs declare types

    view = types.View(
        atoms={
            types.STRING: lambda one: isinstance(one, str),
            types.NUMBER: lambda one: isinstance(one, int | float) and not isinstance(one, bool),
            types.BOOL: lambda one: isinstance(one, bool),
            types.NULL: lambda one: one is None,
        }
    )
    return types.Guards(view, RELATION).test(_read(declared))(plain_data(value))

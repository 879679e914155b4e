"""Native functions of a run: Tanka's, and Python functions that the embedding program gives."""

from __future__ import annotations

from _collections_abc import Mapping
from math import isfinite

from confty.languages.jsonnet.evaluator.current import current
from confty.languages.jsonnet.evaluator.failure import Stop
from confty.languages.jsonnet.evaluator.library.loading import as_value
from confty.languages.jsonnet.evaluator.values import (
    ABSENT,
    EAGER,
    Func,
    Thunk,
    Value,
    force,
    from_plain,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import ItemsView

    from confty.languages.jsonnet.library.typed import TypedNative


class _Natives(dict[str, Func]):
    """Functions by name; Tanka's are loaded when first asked for."""

    def get(self, name: str, default: Func | None = None) -> Func | None:  # type: ignore[override]  # one way of several
        if name not in self:
            from confty.languages.jsonnet.library.natives import NATIVES  # noqa: PLC0415  few programs call one
            from confty.languages.jsonnet.library.record import GO  # noqa: PLC0415  the same

            if name in NATIVES:
                self[name] = as_value(NATIVES[name], GO)
        return super().get(name, default)

    def items(self) -> ItemsView[str, Func]:  # type: ignore[override]  # the same
        """All of them, Tanka's too: a labelled run wraps each."""
        from confty.languages.jsonnet.library.natives import NATIVES  # noqa: PLC0415  only labelled runs ask

        for name in NATIVES:
            self.get(name)
        return super().items()


def natives_of(given: object) -> dict[str, Func]:
    """The native functions of a run; ``given`` is the setting ``natives``."""
    found = _Natives()
    if not isinstance(given, Mapping) or not given:
        return found
    from confty.languages.jsonnet.library.typed import typed_native  # noqa: PLC0415  loads ``inspect``

    for name, native in given.items():
        found[str(name)] = _embedded(str(name), typed_native(str(name), native))
    return found


def _embedded(name: str, native: TypedNative) -> Func:
    """A Python function as a Jsonnet one: plain data in, plain data out."""

    def code(*arguments: Value) -> Value:
        from confty.languages.jsonnet.evaluator.manifest.plain import plain_data  # noqa: PLC0415  few programs call one
        from confty.render.codes import Unwritable  # noqa: PLC0415  few programs call one
        from confty.render.survey import written_out  # noqa: PLC0415  few programs call one

        positional: list[object] = []
        named: dict[str, object] = {}
        for at, (parameter, one) in enumerate(zip(native.parameters, arguments, strict=True)):
            if one is ABSENT or one is EAGER:
                continue
            try:
                # The function may change what it is given.
                plain = written_out(plain_data(force(one) if one.__class__ is Thunk else one))
            except Unwritable as problem:
                raise Stop(f"std.native('{name}'): {problem.message}") from None
            if parameter in native.named or len(positional) < at:
                named[parameter] = plain
            else:
                positional.append(plain)
        return from_plain(current().answers.ask(name, called, [positional, named]))

    def called(positional: list[object], named: dict[str, object]) -> object:
        try:
            result = native.function(*positional, **named)
        except Stop:
            raise
        except Exception as error:  # noqa: BLE001  whatever the embedding program raises
            raise Stop(f"std.native('{name}') failed: {error}") from None
        return _data(name, result)

    return Func(code, native.parameters, native.optional, name)


def _data(name: str, result: object) -> object:
    """What a Python function gave, as data that Jsonnet has."""
    if result is None or isinstance(result, bool):
        return result
    if isinstance(result, str):
        # A text and nothing else: an enumeration's member prints itself otherwise.
        return str.__str__(result)
    if isinstance(result, int | float):
        return _number(name, result)
    if isinstance(result, Mapping):
        return {str(key): _data(name, item) for key, item in result.items()}
    if isinstance(result, list | tuple):
        return [_data(name, item) for item in result]
    raise Stop(f"std.native('{name}') gave a Python {type(result).__name__}")


def _number(name: str, given: float) -> float:
    try:
        number = float(given)
    except OverflowError:
        raise Stop(f"std.native('{name}') gave a number that is too large") from None
    if not isfinite(number):
        raise Stop(f"std.native('{name}') gave {number}, which is no finite number")
    return number

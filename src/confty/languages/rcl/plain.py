"""RCL values as plain Python data and back, for the API and for other languages."""

from __future__ import annotations

from confty.kit.foreign_imports import Adoption
from confty.kit.rooms import room_for
from confty.language import Outcome
from confty.languages.rcl import codes
from confty.languages.rcl.numbers import Exact, Inexact, negate, read, spell
from confty.languages.rcl.renderer import Inexpressible, shown
from confty.languages.rcl.values import KIND_NAMES, Value, elements, kind, pairs
from confty.render.kinds import is_of
from confty.text import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from confty.values import Labelled


def plain(value: Value, span: Span, *, any_key: bool = False) -> Outcome[object]:
    """Return dicts, lists and atoms; sets become lists, exact numbers Decimals.

    ``span`` is blamed for what is not plain data.  Keys are texts; with ``any_key`` what Python
    can have as a key.
    """
    with room_for():
        try:
            return Outcome(_Plain(any_key=any_key).data(value, ()))
        except Inexpressible as problem:
            return Outcome(None, (problem.at(span),))
        except RecursionError:
            message = "the value nests too deeply"
            return Outcome(None, (codes.NOT_EXPRESSIBLE.at(span, message),))


def from_plain(value: object) -> Value:
    """Return plain data as a value of ours; raises ``ValueError`` for what RCL cannot hold."""
    if isinstance(value, dict):
        return {from_plain(key): from_plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [from_plain(one) for one in value]
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, (int, float)) or is_of(value, "decimal", "Decimal"):
        text = repr(value) if isinstance(value, float) else str(value)
        try:
            number = read(text.removeprefix("-").lower())
        except (Inexact, ValueError):
            raise ValueError(f"the number {text}, which does not fit") from None
        return negate(number) if text.startswith("-") else number
    from confty.values import Labelled  # noqa: PLC0415  plain runs do not pay for labels

    if not isinstance(value, Labelled):
        kind = "binary data" if isinstance(value, bytes) else f"a {type(value).__name__}"
        raise ValueError(f"{kind}, which RCL has no value for")  # noqa: TRY004  callers expect one kind of error
    return value if value.unknown else _relabelled(from_plain(value.value), value)


def _no_scalar(value: object) -> str | None:
    try:
        from_plain(value)
    except ValueError as problem:
        return str(problem)
    return None


#: What RCL has no value for, of the data of other languages.
ADOPTION: Final = Adoption(_no_scalar, _no_scalar)


class _Plain:
    """One value on its way out; what stands in several places goes once, and stays one."""

    __slots__ = ("any_key", "done")

    def __init__(self, *, any_key: bool) -> None:
        self.any_key: Final = any_key
        # What a collection became; the value itself is kept as long as it is on its way.
        self.done: Final[dict[int, object]] = {}

    def data(self, value: Value, path: tuple[str | int, ...]) -> object:
        cls = value.__class__
        if value is None or cls is bool or cls is int or cls is str:
            return value
        if cls is Exact:
            from decimal import Decimal  # noqa: PLC0415  start-up: only who asks for data

            return Decimal(spell(value))
        if cls is list or cls is set or cls is dict:
            made = self.done.get(id(value))
            if made is None:
                made = self.done[id(value)] = self._collection(value, path)
            return made
        if cls in KIND_NAMES:
            raise Inexpressible(f"a {kind(value)} is not plain data", path)
        return value if value.unknown else _relabelled(self.data(value.value, path), value)

    def _collection(self, value: Value, path: tuple[str | int, ...]) -> object:
        if value.__class__ is dict:
            return {
                self._key(key, path): self.data(one, (*path, key if key.__class__ is str else ""))
                for key, one in pairs(value)
            }
        return [self.data(one, (*path, index)) for index, one in enumerate(elements(value))]

    def _key(self, key: Value, path: tuple[str | int, ...]) -> object:
        if key.__class__ is str:
            return key
        if not self.any_key:
            message = f"expected a String as key, found {kind(key)} {shown(key)}"
            raise Inexpressible(message, path)
        made = self.data(key, path)
        if isinstance(made, (list, dict)):
            raise Inexpressible(f"a {kind(key)} is no key in Python", path)
        return made


def _relabelled(value: object, source: Labelled) -> object:
    """Return a value with the label of another."""
    from confty.values.labels import relabelled  # noqa: PLC0415  plain runs do not pay for labels

    return relabelled(value, source)

"""The wire form of values: plain JSON data with signature objects and sentinel strings.

Encoding takes a labelled tree, with Outputs anywhere in it, to data made of dicts, lists, strings,
numbers, booleans and None; decoding is the way back.  The form marks its special values in band,
so a user's string that equals a sentinel and a user's map that holds the signature key are
refused: the receiver would take them for something else.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from enum import Enum
from typing import Any, Final

from confty.records import NamedFields
from confty.values import signatures as sign
from confty.values.archives import Archive
from confty.values.assets import Asset
from confty.values.cells import Holder
from confty.values.convert import converted, tree_of
from confty.values.failures import ValueProblem, framed, utf8
from confty.values.labels import Labelled, Step, Unknown, label, stripped, summary
from confty.values.promises import is_awaitable
from confty.values.references import ResourceReference, named

_BASES: Final[tuple[Any, ...]] = (str, int, float, dict, list, tuple)
_EXACT: Final = 1 << 53
_SECRET_STEP: Final = Step("a value received as secret", None, (), frozenset({"secret"}))
_UNKNOWN_STEP: Final = Step("a value received as unknown", None, (), frozenset({"unknown"}))


class Receiver(metaclass=NamedFields):
    """What the other side understands, as it says in its requests.

    ``outputs``: output values, which carry dependencies.  ``flat``: it gets what the official
    Python SDK would send, one label for a whole Output, where we would label the parts.
    """

    secrets: bool = True
    references: bool = True
    outputs: bool = False
    bytes_: bool = True
    flat: bool = False


ANYONE: Final = Receiver()
COMPONENT: Final = Receiver(outputs=True)


def encode(value: object, receiver: Receiver = ANYONE) -> Any:
    """Bring a value, with all Outputs and labels in it, into its wire form."""
    return framed(_Encoder(receiver).encode, value)


class _Encoder:
    """One encoding; methods, so that the hot path has no more than one argument to pass."""

    __slots__ = ("inside", "receiver")

    def __init__(self, receiver: Receiver, *, inside: bool = False) -> None:
        self.receiver = receiver
        # Inside an output value there are no more of them: labels become secrets and sentinels.
        self.inside = inside

    def encode(self, value: Any) -> Any:
        kind = type(value)
        if kind is str:
            if value in sign.KIND_OF or not value.isascii():
                check_text(value)
            return value
        if kind is bool or kind is float or value is None:
            return value
        if kind is int:
            return value if -_EXACT <= value <= _EXACT else double(value)
        encode = self.encode
        if kind is dict:
            for key in value:
                if type(key) is not str or key == sign.KEY or not key.isascii():
                    check_key(key)
            return {key: encode(item) for key, item in value.items()}
        if kind is list or kind is tuple:
            return [encode(item) for item in value]
        return self._special(value)

    def _special(self, value: object) -> Any:
        if isinstance(value, Labelled):
            return self._labelled(value, flat=False)
        if isinstance(value, Holder):
            return self._output(value)
        if isinstance(value, Unknown):
            return sign.SENTINEL_OF[value.kind]
        if isinstance(value, Asset):
            return self._asset(value)
        if isinstance(value, Archive):
            return self._archive(value)
        if isinstance(value, ResourceReference):
            return self._reference(value)
        if isinstance(value, bytes):
            return self._bytes(value)
        if isinstance(value, Enum):
            if isinstance(value, str | int | float):
                return self.encode(value.value)
            raise ValueProblem(f"the enum {type(value).__name__} has no string or number base")
        if is_awaitable(value):
            return self.encode(tree_of(converted(value, Labelled(None))))
        for base in _BASES:
            if isinstance(value, base):
                return self.encode(base(value))
        raise ValueProblem(f"a value of type {type(value).__name__} has no wire form")

    def _output(self, output: Holder) -> Any:
        tree = tree_of(output.cell_)
        if self.receiver.flat:
            whole = summary(tree)
            bare = whole.value if whole.unknown else stripped(tree)
            flat = Labelled(bare, whole.secret, whole.dependencies)
            return self._labelled(flat, flat=True)
        if not isinstance(tree, Labelled):
            tree = Labelled(tree)
        return self._labelled(tree, flat=True)

    def _labelled(self, node: Labelled, *, flat: bool) -> Any:
        """Encode a node with its label; ``flat`` says it is an Output's, which may say nothing."""
        says = node.secret or node.unknown or node.dependencies
        if self.receiver.outputs and not self.inside and (says or flat):
            return self._output_value(node)
        inner = self.encode(node.value)
        if node.secret and self.receiver.secrets:
            return {sign.KEY: sign.SECRET, "value": inner}
        return inner

    def _output_value(self, node: Labelled) -> dict[str, Any]:
        result: dict[str, Any] = {sign.KEY: sign.OUTPUT}
        # What is inside cannot say what it depends on, so the outer one says it for all.
        dependencies = node.dependencies | summary(_opened(node.value)).dependencies
        if not node.unknown:
            result["value"] = _Encoder(self.receiver, inside=True).encode(node.value)
        if node.secret:
            result["secret"] = True
        if dependencies:
            result["dependencies"] = sorted(dependencies)
        return result

    def _asset(self, asset: Asset) -> dict[str, Any]:
        result = {sign.KEY: sign.ASSET}
        if asset.known_hash:
            result["hash"] = asset.known_hash
        if asset.text is not None:
            result["text"] = check_text(asset.text)
        elif asset.path is not None:
            result["path"] = asset.path
        elif asset.uri is not None:
            result["uri"] = asset.uri
        return result

    def _archive(self, archive: Archive) -> dict[str, Any]:
        result: dict[str, Any] = {sign.KEY: sign.ARCHIVE}
        if archive.known_hash:
            result["hash"] = archive.known_hash
        if archive.assets is not None:
            result["assets"] = self.encode(archive.assets)
        elif archive.path is not None:
            result["path"] = archive.path
        elif archive.uri is not None:
            result["uri"] = archive.uri
        return result

    def _reference(self, reference: ResourceReference) -> Any:
        if not self.receiver.references:
            return self.encode(reference.plain())
        result = {sign.KEY: sign.REFERENCE, "urn": reference.urn}
        if reference.id is not None:
            # Engines write an unknown id as an empty one, the Python SDK as the sentinel.
            missing = sign.UNKNOWN_STRING if self.receiver.flat else ""
            result["id"] = missing if isinstance(reference.id, Unknown) else reference.id
        if reference.package_version:
            result["packageVersion"] = reference.package_version
        return result if self.receiver.flat else {**result, **named(reference)}

    def _bytes(self, value: bytes) -> Any:
        if not self.receiver.bytes_:
            raise ValueProblem("the receiver does not take byte strings; encode them as text")
        return {sign.KEY: sign.BYTES, "value": b64encode(value).decode()}


def _opened(value: object) -> object:
    """Look through an Output directly inside another, for what it depends on."""
    while isinstance(value, Holder):
        value = tree_of(value.cell_)
    return value


def check_text(text: str) -> str:
    """Refuse a string that a receiver would take for an unknown, or that is no text at all."""
    if text in sign.KIND_OF:
        raise ValueProblem(
            "the string equals the sentinel of an unknown value and would be taken for one"
        )
    utf8(text, "the string")
    return text


def check_key(key: object) -> None:
    """Refuse a key that is no string, or that would make the map look like a special value."""
    if not isinstance(key, str):
        raise ValueProblem(f"the keys of a map are strings; found one of {type(key).__name__}")
    if key == sign.KEY:
        raise ValueProblem(
            "the map holds the signature key and would be taken for a special value"
        )
    if key not in sign.KIND_OF:
        check_text(key)


def double(value: int) -> float:
    """The double that an integer becomes on the wire; beyond 2**53 that is a neighbour."""
    try:
        return float(value)
    except OverflowError:
        raise ValueProblem("the integer is beyond the range of a double") from None


def decode(wire: object) -> object:
    """Bring wire data into a labelled tree; malformed special values are refused."""
    return framed(_decode, wire)


def decode_properties(wire: dict[str, Any]) -> dict[str, object]:
    """Decode a map of properties; at the top a signature key is a property like any other."""
    return {key: decode(item) for key, item in wire.items()}


def _decode(wire: Any) -> object:
    kind = type(wire)
    if kind is str:
        return from_sentinel(wire) if wire in sign.KIND_OF else wire
    if kind is dict:
        result = {key: _decode(item) for key, item in wire.items()}
        return special(result) if sign.KEY in result else result
    if kind is list:
        return [_decode(item) for item in wire]
    return wire


def from_sentinel(text: str) -> Labelled:
    """The unknown value that a sentinel stands for."""
    return Labelled(Unknown(sign.KIND_OF[text]), origins=(_UNKNOWN_STEP,))


def special(fields: dict[str, Any]) -> object:
    """Make the value that a signature object stands for, its parts being decoded already."""
    make = _SPECIAL.get(fields[sign.KEY]) if isinstance(fields[sign.KEY], str) else None
    if make is None:
        # Not told: whatever stands there may be a part of a secret.
        raise ValueProblem("the signature of a map is not one of a special value")
    return make(fields)


def _secret(fields: dict[str, object]) -> object:
    if "value" not in fields:
        raise ValueProblem("a secret has no value")
    return label(fields["value"], secret=True, origins=(_SECRET_STEP,))


def _output_value(fields: dict[str, object]) -> object:
    secret = _part(fields, "secret", bool, "an output value") or False
    names = _part(fields, "dependencies", list, "an output value") or []
    if not all(isinstance(name, str) for name in names):
        raise ValueProblem("the dependencies of an output value are strings")
    origins: tuple[Step, ...] = (_SECRET_STEP,) if secret else ()
    if names:
        origins += (Step("a value received with its dependencies", None, (), frozenset(names)),)
    if "value" not in fields:
        return Labelled(Unknown(), secret, frozenset(names), (*origins, _UNKNOWN_STEP))
    return label(fields["value"], secret=secret, dependencies=names, origins=origins)


def _asset(fields: dict[str, object]) -> Asset:
    text, path, uri, known = (
        _part(fields, name, str, "an asset") for name in ("text", "path", "uri", "hash")
    )
    if path is not None:
        return Asset(path=path, hash=known)
    return Asset(text=text, hash=known) if text is not None else Asset(uri=uri, hash=known)


def _archive(fields: dict[str, object]) -> Archive:
    path, uri, known = (_part(fields, name, str, "an archive") for name in ("path", "uri", "hash"))
    assets = _part(fields, "assets", dict, "an archive")
    if path is not None:
        return Archive(path=path, hash=known)
    return Archive(uri=uri, hash=known) if uri is not None else Archive(assets=assets, hash=known)


def _reference(fields: dict[str, object]) -> ResourceReference:
    urn = _part(fields, "urn", str, "a resource reference")
    if urn is None:
        raise ValueProblem("a resource reference has no urn")
    found = fields.get("id")
    if isinstance(found, Labelled):
        found = found.value
    if found == "" or isinstance(found, Unknown):
        found = Unknown()
    elif found is not None and not isinstance(found, str):
        raise ValueProblem("the id of a resource reference is a string")
    version = _part(fields, "packageVersion", str, "a resource reference") or ""
    return ResourceReference(urn, found, version)


def _bytes(fields: dict[str, object]) -> bytes:
    text = _part(fields, "value", str, "a byte string")
    try:
        return b64decode(text or "", validate=True)
    except (Base64Error, ValueError):
        raise ValueProblem("the value of a byte string is not base64") from None


def _part(fields: dict[str, object], name: str, kind: type, of: str) -> Any:
    value = fields.get(name)
    if value is not None and not isinstance(value, kind):
        raise ValueProblem(f"{name!r} of {of} has the wrong type")
    return value


_SPECIAL: Final = {
    sign.SECRET: _secret,
    sign.OUTPUT: _output_value,
    sign.ASSET: _asset,
    sign.ARCHIVE: _archive,
    sign.REFERENCE: _reference,
    sign.BYTES: _bytes,
}

"""Wire data as the engine and its providers see it, with their options.

Where ``wire`` keeps one label a node, the engine's older model wraps: a secret around a value, an
unknown around an example of its type, an output value around both.  This module keeps just that
model, so that what a program sends can be read, filtered by the receiver's options, and sent on
unchanged.  State files are written from it.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Any, Final

from confty.records import Record
from confty.values import signatures as sign
from confty.values.archives import Archive
from confty.values.assets import Asset
from confty.values.failures import ValueProblem, framed
from confty.values.labels import Labelled, Unknown, label
from confty.values.references import ResourceReference, named
from confty.values.wire import check_key, check_text, special

_EXAMPLE: Final[dict[str, object]] = {"string": "", "bool": False, "number": 0.0}
_NOTHING: Final = object()


class SecretValue(metaclass=Record):
    """A value that is secret."""

    element: object

    def __repr__(self) -> str:
        return "SecretValue([secret])"


class Computed(metaclass=Record):
    """A value that is not known, of the type that ``kind`` names."""

    kind: str = "string"

    def __repr__(self) -> str:
        return f"Computed({self.kind!r})"


class OutputValue(metaclass=Record):
    """A value with all of its metadata; ``element`` counts only when ``known``."""

    element: object
    known: bool = True
    secret: bool = False
    dependencies: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return "OutputValue([secret])" if self.secret else f"OutputValue({self.element!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarshalOptions:
    """What the engine asks for when it reads or writes properties; all off by default."""

    # Unknowns are dropped unless kept; to reject them goes before to keep them.
    keep_unknowns: bool = False
    reject_unknowns: bool = False
    # What is not kept is replaced by the value inside: a secret's, an output value's; by a
    # resource's id or URN.
    keep_secrets: bool = False
    keep_resources: bool = False
    keep_output_values: bool = False
    # Secrets and unknowns become output values, where those are kept.
    upgrade_to_output_values: bool = False
    # Nulls are skipped at all levels, keys that begin with two underscores at the top.
    skip_nulls: bool = False
    skip_internal_keys: bool = False
    elide_asset_contents: bool = False
    compute_asset_hashes: bool = False
    reject_assets: bool = False
    # The receiver takes strings that are not UTF-8.
    keep_byte_string: bool = False


KEEP: Final = MarshalOptions(
    keep_unknowns=True,
    keep_secrets=True,
    keep_resources=True,
    keep_output_values=True,
    keep_byte_string=True,
)


def read_properties(wire: dict[str, Any], options: MarshalOptions = KEEP) -> dict[str, object]:
    """Read a map of properties from the wire."""
    return framed(_Reader(options).fields, wire, top=True)


def write_properties(values: dict[str, object], options: MarshalOptions = KEEP) -> dict[str, Any]:
    """Write a map of properties to the wire."""
    return framed(_Writer(options).fields, values, top=True)


class _Reader(metaclass=Record):
    """One reading; what the options drop comes back as ``_NOTHING``."""

    options: MarshalOptions

    def fields(self, wire: dict[str, object], *, top: bool = False) -> dict[str, object]:
        result: dict[str, object] = {}
        for key in sorted(wire):
            if top and self.options.skip_internal_keys and key.startswith("__"):
                continue
            value = self.value(wire[key], key)
            if value is _NOTHING or (value is None and self.options.skip_nulls):
                continue
            result[key] = value
        return result

    def value(self, wire: object, key: str) -> object:
        if isinstance(wire, str):
            return self._unknown(sign.KIND_OF[wire], key) if wire in sign.KIND_OF else wire
        if isinstance(wire, list):
            items = (self.value(item, key) for item in wire)
            return [None if item is _NOTHING else item for item in items]
        if not isinstance(wire, dict):
            return wire
        fields = self.fields(wire)
        return self._special(fields, key) if sign.KEY in fields else fields

    def _unknown(self, kind: str, key: str) -> object:
        if self.options.reject_unknowns:
            raise ValueProblem(f"the value of {key!r} is unknown, which is not accepted here")
        if not self.options.keep_unknowns:
            return _NOTHING
        if self._upgrades:
            return OutputValue(example(kind), known=False)
        return Computed(kind)

    @property
    def _upgrades(self) -> bool:
        return self.options.keep_output_values and self.options.upgrade_to_output_values

    def _special(self, fields: dict[str, object], key: str) -> object:
        signature = fields[sign.KEY]
        if signature == sign.SECRET:
            if "value" not in fields:
                raise ValueProblem(f"the secret at {key!r} has no value")
            return self._secret(fields["value"])
        if signature == sign.OUTPUT:
            return self._output(fields, key)
        if signature == sign.REFERENCE:
            return self._reference(fields, key)
        if signature in {sign.ASSET, sign.ARCHIVE} and self.options.reject_assets:
            raise ValueProblem(f"the value of {key!r} is an asset, which is not accepted here")
        try:
            value = special(fields)
        except (ValueProblem, TypeError) as error:
            raise ValueProblem(f"the value of {key!r}: {error}") from None
        if isinstance(value, Asset | Archive) and self.options.compute_asset_hashes:
            value.hash()
        if isinstance(value, bytes):
            return _text_or_bytes(value)
        return value

    def _secret(self, value: object) -> object:
        if not self.options.keep_secrets:
            return value
        if self._upgrades:
            return OutputValue(value, secret=True)
        return SecretValue(value)

    def _output(self, fields: dict[str, object], key: str) -> object:
        known = "value" in fields
        secret = fields.get("secret", False)
        if not isinstance(secret, bool):
            raise ValueProblem(f"'secret' of the output value at {key!r} is not a boolean")
        value = fields.get("value")
        if not self.options.keep_output_values:
            result = value if known else self._unknown("string", key)
            return self._secret(result) if secret and result is not _NOTHING else result
        names = fields.get("dependencies")
        if names is not None and not (
            isinstance(names, list) and all(isinstance(name, str) for name in names)
        ):
            raise ValueProblem(f"'dependencies' of the output value at {key!r} are not strings")
        return OutputValue(value, known, secret, None if names is None else tuple(names))

    def _reference(self, fields: dict[str, object], key: str) -> object:
        found = fields.get("id")
        if isinstance(found, OutputValue):
            found = found.element if found.known else Computed()
        if isinstance(found, Computed):
            found = Labelled(Unknown())
        try:
            reference = special({**fields, "id": found})
        except ValueProblem as error:
            raise ValueProblem(f"the value of {key!r}: {error}") from None
        assert isinstance(reference, ResourceReference)
        if self.options.keep_resources:
            return reference
        if isinstance(reference.id, Unknown):
            return self._unknown("string", key) if self.options.keep_unknowns else ""
        return reference.plain()


class _Writer(metaclass=Record):
    """One writing; what the options drop comes back as ``_NOTHING``."""

    options: MarshalOptions

    def fields(self, values: dict[str, object], *, top: bool = False) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key in sorted(values):
            if top and self.options.skip_internal_keys and key.startswith("__"):
                continue
            if values[key] is None and self.options.skip_nulls:
                continue
            written = self.value(values[key], key)
            if written is not _NOTHING:
                result[key] = written
        return result

    def value(self, value: object, key: str) -> Any:
        if isinstance(value, list):
            written = (self.value(item, key) for item in value)
            return [item for item in written if item is not _NOTHING]
        if isinstance(value, str):
            return check_text(value)
        if isinstance(value, dict):
            for name in value:
                check_key(name)
            return self.fields(value)
        if isinstance(value, SecretValue):
            return self._secret(value.element, key)
        if isinstance(value, Computed):
            return self._unknown(value.kind, key)
        if isinstance(value, OutputValue):
            return self._output(value, key)
        if isinstance(value, Asset | Archive):
            return self._asset(value, key)
        if isinstance(value, ResourceReference):
            return self._reference(value, key)
        if isinstance(value, bytes):
            if not self.options.keep_byte_string:
                raise ValueProblem(
                    f"the value of {key!r} is not UTF-8, which is not accepted here"
                )
            return {sign.KEY: sign.BYTES, "value": b64encode(value).decode()}
        return value

    @property
    def _upgrades(self) -> bool:
        return self.options.keep_output_values and self.options.upgrade_to_output_values

    def _unknown(self, kind: str, key: str) -> Any:
        if self.options.reject_unknowns:
            raise ValueProblem(f"the value of {key!r} is unknown, which is not accepted here")
        if not self.options.keep_unknowns:
            return _NOTHING
        return {sign.KEY: sign.OUTPUT} if self._upgrades else sign.SENTINEL_OF[kind]

    def _secret(self, element: object, key: str) -> Any:
        written = self.value(element, key)
        if not self.options.keep_secrets:
            return written
        inner = {} if written is _NOTHING else {"value": written}
        if self._upgrades:
            return {sign.KEY: sign.OUTPUT, "secret": True, **inner}
        return {sign.KEY: sign.SECRET, **inner}

    def _output(self, output: OutputValue, key: str) -> Any:
        if not self.options.keep_output_values:
            element = output.element if output.known else Computed()
            return self.value(SecretValue(element) if output.secret else element, key)
        result: dict[str, Any] = {sign.KEY: sign.OUTPUT}
        written = self.value(output.element, key) if output.known else _NOTHING
        if written is not _NOTHING and not (written is None and self.options.skip_nulls):
            result["value"] = written
        if output.secret:
            result["secret"] = True
        if output.dependencies:
            result["dependencies"] = list(output.dependencies)
        return result

    def _asset(self, asset: Asset | Archive, key: str) -> dict[str, Any]:
        if self.options.reject_assets:
            raise ValueProblem(f"the value of {key!r} is an asset, which is not accepted here")
        if self.options.compute_asset_hashes and not self.options.elide_asset_contents:
            asset.hash()
        kind = sign.ASSET if isinstance(asset, Asset) else sign.ARCHIVE
        result: dict[str, Any] = {sign.KEY: kind}
        if asset.known_hash:
            result["hash"] = asset.known_hash
        if self.options.elide_asset_contents:
            return result
        # An empty text is left out by the engine: without contents and hash it is the empty one.
        if isinstance(asset, Asset) and asset.text:
            result["text"] = asset.text
        if isinstance(asset, Archive) and asset.assets is not None:
            result["assets"] = {
                name: self._asset(item, key) for name, item in asset.assets.items()
            }
        if asset.path:
            result["path"] = asset.path
        if asset.uri:
            result["uri"] = asset.uri
        return result

    def _reference(self, reference: ResourceReference, key: str) -> Any:
        if not self.options.keep_resources:
            if isinstance(reference.id, Unknown):
                return self._unknown("string", key)
            return reference.plain()
        result = {sign.KEY: sign.REFERENCE, "urn": reference.urn}
        if reference.id is not None:
            result["id"] = "" if isinstance(reference.id, Unknown) else reference.id
        if reference.package_version:
            result["packageVersion"] = reference.package_version
        return {**result, **named(reference)}


def example(kind: str) -> object:
    """An example of the type that an unknown is of."""
    if kind in _EXAMPLE:
        return _EXAMPLE[kind]
    if kind == "array":
        return []
    if kind == "object":
        return {}
    return Asset() if kind == "asset" else Archive()


def _text_or_bytes(value: bytes) -> str | bytes:
    # The engine knows one kind of string, which need not be UTF-8.
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def from_labelled(value: object) -> object:
    """Bring a labelled tree into the engine's model: unknowns and secrets as wrappers."""
    return framed(_wrapped, value)


def _wrapped(value: object) -> object:
    if isinstance(value, Labelled):
        inner: object = (
            Computed(value.value.kind)
            if isinstance(value.value, Unknown)
            else _wrapped(value.value)
        )
        if value.dependencies:
            known = not isinstance(inner, Computed)
            names = tuple(sorted(value.dependencies))
            return OutputValue(inner if known else None, known, value.secret, names)
        return SecretValue(inner) if value.secret else inner
    if isinstance(value, dict):
        return {key: _wrapped(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_wrapped(item) for item in value]
    return value


def to_labelled(value: object) -> object:
    """Bring the engine's model into a labelled tree."""
    return framed(_unwrapped, value)


def _unwrapped(value: object) -> object:
    if isinstance(value, SecretValue):
        return label(_unwrapped(value.element), secret=True)
    if isinstance(value, Computed):
        return Labelled(Unknown(value.kind))
    if isinstance(value, OutputValue):
        inner = _unwrapped(value.element) if value.known else Unknown()
        names = value.dependencies or ()
        return label(inner, secret=value.secret, dependencies=names)
    if isinstance(value, dict):
        return {key: _unwrapped(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_unwrapped(item) for item in value]
    return value

"""The form of values in state files: JSON, with each secret encrypted on its own.

It differs from the wire in small ways: a secret holds JSON *text*, as ``ciphertext`` or, when
secrets are shown, as ``plaintext``; a secret inside a secret is not encrypted again; NaN and the
infinities have a signature object; dependencies live elsewhere, and output values are not allowed.
"""

from __future__ import annotations

import json
import math
import struct
from contextlib import suppress
from typing import Any, Final, Protocol

from confty.values import engine
from confty.values import signatures as sign
from confty.values.archives import Archive
from confty.values.assets import Asset
from confty.values.engine import Computed, OutputValue, SecretValue
from confty.values.failures import ValueProblem, framed
from confty.values.gojson import dumps
from confty.values.labels import Labelled, Unknown
from confty.values.references import ResourceReference
from confty.values.wire import check_key, check_text, special

_VERSIONS: Final = (3, 4)
FEATURES: Final = frozenset({"byteString", "hooks", "replaceWith", "taint", "views"})
_GO_NAN: Final = "7ff8000000000001"


class SecretsManager(Protocol):
    """Who encrypts the secrets of a state file."""

    def encrypt(self, text: str) -> str:
        """Make a text unreadable."""

    def decrypt(self, text: str) -> str:
        """Make it readable again."""


class _Nobody:
    """Inside of a secret nothing is encrypted again."""

    __slots__ = ()

    def encrypt(self, text: str) -> str:
        return text

    def decrypt(self, text: str) -> str:
        return text


def encode(value: object, manager: SecretsManager, *, show_secrets: bool = False) -> Any:
    """Bring a labelled tree into the form of a state file."""
    return encode_engine(engine.from_labelled(value), manager, show_secrets=show_secrets)


def decode(state: object, manager: SecretsManager) -> object:
    """Bring the form of a state file into a labelled tree."""
    return engine.to_labelled(decode_engine(state, manager))


def encode_engine(value: object, manager: SecretsManager, *, show_secrets: bool = False) -> Any:
    """Bring a value of the engine's model into the form of a state file."""
    return framed(_encode, value, manager, show_secrets)


def _encode(value: object, manager: SecretsManager, shown: bool) -> Any:
    if isinstance(value, SecretValue):
        text = dumps(_encode(value.element, _Nobody(), shown))
        if shown:
            return {sign.KEY: sign.SECRET, "plaintext": text}
        return {sign.KEY: sign.SECRET, "ciphertext": manager.encrypt(text)}
    if isinstance(value, Computed):
        return sign.UNKNOWN_STRING
    if isinstance(value, OutputValue):
        bare = value.element if value.known else Computed()
        return _encode(SecretValue(bare) if value.secret else bare, manager, shown)
    if isinstance(value, float) and not math.isfinite(value):
        return {sign.KEY: sign.NUMBER, "value": _bits(value)}
    if isinstance(value, ResourceReference):
        reference = {
            sign.KEY: sign.REFERENCE,
            "urn": value.urn,
            "packageVersion": value.package_version,
        }
        if value.id is not None:
            reference["id"] = "" if isinstance(value.id, Unknown) else value.id
        return reference
    if isinstance(value, str):
        return check_text(value)
    if isinstance(value, list):
        return [_encode(item, manager, shown) for item in value]
    if isinstance(value, dict):
        for key in value:
            check_key(key)
        return {key: _encode(item, manager, shown) for key, item in value.items()}
    if isinstance(value, Asset | Archive | bytes):
        return engine.write_properties({"value": value})["value"]
    return value


def _bits(value: float) -> str:
    bits = struct.pack(">d", value).hex()
    # Python's NaN and Go's differ in one bit; files are Go's.
    return _GO_NAN if bits == "7ff8000000000000" else bits


def decode_engine(state: object, manager: SecretsManager) -> object:
    """Bring the form of a state file into the engine's model."""
    return framed(_decode, state, manager)


def _decode(state: object, manager: SecretsManager) -> object:
    if isinstance(state, str):
        return Computed() if state == sign.UNKNOWN_STRING else state
    if isinstance(state, list):
        return [_decode(item, manager) for item in state]
    if not isinstance(state, dict):
        return state
    signature = state.get(sign.KEY)
    if signature == sign.SECRET:
        return _secret(state, manager)
    if signature == sign.NUMBER:
        return _number(state)
    if signature == sign.REFERENCE:
        return _reference(state)
    fields = {key: _decode(item, manager) for key, item in state.items()}
    if sign.KEY not in state:
        return fields
    if signature == sign.OUTPUT:
        raise ValueProblem("a state file holds no output values")
    return special(fields)


def _secret(state: dict[str, object], manager: SecretsManager) -> SecretValue:
    cipher = state.get("ciphertext") or None
    plain = state.get("plaintext") or None
    if not isinstance(cipher, str) and not isinstance(plain, str):
        raise ValueProblem("a secret has neither 'ciphertext' nor 'plaintext'")
    if cipher is not None and plain is not None:
        raise ValueProblem("a secret has both 'ciphertext' and 'plaintext'")
    text = plain if isinstance(plain, str) else manager.decrypt(str(cipher))
    broken = False
    inner: object = None
    try:
        inner = json.loads(text, parse_int=_integer)
    except ValueError:
        broken = True
    if broken:
        # Raised here, so that the parser's error, which quotes the text, is not its context.
        raise ValueProblem("the text of a secret is not JSON")
    return SecretValue(_decode(inner, _Nobody()))


def _integer(text: str) -> float:
    value = int(text)
    return -0.0 if text == "-0" else value


def _number(state: dict[str, object]) -> float:
    text = state.get("value")
    bits = b""
    if isinstance(text, str):
        with suppress(ValueError):
            bits = bytes.fromhex(text)
    if len(bits) != 8:
        raise ValueProblem("the value of a number is not 16 hexadecimal digits")
    return float(struct.unpack(">d", bits)[0])


def _reference(state: dict[str, object]) -> object:
    found: object = state.get("id")
    if isinstance(found, dict):
        # A release wrote the id as the engine's own record of it.
        inner = found.get("V")
        found = Labelled(Unknown()) if isinstance(inner, dict) else inner
    return special({**state, "id": found})


def opened(document: dict[str, Any]) -> dict[str, Any]:
    """Check the envelope of an export or a checkpoint and return the deployment inside."""
    version = document.get("version")
    if version not in _VERSIONS:
        raise ValueProblem(f"expected a state file of version 3 or 4, found {version!r}")
    strange = set(document.get("features") or ()) - FEATURES
    if strange:
        names = ", ".join(sorted(map(repr, strange)))
        raise ValueProblem(f"the state file uses features that are not known here: {names}")
    inside = document.get("deployment")
    if inside is None:
        inside = (document.get("checkpoint") or {}).get("latest")
    if not isinstance(inside, dict):
        raise ValueProblem("the state file has neither a deployment nor a checkpoint")
    return inside

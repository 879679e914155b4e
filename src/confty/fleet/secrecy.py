"""Secrets on their way to workers: encrypted, or not at all.

With a passphrase in ``CONFTY_FLEET_PASSPHRASE``, here and on every worker, secrets and results are
encrypted.  Without one no secret is sent: a worker fetches its own from where the command line
says it is, a variable or a file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from confty.values.secrets import derive_key

VARIABLE: Final = "CONFTY_FLEET_PASSPHRASE"
_NONCE: Final = 12
_SALT: Final = 16


class Withheld(Exception):
    """Secrets that cannot be had or sent; the message holds nothing of them."""


class Box:
    """Encrypts what goes from one machine to another."""

    def __init__(self, salt: bytes) -> None:
        passphrase = os.environ.get(VARIABLE)
        if not passphrase:
            raise Withheld(f"there is no {VARIABLE}")
        try:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415  extra
        except ImportError:
            raise Withheld("encryption needs cryptography: pip install confty[secrets]") from None
        self._box: Final = AESGCM(derive_key(passphrase, salt))

    def seal(self, data: bytes, place: bytes) -> bytes:
        """Encrypt under a nonce that is never used again."""
        nonce = os.urandom(_NONCE)
        return nonce + self._box.encrypt(nonce, data, place)

    def open(self, data: bytes, place: bytes) -> bytes:
        """Decrypt, or say that this passphrase is another one."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415  an extra

        try:
            return self._box.decrypt(data[:_NONCE], data[_NONCE:], place)
        except InvalidTag:
            raise Withheld(f"{VARIABLE} is another one") from None


def new_salt() -> bytes | None:
    """Return what a key is made with for one run; None where there is no passphrase."""
    return os.urandom(_SALT) if os.environ.get(VARIABLE) else None


def hidden(settings: Mapping[str, object], box: Box | None) -> dict[str, object]:
    """Return settings in which no secret can be read."""
    made = dict(settings)
    origins = settings.get("secret_origins", {})
    for key, table in settings.items():
        if isinstance(table, Mapping) and key.endswith("_vars"):
            places = origins.get(key, {}) if isinstance(origins, Mapping) else {}
            made[key] = {
                name: _hidden(name, one, box, places.get(name, "")) for name, one in table.items()
            }
    return made


def _hidden(name: str, given: object, box: Box | None, origin: str) -> object:
    if not (isinstance(given, tuple | list) and given and given[0] == "secret"):
        return given
    text = given[1]
    if box is not None:
        return "secret", ("sealed", box.seal(text.encode("utf-8", "surrogatepass"), name.encode()))
    if not origin.startswith(("env:", "file:")):
        raise Withheld(
            f"secret {name}: workers cannot fetch it themselves; set {VARIABLE} here and there "
            "to send it encrypted"
        )
    return "secret", ("origin", origin)


def filled(settings: Mapping[str, object], box: Box | None) -> dict[str, object]:
    """Return settings with the secrets that this machine has or was sent."""
    made = dict(settings)
    for key, table in settings.items():
        if isinstance(table, Mapping) and key.endswith("_vars"):
            made[key] = {name: _filled(name, one, box) for name, one in table.items()}
    return made


def _filled(name: str, given: object, box: Box | None) -> object:
    if not (isinstance(given, tuple | list) and given and given[0] == "secret"):
        return given
    how, what = given[1]
    if how == "sealed":
        if box is None:
            raise Withheld(f"there is no {VARIABLE}")
        return "secret", box.open(what, name.encode()).decode("utf-8", "surrogatepass")
    scheme, _, where = what.partition(":")
    if scheme == "env":
        found = os.environ.get(where)
        if found is None:
            raise Withheld(f"secret {name}: there is no environment variable {where}")
        return "secret", found
    try:
        with open(where, encoding="utf-8") as stream:
            return "secret", stream.read().removesuffix("\n")
    except (OSError, UnicodeDecodeError):
        raise Withheld(f"secret {name}: {where} cannot be read") from None

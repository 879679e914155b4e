"""Who encrypts: the passphrase provider, to the bit, and base64 for tests.

A key is PBKDF2-HMAC-SHA256 of the passphrase; a text is AES-256-GCM under it.  The state that is
kept beside the secrets holds the salt and a check word, so a wrong passphrase is found at once.
"""

from __future__ import annotations

import hashlib
import os
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from contextlib import suppress
from typing import Final

from confty.values.failures import ValueProblem, utf8

_ROUNDS: Final = 1_000_000
_KEY: Final = 32
_SALT: Final = 8
_NONCE: Final = 12
_CHECK: Final = "pulumi"


class Base64Manager:
    """Hides nothing: base64 of the text.  For tests, and for reading what tests wrote."""

    __slots__ = ()

    def encrypt(self, text: str) -> str:
        """Write the text as base64."""
        return b64encode(text.encode()).decode()

    def decrypt(self, text: str) -> str:
        """Read base64."""
        return _bytes(text).decode()


class PassphraseManager:
    """The local secrets provider.  ``state`` is what goes beside the secrets, into stack files."""

    __slots__ = ("_cipher", "state")

    def __init__(self, passphrase: str, state: str) -> None:
        """Open with the state of an earlier manager; a wrong passphrase is refused."""
        salt, check = _split_state(state)
        self._cipher = _Cipher(derive_key(passphrase, salt))
        self.state: Final = state
        if self.decrypt(check) != _CHECK:
            raise WrongPassphrase("the passphrase does not open these secrets")

    @classmethod
    def create(cls, passphrase: str) -> PassphraseManager:
        """Make a new manager with a salt of its own."""
        salt = os.urandom(_SALT)
        check = _Cipher(derive_key(passphrase, salt)).encrypt(_CHECK, os.urandom(_NONCE))
        return cls(passphrase, f"v1:{b64encode(salt).decode()}:{check}")

    def encrypt(self, text: str, place: bytes | None = None) -> str:
        """Encrypt under a nonce that is never used again; to be opened at ``place`` only."""
        return self._cipher.encrypt(text, os.urandom(_NONCE), place)

    def decrypt(self, text: str, place: bytes | None = None) -> str:
        """Decrypt, or say that it was not encrypted by this key for this place."""
        return self._cipher.decrypt(text, place)

    def __repr__(self) -> str:
        return "PassphraseManager([secret])"


class WrongPassphrase(ValueProblem):
    """The passphrase is not the one that the secrets were encrypted with."""


def derive_key(passphrase: str, salt: bytes) -> bytes:
    """Turn a passphrase into a key; slow on purpose."""
    return hashlib.pbkdf2_hmac("sha256", utf8(passphrase, "the passphrase"), salt, _ROUNDS, _KEY)


def encrypt_with(key: bytes, nonce: bytes, text: str) -> str:
    """Encrypt under a given nonce, for whoever has to reproduce a text; never use one twice."""
    return _Cipher(key).encrypt(text, nonce)


def passphrase_from_environment(variables: dict[str, str] | None = None) -> str | None:
    """Find the passphrase where Pulumi's own command looks: a variable, else a file it names."""
    found = dict(os.environ) if variables is None else variables
    given = found.get("PULUMI_CONFIG_PASSPHRASE")
    if given is not None:
        return given
    path = found.get("PULUMI_CONFIG_PASSPHRASE_FILE")
    if not path:
        return None
    with suppress(OSError, UnicodeDecodeError), open(path, encoding="utf-8") as file:
        return file.read().strip()
    # Raised here, so that a codec's error, which holds the passphrase, is not its context.
    raise ValueProblem(f"cannot read the passphrase file {path}")


class _Cipher:
    """AES-256-GCM in the text form ``v1:nonce:ciphertext``."""

    __slots__ = ("_box",)

    def __init__(self, key: bytes) -> None:
        try:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415  an extra
        except ImportError:
            raise ValueProblem(
                "secrets need the package cryptography: pip install confty[secrets]"
            ) from None
        self._box: Final = AESGCM(key)

    def encrypt(self, text: str, nonce: bytes, place: bytes | None = None) -> str:
        sealed = self._box.encrypt(nonce, utf8(text, "the text to encrypt"), place)
        return f"v1:{b64encode(nonce).decode()}:{b64encode(sealed).decode()}"

    def decrypt(self, text: str, place: bytes | None = None) -> str:
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415  an extra

        version, _, rest = text.partition(":")
        nonce, _, sealed = rest.partition(":")
        if version != "v1" or not sealed:
            raise ValueProblem("expected an encrypted text of the form v1:NONCE:CIPHERTEXT")
        number, box = _bytes(nonce), _bytes(sealed)
        if len(number) != _NONCE:
            raise ValueProblem(f"expected a nonce of {_NONCE} bytes, found {len(number)}")
        opened: str | None = None
        # Raised below, so that a codec's error, which holds the text, is not its context.
        with suppress(InvalidTag, UnicodeDecodeError):
            opened = self._box.decrypt(number, box, place).decode()
        if opened is None:
            raise WrongPassphrase("the passphrase does not open these secrets")
        return opened


def _split_state(state: str) -> tuple[bytes, str]:
    version, _, rest = state.partition(":")
    salt, _, check = rest.partition(":")
    if version != "v1" or not check:
        raise ValueProblem("expected a state of the form v1:SALT:v1:NONCE:CIPHERTEXT")
    found = _bytes(salt)
    if len(found) != _SALT:
        raise ValueProblem(f"expected a salt of {_SALT} bytes, found {len(found)}")
    return found, check


def _bytes(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except (Base64Error, ValueError):
        raise ValueProblem("the text is not base64") from None

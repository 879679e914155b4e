"""A stack's file, ``Pulumi.dev.yaml``: its configuration, with the secrets that can be opened.

A value is text, or data that travels as JSON text.  ``{secure: …}`` holds an encrypted text, and a
value with one anywhere in it is secret as a whole.  Without the passphrase a secret is there, but
nobody knows what it says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from confty.values import ValueProblem
from confty.values.secrets import PassphraseManager

_PASSPHRASE: Final = "passphrase"  # noqa: S105  the name of a provider
Decrypt = Callable[[str], str]


class BadStackFile(Exception):
    """A file that is no stack's; the message says why."""


class StackFile:
    """What a stack's file says; ``closed`` are the secrets that nobody opened."""

    def __init__(self) -> None:
        self.config: dict[str, str] = {}
        self.secret_keys: set[str] = set()
        self.closed: set[str] = set()
        # Why the closed ones are closed.
        self.reason = ""


def read_stack_file(data: object, passphrase: str | None) -> StackFile:
    """Take the data of a stack's file apart; raises ``BadStackFile``."""
    if not isinstance(data, dict):
        raise BadStackFile("expected a stack's settings, with config: inside")
    table = data.get("config")
    if table is None:
        table = {}
    if not isinstance(table, dict):
        raise BadStackFile("expected a table under config:")
    found = StackFile()
    decrypt = _decryption(data, passphrase, found)
    for key, value in table.items():
        if not isinstance(key, str):
            raise BadStackFile(f"expected a text as a key of config:, found {key!r}")
        _read(found, key, value, decrypt)
    return found


def read_project_config(data: object) -> StackFile:
    """What a project's file gives to stacks that do not say otherwise: values and defaults."""
    found = StackFile()
    table = data.get("config") if isinstance(data, dict) else None
    for key, said in table.items() if isinstance(table, dict) else ():
        if not isinstance(said, dict):
            found.config[str(key)] = _text(said)
            continue
        value = said.get("value", said.get("default"))
        if value is not None:
            found.config[str(key)] = _text(value)
            if said.get("secret") is True:
                found.secret_keys.add(str(key))
    return found


def _read(found: StackFile, key: str, value: object, decrypt: Decrypt | None) -> None:
    if not _holds_secret(value):
        found.config[key] = _text(value)
        return
    found.secret_keys.add(key)
    if decrypt is None:
        found.closed.add(key)
        return
    try:
        found.config[key] = _text(_opened(value, decrypt))
    except ValueProblem as problem:
        raise BadStackFile(f"the secret {key!r} cannot be opened: {problem}") from None


def _decryption(
    data: dict[str, object], passphrase: str | None, found: StackFile
) -> Decrypt | None:
    provider = data.get("secretsprovider")
    salt = data.get("encryptionsalt")
    if provider not in (None, "", _PASSPHRASE) or (salt is None and data.get("encryptedkey")):
        found.reason = f"they are kept by {provider!r}, which is asked over the network"
        return None
    if not isinstance(salt, str):
        found.reason = "the file has no encryptionsalt"
        return None
    if passphrase is None:
        found.reason = "set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE to open them"
        return None
    try:
        return PassphraseManager(passphrase, salt).decrypt
    except ValueProblem as problem:
        raise BadStackFile(str(problem)) from None


def _is_secure(value: object) -> bool:
    return (
        isinstance(value, dict) and value.keys() == {"secure"} and isinstance(value["secure"], str)
    )


def _holds_secret(value: object) -> bool:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if _is_secure(one):
            return True
        if isinstance(one, dict):
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
    return False


def _opened(value: object, decrypt: Decrypt) -> object:
    if isinstance(value, dict):
        if _is_secure(value):
            return decrypt(str(value["secure"]))
        return {key: _opened(each, decrypt) for key, each in value.items()}
    if isinstance(value, list):
        return [_opened(each, decrypt) for each in value]
    return value


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, default=str)

"""Sealed documents: each secret is encrypted for the one place where it stands.

The form is that of state files, with one thing more: what a secret is encrypted with also
authenticates the document and the path that leads to it.  A secret that was moved, swapped,
copied, or brought in from elsewhere does not open.  What is not secret stays readable, and may be
edited.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from contextlib import suppress
from typing import Any, Final

from confty.values import signatures as sign
from confty.values import state
from confty.values.failures import ValueProblem, framed
from confty.values.secrets import PassphraseManager, WrongPassphrase

FORMAT: Final = "confty-sealed-2"
_EARLIER: Final = "confty-sealed-1"
_ID: Final = 16
_FIELDS: Final = frozenset((sign.KEY, "ciphertext"))
# An indented document grows with the square of its depth.
_DEEPEST: Final = 5000


class _Path:
    """The way to a node; the nodes of a deep document share what they have in common."""

    __slots__ = ("before", "depth", "step")

    def __init__(self, before: _Path | None, step: str | int) -> None:
        self.before = before
        self.step = step
        self.depth: int = 1 if before is None else before.depth + 1
        if self.depth > _DEEPEST:
            raise ValueProblem("the value is nested too deeply")

    @staticmethod
    def steps(path: _Path | None) -> list[str | int]:
        """The steps from the root on."""
        found: list[str | int] = []
        while path is not None:
            found.append(path.step)
            path = path.before
        return found[::-1]


def seal(value: object, passphrase: str) -> dict[str, Any]:
    """Make a document of a labelled tree; every document has a key and a name of its own."""
    manager = PassphraseManager.create(passphrase)
    name = b64encode(os.urandom(_ID)).decode()
    body = framed(_sealed, state.encode(value, _Open()), None, manager, name)
    return {"format": FORMAT, "salt": manager.state, "id": name, "value": body}


def unseal(document: object, passphrase: str) -> object:
    """Open a document; the secrets come back with their labels."""
    if not isinstance(document, dict) or document.get("format") not in (FORMAT, _EARLIER):
        raise ValueProblem("this is not a sealed document")
    if document["format"] == _EARLIER:
        raise ValueProblem(
            f"expected a document of the form {FORMAT}, found {_EARLIER}, whose secrets are not"
            " bound to their places; seal the value again"
        )
    manager = PassphraseManager(passphrase, str(document.get("salt")))
    body = framed(_opened, document.get("value"), None, manager, str(document.get("id")))
    return state.decode(body, _Open())


class _Open:
    """Encrypts nothing: a secret's text is put under its seal when its place is known."""

    __slots__ = ()

    def encrypt(self, text: str) -> str:
        return text

    def decrypt(self, text: str) -> str:
        return text


def _sealed(node: object, path: _Path | None, manager: PassphraseManager, name: str) -> Any:
    if isinstance(node, list):
        return [_sealed(part, _Path(path, at), manager, name) for at, part in enumerate(node)]
    if not isinstance(node, dict):
        return node
    if node.get(sign.KEY) == sign.SECRET:
        text = manager.encrypt(node["ciphertext"], _place(name, path))
        return {sign.KEY: sign.SECRET, "ciphertext": text}
    return {key: _sealed(part, _Path(path, key), manager, name) for key, part in node.items()}


def _opened(node: object, path: _Path | None, manager: PassphraseManager, name: str) -> Any:
    if isinstance(node, list):
        return [_opened(part, _Path(path, at), manager, name) for at, part in enumerate(node)]
    if not isinstance(node, dict):
        return node
    if node.get(sign.KEY) != sign.SECRET:
        return {key: _opened(part, _Path(path, key), manager, name) for key, part in node.items()}
    cipher = node.get("ciphertext")
    if node.keys() != _FIELDS or not isinstance(cipher, str):
        # A secret in plain text was not put there by whoever knows the passphrase.
        raise ValueProblem(f"expected a sealed secret at {_shown(path)}, found an open one")
    text: str | None = None
    with suppress(WrongPassphrase):
        text = manager.decrypt(cipher, _place(name, path))
    if text is None:
        # The passphrase is right: it was tried when the document was opened.
        raise ValueProblem(f"the secret at {_shown(path)} was sealed for another place")
    return {sign.KEY: sign.SECRET, "ciphertext": text}


def _place(name: str, path: _Path | None) -> bytes:
    """Say where a secret stands, in a form that no other place has."""
    return json.dumps([FORMAT, name, *_Path.steps(path)], separators=(",", ":")).encode()


def _shown(path: _Path | None) -> str:
    shown = "".join(f"[{json.dumps(step)}]" for step in _Path.steps(path))
    return f"value{shown}" if len(shown) < 200 else "value[...]"

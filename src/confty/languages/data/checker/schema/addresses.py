"""Addresses in schemas, whatever is written in their place: what is none leads nowhere."""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin


def joined(base: str, address: str) -> str:
    """Return what an address means under a base."""
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def divided(reference: str) -> tuple[str, str]:
    """Return the address and the fragment of a reference."""
    try:
        address, fragment = urldefrag(reference)
    except ValueError:
        address, _, fragment = reference.partition("#")
    return address, fragment

"""The texts of other languages that surround a program; they lie beside this file."""

from __future__ import annotations

import os
import re


def template(name: str, **parts: str) -> str:
    """Return a text with its parts put where ``@part@`` stands."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return re.sub(r"@(\w+)@", lambda found: parts[found[1]], text)

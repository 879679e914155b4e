"""Syntax to types: scopes, inference, flow, imports.

Start at ``checker`` (how a check runs) and ``dispatch`` (which function infers what), then
``conditions`` (what they prove), then the rules by kind of expression; ``units`` holds many files
together, and ``checked`` is one of them.
"""

from confty.languages.jsonnet.checker.checked import Checked, told_once
from confty.languages.jsonnet.checker.units import Units

__all__ = ["Checked", "Units", "told_once"]

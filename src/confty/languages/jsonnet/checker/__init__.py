"""Syntax to types: scopes, inference, flow, imports.

Start at ``checker`` (how a check runs) and ``dispatch`` (which function infers what), then
``conditions`` (what they prove), then the rules by kind of expression; ``units`` holds many files
together, ``checked`` is one of them, and ``insight`` answers questions about places.
"""

from confty.languages.jsonnet.checker.checked import Checked
from confty.languages.jsonnet.checker.insight import JsonnetInsight
from confty.languages.jsonnet.checker.units import Units

__all__ = ["Checked", "JsonnetInsight", "Units"]

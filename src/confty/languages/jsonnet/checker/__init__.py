"""Syntax to types: scopes, inference, flow, imports.

Start at ``engine`` (how a check runs), then ``flow`` and ``tests`` (what conditions prove), then
the rules by kind of expression; ``world`` holds many files together and ``insight`` answers
questions about places.
"""

from confty.languages.jsonnet.checker.insight import JsonnetInsight
from confty.languages.jsonnet.checker.world import Checked, Session

__all__ = ["Checked", "JsonnetInsight", "Session"]

"""Answers about places in a checked file: what an editor, ``confty type`` and the prompt show."""

from confty.languages.jsonnet.insight.answers import JsonnetInsight

__all__ = ["JsonnetInsight"]

"""Answers about places in a checked document, for editors, ``confty type`` and the prompt."""

from confty.languages.rcl.insight.answers import RclInsight

__all__ = ["RclInsight"]

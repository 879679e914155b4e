"""Answers about places in a checked file, for editors, ``confty type`` and the prompt."""

from confty.languages.phy.insight.answers import PhyInsight

__all__ = ["PhyInsight"]

"""Answers about places in a checked file, for editors and commands."""

from confty.languages.pcl.insight.answers import PclInsight

__all__ = ["PclInsight"]

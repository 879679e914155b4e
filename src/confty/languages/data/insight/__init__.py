"""Answers about places in a data file, for editors and commands."""

from confty.languages.data.insight.answers import DataInsight

__all__ = ["DataInsight"]

"""Answers about places in a checked document."""

from confty.kit.insight import Insight
from confty.languages.rcl.insight.answers import RclInsight
from confty.languages.rcl.unit import Unit


def insight(unit: Unit) -> Insight:
    """The answers about a unit; what is not RCL (a JSON file) has none."""
    return Insight() if unit.checked is None else RclInsight(unit.checked, unit.given)

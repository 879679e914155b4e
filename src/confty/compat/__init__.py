"""Modules that stand in for others: import them under the old name and keep the old code."""

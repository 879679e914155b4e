"""Phy: a small, strictly typed language of S-expressions that runs fast."""

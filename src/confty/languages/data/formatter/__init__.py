"""Data text laid out anew; every comment, key order and spelling stays."""

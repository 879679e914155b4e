"""Data text into tokens; each format has its own."""

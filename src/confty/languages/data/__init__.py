"""Data files as typed documents: JSON, YAML and TOML, one pipeline for the three."""

"""Nets for what nobody thought of: generated and damaged inputs through every door."""

"""Python classes read from their source, without running any of it."""

from confty.models.source.reading import NotRead, ReadSchema, read_model

__all__ = ["NotRead", "ReadSchema", "read_model"]

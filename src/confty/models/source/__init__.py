"""Python classes read from their source, without running any of it."""

from confty.models.source.reading import Described, NotRead, read_model

__all__ = ["Described", "NotRead", "read_model"]

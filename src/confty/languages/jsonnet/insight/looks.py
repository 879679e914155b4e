"""Closer looks at the cost of a question, not of the file's check."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from confty.languages.jsonnet.checker.checker import Checker
from confty.languages.jsonnet.checker.looks import Looks


@contextmanager
def looking(checker: Checker) -> Iterator[None]:
    """Give what is asked meanwhile an allowance of its own."""
    before, checker.work = checker.work, Looks()
    try:
        yield
    finally:
        checker.work = before

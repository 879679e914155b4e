"""A plugin for pytest: tests of configuration are collected beside those of Python.

A file ``name.test.jsonnet`` (``.rcl``, ``.pp``, ``.phy``) is a test as ``confty test`` runs it:
held against ``name.test.expected.json`` beside it, its own cases, or ``expect-error:``.

Every run of pytest loads this module, so it loads nothing itself.
"""

from __future__ import annotations

import os
import re

import pytest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import ClassVar, Final

    from confty.cli.value_tests import Tried

#: What a test is called; the languages of programs, not those of data.
NAME: Final = re.compile(r".*[._]test\.(?:jsonnet|libsonnet|rcl|pp|phy)")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that writes expected values."""
    group = parser.getgroup("confty")
    group.addoption(
        "--confty-update", action="store_true", help="write the expected values of tests anew"
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Take the files that are tests by their names."""
    if NAME.fullmatch(file_path.name) is None:
        return None
    return ConfigFile.from_parent(parent, path=file_path)


class BrokenExpectations(Exception):
    """Expectations that do not hold."""


def _text(path: Path) -> str:
    """Read a file; what is no text in it is told when its value is asked for."""
    from confty.kit.encoding import decode  # noqa: PLC0415  see above

    return decode(str(path), path.read_bytes())[0].text


class ConfigFile(pytest.File):
    """A file with a test in it."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item for the value, and one for the comments that expect something."""
        from confty.cli.expectations import programs  # noqa: PLC0415  see above

        yield ValueItem.from_parent(self, name="value")
        if any(program.expectations for program in programs(str(self.path), _text(self.path))):
            yield CommentItem.from_parent(self, name="comments")


class _Item(pytest.Item):
    #: It uses no fixtures; some plugins look for them in every item.
    funcargs: ClassVar[dict[str, object]] = {}

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: object) -> str:
        """Say what does not hold; a trace through our own code would tell nothing."""
        if isinstance(excinfo.value, BrokenExpectations):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Name the file and the item."""
        return self.path, 0, f"{self.path.name}: {self.name}"

    def tell(self, failures: list[object]) -> None:
        """Fail with all that is wrong."""
        if failures:
            raise BrokenExpectations("\n".join(map(str, failures)))


class ValueItem(_Item):
    """The value of a test."""

    def runtest(self) -> None:
        """Evaluate the file and hold the value against what is expected."""
        verdict = self._verdict()
        self.tell(list(verdict.failures))

    def _verdict(self) -> Tried:
        from confty.api.work import nearest_config  # noqa: PLC0415  see above
        from confty.cli.value_tests import held  # noqa: PLC0415  see above
        from confty.workspace import Disk, Project  # noqa: PLC0415  see above

        name = os.path.relpath(self.path)
        folder = str(self.path.parent)
        work = Project(nearest_config(folder), Disk(), {}, nearest=nearest_config)
        text = _text(self.path)
        return held(work, name, text, update=bool(self.config.getoption("--confty-update")))


class CommentItem(_Item):
    """The comments of a test that point at places."""

    def runtest(self) -> None:
        """Check the file and hold types and findings against what the comments say."""
        from confty.api.work import nearest_config  # noqa: PLC0415  see above
        from confty.cli.expectations import failures, programs  # noqa: PLC0415  see above

        config = nearest_config(str(self.path.parent))
        wrong: list[object] = []
        for program in programs(os.path.relpath(self.path), _text(self.path)):
            wrong += failures(program, config, {})
        self.tell(wrong)

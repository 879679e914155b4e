"""Builds the manual page and takes along the playground's; all else is in pyproject.toml."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).parent
PAGE = Path("build") / "man" / "confty.1"
# Where the page is: built here, or brought along by a source archive, which has no folder `build`.
PLAYGROUND = HERE / "build" / "page"
BROUGHT = HERE / "page" / "built"


class WithManual(build_py):
    """Writes the manual page before the package is gathered."""

    def run(self) -> None:
        """Write the page; the package has no dependencies, so it can be asked as it lies here."""
        sys.path.insert(0, str(HERE / "src"))
        try:
            from confty.cli.man import page  # noqa: PLC0415  only from the source tree
        finally:
            sys.path.pop(0)
        target = HERE / PAGE
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(), encoding="utf-8")
        super().run()
        self.take_along_the_page()

    def take_along_the_page(self) -> None:
        """Put the playground's page into the package, where it was built (`make page`)."""
        found = next((path for path in (PLAYGROUND, BROUGHT) if path.is_dir()), None)
        if found is not None and not self.editable_mode:
            target = Path(self.build_lib) / "confty" / "play" / "page"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(found, target)


class WithPage(sdist):
    """Takes the playground's page along, so that a wheel can be made of the archive alone."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Lay out the archive."""
        super().make_release_tree(base_dir, files)
        if PLAYGROUND.is_dir():
            shutil.copytree(PLAYGROUND, Path(base_dir) / "page" / "built", dirs_exist_ok=True)


setup(
    cmdclass={"build_py": WithManual, "sdist": WithPage},
    data_files=[("share/man/man1", [str(PAGE)])],
)

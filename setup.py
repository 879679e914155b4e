"""Builds the manual page and takes along the playground's; the programs of an installation."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from sysconfig import get_platform

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).parent
PAGE = Path("build") / "man" / "confty.1"
# Where the page is: built here, or brought along by a source archive, which has no folder `build`.
PLAYGROUND = HERE / "build" / "page"
BROUGHT = HERE / "page" / "built"
# Who installs from here with pip gets a start of the command that is ours: what pip before 25
# writes loads `re` first, which takes as long as a small file does.  Not for the wheel that is
# published, since Windows wants a program, nor where a script cannot name its Python.
OWN_SCRIPT = (
    os.name == "posix"
    and "CONFTY_FOR_ALL_SYSTEMS" not in os.environ
    and len(sys.executable) < 120
    and " " not in sys.executable
)
PROGRAMS = [
    "pulumi-language-confty = confty.pulumi.main:language",
    "pulumi-converter-confty = confty.pulumi.main:converter",
    *([] if OWN_SCRIPT else ["confty = confty.start:run"]),
]


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
    scripts=["packaging/confty"] if OWN_SCRIPT else [],
    # A wheel with the script is for systems like this one only.
    options={"bdist_wheel": {"plat_name": get_platform()}} if OWN_SCRIPT else {},
    entry_points={
        "console_scripts": PROGRAMS,
        "pygments.lexers": [
            "rcl = confty.highlight:RclLexer",
            "pcl = confty.highlight:PclLexer",
            "phy = confty.highlight:PhyLexer",
        ],
        "pytest11": ["confty = confty.pytest_plugin"],
    },
    data_files=[("share/man/man1", [str(PAGE)])],
)

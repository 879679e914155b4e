"""Build the documentation site into build/site: `python site/build.py`, or `make docs`.

Pages of docs/ are taken as they are, with links and blocks made fit for the site; pages about
libraries, codes and the Python package are made of the code; the playground comes along.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
sys.path[:0] = [str(HERE), str(PROJECT / "src"), str(PROJECT / "page")]

import library  # noqa: E402
import pages  # noqa: E402
import reference  # noqa: E402

SOURCE = PROJECT / "build" / "site-source"
SITE = PROJECT / "build" / "site"
ROOT = ("CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md")


def written(name: str, text: str) -> None:
    """Write one page."""
    path = SOURCE / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def gathered() -> None:
    """Write every page of the site, as the site's builder reads them."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    sources = sorted((PROJECT / "docs").rglob("*.md"))
    for path in [*sources, *(PROJECT / name for name in ROOT)]:
        source = path.relative_to(PROJECT).as_posix()
        name = pages.place(source)
        assert name is not None
        written(name, pages.page(source))
    for language in library.TITLES:
        for name, text in library.pages(language):
            written(name, text)
    for name, text in [*reference.codes(), *reference.python()]:
        written(name, text)
    if (PROJECT / "docs" / "pictures").is_dir():
        shutil.copytree(PROJECT / "docs" / "pictures", SOURCE / "pictures", dirs_exist_ok=True)
    shutil.copy(HERE / "site.css", SOURCE / "site.css")
    shutil.copytree(PROJECT / "build" / "page", SOURCE / "play", dirs_exist_ok=True)


def built() -> None:
    """Let the builder make the site; a warning fails."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    command += ["--config-file", str(PROJECT / "mkdocs.yml"), "--site-dir", str(SITE)]
    # What is documented is what lies here, wherever confty is installed from.
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "src"), "NO_MKDOCS_2_WARNING": "true"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    said = re.sub(r"\x1b\[[\d;]*m", "", done.stdout + done.stderr)
    if done.returncode:
        sys.exit(f"site/build.py: the site has mistakes\n{said}")


if __name__ == "__main__":
    subprocess.run([sys.executable, str(PROJECT / "page" / "build.py")], check=True)
    gathered()
    built()
    count = sum(1 for _ in SITE.rglob("*.html"))
    print(f"built {SITE.relative_to(PROJECT)}: {count} pages")

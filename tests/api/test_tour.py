"""The page on Python, and the pages of findings that only Python programs see, run as written."""

import doctest
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
TITLED = re.compile(r"^```\w+ title=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [
    PROJECT / "docs" / "python.md",
    *(
        path
        for path in (PROJECT / "src/confty/pages").rglob("*.md")
        if "```pycon" in path.read_text()
    ),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    for name, body in TITLED.findall(text):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(body)
    blocks = BLOCK.findall(text)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    told: list[str] = []
    results = doctest.DocTestRunner().run(test, out=told.append)
    assert results.attempted > 2
    assert not results.failed, "".join(told)

"""The examples of the guided tour print what they say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "type-core.md"


def test_the_tour() -> None:
    blocks = re.findall(
        r"^```pycon\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    parser = doctest.DocTestParser()
    test = parser.get_doctest("".join(blocks), {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    result = doctest.DocTestRunner().run(test, out=said.append)
    assert result.attempted > 10
    assert not result.failed, "".join(said)

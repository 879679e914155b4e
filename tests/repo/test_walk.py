"""ARCHITECTURE.md walks a file from ``confty check`` to its message; the calls go the same way."""

import re
import sys
from pathlib import Path
from types import FrameType

import pytest

from confty import report
from confty.cli.main import main
from confty.text import Code
from confty.workspace import many

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT.joinpath("ARCHITECTURE.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## From `confty check` to a message\n")[2].partition("\n## ")[0]
SOURCES = PROJECT / "src" / "confty"
SCHEMA = '{"properties": {"a": {"type": "integer"}}}'
FOLDERS = {"pp": "pcl", "json": "data", "yaml": "data", "toml": "data"}
ROWS = re.findall(r"^\| `(a\.\w+)` \| `(.*?)` \| (.*) \|$", SECTION, re.MULTILINE)

Call = tuple[str, str]


def told(words: str, folder: str = "") -> list[Call]:
    """The calls that a sentence names: files end in ``.py``, the rest is in the file before."""
    calls, file = [], ""
    for leg in words.split("→"):
        names = re.findall(r"`([\w./]+)`", leg.partition(", which asks")[0])
        for name in names:
            if name.endswith(".py"):
                file = f"{folder}{name}"
            else:
                calls.append((file, name))
    return calls


def calls_to(frame: FrameType | None) -> list[Call]:
    """Who called whom to come here, outermost first."""
    found = []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(SOURCES):
            found.append((path.relative_to(SOURCES).as_posix(), frame.f_code.co_qualname))
        frame = frame.f_back
    return found[::-1]


def follows(way: list[Call], calls: list[Call]) -> bool:
    """Whether the calls of a way are made, in its order."""
    rest = iter(calls)
    return all(any(call == one for one in rest) for call in way)


def test_the_map_names_what_is_there() -> None:
    places = {path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*")}
    missing = [
        name
        for name in re.findall(r"`([\w./]+)`", PAGE)
        if (name.endswith(".py") or "/" in name)
        and not PROJECT.joinpath(name).exists()
        and not PROJECT.joinpath("src", name).exists()
        and not any(f"/{place}".endswith((f"/{name}", f"/{name}.py")) for place in places)
    ]
    assert missing == []


def test_every_language_is_walked() -> None:
    assert [name for name, _, _ in ROWS] == [
        f"a.{suffix}" for suffix in ("jsonnet", "rcl", "pp", "phy", "json", "yaml", "toml")
    ]


@pytest.mark.parametrize(("name", "text", "words"), ROWS, ids=[row[0] for row in ROWS])
def test_walk(
    name: str, text: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath(name).write_text(f"{text}\n")
    tmp_path.joinpath("s.json").write_text(SCHEMA)
    monkeypatch.chdir(tmp_path)
    there: list[Call] = []
    ways: list[list[Call]] = []
    back: list[Call] = []
    at, limited, full = Code.at, many.limited, report.full

    def found(code: Code, *about: object) -> object:
        ways.append([*there, *calls_to(sys._getframe(1))])
        return at(code, *about)  # type: ignore[arg-type]

    def worked(work, limits):
        # What goes on in a thread of its own goes on from here.
        there[:] = calls_to(sys._getframe(1))
        return limited(work, limits)

    def shown(*about: object, **how: object) -> str:
        back[:] = calls_to(sys._getframe(1))
        return full(*about, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(Code, "at", found)
    monkeypatch.setattr(many, "limited", worked)
    monkeypatch.setattr(report, "full", shown)
    assert main(["check", "--no-cache", name]) in (0, 1)

    suffix = name.partition(".")[2]
    out = told(re.search(r"^There: (.*?):$", SECTION, re.MULTILINE | re.DOTALL)[1])
    within = told(words, f"languages/{FOLDERS.get(suffix, suffix)}/")
    assert len(out) > 8
    assert len(within) > 1
    assert any(follows([*out, *within], way) for way in ways), ways
    home = told(re.search(r"^Back: (.*?);", SECTION, re.MULTILINE)[1])
    assert home.pop() == ("report/terminal.py", "full")
    assert follows(home, back), back

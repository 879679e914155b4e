"""Every code has a page, and the page's own example yields the code."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from support.cases import HEADER

from confty.kit.encoding import INVALID_UTF_8
from confty.kit.foreign_imports import NOT_DATA
from confty.kit.hcl.spec.codes import CODES as HCL_CODES
from confty.kit.rings import FOREIGN_CYCLE
from confty.registry import LANGUAGES, SUFFIXES, language
from confty.text import codes_in
from confty.workspace import Config, Memory, Project, codes
from tests.repo.test_house import modules

PAGES = Path(__file__).resolve().parents[2] / "src" / "confty" / "pages"
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


FILE_CODES = (INVALID_UTF_8, FOREIGN_CYCLE, NOT_DATA, *codes_in(vars(codes)))


def all_codes():
    found = {code.name: code for code in (*FILE_CODES, *HCL_CODES)}
    for entry in LANGUAGES:
        found.update((code.name, code) for code in language(entry.name).codes)
    return found


CODES = all_codes()
PATHS = sorted(PAGES.rglob("*.md"))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_codes_and_pages_are_the_same() -> None:
    assert sorted(CODES) == sorted(name_of(path) for path in PATHS)


def test_a_code_is_written_once_and_listed() -> None:
    written = Counter(
        node.args[0].value
        for _, tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Code"
        and isinstance(node.args[0], ast.Constant)
    )
    assert [name for name, times in written.items() if times > 1] == []
    assert sorted(written.keys() - CODES.keys()) == []


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    name = name_of(path)
    assert text.startswith(f"# {name}\n\n{CODES[name].summary}"), "heading, then the summary"
    block = BLOCK.search(text)
    assert block is not None, "a page shows an example"
    kind, body = block[1], block[2]
    # Sessions are run, and compared, by the tests of the documentation.
    sessions = [one[2] for one in BLOCK.finditer(text) if one[1] in {"console", "pycon"}]
    if kind in {"console", "pycon"} or any(f"[{name}]" in one for one in sessions):
        return
    assert name in found_in(kind, body, name)


def found_in(kind: str, body: str, name: str) -> set[str]:
    """The codes that checking and then evaluating an example gives, where a rule names one."""
    suffix = next(suffix for suffix in SUFFIXES if SUFFIXES[suffix] == kind)
    inputs: dict[str, str] = {}
    current = f"example{suffix}"
    if not HEADER.match(body.split("\n", 1)[0]):
        inputs[current] = ""
    for line in body.splitlines(keepends=True):
        if header := HEADER.match(line.rstrip("\n")):
            current = header[1]
            inputs[current] = ""
        else:
            inputs[current] += line
    main = next(iter(inputs))
    settings = (
        {"schema": next(name for name in inputs if "schema" in name)}
        if "schema" in "".join(inputs)
        else {}
    )
    project = Project(Config({"rules": {name: "warn"}}), Memory(inputs), settings)
    codes = {finding.code.name for finding in project.check_all([main])}
    evaluated = project.evaluate(main)
    codes |= {finding.code.name for finding in evaluated.diagnostics}
    if evaluated.output is not None:
        room, value = evaluated.output
        for form in room.formats:
            codes |= {finding.code.name for finding in room.render(value, form).diagnostics}
    return codes

"""Every function of PCL has its record, and every record says all it has to."""

import re

import pytest
from support.conformance import PROJECT, root

from confty.languages.pcl.library import FUNCTIONS, Labels, Own, Pattern
from confty.workspace import Memory, Project


def published():
    """The functions that the specification's table names; ``__apply`` is a node of its own here."""
    spec = root().parent / "spec" / "pcl.md"
    if not spec.exists():
        pytest.skip("the specification of PCL is not beside the vectors (CONFTY_CONFORMANCE)")
    text = spec.read_text(encoding="utf-8")
    section = text[text.index("\n## 11 Functions") : text.index("\n## 12 ")]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in re.findall(r"`(\w+)\(", cell)} - {"__apply"}


def test_the_table_is_complete():
    assert published() == {name for name, one in FUNCTIONS.items() if not one.ours}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=lambda one: one.name)
def test_a_record_is_whole(function):
    assert function.about.endswith(".")
    assert len(function.about) < 100
    own = isinstance(function.value, Own)
    assert own is (function.labels is Labels.OWN)
    assert function.python is not None or function.ours or function.name == "__convert"
    if isinstance(function.python, Pattern):
        assert all(need.startswith(("import ", "helper ")) for need in function.python.needs)


WRITTEN = [
    one
    for one in FUNCTIONS.values()
    if isinstance(one.python, Pattern) and not isinstance(one.signature, Own)
]


@pytest.mark.parametrize("function", WRITTEN, ids=lambda one: one.name)
def test_a_pattern_takes_what_the_signature_does(function):
    places = {int(place) for place in re.findall(r"\{(\d)\}", function.python.text)}
    assert places == set(range(len(function.signature([], True).parameters)))


def test_labels_are_treated_as_the_record_says():
    """A secret inside: joined, all of it is secret; an element keeps its own label."""
    text = """
    output joined { value = join("-", ["a", secret("s")]) }
    output first { value = element(["a", secret("s")], 0) }
    output second { value = element(["a", secret("s")], 1) }
    """
    _, found = Project(files=Memory({"main.pp": text})).evaluate("main.pp").output
    assert found["joined"].secret
    assert found["first"] == "a"
    assert found["second"].secret


def test_base64_may_be_written_in_lines():
    """As Go's standard decoding has it: line feeds and carriage returns are skipped."""
    text = 'output o { value = [fromBase64("aGk=\\n"), fromBase64("a\\r\\nGk=")] }\n'
    _, found = Project(files=Memory({"main.pp": text})).evaluate("main.pp").output
    assert found["o"] == ["hi", "hi"]


def test_the_page_lists_every_function(request):
    page = PROJECT / "docs" / "languages" / "pcl.md"
    text = page.read_text(encoding="utf-8")
    head = "| function | what it gives |\n|---|---|\n"
    lines = [
        f"| `{one.name}` | {one.about} |\n"
        for one in FUNCTIONS.values()
        if one.name != "__convert"
    ]
    before, _, rest = text.partition(head)
    after = re.sub(r"\A(?:\|.*\n)*", "", rest)
    wanted = before + head + "".join(lines) + after
    if request.config.getoption("--rewrite"):
        page.write_text(wanted, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == wanted

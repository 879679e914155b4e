"""Which fixes go together, and what a text is with them."""

from __future__ import annotations

import random

import pytest

from confty.text import Code, Edit, Severity, Source, Span
from confty.workspace import Config, Memory, Project
from confty.workspace.fixes import chosen, edited, ignoring, mended

WRONG = Code("a/wrong", Severity.ERROR, "wrong")
SOURCE = Source("a", "0123456789" * 4)


def fixing(*spans: tuple[int, int]):
    edits = [Edit(Span(SOURCE, start, end), f"<{start}>") for start, end in spans]
    return WRONG.at(Span(SOURCE, 0, 0), "wrong").with_fix(*edits)


def test_only_fixes_that_do_not_overlap_are_chosen() -> None:
    pick = random.Random(1)
    for _ in range(300):
        starts = [pick.randrange(38) for _ in range(pick.randrange(1, 12))]
        spans = [(start, start + pick.choice([0, 1, 2, 7])) for start in starts]
        kept: list[tuple[int, int]] = []
        for span in spans:
            if all(span != one and (span[0] >= one[1] or one[0] >= span[1]) for one in kept):
                kept.append(span)
        found = chosen([fixing(span) for span in spans], "a", unsafe=True)
        assert [(one.fix[0].span.start, one.fix[0].span.end) for one in found] == kept


def test_mistakes_that_a_mistake_of_syntax_hid_do_not_keep_it() -> None:
    text = """(Module (ProcDecl f (IntTy) (Params) (Exprs (Decl a zz) (Return yy)))
  (ProcDecl main (IntTy) (Params)
    (Return 1"""
    project = Project(Config({}), Memory({"o.phy": text}))
    found = mended(project, "o.phy", unsafe=True)
    assert found is not None
    assert (found.text, found.count) == (f"{text})))", 1)
    left = project.with_texts({"o.phy": found.text}).check("o.phy")
    assert [one.code.name for one in left] == ["phy/name-unknown"] * 2


def test_a_text_with_edits() -> None:
    edits = [edit for span in ((2, 4), (0, 0), (9, 40)) for edit in fixing(span).fix]
    assert edited(SOURCE.text, edits) == "<0>01<2>45678<9>"
    assert edited("ab", []) == "ab"


def mend(name: str, text: str, *, unsafe: bool = False) -> str:
    """The text after ``--fix``."""
    made = mended(Project(Config({}), Memory({name: text})), name, unsafe=unsafe)
    return text if made is None else made.text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('{"a 1\n}\n', '{"a 1\n}\n'),
        ('{ "a\nb" 1 // c\n}', '{ "a\nb" 1 // c\n}'),
        ("{$x: 2}", "{$x: 2}"),
        ("{x$: 2}", "{x$: 2}"),
        ("{a$b: 2, a-b: 3}", "{a$b: 2, a-b: 3}"),
        ('{"a"=1, "b" => 2, c=3}', '{"a":1, "b" : 2, "c":3}'),
        ('{"a" 1, "b"2, c: 3, "d": 4}', '{"a": 1, "b":2, "c": 3, "d": 4}'),
        ("[1 2 3,]", "[1, 2, 3]"),
        # What is a string behind a quote too few is a guess; before it is not.
        ('{"x" 1,\n"a": [1, d": "e"],\n "f" 2}', '{"x": 1,\n"a": [1, d": "e"],\n "f" 2}'),
    ],
)
def test_json_that_others_write(text: str, after: str) -> None:
    assert mend("a.json", text) == after
    assert mend("a.json", after) == after


@pytest.mark.parametrize("text", ['(Exprs (Decl x ")', "(Decl x (Seq 1 2", '(Call write "a'])
def test_what_stays_wrong_does_not_grow(text: str) -> None:
    once = mend("a.phy", text, unsafe=True)
    assert mend("a.phy", once, unsafe=True) == once


def test_mending_comes_to_an_end() -> None:
    """Whatever is wrong with a text: what was mended is not mended again, for nothing."""
    whole = '{"a": [1, {"b c": true, "d": "e"}], "f": -1.5, "g": {}}\n'
    draw, mended_ones = random.Random(5), 0
    for _ in range(400):
        text = whole
        for _ in range(draw.randint(1, 3)):
            at = draw.randrange(len(text))
            text = text[:at] + draw.choice(["", "", '"', ",", ":", "=", " ", "x"]) + text[at + 1 :]
        once = mend("a.json", text, unsafe=True)
        mended_ones += once != text
        assert len(once) < 2 * len(text)
        assert mend("a.json", once, unsafe=True) == once
    assert mended_ones > 100


@pytest.mark.parametrize(
    "text",
    ["{a: 1, a: x\n  y}\n", "? [a, x\n  b]\n: 1\n? [a, x\n  b]\n: 2\n", "a: 1\na: |\n  x\n"],
)
def test_what_is_to_be_ignored_stays_as_it_is(text: str) -> None:
    """A comment is written where one may stand, or not at all."""
    before = Project(Config({}), Memory({"a.yaml": text})).check("a.yaml")
    made, left = ignoring(Project(Config({}), Memory({"a.yaml": text})), "a.yaml")
    assert made is not None or left
    if made is not None:
        after = Project(Config({}), Memory({"a.yaml": made.text})).check("a.yaml")
        assert len(after) == len(left) == len(before) - made.count

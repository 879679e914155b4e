"""Stretches of texts, as every language uses them; findings that move with their texts."""

from confty.kit.sights import Region
from confty.kit.stretches import folds, margin, nested, whole_lines
from confty.text import Code, Edit, Frame, Severity, Source, Span

CODE = Code("a/b", Severity.ERROR, "Something.")


def test_comments_fold_together_unless_something_is_between():
    text = "# a\n# b\n\n# c\n# d\nx # e\n# f\n"
    starts = [at for at, letter in enumerate(text) if letter == "#"]
    comments = [(at, at + 3) for at in starts]
    found = [text[one.start : one.end] for one in folds(text, (), comments)]
    assert found == ["# a\n# b", "# c\n# d", "# e\n# f"]


def test_what_is_on_one_line_does_not_fold_and_nothing_folds_twice():
    text = "[1]\n[\n]"
    regions = [Region(0, 3), Region(4, 7), Region(4, 7)]
    assert folds(text, regions, ()) == [Region(4, 7)]


def test_a_selection_grows_by_what_holds_the_place():
    text = "f(a, b)"
    assert nested(text, 2, [(0, 7), (1, 7), (2, 3), (5, 6)]) == [(2, 3), (1, 7), (0, 7)]
    assert nested("", 0, []) == [(0, 0)]


def test_lines_go_whole_with_the_comment_behind_them():
    text = "  a = 1 // why\nb = 2; c = 3\n"
    assert text[slice(*whole_lines(text, 2, 7))] == "  a = 1 // why\n"
    assert text[slice(*whole_lines(text, 15, 21))] == "b = 2;"
    assert margin(text, 4) == "  "


def test_a_finding_moves_with_all_it_speaks_of():
    old, new = Source("x", "ab"), Source("x", "...ab")

    def place(span):
        return None if span is None or span.end > 2 else Span(new, span.start + 3, span.end + 3)

    finding = CODE.at(Span(old, 0, 1), "no").labelled("this").note(Span(old, 1, 2), "there")
    finding = finding.with_help("do").with_trail((Frame(Span(old, 1, 2), "f"),)).with_path(("p",))
    moved = finding.with_fix(Edit(Span(old, 0, 2), ""), safe=True).moved(place)
    assert (moved.span, moved.notes[0].span) == (Span(new, 3, 4), Span(new, 4, 5))
    assert (moved.trail[0].span, moved.fix[0].span) == (Span(new, 4, 5), Span(new, 3, 5))
    assert (moved.label, moved.help, moved.within, moved.safe) == ("this", "do", ("p",), True)
    # Half of a fix is none.
    torn = finding.with_fix(Edit(Span(old, 0, 2), ""), Edit(Span(old, 0, 9), "")).moved(place)
    assert torn.fix == ()

"""The layout document against what its three rules promise."""

from confty.text.doc import HARD, LINE, SOFT, TRAILING_COMMA, group, indent, join, layout


def listing(*items):
    return group("[", indent(SOFT, join((",", LINE), list(items)), TRAILING_COMMA), SOFT, "]")


def test_a_group_that_fits_stays_on_its_line():
    assert layout(listing("1", "2", "3"), 80) == "[1, 2, 3]"


def test_a_group_that_does_not_fit_breaks_at_all_of_its_own_lines():
    assert layout(listing("1", "2"), 4) == "[\n  1,\n  2,\n]"


def test_an_inner_group_may_stay_flat_in_a_broken_one():
    inner = listing("3", "4")
    assert layout(listing("11111111", inner), 12) == "[\n  11111111,\n  [3, 4],\n]"


def test_what_follows_a_group_counts_for_its_width():
    assert layout((group("a", LINE, "b"), "cccc"), 6) == "a\nbcccc"
    assert layout((group("a", LINE, "b"), "ccc"), 6) == "a bccc"


def test_a_forced_break_breaks_the_groups_around_it():
    assert layout(group("a", LINE, group("b", HARD, "c")), 80) == "a\nb\nc"


def test_empty_lines_carry_no_indentation():
    assert layout(indent("a", HARD, HARD, "b"), 80) == "a\n\n  b"


def test_deep_nesting_costs_no_stack():
    doc = "x"
    for _ in range(100_000):
        doc = group(indent(doc))
    assert layout(doc, 80) == "x"

"""The full form, drawn by hand from the conventions."""

from support.findings import MISMATCH, UNUSED, example, span

from confty.report import concise, full, report, summary
from confty.text import Frame, Source, Span


def test_full_shows_both_places_and_help():
    assert full(example()) == (
        "error[rcl/type-mismatch]: expected Number, found String\n"
        "  users.rcl:3:5\n"
        "    |\n"
        "  1 | let xs: List[Number] = [\n"
        "    |              ------ because of this annotation\n"
        "  2 |     42,\n"
        '  3 |     "43",\n'
        "    |     ^^^^ this is a String\n"
        "  help: remove the quotes"
    )


def test_concise_is_one_line():
    assert (
        concise(example())
        == "users.rcl:3:5: error[rcl/type-mismatch] expected Number, found String"
    )


def test_colours_wrap_and_change_no_letter():
    import re

    coloured = full(example(), color=True)
    assert "\033[" in coloured
    assert re.sub(r"\033\[[0-9;]*m", "", coloured) == full(example())


def test_a_note_in_another_file_gets_its_own_excerpt():
    here, there = Source("a.rcl", "x.y\n"), Source("b.rcl", "\n\ntype T = {}\n")
    found = MISMATCH.at(span(here, "y"), "no field").note(span(there, "T"), "declared here")
    assert full(found).split("\n") == [
        "error[rcl/type-mismatch]: no field",
        "  a.rcl:1:3",
        "    |",
        "  1 | x.y",
        "    |   ^",
        "  b.rcl:3:6",
        "    |",
        "  3 | type T = {}",
        "    |      - declared here",
    ]


def test_lines_far_apart_are_joined_by_dots():
    source = Source("a", "one\n2\n3\n4\n5\nsix\n")
    found = MISMATCH.at(span(source, "six"), "m").note(span(source, "one"), "n")
    assert "  1 | one\n    | --- n\n    | ...\n  6 | six\n    | ^^^" in full(found)


def test_a_huge_line_is_cut_around_the_mark():
    source = Source("a", "x" * 100_000 + "!" + "y" * 100_000)
    lines = full(MISMATCH.at(span(source, "!"), "m")).split("\n")
    assert max(map(len, lines)) < 140
    column = lines[4].index("^")
    assert lines[3][column] == "!"


def test_marks_far_apart_on_a_huge_line_each_get_a_window():
    source = Source("a.rcl", "a" * 5000)
    finding = MISMATCH.at(Span(source, 4000, 4003), "no").note(
        Span(source, 20, 24), "because of this"
    )
    text = full(finding)
    assert max(len(line) for line in text.splitlines()) < 130
    assert text.index("---- because of this") < text.index("^^^")


def test_control_characters_do_not_reach_the_terminal():
    source = Source("a", "\033[31m\0\tx")
    text = full(MISMATCH.at(span(source, "x"), "m"))
    assert "\033" not in text
    assert "\0" not in text


def test_carets_stand_under_wide_characters():
    source = Source("a", "配置x")
    lines = full(MISMATCH.at(span(source, "x"), "m")).split("\n")
    assert lines[4].endswith("    ^")


def test_a_span_over_lines_is_marked_on_its_first():
    source = Source("a", "f(1,\n  2)\n")
    lines = full(MISMATCH.at(Span(source, 1, 9), "m")).split("\n")
    assert lines[4] == "    |  ^^^"


def test_a_long_trail_keeps_both_ends():
    source = Source("a", "x")
    frames = tuple(Frame(Span(source, 0, 1), f"call {n}") for n in range(100))
    found = MISMATCH.at(Span(source, 0, 1), "m").with_trail(frames)
    for text, left_out in ((full(found), 94), (full(found, whole=True), 80)):
        assert "call 0\n" in text
        assert "call 99" in text
        assert f"... {left_out} more ..." in text
    assert full(found).count("\n") < 12


def test_a_finding_keeps_to_a_dozen_lines_unless_it_is_asked_for_whole():
    found = MISMATCH.at(Span(Source("a", "x"), 0, 1), "m").with_help("h")
    for name in "bcdefghij":
        found = found.note(Span(Source(name, "y"), 0, 1), f"here in {name}")
    text = full(found)
    assert text.count("\n") < 12
    # What does not fit is named with its place, and the rest is counted.
    assert "  d:1:1: here in d\n" in text or "--- here in d" in text
    assert "more places\n" in text
    assert text.endswith("help: h")
    whole = full(found, whole=True)
    assert all(f"- here in {name}" in whole for name in "bcdefghij")


def test_summary_counts_by_severity():
    source = Source("a", "x")
    place = Span(source, 0, 1)
    assert summary([]) == "no findings"
    assert (
        summary([MISMATCH.at(place, "a"), UNUSED.at(place, "b"), UNUSED.at(place, "c")])
        == "1 error, 2 warnings"
    )


def test_github_escapes_what_would_end_a_command():
    source = Source("a,b.json", "x")
    found = MISMATCH.at(Span(source, 0, 1), "100%\nsure")
    assert report([found], "github") == (
        "::error title=rcl/type-mismatch,file=a%2Cb.json,line=1,col=1,endLine=1,endColumn=2"
        "::100%25%0Asure"
    )
